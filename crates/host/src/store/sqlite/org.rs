//! Table `org`.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::super::Stored;
use super::super::tables::Hold;
use super::super::tables::org::{Org, Orgs, Row};

pub(super) const SQL: &str = "
CREATE TABLE org (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL,
    founded_at TEXT NOT NULL,
    platform_fingerprint TEXT NOT NULL,
    -- Canonical JSON of the org's mandate envelope.
    envelope TEXT NOT NULL,
    -- The living handle; empty while the channel is off.
    handle TEXT NOT NULL,
    -- How often the channel was switched on: a session belongs to one opening.
    opening INTEGER NOT NULL
) STRICT;
";

impl Orgs for Connection {
    fn org_if_any(&self, _: Hold) -> Stored<Option<Org>> {
        self.prepare_cached(
            "SELECT name, founded_at, platform_fingerprint, envelope, handle, opening FROM org WHERE id = 1",
        )?
        .query_row([], |row| {
            Ok(Row {
                name: row.get("name")?,
                founded_at: row.get("founded_at")?,
                platform_fingerprint: row.get("platform_fingerprint")?,
                envelope: row.get("envelope")?,
                handle: row.get("handle")?,
                opening: row.get("opening")?,
            })
        })
        .optional()?
        .map(Row::org)
        .transpose()
    }

    fn insert_org(&self, org: &Org) -> Stored<()> {
        self.prepare_cached(
            "INSERT INTO org (id, name, founded_at, platform_fingerprint, envelope, handle, opening) \
             VALUES (1, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            org.name,
            org.founded_at,
            org.platform.to_string(),
            org.envelope,
            org.handle.as_deref().unwrap_or_default(),
            org.opening
        ])?;
        Ok(())
    }

    fn set_door(&self, org: &Org) -> Stored<()> {
        self.prepare_cached("UPDATE org SET envelope = ?, handle = ?, opening = ? WHERE id = 1")?
            .execute(params![org.envelope, org.handle.as_deref().unwrap_or_default(), org.opening])?;
        Ok(())
    }
}
