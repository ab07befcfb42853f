//! What the other side says.

use anp::time::Moment;

use super::{Agreement, End, Notice, Phase, Place, ProtocolFault, Session, Standing};
use crate::caps::Dialect;
use crate::cause::Cause;
use crate::envelope::{Body, Kind, Substance};
use crate::terms::{Round, TermsHash};
use crate::transcript::Link;

impl Session {
    pub(super) fn hear(&mut self, message: &Substance, now: Moment, send: &mut Vec<Substance>) -> Notice {
        if *message.session() != self.setup.session {
            return Notice::Fault(ProtocolFault::OtherSession);
        }
        let body = message.body();
        let place = Place { round: body.round(), kind: body.kind(), by: self.peer() };
        if let Some(had) = self.record.get(&place) {
            if had != message {
                return Notice::Fault(ProtocolFault::OtherContent);
            }
            send.extend(self.answer_again(place));
            return Notice::Known;
        }
        let heard = match body {
            Body::Offer { round, .. } => self.hear_offer(*round, message, now, send),
            Body::Accept { round, terms_hash, transcript } => {
                self.hear_accept(*round, (*terms_hash, *transcript), message, send)
            }
            Body::Reject { round, cause, .. } => self.hear_reject(*round, cause.as_ref(), message),
            Body::Withdraw { round, cause } => self.hear_withdraw(*round, cause.as_ref(), message),
            Body::Confirm { round, terms, transcript } => {
                self.hear_confirm(*round, (terms.hash(), *transcript), message)
            }
            Body::Nack { round, cause } => self.hear_nack(*round, cause, message),
        };
        heard.unwrap_or_else(Notice::Fault)
    }

    fn hear_offer(
        &mut self,
        round: Round,
        message: &Substance,
        now: Moment,
        send: &mut Vec<Substance>,
    ) -> Result<Notice, ProtocolFault> {
        if Self::author(round) != self.peer() {
            return Err(ProtocolFault::NotTheirTurn);
        }
        if let Phase::Ended(end) = &self.phase {
            // The next offer can cross an end; one further on has nothing that it counters.
            if round > self.live.next() {
                return Err(ProtocolFault::NotNext);
            }
            let cause = end.cause(self);
            self.keep(message, self.peer());
            send.push(self.refuse(round, cause));
            return Ok(Notice::Done);
        }
        let their_turn = matches!(self.phase, Phase::Open | Phase::Offered);
        if !their_turn || round != self.live.next() {
            return Err(ProtocolFault::NotNext);
        }
        self.keep(message, self.peer());
        self.live = round;
        self.phase = Phase::Offered;
        self.lapse(now, send);
        if self.phase == Phase::Offered {
            self.end_where_no_move_is_left(send);
        }
        Ok(Notice::Done)
    }

    /// With the last round's offer nothing is left but to accept; where that is forbidden
    /// too the session ends now, and says so. An offer beyond the cap ends it at once.
    fn end_where_no_move_is_left(&mut self, send: &mut Vec<Substance>) {
        let cap = self.setup.caps.max_rounds;
        let within =
            self.offer(self.live).is_some_and(|(_, terms)| self.setup.caps.mandate.judge(terms).is_ok());
        if self.live.0 > cap {
            self.end_for_cap(Cause::Rounds, send);
        } else if self.live.0 == cap && !within {
            self.end_for_cap(Cause::Budget, send);
        }
    }

    fn hear_accept(
        &mut self,
        round: Round,
        (terms_hash, transcript): (Option<TermsHash>, Option<Link>),
        message: &Substance,
        send: &mut Vec<Substance>,
    ) -> Result<Notice, ProtocolFault> {
        if Self::author(round) != self.me() {
            return Err(ProtocolFault::NotTheirTurn);
        }
        let Some((_, terms)) = self.offer(round) else { return Err(ProtocolFault::AnswersNothing) };
        let terms = terms.clone();
        let superseded = Cause::Superseded(self.live);
        let cause = match &self.phase {
            Phase::Ended(end) => Some(end.cause(self)),
            Phase::Offered if round == self.live => {
                let ours = self.transcript(round, false);
                if terms_hash.is_some_and(|hash| hash != terms.hash()) {
                    Some(Cause::TermsDiffer)
                } else if transcript.is_some_and(|theirs| Some(theirs) != ours) {
                    Some(Cause::TranscriptDiffers)
                } else {
                    None
                }
            }
            _ => Some(superseded),
        };
        self.keep(message, self.peer());
        if let Some(cause) = cause {
            send.push(self.refuse(round, cause));
            return Ok(Notice::Done);
        }
        let Some(transcript) = self.transcript(round, true) else {
            return Err(ProtocolFault::AnswersNothing);
        };
        if self.setup.dialect == Dialect::Full {
            send.push(self.say(Body::Confirm { round, terms: terms.clone(), transcript }));
        }
        let standing = Standing::Judged;
        let agreement = Agreement { round, terms: terms.hash(), transcript, standing };
        self.phase = Phase::Ended(End::Accepted(agreement));
        Ok(Notice::Done)
    }

    fn hear_reject(
        &mut self,
        round: Round,
        cause: Option<&Cause>,
        message: &Substance,
    ) -> Result<Notice, ProtocolFault> {
        let answers = self.answers_mine(round);
        match self.phase {
            Phase::Ended(_) if answers => {}
            Phase::Offered | Phase::AcceptSent { .. } | Phase::Unresolved
                if answers && round == self.live =>
            {
                let cause = cause.cloned().unwrap_or(Cause::Rejected);
                self.phase = Phase::Ended(self.end_by_peer(cause));
            }
            _ if answers => return Ok(Notice::Known),
            _ => return Err(ProtocolFault::AnswersNothing),
        }
        self.keep(message, self.peer());
        Ok(Notice::Done)
    }

    fn hear_withdraw(
        &mut self,
        round: Round,
        cause: Option<&Cause>,
        message: &Substance,
    ) -> Result<Notice, ProtocolFault> {
        // The live rounds of both sides differ by one at most.
        if round > self.live.next() {
            return Err(ProtocolFault::NotNext);
        }
        if round.next() < self.live {
            return Ok(Notice::Known);
        }
        self.keep(message, self.peer());
        if !matches!(self.phase, Phase::Ended(_)) {
            let cause = cause.cloned().unwrap_or(Cause::Withdrawn);
            self.phase = Phase::Ended(End::Withdrawn { by: self.peer(), cause });
        }
        Ok(Notice::Done)
    }

    fn hear_confirm(
        &mut self,
        round: Round,
        (terms, theirs): (TermsHash, Link),
        message: &Substance,
    ) -> Result<Notice, ProtocolFault> {
        if self.said(round, Kind::Accept, self.me()).is_none() {
            return Err(ProtocolFault::AnswersNothing);
        }
        match self.phase {
            // After an accept the live round is the one that was accepted.
            Phase::AcceptSent { .. } | Phase::Unresolved => {}
            Phase::Ended(End::Settled(_)) => {
                self.keep(message, self.peer());
                return Ok(Notice::Done);
            }
            _ => return Err(ProtocolFault::Contradicts),
        }
        let ours = (self.offer(round).map(|(_, terms)| terms.hash()), self.transcript(round, true));
        let (Some(our_terms), Some(transcript)) = ours else { return Err(ProtocolFault::AnswersNothing) };
        let equal = our_terms == terms && transcript == theirs;
        let standing = if equal { Standing::Confirmed } else { Standing::Disputed { theirs } };
        self.keep(message, self.peer());
        let agreement = Agreement { round, terms: our_terms, transcript, standing };
        self.phase = Phase::Ended(End::Accepted(agreement));
        Ok(Notice::Done)
    }

    fn hear_nack(
        &mut self,
        round: Round,
        cause: &Cause,
        message: &Substance,
    ) -> Result<Notice, ProtocolFault> {
        if !self.answers_mine(round) {
            return Err(ProtocolFault::AnswersNothing);
        }
        match self.phase {
            Phase::Ended(End::Accepted(_)) => return Err(ProtocolFault::Contradicts),
            Phase::Ended(_) => {}
            _ if round == self.live => self.phase = Phase::Ended(self.end_by_peer(cause.clone())),
            _ => return Ok(Notice::Known),
        }
        self.keep(message, self.peer());
        Ok(Notice::Done)
    }

    /// True where a refusal of this round answers an offer or accept of ours.
    fn answers_mine(&self, round: Round) -> bool {
        let me = self.me();
        let offered = Self::author(round) == me && self.offer(round).is_some();
        offered || self.said(round, Kind::Accept, me).is_some()
    }
}
