//! A decided request is sent: written down first, to the letter, under its one name.

use std::sync::Arc;

use adcp::answer::Reading;
use adcp::message;
use adcp::task_error::Again;
use anp::digest::{EventHash, sha256};
use anp::json::{Value, canonical};
use anp::office::kind;
use deal::{Attempt, ClearError, Person, Screened, Seal as _};
use store::tables::adcp::{self as rows, Answer, Kind, Request, Seller, State};

use super::book::Book;
use super::line::Heard;
use super::review::{PendingRequest, Taken, hold_over, kind_of, media_request};
use super::seller::{cause, trouble};
use super::visit::Visit;
use crate::approve::{not_released, record};
use crate::changed::Topic;
use crate::keys::blocking;
use crate::outbox as parts;
use crate::screening::{down, released, stopped};
use crate::state::{Desk, Signer, locked};
use crate::stops::Leaves;
use crate::trouble::{defect, gone};
use crate::view::{AdcpState, Missing, Problem, ProblemCode, StopChannel};
use crate::{ledger, mandate};

/// The first pause before the same bytes go again, in milliseconds; it doubles up to the longest.
const FIRST_PAUSE_MS: i64 = 2_000;
const LONGEST_PAUSE_MS: i64 = 300_000;

/// How long before its end a seller's memory of a key is not relied on any more, in milliseconds.
const REPLAY_MARGIN_MS: i64 = 60_000;

impl Desk {
    /// Decides a reviewed request and sends it; `named` are the numbers of the review's marks that the
    /// person releases. What became of it is its state, not an error.
    ///
    /// # Errors
    /// Where the review is not here any more, or the decision cannot be made: a hold that has ended while
    /// the person looked at it is refused here.
    pub async fn adcp_send(&self, ticket: &str, named: &[u32]) -> Result<AdcpState, Problem> {
        self.not_halted()?;
        let signer = self.signer()?;
        let (pending, screened) = self.taken_request(ticket, named)?;
        let _alone = self.0.adcp.alone.lock().await;
        let version = self.read(|db| mandate::latest_version(db, &pending.deal))?;
        if version != pending.mandate_version {
            return Err(gone(Missing::ReviewOfMandate));
        }
        let book = self.read(|db| Book::read(db, &pending.deal))?;
        if let Some(open) = pending.about.iter().find_map(|id| book.unsettled(id)) {
            return Err(Problem::new(ProblemCode::Unsettled).with("number", open.row.number));
        }
        if let Some(problem) = self.clock_trouble(&pending.deal).filter(|_| pending.hold_ends.is_some()) {
            return Err(problem);
        }
        let replay = book.capabilities.as_ref().and_then(|known| known.replay_seconds);
        let seller = book.seller.ok_or_else(|| gone(Missing::Seller))?;
        let replay = replay.ok_or_else(|| trouble(&seller.url, "no_replay"))?;
        // Asked for before anything is written down: a locked keychain sends nothing.
        self.door(&seller).await?;
        let now = self.0.sources.now();
        let person = Person {
            id: signer.person.clone(),
            name: signer.name.clone(),
            fingerprint: signer.fingerprint(),
            owns_deal: self.owned(&pending.deal, &signer).is_ok(),
        };
        let place = self.read(|db| ledger::next_place(db, &pending.deal, &signer))?;
        let ends = pending.hold_ends.clone();
        let quorum = self.quorum(&pending.deal, &screened.to_vote_on())?;
        let decided = screened.decide(person, now.millis(), place, &*signer, &quorum).map_err(|refused| {
            let at = (pending.deal.as_str(), StopChannel::Media);
            match self.refused_decision(at, &refused, now.millis(), &signer) {
                problem if problem.code == ProblemCode::OfferExpired => hold_over(ends.as_deref()),
                problem => problem,
            }
        })?;
        let leaving = decided.sign(&*signer).map_err(|_| Problem::new(ProblemCode::KeyMissing))?;
        let last = book.exchanges.last().map_or(0, |last| last.row.number);
        let row = Request {
            key: pending.key.clone(),
            deal: pending.deal.clone(),
            number: last.saturating_add(1),
            tool: pending.tool.to_owned(),
            arguments: pending.arguments,
            decision: leaving.decision().id(),
            parts: parts::text_of(&leaving)?,
            by_name: signer.name.clone(),
            decided_at: now.to_text(),
            replay_s: u32::try_from(replay).unwrap_or(u32::MAX),
            state: State::Due,
            sends: 0,
            task: String::new(),
            due_ms: None,
            trouble: String::new(),
        };
        self.write(|db| {
            rows::add(db, &row)?;
            record(db, &leaving, &signer)?;
            if pending.departures.is_empty() {
                return Ok(());
            }
            let statement = departures_text(&row, &pending.departures);
            ledger::state(db, &row.deal, (kind::ADCP_DEPARTURES, &statement), &signer, &now.to_text())
        })?;
        self.tell(Topic::Deal, Some(&row.deal));
        self.try_request(&row.key, &seller, &signer).await
    }

    /// Takes a review out, with what is held of it released.
    fn taken_request(&self, ticket: &str, named: &[u32]) -> Result<(Taken, Screened), Problem> {
        let mut reviews = locked(&self.0.adcp.reviews);
        let pending = reviews.remove(ticket).ok_or_else(|| gone(Missing::Review))?;
        let PendingRequest { taken, passage } = pending;
        match released(passage, named) {
            Ok(screened) => Ok((taken, screened)),
            Err(passage) => {
                let problem = not_released(&passage);
                reviews.insert(ticket.to_owned(), PendingRequest { taken, passage: *passage });
                Err(problem)
            }
        }
    }

    /// One sending of a request, the first or the same again.
    pub(super) async fn try_request(
        &self,
        key: &str,
        seller: &Seller,
        signer: &Arc<Signer>,
    ) -> Result<AdcpState, Problem> {
        let mut row = self.read(|db| Ok(rows::get(db, key)?))?.ok_or_else(|| gone(Missing::Request))?;
        if row.sends == 0 {
            let matter = parts::resume(&row.parts, signer)?.to_vote_on(None);
            if let Err(problem) = self.demands_anew(signer, &matter).await {
                // The host's word is waited for; the request is not refused by it.
                row.due_ms = Some(self.after(pause_ms(row.sends)));
                row.trouble = serde_json::to_string(&problem).unwrap_or_default();
                return self.stand(&row, None);
            }
        }
        // The screen is read by a process of its own, which blocks.
        let (desk, by, asked) = (self.clone(), Arc::clone(signer), row.clone());
        if let Err(problem) = blocking(move || desk.adcp_clear(&asked, &by)).await? {
            // Nothing is sent. What was sent before may have arrived all the same.
            row.due_ms = None;
            row.trouble = serde_json::to_string(&problem).unwrap_or_default();
            if row.state == State::Due {
                row.state = State::Refused;
            }
            return self.stand(&row, None);
        }
        let door = self.door(seller).await?;
        let before = row.clone();
        // An answer that came stays the answer while it is heard once more.
        if row.state != State::Answered {
            row.state = State::Sent;
        }
        row.sends = row.sends.saturating_add(1);
        row.due_ms = None;
        row.trouble = String::new();
        self.stand(&row, None)?;
        let visit = door.call(&row.tool, &row.arguments).await;
        match visit {
            Visit::Came(heard) => {
                self.note_clock(&row.deal, &heard);
                self.note_seller(&row.deal, None);
                self.came(row, &before, heard)
            }
            Visit::NotSent(why) => {
                // This attempt has not arrived. An earlier one may have.
                let row = Request { state: before.state, sends: before.sends, ..row };
                let denied = matches!(why, super::line::Trouble::Denied);
                let pause = !denied && row.state != State::Answered;
                let pause = pause.then(|| self.after(pause_ms(row.sends)));
                self.off(Request { due_ms: pause, ..row }, seller, cause(why))
            }
            Visit::Lost(why) => {
                let due_ms = (row.state != State::Answered).then(|| self.after(pause_ms(row.sends)));
                self.off(Request { due_ms, ..row }, seller, cause(why))
            }
        }
    }

    /// Whether a request may be sent now: the seller still knows its key, and guardrail and mandate let it
    /// through as they are now. It is taken up from what the person signed.
    fn adcp_clear(&self, row: &Request, signer: &Signer) -> Result<(), Problem> {
        let book = self.read(|db| Book::read(db, &row.deal))?;
        let exchange = book.exchanges.iter().find(|exchange| exchange.row.key == row.key);
        let exchange = exchange.ok_or_else(|| gone(Missing::Request))?;
        let now = self.0.sources.now();
        let again = row.sends > 0;
        if again && now.millis() > known_until(row).saturating_sub(REPLAY_MARGIN_MS) {
            let url = book.seller.as_ref().map(|seller| seller.url.clone()).unwrap_or_default();
            return Err(trouble(&url, "replay_over"));
        }
        let leaving = parts::resume(&row.parts, signer)?;
        if leaving.exact_events().first().is_none_or(|event| event.payload != row.arguments) {
            return Err(defect("stored request"));
        }
        let request = media_request(&book, kind_of(exchange), &exchange.sources());
        let mandate = self.read(|db| mandate::current(db, &row.deal, signer))?;
        let history = book.history(now, &row.key);
        let quorum = self.quorum(&row.deal, &leaving.request_to_vote_on(&request));
        let attempt =
            if again { Attempt::Again } else { Attempt::First(quorum.as_ref().map_err(Clone::clone)?) };
        let scenario = self.scenario(&row.deal, mandate.as_ref())?;
        let own = self.screen()?;
        let screen = (&own as &dyn deal::Screen, &scenario);
        let cleared = leaving.clear_media(&request, mandate.as_ref(), &history, attempt, screen);
        if let Err(why) = &cleared {
            let leaves = Leaves::of(&row.deal, StopChannel::Media, leaving.exact_events());
            self.note_unclear(&leaves, why, signer);
        }
        match cleared {
            Ok(_) => Ok(()),
            Err(ClearError::Outside(_)) => Err(Problem::new(ProblemCode::OutsideMandate)),
            Err(ClearError::Expired) => Err(hold_over(None)),
            Err(ClearError::Quorum) => Err(Problem::new(ProblemCode::QuorumNeeded).with("state", "open")),
            Err(ClearError::TermsDiffer) => Err(defect("stored request's terms")),
            Err(ClearError::Stopped(found)) => Err(stopped(&found)),
            Err(ClearError::ScreenDown(why)) => Err(down(why)),
        }
    }

    /// Takes in what came to a request.
    fn came(&self, row: Request, before: &Request, heard: Heard) -> Result<AdcpState, Problem> {
        let first = before.sends == 0;
        let reading = message::brought(&heard.message).reading();
        let answered = before.state == State::Answered;
        let row = match reading {
            Reading::Done(_) => Request { state: State::Answered, task: String::new(), ..row },
            Reading::Pending { task_id } => Request {
                state: State::Pending,
                task: task_id,
                due_ms: Some(self.after(FIRST_PAUSE_MS)),
                ..row
            },
            Reading::NeedsInput(_) => Request { state: State::NeedsInput, ..row },
            // An answer that came stays the answer, whatever is said to its repetition.
            Reading::Failed(_) | Reading::Unreadable if answered => Request { state: State::Answered, ..row },
            Reading::Failed(error) => match (error.again(), error.code.as_deref()) {
                (Again::SameKey(wait), _) => {
                    let due_ms = Some(self.after(i64::from(wait) * 1000));
                    Request { state: State::Waiting, due_ms, ..row }
                }
                // Words alone say nothing of what was done.
                (_, None) => Request { due_ms: Some(self.after(pause_ms(row.sends))), ..row },
                // The same bytes under the same key are no conflict: what became of them stays in doubt.
                (_, Some("IDEMPOTENCY_CONFLICT" | "IDEMPOTENCY_EXPIRED")) if !first => row,
                _ => Request { state: State::Refused, ..row },
            },
            Reading::Unreadable => Request { due_ms: Some(self.after(pause_ms(row.sends))), ..row },
        };
        let answer = Answer {
            number: 0,
            kind: Kind::Call,
            came_at: self.stamp(),
            message: heard.message.into_bytes(),
        };
        self.stand(&row, Some(&answer))
    }

    /// No answer: what stands beside the request is the trouble with the line.
    fn off(&self, row: Request, seller: &Seller, cause: &str) -> Result<AdcpState, Problem> {
        let problem = trouble(&seller.url, cause);
        let row = Request { trouble: serde_json::to_string(&problem).unwrap_or_default(), ..row };
        tracing::warn!(cause, "a seller gave no answer");
        self.note_seller(&row.deal, Some(problem));
        self.stand(&row, None)
    }

    /// Writes down where a request stands, with what came, in one transaction.
    pub(super) fn stand(&self, row: &Request, answer: Option<&Answer>) -> Result<AdcpState, Problem> {
        let signer = self.now().signer.clone();
        self.write(|db| {
            if let Some(answer) = answer {
                let place = rows::keep(db, &row.key, answer)?;
                // What came is bound by the hash of its bytes as soon as it is here.
                if let Some(signer) = &signer {
                    let said = (kind::ADCP_ANSWER, answer_text(row, place, answer));
                    ledger::state(db, &row.deal, (said.0, &said.1), signer, &answer.came_at)?;
                }
            }
            Ok(rows::stand(db, row)?)
        })?;
        self.shared();
        self.tell(Topic::Deal, Some(&row.deal));
        self.tell(Topic::Today, None);
        self.0.adcp.hurry.notify_waiters();
        self.adcp_state(&row.deal, &row.key)
    }

    pub(super) fn after(&self, millis: i64) -> i64 {
        self.0.sources.now().millis().saturating_add(millis)
    }
}

/// Until when the seller knows a key again, in milliseconds since 1970.
pub(super) fn known_until(row: &Request) -> i64 {
    let from = anp::time::Moment::parse(&row.decided_at).map_or(0, anp::time::Moment::millis);
    from.saturating_add(i64::from(row.replay_s).saturating_mul(1000))
}

pub(super) fn pause_ms(times: u32) -> i64 {
    FIRST_PAUSE_MS.saturating_mul(1 << times.saturating_sub(1).min(10)).min(LONGEST_PAUSE_MS)
}

fn answer_text(row: &Request, place: u64, answer: &Answer) -> String {
    let to = if answer.kind == Kind::Status { "status" } else { "call" };
    canonical(&Value::object([
        ("idempotency_key", Value::from(row.key.as_str())),
        ("place", Value::from(u32::try_from(place).unwrap_or(u32::MAX))),
        ("sha256", Value::from(EventHash(sha256(&answer.message)).to_string())),
        ("to", Value::from(to)),
    ]))
}

fn departures_text(row: &Request, departures: &[String]) -> String {
    let accepted = departures.iter().map(|id| Value::from(id.as_str())).collect();
    canonical(&Value::object([
        ("departures", Value::Array(accepted)),
        ("idempotency_key", Value::from(row.key.as_str())),
    ]))
}
