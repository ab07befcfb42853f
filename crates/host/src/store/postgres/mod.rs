//! PostgreSQL, or an engine that speaks its wire: any number of equal hosts serve from
//! one database, and none knows anything that is not in it.

mod acts;
mod agents;
mod changes;
mod codes;
mod conflicts;
mod connect;
mod decisions;
mod events;
mod invitations;
mod ledgers;
mod limits;
mod migrations;
mod nonces;
mod org;
mod people;
mod pulse;
mod run;
mod sessions;
mod work;

pub use connect::Address;

use std::path::PathBuf;
use std::sync::Arc;

use deadpool_postgres::Pool;
use tokio::runtime::Handle;
use tokio::sync::{Notify, watch};

use super::{Stored, Tables};
use crate::{HostError, Shared};
use migrations::{Found, VERSION};
pub(super) use run::Isolation;
use run::transaction;
pub(super) use work::Work;

/// The store of a serving host.
pub struct Postgres {
    address: Address,
    pool: Pool,
    /// Whether the server is asked to wake this host, and told to wake others.
    notify: bool,
    moved: watch::Sender<i64>,
    /// Something was committed here that may have changed the feed.
    stirred: Arc<Notify>,
}

impl Postgres {
    /// Reaches a database that `init` has made, and brings it to this version's shape.
    ///
    /// # Errors
    /// [`HostError::Database`] where it cannot be reached, [`HostError::DatabaseNewer`],
    /// [`HostError::DatabaseForeign`], and [`HostError::DatabaseEmpty`] where `make` is
    /// not wished and nothing is there.
    pub async fn open(shared: &Shared, make: bool) -> Result<Self, HostError> {
        let opened = Self {
            address: shared.address.clone(),
            pool: shared.address.pool(shared.connections)?,
            notify: shared.notify,
            moved: watch::Sender::new(0),
            stirred: Arc::new(Notify::new()),
        };
        opened.prepare(make).await?;
        Ok(opened)
    }

    async fn prepare(&self, make: bool) -> Result<(), HostError> {
        let path = self.address.place();
        let fault = |source| HostError::Database { path: path.clone(), source };
        let found = transaction(&self.pool, Isolation::Looking, migrations::found).await.map_err(fault)?;
        match found {
            Found::Foreign => return Err(HostError::DatabaseForeign { path }),
            Found::Host(version) if version > VERSION => {
                return Err(HostError::DatabaseNewer { path, found: version, known: VERSION });
            }
            Found::Empty if !make => return Err(HostError::DatabaseEmpty { path }),
            Found::Host(VERSION) => {}
            Found::Empty | Found::Host(_) => {
                transaction(&self.pool, Isolation::Writing, migrations::claim).await.map_err(fault)?;
                while transaction(&self.pool, Isolation::Writing, migrations::step).await.map_err(fault)? {}
            }
        }
        let lasting = transaction(&self.pool, Isolation::Looking, run::lasting).await.map_err(fault)?;
        if lasting { Ok(()) } else { Err(HostError::DatabaseForgets { path }) }
    }

    /// Runs one writing transaction, again where others were in its way.
    pub async fn write<T: Send + 'static>(
        &self,
        act: impl Fn(&dyn Tables) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        let noting = move |work: &Work<'_>| Ok((act(work)?, work.has_noted()));
        let (given, noted) = transaction(&self.pool, Isolation::Writing, noting).await?;
        if noted {
            self.stirred.notify_one();
        }
        Ok(given)
    }

    /// Runs one transaction of an operator, on a thread that may wait.
    pub fn here<T>(&self, handle: &Handle, act: impl Fn(&dyn Tables) -> Stored<T>) -> Stored<T> {
        run::here(handle, &self.pool, Isolation::Writing, &move |work: &Work<'_>| act(work))
    }

    /// As [`Self::here`], over the connection itself.
    pub fn carry<T>(
        &self,
        handle: &Handle,
        isolation: Isolation,
        act: impl Fn(&Work<'_>) -> Stored<T>,
    ) -> Stored<T> {
        run::here(handle, &self.pool, isolation, &act)
    }

    /// Where it is, for an error.
    pub fn place(&self) -> PathBuf {
        self.address.place()
    }

    /// Runs one reading transaction.
    pub async fn read<T: Send + 'static>(
        &self,
        look: impl Fn(&dyn Tables) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        transaction(&self.pool, Isolation::Looking, move |work: &Work<'_>| look(work)).await
    }

    /// The change feed's last cursor.
    pub fn moved(&self) -> watch::Receiver<i64> {
        self.moved.subscribe()
    }

    /// Numbers what was noted, so that whoever reads the feed now sees it.
    pub async fn settle(&self) -> Stored<()> {
        self.settled().await.map(|_| ())
    }

    /// As [`Self::settle`]; the last cursor, and whether anything was numbered.
    async fn settled(&self) -> Stored<(i64, bool)> {
        let (last, more) = transaction(&self.pool, Isolation::Looking, changes::pulse).await?;
        let mut state = (last, more);
        while state.1 {
            state = transaction(&self.pool, Isolation::Writing, changes::settle).await?;
        }
        self.moved.send_if_modified(|known| {
            let grown = state.0 > *known;
            *known = state.0.max(*known);
            grown
        });
        Ok((state.0, more))
    }
}
