//! The replica of a session: what was verified here, proven again when it is read.

use std::sync::Arc;

use anp::digest::{EventHash, Fingerprint};
use anp::event::{Actor, Head, SessionId};
use anp::log::{SessionWord, document_of};
use anp::verify::{Pin, Trust, VerifiedLog, judge};
use store::Connection;
use store::tables::{events, pins, sessions, settings};

use crate::state::{Desk, locked};
use crate::trouble;
use crate::view::{Problem, ProblemCode};

/// What this desk knows of a session's keys.
pub(crate) struct KnownKeys {
    pub(crate) platform: Option<Fingerprint>,
    pub(crate) vendor: Option<Fingerprint>,
}

impl KnownKeys {
    pub(crate) fn read(db: &Connection, agent_id: Option<&str>) -> Result<Self, Problem> {
        let parse = |text: String| Fingerprint::parse(&text).ok();
        let platform = settings::get(db, "platform_fingerprint")?.and_then(parse);
        let vendor = match agent_id {
            Some(agent) => pins::get(db, agent)?.and_then(|pin| parse(pin.fingerprint)),
            None => None,
        };
        Ok(Self { platform, vendor })
    }

    /// The knowledge with which a log of our own organisation is judged.
    pub(crate) fn trust(&self, session: &SessionId) -> Trust {
        let pin = |party, key: Option<Fingerprint>| key.map(|fingerprint| Pin { party, fingerprint });
        Trust {
            pins: [pin(Actor::Buyer, self.platform), pin(Actor::VendorAgent, self.vendor)]
                .into_iter()
                .flatten()
                .collect(),
            session: Some(session.clone()),
            own_org: true,
            ..Trust::default()
        }
    }
}

impl Desk {
    /// The verified log of a session in the replica. It is judged again, with the pins
    /// of today, the first time it is read, so that a database that somebody changed
    /// shows nothing as verified.
    pub(crate) fn verified(&self, session: &sessions::Session) -> Result<Arc<VerifiedLog>, Problem> {
        if let Some(log) = locked(&self.0.logs).get(&session.id, session.head_seq) {
            return Ok(log);
        }
        let (keys, events) = self
            .read(|db| Ok((KnownKeys::read(db, Some(&session.agent_id))?, events::all(db, &session.id)?)))?;
        let (id, head) = place(session)?;
        let document = document(session, &events)?;
        let trust = Trust { seen: vec![head], ..keys.trust(&id) };
        let judgement = judge(document.as_bytes(), &trust);
        let Some(log) = judgement.log else {
            let fault = judgement.verdict.faults.first();
            return Err(Problem::new(ProblemCode::ChainRed)
                .with("session", &session.id)
                .with("seq", fault.and_then(|fault| fault.seq).map(|seq| seq.to_string()).unwrap_or_default())
                .with("check", fault.map_or("", |fault| fault.check.as_str())));
        };
        let log = Arc::new(log);
        locked(&self.0.logs).put(session.id.clone(), Arc::clone(&log));
        Ok(log)
    }

    /// Forgets proofs that pins of yesterday gave.
    pub(crate) fn judge_again(&self) {
        locked(&self.0.logs).clear();
        locked(&self.0.glances).clear();
        self.moved();
    }
}

/// A replica as a log, from the texts of its events.
pub(crate) fn document(session: &sessions::Session, events: &[String]) -> Result<String, Problem> {
    let (id, head) = place(session)?;
    let word = SessionWord {
        id,
        sandbox: false,
        closed_at: session.closed.then(|| session.last_at.clone()),
        opened_at: session.opened_at.clone(),
        head,
    };
    Ok(document_of(&word, &session.keys, events))
}

/// A replica's id and head as values.
pub(crate) fn place(session: &sessions::Session) -> Result<(SessionId, Head), Problem> {
    let id = SessionId::parse(&session.id).ok_or_else(|| trouble::defect("session id"))?;
    let hash = EventHash::parse(&session.head_hash).map_err(|_| trouble::defect("session head"))?;
    Ok((id, Head { seq: session.head_seq, hash }))
}
