//! Mandates of deals as they rest: every version kept, sealed but for its number.

use rusqlite::{Connection, OptionalExtension as _};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE sealed_mandates (
    deal       TEXT    NOT NULL REFERENCES deals (id),
    version    INTEGER NOT NULL,
    sealed     BLOB    NOT NULL,
    commitment TEXT    NOT NULL,
    made_at    TEXT    NOT NULL,
    PRIMARY KEY (deal, version)
) STRICT;
";

/// A version of a mandate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedMandate {
    /// From 1.
    pub version: u32,
    /// The sealed text.
    pub sealed: Vec<u8>,
    /// SHA-256 over a salt and the text, hex: what the desk ledger says of it.
    pub commitment: String,
    /// When.
    pub made_at: String,
}

/// The latest version.
///
/// # Errors
/// Where the database cannot be read.
pub fn latest(db: &Connection, deal: &str) -> Rows<Option<SealedMandate>> {
    let asked = "SELECT version, sealed, commitment, made_at FROM sealed_mandates
                 WHERE deal = ?1 ORDER BY version DESC LIMIT 1";
    let read = |row: &rusqlite::Row<'_>| {
        Ok(SealedMandate {
            version: row.get(0)?,
            sealed: row.get(1)?,
            commitment: row.get(2)?,
            made_at: row.get(3)?,
        })
    };
    Ok(db.query_row(asked, [deal], read).optional()?)
}

/// The deals that have a mandate.
///
/// # Errors
/// Where the database cannot be read.
pub fn deals(db: &Connection) -> Rows<Vec<String>> {
    let mut query = db.prepare_cached("SELECT DISTINCT deal FROM sealed_mandates")?;
    let rows = query.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// All versions, from the first.
///
/// # Errors
/// Where the database cannot be read.
pub fn all_of(db: &Connection, deal: &str) -> Rows<Vec<SealedMandate>> {
    let mut query = db.prepare_cached(
        "SELECT version, sealed, commitment, made_at FROM sealed_mandates WHERE deal = ?1 ORDER BY version",
    )?;
    let rows = query.query_map([deal], |row| {
        Ok(SealedMandate {
            version: row.get(0)?,
            sealed: row.get(1)?,
            commitment: row.get(2)?,
            made_at: row.get(3)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A version.
///
/// # Errors
/// Where the database cannot be read.
pub fn get(db: &Connection, deal: &str, version: u32) -> Rows<Option<SealedMandate>> {
    let read = |row: &rusqlite::Row<'_>| {
        Ok(SealedMandate { version, sealed: row.get(0)?, commitment: row.get(1)?, made_at: row.get(2)? })
    };
    let asked = "SELECT sealed, commitment, made_at FROM sealed_mandates WHERE deal = ?1 AND version = ?2";
    Ok(db.query_row(asked, rusqlite::params![deal, version], read).optional()?)
}

/// Sets a version to what the deal's ledger says.
///
/// # Errors
/// Where the database cannot be written.
pub fn put(db: &Connection, deal: &str, row: &SealedMandate) -> Rows<()> {
    db.execute(
        "INSERT INTO sealed_mandates (deal, version, sealed, commitment, made_at)
         VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (deal, version) DO UPDATE SET sealed = excluded.sealed,
             commitment = excluded.commitment, made_at = excluded.made_at",
        rusqlite::params![deal, row.version, row.sealed, row.commitment, row.made_at],
    )?;
    Ok(())
}

/// Adds a version.
///
/// # Errors
/// Where the version stands already or the database cannot be written.
pub fn add(db: &Connection, deal: &str, row: &SealedMandate) -> Rows<()> {
    db.execute(
        "INSERT INTO sealed_mandates (deal, version, sealed, commitment, made_at)
         VALUES (?1, ?2, ?3, ?4, ?5)",
        rusqlite::params![deal, row.version, row.sealed, row.commitment, row.made_at],
    )?;
    Ok(())
}

/// Removes a version that was never in force, if it is the one of this commitment.
///
/// # Errors
/// Where the database cannot be written.
pub fn remove(db: &Connection, deal: &str, version: u32, commitment: &str) -> Rows<()> {
    db.execute(
        "DELETE FROM sealed_mandates WHERE deal = ?1 AND version = ?2 AND commitment = ?3",
        rusqlite::params![deal, version, commitment],
    )?;
    Ok(())
}
