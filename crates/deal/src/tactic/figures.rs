//! The figures of a message: their value, and whether they are money, a share or a count.

use money::Amount;

use super::numerals::in_words;
use super::words::{Kind, Word};

/// No price has more digits.
const LONGEST: usize = 18;

/// What a figure says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// Money by its mark or its size.
    Money,
    /// A number without a mark: a price, if the thread speaks of it as one.
    Bare,
    /// A share in percent.
    Percent,
    /// So many of something, a date, the number of a page.
    Count,
}

/// A figure and where it stands among the words.
#[derive(Debug, Clone)]
pub(super) struct Figure {
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) value: Amount,
    pub(super) sort: Sort,
}

impl Figure {
    pub(super) fn is_price(&self) -> bool {
        matches!(self.sort, Sort::Money | Sort::Bare)
    }
}

/// The figures above zero, in their order.
pub(super) fn figures(words: &[Word]) -> Vec<Figure> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let figure = match word.kind {
            Kind::Number | Kind::Money | Kind::Percent => figure(words, at),
            _ => None,
        };
        at = figure.as_ref().map_or(at, |figure: &Figure| figure.last) + 1;
        let Some(mut figure) = figure.filter(|figure| figure.value.is_positive()) else { continue };
        if figure.sort == Sort::Bare && goes_on(words, &found, &figure) {
            figure.sort = Sort::Count;
        }
        found.push(figure);
    }
    found
}

/// `thirty days rather than sixty`: what is compared with a count is one.
fn goes_on(words: &[Word], found: &[Figure], figure: &Figure) -> bool {
    let compares = figure
        .first
        .checked_sub(1)
        .and_then(|at| words.get(at))
        .is_some_and(|word| matches!(word.text.as_str(), "than" | "of" | "not" | "to" | "or" | "from"));
    compares && found.last().is_some_and(|last| last.sort == Sort::Count && last.first + 8 > figure.first)
}

fn figure(words: &[Word], first: usize) -> Option<Figure> {
    let word = words.get(first)?;
    if word.text.starts_with(|c: char| c.is_ascii_digit()) {
        let sort = sort(words, first, first, word);
        return Some(Figure { first, last: first, value: value(word)?, sort });
    }
    let (last, value) = in_words(words, first)?;
    let sort = sort(words, first, last, words.get(last)?);
    Some(Figure { first, last, value, sort })
}

fn sort(words: &[Word], first: usize, last: usize, ends: &Word) -> Sort {
    let after = |ahead: usize| words.get(last + ahead).map(|word| word.text.as_str()).unwrap_or_default();
    let before = first.checked_sub(1).and_then(|at| words.get(at)).map(|word| word.text.as_str());
    match ends.kind {
        Kind::Percent => Sort::Percent,
        Kind::Money => Sort::Money,
        _ if after(1) == "a" && is_share(after(2)) || is_share(after(1)) => Sort::Percent,
        _ if before.is_some_and(numbers_things) || is_month(after(1)) || before.is_some_and(is_month) => {
            Sort::Count
        }
        _ if counted(after(1)) || is_word(after(1)) && counted(after(2)) => Sort::Count,
        _ if is_year(&ends.text) || is_filler(words, first, last) => Sort::Count,
        _ => Sort::Bare,
    }
}

fn is_share(word: &str) -> bool {
    matches!(word, "percent" | "point" | "points" | "pct")
}

/// A word that can stand between a number and what it counts, and no word of rates.
fn is_word(word: &str) -> bool {
    !matches!(
        word,
        "" | "." | "?" | "a" | "an" | "per" | "each" | "for" | "and" | "or" | "on" | "to" | "from" | "is"
    ) && word.chars().all(char::is_alphabetic)
}

fn is_year(text: &str) -> bool {
    text.len() == 4 && (text.starts_with("19") || text.starts_with("20"))
}

/// `one` and its like, which count nothing by themselves.
fn is_filler(words: &[Word], first: usize, last: usize) -> bool {
    let alone = first == last;
    let text = words.get(first).map(|word| word.text.as_str()).unwrap_or_default();
    alone && matches!(text, "one" | "half" | "couple" | "twice" | "double" | "triple" | "dozen")
}

/// `page 7`, `version 3`: a number that names something.
fn numbers_things(before: &str) -> bool {
    matches!(
        before,
        "page"
            | "clause"
            | "section"
            | "chapter"
            | "line"
            | "item"
            | "number"
            | "no"
            | "version"
            | "v"
            | "option"
            | "phase"
            | "round"
            | "round:"
            | "lot"
            | "annex"
            | "day"
            | "week"
            | "mail"
            | "point"
            | "article"
            | "step"
            | "level"
            | "tier"
            | "room"
            | "gate"
            | "order"
            | "net"
            | "quarter"
            | "year"
    )
}

fn is_month(word: &str) -> bool {
    matches!(
        word,
        "january"
            | "february"
            | "march"
            | "april"
            | "june"
            | "july"
            | "august"
            | "september"
            | "october"
            | "november"
            | "december"
            | "jan"
            | "feb"
            | "apr"
            | "jun"
            | "jul"
            | "aug"
            | "sept"
            | "oct"
            | "nov"
            | "dec"
            | "pm"
            | "am"
            | "o'clock"
    )
}

/// What is counted and no money; a length of time is counted, too.
fn counted(word: &str) -> bool {
    const STEMS: [&str; 78] = [
        "user",
        "seat",
        "licen",
        "device",
        "site",
        "people",
        "person",
        "employee",
        "staff",
        "desk",
        "chair",
        "unit",
        "van",
        "camera",
        "month",
        "day",
        "hour",
        "week",
        "minute",
        "year",
        "location",
        "workstation",
        "piece",
        "pallet",
        "truck",
        "lift",
        "drop",
        "pickup",
        "deliver",
        "case",
        "box",
        "item",
        "page",
        "word",
        "ticket",
        "gb",
        "tb",
        "mb",
        "litre",
        "liter",
        "ton",
        "kg",
        "km",
        "cm",
        "part",
        "round",
        "step",
        "point",
        "question",
        "module",
        "floor",
        "building",
        "store",
        "shop",
        "plant",
        "container",
        "parcel",
        "episode",
        "slot",
        "spot",
        "customer",
        "client",
        "agent",
        "engineer",
        "technician",
        "consultant",
        "trip",
        "meal",
        "document",
        "call",
        "request",
        "workstream",
        "language",
        "region",
        "signature",
        "reject",
        "workshop",
        "training",
    ];
    STEMS.iter().any(|stem| word.starts_with(stem)) && !matches!(word, "partner" | "pointed" | "daily")
}

/// A number in digits with its multiplier.
pub(super) fn value(word: &Word) -> Option<Amount> {
    let digits: String = word.text.chars().take_while(|c| !c.is_alphabetic()).collect();
    let suffix: String = word.text.chars().skip_while(|c| !c.is_alphabetic()).collect();
    if digits.len() > LONGEST {
        return None;
    }
    let thousands = digits.rsplit([',', '.', '\'']).next().is_some_and(|last| last.len() == 3)
        && !digits.starts_with("0.")
        && !digits.starts_with("0,");
    let plain: String = if thousands {
        digits.chars().filter(char::is_ascii_digit).collect()
    } else {
        digits.replace(',', ".")
    };
    let amount = Amount::parse(&plain).ok()? * Amount::from(word.times);
    Some(match suffix.as_str() {
        "k" => amount * Amount::from(1_000_u32),
        "m" | "mio" | "mn" | "mm" => amount * Amount::from(1_000_000_u32),
        "bn" => amount * Amount::from(1_000_000_000_u32),
        _ => amount,
    })
}

/// Within half and one and a half times.
pub(super) fn near(value: &Amount, last: &Amount) -> bool {
    let twice = value * Amount::from(2_u32);
    twice >= *last && twice <= last * Amount::from(3_u32)
}

#[cfg(test)]
mod tests {
    use super::super::words::words;
    use super::*;

    #[test]
    fn figures_are_read_with_what_they_are() {
        for (text, value, sort) in [
            ("$2.4M then", "2400000", Sort::Money),
            ("1.15 million", "1150000", Sort::Money),
            ("four hundred and eighty thousand", "480000", Sort::Money),
            ("Four twenty.", "420", Sort::Bare),
            ("three ten", "310", Sort::Bare),
            ("thirty-five", "35", Sort::Bare),
            ("940 a month", "940", Sort::Bare),
            ("500 active users", "500", Sort::Count),
            ("24 months", "24", Sort::Count),
            ("an extra three percent", "3", Sort::Percent),
            ("half a percent", "0.5", Sort::Percent),
            ("page 7", "7", Sort::Count),
            ("in 2027", "2027", Sort::Count),
            ("64,250", "64250", Sort::Money),
        ] {
            let found = figures(&words(text));
            let one = found.first().map(|figure| (figure.value.to_string(), figure.sort));
            assert_eq!(one, Some((value.to_owned(), sort)), "{text}");
        }
    }
}
