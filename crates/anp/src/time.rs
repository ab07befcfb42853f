//! Moments: RFC 3339 date-times, kept beside the text in which they came, since the
//! text is what is hashed.

use chrono::{DateTime, SecondsFormat, Utc};

/// A moment, in milliseconds since 1970-01-01T00:00:00Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(i64);

/// Longest date-time text that is read, in bytes.
const LONGEST: usize = 64;

impl Moment {
    /// A moment from milliseconds since 1970.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Milliseconds since 1970.
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// Reads an RFC 3339 date-time (the profile of ISO 8601 that the protocol's peers
    /// write): `T` between date and time, seconds 00–59, an offset or `Z`. Digits
    /// beyond the millisecond are dropped.
    ///
    /// # Errors
    /// [`NotATime`] for everything else, dates that no calendar has included.
    pub fn parse(text: &str) -> Result<Self, NotATime> {
        if text.len() > LONGEST || !has_shape(text.as_bytes()) {
            return Err(NotATime);
        }
        DateTime::parse_from_rfc3339(text).map(|time| Self(time.timestamp_millis())).map_err(|_| NotATime)
    }

    /// The text this project writes: UTC, milliseconds, `Z`. Moments outside the
    /// years 0000–9999 are written as the nearest of them.
    pub fn to_text(self) -> String {
        const FIRST: i64 = -62_167_219_200_000;
        const LAST: i64 = 253_402_300_799_999;
        DateTime::<Utc>::from_timestamp_millis(self.0.clamp(FIRST, LAST))
            .map(|time| time.to_rfc3339_opts(SecondsFormat::Millis, true))
            .unwrap_or_default()
    }

    /// Milliseconds from `earlier` to `self`; negative where `self` is the earlier.
    pub const fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// The moment `millis` later.
    #[must_use]
    pub const fn plus_millis(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis))
    }
}

/// `YYYY-MM-DDTHH:MM:SS[.f+](Z|±HH:MM)`, `T` and `Z` in either case as RFC 3339 has it;
/// leap seconds are refused since no clock here can hold them apart.
fn has_shape(text: &[u8]) -> bool {
    let pattern = b"dddd-dd-ddTdd:dd:dd";
    let Some((head, mut rest)) = text.split_at_checked(pattern.len()) else { return false };
    let fits = head.iter().zip(pattern).all(|(byte, shape)| match shape {
        b'd' => byte.is_ascii_digit(),
        b'T' => matches!(byte, b'T' | b't'),
        other => byte == other,
    });
    if !fits || head.get(17) == Some(&b'6') {
        return false;
    }
    if let Some((b'.', tail)) = rest.split_first() {
        let digits = tail.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            return false;
        }
        rest = tail.get(digits..).unwrap_or_default();
    }
    match rest {
        [b'Z' | b'z'] => true,
        [b'+' | b'-', h1, h2, b':', m1, m2] => [h1, h2, m1, m2].iter().all(|byte| byte.is_ascii_digit()),
        _ => false,
    }
}

/// The text is not an RFC 3339 date-time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an RFC 3339 date-time")]
pub struct NotATime;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_peers_write_and_nothing_else() {
        let same = ["2026-07-11T09:00:00.000Z", "2026-07-11T09:00:00Z", "2026-07-11T11:00:00.000000+02:00"];
        for text in same {
            assert_eq!(Moment::parse(text).unwrap().to_text(), "2026-07-11T09:00:00.000Z", "{text}");
        }
        let not = [
            "",
            "yesterday",
            "2026-07-11",
            "2026-07-11 09:00:00Z",
            "2026-07-11T09:00:00",
            "2026-02-30T09:00:00Z",
            "2026-07-11T09:00:60Z",
            "2026-07-11T24:00:00Z",
            "2026-07-11T09:00:00.Z",
            "+2026-07-11T09:00:00Z",
            "2026-07-11T09:00:00+2:00",
            "2026-07-11T09:00:00Z ",
            "1783762800",
        ];
        for text in not {
            assert_eq!(Moment::parse(text), Err(NotATime), "{text:?}");
        }
    }

    #[test]
    fn extreme_moments_have_a_text() {
        assert_eq!(Moment::from_millis(i64::MAX).to_text(), "9999-12-31T23:59:59.999Z");
        assert_eq!(Moment::from_millis(i64::MIN).to_text(), "0000-01-01T00:00:00.000Z");
    }
}
