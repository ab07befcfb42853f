//! Table `sessions`: each session's two parties and the end of its chain.

use anp::digest::EventHash;
use anp::event::{Head, SessionId};
use anp::log::SessionWord;
use anp::time::Moment;
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{StoreFault, Stored};
use crate::chain::Chain;

pub(super) const SQL: &str = "
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    agent TEXT NOT NULL REFERENCES agents (id),
    -- The opening of the channel that it belongs to; 0 for the sandbox.
    opening INTEGER NOT NULL,
    opened_at TEXT NOT NULL,
    -- Empty while it is open.
    closed_at TEXT NOT NULL,
    -- The last event: its number, hash and time.
    event_count INTEGER NOT NULL,
    chain_head TEXT NOT NULL,
    last_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
";

/// A session.
#[derive(Debug, Clone)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// The vendor's registration.
    pub agent: String,
    /// The opening of the channel that it belongs to; 0 for the sandbox.
    pub opening: i64,
    /// Time of the first event.
    pub opened_at: String,
    /// Time of the close.
    pub closed_at: Option<String>,
    /// The last event.
    pub head: Head,
    /// Its time.
    pub last_at: String,
}

impl Session {
    /// Whether it runs against the sandbox.
    pub const fn sandbox(&self) -> bool {
        self.opening == 0
    }

    /// What the host says of it.
    pub fn word(&self) -> SessionWord {
        SessionWord {
            id: self.id.clone(),
            sandbox: self.sandbox(),
            closed_at: self.closed_at.clone(),
            opened_at: self.opened_at.clone(),
            head: self.head.clone(),
        }
    }

    /// The end of its chain.
    pub(super) fn chain(&self) -> Stored<Chain> {
        let last = Moment::parse(&self.last_at).map_err(|_| damaged(self.id.as_str(), "time"))?;
        Ok(Chain::stored(self.id.clone(), self.head.clone(), last, self.closed_at.is_some()))
    }
}

fn damaged(id: &str, what: &str) -> StoreFault {
    StoreFault::Damaged { table: "sessions", what: format!("no {what} of {id}") }
}

fn session(row: &Row<'_>) -> rusqlite::Result<Stored<Session>> {
    let id: String = row.get("id")?;
    let closed: String = row.get("closed_at")?;
    let hash: String = row.get("chain_head")?;
    let (Some(session), Ok(hash), Ok(seq)) =
        (SessionId::parse(&id), EventHash::parse(&hash), u64::try_from(row.get::<_, i64>("event_count")?))
    else {
        return Ok(Err(damaged(&id, "head")));
    };
    Ok(Ok(Session {
        id: session,
        agent: row.get("agent")?,
        opening: row.get("opening")?,
        opened_at: row.get("opened_at")?,
        closed_at: (!closed.is_empty()).then_some(closed),
        head: Head { seq, hash },
        last_at: row.get("last_at")?,
    }))
}

/// A session by id.
pub(super) fn find(connection: &Connection, id: &str) -> Stored<Option<Session>> {
    connection
        .prepare_cached(
            "SELECT id, agent, opening, opened_at, closed_at, event_count, chain_head, last_at \
             FROM sessions WHERE id = ?",
        )?
        .query_row([id], session)
        .optional()?
        .transpose()
}

/// Writes a session, new or further than before.
pub(super) fn write(connection: &Connection, session: &Session) -> Stored<()> {
    let count = i64::try_from(session.head.seq).unwrap_or(i64::MAX);
    connection
        .prepare_cached(
            "INSERT INTO sessions (id, agent, opening, opened_at, closed_at, event_count, chain_head, last_at) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?) \
             ON CONFLICT (id) DO UPDATE SET closed_at = excluded.closed_at, \
             event_count = excluded.event_count, chain_head = excluded.chain_head, last_at = excluded.last_at",
        )?
        .execute(params![
            session.id.as_str(),
            session.agent,
            session.opening,
            session.opened_at,
            session.closed_at.as_deref().unwrap_or_default(),
            count,
            session.head.hash.to_string(),
            session.last_at
        ])?;
    Ok(())
}
