//! Before a person decides on a request: exactly what would leave, held against the protocol, the mandate
//! and the screen.

use adcp::digest::TermsDigest;
use adcp::key::IdempotencyKey;
use adcp::request::refine::Dimension;
use adcp::request::words;
use anp::digest::{PayloadHash, sha256};
use anp::json::Value;
use anp::time::Moment;
use deal::{Answer, AnswerKind, Draft, EventPoint, ExactEvent, HeadPoint, MediaRequest, MediaTerms, Passage};
use money::{Amount, Currency, Money};

use super::book::{Book, Exchange, Proposal, text};
use super::form::{Making, fault_view, form_of, revision_of};
use super::seller::trouble;
use super::show_answer::departure_ids;
use crate::guard_view::{Listed, findings};
use crate::mandate;
use crate::screening::passed;
use crate::state::{Desk, Signer, locked};
use crate::stops::Leaves;
use crate::trouble::gone;
use crate::unfit::unfit_draft;
use crate::view::{
    AdcpForm, AdcpReview, AdcpRevision, AdcpWords, Missing, Problem, ProblemCode, Review, ReviewEvent,
    StopChannel, StopWhen, Unfit,
};
use crate::wire_form::invalid;

/// Reviews that may wait at once.
const REVIEWS_KEPT: usize = 16;

/// A reviewed request that may be decided.
pub(crate) struct PendingRequest {
    pub(crate) taken: Taken,
    pub(crate) passage: Passage,
}

/// What of it goes on with the decision.
pub(crate) struct Taken {
    pub(crate) deal: String,
    pub(crate) key: String,
    pub(crate) tool: &'static str,
    pub(crate) arguments: String,
    pub(crate) about: Vec<String>,
    /// Departures that the person has accepted, for the ledger.
    pub(crate) departures: Vec<String>,
    pub(crate) hold_ends: Option<String>,
    pub(crate) mandate_version: Option<u32>,
}

impl Desk {
    /// What a revision would say of requirements that the seller does not declare, for a person to choose.
    ///
    /// # Errors
    /// Where the deal has no seller, or the form cannot be read.
    pub fn adcp_words(&self, deal: &str, form: &AdcpRevision) -> Result<AdcpWords, Problem> {
        let book = self.read(|db| Book::read(db, deal))?;
        let known = book.capabilities.ok_or_else(|| gone(Missing::Capabilities))?;
        let revision = revision_of(form, 0)?;
        let support = known.refinement;
        let undeclared: Vec<Dimension> = revision
            .dimensions()
            .into_iter()
            .filter(|dimension| {
                support.as_ref().is_some_and(|support| support.supports(*dimension) == Some(false))
            })
            .collect();
        Ok(AdcpWords {
            undeclared: undeclared.iter().map(|dimension| dimension.as_str().to_owned()).collect(),
            instead: form_of(form, &words::in_words(&revision, &undeclared)),
        })
    }

    /// Reviews a request: nothing leaves, nothing is decided.
    ///
    /// # Errors
    /// Where the deal has no seller, the form cannot be read, or something of it is not here any more.
    pub fn adcp_review(&self, deal: &str, form: &AdcpForm) -> Result<AdcpReview, Problem> {
        let signer = self.signer()?;
        let owned = self.owned(deal, &signer)?;
        let book = self.read(|db| Book::read(db, deal))?;
        let seller = book.seller.clone().ok_or_else(|| gone(Missing::Seller))?;
        let version = spoken(&book, &seller.url)?;
        let key = IdempotencyKey::from_random(self.0.sources.bytes());
        let account = serde_json::from_str(&seller.account).map_err(|_| gone(Missing::Seller))?;
        let at = self.stamp();
        let making = Making {
            book: &book,
            version: &version,
            key: &key,
            account: &account,
            brand: &seller.brand,
            signatory: &signer.name,
            at: &at,
        };
        let built = making.build(form)?;
        let hold_ends = hold_ends(&book, built.kind, &built.about);
        let payload = match &built.arguments {
            Ok(arguments) => arguments.text().to_owned(),
            Err(faults) => {
                let first = faults.first().map(|fault| fault.path.clone()).unwrap_or_default();
                let obstacle = invalid(&first, Unfit::BeforeProtocol);
                let review = self.bare(deal, &owned.vendor, &signer, Some(obstacle));
                let faults = faults.iter().map(fault_view).collect();
                return Ok(AdcpReview { review, faults, hold_ends });
            }
        };
        let taken = Taken {
            deal: deal.to_owned(),
            key: key.as_str().to_owned(),
            tool: built.tool,
            arguments: payload,
            about: built.about,
            departures: accepted_departures(form).to_vec(),
            hold_ends: hold_ends.clone(),
            mandate_version: None,
        };
        let review = self.review_taken(&book, built.kind, taken)?;
        Ok(AdcpReview { review, faults: Vec::new(), hold_ends })
    }

    /// Reviews a request that is there to its last byte.
    pub(super) fn review_taken(
        &self,
        book: &Book,
        kind: AnswerKind,
        taken: Taken,
    ) -> Result<Review, Problem> {
        let signer = self.signer()?;
        let (deal, payload) = (taken.deal.clone(), taken.arguments.clone());
        let owned = self.owned(&deal, &signer)?;
        let obstacle = self.adcp_obstacle(book, kind, &taken)?;
        let hash = sha256(payload.as_bytes());
        let event = ExactEvent { kind: taken.tool.to_owned(), payload: payload.clone(), payload_hash: hash };
        let request = media_request(book, kind, &taken.about);
        let (head, answers) = points(book, &deal, &taken.about);
        let draft = Draft::new(Answer::Media(request), vec![event.clone()], answers, head)
            .map_err(|error| invalid("request", unfit_draft(error)))?;
        let mandate = self.read(|db| mandate::current(db, &deal, &signer))?;
        let guarded = draft.guard(mandate.as_ref(), &book.history(self.0.sources.now(), ""));
        let guard = findings(guarded.violations(), &Listed { conditions: &[], mandate: mandate.as_ref() });
        let seen = self.screened(guarded, &deal, mandate.as_ref())?;
        let leaves = Leaves { deal: &deal, channel: StopChannel::Media, payloads: vec![&payload] };
        self.note_stop(&leaves, StopWhen::Deciding, &seen.spoken, &signer);
        let voted = |passage: &Passage| self.quorum(&deal, &passage.to_vote_on()).err();
        let vote = seen.passage.as_ref().and_then(voted);
        let hindered = obstacle.is_some();
        let obstacle = obstacle.or(seen.obstacle).or(vote);
        let review = Review {
            events: vec![ReviewEvent {
                kind: event.kind,
                payload: payload.clone(),
                payload_hash: PayloadHash(hash).to_string(),
            }],
            answers_seq: answers.map(|point| point.seq),
            guard,
            screen: seen.screen,
            ..self.bare(&deal, &owned.vendor, &signer, obstacle)
        };
        // One that lacks the vote alone is kept: the vote is asked for by its ticket.
        if let Some(passage) = seen.passage.filter(|_| !hindered) {
            let mandate_version = mandate.as_ref().map(deal::Mandate::version);
            let taken = Taken { mandate_version, ..taken };
            let mut reviews = locked(&self.0.adcp.reviews);
            if reviews.len() >= REVIEWS_KEPT {
                reviews.clear();
            }
            reviews.insert(review.ticket.clone(), PendingRequest { taken, passage });
        }
        Ok(review)
    }

    fn bare(&self, deal: &str, vendor: &str, signer: &Signer, obstacle: Option<Problem>) -> Review {
        Review {
            ticket: self.0.sources.id(),
            session: session_of(deal),
            counterparty: vendor.to_owned(),
            in_name_of: signer.name.clone(),
            fingerprint: signer.fingerprint_text(),
            events: Vec::new(),
            answers_seq: None,
            offer: None,
            guard: Vec::new(),
            screen: passed(),
            obstacle,
        }
    }

    /// What stands in the way whatever the request says.
    fn adcp_obstacle(
        &self,
        book: &Book,
        kind: AnswerKind,
        taken: &Taken,
    ) -> Result<Option<Problem>, Problem> {
        let binds = matches!(kind, AnswerKind::FinalizeProposals | AnswerKind::AcceptProposal);
        for id in &taken.about {
            let proposal = book.proposal(id).ok_or_else(|| gone(Missing::Proposal))?;
            if let Some(open) = book.unsettled(id) {
                return Ok(Some(Problem::new(ProblemCode::Unsettled).with("number", open.row.number)));
            }
            if let Some(problem) = departs(book, proposal, &taken.departures).filter(|_| binds) {
                return Ok(Some(problem));
            }
        }
        if kind == AnswerKind::AcceptProposal {
            if let Some(problem) = self.clock_trouble(&taken.deal) {
                return Ok(Some(problem));
            }
            let held = taken.about.first().and_then(|id| book.proposal(id));
            let now = self.0.sources.now();
            if held.is_some_and(|held| held.expires().is_none_or(|end| end <= now)) {
                return Ok(Some(hold_over(taken.hold_ends.as_deref())));
            }
        }
        Ok(None)
    }
}

/// Departures of a proposal's products that the person has not accepted.
fn departs(book: &Book, proposal: &Proposal, accepted: &[String]) -> Option<Problem> {
    let open = departure_ids(book, proposal).into_iter().filter(|id| !accepted.contains(id)).count();
    (open > 0).then(|| Problem::new(ProblemCode::DeparturesOpen).with("count", open))
}

pub(crate) fn hold_over(ends: Option<&str>) -> Problem {
    Problem::new(ProblemCode::HoldOver).with("expires_at", ends.unwrap_or_default())
}

fn accepted_departures(form: &AdcpForm) -> &[String] {
    match form {
        AdcpForm::Finalize { departures, .. } | AdcpForm::Accept { departures, .. } => departures,
        _ => &[],
    }
}

/// The name under which decisions about a deal's media stand.
pub(crate) fn session_of(deal: &str) -> String {
    format!("adcp:{deal}")
}

/// The release that is spoken with a seller to whom something may be sent. One that declares no replay time
/// might do twice what was lost once: nothing is sent to it.
fn spoken(book: &Book, url: &str) -> Result<String, Problem> {
    let known = book.capabilities.as_ref().ok_or_else(|| trouble(url, "not_asked"))?;
    let version = known.version().ok_or_else(|| trouble(url, "no_version"))?;
    known.replay_seconds.ok_or_else(|| trouble(url, "no_replay"))?;
    Ok(version.to_owned())
}

pub(super) fn hold_ends(book: &Book, kind: AnswerKind, about: &[String]) -> Option<String> {
    let held = about.first().filter(|_| kind == AnswerKind::AcceptProposal)?;
    text(&book.proposal(held)?.value, "expires_at").map(str::to_owned)
}

/// A request with what the rules judge of it, from what the seller said.
pub(crate) fn media_request(book: &Book, kind: AnswerKind, about: &[String]) -> MediaRequest {
    let binds = matches!(kind, AnswerKind::FinalizeProposals | AnswerKind::AcceptProposal);
    let terms = about.iter().filter(|_| binds).filter_map(|id| book.proposal(id)).map(terms_of).collect();
    MediaRequest { kind, theirs: book.names(), terms }
}

fn terms_of(proposal: &Proposal) -> MediaTerms {
    let terms = proposal.terms();
    MediaTerms {
        digest: proposal.digest().as_ref().map(TermsDigest::to_string).unwrap_or_default(),
        total: terms.and_then(total_of),
        ends: proposal.ends_media_buy(),
        until_unix_ms: proposal.expires().map(Moment::millis),
    }
}

/// The total budget of terms.
pub(crate) fn total_of(terms: &Value) -> Option<Money> {
    let budget = terms.get("total_budget")?;
    let amount: Amount = adcp::number::amount(budget.get("amount")?)?;
    Some(Money::new(amount, Currency::parse(text(budget, "currency")?).ok()?))
}

/// The kind of a stored request.
pub(crate) fn kind_of(exchange: &Exchange) -> AnswerKind {
    match exchange.row.tool.as_str() {
        "request_proposals" => AnswerKind::RequestProposals,
        "accept_proposal" => AnswerKind::AcceptProposal,
        "decline_proposals" => AnswerKind::DeclineProposals,
        _ if exchange.finalizes() => AnswerKind::FinalizeProposals,
        _ => AnswerKind::ReviseProposals,
    }
}

/// What a decision binds in the place of a chain's head, and the answer that it is about: numbers of
/// requests with the SHA-256 of the answers' bytes.
fn points(book: &Book, deal: &str, about: &[String]) -> (HeadPoint, Option<EventPoint>) {
    let point = |exchange: &Exchange| {
        let answer = exchange.answer.as_ref()?;
        Some(EventPoint { seq: exchange.row.number, hash: sha256(answer.text.as_bytes()) })
    };
    let last = book.exchanges.iter().rev().find_map(point);
    let head = HeadPoint {
        session: session_of(deal),
        seq: last.map_or(0, |last| last.seq),
        hash: last.map_or([0; 32], |last| last.hash),
    };
    let source = about.iter().filter_map(|id| book.proposal(id)).map(|proposal| proposal.exchange).max();
    (head, source.and_then(|place| book.exchanges.get(place)).and_then(point))
}
