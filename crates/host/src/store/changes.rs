//! Table `changes`: what changed last, for desks that follow. Each thing stands there
//! once, at the place of its last change, so the table is no longer than there are things.

use rusqlite::{Connection, params};

use super::Stored;

pub(super) const SQL: &str = "
CREATE TABLE changes (
    -- AUTOINCREMENT: a cursor is never given twice, though its row is gone.
    cursor INTEGER PRIMARY KEY AUTOINCREMENT,
    subject TEXT NOT NULL,
    id TEXT NOT NULL,
    UNIQUE (subject, id)
) STRICT;
";

/// Kinds of things that change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A session has further events.
    Session,
    /// A registration came, conflicts, or was decided.
    Vendor,
    /// The channel was switched or its envelope set.
    Channel,
    /// The organisation's people.
    People,
}

impl Subject {
    /// Text on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Vendor => "vendor",
            Self::Channel => "channel",
            Self::People => "people",
        }
    }
}

/// Notes a change.
pub(super) fn note(connection: &Connection, subject: Subject, id: &str) -> Stored<()> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO changes (subject, id) VALUES (?, ?)")?
        .execute(params![subject.as_str(), id])?;
    Ok(())
}

/// The last cursor; 0 where nothing ever changed.
pub(super) fn last(connection: &Connection) -> Stored<i64> {
    Ok(connection
        .prepare_cached("SELECT coalesce(max(cursor), 0) FROM changes")?
        .query_row([], |row| row.get(0))?)
}

/// Up to `most` changes behind a cursor, in order: cursor, kind, id.
pub(super) fn behind(connection: &Connection, cursor: i64, most: i64) -> Stored<Vec<(i64, String, String)>> {
    let mut statement = connection
        .prepare_cached("SELECT cursor, subject, id FROM changes WHERE cursor > ? ORDER BY cursor LIMIT ?")?;
    let rows = statement.query_map([cursor, most], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
