//! Vendors' keys, pinned when a person at this desk verified them.

use rusqlite::{Connection, OptionalExtension as _};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE pins (
    agent_id    TEXT NOT NULL PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    verified_by TEXT NOT NULL,
    verified_at TEXT NOT NULL
) STRICT;
";

/// A pinned key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pinned {
    /// The key, hex.
    pub fingerprint: String,
    /// Who.
    pub verified_by: String,
    /// When.
    pub verified_at: String,
}

/// The pin of an agent.
///
/// # Errors
/// Where the database cannot be read.
pub fn get(db: &Connection, agent_id: &str) -> Rows<Option<Pinned>> {
    Ok(db
        .query_row(
            "SELECT fingerprint, verified_by, verified_at FROM pins WHERE agent_id = ?1",
            [agent_id],
            |row| Ok(Pinned { fingerprint: row.get(0)?, verified_by: row.get(1)?, verified_at: row.get(2)? }),
        )
        .optional()?)
}

/// Pins a key; an earlier pin of the agent is replaced, by a person's act alone.
///
/// # Errors
/// Where the database cannot be written.
pub fn set(db: &Connection, agent_id: &str, pin: &Pinned) -> Rows<()> {
    db.execute(
        "INSERT INTO pins (agent_id, fingerprint, verified_by, verified_at) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (agent_id) DO UPDATE SET fingerprint = excluded.fingerprint,
             verified_by = excluded.verified_by, verified_at = excluded.verified_at",
        [agent_id, &pin.fingerprint, &pin.verified_by, &pin.verified_at],
    )?;
    Ok(())
}
