//! Table `decisions`: what a desk has sent already, so that sending it again is safe.

use super::super::Stored;

/// The table.
pub trait Decisions {
    /// The request and the answer under this id.
    fn decision(&self, id: &str) -> Stored<Option<(String, String)>>;
    /// A new one.
    fn insert_decision(&self, id: &str, request: &str, answer: &str) -> Stored<()>;
}
