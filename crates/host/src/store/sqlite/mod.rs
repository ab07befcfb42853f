//! SQLite, for one machine: one writer, and readers that cannot write.

mod acts;
mod agents;
mod changes;
mod codes;
mod conflicts;
mod database;
mod decisions;
mod events;
mod invitations;
mod ledgers;
mod limits;
mod migrations;
mod nonces;
mod org;
mod people;
mod readers;
mod sessions;
mod writer;

pub use database::Database;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use super::{StoreFault, Stored, Tables};
use crate::HostError;
use readers::Readers;
use writer::Writer;

/// How often other processes' commits are looked for: a commit of another process
/// wakes nobody here by itself.
const LOOK_OUTSIDE: Duration = Duration::from_millis(300);

/// The store of a serving host.
pub struct Sqlite {
    writer: Writer,
    readers: Arc<Readers>,
    moved: watch::Receiver<i64>,
}

impl Sqlite {
    /// Opens the database in a data folder.
    ///
    /// # Errors
    /// [`HostError`] as [`Database::open`] gives it.
    pub fn open(data: &Path) -> Result<Self, HostError> {
        let database = Database::open(data)?;
        let readers = Arc::new(Readers::new(database.path().to_owned()));
        let (moved_sender, moved) = watch::channel(0);
        let writer = Writer::start(database, moved_sender)?;
        Ok(Self { writer, readers, moved })
    }

    /// Runs one writing transaction.
    pub async fn write<T: Send + 'static>(
        &self,
        act: impl Fn(&dyn Tables) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        self.writer.write(act).await
    }

    /// Runs one reading transaction.
    pub async fn read<T: Send + 'static>(
        &self,
        look: impl Fn(&dyn Tables) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        let readers = Arc::clone(&self.readers);
        tokio::task::spawn_blocking(move || readers.read(|look_at| look(&**look_at)))
            .await
            .map_err(|_| StoreFault::Ended)?
    }

    /// The change feed's last cursor.
    pub fn moved(&self) -> watch::Receiver<i64> {
        self.moved.clone()
    }

    /// Looks for other processes' commits, for as long as it is polled.
    pub async fn look_outside(&self) {
        let mut known = -1;
        let mut every = tokio::time::interval(LOOK_OUTSIDE);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            every.tick().await;
            match self.outside(known).await {
                Ok(version) => known = version,
                Err(fault) => tracing::error!(%fault, "other processes' changes cannot be seen"),
            }
        }
    }

    /// SQLite's token of what others have committed; where it is not `known` the last
    /// cursor is published.
    async fn outside(&self, known: i64) -> Stored<i64> {
        let readers = Arc::clone(&self.readers);
        let ended = |_| StoreFault::Ended;
        let version = tokio::task::spawn_blocking(move || readers.version()).await.map_err(ended)??;
        if version != known {
            let cursor = self.read(|look| look.last_change()).await?;
            self.writer.publish(cursor);
        }
        Ok(version)
    }
}
