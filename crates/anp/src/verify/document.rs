//! The document around the events: what it says of the session and its head.

use super::chain::{Kept, Walked};
use super::keyring::Keyring;
use super::rules::status_notes;
use super::trust::{Resume, Trust};
use super::verdict::{Check, Fault, Note, Outcome, Verdict};
use crate::PROTOCOL;
use crate::event::{Head, SessionId};
use crate::json::{Flaw, MAX_FLAWS, Step, Value};
use crate::keys::PublicKey;

/// What a green log proves.
pub(super) struct Green {
    pub(super) session: SessionId,
    pub(super) keys: Vec<(String, PublicKey)>,
    pub(super) resume: Resume,
    pub(super) kept: Kept,
}

/// What a document says beside its events.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Words<'a> {
    pub(super) protocol: Option<&'a Value>,
    pub(super) session: Option<&'a Value>,
    pub(super) chain: Option<&'a Value>,
    pub(super) keys: Option<&'a Value>,
}

/// What the events are judged by: the session's id, and the keys.
#[derive(Debug)]
pub(super) struct Ground {
    pub(super) session: Option<SessionId>,
    pub(super) ring: Keyring,
    faults: Vec<Fault>,
}

impl<'a> Words<'a> {
    pub(super) fn of(top: &'a Value) -> Self {
        Self {
            protocol: top.get("protocol"),
            session: top.get("session"),
            chain: top.get("chain"),
            keys: top.get("keys"),
        }
    }

    pub(super) fn ground(&self, trust: &Trust) -> Ground {
        let mut faults = Vec::new();
        let session = self.session_id(trust, &mut faults);
        let mut ring = Keyring::of(self.keys, trust);
        faults.append(&mut ring.faults);
        Ground { session, ring, faults }
    }

    /// The verdict, given the flaws of the text that touch no event; `walked` was walked
    /// on this ground.
    pub(super) fn close(
        &self,
        ground: Ground,
        walked: Walked,
        flawed: Flawed,
        trust: &Trust,
    ) -> (Verdict, Option<Green>) {
        let Flawed { mut faults, cut, .. } = flawed;
        let Ground { session, ring, faults: of_ground } = ground;
        self.protocol(&mut faults);
        faults.extend(of_ground);
        let keys = ring.by_name();
        let mut notes = Vec::new();
        Keyring::unpinned(trust, &mut notes);
        extent_note(trust, &mut notes);
        if walked.by_members && !trust.own_org {
            notes.push(Note { seq: None, detail: NAMES_AND_ROLES.to_owned() });
        }
        notes.extend(ring.notes);
        notes.extend(walked.notes);
        self.head_words(walked.count, &walked.head_text, &mut faults);
        seen(trust, walked.count, &mut faults);
        status_notes(self.session, self.chain, &walked.ends, &mut notes);

        let mut all = walked.faults;
        // Beyond the listed flaws there may be some in any event.
        let verified_prefix = if cut { 0 } else { prefix(walked.first, walked.count, &all) };
        all.append(&mut faults);
        let outcome = if all.is_empty() { Outcome::Green } else { Outcome::Red };
        let green = match (outcome, session, walked.resume) {
            (Outcome::Green, Some(session), Some(resume)) => {
                Some(Green { session, keys, resume, kept: walked.kept })
            }
            _ => None,
        };
        notes.sort_by_key(|note| note.seq.unwrap_or(u64::MAX));
        let verdict = Verdict {
            outcome,
            anchored: trust.anchors(),
            event_count: walked.count,
            verified_prefix,
            faults: all,
            notes,
        };
        (verdict, green)
    }

    fn protocol(&self, faults: &mut Vec<Fault>) {
        let found = self.protocol.and_then(Value::as_text).unwrap_or("none");
        if found != PROTOCOL {
            faults.push(Fault::document(
                Check::Protocol,
                PROTOCOL,
                found,
                "The log is of another protocol or version",
            ));
        }
    }

    /// The id under which the events were hashed, held against the expected one.
    fn session_id(&self, trust: &Trust, faults: &mut Vec<Fault>) -> Option<SessionId> {
        let text = self.session.and_then(|session| session.get("id")).and_then(Value::as_text);
        let found = text.and_then(SessionId::parse);
        if found.is_none() {
            let sentence = if text.is_some() {
                "What stands as the session's id is none, so that no event's hash can be computed"
            } else {
                "The log does not say of which session it is"
            };
            faults.push(Fault::document(
                Check::SessionId,
                "a session id of 1 to 128 characters, none of them a control character",
                text.unwrap_or("none"),
                sentence,
            ));
        }
        match (&trust.session, &found) {
            (Some(expected), Some(found)) if expected != found => {
                faults.push(Fault::document(
                    Check::SessionId,
                    expected,
                    found,
                    "The log is of another session",
                ));
            }
            _ => {}
        }
        found.or_else(|| trust.session.clone())
    }

    /// `event_count`, `chain_head` and `chain.head` say what the events say.
    fn head_words(&self, count: u64, head: &str, faults: &mut Vec<Fault>) {
        let stated = self.session.and_then(|session| session.get("event_count"));
        if stated.and_then(Value::as_count) != Some(count) {
            let found = stated.map_or_else(|| "none".to_owned(), crate::json::canonical);
            faults.push(Fault::document(
                Check::EventCount,
                count,
                found,
                "The log does not hold as many events as it says",
            ));
        }
        let heads = [
            ("session.chain_head", self.session.and_then(|session| session.get("chain_head"))),
            ("chain.head", self.chain.and_then(|chain| chain.get("head"))),
        ];
        for (name, stated) in heads {
            let found = stated.and_then(Value::as_text).unwrap_or("none");
            if found != head {
                faults.push(Fault::document(
                    Check::ChainHead,
                    format!("{head} as {name}"),
                    found,
                    "The head that the log states is not its last event's",
                ));
            }
        }
    }
}

/// Flaws of the text.
#[derive(Debug, Default)]
pub(super) struct Flawed {
    /// Those in events, by place.
    pub(super) in_events: Vec<(u64, Flaw)>,
    /// Faults for the others.
    faults: Vec<Fault>,
    /// Whether there may be more than are listed.
    cut: bool,
}

/// What an attestation does not cover.
const NAMES_AND_ROLES: &str = "people's names and roles are the host's word: the platform key attests their \
                               keys and times alone";

/// Pins say who signs, and nothing of how far the record goes.
fn extent_note(trust: &Trust, notes: &mut Notes) {
    let heads = trust.seen.iter().any(|head| head.seq > 0) || trust.resume.is_some();
    if !trust.pins.is_empty() && !heads && !trust.own_org {
        let detail = if trust.session.is_some() {
            "no seen head or checkpoint was given: pinned keys alone do not show that events were left out or \
             cut off at the end"
        } else {
            "no seen head or checkpoint was given: pinned keys alone do not show that events were left out or \
             cut off at the end, or that the record was moved to another session's id"
        };
        notes.push(Note { seq: None, detail: detail.to_owned() });
    }
}

/// Flaws of the text: those in events, by place, and faults for the others.
pub(super) fn split_flaws(flaws: &[Flaw], trust: &Trust) -> Flawed {
    let before = trust.resume.as_ref().map_or(0, |resume| resume.head.seq);
    let mut in_events = Vec::new();
    let mut faults = Vec::new();
    for flaw in flaws {
        match flaw.path.0.as_slice() {
            [Step::Key(key), Step::Index(index), ..] if key == "events" => {
                let place = before.saturating_add(*index as u64).saturating_add(1);
                in_events.push((place, flaw.clone()));
            }
            _ => faults.push(flaw_fault(None, flaw)),
        }
    }
    let cut = flaws.len() >= MAX_FLAWS;
    if cut {
        faults.push(Fault::document(
            Check::Json,
            format!("fewer than {MAX_FLAWS} places that can be read in two ways"),
            "as many or more",
            "The places that can be read in two ways are too many to list: any event may hold one",
        ));
    }
    Flawed { in_events, faults, cut }
}

pub(super) fn flaw_fault(seq: Option<u64>, flaw: &Flaw) -> Fault {
    let fault = Fault::document(
        Check::Json,
        format!("one reading of {}", flaw.path),
        flaw.kind,
        "The text can be read in two ways",
    );
    Fault { seq, ..fault }
}

/// Heads that lie behind the end, and one at which the document claims to go on; those
/// within are held against events by the chain.
fn seen(trust: &Trust, count: u64, faults: &mut Vec<Fault>) {
    let from = trust.resume.as_ref().map(|resume| &resume.head);
    let forked = |head: &&Head| from.is_some_and(|from| from.seq == head.seq && from.hash != head.hash);
    for head in trust.seen.iter().filter(forked) {
        faults.push(Fault::document(
            Check::SeenHead,
            head.hash,
            from.map(|from| from.hash.to_string()).unwrap_or_default(),
            "The record to be continued is not the one that was seen before",
        ));
    }
    for head in trust.seen.iter().filter(|head| head.seq > count) {
        faults.push(Fault::document(
            Check::SeenHead,
            format!("at least {} events, as seen before", head.seq),
            format!("{count} events"),
            "Events that were seen before are missing",
        ));
    }
}

fn prefix(first: u64, count: u64, faults: &[Fault]) -> u64 {
    let broken = faults.iter().filter_map(|fault| fault.seq).min();
    broken.map_or(count, |seq| seq.saturating_sub(1).max(first.saturating_sub(1)).min(count))
}

/// The times at which a chain begins and, perhaps, closes, for what the host says of them.
#[derive(Debug, Default)]
pub(super) struct Ends {
    pub(super) closed: bool,
    pub(super) opened_at: Option<String>,
    pub(super) closed_at: Option<String>,
}

pub(super) type Notes = Vec<Note>;
