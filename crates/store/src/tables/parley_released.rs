//! What the screen held of a negotiation's messages and their person released, signed by that person.

use rusqlite::{Connection, OptionalExtension, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE parley_released (
    message   TEXT NOT NULL PRIMARY KEY,
    released  TEXT NOT NULL,
    signature TEXT NOT NULL
) STRICT;
";

/// Keeps a release: of which message (its hash), of what (as text), and the person's signature over both.
///
/// # Errors
/// Where the database cannot be written.
pub fn put(db: &Connection, message: &str, released: &str, signature: &str) -> Rows<()> {
    db.execute(
        "INSERT INTO parley_released (message, released, signature) VALUES (?1, ?2, ?3)
         ON CONFLICT (message) DO UPDATE SET released = excluded.released, signature = excluded.signature",
        params![message, released, signature],
    )?;
    Ok(())
}

/// The release of a message and its signature.
///
/// # Errors
/// Where the database cannot be read.
pub fn get(db: &Connection, message: &str) -> Rows<Option<(String, String)>> {
    let row = db
        .query_row(
            "SELECT released, signature FROM parley_released WHERE message = ?1",
            params![message],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?;
    Ok(row)
}
