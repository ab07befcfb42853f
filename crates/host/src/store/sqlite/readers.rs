//! Connections that read and cannot write.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Transaction};

use super::super::Stored;

/// Most idle connections that are kept; more are opened under load and closed after it.
const KEPT: usize = 8;

/// A pool of reading connections.
pub struct Readers {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
    watch: Mutex<Option<Connection>>,
}

impl Readers {
    pub fn new(path: PathBuf) -> Self {
        Self { path, idle: Mutex::new(Vec::new()), watch: Mutex::new(None) }
    }

    fn connect(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags)?;
        connection.busy_timeout(Duration::from_secs(10))?;
        connection.pragma_update(None, "query_only", true)?;
        connection.pragma_update(None, "trusted_schema", false)?;
        Ok(connection)
    }

    /// Runs one reading transaction: all that it sees is of one moment.
    pub fn read<T>(&self, look: impl FnOnce(&Transaction<'_>) -> Stored<T>) -> Stored<T> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => self.connect()?,
        };
        let transaction = connection.transaction()?;
        let seen = look(&transaction);
        transaction.finish()?;
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < KEPT {
            idle.push(connection);
        }
        seen
    }

    /// SQLite's token of what others have committed, always asked on one connection.
    pub fn version(&self) -> Stored<i64> {
        let mut watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
        let connection = match watch.take() {
            Some(connection) => connection,
            None => self.connect()?,
        };
        let version = connection.pragma_query_value(None, "data_version", |row| row.get(0))?;
        *watch = Some(connection);
        Ok(version)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::Database;
    use super::*;

    #[test]
    fn readers_cannot_write() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open_or_create(folder.path()).unwrap();
        let readers = Readers::new(database.path().to_owned());
        let write = "INSERT INTO nonces (agent, nonce, replayable_until) VALUES ('a', 'n', 0)";
        assert!(readers.read(|look| Ok(look.execute(write, [])?)).is_err());
        assert!(database.connection().execute(write, []).is_ok());
        let token = readers.version().unwrap();
        assert_eq!(token, readers.version().unwrap());
        database.connection().execute("DELETE FROM nonces", []).unwrap();
        assert_ne!(token, readers.version().unwrap(), "another connection's commit is seen");
    }
}
