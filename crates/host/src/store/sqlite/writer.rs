//! The one writer: a thread that owns the writing connection.
//!
//! Acts that wait at the same time share one commit, each within a savepoint of its
//! own, so that a disk's flushes bound the number of commits and not of acts. Nobody
//! is answered before the commit.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use rusqlite::Connection;
use tokio::sync::{oneshot, watch};

use super::super::tables::changes::Changes as _;
use super::super::{StoreFault, Stored, Tables};
use super::Database;
use crate::HostError;

/// Most acts in one commit.
const TOGETHER: usize = 64;

/// Most acts that wait; more make their requesters wait.
const WAITING: usize = 4096;

/// An act that waits to be written.
trait Act: Send {
    /// Runs it; false where what it wrote is to be undone.
    fn run(&mut self, connection: &Connection) -> bool;
    /// Tells its requester, after the commit or instead of it.
    fn tell(self: Box<Self>, committed: bool);
}

struct Waiting<T, F> {
    act: F,
    given: Option<Stored<T>>,
    requester: oneshot::Sender<Stored<T>>,
}

impl<T: Send, F: Fn(&dyn Tables) -> Stored<T> + Send> Act for Waiting<T, F> {
    fn run(&mut self, connection: &Connection) -> bool {
        let given = (self.act)(connection);
        let keep = given.is_ok();
        self.given = Some(given);
        keep
    }

    fn tell(self: Box<Self>, committed: bool) {
        let given = match self.given {
            Some(Ok(_)) if !committed => Err(StoreFault::NotCommitted),
            Some(given) => given,
            None => Err(StoreFault::NotCommitted),
        };
        // A requester who has gone away hears nothing; what was committed stands.
        let _ = self.requester.send(given);
    }
}

/// The handle on the writing thread.
pub struct Writer {
    acts: Option<SyncSender<Box<dyn Act>>>,
    moved: watch::Sender<i64>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub fn start(database: Database, moved: watch::Sender<i64>) -> Result<Self, HostError> {
        let (acts, waiting) = sync_channel(WAITING);
        let path = database.path().to_owned();
        let committed = moved.clone();
        let thread = std::thread::Builder::new()
            .name("host-writer".to_owned())
            .spawn(move || work(&database, &waiting, &committed))
            .map_err(|source| HostError::File { path, source })?;
        Ok(Self { acts: Some(acts), moved, thread: Some(thread) })
    }

    pub async fn write<T: Send + 'static>(
        &self,
        act: impl Fn(&dyn Tables) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        let (requester, answer) = oneshot::channel();
        let waiting = Box::new(Waiting { act, given: None, requester });
        self.put(waiting).await?;
        answer.await.map_err(|_| StoreFault::Ended)?
    }

    /// Queues an act; where the queue is full, waits on a thread that may wait.
    async fn put(&self, act: Box<dyn Act>) -> Stored<()> {
        let acts = self.acts.clone().ok_or(StoreFault::Ended)?;
        match acts.try_send(act) {
            Ok(()) => Ok(()),
            Err(std::sync::mpsc::TrySendError::Disconnected(_)) => Err(StoreFault::Ended),
            Err(std::sync::mpsc::TrySendError::Full(act)) => {
                tokio::task::spawn_blocking(move || acts.send(act).map_err(|_| StoreFault::Ended))
                    .await
                    .map_err(|_| StoreFault::Ended)?
            }
        }
    }

    /// Publishes a cursor that was read elsewhere.
    pub fn publish(&self, cursor: i64) {
        advance(&self.moved, cursor);
    }
}

impl Drop for Writer {
    /// Waits until what is queued is written and the database is closed.
    fn drop(&mut self) {
        drop(self.acts.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(database: &Database, waiting: &Receiver<Box<dyn Act>>, moved: &watch::Sender<i64>) {
    while let Ok(first) = waiting.recv() {
        let mut acts = vec![first];
        while acts.len() < TOGETHER
            && let Ok(next) = waiting.try_recv()
        {
            acts.push(next);
        }
        let committed = together(database.connection(), &mut acts);
        if let Err(fault) = &committed {
            tracing::error!(%fault, acts = acts.len(), "a commit failed; nothing of it stands");
        }
        if committed.is_ok() {
            publish(database.connection(), moved);
        }
        for act in acts {
            act.tell(committed.is_ok());
        }
    }
}

/// Runs the acts in one transaction.
fn together(connection: &Connection, acts: &mut [Box<dyn Act>]) -> rusqlite::Result<()> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let run = |acts: &mut [Box<dyn Act>]| {
        for act in acts {
            connection.execute_batch("SAVEPOINT act")?;
            if !act.run(connection) {
                connection.execute_batch("ROLLBACK TO act")?;
            }
            connection.execute_batch("RELEASE act")?;
        }
        connection.execute_batch("COMMIT")
    };
    run(acts).inspect_err(|_| {
        // SQLite may have rolled back by itself already; then this says so and no more.
        let _ = connection.execute_batch("ROLLBACK");
    })
}

/// Wakes the long polls if the change feed has grown.
fn publish(connection: &Connection, moved: &watch::Sender<i64>) {
    match connection.last_change() {
        Ok(cursor) => advance(moved, cursor),
        Err(fault) => tracing::error!(%fault, "the change feed cannot be read"),
    }
}

fn advance(moved: &watch::Sender<i64>, cursor: i64) {
    moved.send_if_modified(|last| {
        let grown = cursor > *last;
        *last = cursor.max(*last);
        grown
    });
}
