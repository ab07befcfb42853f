//! Benchmarks that were imported, and what people decided about the tables they came in.

use rusqlite::{Connection, OptionalExtension as _};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE benchmark_imports (
    id          TEXT NOT NULL PRIMARY KEY,
    file        TEXT NOT NULL,
    imported_at TEXT NOT NULL,
    rows        TEXT NOT NULL
) STRICT;
CREATE TABLE table_choices (
    source  TEXT NOT NULL PRIMARY KEY,
    choices TEXT NOT NULL,
    used_at TEXT NOT NULL
) STRICT;
";

/// One import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// Its id.
    pub id: String,
    /// The file's name, inert.
    pub file: String,
    /// When.
    pub imported_at: String,
    /// The benchmarks, JSON.
    pub rows: String,
}

/// Every import, the latest first.
///
/// # Errors
/// Where the database cannot be read.
pub fn all(db: &Connection) -> Rows<Vec<Import>> {
    let mut query = db.prepare_cached(
        "SELECT id, file, imported_at, rows FROM benchmark_imports ORDER BY imported_at DESC, rowid DESC",
    )?;
    let rows = query.query_map([], |row| {
        Ok(Import { id: row.get(0)?, file: row.get(1)?, imported_at: row.get(2)?, rows: row.get(3)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Adds an import.
///
/// # Errors
/// Where the database cannot be written.
pub fn add(db: &Connection, import: &Import) -> Rows<()> {
    db.execute(
        "INSERT INTO benchmark_imports (id, file, imported_at, rows) VALUES (?1, ?2, ?3, ?4)",
        [&import.id, &import.file, &import.imported_at, &import.rows],
    )?;
    Ok(())
}

/// Forgets an import. True where there was one.
///
/// # Errors
/// Where the database cannot be written.
pub fn forget(db: &Connection, id: &str) -> Rows<bool> {
    Ok(db.execute("DELETE FROM benchmark_imports WHERE id = ?1", [id])? > 0)
}

/// What was decided about a source's tables.
///
/// # Errors
/// Where the database cannot be read.
pub fn choices(db: &Connection, source: &str) -> Rows<Option<String>> {
    let asked = "SELECT choices FROM table_choices WHERE source = ?1";
    Ok(db.query_row(asked, [source], |row| row.get(0)).optional()?)
}

/// Remembers what was decided.
///
/// # Errors
/// Where the database cannot be written.
pub fn remember(db: &Connection, source: &str, choices: &str, at: &str) -> Rows<()> {
    db.execute(
        "INSERT INTO table_choices (source, choices, used_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (source) DO UPDATE SET choices = excluded.choices, used_at = excluded.used_at",
        [source, choices, at],
    )?;
    Ok(())
}
