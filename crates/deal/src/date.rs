//! A moment as people read it.

const DAY: i64 = 86_400_000;

/// Day and minute in Universal Time: `2026-12-31 17:00 UTC`.
pub(crate) fn utc(unix_ms: i64) -> String {
    let (days, rest) = (unix_ms.div_euclid(DAY), unix_ms.rem_euclid(DAY));
    let (year, month, day) = civil_day(days);
    let minutes = rest / 60_000;
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

/// The day so many days after 1970-01-01: `2026-03-31`.
pub fn day_text(days: i64) -> String {
    let (year, month, day) = civil_day(days);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day of a count of days since 1970, in the Gregorian calendar: eras of 400 years that
/// begin in March, so that the leap day is the last.
pub(crate) fn civil_day(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (era * 400 + year_of_era + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_have_their_day() {
        for (millis, text) in [
            (0, "1970-01-01 00:00 UTC"),
            (-1, "1969-12-31 23:59 UTC"),
            (951_782_400_000, "2000-02-29 00:00 UTC"),
            (951_868_800_000, "2000-03-01 00:00 UTC"),
            (1_790_766_000_000, "2026-09-30 11:00 UTC"),
            (4_107_542_399_999, "2100-02-28 23:59 UTC"),
            (4_107_542_400_000, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(utc(millis), text);
        }
    }
}
