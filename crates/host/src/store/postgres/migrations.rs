//! The shape of the database, step by step. A step that has landed is frozen: what
//! changes later is a further step.

use super::super::Stored;
use super::work::Work;
use super::{
    acts, agents, changes, codes, conflicts, decisions, events, invitations, ledgers, limits, nonces, org,
    people, sessions,
};

/// The newest shape known here.
pub const VERSION: i64 = 3;

/// Whose database this is, and of which version.
const SHAPE: &str = "
CREATE TABLE IF NOT EXISTS countersign_host (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    version BIGINT NOT NULL
);
";

/// Step `n` (from 1) is what brings a database of version `n - 1` to `n`.
const STEPS: [&[&str]; 3] = [FIRST, &[ledgers::SQL, invitations::SQL], &[codes::SQL]];

const FIRST: &[&str] = &[
    org::SQL,
    people::SQL,
    agents::SQL,
    conflicts::SQL,
    sessions::SQL,
    events::SQL,
    nonces::SQL,
    decisions::SQL,
    changes::SQL,
    acts::SQL,
    limits::SQL,
];

/// What the database states.
pub enum Found {
    /// Nothing is in it.
    Empty,
    /// A host's, of this version; 0 while it is being made.
    Host(i64),
    /// Tables of somebody else.
    Foreign,
}

/// Looks, and changes nothing.
pub(super) fn found(work: &Work<'_>) -> Stored<Found> {
    let tables = work.rows(
        "SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = current_schema()",
        &[],
    )?;
    let mut ours = false;
    for row in &tables {
        ours |= row.try_get::<_, String>("name")? == "countersign_host";
    }
    if !ours {
        return Ok(if tables.is_empty() { Found::Empty } else { Found::Foreign });
    }
    let row = work.row("SELECT version FROM countersign_host WHERE id = 1", &[])?;
    Ok(Found::Host(row.map_or(Ok(0), |row| row.try_get("version"))?))
}

/// Makes the table that says whose this is. Instances that begin at the same moment may
/// both try; one of them is told so and tries again.
pub(super) fn claim(work: &Work<'_>) -> Stored<()> {
    work.batch(SHAPE)?;
    work.batch("INSERT INTO countersign_host (id, version) VALUES (1, 0) ON CONFLICT DO NOTHING")
}

/// Takes one step, if one is left: its transaction holds the row of the version, so
/// that of many instances that begin at once one takes it. Gives whether it did.
pub(super) fn step(work: &Work<'_>) -> Stored<bool> {
    let row = work.row("SELECT version FROM countersign_host WHERE id = 1 FOR UPDATE", &[])?;
    let version: i64 = row.map_or(Ok(0), |row| row.try_get("version"))?;
    let step = usize::try_from(version).ok().and_then(|version| STEPS.get(version));
    let Some(step) = step else { return Ok(false) };
    for sql in *step {
        work.batch(sql)?;
    }
    work.execute("UPDATE countersign_host SET version = $1 WHERE id = 1", &[&(version + 1)])?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::run::{Isolation, here};
    use super::super::{Address, Postgres};
    use super::*;
    use crate::Shared;
    use anp::digest::BodyHash;
    use support::postgres::Server;

    /// Landed steps are frozen: databases in the field were made by exactly these texts.
    #[test]
    fn landed_steps_are_as_they_landed() {
        let digests: Vec<String> =
            STEPS.iter().map(|step| BodyHash::of(step.join("\n").as_bytes()).to_string()).collect();
        assert_eq!(
            digests,
            [
                "13d8ffa6ca4283f1b5772712daf46bc8b3c533d790d220c8d4725ce561486196",
                "db2e3d32935dc7d94947e81aee855de5d3401c1f3b2be28d56e8250cc3f9d1b3",
                "8e9ef544d1c52d608889ea5dfc8d358d4e2553944d48fb1aca1f3942fa899b9d"
            ]
        );
        assert_eq!(usize::try_from(VERSION), Ok(STEPS.len()));
    }

    /// From every version that was ever in the field, and by several hosts at once.
    #[test]
    fn every_earlier_version_is_brought_forward() {
        let server = Server::start();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        for earlier in 0..=VERSION {
            let database = server.database();
            let shared = Shared::new(Address::read(&database, None).unwrap());
            let pool = shared.address.pool(2).unwrap();
            here(runtime.handle(), &pool, Isolation::Writing, &claim).unwrap();
            for _ in 0..earlier {
                here(runtime.handle(), &pool, Isolation::Writing, &step).unwrap();
            }
            let opened = runtime.block_on(async {
                let mut hosts = tokio::task::JoinSet::new();
                for _ in 0..4 {
                    let shared = shared.clone();
                    hosts.spawn(async move { Postgres::open(&shared, false).await.map(|_| ()) });
                }
                hosts.join_all().await
            });
            assert!(opened.iter().all(Result::is_ok), "{opened:?}");
            let version = server.sql(&database, "SELECT version FROM countersign_host");
            assert_eq!(version, VERSION.to_string(), "from {earlier}");
        }
    }
}
