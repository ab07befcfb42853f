//! The desk behind the window, or why there is none.

use desk::Desk;
use desk::view::{Problem, ProblemCode};
use tokio::sync::SetOnce;

/// The desk, or the problem that a person has to solve first. The window opens either
/// way: an error box that vanishes with the program helps nobody. And it opens at once:
/// the page is loaded while the workspace is still being opened, and what it asks by then
/// waits here.
#[derive(Default)]
pub struct Opened(SetOnce<Result<Desk, Problem>>);

impl Opened {
    /// What came of opening the workspace; the first word stands.
    pub fn put(&self, outcome: Result<Desk, Problem>) {
        let _ = self.0.set(outcome);
    }

    /// The desk, for what can be asked only from a screen that has shown it: then it is open.
    ///
    /// # Errors
    /// Why there is none, or that it is not open yet.
    pub fn desk(&self) -> Result<&Desk, Problem> {
        self.0.get().ok_or_else(never)?.as_ref().map_err(Clone::clone)
    }

    /// The desk, once it is known whether there is one.
    ///
    /// # Errors
    /// Why there is none.
    pub async fn opened(&self) -> Result<&Desk, Problem> {
        self.0.wait().await.as_ref().map_err(Clone::clone)
    }
}

/// Opening did not come to its end: whoever waits for the desk is told, and not left waiting.
pub fn never() -> Problem {
    Problem::new(ProblemCode::Defect).with("reference", "opening")
}
