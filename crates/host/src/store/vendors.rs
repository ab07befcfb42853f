//! Vendors' registrations, and a person's word on them.

use anp::digest::Fingerprint;
use anp::time::Moment;

use super::tables::codes::MailedCode;
use super::{Agent, Conflict, Hold, Status, Store, Stored, Subject, Tables, Who};

/// A registration with what conflicts with it.
#[derive(Debug, Clone)]
pub struct Vendor {
    /// The registration.
    pub agent: Agent,
    /// Later registrations of the same key under other names.
    pub conflicts: Vec<Conflict>,
    /// The code that was last mailed to its contact.
    pub code: Option<MailedCode>,
}

/// What a person decides of a registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// It speaks for the vendor. The fingerprint is the one that the person compared;
    /// none where the key cannot be mistaken.
    Verify(Option<Fingerprint>),
    /// It is refused everywhere from now on.
    Revoke,
}

/// What became of a decision.
#[derive(Debug)]
pub enum Decided {
    /// It stands.
    Done(Box<Vendor>),
    /// No registration has this id.
    Unknown,
    /// The person compared another fingerprint.
    OtherKey,
    /// It is revoked for good.
    Revoked,
}

/// A registration with what else is known of it.
pub fn surveyed(tables: &dyn Tables, agent: Agent) -> Stored<Vendor> {
    let conflicts = tables.conflicts_of(&agent.id)?;
    let code = tables.code_of(&agent.id, Hold::Look)?;
    Ok(Vendor { agent, conflicts, code })
}

/// All registrations.
pub fn list(tables: &dyn Tables) -> Stored<Vec<Vendor>> {
    tables.agents()?.into_iter().map(|agent| surveyed(tables, agent)).collect()
}

/// Decides.
pub fn decide(tables: &dyn Tables, id: &str, decision: Decision, who: &Who, now: Moment) -> Stored<Decided> {
    let Some(mut agent) = tables.agent(id, Hold::Change)? else { return Ok(Decided::Unknown) };
    let (status, act) = match decision {
        Decision::Verify(Some(seen)) if seen != agent.public_key.fingerprint() => {
            return Ok(Decided::OtherKey);
        }
        Decision::Verify(_) if agent.status == Status::Revoked => return Ok(Decided::Revoked),
        Decision::Verify(_) => (Status::Verified, "verified"),
        Decision::Revoke => (Status::Revoked, "revoked"),
    };
    // Deciding the same again changes nothing, the first decision's name and time included.
    if agent.status != status {
        let at = now.to_text();
        tables.set_agent_status(id, status, who.as_str(), &at)?;
        tables.record_act(now, who, act, id)?;
        tables.note_change(Subject::Vendor, id)?;
        agent.status = status;
        agent.decided = Some((who.as_str().to_owned(), at));
    }
    Ok(Decided::Done(Box::new(surveyed(tables, agent)?)))
}

impl Store {
    /// All registrations.
    pub async fn vendors(&self) -> Stored<Vec<Vendor>> {
        self.read(list).await
    }

    /// Decides on a registration.
    pub async fn decide(&self, id: String, decision: Decision, who: Who, now: Moment) -> Stored<Decided> {
        self.write(move |act| decide(act, &id, decision, &who, now)).await
    }
}
