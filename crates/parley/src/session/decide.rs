//! What this side does.

use anp::time::Moment;

use super::{Decision, End, Notice, Phase, Refusal, Session};
use crate::caps::{Dialect, Role};
use crate::cause::Cause;
use crate::envelope::{Body, Substance};
use crate::mandate::{Act, Cleared};
use crate::terms::Terms;

impl Session {
    pub(super) fn decide(&mut self, decision: &Decision, now: Moment, send: &mut Vec<Substance>) -> Notice {
        match self.phase {
            Phase::Ended(_) => return Notice::Refused(Refusal::Ended),
            Phase::AcceptSent { .. } | Phase::Unresolved => return Notice::Refused(Refusal::AcceptPending),
            Phase::Open | Phase::Offered => {}
        }
        let done = match decision {
            Decision::Offer(cleared) => return self.make_offer(cleared, now, send),
            Decision::Accept(cleared) => self.accept(cleared, now, send),
            Decision::Reject { final_offer } => self.reject(final_offer.as_ref(), send),
            Decision::Withdraw => {
                let body = Body::Withdraw { round: self.live, cause: Some(Cause::Person) };
                send.push(self.say(body));
                self.phase = Phase::Ended(End::Withdrawn { by: self.me(), cause: Cause::Person });
                Ok(())
            }
        };
        done.map_or_else(Notice::Refused, |()| Notice::Done)
    }

    fn make_offer(&mut self, cleared: &Cleared, now: Moment, send: &mut Vec<Substance>) -> Notice {
        let opens = self.live.0 == 0 && self.me() == Role::Opener;
        if !opens && !self.receives() {
            return Notice::Refused(Refusal::NotOurTurn);
        }
        let round = self.live.next();
        if round.0 > self.setup.caps.max_rounds {
            self.end_for_cap(Cause::Rounds, send);
            return Notice::CapHit(Cause::Rounds);
        }
        let matter = cleared.matter();
        if !cleared.covers(Act::Offer, &self.setup.session, round, matter.terms.hash()) {
            return Notice::Refused(Refusal::NotCleared);
        }
        if self.setup.caps.mandate.judge(&matter.terms).is_err() {
            return Notice::Refused(Refusal::BeyondMandate);
        }
        if matter.expires_at.moment() <= now {
            return Notice::Refused(Refusal::ExpiryPassed);
        }
        let body = Body::Offer { round, expires_at: matter.expires_at.clone(), terms: matter.terms.clone() };
        send.push(self.say(body));
        self.live = round;
        self.phase = Phase::Offered;
        Notice::Done
    }

    fn accept(&mut self, cleared: &Cleared, now: Moment, send: &mut Vec<Substance>) -> Result<(), Refusal> {
        if !self.receives() {
            return Err(Refusal::NotOurTurn);
        }
        let Some((expires_at, terms)) = self.offer(self.live) else { return Err(Refusal::NotOurTurn) };
        let covered = cleared.covers(Act::Accept, &self.setup.session, self.live, terms.hash())
            && cleared.matter().expires_at == *expires_at;
        if !covered {
            return Err(Refusal::NotCleared);
        }
        if self.setup.caps.mandate.judge(terms).is_err() {
            return Err(Refusal::BeyondMandate);
        }
        let full = self.setup.dialect == Dialect::Full;
        let body = Body::Accept {
            round: self.live,
            terms_hash: full.then(|| terms.hash()),
            transcript: if full { self.transcript(self.live, false) } else { None },
        };
        send.push(self.say(body));
        self.phase = Phase::AcceptSent { sends: 1, last: now };
        Ok(())
    }

    fn reject(&mut self, final_offer: Option<&Terms>, send: &mut Vec<Substance>) -> Result<(), Refusal> {
        if !self.receives() {
            return Err(Refusal::NotOurTurn);
        }
        let body =
            Body::Reject { round: self.live, cause: Some(Cause::Person), final_offer: final_offer.cloned() };
        send.push(self.say(body));
        self.phase = Phase::Ended(End::Rejected { by: self.me(), cause: Cause::Person });
        Ok(())
    }
}
