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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use anp::event::Stated;
    use anp::payload::{Message, Payload, Reason};
    use support::people;

    fn said(payload: Payload) -> Authored {
        Stated::of(payload).sign(&people::contoso_agent())
    }

    fn message() -> Authored {
        said(Payload::Message(Message { subject: None, body: "hello".to_owned() }))
    }

    fn noon() -> Moment {
        Moment::parse("2026-07-11T12:00:00.000Z").unwrap()
    }

    #[test]
    fn times_never_run_backwards_and_a_clock_far_behind_appends_nothing() {
        let mut chain = Chain::new(SessionId::parse("s").unwrap());
        for (millis, at) in [
            (0, "2026-07-11T12:00:00.000Z"),
            (1, "2026-07-11T12:00:00.001Z"),
            (-299_999, "2026-07-11T12:00:00.001Z"),
        ] {
            let event = chain.append(Actor::VendorAgent, message(), noon().plus_millis(millis)).unwrap();
            assert_eq!(event.at, at);
        }
        let before = chain.head().clone();
        let late = chain.append(Actor::Buyer, message(), noon().plus_millis(-300_000));
        assert_eq!(late, Err(AppendFault::ClockBehind { millis: 300_001 }));
        assert_eq!(*chain.head(), before);
        assert_eq!(chain.append(Actor::Buyer, message(), noon()).unwrap().prev, before.hash);
    }

    #[test]
    fn nothing_stands_behind_a_close() {
        let mut chain = Chain::new(SessionId::parse("s").unwrap());
        chain.append(Actor::Buyer, said(Payload::SessionClose(Reason::default())), noon()).unwrap();
        assert_eq!(chain.append(Actor::VendorAgent, message(), noon()), Err(AppendFault::Closed));
    }
}
