//! Opening a session: events 1 and 2, written by the host.

use std::sync::Arc;

use anp::digest::sha256;
use anp::event::{Actor, SessionId, Stated};
use anp::json;
use anp::keys::SecretKey;
use anp::payload::{Envelope, OpenedBy, Payload, SessionOpen};
use anp::time::Moment;
use rusqlite::Connection;

use super::{Agent, Org, Session, Status, Store, StoreFault, Stored, agents, append, org};
use crate::chain::{AppendFault, Chain};
use crate::sandbox;

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
/// the handle is not the living one or the registration is not verified.
fn let_in(target: &Target, agent: &Agent, org: &Org) -> Stored<Option<(i64, Envelope)>> {
    let Target::Handle(handle) = target else {
        return Ok(Some((0, sandbox::envelope())));
    };
    // Digests are compared, so that the time taken says nothing about the text.
    let living = org.handle.as_deref().unwrap_or_default();
    let same = sha256(living.as_bytes()) == sha256(handle.as_bytes());
    if !same || org.handle.is_none() || agent.status != Status::Verified {
        return Ok(None);
    }
    Ok(Some((org.opening, envelope(org)?)))
}

/// The organisation's envelope.
fn envelope(org: &Org) -> Stored<Envelope> {
    json::parse_flawless(org.envelope.as_bytes())
        .ok()
        .and_then(|value| Envelope::read(&value).ok())
        .ok_or_else(|| StoreFault::Damaged { table: "org", what: "no envelope".to_owned() })
}

/// Opens; gives the buyer's envelope as JSON, none where the wish is to be refused.
fn open(connection: &Connection, opening: Opening) -> Stored<Option<String>> {
    let org = org::read(connection)?;
    let agent = agents::find(connection, &opening.agent)?;
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
        envelope: opening.envelope,
    });
    let mut chain = Chain::new(opening.session.clone());
    let mut put =
        |actor, payload| chain.append(actor, Stated::of(payload).sign(&opening.platform), opening.now);
    let added = put(Actor::VendorAgent, first)
        .and_then(|first| Ok([first, put(Actor::Buyer, Payload::Envelope(buyers))?]))
        .map_err(|fault: AppendFault| StoreFault::Damaged { table: "sessions", what: fault.to_string() })?;
    let at = opening.now.to_text();
    let mut session = Session {
        id: opening.session,
        agent: agent.id,
        opening: number,
        opened_at: at.clone(),
        closed_at: None,
        head: chain.head().clone(),
        last_at: at,
    };
    append::write(connection, &mut session, &added)?;
    Ok(Some(shown))
}

impl Store {
    /// Opens a session; gives the buyer's envelope as JSON, none where the wish is to be refused.
    pub async fn open_session(&self, opening: Opening) -> Stored<Option<String>> {
        self.write(move |act| open(act, opening)).await
    }
}
