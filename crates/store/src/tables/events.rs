//! Verified events, as they stand in the log.

use rusqlite::{Connection, OptionalExtension as _, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE events (
    session TEXT    NOT NULL REFERENCES sessions (id),
    seq     INTEGER NOT NULL,
    json    TEXT    NOT NULL,
    PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;
";

/// Adds a verified event.
///
/// # Errors
/// Where its place is taken or the database cannot be written.
pub fn add(db: &Connection, session: &str, seq: u64, json: &str) -> Rows<()> {
    db.execute("INSERT INTO events (session, seq, json) VALUES (?1, ?2, ?3)", params![session, seq, json])?;
    Ok(())
}

/// A session's events, in order.
///
/// # Errors
/// Where the database cannot be read.
pub fn all(db: &Connection, session: &str) -> Rows<Vec<String>> {
    let mut query = db.prepare_cached("SELECT json FROM events WHERE session = ?1 ORDER BY seq")?;
    let rows = query.query_map([session], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// One event.
///
/// # Errors
/// Where the database cannot be read.
pub fn get(db: &Connection, session: &str, seq: u64) -> Rows<Option<String>> {
    Ok(db
        .query_row("SELECT json FROM events WHERE session = ?1 AND seq = ?2", params![session, seq], |row| {
            row.get(0)
        })
        .optional()?)
}
