//! Registering: the first stands, conflicts are kept for whoever verifies.

use anp::keys::PublicKey;
use anp::time::Moment;

use super::{Agent, Conflict, Hold, Status, Store, Stored, Subject, Tables};

/// A registration whose proof holds.
#[derive(Debug)]
pub struct Registration {
    /// The id that it gets if the key is new.
    pub id: String,
    /// The proven key.
    pub public_key: PublicKey,
    /// The name it gives.
    pub agent_name: String,
    /// The vendor it names.
    pub vendor_name: String,
    /// The contact it gives.
    pub contact_email: String,
    /// Now.
    pub now: Moment,
}

/// What became of a registration.
#[derive(Debug)]
pub enum Registered {
    /// The identity of this key, new or as it was.
    Done(Box<Agent>),
    /// The key is revoked.
    Revoked,
    /// The key is the platform's or a person's: no key may stand on both sides.
    BuyersKey,
}

fn register(tables: &dyn Tables, wish: &Registration) -> Stored<Registered> {
    let platform = tables.org(Hold::Share)?.platform;
    if wish.public_key.fingerprint() == platform || tables.is_persons_key(&wish.public_key)? {
        return Ok(Registered::BuyersKey);
    }
    let at = wish.now.to_text();
    let Some(standing) = tables.agent_with_key(&wish.public_key, Hold::Change)? else {
        let agent = Agent {
            id: wish.id.clone(),
            public_key: wish.public_key,
            agent_name: wish.agent_name.clone(),
            vendor_name: wish.vendor_name.clone(),
            contact_email: wish.contact_email.clone(),
            status: Status::Sandbox,
            registered_at: at,
            decided: None,
        };
        tables.insert_agent(&agent)?;
        tables.note_change(Subject::Vendor, &agent.id)?;
        return Ok(Registered::Done(Box::new(agent)));
    };
    if standing.status == Status::Revoked {
        return Ok(Registered::Revoked);
    }
    let same = standing.agent_name == wish.agent_name
        && standing.vendor_name == wish.vendor_name
        && standing.contact_email == wish.contact_email;
    let conflict = Conflict {
        agent_name: wish.agent_name.clone(),
        vendor_name: wish.vendor_name.clone(),
        contact_email: wish.contact_email.clone(),
        at,
    };
    if !same && tables.keep_conflict(&standing.id, &conflict)? {
        tables.note_change(Subject::Vendor, &standing.id)?;
    }
    Ok(Registered::Done(Box::new(standing)))
}

impl Store {
    /// Registers a key.
    pub async fn register(&self, wish: Registration) -> Stored<Registered> {
        self.write(move |act| register(act, &wish)).await
    }
}
