//! The shape of the database, step by step. A step that has landed is frozen: what
//! changes later is a further step.

use rusqlite::{Connection, TransactionBehavior};

use super::super::Stored;
use super::database::Stated;
use super::{
    acts, agents, changes, codes, conflicts, decisions, events, invitations, ledgers, limits, nonces, org,
    people, sessions,
};

/// "CSnH": a file of this application's host.
pub const APPLICATION_ID: i64 = 0x4353_6e48;

/// The newest shape known here.
pub const VERSION: i64 = 4;

/// Step `n` (from 1) is what brings a database of version `n - 1` to `n`.
const STEPS: [&[&str]; 4] = [FIRST, &[limits::SQL], &[ledgers::SQL, invitations::SQL], &[codes::SQL]];

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
];

/// What the database states.
pub(super) fn found(connection: &Connection) -> Stored<Stated> {
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(Stated {
        application: pragma("application_id")?,
        version: pragma("user_version")?,
        empty: tables == 0,
    })
}

/// Brings the database to [`VERSION`], each step in a transaction of its own.
pub(super) fn run(connection: &mut Connection) -> Stored<()> {
    loop {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Inside the transaction: another process may have been quicker.
        let version = found(&transaction)?.version;
        let step = usize::try_from(version).ok().and_then(|version| STEPS.get(version));
        let Some(step) = step else { return Ok(()) };
        for sql in *step {
            transaction.execute_batch(sql)?;
        }
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", version + 1)?;
        transaction.commit()?;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use anp::digest::BodyHash;

    /// Landed steps are frozen: databases in the field were made by exactly these texts.
    #[test]
    fn landed_steps_are_as_they_landed() {
        let digests: Vec<String> =
            STEPS.iter().map(|step| BodyHash::of(step.join("\n").as_bytes()).to_string()).collect();
        assert_eq!(
            digests,
            [
                "ac14268ca9cd2fb9b83ad3dcf537a56c64b6078d2956d88cf22ad72d45ae5ca0",
                "8b8e84a8e26c780d908b6ef0b09fb815d36103250d2c6c0161d9beaa59e3ec6f",
                "8a48697e5570e7faf09a698a41692a70c2aad705e876d8b01906d74c5bcc785e",
                "bf1055861f366bc8b42c59a2507fe8fb4d913cca199c15dba0482982c376e548"
            ]
        );
        assert_eq!(usize::try_from(VERSION), Ok(STEPS.len()));
    }

    /// From every version that was ever in the field, with what stood in it.
    #[test]
    fn every_earlier_version_is_brought_forward() {
        for earlier in 1..=STEPS.len() {
            let mut connection = Connection::open_in_memory().unwrap();
            for sql in STEPS.iter().take(earlier).copied().flatten() {
                connection.execute_batch(sql).unwrap();
            }
            connection.pragma_update(None, "user_version", i64::try_from(earlier).unwrap()).unwrap();
            connection
                .execute_batch("INSERT INTO acts (at, who, act, subject) VALUES ('t', 'w', 'a', 's')")
                .unwrap();
            run(&mut connection).unwrap();
            assert_eq!(found(&connection).unwrap().version, VERSION, "from {earlier}");
            let acts: i64 = connection.query_row("SELECT count(*) FROM acts", [], |row| row.get(0)).unwrap();
            assert_eq!(acts, 1);
        }
    }
}
