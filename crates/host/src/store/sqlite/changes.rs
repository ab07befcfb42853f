//! Table `changes`. There is one writer, so the order of cursors is that of commits.

use rusqlite::{Connection, params};

use super::super::Stored;
use super::super::tables::changes::{Changes, Subject};

pub(super) const SQL: &str = "
CREATE TABLE changes (
    -- AUTOINCREMENT: a cursor is never given twice, though its row is gone.
    cursor INTEGER PRIMARY KEY AUTOINCREMENT,
    subject TEXT NOT NULL,
    id TEXT NOT NULL,
    UNIQUE (subject, id)
) STRICT;
";

impl Changes for Connection {
    fn note_change(&self, subject: Subject, id: &str) -> Stored<()> {
        self.prepare_cached("INSERT OR REPLACE INTO changes (subject, id) VALUES (?, ?)")?
            .execute(params![subject.as_str(), id])?;
        Ok(())
    }

    fn last_change(&self) -> Stored<i64> {
        Ok(self
            .prepare_cached("SELECT coalesce(max(cursor), 0) FROM changes")?
            .query_row([], |row| row.get(0))?)
    }

    fn changes_behind(&self, cursor: i64, most: i64) -> Stored<Vec<(i64, String, String)>> {
        let mut statement = self.prepare_cached(
            "SELECT cursor, subject, id FROM changes WHERE cursor > ? ORDER BY cursor LIMIT ?",
        )?;
        let rows = statement.query_map([cursor, most], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}
