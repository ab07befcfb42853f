//! A person approves: the decision is made, signed, written down, and only then sent.

use std::sync::Arc;

use anp::event::Kind;
use deal::{
    Between, BetweenKind, DECISION_KIND, DecideError, EventPoint, Landing, Person, Refused, Seal as _,
    Signed, Unbound,
};
use store::tables::{outbox, sessions};

use crate::changed::Topic;
use crate::host_words::{AppendAnswer, read};
use crate::ledger;
use crate::outbox as parts;
use crate::review::head_point;
use crate::state::{Desk, Signer, locked};
use crate::trouble::{defect, gone};
use crate::vendors::path_part;
use crate::view::{Approved, Problem, ProblemCode};

/// How often an approval may be bound to a newer head while messages keep coming.
const MOST_REBINDS: u32 = 16;

/// What came of one attempt to send.
enum Attempt {
    Landed(Vec<EventPoint>),
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
            record(db, &leaving, &signer)
        })?;
        self.tell(Topic::Deal, Some(&pending.deal));
        let outcome = self.send(leaving, &decision, &pending.session, &signer).await;
        self.tell(Topic::Deal, Some(&pending.deal));
        self.tell(Topic::Today, None);
        self.tell(Topic::App, None);
        outcome
    }

    /// Sends until it is on the ledger, stale, refused, or unclear.
    async fn send(
        &self,
        mut leaving: Signed,
        decision: &str,
        session: &str,
        signer: &Arc<Signer>,
    ) -> Result<Approved, Problem> {
        let settle = |state, places| self.write(|db| Ok(outbox::settle(db, decision, state, places)?));
        for _ in 0..MOST_REBINDS {
            match self.attempt(&leaving, session, signer).await? {
                Attempt::Landed(points) => {
                    let places = landed(leaving, &points)?;
                    settle(outbox::State::Sent, Some(places))?;
                    // The replica learns of it as of everything: by a verified log.
                    if let Err(problem) = self.take_in(signer, session).await {
                        tracing::warn!(code = ?problem.code, "the log could not be fetched after sending");
                    }
                    return Ok(Approved::Sent { seq: u32::try_from(places.1).unwrap_or(u32::MAX) });
                }
                Attempt::Refused(problem) => {
                    settle(outbox::State::Refused, None)?;
                    return Err(problem);
                }
                Attempt::Unclear(problem) => {
                    tracing::warn!(code = ?problem.code, "no answer after sending");
                    settle(outbox::State::Unknown, None)?;
                    self.0.hurry.notify_waiters();
                    return Ok(Approved::Unknown);
                }
                Attempt::HeadMoved => {
                    self.take_in(signer, session).await?;
                    match self.bind_again(leaving, decision, session, signer)? {
                        Ok(bound) => leaving = bound,
                        Err(problem) => {
                            settle(outbox::State::Stale, None)?;
                            return Ok(Approved::Stale { problem });
                        }
                    }
                }
            }
        }
        settle(outbox::State::Stale, None)?;
        Ok(Approved::Stale {
            problem: Problem::new(ProblemCode::ApprovalStale).with("seq", "").with("kind", "message"),
        })
    }

    async fn attempt(&self, leaving: &Signed, session: &str, signer: &Signer) -> Result<Attempt, Problem> {
        let path = format!("sessions/{}/events", path_part(session)?);
        let reply = match signer.client.post(&path, parts::request(leaving)).await {
            Ok(reply) => reply,
            Err(problem) => return Ok(Attempt::Unclear(problem)),
        };
        let code = error_code(&reply.body);
        match (reply.status, code.as_deref()) {
            (200, _) => match read::<AppendAnswer>(&signer.client, "append", &reply.body) {
                Ok(answer) => answer
                    .events
                    .iter()
                    .map(|event| {
                        let hash = anp::digest::EventHash::parse(&event.event_hash).ok()?;
                        Some(EventPoint { seq: u32::try_from(event.seq).ok()?, hash: *hash.bytes() })
                    })
                    .collect::<Option<Vec<_>>>()
                    .map(Attempt::Landed)
                    .map_or_else(|| Ok(Attempt::Unclear(signer.client.confused("append"))), Ok),
                Err(problem) => Ok(Attempt::Unclear(problem)),
            },
            (409, Some("head_moved")) => Ok(Attempt::HeadMoved),
            (400 | 401 | 403 | 404 | 409 | 413 | 503, _) => {
                let refused = reply.success(&signer.client).err();
                Ok(Attempt::Refused(refused.unwrap_or_else(|| defect("append refused"))))
            }
            (status, _) => Ok(Attempt::Unclear(signer.client.confused(&format!("status {status}")))),
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
                    record(db, &bound, signer)
                })?;
                Ok(Ok(bound))
            }
            Err(Unbound::Stale { came }) => {
                let first = came.first();
                let problem = Problem::new(ProblemCode::ApprovalStale)
                    .with("seq", first.map(|event| event.seq.to_string()).unwrap_or_default())
                    .with("kind", first.map_or("", |event| kind_name(event.kind)));
                Ok(Err(problem))
            }
            Err(Unbound::Refused(_)) => Err(defect("approval not bound again")),
        }
    }

    /// Finds out what became of answers whose arrival is unclear: the log knows those
    /// that arrived; the others are sent again, to the same head and under the same
    /// decision, so that the host takes them at most once.
    pub(crate) async fn settle_outbox(&self, signer: &Arc<Signer>) -> Result<(), Problem> {
        let Ok(_alone) = self.0.sending.try_lock() else { return Ok(()) };
        let unsettled = self.read(|db| Ok(outbox::unsettled(db)?))?;
        for answer in unsettled {
            self.take_in(signer, &answer.session).await?;
            let now = self.read(|db| Ok(outbox::get(db, &answer.decision)?))?;
            if !now.is_some_and(|now| matches!(now.state, outbox::State::Sending | outbox::State::Unknown)) {
                self.tell(Topic::Deal, Some(&answer.deal));
                continue;
            }
            if self.acceptance_too_late(&answer)? {
                self.write(|db| Ok(outbox::settle(db, &answer.decision, outbox::State::Refused, None)?))?;
                self.tell(Topic::Deal, Some(&answer.deal));
                continue;
            }
            let leaving = parts::resume(&answer.parts, signer)?;
            match self.send(leaving, &answer.decision, &answer.session, signer).await {
                Ok(Approved::Unknown) => return Ok(()),
                Ok(_) => {}
                Err(problem) => tracing::warn!(code = ?problem.code, "an answer was refused"),
            }
            self.tell(Topic::Deal, Some(&answer.deal));
            self.tell(Topic::Today, None);
        }
        Ok(())
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

fn landed(leaving: Signed, points: &[EventPoint]) -> Result<(u64, u64), Problem> {
    let mut leaving = Some(leaving);
    for point in points {
        let current = leaving.take().ok_or_else(|| defect("more events landed than were sent"))?;
        let outcome =
            current.landed(*point).map_err(|_: Box<Refused<_, _>>| defect("an event landed elsewhere"))?;
        if let Landing::Underway(rest) = outcome {
            leaving = Some(rest);
        }
    }
    match (leaving, points) {
        (None, [first, .., last]) => Ok((first.seq.into(), last.seq.into())),
        (None, [only]) => Ok((only.seq.into(), only.seq.into())),
        _ => Err(defect("fewer events landed than were sent")),
    }
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
