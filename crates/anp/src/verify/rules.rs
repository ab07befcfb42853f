//! The rules of a session: what comes first, what cannot follow, how times run.

use super::document::{Ends, Notes};
use super::verdict::{Check, Fault, Note, shown};
use super::{BACKWARDS_TOLERATED_MILLIS, Resume};
use crate::event::{Actor, Kind};
use crate::json::Value;
use crate::time::Moment;

/// What the rules remember between events.
#[derive(Debug)]
pub(super) struct Rules {
    closed: bool,
    last: Option<Moment>,
}

impl Rules {
    pub(super) fn start(resume: Option<&Resume>) -> Self {
        Self {
            closed: resume.is_some_and(|resume| resume.closed),
            last: resume.and_then(|resume| Moment::parse(&resume.last_at).ok()),
        }
    }

    pub(super) const fn closed(&self) -> bool {
        self.closed
    }

    /// A close that holds has closed the session. One that was altered closes nothing, or
    /// it would colour what follows.
    pub(super) const fn close(&mut self) {
        self.closed = true;
    }

    /// Openings stand first and only there, and nothing follows the close.
    pub(super) fn order(&self, seq: u64, actor: Option<Actor>, kind: Option<Kind>) -> Option<Fault> {
        let after_close = self.closed;
        let fault = |expected: &str, sentence: &str| {
            let found = format!(
                "{} by {}",
                kind.map_or("an unknown kind", Kind::as_str),
                actor.map_or("an unknown party", Actor::as_str)
            );
            Some(Fault::event(seq, Check::Order, expected, found, sentence))
        };
        let opening = kind == Some(Kind::SessionOpen);
        match seq {
            1 if !(opening && actor == Some(Actor::VendorAgent)) => fault(
                "session_open by vendor_agent",
                "The log does not begin with the opening of the session",
            ),
            2 if !(kind == Some(Kind::Envelope) && actor == Some(Actor::Buyer)) => {
                fault("envelope by buyer", "The buyer's mandate does not stand second")
            }
            _ if after_close => fault("nothing", "An event stands after the close of the session"),
            3.. if opening => fault("no second opening", "The session is opened a second time"),
            _ => None,
        }
    }

    /// The time of an event that its own hash covers: the next one is held against it. A
    /// time that was altered is held against by none.
    pub(super) const fn stood_at(&mut self, at: Moment) {
        self.last = Some(at);
    }

    /// Times are times and run forwards; a little backwards is a note. `now` is the
    /// moment that the text `at` says.
    pub(super) fn time(
        &self,
        seq: u64,
        at: &str,
        now: Option<Moment>,
        notes: &mut Notes,
    ) -> Result<Moment, Fault> {
        let now = now.ok_or_else(|| {
            Fault::event(seq, Check::At, "an RFC 3339 time", at, "The event's time is no time")
        })?;
        let behind = self.last.map_or(0, |last| last.since(now));
        if behind > BACKWARDS_TOLERATED_MILLIS {
            return Err(Fault::event(
                seq,
                Check::At,
                format!("at most 300 s before {}", self.last.map(Moment::to_text).unwrap_or_default()),
                at,
                "The event is older than the one before",
            ));
        }
        if behind > 0 {
            notes.push(Note {
                seq: Some(seq),
                detail: format!("the event's time lies {behind} ms before the one before"),
            });
        }
        Ok(now)
    }
}

/// What the host says of the session is bound by nothing: where the events say
/// otherwise, that is a note.
pub(super) fn status_notes(session: Option<&Value>, chain: Option<&Value>, ends: &Ends, notes: &mut Notes) {
    let mut note = |detail: String| notes.push(Note { seq: None, detail });
    let verified = chain.and_then(|chain| chain.get("verified"));
    if verified.is_some_and(|verified| *verified != Value::Bool(true)) {
        note("the host itself does not call its chain verified".to_owned());
    }
    let Some(session) = session else { return };
    let word = |key: &str| session.get(key).and_then(Value::as_text);
    let events = if ends.closed { "the events close it" } else { "no event closes it" };
    match (session.get("status"), word("status")) {
        (Some(_), Some(status)) if (status == "closed") != ends.closed => {
            note(format!("the host calls the session {}, and {events}", shown(status)));
        }
        (Some(_), None) => note("the host's word for the session's status is none".to_owned()),
        _ => {}
    }
    match (session.get("closed_at"), word("closed_at")) {
        (_, Some(_)) if !ends.closed => {
            note("the host tells when the session closed, and no event closes it".to_owned());
        }
        (Some(_), None) if ends.closed => {
            note("the host tells no time at which the session closed, and the events close it".to_owned());
        }
        _ => {}
    }
    if session.get("sandbox").is_some_and(|sandbox| *sandbox != Value::Bool(false)) {
        note("the host says that this is a sandbox's session: made for trying, binding nobody".to_owned());
    }
    let times = [("opened_at", &ends.opened_at), ("closed_at", &ends.closed_at)];
    for (key, event) in times {
        let (Some(said), Some(event)) = (word(key), event.as_deref()) else { continue };
        if Moment::parse(said).ok() != Moment::parse(event).ok() {
            note(format!("the host's {key} is not the time of the event"));
        }
    }
}
