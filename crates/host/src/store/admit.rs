//! Admission: whose key a request claims, what it asks for, and the spending of its nonce.

use super::{Agent, Hold, Org, Person, Quota, Session, Store, Stored, Tables, Taken, log};
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

/// What became of a request that wants to be let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spent {
    /// Its nonce is new, and now spent.
    Fresh,
    /// Its nonce was spent before.
    Before,
    /// A limit is reached; the nonce is not spent.
    Limited {
        /// How long to wait.
        seconds: u64,
    },
}

/// Counts a verified request against its limits and spends its nonce.
fn spend(
    tables: &dyn Tables,
    request: &VerifiedRequest,
    quotas: &[(Quota, String)],
    now: Moment,
) -> Stored<Spent> {
    for (quota, who) in quotas {
        if let Taken::Wait { seconds } = tables.take(*quota, who)? {
            return Ok(Spent::Limited { seconds });
        }
    }
    let fresh = tables.spend_nonce(request.agent(), request.nonce(), request.replayable_until(), now)?;
    Ok(if fresh { Spent::Fresh } else { Spent::Before })
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

    /// Counts a verified request against its limits and spends its nonce; of any number
    /// of copies one is told that it is fresh.
    pub async fn spend(
        &self,
        request: VerifiedRequest,
        quotas: Vec<(Quota, String)>,
        now: Moment,
    ) -> Stored<Spent> {
        self.write(move |act| spend(act, &request, &quotas, now)).await
    }

    /// Takes one of what is limited.
    pub async fn take(&self, quota: Quota, who: String) -> Stored<Taken> {
        self.write(move |act| act.take(quota, &who)).await
    }
}
