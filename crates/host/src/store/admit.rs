//! Admission: whose key a request claims, and the spending of its nonce.

use anp::request::VerifiedRequest;
use anp::time::Moment;
use rusqlite::Connection;

use super::{Agent, Person, Store, Stored, agents, nonces, people};

/// Whoever a request claims to come from, and whether its nonce is spent already.
#[derive(Debug)]
pub struct Claim<P> {
    /// The party, if the id is one's.
    pub party: Option<P>,
    /// Whether the nonce was spent before.
    pub spent: bool,
}

/// Spends a verified request's nonce; false where it was spent before.
fn spend(connection: &Connection, request: &VerifiedRequest, now: Moment) -> Stored<bool> {
    nonces::spend(connection, request.agent(), request.nonce(), request.replayable_until(), now)
}

impl Store {
    /// Looks up a vendor's agent.
    pub async fn claimed_agent(&self, id: String, nonce: String) -> Stored<Claim<Agent>> {
        self.read(move |look| {
            Ok(Claim { party: agents::find(look, &id)?, spent: nonces::is_spent(look, &id, &nonce)? })
        })
        .await
    }

    /// Looks up a person.
    pub async fn claimed_person(&self, id: String, nonce: String) -> Stored<Claim<Person>> {
        self.read(move |look| {
            Ok(Claim { party: people::find(look, &id)?, spent: nonces::is_spent(look, &id, &nonce)? })
        })
        .await
    }

    /// Spends a verified request's nonce; of any number of copies one is told true.
    pub async fn spend(&self, request: VerifiedRequest, now: Moment) -> Stored<bool> {
        self.write(move |act| spend(act, &request, now)).await
    }
}
