//! Running a transaction: on a thread that may wait, and again where others were in
//! its way.

use std::time::Duration;

use deadpool_postgres::{Object, Pool};
use tokio::runtime::Handle;
use tokio_postgres::error::SqlState;

use super::super::{StoreFault, Stored};
use super::work::Work;

/// How often one act is tried. Each time somebody else got further, so all do in the end.
const TRIES: u32 = 12;

/// What a transaction is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Isolation {
    /// All that it sees is of one moment, and it writes nothing.
    Looking,
    /// It sees what was committed when each statement began; what must not change
    /// until the commit it holds.
    Writing,
}

impl Isolation {
    const fn begin(self) -> &'static str {
        match self {
            Self::Looking => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            Self::Writing => "BEGIN ISOLATION LEVEL READ COMMITTED",
        }
    }
}

/// Runs an act in a transaction of its own.
pub async fn transaction<T: Send + 'static>(
    pool: &Pool,
    isolation: Isolation,
    act: impl Fn(&Work<'_>) -> Stored<T> + Send + 'static,
) -> Stored<T> {
    let mut act = act;
    let mut tries = 0;
    loop {
        tries += 1;
        let connection = pool.get().await.map_err(unreached)?;
        let handle = Handle::current();
        let (given, back) = tokio::task::spawn_blocking(move || {
            let given = once(&handle, connection, isolation, &act);
            (given, act)
        })
        .await
        .map_err(|_| StoreFault::Ended)?;
        act = back;
        match given {
            Err(fault) if tries < TRIES && again(&fault) => {
                tracing::debug!(%fault, tries, "a transaction is tried again");
                tokio::time::sleep(pause(tries)).await;
            }
            given => return given,
        }
    }
}

/// As [`transaction`], on a thread that may wait.
pub fn here<T>(
    handle: &Handle,
    pool: &Pool,
    isolation: Isolation,
    act: &impl Fn(&Work<'_>) -> Stored<T>,
) -> Stored<T> {
    let mut tries = 0;
    loop {
        tries += 1;
        let connection = handle.block_on(pool.get()).map_err(unreached)?;
        match once(handle, connection, isolation, act) {
            Err(fault) if tries < TRIES && again(&fault) => std::thread::sleep(pause(tries)),
            given => return given,
        }
    }
}

fn pause(tries: u32) -> Duration {
    Duration::from_millis(u64::from(tries * tries))
}

fn unreached(fault: deadpool_postgres::PoolError) -> StoreFault {
    match fault {
        deadpool_postgres::PoolError::Backend(fault) => StoreFault::from(fault),
        deadpool_postgres::PoolError::Timeout(_) => StoreFault::Busy,
        other => StoreFault::Unreached(other.to_string()),
    }
}

fn once<T>(
    handle: &Handle,
    connection: Object,
    isolation: Isolation,
    act: &impl Fn(&Work<'_>) -> Stored<T>,
) -> Stored<T> {
    let work = Work::new(handle, &connection);
    let ran = work.batch(isolation.begin()).and_then(|()| act(&work));
    let ended = match ran {
        Ok(given) => work.batch("COMMIT").map(|()| given).map_err(uncommitted),
        Err(fault) => match work.batch("ROLLBACK") {
            Ok(()) => return Err(fault),
            Err(_) => Err(fault),
        },
    };
    if ended.is_err() {
        // In what state it is nobody knows: it is closed, and its transaction with it.
        drop(Object::take(connection));
    }
    ended
}

/// What a commit that failed means: the server's own no is clear, silence is not.
fn uncommitted(fault: StoreFault) -> StoreFault {
    match fault {
        StoreFault::Postgres(fault) if fault.code.is_some() => StoreFault::Postgres(fault),
        _ => StoreFault::Unclear,
    }
}

/// Whether nothing stands of it and another try may do better.
fn again(fault: &StoreFault) -> bool {
    const CROSSED: [SqlState; 3] =
        [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED, SqlState::UNIQUE_VIOLATION];
    let StoreFault::Postgres(fault) = fault else { return false };
    match &fault.code {
        Some(code) => CROSSED.iter().any(|crossed| crossed.code() == code),
        // The line broke before the commit was asked for.
        None => fault.closed,
    }
}

/// Whether a commit is on the disk when it is answered. Engines that have no such
/// setting have no such choice.
pub fn lasting(work: &Work<'_>) -> Stored<bool> {
    let rows = work.rows(
        "SELECT name::text AS name, setting::text AS setting FROM pg_catalog.pg_settings \
         WHERE name IN ('fsync', 'synchronous_commit')",
        &[],
    );
    let Ok(rows) = rows else { return Ok(true) };
    for row in &rows {
        if row.try_get::<_, String>("setting")? == "off" {
            return Ok(false);
        }
    }
    Ok(true)
}
