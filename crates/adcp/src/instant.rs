//! Points in time as the wire writes them, told apart to their last digit.

use anp::time::Moment;

/// A point in time. It orders as time does: digits beyond the millisecond count, and a leap second lies
/// between the second that it follows and the next one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant {
    /// Whole seconds since 1970; of a leap second those of the second that it follows.
    second: i64,
    leap: bool,
    /// The digits of the fraction without the zeros at its end, so that their texts order as they do.
    fraction: String,
}

impl Instant {
    /// Reads an RFC 3339 date-time of at most 64 bytes. `:60` stands for the leap second that a month of
    /// UTC can end with, and for nothing else.
    pub fn parse(text: &str) -> Option<Self> {
        let leap = text.get(17..19) == Some("60");
        let moment = if leap {
            Moment::parse(&format!("{}59{}", text.get(..17)?, text.get(19..)?))
        } else {
            Moment::parse(text)
        };
        let second = moment.ok()?.millis().div_euclid(1000);
        if leap && !ends_month(second) {
            return None;
        }
        let digits = text.get(19..).and_then(|rest| rest.strip_prefix('.')).unwrap_or_default();
        let fraction: String = digits.chars().take_while(char::is_ascii_digit).collect();
        Some(Self { second, leap, fraction: fraction.trim_end_matches('0').to_owned() })
    }

    /// The last millisecond that is not after it; of a leap second, the last one before it.
    pub fn moment(&self) -> Moment {
        let millis = if self.leap { "999" } else { self.fraction.get(..3).unwrap_or(&self.fraction) };
        let millis = format!("{millis:0<3}").parse().unwrap_or(0);
        Moment::from_millis(self.second.saturating_mul(1000)).plus_millis(millis)
    }
}

/// Whether a month of UTC ends with this second.
fn ends_month(second: i64) -> bool {
    let next = Moment::from_millis(second.saturating_add(1).saturating_mul(1000)).to_text();
    next.get(8..19) == Some("01T00:00:00")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn at(text: &str) -> Instant {
        Instant::parse(text).unwrap()
    }

    #[test]
    fn time_orders_to_the_last_digit_and_across_offsets() {
        let rising = [
            "1969-12-31T23:59:59.9Z",
            "2026-12-05T00:00:00+00:01",
            "2026-12-05T00:00:00Z",
            "2026-12-05T00:00:00.000000000000000000001Z",
            "2026-12-05T00:00:00.0000001Z",
            "2026-12-05T01:00:00.01+01:00",
            "2026-12-05T00:00:00.1Z",
            "2026-12-31T23:59:59.999999Z",
            "2026-12-31T23:59:60Z",
            "2026-12-31T23:59:60.5Z",
            "2027-01-01T00:00:00Z",
        ];
        for (place, earlier) in rising.iter().enumerate() {
            for later in rising.iter().skip(place + 1) {
                assert!(at(earlier) < at(later), "{earlier} {later}");
            }
        }
        assert_eq!(at("2026-12-05T00:00:00.100Z"), at("2026-12-05t05:30:00.10000+05:30"));
    }

    #[test]
    fn a_leap_second_ends_a_month_of_utc_and_nothing_else() {
        for text in ["2016-12-31T23:59:60Z", "2017-01-01T00:59:60+01:00", "2026-06-30t18:29:60.9-05:30"] {
            assert!(Instant::parse(text).is_some(), "{text}");
        }
        for text in [
            "2026-12-30T23:59:60Z",
            "2026-12-31T23:58:60Z",
            "2026-12-31T23:59:60+01:00",
            "2026-12-31T23:59:61Z",
        ] {
            assert_eq!(Instant::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_moment_is_never_later() {
        let millis = |text: &str| at(text).moment().to_text();
        assert_eq!(millis("2026-12-05T00:00:00.0129Z"), "2026-12-05T00:00:00.012Z");
        assert_eq!(millis("2026-12-05T00:00:00.5Z"), "2026-12-05T00:00:00.500Z");
        assert_eq!(millis("2026-12-31T23:59:60.5Z"), "2026-12-31T23:59:59.999Z");
    }
}
