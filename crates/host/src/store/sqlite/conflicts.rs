//! Table `conflicts`.

use rusqlite::{Connection, params};

use super::super::Stored;
use super::super::tables::conflicts::{Conflict, Conflicts, KEPT};

pub(super) const SQL: &str = "
CREATE TABLE conflicts (
    place INTEGER PRIMARY KEY,
    agent TEXT NOT NULL REFERENCES agents (id),
    agent_name TEXT NOT NULL,
    vendor_name TEXT NOT NULL,
    contact_email TEXT NOT NULL,
    at TEXT NOT NULL,
    UNIQUE (agent, agent_name, vendor_name, contact_email)
) STRICT;
";

impl Conflicts for Connection {
    fn keep_conflict(&self, agent: &str, conflict: &Conflict) -> Stored<bool> {
        let kept: i64 = self
            .prepare_cached("SELECT count(*) FROM conflicts WHERE agent = ?")?
            .query_row([agent], |row| row.get(0))?;
        if kept >= KEPT {
            return Ok(false);
        }
        let rows = self
            .prepare_cached(
                "INSERT INTO conflicts (agent, agent_name, vendor_name, contact_email, at) \
                 VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            )?
            .execute(params![
                agent,
                conflict.agent_name,
                conflict.vendor_name,
                conflict.contact_email,
                conflict.at
            ])?;
        Ok(rows > 0)
    }

    fn conflicts_of(&self, agent: &str) -> Stored<Vec<Conflict>> {
        let mut statement = self.prepare_cached(
            "SELECT agent_name, vendor_name, contact_email, at FROM conflicts WHERE agent = ? ORDER BY place",
        )?;
        let rows = statement.query_map([agent], |row| {
            Ok(Conflict {
                agent_name: row.get("agent_name")?,
                vendor_name: row.get("vendor_name")?,
                contact_email: row.get("contact_email")?,
                at: row.get("at")?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}
