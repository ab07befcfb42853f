//! US dollars to the cent. This seller sells in no other currency.

use std::ops::{Add, Sub};

use money::Amount;
use serde_json::Value;

/// The one currency.
pub const CURRENCY: &str = "USD";

/// Whole cents, exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cents(i64);

/// Which way a bound of more than two decimals goes.
#[derive(Clone, Copy)]
pub enum Towards {
    /// Down: the most that keeps a ceiling.
    Ceiling,
    /// Up: the least that keeps a floor.
    Floor,
}

impl Cents {
    /// So many dollars.
    pub const fn dollars(dollars: i64) -> Self {
        Self(dollars.saturating_mul(100))
    }

    /// So many cents.
    pub const fn new(cents: i64) -> Self {
        Self(cents)
    }

    /// The number of cents.
    pub const fn count(self) -> i64 {
        self.0
    }

    /// Reads a bound, exactly as its shortest decimal says; none for what is no number.
    /// Beyond all cents it is the most or least of them.
    pub fn bound(value: &Value, towards: Towards) -> Option<Self> {
        let amount = Amount::parse(&anp::json::es_text(value.as_f64()?)).ok()?;
        let cents = &amount * &Amount::from(100);
        let near = cents.round_half_up(0);
        let (near, off) = match towards {
            Towards::Ceiling if near > cents => (near, -1),
            Towards::Floor if near < cents => (near, 1),
            Towards::Ceiling | Towards::Floor => (near, 0),
        };
        let extreme = if amount.is_negative() { i64::MIN } else { i64::MAX };
        Some(Self(near.to_string().parse().unwrap_or(extreme).saturating_add(off)))
    }

    /// This share of it, in whole per cent, rounded down.
    #[must_use]
    pub const fn percent(self, percent: i64) -> Self {
        Self(self.0.saturating_mul(percent) / 100)
    }

    /// As a JSON number of dollars: `18`, `17.5`, `16.25`.
    pub fn json(self) -> Value {
        let (whole, cents) = (self.0 / 100, (self.0 % 100).abs());
        if cents == 0 {
            return whole.into();
        }
        // The text is the exact decimal; two decimals of this size are the shortest text
        // of the double that it reads as, so canonical JSON writes them back unchanged.
        let text = format!("{whole}.{cents:02}");
        serde_json::from_str(&text).unwrap_or(Value::Null)
    }
}

impl Add for Cents {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Cents {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl std::iter::Sum for Cents {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self(0), Add::add)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::json;

    use super::{Cents, Towards};

    #[test]
    fn a_bound_is_kept_to_its_last_decimal() {
        let read = |value, towards| Cents::bound(&value, towards).unwrap();
        assert_eq!(read(json!(49_999.999), Towards::Ceiling), Cents::new(4_999_999));
        assert_eq!(read(json!(49_999.991), Towards::Floor), Cents::new(5_000_000));
        assert_eq!(read(json!(17.5), Towards::Ceiling), Cents::new(1750));
        assert_eq!(read(json!(1e300), Towards::Floor), Cents::new(i64::MAX));
        assert_eq!(Cents::bound(&json!("17.5"), Towards::Floor), None);
    }

    #[test]
    fn dollars_are_written_as_they_are_read() {
        for (cents, text) in [(1800, "18"), (1750, "17.5"), (1625, "16.25"), (5, "0.05")] {
            assert_eq!(Cents::new(cents).json().to_string(), text);
        }
    }
}
