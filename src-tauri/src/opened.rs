//! The desk behind the window, or why there is none.

use desk::Desk;
use desk::view::Problem;

/// The desk, or the problem that a person has to solve first. The window opens either
/// way: an error box that vanishes with the program helps nobody.
#[derive(Clone)]
pub struct Opened(Result<Desk, Problem>);

impl Opened {
    /// What came of opening the workspace.
    pub const fn new(outcome: Result<Desk, Problem>) -> Self {
        Self(outcome)
    }

    /// The desk.
    ///
    /// # Errors
    /// Why there is none.
    pub fn desk(&self) -> Result<&Desk, Problem> {
        self.0.as_ref().map_err(Clone::clone)
    }
}
