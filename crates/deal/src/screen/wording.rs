//! Numbers in words and in Roman figures, where they stand in a text.

use money::Amount;

use super::numerals::{Part, n, parts, spoken};
use super::quantities::{Quantity, Sort, set_sort, token, token as word_at};
use super::reading::{exact, power_at, scale_up};
use super::slips::heard;
use super::tokens::{Kind, Token};

/// Words and figures of a group of a number at most, `seven hundred and eighty-five thousand` among them.
const GROUP: usize = 9;

/// A number in words, where there is one that is more than `one` or `a`.
pub(super) fn in_words(tokens: &[Token], first: usize) -> Option<Quantity> {
    let mut row: Vec<Part> = Vec::new();
    let mut at = first;
    let mut last = first;
    while row.len() < 40 {
        let Some(token) = tokens.get(at) else { break };
        let dictated = row.iter().all(|part| matches!(part, Part::Small(0..=9) | Part::Repeat(_)));
        let in_groups = || matches!(row.last(), Some(Part::Scale(power)) if parts_groups(tokens, at, *power));
        let between = token.text == "-"
            || dictated && matches!(token.text.as_str(), "," | "/" | "." | "|")
            || in_groups();
        if between && !row.is_empty() {
            at += 1;
            continue;
        }
        if token.kind != Kind::Word
            || (at > first && tokens.get(first).is_some_and(|t| t.sentence != token.sentence))
        {
            break;
        }
        let next_is_power = || {
            let next = parts(word_at(tokens, at + 1));
            next.is_some_and(|parts| matches!(parts.first(), Some(Part::Hundred | Part::Scale(2..))))
        };
        let open = row.iter().any(|part| matches!(part, Part::Small(_) | Part::Scale(_) | Part::Hundred));
        let waits = open || matches!(row.last(), Some(Part::A));
        let known = parts(&token.text);
        let known = known.or_else(|| heard(&token.text, waits, next_is_power).map(|part| vec![part]));
        let Some(parts) = known else { break };
        // `a` and `and` begin nothing by themselves, and `once`, `due`, `set` are words of English.
        if row.is_empty() && matches!(parts.first(), Some(Part::And | Part::Point)) {
            break;
        }
        // `five hundred a quarter` is said of a quarter of a year.
        let rated = matches!(parts.as_slice(), [Part::Quarters(1)])
            && matches!(row.as_slice(), [.., Part::Small(_) | Part::Hundred | Part::Scale(_), Part::A]);
        if rated {
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

/// Whether a comma parts the groups of one number (`one million, two hundred thousand`) and not two numbers: what
/// follows it is said in a lower power.
pub(super) fn parts_groups(tokens: &[Token], comma: usize, power: u32) -> bool {
    let Some(at) = tokens.get(comma).filter(|token| matches!(token.text.as_str(), "," | ";")) else {
        return false;
    };
    let group = tokens.iter().skip(comma + 1).take(GROUP).take_while(|token| token.sentence == at.sentence);
    let mut hundred = false;
    for (place, token) in group.enumerate() {
        if token.kind == Kind::Figure || matches!(token.text.as_str(), "-" | "a") {
            continue;
        }
        let behind = power_at(tokens, comma + 1 + place).filter(|power| place > 0 && *power > 2);
        let Some(parts) = behind.map(|power| vec![Part::Scale(power)]).or_else(|| parts(&token.text)) else {
            break;
        };
        for part in parts {
            match part {
                Part::Scale(next) => return next < power,
                Part::Hundred => hundred = true,
                Part::Small(_) | Part::And | Part::A => {}
                Part::Point | Part::Quarters(_) | Part::Repeat(_) => return false,
            }
        }
    }
    // `two thousand, five hundred`
    power == 3 && hundred
}

/// Roman figures in capitals, two letters or more, in one word or letter by letter (`M.C.C.L.`).
pub(super) fn in_roman(tokens: &[Token], at: usize) -> Option<Quantity> {
    let token = tokens
        .get(at)
        .filter(|token| token.kind == Kind::Word && (token.capital || token.text.len() >= 4))?;
    let apart = letters_apart(tokens, at);
    let (text, last) = match &apart {
        Some((text, last)) => (text.as_str(), *last),
        None => (token.text.as_str(), at),
    };
    // `MCCLk`
    let in_thousands = text.strip_suffix('k').filter(|letters| letters.len() >= 3);
    let letters = in_thousands.unwrap_or(text);
    let factor = matches!(word_at(tokens, last + 1), "times" | "x" | "×" | "*")
        || at.checked_sub(1).is_some_and(|at| matches!(word_at(tokens, at), "times" | "x" | "×" | "*"));
    if letters.len() < 2 && !(factor && token.capital && letters == "m") {
        return None;
    }
    let value = roman(letters);
    let loose = value.is_none();
    let value = value.or_else(|| added(letters))?;
    let mut quantity = Quantity {
        readings: vec![exact(&n(value))],
        sort: Sort::Bare,
        scaled: false,
        first: at,
        last,
        in_words: true,
        spelled: false,
    };
    if in_thousands.is_some() {
        quantity.readings.iter_mut().for_each(|reading| *reading = reading.times(&n(1_000)));
        quantity.scaled = true;
    }
    scale_up(&mut quantity, tokens);
    set_sort(&mut quantity, tokens);
    // `MCC thousand and L thousand`
    if quantity.scaled
        && word_at(tokens, quantity.last + 1) == "and"
        && let Some(more) =
            tokens.get(quantity.last + 2).filter(|more| more.capital).and_then(|more| roman(&more.text))
        && word_at(tokens, quantity.last + 3) == word_at(tokens, quantity.last)
    {
        let more = n(more) * n(1_000);
        quantity.readings =
            quantity.readings.iter().map(|reading| exact(&(&reading.value + &more))).collect();
        quantity.last += 3;
    }
    // `MIX` and `CD` are words as well: only a scale or money behind makes them figures for sure.
    let sure = quantity.scaled || quantity.sort == Sort::Money;
    (sure || factor || value >= 100 && quantity.sort == Sort::Bare && !loose && apart.is_none())
        .then_some(quantity)
}

/// Capitals that stand letter by letter, with points or spaces between, two or more: their word and the last token.
fn letters_apart(tokens: &[Token], at: usize) -> Option<(String, usize)> {
    let letter = |at: usize| {
        let token = tokens
            .get(at)
            .filter(|token| token.kind == Kind::Word && token.capital && token.text.len() == 1)?;
        token.text.chars().next().filter(|c| matches!(c, 'i' | 'v' | 'x' | 'l' | 'c' | 'd' | 'm'))
    };
    let (mut text, mut last, mut next) = (String::new(), at, at);
    while let Some(c) = letter(next).filter(|_| text.len() < 24) {
        text.push(c);
        last = next;
        next += 1;
        if matches!(word_at(tokens, next), "." | "-" | "'") {
            last = next;
            next += 1;
        }
    }
    (text.len() >= 2).then_some((text, last))
}

fn letter_value(c: char) -> Option<u32> {
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
}

/// The old way of writing, without what is taken away: `MCCXXXXX`.
fn added(text: &str) -> Option<u32> {
    let values: Vec<u32> = text.chars().map(letter_value).collect::<Option<_>>()?;
    let falls = values.windows(2).all(|pair| pair.first() >= pair.last());
    (falls && values.len() >= 3).then(|| values.iter().sum())
}

fn roman(text: &str) -> Option<u32> {
    let values: Vec<u32> = text.chars().map(letter_value).collect::<Option<_>>()?;
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
