//! Every number that a folded text can be read as.
//!
//! `1,250.000` is 1250000 to one reader and 1250 to another, `1 2 5` is 125 to some: all readings are
//! given, since it is enough that one of them tells the secret. The work is bounded by the text's length
//! times [`MAX_GROUPS`].

use money::Amount;

/// More digits than a secret worth hiding has; longer numbers are read as nothing.
const MAX_DIGITS: usize = 40;
/// Groups of digits that are joined at most (`1 2 5 0 0 0 0` has seven).
const MAX_GROUPS: usize = 16;

/// A positive decimal: `digits` × 10^`exponent`, the digits without zeros at either end.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Number {
    digits: String,
    exponent: i32,
}

impl Number {
    /// `None` for zero and for more than [`MAX_DIGITS`] digits.
    pub(super) fn of(whole: &str, fraction: &str) -> Option<Self> {
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0');
        let trimmed = digits.trim_end_matches('0');
        if trimmed.is_empty() || trimmed.len() > MAX_DIGITS {
            return None;
        }
        let zeros = i32::try_from(digits.len() - trimmed.len()).ok()?;
        let exponent = zeros - i32::try_from(fraction.len()).ok()?;
        Some(Self { digits: trimmed.to_owned(), exponent })
    }

    pub(super) fn of_amount(amount: &Amount) -> Option<Self> {
        let text = amount.abs().to_string();
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        Self::of(whole, fraction)
    }

    fn times_ten_to(&self, power: i32) -> Self {
        Self { digits: self.digits.clone(), exponent: self.exponent + power }
    }
}

/// One reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) number: Number,
    /// Digits as written, where a suffix multiplied them: `1.20m` has three. None without a suffix.
    pub(super) suffixed_digits: Option<usize>,
    /// True where it stands beside a sign or name of money, or is a rate (`/`, `per`).
    pub(super) near_money: bool,
}

struct Group {
    start: usize,
    end: usize,
}

/// True where `wanted` holds for a reading of the folded text.
pub(super) fn any_reading(text: &[char], mut wanted: impl FnMut(&Reading) -> bool) -> bool {
    let groups = groups(text);
    (0..groups.len()).any(|first| {
        let mut joined = String::new();
        for at in first..groups.len().min(first + MAX_GROUPS) {
            let Some(group) = groups.get(at) else { return false };
            let Some(gap) = gap_before(text, &groups, at) else { return false };
            if at == first && gap == Gap::Thousands {
                return false;
            }
            if at > first && gap == Gap::None {
                return false;
            }
            let before = joined.len();
            joined.extend(text.get(group.start..group.end).into_iter().flatten());
            if joined.trim_start_matches('0').len() > MAX_DIGITS + MAX_GROUPS {
                return false;
            }
            if gap_before(text, &groups, at + 1) == Some(Gap::Thousands) {
                continue;
            }
            let whole = Number::of(&joined, "");
            let decimal =
                match (at > first && may_be_point(text, &groups, first, at), joined.split_at_checked(before))
                {
                    (true, Some((whole, fraction))) => Number::of(whole, fraction),
                    _ => None,
                };
            let context = Context::of(text, groups.get(first), group);
            let written = joined.trim_start_matches('0').len();
            if [whole, decimal]
                .into_iter()
                .flatten()
                .any(|number| context.told(&number, written, &mut wanted))
            {
                return true;
            }
        }
        false
    })
}

/// What stands before a group of digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gap {
    /// Nothing that joins it to the group before.
    None,
    /// One tight `,` `.` `'` `_` and then exactly three digits, as in `1,250`: the groups belong together,
    /// so neither half is read without the other.
    Thousands,
    /// One `,` or `.` before another number of digits.
    Point,
    /// Anything else that may stand inside a number: spaces, hyphens, two marks.
    Loose,
}

/// True where the mark before group `at` can be the decimal point of a number that begins at `first`:
/// the third mark of `1.250.000.000` cannot, having parted thousands before.
fn may_be_point(text: &[char], groups: &[Group], first: usize, at: usize) -> bool {
    let mark = |at: usize| groups.get(at).and_then(|group| text.get(group.start.checked_sub(1)?));
    match gap_before(text, groups, at) {
        Some(Gap::Point) => true,
        Some(Gap::Thousands) => {
            matches!(mark(at), Some(',' | '.')) && (first + 1..at).all(|earlier| mark(earlier) != mark(at))
        }
        _ => false,
    }
}

/// `None` where there is no such group.
fn gap_before(text: &[char], groups: &[Group], at: usize) -> Option<Gap> {
    let group = groups.get(at)?;
    let Some(last) = at.checked_sub(1).and_then(|before| groups.get(before)) else { return Some(Gap::None) };
    let between = text.get(last.end..group.start)?;
    let joins = |c: &char| matches!(c, ',' | '.' | '\'' | '_' | '-' | ' ');
    Some(match between {
        [',' | '.' | '\'' | '_'] if group.end - group.start == 3 => Gap::Thousands,
        [',' | '.'] => Gap::Point,
        [_] | [_, _] | [_, _, _] if between.iter().all(joins) => Gap::Loose,
        _ => Gap::None,
    })
}

fn groups(text: &[char]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (at, c) in text.iter().enumerate() {
        if !c.is_ascii_digit() {
            continue;
        }
        match groups.last_mut() {
            Some(group) if group.end == at => group.end = at + 1,
            _ => groups.push(Group { start: at, end: at + 1 }),
        }
    }
    groups
}

/// What stands round a number.
struct Context {
    power: Option<i32>,
    near_money: bool,
}

impl Context {
    fn of(text: &[char], first: Option<&Group>, last: &Group) -> Self {
        let before = first.and_then(|first| text.get(..first.start)).unwrap_or_default();
        let after = text.get(last.end..).unwrap_or_default();
        let suffix = word(after.iter().copied().skip_while(|c| matches!(c, ' ' | '-')));
        let power = power_of_ten(&suffix);
        let suffix_end = match power {
            Some(_) => after.iter().take_while(|c| matches!(c, ' ' | '-')).count() + suffix.chars().count(),
            None => 0,
        };
        let rest = after.get(suffix_end..).unwrap_or_default();
        let behind = word(rest.iter().copied().skip_while(|c| *c == ' '));
        let ahead: String =
            word(before.iter().rev().copied().skip_while(|c| *c == ' ')).chars().rev().collect();
        let sign_behind = rest.iter().find(|c| **c != ' ').is_some_and(|c| *c == '/' || is_money_sign(*c));
        let sign_ahead = before.iter().rev().find(|c| **c != ' ').is_some_and(|c| is_money_sign(*c));
        let near_money =
            sign_behind || sign_ahead || names_money(&ahead) || names_money(&behind) || behind == "per";
        Self { power, near_money }
    }

    fn told(&self, number: &Number, written: usize, wanted: &mut impl FnMut(&Reading) -> bool) -> bool {
        let plain = Reading { number: number.clone(), suffixed_digits: None, near_money: self.near_money };
        if wanted(&plain) {
            return true;
        }
        self.power.is_some_and(|power| {
            wanted(&Reading {
                number: number.times_ten_to(power),
                suffixed_digits: Some(written),
                near_money: self.near_money,
            })
        })
    }
}

/// The letters that come first, twelve at most.
fn word(chars: impl Iterator<Item = char>) -> String {
    chars.take_while(|c| c.is_alphabetic()).take(12).collect()
}

fn power_of_ten(word: &str) -> Option<i32> {
    let bare = CODES.iter().find_map(|code| word.strip_suffix(code)).filter(|bare| !bare.is_empty());
    [Some(word), bare].into_iter().flatten().find_map(|word| {
        Some(match word {
            "hundred" | "hundreds" => 2,
            "k" | "tsd" | "thousand" | "thousands" | "grand" | "mille" => 3,
            "lakh" | "lakhs" | "lac" => 5,
            "m" | "mm" | "mn" | "mio" | "mil" | "mill" | "mln" | "million" | "millions" | "millionen" => 6,
            "crore" | "crores" | "cr" => 7,
            "b" | "bn" | "bln" | "billion" | "billions" | "mrd" => 9,
            _ => return None,
        })
    })
}

/// Codes that are written against a number (`1.1musd`, `usd1.1m`).
const CODES: [&str; 12] =
    ["usd", "eur", "gbp", "chf", "jpy", "cad", "aud", "inr", "sek", "nok", "dkk", "pln"];

fn names_money(word: &str) -> bool {
    CODES.contains(&word)
        || matches!(
            word,
            "dollar" | "dollars" | "euro" | "euros" | "pound" | "pounds" | "yen" | "francs" | "bucks"
        )
}

fn is_money_sign(c: char) -> bool {
    matches!(c, '$' | '¢' | '£' | '¤' | '¥' | '€') || ('\u{20A0}'..='\u{20CF}').contains(&c)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::screen::fold::fold;

    fn reads(text: &str, number: &str) -> bool {
        let wanted = Number::of_amount(&Amount::parse(number).unwrap()).unwrap();
        any_reading(&fold(text), |reading| reading.number == wanted)
    }

    #[test]
    fn a_number_is_read_in_every_locale() {
        for text in [
            "1250000",
            "1,250,000",
            "1.250.000",
            "1 250 000",
            "1'250'000",
            "1_250_000",
            "12,50,000",
            "1,250,000.00",
            "1.250.000,00",
            "1250000.0",
            "x1250000y",
            "USD1250000",
            "1.25M",
            "1.25 m",
            "1,25 Mio.",
            "1.25mm",
            "1250k",
            "1,250 thousand",
            "1.25-million",
            "12.5 lakh",
            "0.00125bn",
            "1.25MUSD",
            "1 2 5 0 0 0 0",
            "1,2\n50,000",
            "0001250000",
            "500,1250000",
            "cap 2026 1 250 000 usd",
            "1250000.",
            "(1250000)",
            "125e4 1250 k",
        ] {
            assert!(reads(text, "1250000"), "{text}");
        }
    }

    #[test]
    fn no_part_of_a_grouped_number_is_read_alone() {
        for text in ["31,250,000", "1.250.000.000", "1,250", "250,000 and 1", "1.25", "12500000", "91250000"]
        {
            assert!(!reads(text, "1250000"), "{text}");
        }
        assert!(!reads("$1,250,000", "250000"));
        assert!(!reads("$250,000,000", "250000"));
        assert!(reads("1,250", "1.25"));
        assert!(reads("1,250", "1250"));
    }

    #[test]
    fn money_is_near_or_not() {
        let near = |text: &str| {
            let mut near = false;
            any_reading(&fold(text), |reading| {
                near |= reading.near_money;
                false
            });
            near
        };
        for text in ["$22", "22 €", "22/seat", "22 per seat", "usd 22", "22 dollars", "22k usd", "₹22"] {
            assert!(near(text), "{text}");
        }
        for text in ["22 days", "22", "22k rows", "room 22, please", "22 periods"] {
            assert!(!near(text), "{text}");
        }
    }

    #[test]
    fn long_texts_stay_cheap() {
        let mut readings = 0_u32;
        any_reading(&fold(&"1 ".repeat(10_000)), |_| {
            readings += 1;
            false
        });
        assert!(readings <= 10_000 * 16 * 2);
        assert!(!reads(&"9".repeat(500_000), "9"));
    }
}
