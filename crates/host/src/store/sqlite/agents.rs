//! Table `agents`.

use anp::keys::PublicKey;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::super::Stored;
use super::super::tables::Hold;
use super::super::tables::agents::{Agent, Agents, Row, Status};

pub(super) const SQL: &str = "
CREATE TABLE agents (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    public_key TEXT NOT NULL UNIQUE,
    agent_name TEXT NOT NULL,
    vendor_name TEXT NOT NULL,
    contact_email TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('sandbox', 'verified', 'revoked')),
    registered_at TEXT NOT NULL,
    -- Who verified or revoked it, and when; empty while nobody has.
    decided_by TEXT NOT NULL,
    decided_at TEXT NOT NULL
) STRICT;
";

const COLUMNS: &str = "id, public_key, agent_name, vendor_name, contact_email, status, registered_at, \
     decided_by, decided_at";

fn row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    Ok(Row {
        id: row.get("id")?,
        public_key: row.get("public_key")?,
        agent_name: row.get("agent_name")?,
        vendor_name: row.get("vendor_name")?,
        contact_email: row.get("contact_email")?,
        status: row.get("status")?,
        registered_at: row.get("registered_at")?,
        decided_by: row.get("decided_by")?,
        decided_at: row.get("decided_at")?,
    })
}

impl Agents for Connection {
    fn agent(&self, id: &str, _: Hold) -> Stored<Option<Agent>> {
        self.prepare_cached(&format!("SELECT {COLUMNS} FROM agents WHERE id = ?"))?
            .query_row([id], row)
            .optional()?
            .map(Row::agent)
            .transpose()
    }

    fn agent_with_key(&self, key: &PublicKey, _: Hold) -> Stored<Option<Agent>> {
        self.prepare_cached(&format!("SELECT {COLUMNS} FROM agents WHERE public_key = ?"))?
            .query_row([key.to_string()], row)
            .optional()?
            .map(Row::agent)
            .transpose()
    }

    fn agents(&self) -> Stored<Vec<Agent>> {
        let mut statement = self.prepare_cached(&format!("SELECT {COLUMNS} FROM agents ORDER BY place"))?;
        let rows = statement.query_map([], row)?.collect::<rusqlite::Result<Vec<_>>>()?;
        rows.into_iter().map(Row::agent).collect()
    }

    fn insert_agent(&self, agent: &Agent) -> Stored<()> {
        let (by, at) = agent.decided.clone().unwrap_or_default();
        self.prepare_cached(&format!("INSERT INTO agents ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"))?
            .execute(params![
            agent.id,
            agent.public_key.to_string(),
            agent.agent_name,
            agent.vendor_name,
            agent.contact_email,
            agent.status.as_str(),
            agent.registered_at,
            by,
            at
        ])?;
        Ok(())
    }

    fn set_agent_status(&self, id: &str, status: Status, by: &str, at: &str) -> Stored<()> {
        self.prepare_cached("UPDATE agents SET status = ?, decided_by = ?, decided_at = ? WHERE id = ?")?
            .execute(params![status.as_str(), by, at, id])?;
        Ok(())
    }
}
