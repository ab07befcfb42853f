//! Offers that a person read out of a file that came by mail.

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE mail_quotes (
    id          TEXT    NOT NULL PRIMARY KEY,
    mail        INTEGER NOT NULL REFERENCES mails (id),
    part        TEXT    NOT NULL,
    file        TEXT    NOT NULL,
    sha256      TEXT    NOT NULL,
    payload     TEXT    NOT NULL,
    by_name     TEXT    NOT NULL,
    imported_at TEXT    NOT NULL,
    UNIQUE (mail, part)
) STRICT;
CREATE TABLE mail_quote_answers (
    decision TEXT NOT NULL PRIMARY KEY REFERENCES mail_out (decision),
    quote    TEXT NOT NULL REFERENCES mail_quotes (id),
    act      TEXT NOT NULL
) STRICT;
CREATE INDEX mail_quote_answers_by_quote ON mail_quote_answers (quote);
";

/// An offer out of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// Id.
    pub id: String,
    /// Number of its mail.
    pub mail: i64,
    /// Which part of the mail the file is.
    pub part: String,
    /// The file's name.
    pub file: String,
    /// SHA-256 of the file, hex.
    pub sha256: String,
    /// The offer in the protocol's form, canonical.
    pub payload: String,
    /// Who read it out.
    pub by_name: String,
    /// When.
    pub imported_at: String,
}

/// An answer by mail to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteAnswer {
    /// Id of the decision.
    pub decision: String,
    /// `counter`, `accept` or `decline`.
    pub act: String,
}

const COLUMNS: &str = "id, mail, part, file, sha256, payload, by_name, imported_at";

fn read(row: &Row<'_>) -> rusqlite::Result<Quote> {
    Ok(Quote {
        id: row.get(0)?,
        mail: row.get(1)?,
        part: row.get(2)?,
        file: row.get(3)?,
        sha256: row.get(4)?,
        payload: row.get(5)?,
        by_name: row.get(6)?,
        imported_at: row.get(7)?,
    })
}

/// Keeps an offer. What was read out of the same file before is replaced as long as nobody
/// answered it; false where somebody did.
///
/// # Errors
/// Where the database cannot be written.
pub fn put(db: &Connection, quote: &Quote) -> Rows<bool> {
    db.execute(
        "DELETE FROM mail_quotes WHERE mail = ?1 AND part = ?2
         AND id NOT IN (SELECT quote FROM mail_quote_answers)",
        params![quote.mail, quote.part],
    )?;
    let sql =
        format!("INSERT OR IGNORE INTO mail_quotes ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
    let added = db.execute(
        &sql,
        params![
            quote.id,
            quote.mail,
            quote.part,
            quote.file,
            quote.sha256,
            quote.payload,
            quote.by_name,
            quote.imported_at,
        ],
    )?;
    Ok(added == 1)
}

/// An offer.
///
/// # Errors
/// Where the database cannot be read.
pub fn get(db: &Connection, id: &str) -> Rows<Option<Quote>> {
    let sql = format!("SELECT {COLUMNS} FROM mail_quotes WHERE id = ?1");
    Ok(db.query_row(&sql, [id], read).optional()?)
}

/// A deal's offers, each with the deal and the time of its mail, by the time.
///
/// # Errors
/// Where the database cannot be read.
pub fn of_deal(db: &Connection, deal: &str) -> Rows<Vec<(Quote, String, String)>> {
    some(db, Some(deal))
}

/// The offers of every deal, likewise.
///
/// # Errors
/// Where the database cannot be read.
pub fn all(db: &Connection) -> Rows<Vec<(Quote, String, String)>> {
    some(db, None)
}

fn some(db: &Connection, deal: Option<&str>) -> Rows<Vec<(Quote, String, String)>> {
    let mut query = db.prepare_cached(
        "SELECT q.id, q.mail, q.part, q.file, q.sha256, q.payload, q.by_name, q.imported_at, m.deal, m.at
         FROM mail_quotes q JOIN mails m ON m.id = q.mail
         WHERE m.deal IS NOT NULL AND (?1 IS NULL OR m.deal = ?1) ORDER BY m.at, q.mail, q.part",
    )?;
    let rows = query.query_map([deal], |row| Ok((read(row)?, row.get(8)?, row.get(9)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Takes down that a mail answers an offer.
///
/// # Errors
/// Where the database cannot be written.
pub fn answer(db: &Connection, quote: &str, answer: &QuoteAnswer) -> Rows<()> {
    db.execute(
        "INSERT INTO mail_quote_answers (decision, quote, act) VALUES (?1, ?2, ?3)",
        [&answer.decision, quote, &answer.act],
    )?;
    Ok(())
}

/// The answers to an offer, the first first.
///
/// # Errors
/// Where the database cannot be read.
pub fn answers(db: &Connection, quote: &str) -> Rows<Vec<QuoteAnswer>> {
    let mut query =
        db.prepare_cached("SELECT decision, act FROM mail_quote_answers WHERE quote = ?1 ORDER BY rowid")?;
    let rows = query.query_map([quote], |row| Ok(QuoteAnswer { decision: row.get(0)?, act: row.get(1)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
