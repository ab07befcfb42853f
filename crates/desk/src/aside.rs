//! Work that nobody waits for, on threads that give way to everything that somebody does.
//!
//! Tens of thousands of mails are read, indexed and proven while the person already works. The
//! system runs such a thread when nothing else wants the processor; what it asks of the
//! database is asked in small pieces, beside everybody else.

use std::panic::AssertUnwindSafe;
use std::sync::mpsc::{Sender, channel};

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::oneshot;

use crate::changed::Changed;
use crate::state::Desk;

/// By how much a thread is nicer than the person's work; of 19 at most, so that a lock that it
/// holds is never held for long.
const NICER: i32 = 10;

type Piece = Box<dyn FnOnce() + Send>;

/// A thread for work aside. It ends with the last that holds it.
pub(crate) struct Aside(Sender<Piece>);

impl Aside {
    /// Starts the thread.
    ///
    /// # Errors
    /// Where the system has no thread left.
    pub(crate) fn begin(name: &str) -> std::io::Result<Self> {
        let (pieces, work) = channel::<Piece>();
        std::thread::Builder::new().name(name.to_owned()).spawn(move || {
            // Where the system does not let it, the work is done all the same.
            let _ = rustix::process::nice(NICER);
            for piece in work {
                piece();
            }
        })?;
        Ok(Self(pieces))
    }

    /// What a piece of work comes to; none where it did not come to its end.
    pub(crate) async fn done<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (tell, told) = oneshot::channel();
        let piece = move || {
            // One piece that fails does not end the others.
            if let Ok(outcome) = std::panic::catch_unwind(AssertUnwindSafe(work)) {
                let _ = tell.send(outcome);
            }
        };
        self.0.send(Box::new(piece)).ok()?;
        told.await.ok()
    }
}

impl Desk {
    /// Proves records, then takes them into the index for searching, a piece at a time, until the
    /// program ends: at the start and whenever something changed.
    pub(crate) async fn prove_on(&self) {
        let mut changes = self.changes();
        let aside = &self.0.proving;
        loop {
            let (proving, indexing) = (self.clone(), self.clone());
            let more = matches!(aside.done(move || proving.prove_some()).await, Some(Ok(true)))
                || matches!(aside.done(move || indexing.index_some()).await, Some(Ok(true)));
            if !more && !changed(&mut changes).await {
                return;
            }
        }
    }
}

/// Waits for a change; changes that came together are one. False once the desk has ended.
pub(crate) async fn changed(changes: &mut Receiver<Changed>) -> bool {
    // Having missed some changes is a change.
    if matches!(changes.recv().await, Err(RecvError::Closed)) {
        return false;
    }
    while matches!(changes.try_recv(), Ok(_) | Err(TryRecvError::Lagged(_))) {}
    true
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[tokio::test]
    async fn a_piece_that_fails_does_not_end_the_next() {
        let aside = Aside::begin("aside").unwrap();
        assert_eq!(aside.done(|| -> u8 { std::panic::resume_unwind(Box::new(())) }).await, None);
        assert_eq!(aside.done(|| 2).await, Some(2));
    }

    #[tokio::test]
    #[cfg(target_os = "linux")]
    async fn it_gives_way() {
        let aside = Aside::begin("aside").unwrap();
        let nice = || rustix::process::nice(0).unwrap();
        let own = nice();
        assert_eq!(aside.done(nice).await, Some((own + NICER).min(19)));
        assert_eq!(nice(), own);
    }
}
