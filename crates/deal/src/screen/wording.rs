//! Numbers in words and in Roman figures, where they stand in a text.

use money::Amount;

use super::numerals::{Part, n, parts, spoken};
use super::quantities::{Quantity, Sort, set_sort, token};
use super::reading::{exact, scale_up};
use super::tokens::{Kind, Token};

/// A number in words, where there is one that is more than `one` or `a`.
pub(super) fn in_words(tokens: &[Token], first: usize) -> Option<Quantity> {
    let mut row: Vec<Part> = Vec::new();
    let mut at = first;
    let mut last = first;
    while row.len() < 40 {
        let Some(token) = tokens.get(at) else { break };
        let dictated = row.iter().all(|part| matches!(part, Part::Small(0..=9) | Part::Repeat(_)));
        let between = token.text == "-" || dictated && matches!(token.text.as_str(), "," | "/" | "." | "|");
        if between && !row.is_empty() {
            at += 1;
            continue;
        }
        if token.kind != Kind::Word
            || (at > first && tokens.get(first).is_some_and(|t| t.sentence != token.sentence))
        {
            break;
        }
        let Some(parts) = parts(&token.text) else { break };
        // `a` and `and` begin nothing by themselves, and `once`, `due`, `set` are words of English.
        if row.is_empty() && matches!(parts.first(), Some(Part::And | Part::Point)) {
            break;
        }
        row.extend(parts);
        if !matches!(row.last(), Some(Part::And | Part::A | Part::Point | Part::Repeat(_))) {
            last = at;
        }
        at += 1;
    }
    while matches!(row.last(), Some(Part::And | Part::A | Part::Point | Part::Repeat(_))) {
        row.pop();
    }
    let read = spoken(&row)?;
    let english = [
        "once", "due", "set", "on", "en", "fem", "um", "un", "sept", "six", "dos", "ten", "een", "mil",
        "cent", "cents", "m", "k", "media", "sto", "tre",
    ];
    let lone = row.len() == 1
        && english.contains(&token(tokens, first))
        && token(tokens, first) != "ten"
        && token(tokens, first) != "six";
    let fraction_alone = read.parts == 0 && row.iter().any(|part| matches!(part, Part::Quarters(_)));
    if lone || (row.first() == Some(&Part::A) && row.len() == 1) {
        return None;
    }
    // `a quarter`, `half`: a share of something only where `of`, `off` or a scale follows.
    if fraction_alone
        && !matches!(
            token(tokens, last + 1),
            "of" | "off" | "way" | "less" | "more" | "below" | "above" | "million"
        )
    {
        return None;
    }
    if read.value == n(1) && !read.scaled && !read.broken {
        return None;
    }
    let (value, spelled) = match &read.digits {
        Some(digits) => (Amount::parse(digits.trim_start_matches('0')).unwrap_or_default(), true),
        None => (read.value.clone(), false),
    };
    let mut readings = vec![exact(&value)];
    if spelled {
        readings.push(exact(&read.value));
    }
    let mut quantity =
        Quantity { readings, sort: Sort::Bare, scaled: read.scaled, first, last, in_words: true, spelled };
    if read.broken && !read.scaled {
        // `one point one m`, `one and a quarter mil`
        scale_up(&mut quantity, tokens);
    }
    set_sort(&mut quantity, tokens);
    Some(quantity)
}

/// Roman figures in capitals, two letters or more.
pub(super) fn in_roman(tokens: &[Token], at: usize) -> Option<Quantity> {
    let token = tokens.get(at).filter(|token| {
        token.kind == Kind::Word && (token.capital || token.text.len() >= 4) && token.text.len() >= 2
    })?;
    // `MCCLk`
    let in_thousands = token.text.strip_suffix('k').filter(|letters| letters.len() >= 3);
    let value = roman(in_thousands.unwrap_or(&token.text))?;
    let mut quantity = Quantity {
        readings: vec![exact(&n(value))],
        sort: Sort::Bare,
        scaled: false,
        first: at,
        last: at,
        in_words: true,
        spelled: false,
    };
    if in_thousands.is_some() {
        quantity.readings.iter_mut().for_each(|reading| *reading = reading.times(&n(1_000)));
        quantity.scaled = true;
    }
    scale_up(&mut quantity, tokens);
    set_sort(&mut quantity, tokens);
    // `MIX` and `CD` are words as well: only a scale or money behind makes them figures for sure.
    (quantity.scaled || quantity.sort == Sort::Money || value >= 100 && quantity.sort == Sort::Bare)
        .then_some(quantity)
}

fn roman(text: &str) -> Option<u32> {
    let value = |c: char| {
        Some(match c {
            'i' => 1,
            'v' => 5,
            'x' => 10,
            'l' => 50,
            'c' => 100,
            'd' => 500,
            'm' => 1000,
            _ => return None,
        })
    };
    let values: Vec<u32> = text.chars().map(value).collect::<Option<_>>()?;
    let mut total = 0_i64;
    for (at, value) in values.iter().enumerate() {
        let next = values.get(at + 1).copied().unwrap_or_default();
        total += if *value < next { -i64::from(*value) } else { i64::from(*value) };
    }
    let total = u32::try_from(total).ok()?;
    if in_letters(total) != text {
        return None;
    }
    Some(total)
}

/// The one right way to write a number in Roman figures.
fn in_letters(mut value: u32) -> String {
    let steps = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    let mut text = String::new();
    for (step, letters) in steps {
        while value >= step && text.len() < 40 {
            text.push_str(letters);
            value -= step;
        }
    }
    text
}
