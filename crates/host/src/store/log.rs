//! Reading sessions: the same document for both parties.

use anp::event::{Head, SessionId};
use anp::log::{self, KeyEntry};

use super::{Hold, Org, Person, Session, Store, StoreFault, Stored, Tables};
use crate::door;

/// The whole document, or its events behind `after`.
pub fn document(tables: &dyn Tables, session: &Session, after: u64, platform: &KeyEntry) -> Stored<String> {
    let agent = tables.agent(&session.agent, Hold::Look)?.ok_or_else(|| StoreFault::Damaged {
        table: "sessions",
        what: format!("no registration of {}", session.id),
    })?;
    let mut keys = vec![KeyEntry::vendor_agent(agent.public_key), platform.clone()];
    // Fabrikam has no people; the organisation's stay out of the sandbox.
    if !session.sandbox() {
        keys.extend(tables.people()?.iter().map(Person::key_entry));
    }
    let events = tables.event_texts(&session.id, after)?;
    Ok(log::document(&session.word(), &keys, events))
}

/// A session, if this vendor may see it.
pub(super) fn seen_by_vendor(
    tables: &dyn Tables,
    org: &Org,
    agent: &str,
    id: &str,
) -> Stored<Option<Session>> {
    let session = tables.session(id, Hold::Look)?;
    Ok(session.filter(|session| session.agent == agent && door::vendor_reads(session, org)))
}

impl Store {
    /// A session's log for its vendor; none where that is to be refused.
    pub async fn vendor_log(&self, agent: String, id: String, platform: KeyEntry) -> Stored<Option<String>> {
        self.read(move |look| {
            let session = seen_by_vendor(look, &look.org(Hold::Look)?, &agent, &id)?;
            session.map(|session| document(look, &session, 0, &platform)).transpose()
        })
        .await
    }

    /// A session's log after its vendor has appended to it.
    pub async fn log(&self, id: String, platform: KeyEntry) -> Stored<String> {
        self.read(move |look| {
            let session = look
                .session(&id, Hold::Look)?
                .ok_or_else(|| StoreFault::Damaged { table: "sessions", what: format!("no longer {id}") })?;
            document(look, &session, 0, &platform)
        })
        .await
    }

    /// A live session's log for a desk, its events behind `after`; none where it is unknown.
    pub async fn desk_log(&self, id: String, after: u64, platform: KeyEntry) -> Stored<Option<String>> {
        self.read(move |look| {
            let session = look.session(&id, Hold::Look)?.filter(|session| !session.sandbox());
            session.map(|session| document(look, &session, after, &platform)).transpose()
        })
        .await
    }

    /// Where each live session ends, for a desk.
    pub async fn live_heads(&self) -> Stored<Vec<(SessionId, Head)>> {
        self.read(|look| look.live_heads()).await
    }

    /// Whether a live session has this id, for a desk.
    pub async fn is_live(&self, id: String) -> Stored<bool> {
        self.read(move |look| Ok(look.session(&id, Hold::Look)?.is_some_and(|session| !session.sandbox())))
            .await
    }
}
