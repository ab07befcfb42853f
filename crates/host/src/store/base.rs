//! The record as operators open it: for one act, from any process, while hosts serve.

use std::path::Path;

use tokio::runtime::Runtime;

use super::postgres::Postgres;
use super::sqlite::Database;
use super::{Stored, Tables, carry};
use crate::care::Carried;
use crate::{HostError, Keeping, Place};

/// An opened record.
pub enum Base {
    /// A file in the data folder.
    Sqlite(Database),
    /// A database that hosts share.
    Postgres(Box<Line>),
}

/// A database and what drives the connections to it.
pub struct Line {
    postgres: Postgres,
    driver: Driver,
}

/// A runtime of its own: an operator's act may be called from anywhere, within another
/// runtime too, where one must not be dropped in the ordinary way.
struct Driver(Option<Runtime>);

impl Driver {
    fn start() -> Result<Self, HostError> {
        let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        threads.map(Some).map(Self).map_err(HostError::Serve)
    }

    fn runtime(&self) -> Result<&Runtime, HostError> {
        self.0.as_ref().ok_or_else(|| HostError::Serve(std::io::Error::other("the runtime has ended")))
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl Base {
    /// Opens the record of an initialised host.
    ///
    /// # Errors
    /// [`HostError::NotInitialised`] or [`HostError::DatabaseEmpty`] where there is none,
    /// [`HostError::DatabaseNewer`] and [`HostError::DatabaseForeign`], which leave it as it is.
    pub fn open(place: &Place) -> Result<Self, HostError> {
        Self::opened(place, false)
    }

    /// Opens the record, or makes an empty one.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_or_create(place: &Place) -> Result<Self, HostError> {
        Self::opened(place, true)
    }

    fn opened(place: &Place, make: bool) -> Result<Self, HostError> {
        match &place.keeping {
            Keeping::Sqlite if make => Database::open_or_create(&place.data).map(Self::Sqlite),
            Keeping::Sqlite => Database::open(&place.data).map(Self::Sqlite),
            Keeping::Postgres(shared) => {
                let driver = Driver::start()?;
                let runtime = driver.runtime()?;
                let postgres = apart(|| runtime.block_on(Postgres::open(shared, make)))?;
                Ok(Self::Postgres(Box::new(Line { postgres, driver })))
            }
        }
    }

    /// Writes the record as it stands at one moment into a folder that holds none.
    ///
    /// # Errors
    /// [`HostError::Database`] where it cannot be read or the copy not be written.
    pub fn copy_out(&mut self, into: &Path) -> Result<Carried, HostError> {
        match self {
            Self::Sqlite(database) => database.copy_to(&Database::file(into))?,
            Self::Postgres(line) => {
                let mut copy = Database::open_or_create(into)?;
                let handle = line.driver.runtime()?.handle();
                let postgres = &line.postgres;
                let connection = copy.connection_mut();
                apart(move || carry::out_of_postgres(postgres, handle, connection))
                    .map_err(|source| HostError::Database { path: postgres.place(), source })?;
            }
        }
        Self::Sqlite(Database::open(into)?).transact(carry::count)
    }

    /// Writes a copy's record where none is.
    ///
    /// # Errors
    /// As [`Self::copy_out`].
    pub fn copy_into(&mut self, place: &Place) -> Result<Carried, HostError> {
        let Self::Sqlite(copy) = self else {
            return Err(HostError::Serve(std::io::Error::other("a backup is a folder")));
        };
        let mut made = match &place.keeping {
            Keeping::Sqlite => {
                copy.copy_to(&Database::file(&place.data))?;
                Self::open(place)?
            }
            Keeping::Postgres(_) => {
                let made = Self::open_or_create(place)?;
                let Self::Postgres(line) = &made else {
                    return Err(HostError::Serve(std::io::Error::other("no line")));
                };
                let handle = line.driver.runtime()?.handle();
                let postgres = &line.postgres;
                let connection = copy.connection_mut();
                apart(move || carry::into_postgres(connection, postgres, handle))
                    .map_err(|source| HostError::Database { path: postgres.place(), source })?;
                made
            }
        };
        made.transact(carry::count)
    }

    /// What the store itself finds broken in its files.
    pub fn whole(&mut self) -> Vec<String> {
        match self {
            Self::Sqlite(database) => database.whole(),
            // The server's own checksums and tools look after its files.
            Self::Postgres(_) => Vec::new(),
        }
    }

    /// Runs one transaction, durable when this returns.
    ///
    /// # Errors
    /// [`HostError::Database`]; nothing is written then.
    pub fn transact<T: Send>(
        &mut self,
        act: impl Fn(&dyn Tables) -> Stored<T> + Send + Sync,
    ) -> Result<T, HostError> {
        match self {
            Self::Sqlite(database) => database.transact(act),
            Self::Postgres(line) => {
                let handle = line.driver.runtime()?.handle();
                let postgres = &line.postgres;
                apart(|| postgres.here(handle, &act))
                    .map_err(|source| HostError::Database { path: postgres.place(), source })
            }
        }
    }
}

/// Runs it on a thread of its own and waits: this one may be driving tasks.
fn apart<T: Send>(act: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| match scope.spawn(act).join() {
        Ok(given) => given,
        Err(panicked) => std::panic::resume_unwind(panicked),
    })
}
