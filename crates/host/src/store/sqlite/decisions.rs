//! Table `decisions`.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::super::Stored;
use super::super::tables::decisions::Decisions;

pub(super) const SQL: &str = "
CREATE TABLE decisions (
    id TEXT PRIMARY KEY,
    -- SHA-256 over person, session and events.
    request TEXT NOT NULL,
    -- The answer that was given, JSON.
    answer TEXT NOT NULL
) STRICT, WITHOUT ROWID;
";

impl Decisions for Connection {
    fn decision(&self, id: &str) -> Stored<Option<(String, String)>> {
        Ok(self
            .prepare_cached("SELECT request, answer FROM decisions WHERE id = ?")?
            .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?)
    }

    fn insert_decision(&self, id: &str, request: &str, answer: &str) -> Stored<()> {
        self.prepare_cached("INSERT INTO decisions (id, request, answer) VALUES (?, ?, ?)")?
            .execute(params![id, request, answer])?;
        Ok(())
    }
}
