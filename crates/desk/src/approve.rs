//! A person approves: the decision is made, signed, written down, and only then sent.

use std::sync::Arc;

use anp::event::Kind;
use deal::{
    Between, BetweenKind, DECISION_KIND, DecideError, EventPoint, Landing, Person, Seal as _, Signed, Unbound,
};
use store::tables::{disputes, mandates, outbox, sessions};

use crate::changed::Topic;
use crate::fault::{Point, point};
use crate::host_words::{AppendAnswer, read};
use crate::ledger;
use crate::outbox as parts;
use crate::people::dispute_problem;
use crate::review::{Pending, head_point};
use crate::state::{Desk, Signer, locked};
use crate::trouble::{defect, gone};
use crate::vendors::path_part;
use crate::view::{Approved, Problem, ProblemCode};

/// How often an approval may be bound to a newer head while messages keep coming.
const MOST_REBINDS: u32 = 16;

/// What the host said to one attempt to send. Where an answer stands is read off the
/// verified log, never off this.
enum Attempt {
    Taken,
    HeadMoved,
    Refused(Problem),
    Unclear(Problem),
}

impl Desk {
    /// Approves a reviewed answer and sends it.
    ///
    /// # Errors
    /// Where the review is not here any more, or the decision cannot be made.
    pub async fn approve(&self, ticket: &str) -> Result<Approved, Problem> {
        let signer = self.signer()?;
        let pending = locked(&self.0.reviews)
            .remove(ticket)
            .ok_or_else(|| gone("this review; review the answer again"))?;
        let _alone = self.0.sending.lock().await;
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
        let decided = pending
            .screened
            .decide(person, now.millis(), place, &*signer)
            .map_err(|refused| undecided(refused.why))?;
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
            };
            outbox::add(db, &answer, &parts::payloads_of(&answer.parts)?)?;
            record(db, &leaving, &signer)?;
            point(Point::DecisionWritten);
            Ok(())
        })?;
        point(Point::DecisionCommitted);
        self.tell(Topic::Deal, Some(&pending.deal));
        let outcome = self.send(leaving, &decision, &pending.session, &signer).await;
        self.tell(Topic::Deal, Some(&pending.deal));
        self.tell(Topic::Today, None);
        self.tell(Topic::App, None);
        outcome
    }

    /// Whether what was reviewed may still be decided: the chain is not in dispute and
    /// the mandate is the one under which the answer was guarded.
    fn still_open(&self, pending: &Pending) -> Result<(), Problem> {
        if let Some(red) = self.red(&pending.session)? {
            return Err(red);
        }
        let mandate = self.read(|db| Ok(mandates::latest(db, &pending.deal)?.map(|row| row.version)))?;
        if mandate != pending.screened.mandate_version() {
            return Err(gone("this review; the mandate has changed, review the answer again"));
        }
        Ok(())
    }

    /// The dispute of a session, if there is one.
    fn red(&self, session: &str) -> Result<Option<Problem>, Problem> {
        self.read(|db| {
            let head = sessions::get(db, session)?.map_or(0, |known| known.head_seq);
            Ok(disputes::standing(db, session)?.map(|dispute| dispute_problem(session, head, &dispute)))
        })
    }

    /// Sends until it is on the ledger, stale, refused, or unclear.
    async fn send(
        &self,
        mut leaving: Signed,
        decision: &str,
        session: &str,
        signer: &Arc<Signer>,
    ) -> Result<Approved, Problem> {
        for _ in 0..MOST_REBINDS {
            let attempt = self.attempt(&leaving, session, signer).await;
            point(Point::AnswerRead);
            let moved = match attempt {
                Attempt::Taken => false,
                Attempt::HeadMoved => true,
                Attempt::Refused(problem) => {
                    self.settle(decision, outbox::State::Refused)?;
                    return Err(problem);
                }
                Attempt::Unclear(problem) => return self.unclear(decision, &problem),
            };
            // The host's word is no proof: what stands there is learned by a verified log.
            if let Err(problem) = self.take_in(signer, session).await {
                return self.unclear(decision, &problem);
            }
            if let Some(places) = self.places(decision)? {
                return self.sent(leaving, session, places);
            }
            if !moved {
                return self.unclear(decision, &signer.client.confused("an answer that is not in its log"));
            }
            let red = self.red(session)?;
            match red.map_or_else(|| self.bind_again(leaving, decision, session, signer), |red| Ok(Err(red)))
            {
                Ok(Ok(bound)) => leaving = bound,
                Ok(Err(problem)) => {
                    self.settle(decision, outbox::State::Stale)?;
                    return Ok(Approved::Stale { problem });
                }
                Err(problem) => return self.unclear(decision, &problem),
            }
        }
        self.settle(decision, outbox::State::Stale)?;
        Ok(Approved::Stale {
            problem: Problem::new(ProblemCode::ApprovalStale).with("seq", "").with("kind", "message"),
        })
    }

    fn settle(&self, decision: &str, state: outbox::State) -> Result<(), Problem> {
        self.write(|db| Ok(outbox::settle(db, decision, state, None)?))
    }

    /// The places at which the intake found an answer.
    fn places(&self, decision: &str) -> Result<Option<(u64, u64)>, Problem> {
        let now = self.read(|db| Ok(outbox::get(db, decision)?))?;
        Ok(now.filter(|now| now.state == outbox::State::Sent).and_then(|now| now.places))
    }

    fn unclear(&self, decision: &str, problem: &Problem) -> Result<Approved, Problem> {
        tracing::warn!(code = ?problem.code, "it is unclear what became of an answer");
        self.settle(decision, outbox::State::Unknown)?;
        self.0.hurry.notify_waiters();
        Ok(Approved::Unknown)
    }

    /// The last step of the way out, proven by the verified log.
    fn sent(&self, leaving: Signed, session: &str, places: (u64, u64)) -> Result<Approved, Problem> {
        let row = self.read(|db| Ok(sessions::get(db, session)?))?.ok_or_else(|| gone("the session"))?;
        let log = self.verified(&row)?;
        let points: Vec<EventPoint> = log
            .events()
            .iter()
            .map(anp::verify::VerifiedEvent::event)
            .filter(|event| (places.0..=places.1).contains(&event.seq))
            .filter_map(|event| {
                Some(EventPoint { seq: u32::try_from(event.seq).ok()?, hash: *event.hash.bytes() })
            })
            .collect();
        landed(leaving, &points)?;
        Ok(Approved::Sent { seq: u32::try_from(places.1).unwrap_or(u32::MAX) })
    }

    async fn attempt(&self, leaving: &Signed, session: &str, signer: &Signer) -> Attempt {
        let route = path_part(session).map(|session| format!("sessions/{session}/events"));
        let posted = match route {
            Ok(route) => signer.client.post(&route, parts::request(leaving)).await,
            Err(problem) => return Attempt::Refused(problem),
        };
        let reply = match posted {
            Ok(reply) => reply,
            Err(problem) => return Attempt::Unclear(problem),
        };
        match (reply.status, error_code(&reply.body).as_deref()) {
            (200, _) => match read::<AppendAnswer>(&signer.client, "append", &reply.body) {
                Ok(_) => Attempt::Taken,
                Err(problem) => Attempt::Unclear(problem),
            },
            (409, Some("head_moved")) => Attempt::HeadMoved,
            (400 | 401 | 403 | 404 | 409 | 413 | 503, _) => {
                let refused = reply.success(&signer.client).err();
                Attempt::Refused(refused.unwrap_or_else(|| defect("append refused")))
            }
            (status, _) => Attempt::Unclear(signer.client.confused(&format!("status {status}"))),
        }
    }

    /// The head moved: binds the approval to the new one if only messages came.
    #[allow(clippy::type_complexity, reason = "the inner result is the approval's, the outer the desk's")]
    fn bind_again(
        &self,
        leaving: Signed,
        decision: &str,
        session: &str,
        signer: &Signer,
    ) -> Result<Result<Signed, Problem>, Problem> {
        let row = self.read(|db| Ok(sessions::get(db, session)?))?.ok_or_else(|| gone("the session"))?;
        let log = self.verified(&row)?;
        let from = u64::from(leaving.expected_head().seq);
        let came: Vec<Between> = log
            .events()
            .iter()
            .map(anp::verify::VerifiedEvent::event)
            .filter(|event| event.seq > from)
            .filter_map(|event| {
                Some(Between { seq: u32::try_from(event.seq).ok()?, kind: between(event.stated.kind()) })
            })
            .collect();
        let place = self.read(|db| ledger::next_place(db, &leaving.decision().place().ledger_id, signer))?;
        match leaving.rebind(head_point(&log)?, &came, self.0.sources.now().millis(), place, signer) {
            Ok(bound) => {
                let text = parts::text_of(&bound)?;
                self.write(|db| {
                    outbox::rebind(db, decision, &text)?;
                    record(db, &bound, signer)?;
                    point(Point::BoundAgain);
                    Ok(())
                })?;
                point(Point::BindingCommitted);
                Ok(Ok(bound))
            }
            Err(Unbound::Stale { came }) => {
                let first = came.first();
                let problem = Problem::new(ProblemCode::ApprovalStale)
                    .with("seq", first.map(|event| event.seq.to_string()).unwrap_or_default())
                    .with("kind", first.map_or("", |event| kind_name(event.kind)));
                Ok(Err(problem))
            }
            // The host says that the head moved, and its log does not.
            Err(Unbound::Refused(_)) => Err(signer.client.confused("a head that did not move")),
        }
    }

    /// Finds out what became of answers whose arrival is unclear: the log knows those
    /// that arrived; the others are sent again, to the same head and under the same
    /// decision, so that the host takes them at most once. True where some stay unclear
    /// and are to be asked after soon.
    pub(crate) async fn settle_outbox(&self, signer: &Arc<Signer>) -> Result<bool, Problem> {
        let Ok(_alone) = self.0.sending.try_lock() else { return Ok(true) };
        let unsettled = self.read(|db| Ok(outbox::unsettled(db)?))?;
        let mut open = false;
        for answer in unsettled {
            match self.settle_one(&answer, signer).await {
                Ok(settled) => open |= !settled,
                // A host that does not answer does not answer for the next either.
                Err(problem) if problem.code.is_host_trouble() => return Err(problem),
                Err(problem) => {
                    tracing::warn!(code = ?problem.code, "what became of an answer stays unclear");
                }
            }
        }
        Ok(open)
    }

    /// Whether nothing is left to ask the host about an answer.
    async fn settle_one(&self, answer: &outbox::Answer, signer: &Arc<Signer>) -> Result<bool, Problem> {
        if self.red(&answer.session)?.is_some() {
            return Ok(true);
        }
        self.take_in(signer, &answer.session).await?;
        let now = self.read(|db| Ok(outbox::get(db, &answer.decision)?))?;
        let unclear =
            now.is_some_and(|now| matches!(now.state, outbox::State::Sending | outbox::State::Unknown));
        let mut settled = true;
        if unclear && self.red(&answer.session)?.is_none() {
            if self.acceptance_too_late(answer)? {
                self.settle(&answer.decision, outbox::State::Refused)?;
            } else {
                let leaving = parts::resume(&answer.parts, signer)?;
                match self.send(leaving, &answer.decision, &answer.session, signer).await {
                    Ok(outcome) => settled = !matches!(outcome, Approved::Unknown),
                    Err(problem) => tracing::warn!(code = ?problem.code, "an answer was refused"),
                }
            }
        }
        self.tell(Topic::Deal, Some(&answer.deal));
        self.tell(Topic::Today, None);
        self.tell(Topic::App, None);
        Ok(settled)
    }
}

impl Desk {
    /// An acceptance that has not arrived is not sent again once the offer has expired.
    fn acceptance_too_late(&self, answer: &outbox::Answer) -> Result<bool, Problem> {
        let (Some(seq), true) = (answer.answers, answer.what == deal::AnswerKind::Accept.name()) else {
            return Ok(false);
        };
        let row =
            self.read(|db| Ok(sessions::get(db, &answer.session)?))?.ok_or_else(|| gone("the session"))?;
        let log = self.verified(&row)?;
        let accepted =
            log.events().iter().map(anp::verify::VerifiedEvent::event).find(|event| event.seq == seq);
        let offer = accepted.and_then(|event| event.stated.payload().offer());
        Ok(offer.is_none_or(|offer| offer.expires() <= self.0.sources.now()))
    }
}

/// The decision's entry on the deal's ledger.
fn record(db: &store::Connection, leaving: &Signed, signer: &Signer) -> Result<(), Problem> {
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

/// Takes an answer over its last steps, event by event as they stand in the log.
fn landed(leaving: Signed, points: &[EventPoint]) -> Result<deal::Sent, Problem> {
    let mut leaving = leaving;
    for point in points {
        match leaving.landed(*point).map_err(|_| defect("an event landed elsewhere"))? {
            Landing::Underway(rest) => leaving = rest,
            Landing::Sent(sent) => return Ok(sent),
        }
    }
    Err(defect("fewer events landed than were sent"))
}

fn undecided(why: DecideError) -> Problem {
    match why {
        DecideError::NotOwner => Problem::new(ProblemCode::NotOwner),
        DecideError::Expired => Problem::new(ProblemCode::OfferExpired),
        DecideError::Seal(_) => Problem::new(ProblemCode::KeyMissing),
        DecideError::PayloadHash | DecideError::LedgerId => defect("undecidable"),
    }
}

fn between(kind: Kind) -> BetweenKind {
    match kind {
        Kind::Message => BetweenKind::Message,
        Kind::Offer => BetweenKind::Offer,
        Kind::CounterOffer => BetweenKind::CounterOffer,
        Kind::Decline => BetweenKind::Decline,
        Kind::SessionClose => BetweenKind::Close,
        Kind::Envelope => BetweenKind::Envelope,
        Kind::SessionOpen => BetweenKind::Other,
    }
}

fn kind_name(kind: BetweenKind) -> &'static str {
    match kind {
        BetweenKind::Message => "message",
        BetweenKind::Offer => "offer",
        BetweenKind::CounterOffer => "counter_offer",
        BetweenKind::Decline => "decline",
        BetweenKind::Close => "session_close",
        BetweenKind::Envelope => "envelope",
        BetweenKind::Other => "other",
    }
}

fn error_code(body: &[u8]) -> Option<String> {
    let body: serde_json::Value = serde_json::from_slice(body).ok()?;
    Some(body.get("error")?.get("code")?.as_str()?.to_owned())
}
