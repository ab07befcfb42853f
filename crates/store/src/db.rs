//! The desk's database: one file, opened for one workspace at a time.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::tables;

/// What stands in the file's header, so that no other application's file is taken for ours.
const APPLICATION_ID: i32 = 0x4353_4b31;

/// How long one connection waits for another: only what is broken takes so long.
const PATIENCE: Duration = Duration::from_secs(5);

/// Statements that a connection keeps compiled: more than one screen asks in a row.
const STATEMENTS: usize = 96;

/// Connections that are kept open for reading; more readers at once than this open their own.
const READERS: usize = 4;

/// After so many commits the log of what was written is looked at, and so many pages of it are too
/// many: readers who follow each other without a gap would let it grow for ever.
const COMMITS: u32 = 256;
const LONGEST_LOG: i64 = 8192;

/// How long a writer waits for readers so that the log can begin anew.
const GAP: Duration = Duration::from_millis(100);

/// The version of the tables that this program writes.
fn known() -> i32 {
    i32::try_from(tables::STEPS.len()).unwrap_or(i32::MAX)
}

/// An open database.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    commits: u32,
}

impl Store {
    /// Opens the file, making it where it does not exist, and brings it to the current
    /// version in one transaction.
    ///
    /// # Errors
    /// [`StoreError::Newer`] where a newer program wrote it: it is left untouched.
    /// [`StoreError::Foreign`] where it is no desk's. [`StoreError::Sql`] where it cannot
    /// be read or written.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let trouble = |source| StoreError::Sql { path: path.to_owned(), source };
        let connection = Connection::open_with_flags(
            path,
            OpenFlags::SQLITE_OPEN_READ_WRITE
                | OpenFlags::SQLITE_OPEN_CREATE
                | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )
        .map_err(trouble)?;
        let pragma =
            |name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i32>(0));
        let (application, version) =
            (pragma("application_id").map_err(trouble)?, pragma("user_version").map_err(trouble)?);
        let tables: i64 = connection
            .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
            .map_err(trouble)?;
        if tables > 0 && application != APPLICATION_ID {
            return Err(StoreError::Foreign { path: path.to_owned() });
        }
        if version > known() {
            return Err(StoreError::Newer { path: path.to_owned(), found: version, known: known() });
        }
        let mut store = Self { connection, path: path.to_owned(), commits: 0 };
        store.prepare().map_err(trouble)?;
        Ok(store)
    }

    fn prepare(&mut self) -> rusqlite::Result<()> {
        self.connection.pragma_update(None, "journal_mode", "WAL")?;
        self.connection.pragma_update(None, "synchronous", "FULL")?;
        self.connection.pragma_update(None, "foreign_keys", "ON")?;
        self.connection.busy_timeout(PATIENCE)?;
        self.connection.pragma_update(None, "journal_size_limit", LONGEST_LOG * 4096)?;
        self.connection.set_prepared_statement_cache_capacity(STATEMENTS);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Exclusive)?;
        // Inside the transaction: another process may have been quicker.
        let version: i32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let done = usize::try_from(version).unwrap_or(0);
        for statements in tables::STEPS.iter().skip(done) {
            for sql in *statements {
                transaction.execute_batch(sql)?;
            }
        }
        if version < known() {
            transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
            transaction.pragma_update(None, "user_version", known())?;
        }
        transaction.commit()
    }

    /// The connection, for the readers in [`crate::tables`].
    pub const fn reader(&self) -> &Connection {
        &self.connection
    }

    /// Runs `work` in one transaction: all of it is durable when this returns, or none.
    ///
    /// # Errors
    /// What `work` returns; [`StoreError::Sql`] where the commit fails.
    pub fn write<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let path = self.path.clone();
        let trouble = |source| E::from(StoreError::Sql { path: path.clone(), source });
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(trouble)?;
        let outcome = work(&transaction)?;
        transaction.commit().map_err(trouble)?;
        self.commits = self.commits.wrapping_add(1);
        if self.commits.is_multiple_of(COMMITS) {
            // What was written is durable either way; a log that stays long is tried again later.
            let _ = self.shorten_log();
        }
        Ok(outcome)
    }

    /// Lets the log begin anew where it has grown long.
    fn shorten_log(&self) -> rusqlite::Result<()> {
        let checkpoint = |how: &str| {
            let sql = format!("PRAGMA wal_checkpoint({how})");
            self.connection.query_row(&sql, [], |row| row.get::<_, i64>(1))
        };
        if checkpoint("PASSIVE")? > LONGEST_LOG {
            self.connection.busy_timeout(GAP)?;
            let restarted = checkpoint("RESTART");
            self.connection.busy_timeout(PATIENCE)?;
            restarted?;
        }
        Ok(())
    }

    /// Rewrites the file without what was deleted, its log included: until then deleted rows still lie in
    /// free pages.
    ///
    /// # Errors
    /// [`StoreError::Sql`] where the file cannot be written.
    pub fn scrub(&mut self) -> Rows<()> {
        self.connection.execute_batch("VACUUM")?;
        // The log holds the pages as they were before and after; emptied, it has neither.
        let kept: i64 = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        if kept != 0 {
            // A reader that does not come to its end keeps it from being emptied.
            let busy = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY);
            return Err(rusqlite::Error::SqliteFailure(busy, None).into());
        }
        Ok(())
    }

    /// Further ways in, for reading beside each other and beside what is written.
    pub fn readers(&self) -> Readers {
        Readers { path: self.path.clone(), idle: Mutex::default() }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Ways into a database for reading alone. A reader waits for nobody and nobody for it: each
/// sees the tables as they stood when it began, whatever is written meanwhile.
#[derive(Debug)]
pub struct Readers {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    /// Reads within one snapshot: everything that was written before is seen, and everything
    /// that `work` asks for is of the same moment.
    ///
    /// # Errors
    /// What `work` returns; [`StoreError::Sql`] where the file cannot be read.
    pub fn read<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E>,
    ) -> Result<T, E> {
        let trouble = |source| E::from(StoreError::Sql { path: self.path.clone(), source });
        let idle = self.idle().pop();
        let mut connection = idle.map_or_else(|| self.open(), Ok).map_err(trouble)?;
        let outcome = connection.transaction().map_err(trouble).and_then(|snapshot| work(&snapshot));
        let mut idle = self.idle();
        if idle.len() < READERS {
            idle.push(connection);
        }
        outcome
    }

    fn open(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags)?;
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "query_only", "ON")?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(connection)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        // Whoever panics holds a connection that is in no list.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What SQLite refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// Why.
    pub kind: RefusalKind,
    /// SQLite's own number; 0 where it has none.
    pub number: i32,
}

/// Why SQLite refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalKind {
    /// No room is left.
    Full,
    /// The file is for reading.
    ReadOnly,
    /// The file may not be opened.
    Denied,
    /// Another program has it.
    InUse,
    /// The file is damaged, or none of SQLite's.
    Corrupt,
    /// The disk fails.
    Disk,
    /// Anything else.
    Other,
}

impl StoreError {
    /// What SQLite refused, where it did.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        use rusqlite::ErrorCode;
        let Self::Sql { source, .. } = self else { return None };
        let kind = match source.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => RefusalKind::Full,
            Some(ErrorCode::ReadOnly) => RefusalKind::ReadOnly,
            Some(ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => RefusalKind::Denied,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => RefusalKind::InUse,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => RefusalKind::Corrupt,
            Some(ErrorCode::SystemIoFailure) => RefusalKind::Disk,
            _ => RefusalKind::Other,
        };
        Some(Refusal { kind, number: source.sqlite_error().map_or(0, |error| error.extended_code) })
    }
}

/// Why the database cannot serve.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Written by a newer program.
    #[error("{} was written by a newer version of this program (tables {found}, this program knows {known}); it was left untouched", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Version found.
        found: i32,
        /// Version known.
        known: i32,
    },
    /// Another application's file.
    #[error("{} is not a desk's database", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// SQLite's refusal.
    #[error("{}: {source}", path.display())]
    Sql {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        source: rusqlite::Error,
    },
    /// A row that this program cannot have written.
    #[error("the database holds a damaged row in {table}")]
    Damaged {
        /// Which table.
        table: &'static str,
    },
}

impl From<rusqlite::Error> for StoreError {
    fn from(source: rusqlite::Error) -> Self {
        Self::Sql { path: PathBuf::new(), source }
    }
}

/// What reading and writing rows returns.
pub type Rows<T> = Result<T, StoreError>;

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Landed steps are frozen: databases in the field were made by exactly these texts.
    const LANDED: [&str; 2] = [
        "6d89e2d966abbc3e9aa1341348da9326bd47994303d64d4e2a569e723631dcc4",
        "931895793270cba344108f708b6c97ea00c20087f13e8a5301c3d783572b578e",
    ];

    #[test]
    fn landed_steps_are_as_they_landed() {
        let digests: Vec<String> = tables::STEPS
            .iter()
            .map(|step| hex::encode(anp::digest::sha256(step.join("\n").as_bytes())))
            .collect();
        assert_eq!(digests.get(..LANDED.len()).unwrap(), LANDED);
    }

    #[test]
    fn a_database_of_every_earlier_version_comes_to_the_newest() {
        let folder = tempfile::tempdir().unwrap();
        let newest = shape(&Store::open(&folder.path().join("new.sqlite")).unwrap());
        for version in 0..tables::STEPS.len() {
            let path = folder.path().join(format!("{version}.sqlite"));
            let old = Connection::open(&path).unwrap();
            for sql in tables::STEPS.iter().take(version).copied().flatten() {
                old.execute_batch(sql).unwrap();
            }
            old.pragma_update(None, "user_version", i32::try_from(version).unwrap()).unwrap();
            if version > 0 {
                old.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
            }
            drop(old);
            assert_eq!(shape(&Store::open(&path).unwrap()), newest, "from version {version}");
        }
    }

    #[test]
    fn a_reader_sees_what_was_written_before_and_of_one_moment() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("desk.sqlite")).unwrap();
        let readers = store.readers();
        let said = |db: &Connection| tables::settings::get(db, "one");
        store.write(|db| tables::settings::set(db, "one", "before")).unwrap();
        readers
            .read(|db| {
                assert_eq!(said(db)?.as_deref(), Some("before"));
                // Nobody waits for a reader, and it sees nothing of what came after it began.
                store.write(|db| tables::settings::set(db, "one", "after"))?;
                assert_eq!(said(db)?.as_deref(), Some("before"));
                Ok::<_, StoreError>(())
            })
            .unwrap();
        assert_eq!(readers.read(said).unwrap().as_deref(), Some("after"));
    }

    #[test]
    fn a_reader_writes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("desk.sqlite")).unwrap();
        let readers = store.readers();
        readers.read(|db| tables::settings::set(db, "one", "two")).unwrap_err();
        assert_eq!(readers.read(|db| tables::settings::get(db, "one")).unwrap(), None);
    }

    fn shape(store: &Store) -> Vec<String> {
        let mut asked =
            store.reader().prepare("SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY name").unwrap();
        let rows = asked.query_map([], |row| row.get(0)).unwrap();
        rows.collect::<Result<_, _>>().unwrap()
    }
}
