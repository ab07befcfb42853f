//! Table `org`: the one organisation and its door.

use anp::digest::Fingerprint;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::{StoreFault, Stored};

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

/// The organisation and its door.
#[derive(Debug, Clone)]
pub struct Org {
    /// Its name.
    pub name: String,
    /// When its host was made.
    pub founded_at: String,
    /// Fingerprint of the platform key.
    pub platform: Fingerprint,
    /// Canonical JSON of its mandate envelope.
    pub envelope: String,
    /// The living handle; none while the channel is off.
    pub handle: Option<String>,
    /// How often the channel was switched on.
    pub opening: i64,
}

/// Reads it; none in a database that was not initialised.
pub(super) fn find(connection: &Connection) -> Stored<Option<Org>> {
    let row = connection
        .prepare_cached(
            "SELECT name, founded_at, platform_fingerprint, envelope, handle, opening FROM org WHERE id = 1",
        )?
        .query_row([], |row| {
            let handle: String = row.get("handle")?;
            let org = Org {
                name: row.get("name")?,
                founded_at: row.get("founded_at")?,
                platform: Fingerprint([0; 32]),
                envelope: row.get("envelope")?,
                handle: (!handle.is_empty()).then_some(handle),
                opening: row.get("opening")?,
            };
            Ok((org, row.get::<_, String>("platform_fingerprint")?))
        })
        .optional()?;
    row.map(|(org, platform)| {
        let platform = Fingerprint::parse(&platform)
            .map_err(|_| StoreFault::Damaged { table: "org", what: "no fingerprint".to_owned() })?;
        Ok(Org { platform, ..org })
    })
    .transpose()
}

/// Reads it.
pub(super) fn read(connection: &Connection) -> Stored<Org> {
    find(connection)?.ok_or_else(|| StoreFault::Damaged { table: "org", what: "no row".to_owned() })
}

pub(super) fn insert(connection: &Connection, org: &Org) -> Stored<()> {
    connection
        .prepare_cached(
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

/// Writes the door.
pub(super) fn set_door(connection: &Connection, org: &Org) -> Stored<()> {
    connection
        .prepare_cached("UPDATE org SET envelope = ?, handle = ?, opening = ? WHERE id = 1")?
        .execute(params![org.envelope, org.handle.as_deref().unwrap_or_default(), org.opening])?;
    Ok(())
}
