//! What the clock does by itself: expiry, the deadline, repeating an accept.

use anp::time::Moment;

use super::{End, Phase, Session};
use crate::cause::Cause;
use crate::envelope::{Body, Kind, Substance};

impl Session {
    /// Ends what is over by this side's clock. An accept that waits for its answer is
    /// never ended so: the offeror may have held it for good already.
    pub(super) fn lapse(&mut self, now: Moment, send: &mut Vec<Substance>) {
        if !matches!(self.phase, Phase::Open | Phase::Offered) {
            return;
        }
        let deadline = self.setup.caps.deadline;
        let expiry = self.offer(self.live).map(|(expires_at, _)| expires_at.moment());
        // Whichever came first ended it; of two at once the one that sends its message.
        match expiry {
            Some(expiry) if expiry <= now && expiry < deadline => {
                self.phase = Phase::Ended(End::Expired { round: self.live });
            }
            _ if deadline <= now => self.end_for_cap(Cause::Deadline, send),
            _ => {}
        }
    }

    /// The clean end: `reject` with the best final offer where the other side's offer is
    /// live, `withdraw` elsewhere. There is no silent way.
    pub(super) fn end_for_cap(&mut self, cause: Cause, send: &mut Vec<Substance>) {
        let by = self.me();
        if self.receives() {
            let final_offer = self.setup.caps.best_final.clone();
            let body = Body::Reject { round: self.live, cause: Some(cause.clone()), final_offer };
            send.push(self.say(body));
            self.phase = Phase::Ended(End::Rejected { by, cause });
        } else {
            let body = Body::Withdraw { round: self.live, cause: Some(cause.clone()) };
            send.push(self.say(body));
            self.phase = Phase::Ended(End::Withdrawn { by, cause });
        }
    }

    /// Sends an unanswered accept again when its time has come, and leaves it unresolved
    /// after the last.
    pub(super) fn retry(&mut self, now: Moment, send: &mut Vec<Substance>) {
        let Phase::AcceptSent { sends, last } = self.phase else { return };
        let retry = self.setup.retry;
        if now.since(last) < retry.every_ms {
            return;
        }
        if sends < retry.sends {
            self.phase = Phase::AcceptSent { sends: sends.saturating_add(1), last: now };
            send.extend(self.said(self.live, Kind::Accept, self.me()).cloned());
        } else {
            self.phase = Phase::Unresolved;
        }
    }
}
