//! A decimal number that is exactly what was written.

use std::fmt;
use std::str::FromStr;

use bigdecimal::num_bigint::BigInt;
use bigdecimal::{BigDecimal, RoundingMode, Signed, Zero};

/// The longest text that [`Amount::parse`] reads, in bytes.
pub const MAX_TEXT: usize = 1000;

/// The most digits that a parsed amount may have before its point, and the most after it.
///
/// Every finite double fits (309 before, 341 after in its shortest text). The bound is what keeps a
/// hostile `1e999999999` from asking for a gigabyte of zeros.
pub const MAX_DIGITS_EITHER_SIDE: u64 = 400;

/// An exact decimal, of no currency.
///
/// Always kept normalised (no trailing zeros after the point), so equal values are equal in text and
/// hash too. Written as plain decimal text, never with an exponent: `36.0` reads back as `36`, `1e-7`
/// as `0.0000001`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount(BigDecimal);

/// Why a text is no amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AmountError {
    /// Not `-`?digits(`.`digits)?(`e`±?digits)?.
    NotADecimal,
    /// More than [`MAX_TEXT`] bytes.
    TooLong,
    /// More than [`MAX_DIGITS_EITHER_SIDE`] digits before or after the point, or an exponent beyond it.
    TooWide,
}

impl fmt::Display for AmountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotADecimal => "not a decimal number",
            Self::TooLong => "a number of more than 1000 characters",
            Self::TooWide => "a number with more than 400 digits before or after its point",
        })
    }
}

impl std::error::Error for AmountError {}

impl Amount {
    /// Nothing.
    pub fn zero() -> Self {
        Self(BigDecimal::zero())
    }

    /// Reads a decimal or the text of a JSON number: `1140`, `36.0`, `-0.5`, `1e-7`, `1e+21`.
    ///
    /// A double is read by its shortest text, which the caller has at hand (canonical JSON); this
    /// crate never sees the double, so it cannot show its binary tail. Leading zeros are allowed, for
    /// people; a leading `+`, white space and thousands separators are not.
    ///
    /// # Errors
    /// [`AmountError`] where the text is no decimal or goes beyond the bounds named there.
    pub fn parse(text: &str) -> Result<Self, AmountError> {
        if text.len() > MAX_TEXT {
            return Err(AmountError::TooLong);
        }
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)?),
            None => (text, 0),
        };
        let (negative, unsigned) = match mantissa.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, mantissa),
        };
        let (whole, fraction) = match unsigned.split_once('.') {
            Some((whole, fraction)) if is_digits(fraction) => (whole, fraction),
            Some(_) => return Err(AmountError::NotADecimal),
            None => (unsigned, ""),
        };
        if !is_digits(whole) {
            return Err(AmountError::NotADecimal);
        }
        let digits = BigInt::from_str(&format!("{whole}{fraction}")).map_err(|_| AmountError::NotADecimal)?;
        let fraction_digits = i64::try_from(fraction.len()).map_err(|_| AmountError::TooLong)?;
        let amount =
            Self::of(&BigDecimal::new(if negative { -digits } else { digits }, fraction_digits - exponent));
        if amount.digits_before() > MAX_DIGITS_EITHER_SIDE
            || u64::from(amount.decimals()) > MAX_DIGITS_EITHER_SIDE
        {
            return Err(AmountError::TooWide);
        }
        Ok(amount)
    }

    /// Digits after the point: 0 for `36.0`, 2 for `0.25`, 7 for `1e-7`.
    pub fn decimals(&self) -> u32 {
        u32::try_from(self.0.fractional_digit_count().max(0)).unwrap_or(u32::MAX)
    }

    /// Rounded to `decimals` digits after the point; a half goes away from zero (`2.5` → `3`,
    /// `-2.5` → `-3`), as on invoices. Exact where the amount has no more digits than that.
    #[must_use]
    pub fn round_half_up(&self, decimals: u32) -> Self {
        if self.decimals() <= decimals {
            return self.clone();
        }
        Self::of(&self.0.with_scale_round(i64::from(decimals), RoundingMode::HalfUp))
    }

    /// True for nothing at all.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// True below zero.
    pub fn is_negative(&self) -> bool {
        self.0.is_negative()
    }

    /// True above zero.
    pub fn is_positive(&self) -> bool {
        self.0.is_positive()
    }

    /// True where nothing stands after the point.
    pub fn is_whole(&self) -> bool {
        self.decimals() == 0
    }

    /// Without its sign.
    #[must_use]
    pub fn abs(&self) -> Self {
        Self(self.0.abs())
    }

    /// The one place where an amount is made: every value passes the normalisation.
    pub(crate) fn of(value: &BigDecimal) -> Self {
        Self(value.normalized())
    }

    pub(crate) fn value(&self) -> &BigDecimal {
        &self.0
    }

    fn digits_before(&self) -> u64 {
        let (digits, scale) = self.0.as_bigint_and_scale();
        if digits.is_zero() {
            return 1;
        }
        let before = i128::from(self.0.digits()) - i128::from(scale);
        u64::try_from(before.max(1)).unwrap_or(u64::MAX)
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_exponent(text: &str) -> Result<i64, AmountError> {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, text.get(1..).unwrap_or_default()),
        Some(b'+') => (false, text.get(1..).unwrap_or_default()),
        _ => (false, text),
    };
    if !is_digits(digits) {
        return Err(AmountError::NotADecimal);
    }
    // Digits alone, so the only way to fail is to be beyond 64 bits.
    let size: i64 = digits.parse().map_err(|_| AmountError::TooWide)?;
    if size.unsigned_abs() > MAX_DIGITS_EITHER_SIDE {
        return Err(AmountError::TooWide);
    }
    Ok(if negative { -size } else { size })
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not `pad`: a precision would cut digits off without rounding.
        f.write_str(&self.0.to_plain_string())
    }
}

impl fmt::Debug for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Amount({self})")
    }
}

impl FromStr for Amount {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<Self, AmountError> {
        Self::parse(text)
    }
}

impl Default for Amount {
    fn default() -> Self {
        Self::zero()
    }
}

macro_rules! from_whole {
    ($($whole:ty),*) => {$(
        impl From<$whole> for Amount {
            fn from(value: $whole) -> Self {
                Self::of(&BigDecimal::from(value))
            }
        }
    )*};
}
from_whole!(u8, u16, u32, u64, i32, i64);

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn shown(text: &str) -> String {
        Amount::parse(text).unwrap().to_string()
    }

    #[test]
    fn reads_what_prices_look_like() {
        for (text, plain) in [
            ("1140", "1140"),
            ("36.0", "36"),
            ("1e-7", "0.0000001"),
            ("1e+21", "1000000000000000000000"),
            ("1E2", "100"),
            ("-0", "0"),
            ("-0.50", "-0.5"),
            ("007.10", "7.1"),
            ("1234.5600e1", "12345.6"),
            ("5e-324", &format!("0.{}5", "0".repeat(323))),
            ("1.7976931348623157e308", &format!("17976931348623157{}", "0".repeat(292))),
        ] {
            assert_eq!(shown(text), plain, "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_decimal() {
        for text in [
            "", " ", "-", "+1", ".5", "5.", "1 000", "1,000", "1_000", "0x10", "NaN", "inf", "1e", "1e+",
            "1e1.5", "1e--5", "--1", "١", "1.2.3", "1.-2", "1e+-2", "e5", "-e5", "1\n",
        ] {
            assert_eq!(Amount::parse(text), Err(AmountError::NotADecimal), "{text:?}");
        }
    }

    #[test]
    fn refuses_numbers_that_would_fill_the_memory() {
        for text in ["1e401", "1e-401", "1e999999999", "-1e-999999999", "1e99999999999999999999999", "10e400"]
        {
            assert_eq!(Amount::parse(text), Err(AmountError::TooWide), "{text}");
        }
        assert_eq!(Amount::parse(&"9".repeat(401)), Err(AmountError::TooWide));
        assert_eq!(Amount::parse(&"9".repeat(1001)), Err(AmountError::TooLong));
        assert!(Amount::parse(&"9".repeat(400)).is_ok());
        assert!(Amount::parse(&format!("{}.{}", "9".repeat(400), "9".repeat(400))).is_ok());
    }

    #[test]
    fn decimals_are_counted_after_normalisation() {
        for (text, decimals) in [("36.0", 0), ("0.25", 2), ("1e-7", 7), ("1e21", 0), ("100", 0), ("2.500", 1)]
        {
            assert_eq!(Amount::parse(text).unwrap().decimals(), decimals, "{text}");
        }
    }

    #[test]
    fn halves_go_away_from_zero() {
        for (text, decimals, rounded) in [
            ("2.5", 0, "3"),
            ("-2.5", 0, "-3"),
            ("2.4999999", 0, "2"),
            ("0.005", 2, "0.01"),
            ("0.00499", 2, "0"),
            ("1003.2", 2, "1003.2"),
            ("999.995", 2, "1000"),
            ("12", 3, "12"),
            ("0.5", u32::MAX, "0.5"),
        ] {
            assert_eq!(Amount::parse(text).unwrap().round_half_up(decimals).to_string(), rounded, "{text}");
        }
    }

    #[test]
    fn a_precision_in_a_format_cuts_nothing_off() {
        assert_eq!(format!("{:.2}", Amount::parse("1234.5678").unwrap()), "1234.5678");
    }
}
