//! A condition as words and numbers.

use money::Amount;

/// A word or a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Word {
    Text(String),
    Number(Amount),
    Percent,
}

const SPELLED: [(&str, u32); 24] = [
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("twelve", 12),
    ("fourteen", 14),
    ("fifteen", 15),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fortyfive", 45),
    ("sixty", 60),
    ("ninety", 90),
    ("drei", 3),
    ("sechs", 6),
    ("dreißig", 30),
    ("sechzig", 60),
    ("neunzig", 90),
];

impl Word {
    pub(super) fn is(&self, wanted: &str) -> bool {
        matches!(self, Self::Text(text) if text == wanted)
    }

    pub(super) fn begins(&self, stems: &[&str]) -> bool {
        matches!(self, Self::Text(text) if stems.iter().any(|stem| text.starts_with(stem)))
    }

    pub(super) fn is_percent(&self) -> bool {
        *self == Self::Percent || self.begins(&["percent", "prozent", "pct"])
    }

    pub(super) fn is_days(&self) -> bool {
        self.days_each().is_some()
    }

    /// Days of one of these.
    pub(super) fn days_each(&self) -> Option<u32> {
        let Self::Text(text) = self else { return None };
        Some(match text.as_str() {
            "day" | "days" | "tag" | "tage" | "tagen" | "d" => 1,
            "week" | "weeks" | "woche" | "wochen" => 7,
            "month" | "months" | "monat" | "monate" | "monaten" => 30,
            "year" | "years" | "jahr" | "jahre" | "jahren" => 365,
            _ => return None,
        })
    }
}

/// A condition's parts; a comma or point between digits parts nothing.
pub(super) fn parts(condition: &str) -> Vec<String> {
    let signs: Vec<char> = condition.chars().collect();
    let mut parts = vec![String::new()];
    for (place, sign) in signs.iter().enumerate() {
        let digit = |at: Option<usize>| at.and_then(|at| signs.get(at)).is_some_and(char::is_ascii_digit);
        let within = digit(place.checked_sub(1)) && digit(place.checked_add(1));
        match sign {
            ';' | '\n' => parts.push(String::new()),
            ',' | '.' if !within => parts.push(String::new()),
            sign => parts.last_mut().into_iter().for_each(|part| part.push(*sign)),
        }
    }
    parts
}

/// The words of a part. `per cent` is one; `business`, `calendar` and the like before a unit of time
/// fall out, as do the brackets of `sixty (60) days`.
pub(super) fn words(part: &str) -> Vec<Word> {
    let lower = part.to_lowercase().replace("per cent", "percent").replace("forty-five", "fortyfive");
    let mut found = Vec::new();
    let mut text = String::new();
    let mut chars = lower.chars().peekable();
    while let Some(sign) = chars.next() {
        let number = text.chars().all(|c| c.is_ascii_digit() || c == '.') && !text.is_empty();
        let digit_next = chars.peek().is_some_and(char::is_ascii_digit);
        match sign {
            '.' | ',' if number && digit_next => text.push('.'),
            c if c.is_ascii_digit() && !number && !text.is_empty() => {
                take(&mut text, &mut found);
                text.push(c);
            }
            c if c.is_alphabetic() && number => {
                take(&mut text, &mut found);
                text.push(c);
            }
            c if c.is_alphanumeric() => text.push(c),
            '%' | '％' => {
                take(&mut text, &mut found);
                found.push(Word::Percent);
            }
            _ => take(&mut text, &mut found),
        }
    }
    take(&mut text, &mut found);
    // `sixty (60) days` says one number twice.
    found.dedup_by(|later, earlier| later == earlier && matches!(later, Word::Number(_)));
    found
}

fn take(text: &mut String, found: &mut Vec<Word>) {
    let word = std::mem::take(text);
    if word.is_empty() || ["business", "calendar", "working", "full", "consecutive"].contains(&word.as_str())
    {
        return;
    }
    if let Some((_, number)) = SPELLED.iter().find(|(name, _)| *name == word) {
        found.push(Word::Number(Amount::from(*number)));
    } else if let (true, Ok(number)) = (word.starts_with(|c: char| c.is_ascii_digit()), Amount::parse(&word))
    {
        found.push(Word::Number(number));
    } else {
        found.push(Word::Text(word));
    }
}
