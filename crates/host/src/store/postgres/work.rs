//! One transaction's view of a connection: each table's file asks through this.

use std::cell::Cell;
use std::time::Duration;

use deadpool_postgres::Object;
use tokio::runtime::Handle;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::super::tables::Hold;
use super::super::{StoreFault, Stored};

/// Longest wait for the server's answer to one statement. The server gives up before
/// this by itself; this is for a server that says nothing any more.
const SILENT: Duration = Duration::from_secs(20);

/// A connection within a transaction, on a thread that may wait.
pub struct Work<'a> {
    handle: &'a Handle,
    connection: &'a Object,
    noted: Cell<bool>,
}

/// What a statement is given.
pub type Given<'a> = &'a [&'a (dyn ToSql + Sync)];

impl<'a> Work<'a> {
    pub const fn new(handle: &'a Handle, connection: &'a Object) -> Self {
        Self { handle, connection, noted: Cell::new(false) }
    }

    /// Something was noted for the change feed.
    pub fn note(&self) {
        self.noted.set(true);
    }

    /// Whether anything was.
    pub fn has_noted(&self) -> bool {
        self.noted.get()
    }

    fn wait<T>(&self, asked: impl Future<Output = Result<T, tokio_postgres::Error>>) -> Stored<T> {
        self.handle.block_on(async {
            match tokio::time::timeout(SILENT, asked).await {
                Ok(answer) => answer.map_err(StoreFault::from),
                Err(_) => Err(StoreFault::Silent),
            }
        })
    }

    /// All rows.
    pub fn rows(&self, sql: &str, given: Given<'_>) -> Stored<Vec<Row>> {
        self.wait(async {
            let statement = self.connection.prepare_cached(sql).await?;
            self.connection.query(&statement, given).await
        })
    }

    /// The first row, if there is one.
    pub fn row(&self, sql: &str, given: Given<'_>) -> Stored<Option<Row>> {
        Ok(self.rows(sql, given)?.into_iter().next())
    }

    /// How many rows a statement has written.
    pub fn execute(&self, sql: &str, given: Given<'_>) -> Stored<u64> {
        self.wait(async {
            let statement = self.connection.prepare_cached(sql).await?;
            self.connection.execute(&statement, given).await
        })
    }

    /// Statements without parameters.
    pub fn batch(&self, sql: &str) -> Stored<()> {
        self.wait(self.connection.batch_execute(sql))
    }
}

/// What keeps the rows of a `SELECT` as they were read.
pub const fn lock(hold: Hold) -> &'static str {
    match hold {
        Hold::Look => "",
        Hold::Share => " FOR SHARE",
        Hold::Change => " FOR UPDATE",
    }
}
