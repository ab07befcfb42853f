//! Table `conflicts`: registrations of a key that is registered already, under another
//! name or contact. The first stands; these are shown to whoever verifies.

use rusqlite::{Connection, params};

use super::Stored;

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

/// Most conflicts that are kept of one registration: the proof is constant, so whoever
/// has seen it could send any number.
const KEPT: i64 = 50;

/// A conflicting registration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The name it gave.
    pub agent_name: String,
    /// The vendor it named.
    pub vendor_name: String,
    /// The contact it gave.
    pub contact_email: String,
    /// When it came first.
    pub at: String,
}

/// Keeps one; false where it is known already or there are enough.
pub(super) fn insert(connection: &Connection, agent: &str, conflict: &Conflict) -> Stored<bool> {
    let kept: i64 = connection
        .prepare_cached("SELECT count(*) FROM conflicts WHERE agent = ?")?
        .query_row([agent], |row| row.get(0))?;
    if kept >= KEPT {
        return Ok(false);
    }
    let rows = connection
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

/// Those of a registration, in the order in which they came.
pub(super) fn of(connection: &Connection, agent: &str) -> Stored<Vec<Conflict>> {
    let mut statement = connection.prepare_cached(
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
