//! The agent's answers: to routine messages of a deal in automatic mode, within its caps, once each.

use std::collections::BTreeSet;
use std::sync::Arc;

use anp::digest::PayloadHash;
use anp::event::Actor;
use anp::json::{self, Value};
use anp::ledger::Entry;
use anp::office::{Said, kind};
use anp::payload::Payload;
use anp::verify::VerifiedEvent;
use deal::{Answered, Mode, Passage, Routine, RoutineFacts};
use store::tables::{agent_answers, deals, ledger as entries, ledger_pending, outbox, readings};

use super::key::Agent;
use super::mode::DAY;
use crate::changed::Topic;
use crate::keys::blocking;
use crate::ledger;
use crate::outbox as parts;
use crate::reading::{Found, RULES};
use crate::state::{Desk, Signer, locked};
use crate::timeline::{SessionState, held};
use crate::trouble::{defect, gone};
use crate::vendors::path_part;
use crate::view::{AnswerForm, Missing, Problem, Suggestion};

/// A routine message that nobody answered yet.
struct Open {
    session: String,
    seq: u64,
    entry: String,
    kind: Routine,
    text: String,
    facts: RoutineFacts,
}

impl Desk {
    /// Answers what is routine in the deals of the person here that are in automatic mode.
    pub(crate) async fn answer_routine(&self) -> Result<(), Problem> {
        let (signer, agent) = {
            let now = self.now();
            (now.signer.clone(), now.agent.clone())
        };
        let (Some(signer), Some(agent)) = (signer, agent) else { return Ok(()) };
        // Most deals have no mode of their own; of those nothing is asked.
        let of_mode = self.read(|db| {
            let mut ids = entries::with_kind(db, kind::MODE)?;
            ids.extend(ledger_pending::with_kind(db, kind::MODE)?);
            Ok(ids.into_iter().collect::<BTreeSet<String>>())
        })?;
        for id in of_mode {
            let Some(deal) = self.read(|db| Ok(deals::get(db, &id)?))? else { continue };
            let mine = deal.owner_fingerprint == signer.fingerprint_text();
            if !mine || self.mode_of(&deal.id, &signer)?.0 != Mode::Auto {
                continue;
            }
            for state in self.sessions_of(&deal.id)? {
                if let Some(open) = self.open_routine(&deal.id, &state)?
                    && let Err(problem) = self.answer_one(&deal.id, open, (&signer, &agent)).await
                {
                    tracing::warn!(code = ?problem.code, "a routine message was not answered");
                }
            }
        }
        Ok(())
    }

    /// What the agent would say, for a person to send.
    pub(super) fn suggestions(&self, deal: &str) -> Result<Vec<Suggestion>, Problem> {
        let mut suggestions = Vec::new();
        for state in self.sessions_of(deal)? {
            if let Some(open) = self.open_routine(deal, &state)? {
                suggestions.push(Suggestion {
                    session: open.session.clone(),
                    entry: open.entry.clone(),
                    text: deal::routine_answer(open.kind, &open.text, &open.facts),
                });
            }
        }
        Ok(suggestions)
    }

    /// The routine message at a session's head: read, without a tactic or a mark, and not answered.
    fn open_routine(&self, deal: &str, state: &SessionState) -> Result<Option<Open>, Problem> {
        let (Ok(log), false, false) = (&state.log, state.session.closed, state.disputed()) else {
            return Ok(None);
        };
        let Some(last) = log.events().last().map(VerifiedEvent::event) else { return Ok(None) };
        let (Payload::Message(message), Actor::VendorAgent) = (last.stated.payload(), last.actor) else {
            return Ok(None);
        };
        let entry = format!("event:{}:{}", state.session.id, last.seq);
        let (made, answered) = self.read(|db| {
            let made = readings::of_deal(db, deal)?;
            Ok((made, agent_answers::answered(db, &state.session.id, last.seq)?))
        })?;
        let read = made.iter().find(|reading| reading.entry == entry && reading.rules == *RULES);
        let calm = read.is_some_and(|reading| {
            let found = Found::of(&reading.found);
            found.tactics.is_empty() && found.marks.is_empty()
        });
        let text = [message.subject.as_deref().unwrap_or_default(), &message.body].join("\n");
        let Some(kind) = deal::routine(text.trim()).filter(|_| calm && !answered) else { return Ok(None) };
        let offer = |seq: u32| {
            let event =
                log.events().iter().map(VerifiedEvent::event).find(|event| event.seq == u64::from(seq));
            event.and_then(|event| Some((seq, event.stated.payload().offer()?.expires_at.clone())))
        };
        let contact =
            self.org().ok().and_then(|org| crate::people::channel_view(&org).envelope.human_contact);
        let facts = RoutineFacts { held: held(state).and_then(|hold| offer(hold.seq)), contact };
        Ok(Some(Open { session: state.session.id.clone(), seq: last.seq, entry, kind, text, facts }))
    }

    async fn answer_one(
        &self,
        deal: &str,
        open: Open,
        (signer, agent): (&Arc<Signer>, &Arc<Agent>),
    ) -> Result<(), Problem> {
        let _alone = self.0.sending.lock().await;
        let now = self.0.sources.now();
        let halted = self.not_halted().is_err();
        let (mode, caps) = self.mode_of(deal, signer)?;
        let since = now.millis().saturating_sub(DAY);
        let (session, day) = self.read(|db| Ok(agent_answers::counts(db, &open.session, deal, since)?))?;
        let Ok(allowance) = deal::allow(mode, halted, caps, Answered { day, session }) else { return Ok(()) };
        let body = deal::routine_answer(open.kind, &open.text, &open.facts);
        let (desk, at) = (self.clone(), open.session.clone());
        let form = AnswerForm::Message { subject: String::new(), body };
        let review = blocking(move || desk.review(&at, &form)).await??;
        if let Some(obstacle) = review.obstacle {
            return Err(obstacle);
        }
        let pending = locked(&self.0.reviews).remove(&review.ticket).ok_or_else(|| gone(Missing::Review))?;
        // What the screen holds waits for a person; here nobody releases anything.
        let Passage::Clear(screened) = pending.passage else { return Ok(()) };
        // What came while it was written makes it another answer's turn.
        if u64::from(screened.head().seq) != open.seq {
            return Ok(());
        }
        let fingerprint = agent.fingerprint_text();
        let place = self.read(|db| ledger::next_place(db, deal, signer))?;
        let leaving = screened
            .answer_routinely((&agent.id, Agent::name()), allowance, now.millis(), place, agent.as_ref())
            .map_err(|_| gone(Missing::Leave))?;
        let decision = leaving.decision().id();
        let payload = leaving.exact_events().first().ok_or_else(|| defect("an answer without an event"))?;
        let payload_hash = PayloadHash(payload.payload_hash).to_string();
        self.write(|db| {
            let answer = outbox::Answer {
                decision: decision.clone(),
                deal: deal.to_owned(),
                session: open.session.clone(),
                what: leaving.kind().name().to_owned(),
                state: outbox::State::Sending,
                parts: parts::text_of(&leaving)?,
                decided_at: now.to_text(),
                answers: None,
                places: None,
                // Nobody takes back what the agent says; it is handed in at once or never.
                untried: false,
            };
            outbox::add(db, &answer, &parts::payloads_of(&answer.parts)?)?;
            agent_answers::add(
                db,
                &agent_answers::AgentAnswer {
                    session: open.session.clone(),
                    seq: open.seq,
                    deal: deal.to_owned(),
                    decision: decision.clone(),
                    at_ms: now.millis(),
                },
            )?;
            // The agent's key states nothing on a ledger: the owner's desk says what it answers.
            let said = json::canonical(&Value::object([
                ("agent", fingerprint.as_str().into()),
                ("answers", Value::Number(f64::from(u32::try_from(open.seq).unwrap_or(u32::MAX)))),
                ("decision", decision.as_str().into()),
                ("payload_hash", payload_hash.as_str().into()),
                ("session", open.session.as_str().into()),
                ("v", Value::Number(1.0)),
            ]));
            ledger::state(db, deal, (kind::AGENT_ANSWERED, &said), signer, &now.to_text())
        })?;
        // Colleagues' desks know by that word whose it is: it has its place before the answer leaves.
        if let Err(problem) = self.agent_on_record(deal, &decision, signer).await {
            self.settle(&decision, outbox::State::Stale)?;
            self.tell(Topic::Deal, Some(deal));
            return Err(problem);
        }
        let state = self.hand_in(leaving, &open.session, (signer, agent)).await?;
        if state == outbox::State::Sent {
            // The log says where it stands; the host's word is no proof.
            self.take_in(signer, &open.session).await?;
        } else {
            self.settle(&decision, state)?;
        }
        self.tell(Topic::Deal, Some(deal));
        Ok(())
    }

    async fn agent_on_record(&self, deal: &str, decision: &str, signer: &Signer) -> Result<(), Problem> {
        self.sync_ledger(signer, deal).await?;
        let known = self.deal_ledger(deal)?;
        let told = |entry: &Entry| Said::from(entry).text("decision") == Some(decision);
        let stands = known.of_kind(kind::AGENT_ANSWERED).any(told);
        if stands { Ok(()) } else { Err(gone(Missing::Decision)) }
    }

    /// One attempt, guarded and screened once more. An answer of the agent's is never sent a second time.
    async fn hand_in(
        &self,
        leaving: deal::Signed,
        session: &str,
        (signer, agent): (&Arc<Signer>, &Arc<Agent>),
    ) -> Result<outbox::State, Problem> {
        let (desk, by, at) = (self.clone(), Arc::clone(signer), session.to_owned());
        let cleared = blocking(move || desk.cleared_request(&leaving, &at, &by)).await?;
        let (Ok(request), Ok(())) = (cleared, self.not_halted()) else { return Ok(outbox::State::Refused) };
        let route = format!("sessions/{}/events", path_part(session)?);
        Ok(match agent.client.post(&route, request).await {
            Ok(reply) => match reply.status {
                200 => outbox::State::Sent,
                409 => outbox::State::Stale,
                400..=499 => outbox::State::Refused,
                _ => outbox::State::Unknown,
            },
            Err(_) => outbox::State::Unknown,
        })
    }
}
