//! What the decision behind a mail of ours binds, word by word.

use rusqlite::{Connection, OptionalExtension as _};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE mail_words (
    decision TEXT NOT NULL PRIMARY KEY REFERENCES mail_out (decision),
    payload  TEXT NOT NULL
) STRICT;
";

/// Keeps what a decision binds.
///
/// # Errors
/// Where the mail is not there, or the database cannot be written.
pub fn add(db: &Connection, decision: &str, payload: &str) -> Rows<()> {
    db.execute("INSERT INTO mail_words (decision, payload) VALUES (?1, ?2)", [decision, payload])?;
    Ok(())
}

/// What a decision binds, canonical JSON; none of mails that an older program has sent.
///
/// # Errors
/// Where the database cannot be read.
pub fn of(db: &Connection, decision: &str) -> Rows<Option<String>> {
    let sql = "SELECT payload FROM mail_words WHERE decision = ?1";
    Ok(db.query_row(sql, [decision], |row| row.get(0)).optional()?)
}
