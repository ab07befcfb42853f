//! Documents that did not verify: kept byte for byte, never overwritten.

use rusqlite::{Connection, OptionalExtension as _, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE disputes (
    id       INTEGER NOT NULL PRIMARY KEY,
    session  TEXT    NOT NULL,
    found_at TEXT    NOT NULL,
    digest   TEXT    NOT NULL,
    document BLOB    NOT NULL,
    faults   TEXT    NOT NULL,
    seen_by  TEXT,
    seen_at  TEXT,
    UNIQUE (session, digest)
) STRICT;
";

/// A document that was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// When it came.
    pub found_at: String,
    /// Its bytes.
    pub document: Vec<u8>,
    /// The faults, JSON.
    pub faults: String,
}

/// Keeps a document; the same bytes are kept once. True where it is new.
///
/// # Errors
/// Where the database cannot be written.
pub fn add(db: &Connection, session: &str, digest: &str, dispute: &Dispute) -> Rows<bool> {
    let added = db.execute(
        "INSERT OR IGNORE INTO disputes (session, found_at, digest, document, faults) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![session, dispute.found_at, digest, dispute.document, dispute.faults],
    )?;
    Ok(added == 1)
}

/// The first refused document of a session that nobody of the legal department has
/// looked at: the dispute stands as long as there is one.
///
/// # Errors
/// Where the database cannot be read.
pub fn standing(db: &Connection, session: &str) -> Rows<Option<Dispute>> {
    Ok(db
        .query_row(
            "SELECT found_at, document, faults FROM disputes WHERE session = ?1 AND seen_at IS NULL ORDER BY id LIMIT 1",
            [session],
            |row| Ok(Dispute { found_at: row.get(0)?, document: row.get(1)?, faults: row.get(2)? }),
        )
        .optional()?)
}

/// All refused documents of a session, looked at or not, in the order in which they came.
///
/// # Errors
/// Where the database cannot be read.
pub fn all(db: &Connection, session: &str) -> Rows<Vec<Dispute>> {
    let mut query =
        db.prepare_cached("SELECT found_at, document, faults FROM disputes WHERE session = ?1 ORDER BY id")?;
    let rows = query.query_map([session], |row| {
        Ok(Dispute { found_at: row.get(0)?, document: row.get(1)?, faults: row.get(2)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Notes that a person has looked at a session's refused documents.
///
/// # Errors
/// Where the database cannot be written.
pub fn seen(db: &Connection, session: &str, by: &str, at: &str) -> Rows<usize> {
    Ok(db.execute(
        "UPDATE disputes SET seen_by = ?2, seen_at = ?3 WHERE session = ?1 AND seen_at IS NULL",
        [session, by, at],
    )?)
}

/// The faults of the first refused document of each session in dispute.
///
/// # Errors
/// Where the database cannot be read.
pub fn standing_faults(db: &Connection) -> Rows<Vec<(String, String)>> {
    let mut query = db.prepare_cached(
        "SELECT session, faults FROM disputes WHERE id IN
             (SELECT min(id) FROM disputes WHERE seen_at IS NULL GROUP BY session)",
    )?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Sessions in dispute.
///
/// # Errors
/// Where the database cannot be read.
pub fn sessions(db: &Connection) -> Rows<Vec<String>> {
    let mut query =
        db.prepare_cached("SELECT DISTINCT session FROM disputes WHERE seen_at IS NULL ORDER BY session")?;
    let rows = query.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
