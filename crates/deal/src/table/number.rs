//! Numbers as people write them in tables.

use money::{Amount, Currency};

use super::{Cell, Choices, Column, MOST_COLUMNS, MOST_ROWS, Table};

/// Which sign stands before the decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DecimalStyle {
    /// `1,234.56`
    Point,
    /// `1.234,56`
    Comma,
}

/// What a table's numbers tell about their style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StyleGuess {
    /// Some can be read in one way only, and all of them in that.
    Clear(DecimalStyle),
    /// Each can be read in either way and is the same (`1234`).
    Either,
    /// Some can be read in two ways and mean two things (`1.234`), or one asks for the one style and
    /// another for the other: a person says. With examples as they stand there.
    Ask(Vec<String>),
}

/// A number with the currency that its sign or code names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The number.
    pub number: Amount,
    /// The currency beside it.
    pub currency: Option<Currency>,
}

/// Signs that name one currency each. `$`, `kr` and `¥` name several and so none.
const SIGNS: [(&str, &str); 4] = [("€", "EUR"), ("£", "GBP"), ("₹", "INR"), ("US$", "USD")];

/// The currency of a code or sign: `usd`, `€`, `US$`.
pub(super) fn currency_of(text: &str) -> Option<Currency> {
    let text = text.trim();
    let sign = SIGNS.iter().find(|(sign, _)| *sign == text).map(|(_, code)| *code);
    Currency::parse(sign.unwrap_or(&text.to_ascii_uppercase())).ok()
}

/// Reads a number: `1,234.56`, `EUR 1.234,56`, `€ 12`, `1 234`, `1'234.50`, `-3`, `(3)`. Groups must have
/// three digits.
pub fn read_number(text: &str, style: DecimalStyle) -> Option<Read> {
    let trimmed = text.trim();
    let (bracketed, inner) = match trimmed.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => (true, inner),
        None => (false, trimmed),
    };
    let first = inner.find(|c: char| c.is_ascii_digit())?;
    let last = inner.rfind(|c: char| c.is_ascii_digit())?;
    let (before, rest) = inner.split_at_checked(first)?;
    let (digits, after) = rest.split_at_checked(last - first + 1)?;
    let (minus, before) = match before.trim() {
        sign if sign.starts_with(['-', '−']) => (true, sign.trim_start_matches(['-', '−'])),
        sign if sign.ends_with(['-', '−']) => (true, sign.trim_end_matches(['-', '−'])),
        sign => (false, sign),
    };
    let beside = [before.trim(), after.trim()].concat();
    let currency = match beside.as_str() {
        "" | "$" | "%" => None,
        named => Some(currency_of(named)?),
    };
    let number = Amount::parse(&plain(digits, style)?).ok()?;
    Some(Read { number: if minus || bracketed { -number } else { number }, currency })
}

/// Digits with a point, or none where the groups are not groups.
fn plain(digits: &str, style: DecimalStyle) -> Option<String> {
    let (point, group) = match style {
        DecimalStyle::Point => ('.', ','),
        DecimalStyle::Comma => (',', '.'),
    };
    let (whole, fraction) = match digits.split_once(point) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (digits, None),
    };
    if fraction.is_some_and(|fraction| !fraction.bytes().all(|byte| byte.is_ascii_digit())) {
        return None;
    }
    let space = |c: char| matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\'' | '’');
    let mut groups = whole.split(|c: char| c == group || space(c));
    let mut plain = groups.next().filter(|first| !first.is_empty())?.to_owned();
    let mut grouped = false;
    for part in groups {
        if part.len() != 3 {
            return None;
        }
        grouped = true;
        plain.push_str(part);
    }
    if grouped && whole.split(|c: char| c == group || space(c)).next().is_some_and(|first| first.len() > 3) {
        return None;
    }
    if !plain.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(match fraction {
        Some(fraction) => format!("{plain}.{fraction}"),
        None => plain,
    })
}

/// What the cells of number columns tell about their style.
pub fn style_of(table: &Table, choices: &Choices) -> StyleGuess {
    let mut clear: [Vec<String>; 2] = [Vec::new(), Vec::new()];
    let mut open: Vec<String> = Vec::new();
    let rows = table.rows.iter().take(MOST_ROWS).skip(choices.header + 1);
    for (place, cell) in rows.flat_map(|row| row.iter().take(MOST_COLUMNS).enumerate()) {
        let (Cell::Text(text), Some(true)) = (cell, choices.columns.get(place).map(Column::is_number)) else {
            continue;
        };
        let read = |style| read_number(text, style).map(|read| read.number);
        match (read(DecimalStyle::Point), read(DecimalStyle::Comma)) {
            (Some(one), Some(other)) if one == other => {}
            (Some(_), Some(_)) => keep(&mut open, text),
            (Some(_), None) => clear.iter_mut().take(1).for_each(|list| keep(list, text)),
            (None, Some(_)) => clear.iter_mut().skip(1).for_each(|list| keep(list, text)),
            (None, None) => {}
        }
    }
    let [point, comma] = clear;
    match (point.is_empty(), comma.is_empty()) {
        (false, true) => StyleGuess::Clear(DecimalStyle::Point),
        (true, false) => StyleGuess::Clear(DecimalStyle::Comma),
        (true, true) if open.is_empty() => StyleGuess::Either,
        _ => StyleGuess::Ask([open, point, comma].concat().into_iter().take(6).collect()),
    }
}

fn keep(list: &mut Vec<String>, text: &str) {
    if list.len() < 3 {
        list.push(text.trim().chars().take(40).collect());
    }
}
