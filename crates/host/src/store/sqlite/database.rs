//! Opening the file: whose it is, how new it is, and how it is to be written.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::super::{StoreFault, Stored, Tables};
use super::migrations::{self, APPLICATION_ID, VERSION};
use crate::HostError;

/// How long a writer waits for another process's transaction.
const BUSY: Duration = Duration::from_secs(10);

/// A connection that writes.
pub struct Database {
    path: PathBuf,
    connection: Connection,
}

impl Database {
    /// The database's file in a data folder.
    pub fn file(data: &Path) -> PathBuf {
        data.join("host.sqlite")
    }

    /// Opens the database of an initialised folder.
    ///
    /// # Errors
    /// [`HostError::NotInitialised`] where there is none; [`HostError::DatabaseNewer`]
    /// and [`HostError::DatabaseForeign`] leave the file as it is.
    pub fn open(data: &Path) -> Result<Self, HostError> {
        let path = Self::file(data);
        if !path.exists() {
            return Err(HostError::NotInitialised { folder: data.to_owned() });
        }
        Self::open_or_create(data)
    }

    /// Opens the database, or makes an empty one.
    ///
    /// # Errors
    /// As [`Database::open`].
    pub fn open_or_create(data: &Path) -> Result<Self, HostError> {
        let path = Self::file(data);
        check_header(&path)?;
        let fault = |source: StoreFault| HostError::Database { path: path.clone(), source };
        create_private(&path)?;
        let mut connection = connect(&path).map_err(|source| fault(source.into()))?;
        let found = migrations::found(&connection).map_err(fault)?;
        judge(&path, found)?;
        connection
            .set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
            .and_then(|_| prepare(&connection))
            .map_err(|source| fault(source.into()))?;
        migrations::run(&mut connection).map_err(fault)?;
        // A record that cannot be written opens all the same, for reading: said now, and
        // not to the first vendor.
        if connection.is_readonly("main").map_err(|source| fault(source.into()))? {
            return Err(fault(StoreFault::ReadOnly));
        }
        Ok(Self { path, connection })
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The connection, for the one writer.
    pub(super) const fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The connection, to carry everything at once.
    pub const fn connection_mut(&mut self) -> &mut Connection {
        &mut self.connection
    }

    /// Writes what stands at this moment into a file that is not there, which has its
    /// name only once it is whole. Whoever serves goes on meanwhile.
    ///
    /// # Errors
    /// [`HostError::Database`]; nothing has the name then.
    pub fn copy_to(&self, path: &Path) -> Result<(), HostError> {
        let fault = |source| HostError::File { path: path.to_owned(), source };
        if path.exists() {
            return Err(fault(ErrorKind::AlreadyExists.into()));
        }
        let draft = path.with_extension("copy");
        match std::fs::remove_file(&draft) {
            Err(there) if there.kind() != ErrorKind::NotFound => return Err(fault(there)),
            _ => create_private(&draft)?,
        }
        let told = draft.to_string_lossy().into_owned();
        self.connection
            .execute("VACUUM INTO ?", [told])
            .map_err(|source| HostError::Database { path: self.path.clone(), source: source.into() })?;
        File::open(&draft).and_then(|file| file.sync_all()).map_err(fault)?;
        std::fs::rename(&draft, path).map_err(fault)?;
        let folder = path.parent().unwrap_or(path);
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(fault)
    }

    /// What SQLite finds broken in the file: pages, indexes, references.
    pub fn whole(&self) -> Vec<String> {
        let look = || -> rusqlite::Result<Vec<String>> {
            let mut statement = self.connection.prepare("PRAGMA integrity_check(20)")?;
            let said: rusqlite::Result<Vec<String>> = statement.query_map([], |row| row.get(0))?.collect();
            Ok(said?.into_iter().filter(|line| line != "ok").collect())
        };
        look().unwrap_or_else(|fault| vec![StoreFault::from(fault).to_string()])
    }

    /// Runs one transaction, durable when this returns.
    ///
    /// # Errors
    /// [`HostError::Database`]; nothing is written then.
    pub fn transact<T>(&mut self, act: impl FnOnce(&dyn Tables) -> Stored<T>) -> Result<T, HostError> {
        let run = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let given = act(&*transaction)?;
            transaction.commit()?;
            Ok(given)
        };
        run().map_err(|source| HostError::Database { path: self.path.clone(), source })
    }
}

/// Makes the file if there is none, readable by its owner alone; SQLite gives the files
/// that it puts beside it the same permissions.
fn create_private(path: &Path) -> Result<(), HostError> {
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Ok(_) => Ok(()),
        Err(there) if there.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(source) => Err(HostError::File { path: path.to_owned(), source }),
    }
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    // Until we know that the file is ours to write: not even what a crashed newer
    // version left in its journal is to be moved.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.busy_timeout(BUSY)?;
    Ok(connection)
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)
}

/// Application id and version, as the database states them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stated {
    pub application: i64,
    pub version: i64,
    pub empty: bool,
}

fn judge(path: &Path, found: Stated) -> Result<(), HostError> {
    if found.application != APPLICATION_ID && !found.empty {
        return Err(HostError::DatabaseForeign { path: path.to_owned() });
    }
    if found.version > VERSION {
        return Err(HostError::DatabaseNewer { path: path.to_owned(), found: found.version, known: VERSION });
    }
    Ok(())
}

/// Looks at the file's own header before SQLite may touch it.
fn check_header(path: &Path) -> Result<(), HostError> {
    let fault = |source| HostError::File { path: path.to_owned(), source };
    let mut header = [0_u8; 100];
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(missing) if missing.kind() == ErrorKind::NotFound => return Ok(()),
        Err(source) => return Err(fault(source)),
    };
    if file.metadata().map_err(fault)?.len() == 0 {
        return Ok(());
    }
    let foreign = || HostError::DatabaseForeign { path: path.to_owned() };
    file.read_exact(&mut header).map_err(|_| foreign())?;
    if !header.starts_with(b"SQLite format 3\0") {
        return Err(foreign());
    }
    let word = |at: usize| {
        let bytes = header.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).unwrap_or_default();
        i64::from(i32::from_be_bytes(bytes))
    };
    // 60 and 68 are where the SQLite file format keeps user_version and application_id.
    // A file whose first migration still stands in its journal alone says 0 for both.
    let (version, application) = (word(60), word(68));
    judge(path, Stated { application, version, empty: application == 0 && version == 0 })
}
