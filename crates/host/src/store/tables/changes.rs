//! Table `changes`: what changed last, for desks that follow. Each thing stands there
//! once, at the place of its last change, so the table is no longer than there are things.

use super::super::Stored;

/// Kinds of things that change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A session has further events.
    Session,
    /// A registration came, conflicts, or was decided.
    Vendor,
    /// The channel was switched or its envelope set.
    Channel,
    /// The organisation's people.
    People,
    /// A ledger has further entries.
    Ledger,
}

impl Subject {
    /// Text on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Vendor => "vendor",
            Self::Channel => "channel",
            Self::People => "people",
            Self::Ledger => "ledger",
        }
    }
}

/// The table. Whoever reads at a cursor has seen everything before it: no commit puts
/// a change before a cursor that could be read.
pub trait Changes {
    /// Notes a change.
    fn note_change(&self, subject: Subject, id: &str) -> Stored<()>;
    /// The last cursor; 0 where nothing ever changed.
    fn last_change(&self) -> Stored<i64>;
    /// Up to `most` changes behind a cursor, in order: cursor, kind, id.
    fn changes_behind(&self, cursor: i64, most: i64) -> Stored<Vec<(i64, String, String)>>;
}
