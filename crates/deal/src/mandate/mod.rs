//! How far the owner lets a deal go.

mod limits;
mod text;

use money::{Amount, Currency};

pub(crate) use limits::folded;
pub use limits::{Authority, Limits, LineKey, LineLimit, MandateError, Span};

use crate::{Line, Secret};

/// A deal's mandate. What is not set does not bind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mandate {
    version: u32,
    currency: Currency,
    limits: Limits,
}

/// Which secret of a mandate.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SecretName {
    /// The annual total that is aimed at.
    Target,
    /// The annual total above which there is no deal.
    WalkAway,
    /// The most that a year may cost.
    Budget,
    /// A line's unit price that is aimed at; the line's place in [`Limits::lines`].
    LineTarget(usize),
    /// A line's unit price above which there is no deal; the line's place in [`Limits::lines`].
    LineWalkAway(usize),
}

impl Mandate {
    /// A mandate that makes sense.
    ///
    /// # Errors
    /// [`MandateError`] where it does not.
    pub fn new(version: u32, currency: Currency, limits: Limits) -> Result<Self, MandateError> {
        if version == 0 {
            return Err(MandateError::VersionZero);
        }
        limits.check()?;
        Ok(Self { version, currency, limits })
    }

    /// From 1; a change makes a new version.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The currency of its prices and totals.
    pub fn currency(&self) -> Currency {
        self.currency
    }

    /// All that is set.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The annual total that is aimed at.
    pub fn target_annual(&self) -> Option<&Secret<Amount>> {
        self.limits.target_annual.as_ref()
    }

    /// The annual total above which there is no deal.
    pub fn walk_away_annual(&self) -> Option<&Secret<Amount>> {
        self.limits.walk_away_annual.as_ref()
    }

    /// The most that any year of the contract may cost.
    pub fn budget_annual(&self) -> Option<&Secret<Amount>> {
        self.limits.budget_annual.as_ref()
    }

    /// The limit of a line: one that names its stock-keeping unit goes before one that names its
    /// description.
    pub fn line_limit(&self, line: &Line) -> Option<&LineLimit> {
        let naming = |by_sku: bool| {
            self.limits
                .lines
                .iter()
                .find(|limit| matches!(limit.line, LineKey::Sku(_)) == by_sku && limit.line.names(line))
        };
        naming(true).or_else(|| naming(false))
    }

    /// The longest acceptable term, in months.
    pub fn longest_term_months(&self) -> Option<u32> {
        self.limits.longest_term_months
    }

    /// How many counters of ours there may be.
    pub fn most_rounds(&self) -> Option<u32> {
        self.limits.most_rounds
    }

    /// Every figure that must not leave, for the screen.
    pub fn secrets(&self) -> Vec<(SecretName, &Secret<Amount>)> {
        let whole = [
            (SecretName::Target, &self.limits.target_annual),
            (SecretName::WalkAway, &self.limits.walk_away_annual),
            (SecretName::Budget, &self.limits.budget_annual),
        ];
        let lines = self.limits.lines.iter().enumerate().flat_map(|(place, line)| {
            [
                (SecretName::LineTarget(place), &line.target),
                (SecretName::LineWalkAway(place), &line.walk_away),
            ]
        });
        whole.into_iter().chain(lines).filter_map(|(name, secret)| Some((name, secret.as_ref()?))).collect()
    }
}

#[cfg(test)]
mod tests;
