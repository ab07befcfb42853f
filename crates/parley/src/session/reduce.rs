//! The machine's one entrance.

use anp::time::Moment;

use super::{End, Event, Notice, Phase, Refusal, Session, Step};

/// Takes an event at a time of this side's own clock. Time is applied first: what ends by
/// the clock has ended before a message is judged.
pub fn reduce(before: &Session, event: &Event, now: Moment) -> Step {
    let mut session = before.clone();
    let mut send = Vec::new();
    session.lapse(now, &mut send);
    let notice = match event {
        Event::Heard(message) => session.hear(message, now, &mut send),
        Event::Decided(decision) => session.decide(decision, now, &mut send),
        Event::Settled(settlement) => {
            if session.phase == Phase::Unresolved && settlement.fits(&session) {
                session.phase = Phase::Ended(End::Settled(settlement.clone()));
                Notice::Done
            } else {
                Notice::Refused(Refusal::NothingToSettle)
            }
        }
        Event::Tick => {
            session.retry(now, &mut send);
            Notice::Done
        }
    };
    let changed = session != *before;
    Step { session, changed, send, notice }
}
