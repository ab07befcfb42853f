//! The record as operators open it: for one act, from any process, while hosts serve.

use tokio::runtime::Runtime;

use super::postgres::Postgres;
use super::sqlite::Database;
use super::{Stored, Tables};
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
