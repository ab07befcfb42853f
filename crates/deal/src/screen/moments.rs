//! Dates and times of day.

use super::tokens::Token;

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Months by name, however long.
pub(super) fn is_month(word: &str) -> bool {
    let full = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "sept",
        "januar",
        "februar",
        "marz",
        "mai",
        "juni",
        "juli",
        "oktober",
        "dezember",
        "janvier",
        "fevrier",
        "mars",
        "avril",
        "juin",
        "juillet",
        "aout",
        "septembre",
        "octobre",
        "novembre",
        "decembre",
    ];
    MONTHS.contains(&word) || full.contains(&word)
}

fn numbers(text: &str, mark: char) -> Option<Vec<u32>> {
    text.split(mark).map(|part| part.parse().ok().filter(|_| part.len() <= 4)).collect()
}

/// Dates and times in figures.
pub(super) fn is_moment(text: &str) -> bool {
    let date = text.split('t').next().unwrap_or_default();
    let mut date_like = is_compact(text);
    for mark in ['-', '/', '.'] {
        if let Some(parts) = numbers(date, mark) {
            date_like |= match parts.as_slice() {
                // Nobody writes a year of three figures, or one with noughts before it.
                _ if date.rsplit(mark).next().is_some_and(|last| !matches!(last.len(), 1 | 2 | 4)) => false,
                [_, _, year] if date.ends_with("0000") || (date.len() > 8 && *year < 100 && mark == '/') => {
                    false
                }
                [year, month, day] if *year >= 1900 && *year <= 2100 => *month <= 12 && *day <= 31,
                [one, two, year] if (1900..=2100).contains(year) || (*year < 100 && mark != '.') => {
                    (1..=31).contains(one) && (1..=31).contains(two) && (*one <= 12 || *two <= 12)
                }
                [one, two, _] if mark == '.' => {
                    (1..=31).contains(one) && (1..=12).contains(two) && date.len() <= 8
                }
                [year, month] if mark == '-' => (1900..=2100).contains(year) && (1..=12).contains(month),
                _ => false,
            };
        }
    }
    let time = text.trim_end_matches(|c: char| c.is_alphabetic());
    let clock = time.split_once([':', 'h']).is_some_and(|(hour, rest)| {
        hour.parse().is_ok_and(|hour: u32| hour < 25)
            && rest.chars().all(|c| c.is_ascii_digit() || c == ':' || c == '.' || c == '-')
            && rest.chars().take(2).filter(char::is_ascii_digit).count() == 2
            && rest.split([':', '.', '-']).all(|part| part.len() != 3 || rest.contains('.'))
    });
    let half_day = ["am", "pm"]
        .iter()
        .any(|half| text.strip_suffix(half).is_some_and(|h| h.parse().is_ok_and(|h: u32| h <= 12)));
    let ordinal = ["st", "nd", "rd", "th"]
        .iter()
        .any(|end| text.strip_suffix(end).is_some_and(|day| day.parse().is_ok_and(|day: u32| day <= 100)));
    date_like || clock || half_day || ordinal || text == "24/7" || text == "24x7"
}

/// `20261130t110000z`
fn is_compact(text: &str) -> bool {
    let Some((date, time)) = text.trim_end_matches('z').split_once('t') else { return false };
    let figures = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    date.len() == 8
        && matches!(time.len(), 4 | 6)
        && figures(date)
        && figures(time)
        && (date.starts_with("19") || date.starts_with("20"))
}

/// A day, a year or an hour by what stands beside it.
pub(super) fn is_date(tokens: &[Token], at: usize) -> bool {
    let Some(own) = tokens.get(at) else { return false };
    let Ok(value) = own.text.parse::<u32>() else { return false };
    let word = |at: Option<usize>| {
        at.and_then(|at| tokens.get(at)).map(|token| token.text.as_str()).unwrap_or_default()
    };
    let (before, after) = (word(at.checked_sub(1)), word(Some(at + 1)));
    // `Jan 25%`
    if matches!(after, "%" | "percent" | "k" | "million") {
        return false;
    }
    let second = word(at.checked_sub(2));
    let near_month = is_month(before)
        || is_month(after)
        || (before == "," && tokens.get(at.saturating_sub(2)).is_some_and(|t| t.text.len() <= 2))
            && is_month(word(at.checked_sub(3)));
    let year = (1900..=2100).contains(&value)
        && own.text.len() == 4
        && (near_month
            || matches!(
                before,
                "in" | "since"
                    | "until"
                    | "by"
                    | "from"
                    | "of"
                    | "year"
                    | "q1"
                    | "q2"
                    | "q3"
                    | "q4"
                    | "fy"
                    | "summer"
                    | "autumn"
                    | "spring"
                    | "winter"
                    | "early"
                    | "late"
                    | "mid"
                    | "end"
                    | "during"
                    | "for"
                    | "copyright"
                    | "©"
                    | "/"
                    | "-"
            )
            || is_month(second)
            || after == ":");
    let day = value <= 31
        && (near_month
            || matches!(after, "st" | "nd" | "rd" | "th")
            || (after == "." && is_month(word(Some(at + 2)))));
    let clock = value <= 24
        && matches!(
            after,
            "am" | "pm" | "o'clock" | "uhr" | "utc" | "cet" | "cest" | "gmt" | "est" | "pst" | "a"
        )
        && (after != "a" || word(Some(at + 3)) == "m");
    day || year || clock
}
