//! Attachments that a person asked for, as files in the workspace.

use rusqlite::{Connection, Row, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE mail_fetched (
    mail   INTEGER NOT NULL REFERENCES mails (id),
    part   TEXT    NOT NULL,
    file   TEXT    NOT NULL,
    bytes  INTEGER NOT NULL,
    sha256 TEXT    NOT NULL,
    PRIMARY KEY (mail, part)
) STRICT;
";

/// An attachment as a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// Which part of the mail.
    pub part: String,
    /// The file's name in the workspace's `attachments` folder.
    pub file: String,
    /// Its bytes.
    pub bytes: u64,
    /// Their SHA-256, hex.
    pub sha256: String,
}

fn read(row: &Row<'_>) -> rusqlite::Result<Fetched> {
    Ok(Fetched { part: row.get(0)?, file: row.get(1)?, bytes: row.get(2)?, sha256: row.get(3)? })
}

/// Takes down that an attachment is a file.
///
/// # Errors
/// Where the database cannot be written.
pub fn put(db: &Connection, mail: i64, fetched: &Fetched) -> Rows<()> {
    db.execute(
        "INSERT OR REPLACE INTO mail_fetched (mail, part, file, bytes, sha256) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![mail, fetched.part, fetched.file, fetched.bytes, fetched.sha256],
    )?;
    Ok(())
}

/// A mail's attachments that are files.
///
/// # Errors
/// Where the database cannot be read.
pub fn of_mail(db: &Connection, mail: i64) -> Rows<Vec<Fetched>> {
    let mut query = db
        .prepare_cached("SELECT part, file, bytes, sha256 FROM mail_fetched WHERE mail = ?1 ORDER BY part")?;
    let rows = query.query_map([mail], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}
