//! What the host has of a session, verified and taken into the replica, or kept as a
//! dispute.

use std::collections::HashSet;
use std::sync::Arc;

use anp::digest::sha256;
use anp::event::{Actor, SessionId};
use anp::json;
use anp::log::event_json;
use anp::payload::Payload;
use anp::verify::{Check, Fault, Judgement, Outcome, Resume, Trust, VerifiedEvent, VerifiedLog, judge};
use store::Connection;
use store::tables::{deals, disputes, events, outbox, sessions, settings};

use crate::changed::Topic;
use crate::fault::{Point, point};
use crate::ledger;
use crate::own_record::{self, Left};
use crate::replica::{KnownKeys, place};
use crate::state::{Desk, Signer, locked};
use crate::timeline::faults_json;
use crate::view::{Broken, Problem};

impl Desk {
    /// Fetches what is new of a session, verifies it and takes it in: replica, head and
    /// holds in one transaction. A document that does not verify is kept beside.
    pub(crate) async fn take_in(&self, signer: &Signer, session: &str) -> Result<(), Problem> {
        let _alone = self.0.intake.lock().await;
        let (known, disputed) =
            self.read(|db| Ok((sessions::get(db, session)?, disputes::standing(db, session)?.is_some())))?;
        if disputed {
            return Ok(());
        }
        let Some(id) = SessionId::parse(session) else {
            return Err(signer.client.confused(Broken::SessionId));
        };
        let after = known.as_ref().map_or(0, |known| known.head_seq);
        let reply = signer.client.get(&format!("sessions/{session}/log/{after}")).await?;
        let document = reply.success(&signer.client)?;
        point(Point::LogFetched);
        let (mut judgement, mut faults) = self.judge_new(&id, known.as_ref(), &document, &[])?;
        if faults.iter().any(|fault| fault.check == Check::OwnRecord) {
            // Perhaps a colleague's answer: a decision stands on the deal's ledger before it
            // is sent, so that what the log holds by now the ledger holds too.
            self.meet_ledgers(signer).await?;
            let before = known.as_ref().map(|known| self.verified(known)).transpose()?;
            let colleagues = self.colleagues_answers(session, before.as_deref(), signer)?;
            (judgement, faults) = self.judge_new(&id, known.as_ref(), &document, &colleagues)?;
        }
        point(Point::LogJudged);
        // What is no log at all proves nothing against anybody: the host is asked again.
        if judgement.verdict.outcome == Outcome::Unreadable {
            return Err(signer.client.confused(Broken::Log));
        }
        if let (Some(known), Some(later)) = (&known, &judgement.log)
            && faults.is_empty()
            && later.events().is_empty()
            && known.keys == keys_member(&document)
        {
            // Nothing new, and nobody has to be told, as long as the replica itself holds.
            return self.glance(known).map(drop);
        }
        let before = known.as_ref().map(|known| self.verified(known)).transpose()?;
        match (judgement.log, before) {
            (Some(later), before) if faults.is_empty() => {
                self.keep(known.as_ref(), before, later, &document)?;
            }
            (_, Some(before)) => {
                let (document, faults) = self.second_version(signer, &before, (document, faults)).await?;
                self.dispute(session, &document, &faults)?;
            }
            (_, None) => self.dispute(session, &document, &faults)?,
        }
        self.told_of(session)
    }

    /// What colleagues decided for a session, without what stands there already.
    fn colleagues_answers(
        &self,
        session: &str,
        before: Option<&VerifiedLog>,
        signer: &Signer,
    ) -> Result<Vec<Left>, Problem> {
        let mut left = self.read(|db| ledger::colleagues(db, session, Some(signer.key.public())))?;
        if let Some(before) = before {
            own_record::spend(&mut left, before.events());
        }
        Ok(left)
    }

    /// A continuation that does not verify, as part of the whole log: the evidence holds
    /// the other version entire, and its faults name the first event that differs from
    /// those that were verified here.
    async fn second_version(
        &self,
        signer: &Signer,
        before: &VerifiedLog,
        refused: (Vec<u8>, Vec<Fault>),
    ) -> Result<(Vec<u8>, Vec<Fault>), Problem> {
        let route = format!("sessions/{}/log", before.session().as_str());
        let whole = signer.client.get(&route).await?.success(&signer.client)?;
        let agent = opening(before).map(|open| open.agent.id.clone());
        let keys = self.read(|db| KnownKeys::read(db, agent.as_deref()))?;
        let seen = before.events().iter().map(|event| event.event().head()).collect();
        let verdict = judge(&whole, &Trust { seen, ..keys.trust(before.session()) }).verdict;
        let unknown_alone = refused.1.iter().all(|fault| fault.check == Check::OwnRecord);
        Ok(match verdict.outcome {
            Outcome::Red => (whole, verdict.faults),
            // A whole log that is sound but for an answer that nobody here decided.
            Outcome::Green if unknown_alone => (whole, refused.1),
            Outcome::Green | Outcome::Unreadable => refused,
        })
    }

    fn judge_new(
        &self,
        id: &SessionId,
        known: Option<&sessions::Session>,
        document: &[u8],
        colleagues: &[Left],
    ) -> Result<(Judgement, Vec<Fault>), Problem> {
        let agent = known.map(|known| known.agent_id.clone());
        let (keys, mut left, own) = self.read(|db| {
            let own = settings::get(db, "agent_fingerprint")?;
            Ok((KnownKeys::read(db, agent.as_deref())?, left(db, id.as_str())?, own))
        })?;
        left.extend_from_slice(colleagues);
        let resume = match known {
            Some(known) => {
                let (_, head) = place(known)?;
                Some(Resume { head, last_at: known.last_at.clone(), closed: known.closed })
            }
            None => None,
        };
        let mut judgement = judge(document, &Trust { resume: resume.clone(), ..keys.trust(id) });
        // A new session says itself which agent opened it; that agent's key may be pinned.
        let opened_by = judgement.log.as_ref().and_then(|log| opening(log)).map(|open| open.agent.id.clone());
        if let (None, Some(agent)) = (known, opened_by) {
            let keys = self.read(|db| KnownKeys::read(db, Some(&agent)))?;
            judgement = judge(document, &Trust { resume, ..keys.trust(id) });
        }
        let mut faults = judgement.verdict.faults.clone();
        if judgement.verdict.outcome == Outcome::Green {
            let events = judgement.log.as_ref().map(VerifiedLog::events).unwrap_or_default();
            faults.extend(own_record::unknown(events, &left, own.as_deref()));
        }
        Ok((judgement, faults))
    }

    fn keep(
        &self,
        known: Option<&sessions::Session>,
        before: Option<Arc<VerifiedLog>>,
        later: VerifiedLog,
        document: &[u8],
    ) -> Result<(), Problem> {
        let keys = keys_member(document);
        let judged_at = self.stamp();
        let head = later.head().clone();
        let resume = later.resume().clone();
        let session = later.session().as_str().to_owned();
        self.write(|db| {
            let head_hash = head.hash.to_string();
            if let Some(known) = known {
                let to = sessions::Session {
                    head_seq: head.seq,
                    head_hash,
                    last_at: resume.last_at,
                    closed: resume.closed,
                    keys,
                    judged_at,
                    ..known.clone()
                };
                // The place is taken by compare and set before anything stands on it.
                if !sessions::advance(db, (known.head_seq, &known.head_hash), &to)? {
                    return Err(crate::trouble::defect("the replica's head moved under the intake"));
                }
            } else {
                let new = new_session(db, &later, head_hash, keys, judged_at)?;
                sessions::add(db, &new)?;
                if let Some(deal) = &new.deal {
                    deals::link_agent(db, deal, &new.agent_id)?;
                }
            }
            point(Point::HeadWritten);
            for event in later.events() {
                events::add(db, &session, event.event().seq, &event_json(event.event()))?;
            }
            point(Point::EventsWritten);
            settle_landed(db, &session, later.events())?;
            point(Point::AnswersSettled);
            Ok(())
        })?;
        point(Point::IntakeCommitted);
        if known.is_none() {
            self.state_assignment(&session)?;
        }
        let whole = match before {
            Some(before) => VerifiedLog::clone(&before)
                .extended(later)
                .map_err(|_| crate::trouble::defect("continuation"))?,
            None => later,
        };
        locked(&self.0.logs).put(session, Arc::new(whole));
        Ok(())
    }

    /// A session that followed its agent into a deal: the deal's owner says so on the ledger.
    fn state_assignment(&self, session: &str) -> Result<(), Problem> {
        let Some(deal) = self.read(|db| Ok(sessions::get(db, session)?.and_then(|row| row.deal)))? else {
            return Ok(());
        };
        let signer = self.signer()?;
        if self.owned(&deal, &signer).is_ok() {
            let at = self.stamp();
            self.write(|db| ledger::assign(db, session, &deal, &signer, &at))?;
            self.shared();
        }
        Ok(())
    }

    /// Keeps a document that did not verify. From now on the session is not followed.
    pub(crate) fn dispute(&self, session: &str, document: &[u8], faults: &[Fault]) -> Result<(), Problem> {
        let dispute = disputes::Dispute {
            found_at: self.stamp(),
            document: document.to_vec(),
            faults: faults_json(faults),
        };
        let digest = anp::digest::PayloadHash(sha256(document)).to_string();
        tracing::warn!(session, faults = faults.len(), "a chain did not verify");
        self.write(|db| Ok(disputes::add(db, session, &digest, &dispute)?))?;
        Ok(())
    }

    pub(crate) fn told_of(&self, session: &str) -> Result<(), Problem> {
        let deal = self.read(|db| Ok(sessions::get(db, session)?.and_then(|session| session.deal)))?;
        self.tell(Topic::Today, None);
        self.tell(Topic::App, None);
        if let Some(deal) = deal {
            self.tell(Topic::Deal, Some(&deal));
        }
        Ok(())
    }
}

/// What this desk may have left on a session's chain.
pub(crate) fn left(db: &Connection, session: &str) -> Result<Vec<Left>, Problem> {
    Ok(outbox::payloads(db, session)?
        .into_iter()
        .map(|(kind, payload_hash, seq)| Left { kind, payload_hash, seq, signer: None })
        .collect())
}

/// Event 1's payload.
pub(crate) fn opening(log: &VerifiedLog) -> Option<&anp::payload::SessionOpen> {
    match log.events().first()?.event().stated.payload() {
        Payload::SessionOpen(open) => Some(open),
        _ => None,
    }
}

fn new_session(
    db: &Connection,
    log: &VerifiedLog,
    head_hash: String,
    keys: String,
    judged_at: String,
) -> Result<sessions::Session, Problem> {
    let open = opening(log).ok_or_else(|| crate::trouble::defect("a verified log without an opening"))?;
    // A colleague may have sorted it. An agent that negotiates one deal already goes on
    // with it; anything else waits for a person.
    let sorted = ledger::assigned_to(db, log.session().as_str())?;
    let linked = deals::by_agent(db, &open.agent.id)?;
    let deal = match (sorted, linked.as_slice()) {
        (Some(sorted), _) if deals::get(db, &sorted)?.is_some() => Some(sorted),
        (_, [one]) => Some(one.clone()),
        _ => None,
    };
    Ok(sessions::Session {
        id: log.session().as_str().to_owned(),
        deal,
        agent_id: open.agent.id.clone(),
        agent_name: open.agent.name.clone(),
        party: open.envelope.party.clone(),
        fingerprint: open.agent.fingerprint.to_string(),
        opened_at: log.events().first().map(|event| event.event().at.clone()).unwrap_or_default(),
        keys,
        head_seq: log.head().seq,
        head_hash,
        last_at: log.resume().last_at.clone(),
        closed: log.resume().closed,
        judged_at,
    })
}

/// An answer of ours whose events stand on the verified chain has arrived, whatever the
/// host's answer was or whether one came. Each event is one answer's alone.
fn settle_landed(db: &Connection, session: &str, events: &[VerifiedEvent]) -> Result<(), Problem> {
    let ours: Vec<_> = events
        .iter()
        .map(VerifiedEvent::event)
        .filter(|event| event.actor == Actor::Buyer)
        .map(|event| (event.stated.kind().as_str().to_owned(), event.stated.hash().to_string(), event.seq))
        .collect();
    let mut taken = HashSet::new();
    for answer in outbox::of_session(db, session)? {
        if !matches!(answer.state, outbox::State::Sending | outbox::State::Unknown) {
            continue;
        }
        let expected = crate::outbox::payloads_of(&answer.parts)?;
        let found = ours.windows(expected.len().max(1)).find(|window| {
            let said = window.iter().map(|(kind, hash, _)| (kind, hash));
            said.eq(expected.iter().map(|(kind, hash)| (kind, hash)))
                && window.iter().all(|(_, _, seq)| !taken.contains(seq))
        });
        if let Some([first, .., last] | [first @ last]) = found {
            taken.extend(first.2..=last.2);
            outbox::settle(db, &answer.decision, outbox::State::Sent, Some((first.2, last.2)))?;
        }
    }
    Ok(())
}

/// The document's `keys` as canonical JSON.
fn keys_member(document: &[u8]) -> String {
    json::parse(document)
        .ok()
        .and_then(|parsed| parsed.value.get("keys").map(json::canonical))
        .unwrap_or_else(|| "{}".to_owned())
}
