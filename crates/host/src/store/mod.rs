//! What rests: SQLite, one file per table holding its SQL, its row, its readers and
//! its writers.
//!
//! Doors and operators call the coarse functions of the use cases alone
//! ([`admit`], [`append`], [`channel`], …): each is one transaction, so that another
//! kind of store can be put in their place.

mod acts;
mod agents;
mod changes;
mod conflicts;
mod decisions;
mod events;
mod migrations;
mod nonces;
mod org;
mod people;
mod sessions;

pub mod admit;
pub mod append;
pub mod channel;
pub mod feed;
pub mod found;
pub mod log;
pub mod open_session;
pub mod register;
pub mod staff;
pub mod vendors;

mod database;
mod readers;
mod writer;

pub use acts::Who;
pub use agents::{Agent, Status};
pub use changes::Subject;
pub use conflicts::Conflict;
pub use database::Database;
pub use org::Org;
pub use people::Person;
pub use sessions::Session;

pub use crate::error::StoreFault;

use std::path::Path;
use std::sync::Arc;

use rusqlite::{Connection, Transaction};
use tokio::sync::watch;

use crate::HostError;
use readers::Readers;
use writer::Writer;

/// What a transaction gives.
pub type Stored<T> = Result<T, StoreFault>;

/// The store of a serving host: one writer, and readers that cannot write.
#[derive(Clone)]
pub struct Store {
    writer: Arc<Writer>,
    readers: Arc<Readers>,
    moved: watch::Receiver<i64>,
}

impl Store {
    /// Opens the database in a data folder.
    ///
    /// # Errors
    /// [`HostError`] as [`Database::open`] gives it.
    pub fn open(data: &Path) -> Result<Self, HostError> {
        let database = Database::open(data)?;
        let readers = Arc::new(Readers::new(database.path().to_owned()));
        let (moved_sender, moved) = watch::channel(0);
        let writer = Writer::start(database, moved_sender)?;
        Ok(Self { writer: Arc::new(writer), readers, moved })
    }

    /// Runs one writing transaction. What it gives is on disk before it is given.
    async fn write<T: Send + 'static>(
        &self,
        act: impl FnOnce(&Connection) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        self.writer.write(act).await
    }

    /// Runs one reading transaction.
    async fn read<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Transaction<'_>) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        let readers = Arc::clone(&self.readers);
        tokio::task::spawn_blocking(move || readers.read(look)).await.map_err(|_| StoreFault::Ended)?
    }

    /// The change feed's last cursor, advanced by every commit of this process and, a
    /// little later, by those of others.
    pub fn moved(&self) -> watch::Receiver<i64> {
        self.moved.clone()
    }

    /// Looks for other processes' commits: gives SQLite's token of them, and where it
    /// is not `known` advances [`Store::moved`].
    pub async fn look_outside(&self, known: i64) -> Stored<i64> {
        let readers = Arc::clone(&self.readers);
        let ended = |_| StoreFault::Ended;
        let version = tokio::task::spawn_blocking(move || readers.version()).await.map_err(ended)??;
        if version != known {
            let cursor = self.read(|look| changes::last(look)).await?;
            self.writer.publish(cursor);
        }
        Ok(version)
    }
}
