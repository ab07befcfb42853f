//! Work that takes longer than a moment: how far it is, and whether a person stopped it.
//!
//! The page names a piece of work when it asks for it; under that name it asks how far it is, and
//! stops it. Who does the work says at every step how far it is, and learns there that it was
//! stopped. A file is made or a transaction committed at the very end and as a whole, so that what
//! was stopped has left nothing behind.

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tokio::sync::watch;

use crate::changed::Topic;
use crate::state::{Desk, locked};
use crate::view::{Problem, ProblemCode, WorkStep, WorkView};

/// Names that were stopped before their work began; older ones are let go.
const MOST_EARLY_STOPS: usize = 64;

/// Work that is going on, by the names that the page gave it.
pub(crate) type Works = Mutex<BTreeMap<String, Arc<Going>>>;

/// A piece of work as it is known while it goes on.
#[derive(Default)]
pub(crate) struct Going {
    begun: AtomicBool,
    at: Mutex<WorkView>,
    stopped: watch::Sender<bool>,
    /// The step at whose beginning a test stops it.
    #[cfg(feature = "fault-injection")]
    stop_at: Mutex<Option<WorkStep>>,
}

/// A piece of work, for who does it; known under its name until it is dropped.
pub struct Work {
    going: Arc<Going>,
    watched: Option<(Desk, String)>,
}

impl Drop for Work {
    fn drop(&mut self) {
        if let Some((desk, name)) = &self.watched {
            locked(&desk.0.works).remove(name);
        }
    }
}

impl Desk {
    /// Work under the name by which the page will ask for it.
    #[must_use]
    pub fn work(&self, name: &str) -> Work {
        let going = Arc::clone(locked(&self.0.works).entry(name.to_owned()).or_default());
        going.begun.store(true, Ordering::Relaxed);
        Work { going, watched: Some((self.clone(), name.to_owned())) }
    }

    /// How far a piece of work is; none where it is over or has not begun.
    #[must_use]
    pub fn work_view(&self, name: &str) -> Option<WorkView> {
        let works = locked(&self.0.works);
        let going = works.get(name).filter(|going| going.begun.load(Ordering::Relaxed))?;
        let view = *locked(&going.at);
        Some(view)
    }

    /// Stops a piece of work; one that is about to begin does not.
    pub fn stop_work(&self, name: &str) {
        let mut works = locked(&self.0.works);
        if works.len() > MOST_EARLY_STOPS {
            works.retain(|_, going| going.begun.load(Ordering::Relaxed));
        }
        works.entry(name.to_owned()).or_default().stopped.send_replace(true);
    }

    /// Stops a piece of work as soon as it begins a step.
    #[cfg(feature = "fault-injection")]
    pub fn stop_work_at(&self, name: &str, step: WorkStep) {
        let going = Arc::clone(locked(&self.0.works).entry(name.to_owned()).or_default());
        *locked(&going.stop_at) = Some(step);
    }
}

impl Work {
    /// Work that nobody watches, so that nobody stops it.
    #[must_use]
    pub fn unwatched() -> Self {
        Self { going: Arc::default(), watched: None }
    }

    /// Begins a step of it.
    ///
    /// # Errors
    /// Where a person stopped it.
    pub(crate) fn step(&self, step: WorkStep) -> Result<(), Problem> {
        *locked(&self.going.at) = WorkView { step, percent: None };
        self.tell();
        #[cfg(feature = "fault-injection")]
        if *locked(&self.going.stop_at) == Some(step) {
            self.going.stopped.send_replace(true);
        }
        self.go_on()
    }

    /// How far its step is.
    ///
    /// # Errors
    /// Where a person stopped it.
    pub(crate) fn at(&self, done: u64, of: u64) -> Result<(), Problem> {
        let percent = done.min(of).saturating_mul(100).checked_div(of);
        let percent = percent.and_then(|percent| u32::try_from(percent).ok());
        let before = std::mem::replace(&mut locked(&self.going.at).percent, percent);
        if before != percent {
            self.tell();
        }
        self.go_on()
    }

    /// # Errors
    /// Where a person stopped it.
    pub(crate) fn go_on(&self) -> Result<(), Problem> {
        if self.is_stopped() { Err(stopped()) } else { Ok(()) }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        *self.going.stopped.borrow()
    }

    /// What comes of something that is waited for, unless a person stops the work before.
    ///
    /// # Errors
    /// Where a person stopped it.
    pub(crate) async fn unless_stopped<T>(&self, waits: impl Future<Output = T>) -> Result<T, Problem> {
        let mut heard = self.going.stopped.subscribe();
        tokio::select! {
            biased;
            // The sender lives as long as this work, so that the wait cannot fail.
            _ = heard.wait_for(|stopped| *stopped) => Err(stopped()),
            done = waits => Ok(done),
        }
    }

    /// A reader that fails once the work was stopped.
    pub(crate) const fn reading<R>(&self, from: R) -> Reading<'_, R> {
        Reading { work: self, from }
    }

    /// A file that could not be read or written, or was not to be any more.
    pub(crate) fn trouble(&self, path: &std::path::Path, error: &io::Error) -> Problem {
        if self.is_stopped() { stopped() } else { crate::trouble::file(path, error) }
    }

    fn tell(&self) {
        if let Some((desk, name)) = &self.watched {
            desk.tell(Topic::Work, Some(name));
        }
    }
}

/// A person stopped it.
pub(crate) fn stopped() -> Problem {
    Problem::new(ProblemCode::Stopped)
}

/// See [`Work::reading`].
pub(crate) struct Reading<'w, R> {
    work: &'w Work,
    from: R,
}

impl<R> Reading<'_, R> {
    fn go_on(&self) -> io::Result<()> {
        // Not `Interrupted`: that is tried again.
        if self.work.is_stopped() { Err(io::Error::other("stopped")) } else { Ok(()) }
    }
}

impl<R: Read> Read for Reading<'_, R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.go_on()?;
        self.from.read(room)
    }
}

impl<R: Seek> Seek for Reading<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.go_on()?;
        self.from.seek(to)
    }
}
