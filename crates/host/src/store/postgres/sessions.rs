//! Table `sessions`.

use anp::event::{Head, SessionId};

use super::super::Stored;
use super::super::tables::Hold;
use super::super::tables::sessions::{Row, Session, Sessions, end};
use super::work::{Work, lock};

pub(super) const SQL: &str = "
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    agent TEXT NOT NULL REFERENCES agents (id),
    -- The opening of the channel that it belongs to; 0 for the sandbox.
    opening BIGINT NOT NULL,
    opened_at TEXT NOT NULL,
    -- Empty while it is open.
    closed_at TEXT NOT NULL,
    -- The last event: its number, hash and time.
    event_count BIGINT NOT NULL,
    chain_head TEXT NOT NULL,
    last_at TEXT NOT NULL
);
";

fn session(row: &tokio_postgres::Row) -> Stored<Session> {
    Row {
        id: row.try_get("id")?,
        agent: row.try_get("agent")?,
        opening: row.try_get("opening")?,
        opened_at: row.try_get("opened_at")?,
        closed_at: row.try_get("closed_at")?,
        event_count: row.try_get("event_count")?,
        chain_head: row.try_get("chain_head")?,
        last_at: row.try_get("last_at")?,
    }
    .session()
}

impl Sessions for Work<'_> {
    fn session(&self, id: &str, hold: Hold) -> Stored<Option<Session>> {
        let sql = format!(
            "SELECT id, agent, opening, opened_at, closed_at, event_count, chain_head, last_at \
             FROM sessions WHERE id = $1{}",
            lock(hold)
        );
        self.row(&sql, &[&id])?.as_ref().map(session).transpose()
    }

    fn session_ids(&self) -> Stored<Vec<String>> {
        let rows = self.rows("SELECT id FROM sessions ORDER BY opened_at, id", &[])?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    fn live_heads(&self) -> Stored<Vec<(SessionId, Head)>> {
        let rows = self.rows("SELECT id, event_count, chain_head FROM sessions WHERE opening <> 0", &[])?;
        rows.iter()
            .map(|row| end((row.try_get("id")?, row.try_get("event_count")?, row.try_get("chain_head")?)))
            .collect()
    }

    fn write_session(&self, session: &Session) -> Stored<()> {
        let row = Row::from(session);
        self.execute(
            "INSERT INTO sessions (id, agent, opening, opened_at, closed_at, event_count, chain_head, last_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
             ON CONFLICT (id) DO UPDATE SET closed_at = excluded.closed_at, \
             event_count = excluded.event_count, chain_head = excluded.chain_head, last_at = excluded.last_at",
            &[
                &row.id,
                &row.agent,
                &row.opening,
                &row.opened_at,
                &row.closed_at,
                &row.event_count,
                &row.chain_head,
                &row.last_at,
            ],
        )?;
        Ok(())
    }
}
