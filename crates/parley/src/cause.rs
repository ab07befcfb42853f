//! Why something ended, or was refused.

use core::fmt;

use crate::terms::Round;

/// Longest cause of others' making that is read, in bytes.
pub const MAX_CAUSE: usize = 200;

/// The cause that a `reject`, `withdraw` or `nack` gives. It is told to people and kept;
/// the one thing that a machine learns from it is by which kind of end it came.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// The offer had expired at this time, as the offer writes it.
    ExpiredAt(String),
    /// The offeror had withdrawn.
    Withdrawn,
    /// The offer had been rejected.
    Rejected,
    /// Another offer is the live one: its round.
    Superseded(Round),
    /// The session had ended with a deal on this round.
    Agreed(Round),
    /// The accept names other terms than the offer of its round has.
    TermsDiffer,
    /// The accept stands on another transcript.
    TranscriptDiffers,
    /// The most rounds that were allowed are used up.
    Rounds,
    /// The wall-clock deadline has passed.
    Deadline,
    /// No round is left, and the terms lie beyond the budget.
    Budget,
    /// A person decided so.
    Person,
    /// Something else, in the other side's words.
    Other(String),
}

impl Cause {
    /// True for a cap fixed before the session started.
    pub const fn is_cap(&self) -> bool {
        matches!(self, Self::Rounds | Self::Deadline | Self::Budget)
    }

    /// Reads a cause; what this crate does not know is kept as it is.
    /// None for text beyond [`MAX_CAUSE`].
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() > MAX_CAUSE {
            return None;
        }
        let round = |text: &str| text.parse().ok().map(Round);
        let known = match text.split_once(' ') {
            Some(("expired_at", at)) => Some(Self::ExpiredAt(at.to_owned())),
            Some(("superseded_by_round", number)) => round(number).map(Self::Superseded),
            Some(("agreed_on_round", number)) => round(number).map(Self::Agreed),
            _ => [
                Self::Withdrawn,
                Self::Rejected,
                Self::TermsDiffer,
                Self::TranscriptDiffers,
                Self::Rounds,
                Self::Deadline,
                Self::Budget,
                Self::Person,
            ]
            .into_iter()
            .find(|cause| cause.to_string() == text),
        };
        Some(known.unwrap_or_else(|| Self::Other(text.to_owned())))
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ExpiredAt(at) => write!(f, "expired_at {at}"),
            Self::Superseded(round) => write!(f, "superseded_by_round {round}"),
            Self::Agreed(round) => write!(f, "agreed_on_round {round}"),
            Self::Withdrawn => f.write_str("withdrawn"),
            Self::Rejected => f.write_str("rejected"),
            Self::TermsDiffer => f.write_str("terms_differ"),
            Self::TranscriptDiffers => f.write_str("transcript_differs"),
            Self::Rounds => f.write_str("rounds_used_up"),
            Self::Deadline => f.write_str("deadline_passed"),
            Self::Budget => f.write_str("beyond_budget"),
            Self::Person => f.write_str("decided"),
            Self::Other(text) => f.write_str(text),
        }
    }
}
