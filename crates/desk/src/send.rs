//! A signed answer is sent: to one head, at most once, and only where the guardrail lets it through at
//! that moment. Where it stands is read off the verified log, never off what the host says.

use std::sync::Arc;

use anp::event::Kind;
use anp::payload::Offer;
use deal::{Between, BetweenKind, ClearError, EventPoint, Landing, Signed, Terms, Unbound};
use store::tables::{outbox, sessions};

use crate::approve::record;
use crate::fault::{Point, point};
use crate::host_client::Reply;
use crate::host_words::{AppendAnswer, read};
use crate::keys::blocking;
use crate::ledger::{self, Record};
use crate::mandate;
use crate::outbox as parts;
use crate::review::head_point;
use crate::screening::{down, stopped};
use crate::state::{Desk, Signer};
use crate::stops::Leaves;
use crate::terms::terms_of;
use crate::trouble::{defect, gone};
use crate::vendors::path_part;
use crate::view::{Approved, Broken, Missing, Problem, ProblemCode, StopChannel};

/// How often an approval may be bound to a newer head while messages keep coming.
const MOST_REBINDS: u32 = 16;

/// Whether an earlier attempt may have reached the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Before {
    /// No attempt that could still arrive was made.
    Never,
    /// One was, and nothing is known of it.
    Perhaps,
}

/// What came of one attempt to send.
enum Attempt {
    Taken,
    HeadMoved,
    /// Not to be had in this form: refused here by the guardrail, or there for what it is.
    Refused(Problem),
    /// Turned away at the door, which says nothing of an earlier attempt: no access, too many requests, a
    /// clock that is behind.
    Turned(Problem),
    Unclear(Problem),
}

impl Desk {
    /// Sends until it is on the ledger, stale, refused, or unclear.
    pub(crate) async fn send(
        &self,
        mut leaving: Signed,
        mut before: Before,
        decision: &str,
        session: &str,
        signer: &Arc<Signer>,
    ) -> Result<Approved, Problem> {
        for _ in 0..MOST_REBINDS {
            match self.recorded(&leaving, session, signer).await {
                Ok(Record::Stands) => {}
                Ok(Record::Second(problem)) => {
                    self.settle(decision, outbox::State::Stale)?;
                    return Ok(Approved::Stale { problem });
                }
                Err(problem) if problem.code.is_silence() => return self.unclear(decision, &problem),
                // What may have arrived already is told by the log, not by the ledger.
                Err(problem) if before == Before::Perhaps => return self.unclear(decision, &problem),
                // It leaves only once its decision has its place: nothing of it has left.
                Ok(Record::Refused(problem)) | Err(problem) => return self.refused(decision, problem),
            }
            let (back, attempt) = self.attempt(leaving, decision, session, signer).await?;
            leaving = back;
            point(Point::AnswerRead);
            let moved = match attempt {
                Attempt::Taken => false,
                Attempt::HeadMoved => true,
                Attempt::Refused(problem) if before == Before::Never => {
                    return self.refused(decision, problem);
                }
                // An earlier attempt may have arrived: the log says whether it did.
                Attempt::Refused(problem) => match self.take_in(signer, session).await {
                    Ok(()) if self.places(decision)?.is_none() => return self.refused(decision, problem),
                    _ => false,
                },
                Attempt::Turned(problem) if before == Before::Never => {
                    return self.refused(decision, problem);
                }
                Attempt::Turned(problem) | Attempt::Unclear(problem) => {
                    return self.unclear(decision, &problem);
                }
            };
            // The host appends behind the expected head alone, so what was sent to the old one is dead.
            if moved {
                before = Before::Never;
            }
            // The host's word is no proof: what stands there is learned by a verified log.
            if let Err(problem) = self.take_in(signer, session).await {
                return self.unclear(decision, &problem);
            }
            if let Some(places) = self.places(decision)? {
                return self.sent(leaving, session, places);
            }
            if !moved {
                return self.unclear(decision, &signer.client.confused(Broken::NotInLog));
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

    fn refused(&self, decision: &str, problem: Problem) -> Result<Approved, Problem> {
        self.settle(decision, outbox::State::Refused)?;
        Err(problem)
    }

    /// Whether the decision stands on the deal's ledger and no other came before it.
    async fn recorded(&self, leaving: &Signed, session: &str, signer: &Signer) -> Result<Record, Problem> {
        let row = self.read(|db| Ok(sessions::get(db, session)?))?.ok_or_else(|| gone(Missing::Session))?;
        let log = self.verified(&row)?;
        // Whatever it is worth: a value that is not told counts as reached.
        self.demands_anew(signer, &leaving.to_vote_on(None)).await?;
        self.on_record(leaving, &log, signer).await
    }

    /// Notes where an answer stands. Of one that came to nothing the ledger says so, and
    /// its offer may be decided on again.
    pub(crate) fn settle(&self, decision: &str, state: outbox::State) -> Result<(), Problem> {
        let signer = self.signer()?;
        let at = self.stamp();
        let nothing = matches!(state, outbox::State::Stale | outbox::State::Refused);
        self.write(|db| {
            outbox::settle(db, decision, state, None)?;
            match outbox::get(db, decision)?.filter(|_| nothing) {
                Some(answer) => ledger::lapse(db, (&answer.deal, decision), &signer, &at),
                None => Ok(()),
            }
        })?;
        if nothing {
            self.shared();
        }
        Ok(())
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
        let answer = self.read(|db| Ok(outbox::get(db, decision)?))?;
        let untried = answer.is_some_and(|answer| answer.untried);
        Ok(if untried { Approved::Waiting { decision: decision.to_owned() } } else { Approved::Unknown })
    }

    /// The last step of the way out, proven by the verified log.
    fn sent(&self, leaving: Signed, session: &str, places: (u64, u64)) -> Result<Approved, Problem> {
        let row = self.read(|db| Ok(sessions::get(db, session)?))?.ok_or_else(|| gone(Missing::Session))?;
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

    /// Guards and screens an answer once more, off the threads that others wait for, and sends it.
    async fn attempt(
        &self,
        leaving: Signed,
        decision: &str,
        session: &str,
        signer: &Arc<Signer>,
    ) -> Result<(Signed, Attempt), Problem> {
        let (desk, by, at) = (self.clone(), Arc::clone(signer), session.to_owned());
        let cleared = blocking(move || {
            let request = desk.cleared_request(&leaving, &at, &by);
            (leaving, request)
        });
        let (leaving, request) = cleared.await?;
        // Asked last of all: whoever pressed the switch while it was screened is heard.
        if let Err(problem) = self.not_halted() {
            return Ok((leaving, Attempt::Turned(problem)));
        }
        Ok(match request {
            Ok(request) => {
                // From here on a byte of it may have left: that is known before the first one does.
                self.write(|db| Ok(outbox::tried(db, decision)?))?;
                (leaving, self.post(request, session, signer).await)
            }
            Err(problem) => (leaving, Attempt::Refused(problem)),
        })
    }

    async fn post(&self, request: String, session: &str, signer: &Signer) -> Attempt {
        let posted = match path_part(session).map(|session| format!("sessions/{session}/events")) {
            Ok(route) => signer.client.post(&route, request).await,
            Err(problem) => return Attempt::Refused(problem),
        };
        let reply = match posted {
            Ok(reply) => reply,
            Err(problem) => return Attempt::Unclear(problem),
        };
        let code = error_code(&reply.body);
        match (reply.status, code.as_deref()) {
            (200, _) => match read::<AppendAnswer>(&signer.client, "append", &reply.body) {
                Ok(_) => Attempt::Taken,
                Err(problem) => Attempt::Unclear(problem),
            },
            (409, Some("head_moved")) => Attempt::HeadMoved,
            (400 | 409 | 413, Some(_)) => Attempt::Refused(refusal(reply, signer)),
            (401 | 403 | 404 | 429 | 503, Some(_)) => Attempt::Turned(refusal(reply, signer)),
            // Without the host's own words it may be anybody's on the way, after the host has had it.
            (status, _) => Attempt::Unclear(signer.client.confused(Broken::Status).with("status", status)),
        }
    }

    /// The request, if guardrail and screen let the answer through with the mandate and the hour of now.
    pub(crate) fn cleared_request(
        &self,
        leaving: &Signed,
        session: &str,
        signer: &Signer,
    ) -> Result<String, Problem> {
        let row = self.read(|db| Ok(sessions::get(db, session)?))?.ok_or_else(|| gone(Missing::Session))?;
        let log = self.verified(&row)?;
        let deal = &leaving.decision().place().ledger_id;
        let mandate = self.read(|db| mandate::current(db, deal, signer))?;
        let history = self.history(deal, &log)?;
        let terms = leaving.exact_events().first().and_then(|event| terms_in(&event.payload));
        let scenario = self.scenario(deal, mandate.as_ref())?;
        let screen = self.screen()?;
        let quorum = self.quorum(deal, &leaving.to_vote_on(terms.as_ref()))?;
        let screen = (&screen as &dyn deal::Screen, &scenario);
        let cleared = leaving.clear(terms.as_ref(), mandate.as_ref(), &history, screen, &quorum);
        if let Err(why) = &cleared {
            let leaves = Leaves::of(deal, StopChannel::Session, leaving.exact_events());
            self.note_unclear(&leaves, why, signer);
        }
        cleared.map(|cleared| parts::request(cleared)).map_err(|why| match why {
            ClearError::Expired => Problem::new(ProblemCode::OfferExpired)
                .with("expires_at", terms.map(|terms| terms.expires_at).unwrap_or_default()),
            ClearError::Outside(found) => Problem::new(ProblemCode::OutsideMandate)
                .with("rule", found.first().map_or("", |violation| violation.rule.id())),
            ClearError::Quorum => Problem::new(ProblemCode::QuorumNeeded).with("state", "open"),
            ClearError::TermsDiffer => defect("terms of a signed answer"),
            ClearError::Stopped(found) => stopped(&found),
            ClearError::ScreenDown(why) => down(why),
        })
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
        let row = self.read(|db| Ok(sessions::get(db, session)?))?.ok_or_else(|| gone(Missing::Session))?;
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
            Err(Unbound::Refused(_)) => Err(signer.client.confused(Broken::HeadStands)),
        }
    }
}

/// The terms of a counter's payload, as they were signed.
pub(crate) fn terms_in(payload: &str) -> Option<Terms> {
    let value = anp::json::parse_flawless(payload.as_bytes()).ok()?;
    Offer::read(&value).ok().map(|offer| terms_of(&offer))
}

fn refusal(reply: Reply, signer: &Signer) -> Problem {
    reply.success(&signer.client).err().unwrap_or_else(|| defect("append refused"))
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
