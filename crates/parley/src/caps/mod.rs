//! What is fixed before a session starts.

mod text;

use anp::time::Moment;

use crate::mandate::Mandate;
use crate::terms::{SessionId, Terms};

/// Which side of the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Makes the first offer; its rounds are odd.
    Opener,
    /// Answers it; its rounds are even.
    Answerer,
}

impl Role {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Opener => Self::Answerer,
            Self::Answerer => Self::Opener,
        }
    }

    /// Its name in transcripts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opener => "opener",
            Self::Answerer => "answerer",
        }
    }
}

/// What the other side understands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// `confirm` and `nack` too.
    Full,
    /// The guide's five types alone. No confirmation is sent or can come, and a late
    /// `accept` is answered with a `reject` that names the cause.
    Guide,
}

/// How an unanswered `accept` is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Retry {
    /// The time between two, in milliseconds.
    pub every_ms: i64,
    /// How often it is sent in all, at least once.
    pub sends: u8,
}

/// The caps of one side. They cannot be changed while the session runs.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Caps {
    /// The most rounds.
    pub max_rounds: u32,
    /// When this side ends the session, by its own clock.
    pub deadline: Moment,
    /// The budget and other bounds on terms.
    pub mandate: Mandate,
    /// What a `reject` for a cap carries, if anything.
    pub best_final: Option<Terms>,
}

/// A session as this side begins it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Session and thread.
    pub session: SessionId,
    /// This side.
    pub role: Role,
    /// What the other side understands.
    pub dialect: Dialect,
    /// When this side ends it.
    pub caps: Caps,
    /// How an `accept` is repeated.
    pub retry: Retry,
}
