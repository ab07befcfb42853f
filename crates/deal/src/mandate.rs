//! How far the owner lets a deal go.

use std::fmt;

use money::{Amount, Currency};

/// A value that nobody prints by accident: `{}` and `{:?}` give `…`.
///
/// Reading it has a loud name, so that a search for `expose_secret` finds every place that does.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret<T>(T);

impl<T> Secret<T> {
    /// Hides the value.
    pub fn new(value: T) -> Self {
        Self(value)
    }

    /// The value itself. It must not reach a log, an error's text or anything outbound.
    pub fn expose_secret(&self) -> &T {
        &self.0
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

impl<T> fmt::Display for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// A deal's mandate in its plain form. What is not set does not bind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mandate {
    version: u32,
    currency: Currency,
    target_annual: Option<Secret<Amount>>,
    walk_away_annual: Option<Secret<Amount>>,
    longest_term_months: Option<u32>,
    most_rounds: Option<u32>,
}

/// What the owner may set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The annual total that is aimed at.
    pub target_annual: Option<Secret<Amount>>,
    /// The annual total above which there is no deal.
    pub walk_away_annual: Option<Secret<Amount>>,
    /// The longest acceptable term, in months.
    pub longest_term_months: Option<u32>,
    /// How many counters of ours there may be.
    pub most_rounds: Option<u32>,
}

/// Why limits make no mandate. Never says the figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MandateError {
    /// Versions count from 1.
    VersionZero,
    /// A total is zero or below.
    NotPositive,
    /// The target lies above the walk-away.
    TargetAboveWalkAway,
    /// A term or a number of rounds of zero.
    NothingAllowed,
}

impl fmt::Display for MandateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::VersionZero => "a mandate's version counts from 1",
            Self::NotPositive => "a total in a mandate must be above zero",
            Self::TargetAboveWalkAway => "the target lies above the walk-away",
            Self::NothingAllowed => "a longest term or a number of rounds must be at least 1",
        })
    }
}

impl std::error::Error for MandateError {}

impl Mandate {
    /// A mandate that makes sense.
    ///
    /// # Errors
    /// [`MandateError`] where it does not.
    pub fn new(version: u32, currency: Currency, limits: Limits) -> Result<Self, MandateError> {
        let Limits { target_annual, walk_away_annual, longest_term_months, most_rounds } = limits;
        if version == 0 {
            return Err(MandateError::VersionZero);
        }
        if [&target_annual, &walk_away_annual].into_iter().flatten().any(|s| !s.expose_secret().is_positive())
        {
            return Err(MandateError::NotPositive);
        }
        if let (Some(target), Some(walk_away)) = (&target_annual, &walk_away_annual)
            && target.expose_secret() > walk_away.expose_secret()
        {
            return Err(MandateError::TargetAboveWalkAway);
        }
        if longest_term_months == Some(0) || most_rounds == Some(0) {
            return Err(MandateError::NothingAllowed);
        }
        Ok(Self { version, currency, target_annual, walk_away_annual, longest_term_months, most_rounds })
    }

    /// From 1; a change makes a new version.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The currency of its totals.
    pub fn currency(&self) -> Currency {
        self.currency
    }

    /// The annual total that is aimed at.
    pub fn target_annual(&self) -> Option<&Secret<Amount>> {
        self.target_annual.as_ref()
    }

    /// The annual total above which there is no deal.
    pub fn walk_away_annual(&self) -> Option<&Secret<Amount>> {
        self.walk_away_annual.as_ref()
    }

    /// The longest acceptable term, in months.
    pub fn longest_term_months(&self) -> Option<u32> {
        self.longest_term_months
    }

    /// How many counters of ours there may be.
    pub fn most_rounds(&self) -> Option<u32> {
        self.most_rounds
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn limits(target: &str, walk_away: &str) -> Limits {
        let secret = |text: &str| Some(Secret::new(Amount::parse(text).unwrap()));
        Limits {
            target_annual: secret(target),
            walk_away_annual: secret(walk_away),
            longest_term_months: Some(36),
            most_rounds: None,
        }
    }

    fn usd() -> Currency {
        Currency::parse("USD").unwrap()
    }

    #[test]
    fn a_mandate_never_prints_its_secrets() {
        let mandate = Mandate::new(1, usd(), limits("1100000", "1250000")).unwrap();
        let shown = format!("{mandate:?} {mandate:#?} {}", mandate.walk_away_annual().unwrap());
        assert!(shown.contains('…'));
        assert!(!shown.contains("11") && !shown.contains("125"), "{shown}");
    }

    #[test]
    fn a_mandate_makes_sense_or_is_none() {
        let refused = |version, limits| Mandate::new(version, usd(), limits).unwrap_err();
        assert_eq!(refused(0, limits("1", "2")), MandateError::VersionZero);
        assert_eq!(refused(1, limits("0", "2")), MandateError::NotPositive);
        assert_eq!(refused(1, limits("3", "2")), MandateError::TargetAboveWalkAway);
        let no_term = Limits { longest_term_months: Some(0), ..limits("1", "2") };
        assert_eq!(refused(1, no_term), MandateError::NothingAllowed);
        let no_round = Limits { most_rounds: Some(0), ..limits("1", "2") };
        assert_eq!(refused(1, no_round), MandateError::NothingAllowed);
        assert!(Mandate::new(1, usd(), limits("2", "2")).is_ok());
    }
}
