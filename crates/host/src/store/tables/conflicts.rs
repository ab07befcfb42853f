//! Table `conflicts`: registrations of a key that is registered already, under another
//! name or contact. The first stands; these are shown to whoever verifies.

use super::super::Stored;

/// Most conflicts that are kept of one registration: the proof is constant, so whoever
/// has seen it could send any number.
pub const KEPT: i64 = 50;

/// A conflicting registration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The name it gave.
    pub agent_name: String,
    /// The vendor it named.
    pub vendor_name: String,
    /// The contact it gave.
    pub contact_email: String,
    /// When it came first.
    pub at: String,
}

/// The table.
pub trait Conflicts {
    /// Keeps one; false where it is known already or there are [`KEPT`].
    fn keep_conflict(&self, agent: &str, conflict: &Conflict) -> Stored<bool>;
    /// Those of a registration, in the order in which they came.
    fn conflicts_of(&self, agent: &str) -> Stored<Vec<Conflict>>;
}
