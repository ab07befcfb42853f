//! Verification: a log's bytes, and what is known beyond it, to a verdict.
//!
//! The published verifiers walk the chain with the keys that the log itself brings, so
//! a log that was rewritten whole looks green to them. This one holds the log against
//! pinned keys and seen heads, judges every event on its own, reports all faults, and
//! calls a green that nothing anchors *consistent* and no more. It knows no clock: the
//! verdict on given bytes and knowledge is the same everywhere and always.

mod chain;
mod document;
mod keyring;
mod payloads;
mod rules;
mod signatures;
mod trust;
mod verdict;

pub use keyring::Standing;
pub use trust::{Pin, Resume, Trust};
pub use verdict::{Check, Fault, Note, Outcome, Verdict};

use crate::event::{Event, Head, SessionId};
use crate::json;
use document::Document;

/// How far an event may be older than the one before without being red, in milliseconds.
pub const BACKWARDS_TOLERATED_MILLIS: i64 = 300_000;

/// A log whose verdict is green, for given knowledge. Nothing else makes one.
#[derive(Debug, Clone)]
pub struct VerifiedLog {
    session: SessionId,
    events: Vec<VerifiedEvent>,
    head: Head,
    resume: Resume,
    keys: Vec<(String, crate::keys::PublicKey)>,
}

/// An event of a verified log.
#[derive(Debug, Clone, PartialEq)]
pub struct VerifiedEvent {
    event: Event,
    standing: Standing,
}

impl VerifiedEvent {
    /// The event.
    pub const fn event(&self) -> &Event {
        &self.event
    }

    /// How its author is proven.
    pub const fn standing(&self) -> &Standing {
        &self.standing
    }
}

impl VerifiedLog {
    /// The session.
    pub const fn session(&self) -> &SessionId {
        &self.session
    }

    /// The events of the document, in order.
    pub fn events(&self) -> &[VerifiedEvent] {
        &self.events
    }

    /// The head after the last event.
    pub const fn head(&self) -> &Head {
        &self.head
    }

    /// What a later document of the same session is to go on from.
    pub const fn resume(&self) -> &Resume {
        &self.resume
    }

    /// The log with its continuation behind it.
    ///
    /// # Errors
    /// [`NotAContinuation`] where the later log is of another session, or was not judged
    /// from this one's head.
    pub fn extended(mut self, later: Self) -> Result<Self, NotAContinuation> {
        let joins = match later.events.first() {
            Some(first) => {
                first.event.prev == self.head.hash && first.event.seq == self.head.seq.saturating_add(1)
            }
            None => later.head == self.head,
        };
        if later.session != self.session || !joins {
            return Err(NotAContinuation);
        }
        self.events.extend(later.events);
        self.head = later.head;
        self.resume = later.resume;
        self.keys = later.keys;
        Ok(self)
    }

    /// The keys that took part in the verdict, by the names under which they stand.
    pub fn keys(&self) -> &[(String, crate::keys::PublicKey)] {
        &self.keys
    }
}

/// The later log does not go on from the earlier one's head.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the log does not go on from the head of the one before")]
pub struct NotAContinuation;

/// A verdict, and the log it proves where it is green.
#[derive(Debug)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The proven log; none unless green.
    pub log: Option<VerifiedLog>,
}

/// Judges a log's bytes.
pub fn judge(bytes: &[u8], trust: &Trust) -> Judgement {
    let parsed = match json::parse(bytes) {
        Ok(parsed) => parsed,
        Err(fault) => return unreadable(&fault.to_string()),
    };
    let Some(document) = Document::of(&parsed.value) else {
        return unreadable("the text is no JSON object with a list of events");
    };
    document.judge(&parsed.flaws, trust)
}

fn unreadable(why: &str) -> Judgement {
    let verdict = Verdict {
        outcome: Outcome::Unreadable,
        anchored: false,
        event_count: 0,
        verified_prefix: 0,
        faults: vec![Fault::document(Check::Json, "a session log", why, "This is not a session log")],
        notes: Vec::new(),
    };
    Judgement { verdict, log: None }
}
