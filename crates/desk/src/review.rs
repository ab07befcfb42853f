//! Before a person decides: exactly what would leave, guarded and screened.

use anp::event::{Actor, Stated};
use anp::payload::{Message, Offer, Payload, Reason};
use anp::verify::VerifiedLog;
use deal::{Answer, AnswerKind, Draft, EventPoint, ExactEvent, Guarded, HeadPoint, Passage};
use store::tables::{disputes, sessions};

use crate::guard_view::{Listed, findings};
use crate::mandate;
use crate::offer_view::{OfferSeen, offer_view};
use crate::office::{DraftName, drafted_by_another};
use crate::state::{Desk, Signer, locked};
use crate::stops::Leaves;
use crate::terms::terms_of;
use crate::trouble::{defect, gone};
use crate::unfit::{unfit_draft, unfit_payload};
use crate::view::{
    AnswerForm, Missing, OfferForm, Problem, ProblemCode, Review, ReviewEvent, StopChannel, StopWhen, Unfit,
};
use crate::wire_form::{form_of, invalid, offer_of};

/// Reviews that may wait at once; the oldest are forgotten.
const REVIEWS_KEPT: usize = 64;

/// A reviewed answer that may be decided, if need be once what is held of it was released.
pub(crate) struct Pending {
    pub(crate) deal: String,
    pub(crate) session: String,
    pub(crate) passage: Passage,
    pub(crate) mandate_version: Option<u32>,
    /// The colleague's draft that it is, if it is one.
    pub(crate) draft: Option<DraftName>,
}

/// Why an answer is reviewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Somebody is typing it.
    Typing,
    /// It is to leave: what a guard says of it then stands on the deal's ledger.
    ToLeave,
}

/// A session as it stands before an answer.
pub(crate) struct Standing {
    pub(crate) session: sessions::Session,
    pub(crate) deal: String,
    pub(crate) log: std::sync::Arc<VerifiedLog>,
}

/// An answer's events with what the rules need.
pub(crate) struct Built {
    pub(crate) answer: Answer,
    pub(crate) payloads: Vec<Stated>,
    pub(crate) answers: Option<EventPoint>,
    pub(crate) offer: Option<Offer>,
}

impl Built {
    fn conditions(&self) -> Vec<String> {
        self.offer.as_ref().and_then(|offer| offer.conditions.clone()).unwrap_or_default()
    }
}

impl Desk {
    /// A form for a counter, filled from the vendor's latest offer.
    ///
    /// # Errors
    /// Where the session is not here or has no offer.
    pub fn counter_form(&self, session: &str) -> Result<OfferForm, Problem> {
        let standing = self.standing(session)?;
        let offer = latest(&standing.log, Actor::VendorAgent).ok_or_else(|| gone(Missing::OpenOffer))?;
        Ok(form_of(offer.offer))
    }

    /// Reviews an answer that is to leave: nothing leaves, nothing is decided. What a guard says of it is
    /// stated.
    ///
    /// # Errors
    /// Where the session is not here, or the form makes no valid payload.
    pub fn review(&self, session: &str, form: &AnswerForm) -> Result<Review, Problem> {
        self.review_of(session, form, Asked::ToLeave, None)
    }

    /// The same while somebody types: nothing of it is stated.
    ///
    /// # Errors
    /// As [`Desk::review`].
    pub fn review_typed(&self, session: &str, form: &AnswerForm) -> Result<Review, Problem> {
        self.review_of(session, form, Asked::Typing, None)
    }

    /// The same, of what a colleague drafted.
    pub(crate) fn review_of(
        &self,
        session: &str,
        form: &AnswerForm,
        asked: Asked,
        draft: Option<DraftName>,
    ) -> Result<Review, Problem> {
        let standing = self.standing(session)?;
        let built = self.build(&standing, form)?;
        self.review_built(&standing, built, asked, draft)
    }

    /// Reviews an answer that is there to the last byte.
    pub(crate) fn review_built(
        &self,
        standing: &Standing,
        built: Built,
        asked: Asked,
        draft: Option<DraftName>,
    ) -> Result<Review, Problem> {
        let signer = self.signer()?;
        let session = standing.session.id.as_str();
        let obstacle = self.obstacle(standing, &signer, &built.answer)?;
        let events: Vec<ReviewEvent> = built
            .payloads
            .iter()
            .map(|stated| ReviewEvent {
                kind: stated.kind().as_str().to_owned(),
                payload: stated.canonical().to_owned(),
                payload_hash: stated.hash().to_string(),
            })
            .collect();
        let owner = self.owned(&standing.deal, &signer).is_ok().then_some(&*signer);
        let known = self.known(&standing.deal, owner)?;
        let offer = built.offer.as_ref().map(|offer| {
            let last = latest(&standing.log, Actor::Buyer).map(|seen| seen.offer);
            let now = self.0.sources.now();
            offer_view(&OfferSeen { offer, last, at: now, now, known: &known })
        });
        let counters = built.answer.kind() == AnswerKind::Counter;
        let answers_seq = built.answers.map(|point| point.seq);
        let conditions = built.conditions();
        let mandate = self.read(|db| mandate::current(db, &standing.deal, &signer))?;
        let guarded = self.guard(standing, built, mandate.as_ref())?;
        let listed = Listed { conditions: &conditions, mandate: mandate.as_ref() };
        let guard = findings(guarded.violations(), &listed);
        let seen = self.screened(guarded, &standing.deal, mandate.as_ref())?;
        if asked == Asked::ToLeave {
            let payloads = events.iter().map(|event| event.payload.as_str()).collect();
            let leaves = Leaves { deal: &standing.deal, channel: StopChannel::Session, payloads };
            self.note_stop(&leaves, StopWhen::Deciding, &seen.spoken, &signer);
        }
        let voted = |passage: &Passage| self.quorum(&standing.deal, &passage.to_vote_on()).err();
        let vote = seen.passage.as_ref().and_then(voted);
        let ticket = self.0.sources.id();
        let obstacle = match obstacle {
            None if counters => self.four_eyes(&standing.deal, &events, &signer)?,
            obstacle => obstacle,
        };
        // One that lacks the vote alone is kept: the vote is asked for by its ticket.
        if let (Some(passage), None) = (seen.passage, &obstacle) {
            let (deal, session) = (standing.deal.clone(), session.to_owned());
            let mandate_version = mandate.as_ref().map(deal::Mandate::version);
            let pending = Pending { deal, session, passage, mandate_version, draft };
            let mut reviews = locked(&self.0.reviews);
            if reviews.len() >= REVIEWS_KEPT {
                reviews.clear();
            }
            reviews.insert(ticket.clone(), pending);
        }
        Ok(Review {
            ticket,
            session: session.to_owned(),
            counterparty: standing.session.agent_name.clone(),
            in_name_of: signer.name.clone(),
            fingerprint: signer.fingerprint_text(),
            events,
            answers_seq,
            offer,
            guard,
            screen: seen.screen,
            obstacle: obstacle.or(seen.obstacle).or(vote),
        })
    }

    /// The deal and the payload hash of a counter that somebody drafts.
    pub(crate) fn draft_of(&self, session: &str, form: &AnswerForm) -> Result<(String, String), Problem> {
        if !matches!(form, AnswerForm::Counter { .. }) {
            return Err(invalid("answer", Unfit::OnlyCounters));
        }
        let standing = self.standing(session)?;
        let built = self.build(&standing, form)?;
        let first = built.payloads.first().ok_or_else(|| defect("a counter without a payload"))?;
        Ok((standing.deal, first.hash().to_string()))
    }

    /// The organisation's rule that a counter is approved by somebody else than its author.
    fn four_eyes(
        &self,
        deal: &str,
        events: &[ReviewEvent],
        signer: &Signer,
    ) -> Result<Option<Problem>, Problem> {
        let office = self.office()?;
        let on = office
            .as_ref()
            .and_then(|known| known.office.as_ref())
            .is_some_and(anp::office::Office::four_eyes);
        let Some(event) = events.first().filter(|_| on) else {
            return Ok(None);
        };
        let known = self.deal_ledger(deal)?;
        let by_another = drafted_by_another(&known, &event.payload_hash, signer);
        Ok((!by_another).then(|| Problem::new(ProblemCode::FourEyes).with("drafted_by", &signer.name)))
    }

    /// A session of a deal, as it was verified.
    pub(crate) fn standing(&self, session: &str) -> Result<Standing, Problem> {
        let row = self.read(|db| Ok(sessions::get(db, session)?))?.ok_or_else(|| gone(Missing::Session))?;
        let deal = row.deal.clone().ok_or_else(|| gone(Missing::Deal))?;
        let log = self.verified(&row)?;
        Ok(Standing { session: row, deal, log })
    }

    /// What stands in the way whatever the answer says.
    fn obstacle(
        &self,
        standing: &Standing,
        signer: &Signer,
        answer: &Answer,
    ) -> Result<Option<Problem>, Problem> {
        let dispute = self.read(|db| Ok(disputes::standing(db, &standing.session.id)?))?;
        if dispute.is_some() {
            return Ok(Some(Problem::new(ProblemCode::ChainRed).with("session", &standing.session.id)));
        }
        if standing.session.closed {
            return Ok(Some(Problem::new(ProblemCode::SessionClosed)));
        }
        if answer.kind().formal()
            && let Err(problem) = self.owned(&standing.deal, signer)
        {
            return Ok(Some(problem));
        }
        if matches!(answer, Answer::Accept { .. })
            && let Some(seen) = latest(&standing.log, Actor::VendorAgent)
            && seen.offer.expires() <= self.0.sources.now()
        {
            let expired = Problem::new(ProblemCode::OfferExpired).with("expires_at", &seen.offer.expires_at);
            return Ok(Some(expired));
        }
        Ok(None)
    }

    fn build(&self, standing: &Standing, form: &AnswerForm) -> Result<Built, Problem> {
        let theirs = latest(&standing.log, Actor::VendorAgent);
        let point = theirs.as_ref().map(|seen| seen.point);
        let given = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let simple = |answer, payload, answers| {
            Ok(Built { answer, payloads: vec![Stated::of(payload)], answers, offer: None })
        };
        match form {
            AnswerForm::Counter { form } => {
                let offer = offer_of(form)?;
                if offer.expires() <= self.0.sources.now() {
                    return Err(invalid("expires_at", Unfit::Past));
                }
                Ok(Built {
                    answer: Answer::Counter(terms_of(&offer)),
                    payloads: vec![Stated::of(Payload::CounterOffer(offer.clone()))],
                    answers: point,
                    offer: Some(offer),
                })
            }
            AnswerForm::Accept => {
                let seen = theirs.ok_or_else(|| gone(Missing::OpenOffer))?;
                let terms = terms_of(seen.offer);
                let reason = deal::acceptance_reason(&seen.point.hash);
                Ok(Built {
                    answer: Answer::Accept { ours: terms.clone(), theirs: terms },
                    payloads: vec![
                        Stated::of(Payload::CounterOffer(seen.offer.clone())),
                        Stated::of(Payload::SessionClose(Reason { reason: Some(reason) })),
                    ],
                    answers: point,
                    offer: Some(seen.offer.clone()),
                })
            }
            AnswerForm::Decline { reason } => {
                point.ok_or_else(|| gone(Missing::OpenOffer))?;
                simple(Answer::Decline, Payload::Decline(Reason { reason: given(reason) }), point)
            }
            AnswerForm::Message { subject, body } => {
                let message = Message { subject: given(subject), body: body.trim().to_owned() };
                let message = Message::read(&message.to_value()).map_err(|fault| unfit_payload(&fault))?;
                simple(Answer::Message, Payload::Message(message), None)
            }
            AnswerForm::Close { reason } => {
                simple(Answer::Close, Payload::SessionClose(Reason { reason: given(reason) }), None)
            }
        }
    }

    fn guard(
        &self,
        standing: &Standing,
        built: Built,
        mandate: Option<&deal::Mandate>,
    ) -> Result<Guarded, Problem> {
        let events = built
            .payloads
            .iter()
            .map(|stated| ExactEvent {
                kind: stated.kind().as_str().to_owned(),
                payload: stated.canonical().to_owned(),
                payload_hash: *stated.hash().bytes(),
            })
            .collect();
        let draft = Draft::new(built.answer, events, built.answers, head_point(&standing.log)?)
            .map_err(|error| invalid("answer", unfit_draft(error)))?;
        Ok(draft.guard(mandate, &self.history(&standing.deal, &standing.log)?))
    }
}

/// An offer at its place.
pub(crate) struct Seen<'a> {
    pub(crate) offer: &'a Offer,
    pub(crate) point: EventPoint,
}

/// The latest offer or counter of one side.
pub(crate) fn latest(log: &VerifiedLog, side: Actor) -> Option<Seen<'_>> {
    log.events().iter().rev().map(anp::verify::VerifiedEvent::event).find_map(|event| {
        let offer = event.stated.payload().offer().filter(|_| event.actor == side)?;
        let seq = u32::try_from(event.seq).ok()?;
        Some(Seen { offer, point: EventPoint { seq, hash: *event.hash.bytes() } })
    })
}

/// The verified head as the rules bind it.
pub(crate) fn head_point(log: &VerifiedLog) -> Result<HeadPoint, Problem> {
    let seq = u32::try_from(log.head().seq).map_err(|_| defect("a chain of billions"))?;
    Ok(HeadPoint { session: log.session().as_str().to_owned(), seq, hash: *log.head().hash.bytes() })
}
