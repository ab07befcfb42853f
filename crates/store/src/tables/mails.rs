//! Mails of deals, byte for byte.

use rusqlite::{Connection, OptionalExtension as _, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE mails (
    id         INTEGER NOT NULL PRIMARY KEY,
    deal       TEXT    REFERENCES deals (id),
    digest     TEXT    NOT NULL UNIQUE,
    at         TEXT    NOT NULL,
    raw        BLOB    NOT NULL
) STRICT;
CREATE INDEX mails_by_deal ON mails (deal);
";

/// A mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailRow {
    /// Number.
    pub id: i64,
    /// Its time, RFC 3339.
    pub at: String,
    /// Its bytes.
    pub raw: Vec<u8>,
}

/// Keeps a mail; the same bytes are kept once. True where it is new.
///
/// # Errors
/// Where the database cannot be written.
pub fn add(db: &Connection, deal: Option<&str>, digest: &str, at: &str, raw: &[u8]) -> Rows<bool> {
    let mut adding =
        db.prepare_cached("INSERT OR IGNORE INTO mails (deal, digest, at, raw) VALUES (?1, ?2, ?3, ?4)")?;
    Ok(adding.execute(params![deal, digest, at, raw])? == 1)
}

/// Keeps a mail as [`add`] does; its number and whether it is new.
///
/// # Errors
/// Where the database cannot be written.
pub fn put(db: &Connection, deal: Option<&str>, digest: &str, at: &str, raw: &[u8]) -> Rows<(i64, bool)> {
    if add(db, deal, digest, at, raw)? {
        return Ok((db.last_insert_rowid(), true));
    }
    let mut known = db.prepare_cached("SELECT id FROM mails WHERE digest = ?1")?;
    Ok((known.query_row([digest], |row| row.get(0))?, false))
}

/// A mail.
///
/// # Errors
/// Where the database cannot be read.
pub fn get(db: &Connection, mail: i64) -> Rows<Option<MailRow>> {
    let found = db.query_row("SELECT id, at, raw FROM mails WHERE id = ?1", [mail], |row| {
        Ok(MailRow { id: row.get(0)?, at: row.get(1)?, raw: row.get(2)? })
    });
    Ok(found.optional()?)
}

/// The deal that a mail belongs to.
///
/// # Errors
/// Where the database cannot be read.
pub fn deal_of(db: &Connection, mail: i64) -> Rows<Option<String>> {
    let found = db.query_row("SELECT deal FROM mails WHERE id = ?1", [mail], |row| row.get(0));
    Ok(found.optional()?.flatten())
}

/// Mails that belong to no deal yet.
///
/// # Errors
/// Where the database cannot be read.
pub fn without_deal(db: &Connection) -> Rows<Vec<MailRow>> {
    let mut query = db.prepare_cached("SELECT id, at, raw FROM mails WHERE deal IS NULL ORDER BY id")?;
    let rows =
        query.query_map([], |row| Ok(MailRow { id: row.get(0)?, at: row.get(1)?, raw: row.get(2)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The newest mails that belong to no deal yet, the newest first.
///
/// # Errors
/// Where the database cannot be read.
pub fn newest_without_deal(db: &Connection, most: u32) -> Rows<Vec<MailRow>> {
    let mut query =
        db.prepare_cached("SELECT id, at, raw FROM mails WHERE deal IS NULL ORDER BY id DESC LIMIT ?1")?;
    let rows =
        query.query_map([most], |row| Ok(MailRow { id: row.get(0)?, at: row.get(1)?, raw: row.get(2)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// How many mails belong to no deal yet.
///
/// # Errors
/// Where the database cannot be read.
pub fn count_without_deal(db: &Connection) -> Rows<u64> {
    Ok(db.prepare_cached("SELECT count(*) FROM mails WHERE deal IS NULL")?.query_row([], |row| row.get(0))?)
}

/// Gives a mail to a deal.
///
/// # Errors
/// Where the database cannot be written.
pub fn assign(db: &Connection, mail: i64, deal: &str) -> Rows<()> {
    db.execute("UPDATE mails SET deal = ?2 WHERE id = ?1", params![mail, deal])?;
    Ok(())
}

/// Number and time of a deal's mails, by time.
///
/// # Errors
/// Where the database cannot be read.
pub fn listed(db: &Connection, deal: &str) -> Rows<Vec<(i64, String)>> {
    let mut query = db.prepare_cached("SELECT id, at FROM mails WHERE deal = ?1 ORDER BY at, id")?;
    let rows = query.query_map([deal], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A deal's mails by time.
///
/// # Errors
/// Where the database cannot be read.
pub fn of_deal(db: &Connection, deal: &str) -> Rows<Vec<MailRow>> {
    let mut query = db.prepare_cached("SELECT id, at, raw FROM mails WHERE deal = ?1 ORDER BY at, id")?;
    let rows =
        query.query_map([deal], |row| Ok(MailRow { id: row.get(0)?, at: row.get(1)?, raw: row.get(2)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
