//! The index for finding things again: words of deals, mails and events. It holds no text
//! of its own (a contentless FTS5 table), only which words stand where; it is derived and
//! can be made anew from the other tables.

use rusqlite::{Connection, OptionalExtension as _, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE findings (
    id     INTEGER NOT NULL PRIMARY KEY,
    kind   TEXT    NOT NULL,
    place  TEXT    NOT NULL,
    number INTEGER NOT NULL,
    at     TEXT    NOT NULL,
    UNIQUE (kind, place, number)
) STRICT;
CREATE TABLE findings_upto (
    place TEXT    NOT NULL PRIMARY KEY,
    upto  INTEGER NOT NULL
) STRICT;
CREATE VIRTUAL TABLE findings_words USING fts5 (
    words, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);
";

/// Something that can be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// `deal`, `mail` or `event`.
    pub kind: String,
    /// The deal's id, `mails`, or the session's id.
    pub place: String,
    /// The mail's or the event's number; 0 for a deal.
    pub number: u64,
    /// Its time, RFC 3339.
    pub at: String,
}

/// Up to where a place is in the index.
///
/// # Errors
/// Where the database cannot be read.
pub fn upto(db: &Connection, place: &str) -> Rows<u64> {
    let found = db
        .prepare_cached("SELECT upto FROM findings_upto WHERE place = ?1")?
        .query_row([place], |row| row.get(0))
        .optional()?;
    Ok(found.unwrap_or(0))
}

/// Notes how far a place is in the index.
///
/// # Errors
/// Where the database cannot be written.
pub fn set_upto(db: &Connection, place: &str, upto: u64) -> Rows<()> {
    db.execute(
        "INSERT INTO findings_upto (place, upto) VALUES (?1, ?2)
         ON CONFLICT (place) DO UPDATE SET upto = excluded.upto",
        params![place, upto],
    )?;
    Ok(())
}

/// Adds something with its words; what stands there already stays.
///
/// # Errors
/// Where the database cannot be written.
pub fn add(db: &Connection, finding: &Finding, words: &str) -> Rows<()> {
    let added = db
        .prepare_cached("INSERT OR IGNORE INTO findings (kind, place, number, at) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![finding.kind, finding.place, finding.number, finding.at])?;
    if added == 1 {
        db.prepare_cached("INSERT INTO findings_words (rowid, words) VALUES (?1, ?2)")?
            .execute(params![db.last_insert_rowid(), words])?;
    }
    Ok(())
}

/// What holds all of the words, each as the beginning of a word; the best first.
///
/// # Errors
/// Where the database cannot be read.
pub fn search(db: &Connection, words: &[&str], most: u32) -> Rows<Vec<Finding>> {
    let asked: Vec<String> = words
        .iter()
        // A quoted string of FTS5: nothing in it is an operator.
        .map(|word| format!("\"{}\"*", word.replace('"', "\"\"")))
        .collect();
    if asked.is_empty() {
        return Ok(Vec::new());
    }
    let mut query = db.prepare_cached(
        "SELECT kind, place, number, at FROM findings_words JOIN findings ON findings.id = findings_words.rowid
         WHERE findings_words MATCH ?1 ORDER BY rank, at DESC LIMIT ?2",
    )?;
    let rows = query.query_map(params![asked.join(" "), most], |row| {
        Ok(Finding { kind: row.get(0)?, place: row.get(1)?, number: row.get(2)?, at: row.get(3)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Sessions whose events are not all in the index: their ids.
///
/// # Errors
/// Where the database cannot be read.
pub fn sessions_behind(db: &Connection, most: u32) -> Rows<Vec<String>> {
    let mut query = db.prepare_cached(
        "SELECT sessions.id FROM sessions LEFT JOIN findings_upto ON findings_upto.place = sessions.id
         WHERE sessions.head_seq > coalesce(findings_upto.upto, 0) LIMIT ?1",
    )?;
    let rows = query.query_map([most], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Mails that are not in the index yet: number, deal, time and bytes; the oldest first.
///
/// # Errors
/// Where the database cannot be read.
pub fn mails_behind(db: &Connection, most: u32) -> Rows<Vec<(u64, String, Vec<u8>)>> {
    let mut query = db.prepare_cached(
        "SELECT id, at, raw FROM mails
         WHERE id > coalesce((SELECT upto FROM findings_upto WHERE place = 'mails'), 0)
         ORDER BY id LIMIT ?1",
    )?;
    let rows = query.query_map([most], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A mail's bytes and the deal that it belongs to.
///
/// # Errors
/// Where the database cannot be read.
pub fn mail(db: &Connection, id: u64) -> Rows<Option<(Option<String>, Vec<u8>)>> {
    Ok(db
        .prepare_cached("SELECT deal, raw FROM mails WHERE id = ?1")?
        .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?)
}
