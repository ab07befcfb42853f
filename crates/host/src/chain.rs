//! The end of a session's chain, and what may be put behind it. Pure.

use anp::digest::EventHash;
use anp::event::{Actor, Authored, Event, Head, Kind, SessionId};
use anp::time::Moment;

/// How far the clock may be behind the last event before appends are refused, in milliseconds.
pub const BEHIND_TOLERATED_MILLIS: i64 = 300_000;

/// The end of a chain.
#[derive(Debug, Clone)]
pub struct Chain {
    session: SessionId,
    head: Head,
    last: Option<Moment>,
    closed: bool,
}

impl Chain {
    /// A chain without events.
    pub const fn new(session: SessionId) -> Self {
        Self { session, head: Head { seq: 0, hash: EventHash::ZERO }, last: None, closed: false }
    }

    /// A chain that was stored.
    pub const fn stored(session: SessionId, head: Head, last: Moment, closed: bool) -> Self {
        Self { session, head, last: Some(last), closed }
    }

    /// The head.
    pub const fn head(&self) -> &Head {
        &self.head
    }

    /// Puts an event behind the head. Its time is now, or the last event's where the
    /// clock is a little behind that: no time on a chain runs backwards.
    ///
    /// # Errors
    /// [`AppendFault`]; the chain is as it was.
    pub fn append(&mut self, actor: Actor, authored: Authored, now: Moment) -> Result<Event, AppendFault> {
        if self.closed {
            return Err(AppendFault::Closed);
        }
        let at = match self.last {
            Some(last) if last.since(now) > BEHIND_TOLERATED_MILLIS => {
                return Err(AppendFault::ClockBehind { millis: last.since(now) });
            }
            Some(last) => last.max(now),
            None => now,
        };
        self.closed = authored.stated().kind() == Kind::SessionClose;
        let event = Event::append(&self.session, &self.head, actor, authored, &at.to_text());
        self.head = event.head();
        self.last = Some(at);
        Ok(event)
    }
}

/// Why nothing is appended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AppendFault {
    /// The session is closed.
    #[error("the session is closed")]
    Closed,
    /// The host's clock is too far behind the last event.
    #[error("the host's clock is {millis} ms behind the session's last event")]
    ClockBehind {
        /// How far, in milliseconds.
        millis: i64,
    },
}
