//! Facts of the workspace, by name.

use rusqlite::{Connection, OptionalExtension as _};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE settings (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
";

/// A fact.
///
/// # Errors
/// Where the database cannot be read.
pub fn get(db: &Connection, name: &str) -> Rows<Option<String>> {
    Ok(db.query_row("SELECT value FROM settings WHERE name = ?1", [name], |row| row.get(0)).optional()?)
}

/// Forgets a fact.
///
/// # Errors
/// Where the database cannot be written.
pub fn remove(db: &Connection, name: &str) -> Rows<()> {
    db.execute("DELETE FROM settings WHERE name = ?1", [name])?;
    Ok(())
}

/// Sets a fact.
///
/// # Errors
/// Where the database cannot be written.
pub fn set(db: &Connection, name: &str, value: &str) -> Rows<()> {
    db.execute(
        "INSERT INTO settings (name, value) VALUES (?1, ?2)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [name, value],
    )?;
    Ok(())
}
