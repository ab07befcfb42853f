//! What a guard said of something that was about to leave, until it stands on the deal's ledger and
//! afterwards, so that the same word is stated once.

use rusqlite::{Connection, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE stops (
    deal   TEXT    NOT NULL REFERENCES deals (id),
    said   TEXT    NOT NULL,
    stated INTEGER NOT NULL,
    PRIMARY KEY (deal, said)
) STRICT;
CREATE INDEX stops_unstated ON stops (stated);
";

/// Keeps a word, as it will be stated; false where the same one is there already.
///
/// # Errors
/// Where the database cannot be written.
pub fn note(db: &Connection, deal: &str, said: &str) -> Rows<bool> {
    let new = db.execute(
        "INSERT INTO stops (deal, said, stated) VALUES (?1, ?2, 0) ON CONFLICT (deal, said) DO NOTHING",
        params![deal, said],
    )?;
    Ok(new > 0)
}

/// Words that stand on no ledger yet with their deals, the oldest first, at most so many.
///
/// # Errors
/// Where the database cannot be read.
pub fn unstated(db: &Connection, most: u32) -> Rows<Vec<(String, String)>> {
    let mut query =
        db.prepare_cached("SELECT deal, said FROM stops WHERE stated = 0 ORDER BY rowid LIMIT ?1")?;
    let rows = query.query_map([most], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A word was stated.
///
/// # Errors
/// Where the database cannot be written.
pub fn state(db: &Connection, deal: &str, said: &str) -> Rows<()> {
    db.execute("UPDATE stops SET stated = 1 WHERE deal = ?1 AND said = ?2", params![deal, said])?;
    Ok(())
}
