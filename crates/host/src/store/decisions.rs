//! Table `decisions`: what a desk has sent already, so that sending it again is safe.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::Stored;

pub(super) const SQL: &str = "
CREATE TABLE decisions (
    id TEXT PRIMARY KEY,
    -- SHA-256 over person, session and events.
    request TEXT NOT NULL,
    -- The answer that was given, JSON.
    answer TEXT NOT NULL
) STRICT, WITHOUT ROWID;
";

/// The request and the answer under this id.
pub(super) fn find(connection: &Connection, id: &str) -> Stored<Option<(String, String)>> {
    Ok(connection
        .prepare_cached("SELECT request, answer FROM decisions WHERE id = ?")?
        .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?)
}

pub(super) fn insert(connection: &Connection, id: &str, request: &str, answer: &str) -> Stored<()> {
    connection
        .prepare_cached("INSERT INTO decisions (id, request, answer) VALUES (?, ?, ?)")?
        .execute(params![id, request, answer])?;
    Ok(())
}
