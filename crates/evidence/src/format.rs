//! A bundle's format, by which its files are made again.

use crate::FORMAT;

/// The formats that are read. The last one is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// Its report repeated the exporter's sentences, and called every close an acceptance
    /// whose reason named an event.
    One,
    /// Its report says of keys, seal, verdict and acceptance what follows from the record,
    /// and what the exporter claims as a claim.
    Two,
}

impl Format {
    /// The one that is written.
    pub(crate) const NOW: Self = Self::Two;

    pub(crate) const fn of(number: u64) -> Option<Self> {
        match number {
            1 => Some(Self::One),
            2 => Some(Self::Two),
            _ => None,
        }
    }

    pub(crate) const fn number(self) -> u32 {
        match self {
            Self::One => 1,
            Self::Two => FORMAT,
        }
    }
}
