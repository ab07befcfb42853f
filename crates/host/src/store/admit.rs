//! Admission: whose key a request claims, what it asks for, and the spending of its nonce.

use super::{Agent, Hold, Org, Person, Session, Store, Stored, Tables, log};
use anp::request::VerifiedRequest;
use anp::time::Moment;

/// What a vendor's request claims. All of it is always looked up, in one go: whether it
/// is there is not to be told from the time that the refusal takes.
#[derive(Debug)]
pub struct AgentClaim {
    /// The registration, if the id is one's.
    pub agent: Option<Agent>,
    /// Whether the nonce was spent before.
    pub spent: bool,
    /// The organisation and its door.
    pub org: Org,
    /// The session that is asked for, if this registration may see it.
    pub session: Option<Session>,
}

/// What a desk's request claims.
#[derive(Debug)]
pub struct PersonClaim {
    /// The person, if the id is one's.
    pub person: Option<Person>,
    /// Whether the nonce was spent before.
    pub spent: bool,
}

/// Spends a verified request's nonce; false where it was spent before.
fn spend(tables: &dyn Tables, request: &VerifiedRequest, now: Moment) -> Stored<bool> {
    tables.spend_nonce(request.agent(), request.nonce(), request.replayable_until(), now)
}

impl Store {
    /// Looks up what a vendor's request claims.
    pub async fn claimed_agent(&self, id: String, nonce: String, session: String) -> Stored<AgentClaim> {
        self.read(move |look| {
            let org = look.org(Hold::Look)?;
            Ok(AgentClaim {
                agent: look.agent(&id, Hold::Look)?,
                spent: look.is_spent(&id, &nonce)?,
                session: log::seen_by_vendor(look, &org, &id, &session)?,
                org,
            })
        })
        .await
    }

    /// Looks up what a desk's request claims.
    pub async fn claimed_person(&self, id: String, nonce: String) -> Stored<PersonClaim> {
        self.read(move |look| {
            Ok(PersonClaim { person: look.person(&id, Hold::Look)?, spent: look.is_spent(&id, &nonce)? })
        })
        .await
    }

    /// Spends a verified request's nonce; of any number of copies one is told true.
    pub async fn spend(&self, request: VerifiedRequest, now: Moment) -> Stored<bool> {
        self.write(move |act| spend(act, &request, now)).await
    }
}
