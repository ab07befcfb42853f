//! Opening a session: events 1 and 2, written by the host.

use std::sync::Arc;

use anp::event::{Actor, SessionId, Stated};
use anp::json;
use anp::keys::SecretKey;
use anp::payload::{Envelope, OpenedBy, Payload, SessionOpen};
use anp::time::Moment;

use super::{Agent, Hold, Org, Session, Status, Store, StoreFault, Stored, Tables, append};
use crate::chain::{AppendFault, Chain};
use crate::{door, sandbox};

/// Whom a vendor wants to talk to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Fabrikam Industries.
    Sandbox,
    /// The organisation, by its handle.
    Handle(String),
}

/// A vendor's wish to open a session.
#[derive(Debug)]
pub struct Opening {
    /// The new session's id.
    pub session: SessionId,
    /// The vendor's registration id.
    pub agent: String,
    /// With whom.
    pub target: Target,
    /// The vendor's mandate.
    pub envelope: Envelope,
    /// Now.
    pub now: Moment,
    /// Signs both events.
    pub platform: Arc<SecretKey>,
}

/// The opening under which a target is let in, and the buyer's envelope; none where
/// the door lets nobody in.
fn let_in(target: &Target, agent: &Agent, org: &Org) -> Stored<Option<(i64, Envelope)>> {
    match target {
        Target::Sandbox => Ok(Some((0, sandbox::envelope()))),
        Target::Handle(handle) if door::lets_in(handle, agent, org) => {
            Ok(Some((org.opening, envelope(org)?)))
        }
        Target::Handle(_) => Ok(None),
    }
}

/// The organisation's envelope.
fn envelope(org: &Org) -> Stored<Envelope> {
    json::parse_flawless(org.envelope.as_bytes())
        .ok()
        .and_then(|value| Envelope::read(&value).ok())
        .ok_or_else(|| StoreFault::Damaged { table: "org", what: "no envelope".to_owned() })
}

/// Opens; gives the buyer's envelope as JSON, none where the wish is to be refused.
fn open(tables: &dyn Tables, opening: &Opening) -> Stored<Option<String>> {
    let org = tables.org(Hold::Share)?;
    let agent = tables.agent(&opening.agent, Hold::Share)?;
    let Some(agent) = agent.filter(|agent| agent.status != Status::Revoked) else {
        return Ok(None);
    };
    let Some((number, buyers)) = let_in(&opening.target, &agent, &org)? else { return Ok(None) };
    let shown = json::canonical(&buyers.to_value());
    let first = Payload::SessionOpen(SessionOpen {
        agent: OpenedBy {
            id: agent.id.clone(),
            name: agent.agent_name,
            fingerprint: agent.public_key.fingerprint(),
        },
        envelope: opening.envelope.clone(),
    });
    let mut chain = Chain::new(opening.session.clone());
    let mut put =
        |actor, payload| chain.append(actor, Stated::of(payload).sign(&opening.platform), opening.now);
    let added = put(Actor::VendorAgent, first)
        .and_then(|first| Ok([first, put(Actor::Buyer, Payload::Envelope(buyers))?]))
        .map_err(|fault: AppendFault| StoreFault::Damaged { table: "sessions", what: fault.to_string() })?;
    let at = opening.now.to_text();
    let mut session = Session {
        id: opening.session.clone(),
        agent: agent.id,
        opening: number,
        opened_at: at.clone(),
        closed_at: None,
        head: chain.head().clone(),
        last_at: at,
    };
    append::write(tables, &mut session, &added)?;
    Ok(Some(shown))
}

impl Store {
    /// Opens a session; gives the buyer's envelope as JSON, none where the wish is to be refused.
    pub async fn open_session(&self, opening: Opening) -> Stored<Option<String>> {
        self.write(move |act| open(act, &opening)).await
    }
}
