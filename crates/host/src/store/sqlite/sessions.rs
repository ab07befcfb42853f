//! Table `sessions`.

use anp::event::{Head, SessionId};
use rusqlite::{Connection, OptionalExtension as _, params};

use super::super::Stored;
use super::super::tables::Hold;
use super::super::tables::sessions::{Row, Session, Sessions, end};

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

fn row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    Ok(Row {
        id: row.get("id")?,
        agent: row.get("agent")?,
        opening: row.get("opening")?,
        opened_at: row.get("opened_at")?,
        closed_at: row.get("closed_at")?,
        event_count: row.get("event_count")?,
        chain_head: row.get("chain_head")?,
        last_at: row.get("last_at")?,
    })
}

impl Sessions for Connection {
    fn session(&self, id: &str, _: Hold) -> Stored<Option<Session>> {
        self.prepare_cached(
            "SELECT id, agent, opening, opened_at, closed_at, event_count, chain_head, last_at \
             FROM sessions WHERE id = ?",
        )?
        .query_row([id], row)
        .optional()?
        .map(Row::session)
        .transpose()
    }

    fn session_ids(&self) -> Stored<Vec<String>> {
        let mut statement = self.prepare_cached("SELECT id FROM sessions ORDER BY opened_at, id")?;
        let rows = statement.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    fn live_heads(&self) -> Stored<Vec<(SessionId, Head)>> {
        let mut statement =
            self.prepare_cached("SELECT id, event_count, chain_head FROM sessions WHERE opening <> 0")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        rows.map(|row| end(row?)).collect()
    }

    fn write_session(&self, session: &Session) -> Stored<()> {
        let row = Row::from(session);
        self.prepare_cached(
            "INSERT INTO sessions (id, agent, opening, opened_at, closed_at, event_count, chain_head, last_at) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?) \
             ON CONFLICT (id) DO UPDATE SET closed_at = excluded.closed_at, \
             event_count = excluded.event_count, chain_head = excluded.chain_head, last_at = excluded.last_at",
        )?
        .execute(params![
            row.id,
            row.agent,
            row.opening,
            row.opened_at,
            row.closed_at,
            row.event_count,
            row.chain_head,
            row.last_at
        ])?;
        Ok(())
    }
}
