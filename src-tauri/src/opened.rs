//! The desk behind the window, or why there is none.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use desk::view::{Problem, ProblemCode};
use desk::{Changed, Desk, Topic};
use tokio::sync::SetOnce;

/// The desk, or the problem that a person has to solve first. The window opens either
/// way: an error box that vanishes with the program helps nobody. And it opens at once:
/// the page is loaded while the workspace is still being opened, and what it asks by then
/// waits here.
#[derive(Default)]
pub struct Opened {
    desk: SetOnce<Result<Desk, Problem>>,
    shown: SetOnce<()>,
    deal: Mutex<Option<String>>,
}

/// How long everything else waits for a first screen. A window that begins minimised draws none.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

impl Opened {
    /// What came of opening the workspace; the first word stands.
    pub fn put(&self, outcome: Result<Desk, Problem>) {
        let _ = self.desk.set(outcome);
    }

    /// The desk, for what can be asked only from a screen that has shown it: then it is open.
    ///
    /// # Errors
    /// Why there is none, or that it is not open yet.
    pub fn desk(&self) -> Result<&Desk, Problem> {
        self.desk.get().ok_or_else(never)?.as_ref().map_err(Clone::clone)
    }

    /// The desk, once it is known whether there is one.
    ///
    /// # Errors
    /// Why there is none.
    pub async fn opened(&self) -> Result<&Desk, Problem> {
        self.desk.wait().await.as_ref().map_err(Clone::clone)
    }

    /// The page shows this deal.
    pub fn shows(&self, deal: &str) {
        *self.deal.lock().unwrap_or_else(PoisonError::into_inner) = Some(deal.to_owned());
    }

    /// Whether the page has to know: what was read of a deal is shown with that deal alone, and there
    /// are thousands of such words after a first import.
    pub fn concerns(&self, change: &Changed) -> bool {
        let deal = self.deal.lock().unwrap_or_else(PoisonError::into_inner);
        change.topic != Topic::Reading || change.id.is_none() || change.id == *deal
    }

    /// The page's first screen stands.
    pub fn first_screen(&self) {
        let _ = self.shown.set(());
    }

    /// Waits until the first screen stands, or for as long as one may take: what goes on in the
    /// background would take the processor from whoever looks at a window that is not there yet.
    pub async fn behind_the_first_screen(&self) {
        let _ = tokio::time::timeout(LONGEST_WAIT, self.shown.wait()).await;
    }
}

/// Opening did not come to its end: whoever waits for the desk is told, and not left waiting.
pub fn never() -> Problem {
    Problem::new(ProblemCode::Defect).with("reference", "opening")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_told_what_was_read_of_the_deal_that_it_shows() {
        let opened = Opened::default();
        let change = |topic, id: &str| Changed { topic, id: Some(id.to_owned()) };
        assert!(!opened.concerns(&change(Topic::Reading, "d-1")));
        opened.shows("d-1");
        assert!(opened.concerns(&change(Topic::Reading, "d-1")));
        assert!(!opened.concerns(&change(Topic::Reading, "d-2")));
        assert!(opened.concerns(&change(Topic::Deal, "d-2")));
    }
}
