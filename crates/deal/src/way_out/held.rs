//! An answer that the screen holds for a person.

use std::fmt;

use parley::vote::VoteMatter;

use super::judged::Judged;
use super::leaving::{Leaving, shows_leaving};
use super::screened::Screened;
use super::seal::Refused;
use crate::Violation;
use crate::screen::ScreenFinding;

/// An answer that may leave only where a person releases what the screen found, all of it.
#[derive(Debug)]
pub struct Held {
    leaving: Leaving,
    judged: Judged,
    violations: Vec<Violation>,
    found: Vec<ScreenFinding>,
}

/// Why nothing was released.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReleaseError {
    /// Something that is held was not named.
    NotAll,
    /// Something was named that is not held, or twice.
    NotHeld,
}

impl fmt::Display for ReleaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAll => "not everything that is held was released",
            Self::NotHeld => "what was released is not what is held",
        })
    }
}

impl std::error::Error for ReleaseError {}

impl Held {
    pub(super) fn new(
        leaving: Leaving,
        judged: Judged,
        violations: Vec<Violation>,
        found: Vec<ScreenFinding>,
    ) -> Self {
        Self { leaving, judged, violations, found }
    }

    shows_leaving!();

    /// What a vote on this answer is about.
    pub fn to_vote_on(&self) -> VoteMatter {
        self.leaving.to_vote_on(self.judged.terms(), self.judged.media())
    }

    /// When the terms that would bind run out, in milliseconds since 1970.
    pub fn expires_unix_ms(&self) -> Option<i64> {
        self.judged.until_unix_ms()
    }

    /// What is held, in the order of the fields.
    pub fn held(&self) -> &[ScreenFinding] {
        &self.found
    }

    /// A person releases these places of these bytes, by their numbers among [`Held::held`]. That it was a
    /// person who may is seen where the answer is decided: the release is part of the decision.
    ///
    /// # Errors
    /// [`Refused`] with this state where not exactly what is held was named.
    pub fn release(self, named: &[usize]) -> Result<Screened, Box<Refused<Self, ReleaseError>>> {
        let mut numbers = named.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.len() != named.len() || numbers.iter().any(|number| *number >= self.found.len()) {
            return Err(Refused::boxed(self, ReleaseError::NotHeld));
        }
        if numbers.len() < self.found.len() {
            return Err(Refused::boxed(self, ReleaseError::NotAll));
        }
        let leaving = Leaving { released: self.found, ..self.leaving };
        Ok(Screened::new(leaving, self.judged, self.violations))
    }
}
