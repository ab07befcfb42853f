//! Verification: a log's bytes, and what is known beyond it, to a verdict.
//!
//! The published verifiers walk the chain with the keys that the log itself brings, so
//! a log that was rewritten whole looks green to them. This one holds the log against
//! pinned keys and seen heads, judges every event on its own, reports all faults, and
//! calls a green that nothing anchors *consistent* and no more. It knows no clock: the
//! verdict on given bytes and knowledge is the same everywhere and always.

mod acceptance;
mod chain;
mod document;
mod keyring;
mod lanes;
mod links;
mod payloads;
mod piece;
mod rules;
mod scan;
mod seen;
mod signatures;
mod signers;
mod source;
mod stream;
mod trust;
mod verdict;
mod walk;

pub use keyring::Standing;
pub use stream::{Outline, Progress, Row, Stream, claimed_session, verdict, verdict_of};
pub use trust::{Pin, Resume, Trust};
pub use verdict::{Check, Fault, MAX_FAULTS, Note, Outcome, Verdict};

use core::convert::Infallible;
use core::fmt::Display;

use chain::{Chain, Kept};
use document::{Green, Words, split_flaws};
use seen::Seen;

use crate::event::{Event, Head, SessionId};
use crate::json::{self, Value};

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

/// Judges a log's bytes, and keeps the events that it proves. Who wants the verdict alone
/// has it far sooner from [`verdict`].
pub fn judge(bytes: &[u8], trust: &Trust) -> Judgement {
    let Ok(judged) = judge_while::<Infallible>(bytes, trust, |_, _| Ok(()));
    judged
}

/// The same, told on the way how many of how many events were judged.
///
/// # Errors
/// What `told` answers, which ends it.
pub fn judge_while<E>(
    bytes: &[u8],
    trust: &Trust,
    mut told: impl FnMut(usize, usize) -> Result<(), E>,
) -> Result<Judgement, E> {
    let parsed = match json::parse(bytes) {
        Ok(parsed) => parsed,
        Err(fault) => return Ok(Judgement { verdict: unreadable(&fault), log: None }),
    };
    let Some(events) = parsed.value.get("events").and_then(Value::as_array) else {
        return Ok(Judgement { verdict: unreadable(&NOT_A_LOG), log: None });
    };
    let words = Words::of(&parsed.value);
    let ground = words.ground(trust);
    let mut flawed = split_flaws(&parsed.flaws, trust);
    let kept = Kept::Events(Vec::new());
    let mut chain = Chain::start(ground.session.as_ref(), &ground.ring, trust, kept);
    chain.flawed(std::mem::take(&mut flawed.in_events));
    for (place, event) in events.iter().enumerate() {
        if place % TOLD_EVERY == 0 {
            told(place, events.len())?;
        }
        chain.take(Seen::of(event));
    }
    let walked = chain.finish();
    let (verdict, green) = words.close(ground, walked, flawed, trust);
    let log = green.map(|Green { session, keys, resume, kept }| {
        let events = if let Kept::Events(events) = kept { events } else { Vec::new() };
        VerifiedLog { session, head: resume.head.clone(), events, resume, keys }
    });
    Ok(Judgement { verdict, log })
}

/// How many events are judged between two words about it.
const TOLD_EVERY: usize = 128;

const NOT_A_LOG: &str = "the text is no JSON object with a list of events";

fn unreadable(why: &dyn Display) -> Verdict {
    Verdict {
        outcome: Outcome::Unreadable,
        anchored: false,
        event_count: 0,
        verified_prefix: 0,
        faults: vec![Fault::document(Check::Json, "a session log", why, "This is not a session log")],
        notes: Vec::new(),
    }
}
