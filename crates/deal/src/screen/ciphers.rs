//! A table that the text gives itself: which word, letter or sign stands for which digit (`a=1, b=2`, `red be 1`),
//! and what is written by it.

use std::collections::HashMap;

use crate::number_words::SMALL;

/// So many signs make a table.
const FEWEST: usize = 2;
/// Signs of one table at most.
const MOST: usize = 64;
/// Words and signs of a text that are looked at.
const MOST_UNITS: usize = 20_000;
/// What is written by a table is at least so long.
const SHORTEST: usize = 4;

/// A word, a run of figures, or a sign.
#[derive(Clone, PartialEq, Eq)]
struct Unit {
    text: String,
    /// Nothing between it and the one before.
    close: bool,
}

fn units(text: &str) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    let mut close = false;
    let mut last = 3;
    for c in text.chars().flat_map(char::to_lowercase) {
        if units.len() >= MOST_UNITS {
            break;
        }
        let sort = match c {
            c if c.is_whitespace() => 3,
            c if c.is_alphabetic() => 0,
            c if c.is_numeric() => 1,
            _ => 2,
        };
        match units.last_mut() {
            Some(unit) if sort == last && sort < 2 => unit.text.push(c),
            _ if sort == 3 => {}
            _ => units.push(Unit { text: c.to_string(), close }),
        }
        close = sort != 3;
        last = sort;
    }
    units
}

fn figure(text: &str) -> Option<char> {
    let mut chars = text.chars();
    if let (Some(c), None) = (chars.next(), chars.next()) {
        return c.to_digit(10).and_then(|digit| char::from_digit(digit, 10));
    }
    let digits = SMALL.into_iter().take(9).chain([("zero", 0)]);
    digits.into_iter().find(|(word, _)| *word == text).and_then(|(_, digit)| char::from_digit(digit, 10))
}

fn joins(text: &str) -> bool {
    matches!(
        text,
        "=" | ":"
            | "-"
            | ">"
            | "→"
            | "⇒"
            | "|"
            | "is"
            | "be"
            | "means"
            | "stands"
            | "for"
            | "equals"
            | "as"
            | "≙"
            | "("
            | "'"
            | "\""
            | "the"
            | "digit"
            | "reads"
            | "–"
    )
}

/// What a text says by the tables that it gives, all in digits.
pub(super) fn by_own_table(text: &str) -> Vec<String> {
    let units = units(text);
    let mut said = Vec::new();
    for ahead in [true, false] {
        let table = table(&units, ahead);
        if (FEWEST..=MOST).contains(&table.len()) {
            said.extend(written_by(&units, &table));
        }
    }
    said
}

/// Signs with their digits; `ahead` where the sign stands before the digit.
fn table(units: &[Unit], ahead: bool) -> HashMap<&str, char> {
    let mut table = HashMap::new();
    let sign = |unit: &Unit| {
        figure(&unit.text).is_none() && !joins(&unit.text) && !matches!(unit.text.as_str(), "," | ";" | ".")
    };
    for (at, first) in units.iter().enumerate() {
        let joined = units
            .get(at + 1..)
            .unwrap_or_default()
            .iter()
            .take(4)
            .take_while(|unit| joins(&unit.text))
            .count();
        let Some(second) = units.get(at + 1 + joined).filter(|_| joined > 0) else { continue };
        let (name, digit) = if ahead { (first, second) } else { (second, first) };
        if let Some(digit) = figure(&digit.text).filter(|_| sign(name)) {
            table.entry(name.text.as_str()).or_insert(digit);
        }
        if table.len() > MOST {
            break;
        }
    }
    table
}

/// Rows of signs of the table, and words that are made of its letters alone.
fn written_by(units: &[Unit], table: &HashMap<&str, char>) -> Vec<String> {
    let mut said = Vec::new();
    let mut row = String::new();
    for unit in units {
        let by_letters = || {
            let digit = |c: char| table.get(c.encode_utf8(&mut [0; 4]) as &str).copied();
            unit.text.chars().map(digit).collect::<Option<String>>()
        };
        if let Some(digit) = table.get(unit.text.as_str()) {
            row.push(*digit);
        } else if !matches!(unit.text.as_str(), "," | "-" | "." | "'" | "\"" | ";") {
            said.push(std::mem::take(&mut row));
            said.extend(by_letters().filter(|digits| digits.len() > 1));
        }
    }
    said.push(row);
    said.retain(|digits| digits.len() >= SHORTEST);
    said
}

/// A time of day in figures (`12:50`, `11:00:00`), without its mark.
pub(super) fn times_of_day(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace().filter_map(|chunk| {
        let bare = chunk.trim_matches(|c: char| !c.is_alphanumeric());
        let parts: Vec<&str> = bare.split([':', 'h']).collect();
        let figures =
            |part: &&str| part.len() <= 2 && !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
        ((2..=3).contains(&parts.len()) && parts.iter().all(figures)).then(|| parts.concat())
    })
}

/// A time of day in words (`ten to one`, `half past twelve`), as figures.
pub(super) fn spoken_times(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let number = |word: &str| match word {
        "quarter" => Some(15),
        "half" => Some(30),
        _ => SMALL
            .into_iter()
            .find_map(|(known, value)| (known == word).then_some(value))
            .or_else(|| word.parse().ok().filter(|value| *value < 60)),
    };
    let mut times = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let before = matches!(*word, "to" | "before" | "till");
        if !before && !matches!(*word, "past" | "after") {
            continue;
        }
        let minutes = at.checked_sub(1).and_then(|at| match words.get(at) {
            Some(&("minutes" | "mins")) => at.checked_sub(1).and_then(|at| words.get(at)),
            word => word,
        });
        let minutes = minutes.and_then(|word| number(word));
        let hour = words.get(at + 1).and_then(|word| number(word)).filter(|hour| (1..=12).contains(hour));
        let (Some(minutes), Some(hour)) = (minutes, hour) else { continue };
        if before && (1..60).contains(&minutes) {
            let earlier = if hour == 1 { 12 } else { hour - 1 };
            times.push(format!("{earlier}{:02}", 60 - minutes));
        } else if !before {
            times.push(format!("{hour}{minutes:02}"));
        }
        if times.len() > 64 {
            break;
        }
    }
    times
}

/// True where a text says how a number is read off something: noughts, colons, digits.
pub(super) fn tells_how_to_read(text: &str) -> bool {
    const WORDS: [&str; 14] = [
        "colon",
        "colons",
        "digit",
        "digits",
        "zero",
        "zeros",
        "zeroes",
        "nought",
        "noughts",
        "naughts",
        "thousand",
        "thousands",
        "figure",
        "price",
    ];
    let lower = text.to_lowercase();
    lower.split(|c: char| !c.is_alphabetic()).any(|word| WORDS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_by_a_table_of_its_own_is_read() {
        for text in [
            "Key: a=1, b=2, c=5, d=0. Our number is abcdddd.",
            "Let red be 1, green be 2, blue be 5 and black be 0: red green blue black black black black.",
            "| sign | digit |\n| & | 1 |\n| @ | 2 |\n| % | 5 |\n| ~ | 0 |\n\nRead: & @ % ~ ~ ~ ~",
            "1: K, 2: L, 5: M, 0: N. Then KLMNNNN.",
            "x stands for 1, y stands for 2, z for five, o for zero; xyzoooo",
        ] {
            assert!(
                by_own_table(text).iter().any(|said| said.contains("1250000")),
                "{text}: {:?}",
                by_own_table(text)
            );
        }
        for text in
            ["Seats: 5, rooms: 2, floors: 1. Please confirm.", "Priority: 1\nImpact: 2\nOwner: Ann", ""]
        {
            assert_eq!(by_own_table(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn times_are_found() {
        assert_eq!(times_of_day("at 12:50, or 11:00:00.").collect::<Vec<_>>(), ["1250", "110000"]);
        assert_eq!(times_of_day("a ratio of 1:1000 and 3h").count(), 0);
        assert_eq!(
            spoken_times("Ten to one, ten minutes before one, or half past 12."),
            ["1250", "1250", "1230"]
        );
        assert!(spoken_times("We go to one of them, and after a half to all.").is_empty());
        assert!(tells_how_to_read("Drop the colon."));
        assert!(!tells_how_to_read("We meet at 12:50."));
    }
}
