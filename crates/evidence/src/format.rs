//! A bundle's format, by which its files are made again.

use crate::FORMAT;

/// The formats that are read. The last one is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Format {
    /// Its report repeated the exporter's sentences, and called every close an acceptance
    /// whose reason named an event.
    One,
    /// Its report says of keys, seal, verdict and acceptance what follows from the record,
    /// and what the exporter claims as a claim.
    Two,
    /// It may be of a deal without a session, and holds everything that was negotiated beside one: media,
    /// quotes and mails of ours; the organisation's people; what waits for a place on the ledger.
    Three,
}

impl Format {
    /// The one that is written.
    pub(crate) const NOW: Self = Self::Three;

    pub(crate) const fn of(number: u64) -> Option<Self> {
        match number {
            1 => Some(Self::One),
            2 => Some(Self::Two),
            3 => Some(Self::Three),
            _ => None,
        }
    }

    pub(crate) const fn number(self) -> u32 {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Three => FORMAT,
        }
    }
}
