//! What people said about named tactics, kept and used.

use rusqlite::{Connection, Row, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE corrections (
    id      TEXT    NOT NULL PRIMARY KEY,
    deal    TEXT    NOT NULL REFERENCES deals (id),
    entry   TEXT    NOT NULL,
    author  TEXT    NOT NULL,
    family  TEXT    NOT NULL,
    played  INTEGER NOT NULL,
    text    TEXT    NOT NULL,
    phrases TEXT    NOT NULL,
    by_name TEXT    NOT NULL,
    at      TEXT    NOT NULL
) STRICT;
CREATE INDEX corrections_by_author ON corrections (author);
";

/// A person's word about a tactic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// Id.
    pub id: String,
    /// The deal in which it was said.
    pub deal: String,
    /// The entry concerned, or `thread:<deal>`.
    pub entry: String,
    /// Address or agent that wrote the entry; empty for a thread.
    pub author: String,
    /// The family's code.
    pub family: String,
    /// True where it is played, false where it is not.
    pub played: bool,
    /// The text that was judged, inert.
    pub text: String,
    /// The words that had shown it, a JSON list, inert.
    pub phrases: String,
    /// Who said so.
    pub by_name: String,
    /// When, RFC 3339.
    pub at: String,
}

const COLUMNS: &str = "id, deal, entry, author, family, played, text, phrases, by_name, at";

fn read(row: &Row<'_>) -> rusqlite::Result<Correction> {
    Ok(Correction {
        id: row.get(0)?,
        deal: row.get(1)?,
        entry: row.get(2)?,
        author: row.get(3)?,
        family: row.get(4)?,
        played: row.get(5)?,
        text: row.get(6)?,
        phrases: row.get(7)?,
        by_name: row.get(8)?,
        at: row.get(9)?,
    })
}

/// Keeps a correction.
///
/// # Errors
/// Where the database cannot be written.
pub fn add(db: &Connection, correction: &Correction) -> Rows<()> {
    db.execute(
        &format!("INSERT INTO corrections ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"),
        params![
            correction.id,
            correction.deal,
            correction.entry,
            correction.author,
            correction.family,
            correction.played,
            correction.text,
            correction.phrases,
            correction.by_name,
            correction.at
        ],
    )?;
    Ok(())
}

/// What was said about an author's texts, in order, in whatever deal.
///
/// # Errors
/// Where the database cannot be read.
pub fn of_author(db: &Connection, author: &str) -> Rows<Vec<Correction>> {
    let sql = format!("SELECT {COLUMNS} FROM corrections WHERE author = ?1 ORDER BY at, id");
    let mut query = db.prepare_cached(&sql)?;
    let rows = query.query_map([author], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// What was said in a deal, in order.
///
/// # Errors
/// Where the database cannot be read.
pub fn of_deal(db: &Connection, deal: &str) -> Rows<Vec<Correction>> {
    let sql = format!("SELECT {COLUMNS} FROM corrections WHERE deal = ?1 ORDER BY at, id");
    let mut query = db.prepare_cached(&sql)?;
    let rows = query.query_map([deal], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}
