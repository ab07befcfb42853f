//! Errors of the rooms below, as the closed set of problems that the window knows.

use store::StoreError;

use crate::view::{Problem, ProblemCode};

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match &error {
            StoreError::Newer { path, found, known } => Self::new(ProblemCode::DatabaseNewer)
                .with("path", path.display())
                .with("found", found)
                .with("known", known),
            StoreError::Foreign { path } | StoreError::Sql { path, .. } => {
                Self::new(ProblemCode::DatabaseTrouble).with("path", path.display()).with("reason", &error)
            }
            StoreError::Damaged { table } => {
                Self::new(ProblemCode::DatabaseTrouble).with("path", "").with("reason", table)
            }
        }
    }
}

/// The thing asked for is not here.
pub(crate) fn gone(what: &str) -> Problem {
    Problem::new(ProblemCode::Gone).with("what", what)
}

/// A defect of this program. The reference says where in the code it was noticed.
pub(crate) fn defect(reference: &str) -> Problem {
    tracing::error!(reference, "defect");
    Problem::new(ProblemCode::Defect).with("reference", reference)
}

/// A file that could not be read or written.
pub(crate) fn file(path: &std::path::Path, error: &std::io::Error) -> Problem {
    Problem::new(ProblemCode::FileTrouble).with("path", path.display()).with("reason", error)
}
