//! Table `org`.

use super::super::Stored;
use super::super::tables::Hold;
use super::super::tables::org::{Org, Orgs, Row};
use super::work::{Work, lock};

pub(super) const SQL: &str = "
CREATE TABLE org (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL,
    founded_at TEXT NOT NULL,
    platform_fingerprint TEXT NOT NULL,
    -- Canonical JSON of the org's mandate envelope.
    envelope TEXT NOT NULL,
    -- The living handle; empty while the channel is off.
    handle TEXT NOT NULL,
    -- How often the channel was switched on: a session belongs to one opening.
    opening BIGINT NOT NULL
);
";

fn org(row: &tokio_postgres::Row) -> Stored<Org> {
    Row {
        name: row.try_get("name")?,
        founded_at: row.try_get("founded_at")?,
        platform_fingerprint: row.try_get("platform_fingerprint")?,
        envelope: row.try_get("envelope")?,
        handle: row.try_get("handle")?,
        opening: row.try_get("opening")?,
    }
    .org()
}

impl Orgs for Work<'_> {
    fn org_if_any(&self, hold: Hold) -> Stored<Option<Org>> {
        let sql = format!(
            "SELECT name, founded_at, platform_fingerprint, envelope, handle, opening FROM org WHERE id = 1{}",
            lock(hold)
        );
        self.row(&sql, &[])?.as_ref().map(org).transpose()
    }

    fn insert_org(&self, org: &Org) -> Stored<()> {
        self.execute(
            "INSERT INTO org (id, name, founded_at, platform_fingerprint, envelope, handle, opening) \
             VALUES (1, $1, $2, $3, $4, $5, $6)",
            &[
                &org.name,
                &org.founded_at,
                &org.platform.to_string(),
                &org.envelope,
                &org.handle.as_deref().unwrap_or_default(),
                &org.opening,
            ],
        )?;
        Ok(())
    }

    fn set_door(&self, org: &Org) -> Stored<()> {
        self.execute(
            "UPDATE org SET envelope = $1, handle = $2, opening = $3 WHERE id = 1",
            &[&org.envelope, &org.handle.as_deref().unwrap_or_default(), &org.opening],
        )?;
        Ok(())
    }
}
