//! Division, which alone cannot always be exact: it says so, or is told how to round.

use bigdecimal::num_bigint::{BigInt, Sign};
use bigdecimal::{BigDecimal, Signed, Zero};

use crate::Amount;
use crate::amount::MAX_DIGITS_EITHER_SIDE;

impl Amount {
    /// `self / divisor`, rounded to `decimals` digits after the point (at most 400 are given), a half
    /// away from zero. `None` where the divisor is zero.
    pub fn div_rounded(&self, divisor: &Self, decimals: u32) -> Option<Self> {
        let decimals = u64::from(decimals).min(MAX_DIGITS_EITHER_SIDE);
        let (over, under) = self.fraction(divisor)?;
        let scaled = over.abs() * ten_to(decimals);
        let size = under.abs();
        let mut quotient = &scaled / &size;
        let rest = scaled - &quotient * &size;
        if rest * 2 >= size {
            quotient += 1;
        }
        if negative(&over, &under) {
            quotient = -quotient;
        }
        Some(Self::of(&BigDecimal::new(quotient, i64::try_from(decimals).ok()?)))
    }

    /// `self / divisor` where that is a finite decimal, else `None` (and for a zero divisor).
    pub fn div_exact(&self, divisor: &Self) -> Option<Self> {
        let (over, under) = self.fraction(divisor)?;
        // A fraction that ends does so after at most as many digits as its denominator has factors
        // 2 or 5, and a number has no more prime factors than bits.
        let digits = under.bits();
        let scaled = over * ten_to(digits);
        let quotient = &scaled / &under;
        (&quotient * &under == scaled).then(|| Self::of(&BigDecimal::new(quotient, digits.cast_signed())))
    }

    /// `part` in per cent of `whole`, rounded to `decimals`, a half away from zero. `None` where
    /// `whole` is zero.
    pub fn ratio_percent(part: &Self, whole: &Self, decimals: u32) -> Option<Self> {
        (part * Self::from(100_u32)).div_rounded(whole, decimals)
    }

    /// The quotient as two whole numbers.
    fn fraction(&self, divisor: &Self) -> Option<(BigInt, BigInt)> {
        if divisor.is_zero() {
            return None;
        }
        let (over, over_scale) = self.value().as_bigint_and_scale();
        let (under, under_scale) = divisor.value().as_bigint_and_scale();
        let shift = under_scale.checked_sub(over_scale)?;
        let factor = ten_to(shift.unsigned_abs());
        Some(if shift >= 0 {
            (over.as_ref() * factor, under.into_owned())
        } else {
            (over.into_owned(), under.as_ref() * factor)
        })
    }
}

fn negative(over: &BigInt, under: &BigInt) -> bool {
    !over.is_zero() && (over.sign() == Sign::Minus) != (under.sign() == Sign::Minus)
}

/// Amounts come from bounded texts and finitely many products of them, so the exponent is small.
fn ten_to(exponent: u64) -> BigInt {
    BigInt::from(10).pow(u32::try_from(exponent).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn a(text: &str) -> Amount {
        Amount::parse(text).unwrap()
    }

    #[test]
    fn a_division_rounds_as_told() {
        for (over, under, decimals, quotient) in [
            ("1", "3", 2, "0.33"),
            ("2", "3", 2, "0.67"),
            ("-2", "3", 2, "-0.67"),
            ("2", "-3", 0, "-1"),
            ("1", "8", 2, "0.13"),
            ("-1", "8", 2, "-0.13"),
            ("0", "-7", 5, "0"),
            ("1e21", "1e-7", 0, "10000000000000000000000000000"),
            ("0.3", "0.1", 9, "3"),
        ] {
            assert_eq!(a(over).div_rounded(&a(under), decimals), Some(a(quotient)), "{over}/{under}");
        }
        assert_eq!(a("1").div_rounded(&Amount::zero(), 2), None);
        assert_eq!(a("1").div_rounded(&a("3"), u32::MAX).unwrap().decimals(), 400);
    }

    #[test]
    fn an_exact_division_is_exact_or_nothing() {
        for (over, under, quotient) in [
            ("1", "3", None),
            ("1", "8", Some("0.125")),
            ("36", "12", Some("3")),
            ("-7", "4e-3", Some("-1750")),
            ("100", "12", None),
            ("0.06", "12", Some("0.005")),
            ("1", "0", None),
        ] {
            assert_eq!(a(over).div_exact(&a(under)), quotient.map(a), "{over}/{under}");
        }
    }

    #[test]
    fn per_cent() {
        assert_eq!(Amount::ratio_percent(&a("360000"), &a("1400000"), 1), Some(a("25.7")));
        assert_eq!(Amount::ratio_percent(&a("1"), &a("0"), 1), None);
    }
}
