//! Mandates as an earlier version of this program kept them, in plain figures. Nothing is written here
//! any more; what is found is sealed ([`super::sealed_mandates`]) as soon as the person's key is there.

use rusqlite::Connection;

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

/// Every version of every deal, with its deal: what an earlier version of this program left unsealed.
///
/// # Errors
/// Where the database cannot be read.
pub fn plain(db: &Connection) -> Rows<Vec<(String, MandateRow)>> {
    let mut query = db.prepare(
        "SELECT deal, version, currency, target_annual, walk_away_annual, longest_term_months, most_rounds,
                made_at
         FROM mandates ORDER BY deal, version",
    )?;
    let rows = query.query_map([], |row| {
        let mandate = MandateRow {
            version: row.get(1)?,
            currency: row.get(2)?,
            target_annual: row.get(3)?,
            walk_away_annual: row.get(4)?,
            longest_term_months: row.get(5)?,
            most_rounds: row.get(6)?,
            made_at: row.get(7)?,
        };
        Ok((row.get(0)?, mandate))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Forgets them, once they rest sealed. [`crate::Store::scrub`] then takes them off the disk too.
///
/// # Errors
/// Where the database cannot be written.
pub fn forget_plain(db: &Connection) -> Rows<()> {
    db.execute("DELETE FROM mandates", [])?;
    Ok(())
}
