//! An amount of some currency: two of them add only where it is the same one.

use std::fmt;

use crate::{Amount, Currency};

/// An amount of a currency. Ordering across currencies has no meaning, so there is none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Money {
    /// How much; any number of decimals.
    pub amount: Amount,
    /// Of what.
    pub currency: Currency,
}

/// Two currencies where one was needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CurrencyMismatch {
    /// The currency of the left side.
    pub left: Currency,
    /// The currency of the right side.
    pub right: Currency,
}

impl fmt::Display for CurrencyMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {} do not add up", self.left, self.right)
    }
}

impl std::error::Error for CurrencyMismatch {}

impl Money {
    /// Pairs the two.
    pub fn new(amount: Amount, currency: Currency) -> Self {
        Self { amount, currency }
    }

    /// The sum.
    ///
    /// # Errors
    /// [`CurrencyMismatch`] where the currencies differ.
    pub fn checked_add(&self, other: &Self) -> Result<Self, CurrencyMismatch> {
        self.same(other).map(|currency| Self::new(&self.amount + &other.amount, currency))
    }

    /// The difference.
    ///
    /// # Errors
    /// [`CurrencyMismatch`] where the currencies differ.
    pub fn checked_sub(&self, other: &Self) -> Result<Self, CurrencyMismatch> {
        self.same(other).map(|currency| Self::new(&self.amount - &other.amount, currency))
    }

    /// So many times as much.
    #[must_use]
    pub fn times(&self, factor: &Amount) -> Self {
        Self::new(&self.amount * factor, self.currency)
    }

    /// Rounded to what can be paid, a half away from zero.
    #[must_use]
    pub fn round_to_minor(&self) -> Self {
        Self::new(self.amount.round_half_up(self.currency.minor_units()), self.currency)
    }

    fn same(&self, other: &Self) -> Result<Currency, CurrencyMismatch> {
        if self.currency == other.currency {
            Ok(self.currency)
        } else {
            Err(CurrencyMismatch { left: self.currency, right: other.currency })
        }
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.currency, self.amount)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn m(amount: &str, currency: &str) -> Money {
        Money::new(Amount::parse(amount).unwrap(), Currency::parse(currency).unwrap())
    }

    #[test]
    fn money_adds_within_one_currency() {
        assert_eq!(m("0.1", "USD").checked_add(&m("0.2", "USD")), Ok(m("0.3", "USD")));
        assert_eq!(m("1", "USD").checked_sub(&m("3", "USD")), Ok(m("-2", "USD")));
        let mismatch = m("1", "USD").checked_add(&m("1", "EUR")).unwrap_err();
        assert_eq!(mismatch.to_string(), "USD and EUR do not add up");
    }

    #[test]
    fn money_rounds_to_what_can_be_paid() {
        assert_eq!(m("10.5", "JPY").round_to_minor(), m("11", "JPY"));
        assert_eq!(m("10.5555", "KWD").round_to_minor(), m("10.556", "KWD"));
        assert_eq!(m("10.5555", "USD").round_to_minor(), m("10.56", "USD"));
        assert_eq!(m("2", "USD").times(&Amount::parse("1.5").unwrap()).to_string(), "USD 3");
    }
}
