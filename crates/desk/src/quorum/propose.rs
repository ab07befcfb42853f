//! Asking for a vote, and taking up what passed.

use anp::digest::Fingerprint;
use anp::event::Stated;
use anp::json::{self, Value};
use anp::office::kind;
use anp::payload::Offer;
use anp::time::Moment;
use deal::{Answer, AnswerKind, EventPoint};
use parley::mandate::Matter;
use parley::vote::{Proposal, VoteMatter};

use super::along::Along;
use super::elections::{Held, Stand};
use super::evidence::Evidence;
use crate::changed::Topic;
use crate::ledger::org_ledger;
use crate::review::{Asked, Built};
use crate::state::{Desk, Signer};
use crate::terms::terms_of;
use crate::trouble::gone;
use crate::unfit::unfit_rule;
use crate::view::{Missing, Problem, ProblemCode, Review};
use crate::wire_form::invalid;

impl Desk {
    /// Asks for a vote on a reviewed answer, and gives the proposal's id. From here on the
    /// rule is fixed. Where a vote on exactly this is open it is that one.
    ///
    /// # Errors
    /// Where the review is not here any more, the person does not own the deal, no vote is
    /// demanded, or the host does not answer.
    pub async fn ask_vote(&self, ticket: &str) -> Result<String, Problem> {
        let signer = self.signer()?;
        let asked = self.reviewed_to_vote_on(ticket)?;
        self.open_vote(&asked.deal, &asked.matter, &asked.evidence, asked.ends, &signer).await
    }

    pub(super) async fn open_vote(
        &self,
        deal: &str,
        matter: &VoteMatter,
        evidence: &Evidence,
        ends: Option<Moment>,
        signer: &Signer,
    ) -> Result<String, Problem> {
        self.owned(deal, signer)?;
        // Somebody may have asked elsewhere, or the rule may be another by now.
        if let Some(org) = self.read(org_ledger)? {
            self.sync_ledger(signer, org.as_str()).await?;
        }
        self.sync_ledger(signer, deal).await?;
        let (now, id) = (self.0.sources.now(), self.0.sources.id());
        let demands = self.demands()?.demands;
        let demand = demands.on(matter).ok_or_else(|| gone(Missing::Demand))?;
        let rule = demand.rule(now, ends).map_err(|why| invalid("rules", unfit_rule(why)))?;
        let same = |held: &Held| {
            let known = held.election.proposal();
            let people = known.rule.seats() == rule.seats() && known.rule.needed() == rule.needed();
            held.stands() == Stand::Open && known.subject == matter.subject() && people
        };
        if let Some(open) = self.elections(deal)?.into_iter().find(same) {
            return Ok(open.id().to_owned());
        }
        if rule.deadline() <= now {
            let ended = rule.deadline().to_text();
            return Err(Problem::new(ProblemCode::OfferExpired).with("expires_at", ended));
        }
        let written = read(&rule.to_json());
        let proposal = Proposal { id, subject: matter.subject(), evidence: evidence.hash(), rule };
        let payload = json::canonical(&Value::object([
            ("evidence", evidence.value()),
            ("proposal", read(&proposal.to_json())),
            ("rule", written),
        ]));
        self.note(deal, (kind::PROPOSAL, &payload)).await?;
        Ok(proposal.id)
    }

    pub(super) fn told_of_vote(&self, deal: &str) {
        self.tell(Topic::Deal, Some(deal));
        self.tell(Topic::Today, None);
        self.tell(Topic::App, None);
    }

    /// Reviews what a vote passed on once more, byte for byte: the ticket is for the usual
    /// approval.
    ///
    /// # Errors
    /// Where the proposal is not here, is on something else than an answer, or what it answers
    /// is not the vendor's latest offer any more.
    pub fn review_voted(&self, deal: &str, proposal: &str) -> Result<Review, Problem> {
        let held = self.vote(deal, proposal)?;
        let Evidence::Answer { session, kind, answers, events, along } = held.evidence else {
            return Err(gone(Missing::VotedAnswer));
        };
        let exact = || events.first().cloned().ok_or_else(|| gone(Missing::VotedAnswer));
        match along {
            Along::Session => {}
            Along::Mail(mail) => return self.review_voted_mail(deal, &exact()?.1, mail),
            Along::Media(media) => return self.review_voted_request(deal, kind, exact()?, &media),
        }
        let standing = self.standing(&session)?;
        let payloads = events
            .iter()
            .map(|(kind, payload)| {
                let value = json::parse_flawless(payload.as_bytes()).ok()?;
                let kind = anp::event::Kind::parse(kind)?;
                Stated::read(kind, &value).ok()
            })
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| gone(Missing::VotedAnswer))?;
        let offer = payloads.iter().find_map(|stated| stated.payload().offer()).cloned();
        let answers = match answers {
            None => None,
            Some((seq, hash)) => {
                let hash = Fingerprint::parse(&hash).map_err(|_| gone(Missing::Event))?;
                Some(EventPoint { seq, hash: hash.0 })
            }
        };
        let answer = answer_of(kind, offer.as_ref())?;
        self.review_built(&standing, Built { answer, payloads, answers, offer }, Asked::ToLeave, None)
    }

    /// A vote of a deal.
    pub(super) fn vote(&self, deal: &str, proposal: &str) -> Result<Held, Problem> {
        let held = self.elections(deal)?;
        held.into_iter().find(|held| held.id() == proposal).ok_or_else(|| gone(Missing::Vote))
    }

    /// Asks for a vote on an act in a negotiation.
    pub(crate) async fn propose_act(
        &self,
        deal: &str,
        matter: &Matter,
        note: &str,
        signer: &Signer,
    ) -> Result<String, Problem> {
        let evidence = Evidence::of_act(matter, note);
        self.open_vote(deal, &matter.to_vote_on(), &evidence, Some(matter.expires_at.moment()), signer).await
    }
}

fn answer_of(kind: AnswerKind, offer: Option<&Offer>) -> Result<Answer, Problem> {
    let terms = offer.map(terms_of);
    match (kind, terms) {
        (AnswerKind::Counter, Some(terms)) => Ok(Answer::Counter(terms)),
        (AnswerKind::Accept, Some(terms)) => Ok(Answer::Accept { ours: terms.clone(), theirs: terms }),
        _ => Err(gone(Missing::Votable)),
    }
}

/// What was written in canonical form a moment ago.
fn read(text: &str) -> Value {
    json::parse_flawless(text.as_bytes()).unwrap_or(Value::Null)
}
