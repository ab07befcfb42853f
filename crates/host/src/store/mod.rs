//! What rests, in one of two kinds of store.
//!
//! Doors and operators call the coarse functions of the use cases alone ([`admit`],
//! [`append`], [`channel`], …): each is one transaction. A use case is written once,
//! over the [`Tables`] of that transaction; a kind of store is a folder that implements
//! each table's trait, one file a table, and runs transactions.

mod base;
mod carry;
mod postgres;
mod sqlite;
mod tables;

pub mod admit;
pub mod adopt;
pub mod append;
pub mod channel;
pub mod codes;
pub mod desk_agents;
pub mod effects;
pub mod feed;
pub mod found;
pub mod ledgers;
pub mod log;
pub mod office;
pub mod open_session;
pub mod register;
pub mod rights;
pub mod staff;
pub mod vendors;

pub use base::Base;
pub use postgres::Address as DatabaseAddress;
pub use tables::acts::Who;
pub use tables::agents::{Agent, Status};
pub use tables::changes::Subject;
pub use tables::codes::{Delivery, MailedCode};
pub use tables::conflicts::Conflict;
pub use tables::invitations::{Invitation, Standing};
pub use tables::limits::{Limited, Quota, Taken};
pub use tables::org::Org;
pub use tables::people::Person;
pub use tables::sessions::Session;
pub use tables::{Hold, Tables};

pub use crate::error::StoreFault;

use std::sync::Arc;

use tokio::sync::watch;

use crate::{Clock, HostError, Keeping, Place};
use postgres::Postgres;
use sqlite::Sqlite;

/// What a transaction gives.
pub type Stored<T> = Result<T, StoreFault>;

/// The store of a serving host.
#[derive(Clone)]
pub struct Store(Kind);

#[derive(Clone)]
enum Kind {
    Sqlite(Arc<Sqlite>),
    Postgres(Arc<Postgres>),
}

impl Store {
    /// Opens the record of an initialised host.
    ///
    /// # Errors
    /// [`HostError`] where there is none, or it cannot be used.
    pub async fn open(place: &Place) -> Result<Self, HostError> {
        Ok(Self(match &place.keeping {
            Keeping::Sqlite => {
                let data = place.data.clone();
                let opened = tokio::task::spawn_blocking(move || Sqlite::open(&data)).await;
                let ended = |fault| HostError::Serve(std::io::Error::other(fault));
                Kind::Sqlite(Arc::new(opened.map_err(ended)??))
            }
            Keeping::Postgres(shared) => Kind::Postgres(Arc::new(Postgres::open(shared, false).await?)),
        }))
    }

    /// Runs one writing transaction. What it gives is on disk before it is given. Where
    /// writers work side by side the act may be run again: it leaves no other trace.
    async fn write<T: Send + 'static>(
        &self,
        act: impl Fn(&dyn Tables) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        match &self.0 {
            Kind::Sqlite(sqlite) => sqlite.write(act).await,
            Kind::Postgres(postgres) => postgres.write(act).await,
        }
    }

    /// Runs one reading transaction: all that it sees is of one moment.
    async fn read<T: Send + 'static>(
        &self,
        look: impl Fn(&dyn Tables) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        match &self.0 {
            Kind::Sqlite(sqlite) => sqlite.read(look).await,
            Kind::Postgres(postgres) => postgres.read(look).await,
        }
    }

    /// The change feed's last cursor, advanced by every commit of this process and, a
    /// little later, by those of others.
    pub fn moved(&self) -> watch::Receiver<i64> {
        match &self.0 {
            Kind::Sqlite(sqlite) => sqlite.moved(),
            Kind::Postgres(postgres) => postgres.moved(),
        }
    }

    /// Brings into the feed what was committed and has no cursor yet.
    async fn settle(&self) -> Stored<()> {
        match &self.0 {
            Kind::Sqlite(_) => Ok(()),
            Kind::Postgres(postgres) => postgres.settle().await,
        }
    }

    /// Advances [`Store::moved`] by other processes' commits and clears away what nobody
    /// can use any more, for as long as it is polled.
    pub async fn look_outside(&self, clock: Clock) {
        match &self.0 {
            Kind::Sqlite(sqlite) => sqlite.look_outside().await,
            Kind::Postgres(postgres) => postgres.look_outside(clock).await,
        }
    }
}
