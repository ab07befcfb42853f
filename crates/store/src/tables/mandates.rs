//! Mandates of deals, every version kept.

use rusqlite::{Connection, OptionalExtension as _};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE mandates (
    deal                TEXT    NOT NULL REFERENCES deals (id),
    version             INTEGER NOT NULL,
    currency            TEXT    NOT NULL,
    target_annual       TEXT,
    walk_away_annual    TEXT,
    longest_term_months INTEGER,
    most_rounds         INTEGER,
    made_at             TEXT    NOT NULL,
    PRIMARY KEY (deal, version)
) STRICT;
";

/// A version of a mandate. Amounts are decimal text; `Debug` keeps them to itself.
#[derive(Clone, PartialEq, Eq)]
pub struct MandateRow {
    /// From 1.
    pub version: u32,
    /// Three capital letters.
    pub currency: String,
    /// Secret.
    pub target_annual: Option<String>,
    /// Secret.
    pub walk_away_annual: Option<String>,
    /// Months.
    pub longest_term_months: Option<u32>,
    /// Rounds.
    pub most_rounds: Option<u32>,
    /// When.
    pub made_at: String,
}

impl core::fmt::Debug for MandateRow {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "MandateRow(version {})", self.version)
    }
}

/// The latest version.
///
/// # Errors
/// Where the database cannot be read.
pub fn latest(db: &Connection, deal: &str) -> Rows<Option<MandateRow>> {
    Ok(db
        .query_row(
            "SELECT version, currency, target_annual, walk_away_annual, longest_term_months, most_rounds, made_at
             FROM mandates WHERE deal = ?1 ORDER BY version DESC LIMIT 1",
            [deal],
            |row| {
                Ok(MandateRow {
                    version: row.get(0)?,
                    currency: row.get(1)?,
                    target_annual: row.get(2)?,
                    walk_away_annual: row.get(3)?,
                    longest_term_months: row.get(4)?,
                    most_rounds: row.get(5)?,
                    made_at: row.get(6)?,
                })
            },
        )
        .optional()?)
}

/// Adds a version.
///
/// # Errors
/// Where the version stands already or the database cannot be written.
pub fn add(db: &Connection, deal: &str, row: &MandateRow) -> Rows<()> {
    db.execute(
        "INSERT INTO mandates (deal, version, currency, target_annual, walk_away_annual,
                               longest_term_months, most_rounds, made_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        rusqlite::params![
            deal,
            row.version,
            row.currency,
            row.target_annual,
            row.walk_away_annual,
            row.longest_term_months,
            row.most_rounds,
            row.made_at
        ],
    )?;
    Ok(())
}
