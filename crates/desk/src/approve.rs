//! A person approves: the decision is made, signed, written down, and only then sent.

use deal::{DECISION_KIND, DecideError, Passage, Person, Screened, Seal as _, Signed};
use store::tables::{disputes, outbox, sessions};

use crate::changed::Topic;
use crate::fault::{Point, point};
use crate::ledger;
use crate::mandate;
use crate::office::DraftName;
use crate::outbox as parts;
use crate::people::dispute_problem;
use crate::review::Pending;
use crate::screening::{released, stopped};
use crate::send::Before;
use crate::state::{Desk, Signer, locked};
use crate::trouble::{defect, gone};
use crate::view::{Approved, Missing, Problem, ProblemCode, StopChannel};

impl Desk {
    /// Approves a reviewed answer and sends it.
    ///
    /// # Errors
    /// Where the review is not here any more, something of the answer is held, or the decision cannot be
    /// made.
    pub async fn approve(&self, ticket: &str) -> Result<Approved, Problem> {
        self.approve_releasing(ticket, &[]).await
    }

    /// Approves a reviewed answer of which the screen held something, releases exactly that, and sends it.
    /// `named` are the numbers of what is released among the review's marks.
    ///
    /// # Errors
    /// As [`Desk::approve`]; where something else is held than was named the review stays.
    pub async fn approve_releasing(&self, ticket: &str, named: &[u32]) -> Result<Approved, Problem> {
        self.not_halted()?;
        let signer = self.signer()?;
        let (pending, screened) = self.taken(ticket, named)?;
        let _alone = self.0.sending.lock().await;
        self.not_halted()?;
        self.still_open(&pending)?;
        let now = self.0.sources.now();
        let owns_deal = self.owned(&pending.deal, &signer).is_ok();
        let person = Person {
            id: signer.person.clone(),
            name: signer.name.clone(),
            fingerprint: signer.fingerprint(),
            owns_deal,
        };
        let place = self.read(|db| ledger::next_place(db, &pending.deal, &signer))?;
        let quorum = self.quorum(&pending.deal, &screened.to_vote_on())?;
        let at = (pending.deal.as_str(), StopChannel::Session);
        let decided = screened
            .decide(person, now.millis(), place, &*signer, &quorum)
            .map_err(|refused| self.refused_decision(at, &refused, now.millis(), &signer))?;
        let leaving = decided.sign(&*signer).map_err(|_| Problem::new(ProblemCode::KeyMissing))?;
        let decision = leaving.decision().id();
        point(Point::Decided);
        self.write(|db| {
            let answer = outbox::Answer {
                decision: decision.clone(),
                deal: pending.deal.clone(),
                session: pending.session.clone(),
                what: leaving.kind().name().to_owned(),
                state: outbox::State::Sending,
                parts: parts::text_of(&leaving)?,
                decided_at: now.to_text(),
                answers: leaving.answers().map(|point| u64::from(point.seq)),
                places: None,
                untried: true,
            };
            outbox::add(db, &answer, &parts::payloads_of(&answer.parts)?)?;
            record(db, &leaving, &signer)?;
            point(Point::DecisionWritten);
            Ok(())
        })?;
        point(Point::DecisionCommitted);
        self.tell(Topic::Deal, Some(&pending.deal));
        let outcome = self.send(leaving, Before::Never, &decision, &pending.session, &signer).await;
        self.tell(Topic::Deal, Some(&pending.deal));
        self.tell(Topic::Today, None);
        self.tell(Topic::App, None);
        outcome
    }

    /// Takes a review out, with what is held of it released.
    fn taken(&self, ticket: &str, named: &[u32]) -> Result<(Released, Screened), Problem> {
        let mut reviews = locked(&self.0.reviews);
        let pending = reviews.remove(ticket).ok_or_else(|| gone(Missing::Review))?;
        let Pending { deal, session, passage, mandate_version, draft } = pending;
        match released(passage, named) {
            Ok(screened) => Ok((Released { deal, session, mandate_version, draft }, screened)),
            Err(passage) => {
                let problem = not_released(&passage);
                let pending = Pending { deal, session, passage: *passage, mandate_version, draft };
                reviews.insert(ticket.to_owned(), pending);
                Err(problem)
            }
        }
    }

    /// Whether what was reviewed may still be decided: the chain is not in dispute and
    /// the mandate is the one under which the answer was guarded.
    fn still_open(&self, pending: &Released) -> Result<(), Problem> {
        if let Some(red) = self.red(&pending.session)? {
            return Err(red);
        }
        if let Some(draft) = &pending.draft {
            self.still_drafted(&pending.deal, draft)?;
        }
        let mandate = self.read(|db| mandate::latest_version(db, &pending.deal))?;
        if mandate != pending.mandate_version {
            return Err(gone(Missing::ReviewOfMandate));
        }
        Ok(())
    }

    /// The dispute of a session, if there is one.
    pub(crate) fn red(&self, session: &str) -> Result<Option<Problem>, Problem> {
        self.read(|db| {
            let head = sessions::get(db, session)?.map_or(0, |known| known.head_seq);
            Ok(disputes::standing(db, session)?.map(|dispute| dispute_problem(session, head, &dispute)))
        })
    }
}

/// A review that was taken out to be decided.
struct Released {
    deal: String,
    session: String,
    mandate_version: Option<u32>,
    draft: Option<DraftName>,
}

/// Why nothing was released.
pub(crate) fn not_released(passage: &Passage) -> Problem {
    match passage {
        Passage::Held(held) => stopped(held.held()),
        Passage::Clear(_) => gone(Missing::Released),
    }
}

/// The decision's entry on the deal's ledger.
pub(crate) fn record(db: &store::Connection, leaving: &Signed, signer: &Signer) -> Result<(), Problem> {
    let decision = leaving.decision();
    let at = anp::time::Moment::from_millis(decision.at_unix_ms()).to_text();
    ledger::append(
        db,
        &ledger::Entry {
            kind: DECISION_KIND,
            payload: decision.statement(),
            place: decision.place(),
            signature: decision.signature(),
            signer: &signer.fingerprint_text(),
            at: &at,
        },
    )
}

pub(crate) fn undecided(why: DecideError) -> Problem {
    match why {
        DecideError::NotOwner => Problem::new(ProblemCode::NotOwner),
        DecideError::Outside => Problem::new(ProblemCode::OutsideMandate),
        DecideError::Expired => Problem::new(ProblemCode::OfferExpired),
        DecideError::Seal(_) => Problem::new(ProblemCode::KeyMissing),
        DecideError::PayloadHash | DecideError::LedgerId | DecideError::Quorum => defect("undecidable"),
    }
}
