//! Dealings with a seller of media: as files, and followed again from their bytes.

use adcp::answer::Reading;
use adcp::capability::Capabilities;
use adcp::course::{Came, Course, Heard, To};
use adcp::message;
use anp::json::Value;

use crate::contents::{Media, MediaMessage, MediaRequest, MediaVerdict};
use crate::fields::{Fields, Misread, count};
use crate::pack::Entries;

pub(crate) const MEDIA: &str = "media.json";
const CAPABILITIES: &str = "media/capabilities.json";

/// `media/001-request.json`
pub(crate) fn request_name(number: usize) -> String {
    format!("media/{number:03}-request.json")
}

/// `media/001-answer-01.json`
pub(crate) fn answer_name(number: usize, place: usize) -> String {
    format!("media/{number:03}-answer-{place:02}.json")
}

/// Files beside the list of them.
pub(crate) fn files(media: &Media, files: &mut Entries) {
    if !media.capabilities.is_empty() {
        files.insert(CAPABILITIES.to_owned(), media.capabilities.clone());
    }
    for (number, request) in (1..).zip(&media.requests) {
        files.insert(request_name(number), request.arguments.clone());
        for (place, message) in (1..).zip(&request.messages) {
            files.insert(answer_name(number, place), message.bytes.clone());
        }
    }
}

/// The list.
pub(crate) fn written(media: &Media) -> Value {
    let requests = (1..).zip(&media.requests).map(|(number, request)| {
        let messages = (1..).zip(&request.messages).map(|(place, message)| {
            Value::object([
                ("file", Value::from(answer_name(number, place))),
                ("at", Value::from(message.at.as_str())),
                ("to", Value::from(if message.status { "status" } else { "call" })),
            ])
        });
        Value::object([
            ("file", Value::from(request_name(number))),
            ("idempotency_key", Value::from(request.key.as_str())),
            ("tool", Value::from(request.tool.as_str())),
            ("state", Value::from(request.state.as_str())),
            ("sends", count(request.sends)),
            ("messages", Value::Array(messages.collect())),
            ("verdict", verdict(&request.verdict)),
        ])
    });
    Value::object([
        ("seller", Value::from(media.seller.as_str())),
        ("asked_at", Value::from(media.asked_at.as_str())),
        ("capabilities", Value::from(!media.capabilities.is_empty())),
        ("requests", Value::Array(requests.collect())),
    ])
}

fn verdict(verdict: &MediaVerdict) -> Value {
    let fault = |(rule, path): &(String, String)| {
        Value::object([("rule", Value::from(rule.as_str())), ("path", Value::from(path.as_str()))])
    };
    Value::object([
        ("outcome", Value::from(verdict.outcome.as_str())),
        ("faults", Value::Array(verdict.faults.iter().map(fault).collect())),
    ])
}

/// Reads the list; `bytes` gives a file's bytes, by its name, and notes where there are none.
pub(crate) fn read(fields: &Fields<'_>, bytes: &mut dyn FnMut(&str) -> Vec<u8>) -> Result<Media, Misread> {
    let owned = |fields: &Fields<'_>, key: &str| fields.text(key).map(str::to_owned);
    let capabilities = if fields.truth("capabilities")? { bytes(CAPABILITIES) } else { Vec::new() };
    let requests = fields.list("requests", |request| {
        let messages = request.list("messages", |message| {
            let status = match message.text("to")? {
                "call" => false,
                "status" => true,
                _ => return Err(message.wrong("to", "call or status")),
            };
            Ok(MediaMessage { at: owned(message, "at")?, status, bytes: bytes(message.text("file")?) })
        })?;
        let said = request.object("verdict")?;
        let faults = said.list("faults", |fault| Ok((owned(fault, "rule")?, owned(fault, "path")?)))?;
        Ok(MediaRequest {
            key: owned(request, "idempotency_key")?,
            tool: owned(request, "tool")?,
            state: owned(request, "state")?,
            sends: request.count("sends")?,
            arguments: bytes(request.text("file")?),
            messages,
            verdict: MediaVerdict { outcome: owned(&said, "outcome")?, faults },
        })
    })?;
    Ok(Media {
        seller: owned(fields, "seller")?,
        asked_at: owned(fields, "asked_at")?,
        capabilities,
        requests,
    })
}

impl Media {
    /// Every request with what came of it, judged from the bytes and from nothing else.
    pub fn followed(&self) -> Vec<Heard> {
        let said = String::from_utf8_lossy(&self.capabilities);
        let known = match message::brought(&said).reading() {
            Reading::Done(body) if !self.asked_at.is_empty() => Some(Capabilities::read(&body.value)),
            _ => None,
        };
        let mut course = Course::new(known.and_then(|known| known.refinement));
        self.requests.iter().map(|request| request.followed(&mut course)).collect()
    }

    /// Writes down what the exporter's verification gives.
    pub fn judge(&mut self) {
        let heard = self.followed();
        for (request, heard) in self.requests.iter_mut().zip(&heard) {
            request.verdict = MediaVerdict::of(heard);
        }
    }
}

impl MediaRequest {
    fn followed(&self, course: &mut Course) -> Heard {
        let texts: Vec<_> =
            self.messages.iter().map(|message| String::from_utf8_lossy(&message.bytes)).collect();
        let came: Vec<Came<'_>> = self
            .messages
            .iter()
            .zip(&texts)
            .map(|(message, text)| Came {
                at: &message.at,
                to: if message.status { To::Status } else { To::Call },
                message: text,
            })
            .collect();
        course.next(&self.tool, &String::from_utf8_lossy(&self.arguments), &came)
    }
}

impl MediaVerdict {
    /// Of what came to a request.
    pub fn of(heard: &Heard) -> Self {
        let Some(judged) = &heard.answer else {
            let outcome = if heard.error.is_some() { "error" } else { "none" };
            return Self { outcome: outcome.to_owned(), faults: Vec::new() };
        };
        let faults = judged.judgement.faults.iter();
        let faults = faults.map(|fault| (fault.rule.as_str().to_owned(), fault.path.clone()));
        let outcome = if judged.judgement.holds() { "holds" } else { "fails" };
        Self { outcome: outcome.to_owned(), faults: faults.collect() }
    }
}
