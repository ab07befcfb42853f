//! The one refusal, as this host gives it.

use std::collections::{BTreeMap, BTreeSet};

use super::check::{Finding, shown};
use super::seat::Seat;
use super::wire::{Answer, Call};

/// A refusal to hold others against.
pub struct Reference {
    face: Face,
    /// Headers that differ between two refusals of one and the same request, an id of the
    /// request for instance. Of these the presence alone is compared.
    restless: BTreeSet<String>,
}

/// What a requester sees of a refusal.
struct Face {
    status: u16,
    error: Option<(String, String)>,
    headers: BTreeMap<String, Vec<u8>>,
}

impl Face {
    fn of(answer: &Answer) -> Self {
        let headers = answer.headers.iter().filter(|(name, _)| *name != "date");
        let headers = headers.map(|(name, value)| (name.to_string(), value.as_bytes().to_vec()));
        Self { status: answer.status, error: answer.error(), headers: headers.collect() }
    }
}

impl Reference {
    /// Asks for a session without any of the four headers, three times.
    pub async fn take(seat: &Seat) -> Result<Self, Finding> {
        let path = seat.path("00000000-0000-4000-8000-000000000000", "");
        let call = Call { method: "GET", path, query: None, headers: Vec::new(), body: Vec::new() };
        let first = seat.wire().send(|| Ok(call.clone())).await?;
        if !first.is_refusal() {
            return Err(Finding::fail(
                "a request without any of the four headers",
                format!("{}, where it is to be refused", first.words()),
            ));
        }
        let face = Face::of(&first);
        let mut restless = BTreeSet::new();
        for _ in 0..2 {
            let again = Face::of(&seat.wire().send(|| Ok(call.clone())).await?);
            restless.extend(differences(&face.headers, &again.headers));
        }
        Ok(Self { face, restless })
    }

    /// What tells this answer from the reference; none where nothing does.
    pub fn told_apart(&self, answer: &Answer) -> Option<String> {
        let face = Face::of(answer);
        if face.status != self.face.status {
            return Some(format!("status {} instead of {}", face.status, self.face.status));
        }
        if face.error != self.face.error {
            let words = |error: &Option<(String, String)>| {
                error.as_ref().map_or_else(
                    || "a body without code and message".to_owned(),
                    |(code, message)| format!("“{code}: {message}”"),
                )
            };
            return Some(shown(&format!("{} instead of {}", words(&face.error), words(&self.face.error))));
        }
        let present = |face: &Face, name: &String| face.headers.contains_key(name);
        let mut differing = differences(&self.face.headers, &face.headers).into_iter().filter(|name| {
            !self.restless.contains(name) || present(&self.face, name) != present(&face, name)
        });
        differing.next().map(|name| format!("another header {name}"))
    }
}

fn differences(one: &BTreeMap<String, Vec<u8>>, other: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    one.keys().chain(other.keys()).filter(|name| one.get(*name) != other.get(*name)).cloned().collect()
}
