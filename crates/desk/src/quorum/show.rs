//! A vote for the window: as much of it as the person here may see.

use anp::digest::Fingerprint;
use anp::json;
use anp::payload::Offer;
use anp::time::Moment;
use deal::AnswerKind;
use parley::vote::{Choice, Denial, Glimpse, Kept, NotCounted, Opinion, Outcome, Rule, Voter};

use super::along::Along;
use super::elections::{Held, named};
use super::evidence::Evidence;
use crate::offer_view::{OfferSeen, offer_view};
use crate::people::count;
use crate::state::Desk;
use crate::view::{
    AdviceView, BallotView, OfferView, OpinionView, Problem, ReviewEvent, SeatView, VoteChannel, VoteOutcome,
    VoteSubject, VoteView,
};

impl Desk {
    /// The votes of a deal, the newest first.
    ///
    /// # Errors
    /// Where the deal's ledger cannot be read or is not to be believed.
    pub fn votes(&self, deal: &str) -> Result<Vec<VoteView>, Problem> {
        let now = self.0.sources.now();
        let held = self.elections(deal)?;
        held.iter().rev().map(|held| self.view_of(deal, held, now)).collect()
    }

    pub(super) fn vote_view(&self, deal: &str, proposal: &str) -> Result<VoteView, Problem> {
        let held = self.vote(deal, proposal)?;
        self.view_of(deal, &held, self.0.sources.now())
    }

    fn view_of(&self, deal: &str, held: &Held, now: Moment) -> Result<VoteView, Problem> {
        let signer = self.signer()?;
        let me = self.named_in(held, signer.key.fingerprint())?;
        let proposal = held.election.proposal();
        let glimpse = held.election.seen_by(&me);
        let sees_all = held.election.has_voted(&me) || glimpse.outcome.is_some();
        let counted = |kept: &&Kept| kept.counted.is_ok();
        let yes = held.election.kept().iter().filter(counted);
        let yes = yes.filter(|kept| kept.ballot.ballot().choice == Choice::Approve).count();
        Ok(VoteView {
            proposal: held.id().to_owned(),
            deal: deal.to_owned(),
            by: held.by.clone(),
            opened_at: held.opened_at.clone(),
            deadline: proposal.rule.deadline().to_text(),
            subject: self.subject(deal, &held.evidence, now)?,
            needed: proposal.rule.needed(),
            yes: sees_all.then(|| count(yes)),
            seats: seats(&glimpse, &proposal.rule),
            may_vote: may_vote(held, &me),
            has_voted: held.election.has_voted(&me),
            owns: self.owned(deal, &signer).is_ok(),
            outcome: outcome(glimpse.outcome),
            ballots: glimpse.ballots.iter().map(|kept| ballot(kept, &proposal.rule)).collect(),
            opinions: glimpse.opinions.iter().map(opinion).collect(),
            advisors: proposal.rule.advisors().to_vec(),
            reminded_at: held.reminded_at.clone(),
            rule_hash: proposal.rule.hash().to_string(),
            proposal_hash: proposal.hash().to_string(),
            used: held.used_by.is_some(),
        })
    }

    /// The person of a key, as a vote's rule names them.
    pub(super) fn named_in(&self, held: &Held, key: Fingerprint) -> Result<Fingerprint, Problem> {
        let office = self.office()?;
        let office = office.as_ref().and_then(|known| known.office.as_ref());
        Ok(named(&held.election.proposal().rule, key, office))
    }

    fn subject(&self, deal: &str, evidence: &Evidence, now: Moment) -> Result<VoteSubject, Problem> {
        match evidence {
            Evidence::Answer { session, kind, answers, events, along } => Ok(VoteSubject::Answer {
                session: session.clone(),
                what: what(*kind, events, along),
                channel: match along {
                    Along::Session => VoteChannel::Session,
                    Along::Mail(_) => VoteChannel::Mail,
                    Along::Media(_) => VoteChannel::Media,
                },
                answers_seq: answers.as_ref().map(|(seq, _)| *seq),
                offer: match along {
                    // Other terms in words are none that could be laid out.
                    Along::Mail(_) if what(*kind, events, along) != "accept" => None,
                    Along::Mail(mail) => self.offer_in(deal, &mail.offer, now)?,
                    _ => {
                        let first = events.first().map(|(_, payload)| payload.as_str());
                        self.offer_in(deal, first.unwrap_or_default(), now)?
                    }
                },
                events: shown(events, along),
            }),
            Evidence::Act { session, act, round, terms, expires_at, .. } => Ok(VoteSubject::Act {
                session: session.clone(),
                what: act.name().to_owned(),
                round: *round,
                terms: terms.clone(),
                expires_at: expires_at.clone(),
            }),
        }
    }

    fn offer_in(&self, deal: &str, payload: &str, now: Moment) -> Result<Option<Box<OfferView>>, Problem> {
        let read = || Offer::read(&json::parse_flawless(payload.as_bytes()).ok()?).ok();
        let Some(offer) = read() else { return Ok(None) };
        // Voters are not the deal's owner: nothing of the mandate is told.
        let known = self.known(deal, None)?;
        Ok(Some(Box::new(offer_view(&OfferSeen { offer: &offer, last: None, at: now, now, known: &known }))))
    }
}

/// What a mail does to a quote stands in its bytes; of everything else the kind says it.
fn what(kind: AnswerKind, events: &[(String, String)], along: &Along) -> String {
    let act = || {
        let (_, payload) = events.first()?;
        let value = json::parse_flawless(payload.as_bytes()).ok()?;
        Some(value.get("quote")?.get("act")?.as_text()?.to_owned())
    };
    let by_mail = matches!(along, Along::Mail(_)).then(act).flatten();
    by_mail.unwrap_or_else(|| kind.name().to_owned())
}

/// The very bytes: what would be signed, and the mail that would be handed over.
fn shown(events: &[(String, String)], along: &Along) -> Vec<ReviewEvent> {
    let event = |kind: &str, payload: &str| ReviewEvent {
        kind: kind.to_owned(),
        payload: payload.to_owned(),
        payload_hash: anp::digest::PayloadHash::of_canonical(payload).to_string(),
    };
    let mail = if let Along::Mail(mail) = along { Some(event("mail", &mail.raw)) } else { None };
    events.iter().map(|(kind, payload)| event(kind, payload)).chain(mail).collect()
}

/// Whether a ballot of this person could still count.
pub(super) fn may_vote(held: &Held, person: &Fingerprint) -> bool {
    let free = |glimpse: Glimpse<'_>| {
        glimpse.seats.iter().any(|(seat, voted)| voted.is_none() && seat.admits(person))
    };
    held.election.outcome().is_none()
        && !held.election.has_voted(person)
        && free(held.election.seen_by(person))
}

fn seats(glimpse: &Glimpse<'_>, rule: &Rule) -> Vec<SeatView> {
    let seat = |(seat, voted): &(&parley::vote::Seat, Option<Fingerprint>)| SeatView {
        name: seat.holder.name.clone(),
        stand_ins: seat.stand_ins.iter().map(|voter| voter.name.clone()).collect(),
        voted: voted.map(|key| name_of(rule, &key)),
    };
    glimpse.seats.iter().map(seat).collect()
}

fn voters(rule: &Rule) -> impl Iterator<Item = &Voter> {
    rule.seats().iter().flat_map(parley::vote::Seat::voters)
}

fn name_of(rule: &Rule, key: &Fingerprint) -> String {
    let named = voters(rule).find(|voter| voter.key == *key);
    named.map_or_else(|| key.to_string(), |voter| voter.name.clone())
}

fn ballot(kept: &Kept, rule: &Rule) -> BallotView {
    let said = kept.ballot.ballot();
    BallotView {
        voter: name_of(rule, &kept.voter),
        choice: said.choice.name().to_owned(),
        reason: said.reason.clone(),
        at: kept.received_at.to_text(),
        not_counted: kept.counted.err().map(|why| {
            match why {
                NotCounted::OtherProposal => "other_proposal",
                NotCounted::Outside => "outside",
                NotCounted::NotSigned => "not_signed",
                NotCounted::Late => "late",
                NotCounted::AlreadyVoted => "already_voted",
                NotCounted::SeatTaken => "seat_taken",
                NotCounted::Decided => "decided",
            }
            .to_owned()
        }),
    }
}

fn opinion(opinion: &Opinion<'_>) -> OpinionView {
    OpinionView {
        source: opinion.source.to_string(),
        choice: opinion.choice().map(|choice| choice.name().to_owned()),
        advice: opinion
            .advice
            .iter()
            .map(|advice| AdviceView {
                agent: advice.agent.clone(),
                choice: advice.choice.name().to_owned(),
                reason: advice.reason.clone(),
            })
            .collect(),
    }
}

fn outcome(outcome: Option<Outcome>) -> VoteOutcome {
    match outcome {
        None => VoteOutcome::Open,
        Some(Outcome::Approved { at }) => VoteOutcome::Passed { at: at.to_text() },
        Some(Outcome::Denied { at, why }) => {
            VoteOutcome::Denied { at: at.to_text(), by_silence: why == Denial::Deadline }
        }
    }
}
