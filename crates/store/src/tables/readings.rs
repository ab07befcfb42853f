//! What the rules read in inbound mails, events and threads. Derived: it can be made anew from the other
//! tables, by the rules of the version that it names.

use rusqlite::{Connection, Row, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE readings (
    entry   TEXT    NOT NULL PRIMARY KEY,
    deal    TEXT    NOT NULL REFERENCES deals (id),
    author  TEXT    NOT NULL,
    rules   TEXT    NOT NULL,
    subject TEXT    NOT NULL,
    found   TEXT    NOT NULL,
    model   TEXT    NOT NULL,
    stated  INTEGER NOT NULL,
    at      TEXT    NOT NULL
) STRICT;
CREATE INDEX readings_by_deal ON readings (deal);
CREATE TABLE readings_upto (
    session TEXT    NOT NULL PRIMARY KEY REFERENCES sessions (id),
    deal    TEXT    NOT NULL REFERENCES deals (id),
    rules   TEXT    NOT NULL,
    upto    INTEGER NOT NULL
) STRICT;
";

/// What was read in one entry of a timeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The entry (`mail:12`, `event:<session>:7`), or `thread:<deal>`.
    pub entry: String,
    /// The deal that it belonged to.
    pub deal: String,
    /// Address or agent that wrote it; empty for a thread.
    pub author: String,
    /// Version of the rules.
    pub rules: String,
    /// SHA-256 of what was read, hex.
    pub subject: String,
    /// What the rules found, JSON.
    pub found: String,
    /// What a model found, JSON; empty while none was asked.
    pub model: String,
    /// Whether it stands on the deal's ledger.
    pub stated: bool,
    /// When, RFC 3339.
    pub at: String,
}

const COLUMNS: &str = "entry, deal, author, rules, subject, found, model, stated, at";

fn read(row: &Row<'_>) -> rusqlite::Result<Reading> {
    Ok(Reading {
        entry: row.get(0)?,
        deal: row.get(1)?,
        author: row.get(2)?,
        rules: row.get(3)?,
        subject: row.get(4)?,
        found: row.get(5)?,
        model: row.get(6)?,
        stated: row.get(7)?,
        at: row.get(8)?,
    })
}

/// Keeps a reading in the place of an earlier one.
///
/// # Errors
/// Where the database cannot be written.
pub fn put(db: &Connection, reading: &Reading) -> Rows<()> {
    db.prepare_cached(&format!(
        "INSERT INTO readings ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (entry) DO UPDATE SET deal = excluded.deal, author = excluded.author,
             rules = excluded.rules, subject = excluded.subject, found = excluded.found,
             model = excluded.model, stated = excluded.stated, at = excluded.at"
    ))?
    .execute(params![
        reading.entry,
        reading.deal,
        reading.author,
        reading.rules,
        reading.subject,
        reading.found,
        reading.model,
        reading.stated,
        reading.at
    ])?;
    Ok(())
}

/// A deal's readings.
///
/// # Errors
/// Where the database cannot be read.
pub fn of_deal(db: &Connection, deal: &str) -> Rows<Vec<Reading>> {
    let mut query =
        db.prepare_cached(&format!("SELECT {COLUMNS} FROM readings WHERE deal = ?1 ORDER BY at, entry"))?;
    let rows = query.query_map([deal], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Readings that stand on no ledger yet, the oldest first.
///
/// # Errors
/// Where the database cannot be read.
pub fn unstated(db: &Connection, most: u32) -> Rows<Vec<Reading>> {
    let mut query = db.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM readings WHERE stated = 0 ORDER BY deal, at, entry LIMIT ?1"
    ))?;
    let rows = query.query_map([most], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Notes that readings stand on the ledger.
///
/// # Errors
/// Where the database cannot be written.
pub fn state(db: &Connection, entries: &[&str]) -> Rows<()> {
    let mut update = db.prepare_cached("UPDATE readings SET stated = 1 WHERE entry = ?1")?;
    for entry in entries {
        update.execute([entry])?;
    }
    Ok(())
}

/// Readings made of entries since a time that no model was asked about, the newest first.
///
/// # Errors
/// Where the database cannot be read.
pub fn without_model(db: &Connection, since: &str, most: u32) -> Rows<Vec<Reading>> {
    let mut query = db.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM readings WHERE model = '' AND author <> '' AND at >= ?1
         ORDER BY at DESC LIMIT ?2"
    ))?;
    let rows = query.query_map(params![since, most], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Keeps what a model found in an entry, if the entry is still the one that was asked about.
///
/// # Errors
/// Where the database cannot be written.
pub fn put_model(db: &Connection, (entry, subject): (&str, &str), model: &str) -> Rows<()> {
    db.execute(
        "UPDATE readings SET model = ?3 WHERE entry = ?1 AND subject = ?2",
        params![entry, subject, model],
    )?;
    Ok(())
}

/// Forgets what was read of an author in a deal, so that it is read again.
///
/// # Errors
/// Where the database cannot be written.
pub fn forget(db: &Connection, deal: &str, author: &str) -> Rows<()> {
    db.execute("DELETE FROM readings WHERE deal = ?1 AND author IN (?2, '')", params![deal, author])?;
    db.execute(
        "DELETE FROM readings_upto WHERE session IN (SELECT id FROM sessions WHERE deal = ?1)",
        params![deal],
    )?;
    Ok(())
}

/// A mail that is to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadMail {
    /// Number.
    pub id: i64,
    /// Its deal.
    pub deal: String,
    /// Its time, RFC 3339.
    pub at: String,
    /// Its bytes.
    pub raw: Vec<u8>,
}

/// Mails of one deal that were not read by these rules, the newest first: of the deal of the
/// newest of all, so that a deal's thread is read once and not with every mail of it.
///
/// # Errors
/// Where the database cannot be read.
pub fn mails_behind(db: &Connection, rules: &str, most: u32) -> Rows<Vec<UnreadMail>> {
    let mut query = db.prepare_cached(
        "WITH behind AS (
             SELECT mails.id, mails.deal FROM mails
             LEFT JOIN readings ON readings.entry = 'mail:' || mails.id AND readings.rules = ?1
                 AND readings.deal = mails.deal
             WHERE mails.deal IS NOT NULL AND readings.entry IS NULL ORDER BY mails.id DESC LIMIT 1
         )
         SELECT mails.id, mails.deal, mails.at, mails.raw FROM mails
         JOIN behind ON mails.deal = behind.deal
         LEFT JOIN readings ON readings.entry = 'mail:' || mails.id AND readings.rules = ?1
             AND readings.deal = mails.deal
         WHERE readings.entry IS NULL ORDER BY mails.id DESC LIMIT ?2",
    )?;
    let rows = query.query_map(params![rules, most], |row| {
        Ok(UnreadMail { id: row.get(0)?, deal: row.get(1)?, at: row.get(2)?, raw: row.get(3)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Sessions of deals whose events were not all read by these rules: id and the number up to which they were.
///
/// # Errors
/// Where the database cannot be read.
pub fn sessions_behind(db: &Connection, rules: &str, most: u32) -> Rows<Vec<(String, u64)>> {
    let mut query = db.prepare_cached(
        "SELECT sessions.id, coalesce(readings_upto.upto, 0) FROM sessions
         LEFT JOIN readings_upto ON readings_upto.session = sessions.id AND readings_upto.rules = ?1
             AND readings_upto.deal = sessions.deal
         WHERE sessions.deal IS NOT NULL AND sessions.head_seq > coalesce(readings_upto.upto, 0) LIMIT ?2",
    )?;
    let rows = query.query_map(params![rules, most], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Notes how far a session of a deal was read.
///
/// # Errors
/// Where the database cannot be written.
pub fn set_upto(db: &Connection, (session, deal): (&str, &str), rules: &str, upto: u64) -> Rows<()> {
    db.execute(
        "INSERT INTO readings_upto (session, deal, rules, upto) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (session) DO UPDATE SET deal = excluded.deal, rules = excluded.rules, upto = excluded.upto",
        params![session, deal, rules, upto],
    )?;
    Ok(())
}
