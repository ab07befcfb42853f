//! Work that takes longer than a moment.

use serde::{Deserialize, Serialize};
use specta::Type;

/// How far a piece of work is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
pub struct WorkView {
    /// What is being done.
    pub step: WorkStep,
    /// How far that is, of a hundred; none where nobody can tell.
    pub percent: Option<u32>,
}

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum WorkStep {
    /// It is about to begin.
    #[default]
    Beginning,
    /// The record is fetched from the host.
    Fetching,
    /// A file is read.
    Reading,
    /// A record is verified.
    Verifying,
    /// What belongs to it is brought together.
    Gathering,
    /// It is packed.
    Packing,
    /// What was packed is checked as anybody would.
    Checking,
    /// The file is written.
    Writing,
    /// A table's rows are looked at.
    Rows,
    /// Two records are held against each other.
    Comparing,
}
