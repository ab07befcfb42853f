//! The quantities of a text: figures and numbers in words, with what stands round them.

use std::collections::HashSet;
use std::sync::LazyLock;

use money::Amount;

use super::behind::{is_a_rate, says_what_it_does};
use super::figures::Written;
use super::mixed::in_both;
use super::numerals::{Part, parts};
use super::reading::{in_figures, is_length};
use super::settings::ends_there;
use super::tokens::{Kind, Token, tokens};
use super::topics::is_things;
use super::typed::{is_unit, set, typed};
use super::wording::{in_roman, in_words};
use crate::plain::Plain;

/// What a quantity is by what stands round it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// A sign or name of money, or a rate per seat or month.
    Money,
    /// With a percent sign.
    Percent,
    /// Of something that is no money.
    Counted,
    /// Before a word that is no known unit.
    Noun,
    /// Alone.
    Bare,
}

/// A quantity.
#[derive(Debug, Clone)]
pub(super) struct Quantity {
    /// Ways to read it, the likeliest first.
    pub(super) readings: Vec<Written>,
    pub(super) sort: Sort,
    /// A suffix or word multiplied it.
    pub(super) scaled: bool,
    /// First and last token.
    pub(super) first: usize,
    pub(super) last: usize,
    /// In words, not in figures.
    pub(super) in_words: bool,
    /// Digits one by one (`1 2 5 0 0 0 0`, `one two five`).
    pub(super) spelled: bool,
}

const SIGNS: &[&str] = &["$", "€", "£", "¥", "₹", "¢", "₽", "₩", "₺", "₪", "¤"];
static NAMES: LazyLock<HashSet<&str>> = LazyLock::new(|| set(include_str!("words/money.txt")));
pub(super) static STOP: LazyLock<HashSet<&str>> = LazyLock::new(|| set(include_str!("words/stop.txt")));

/// True for a sign, code or name of money.
pub(super) fn is_money(word: &str) -> bool {
    SIGNS.contains(&word) || NAMES.contains(word)
}

/// What is left of `musd` without the name of money at its end.
pub(super) fn without_money(word: &str) -> Option<&str> {
    NAMES.iter().find_map(|name| word.strip_suffix(name)).filter(|bare| !bare.is_empty())
}

/// All quantities; tokens that are typed take no part.
pub(super) fn quantities(tokens: &[Token], typed: &[bool]) -> Vec<Quantity> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let typed_here = typed.get(at).copied().unwrap_or_default();
        let both = if typed_here { None } else { in_both(tokens, typed, at) };
        let read = if typed_here {
            None
        } else if both.is_some() {
            both
        } else if tokens.get(at).is_some_and(|token| token.kind == Kind::Figure) {
            Some(in_figures(tokens, typed, at))
        } else {
            in_words(tokens, at).or_else(|| in_roman(tokens, at))
        };
        match read {
            Some(quantity) => {
                at = quantity.last + 1;
                found.push(quantity);
            }
            None => at += 1,
        }
    }
    share_units(&mut found, tokens);
    found
}

/// `600 and 750 seats`: the unit behind the last belongs to those before it.
fn share_units(found: &mut [Quantity], tokens: &[Token]) {
    for at in 1..found.len() {
        let Some(earlier) = found.get(at - 1).map(|earlier| (earlier.last, earlier.sort)) else { continue };
        let Some(later) = found.get_mut(at) else { continue };
        let grows = (earlier.0 + 1..later.first).any(|at| {
            matches!(
                token(tokens, at),
                "grow" | "growing" | "grows" | "scale" | "scaling" | "expand" | "ramp"
            )
        });
        let to = later.first.checked_sub(1).is_some_and(|at| token(tokens, at) == "to");
        if grows && to && earlier.1 == Sort::Counted && later.sort == Sort::Bare && !later.scaled {
            later.sort = Sort::Counted;
        }
    }
    for at in (1..found.len()).rev() {
        let Some((later, sort)) = found.get(at).map(|later| (later.first, later.sort)) else { continue };
        let Some(earlier) = found.get_mut(at - 1) else { continue };
        let coupled = matches!(
            token(tokens, earlier.last + 1),
            "and" | "or" | "to" | "-" | "," | "/" | "und" | "&" | "x"
        );
        let shares = coupled
            && earlier.last + 2 == later
            && matches!(earlier.sort, Sort::Bare | Sort::Noun)
            && !earlier.scaled;
        if shares && matches!(sort, Sort::Counted | Sort::Percent) {
            earlier.sort = sort;
        }
    }
}

/// The text of a token, empty where there is none.
pub(super) fn token(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map(|token| token.text.as_str()).unwrap_or_default()
}

fn is_paid(word: &str) -> bool {
    matches!(
        word,
        "payments"
            | "instalments"
            | "installments"
            | "invoices"
            | "rates"
            | "tranches"
            | "fees"
            | "prices"
            | "costs"
            | "offers"
            | "amounts"
            | "terms"
            | "thousands"
            | "millions"
            | "hundreds"
            | "slices"
            | "parts"
            | "steps"
    )
}

/// `36 monthly payments`
fn are_payments(tokens: &[Token], at: usize) -> bool {
    let paid = |at: usize| is_paid(token(tokens, at));
    matches!(token(tokens, at), "monthly" | "annual" | "yearly" | "quarterly" | "equal")
        && (1..3).any(|skip| paid(at + skip))
}

/// Newton, watt, volt and joule in capitals, seconds, metres, and millimetres that stand apart.
fn is_measure(tokens: &[Token], at: usize) -> bool {
    let unit = tokens.get(at);
    let capital = unit.is_some_and(|unit| unit.capital) && matches!(token(tokens, at), "n" | "w" | "v" | "j");
    let apart = unit.is_some_and(|unit| unit.space) && matches!(token(tokens, at), "mm" | "s");
    capital || apart || is_length(tokens, at)
}

fn is_a_number(word: &str) -> bool {
    parts(word).is_some_and(|parts| !matches!(parts.first(), Some(Part::And | Part::A | Part::Point)))
}

/// A word that could be what is counted.
fn is_noun(tokens: &[Token], at: usize, last: usize) -> bool {
    let line = |at: usize| tokens.get(at).map(|token| token.line);
    let sentence = |at: usize| tokens.get(at).map(|token| token.sentence);
    tokens.get(at).is_some_and(|word| {
        word.kind == Kind::Word
            && sentence(at) == sentence(last)
            // A capital begins what stands on the next line.
            && !(word.capital && line(at) != line(last))
            && word.text.chars().count() > 2
            && !STOP.contains(word.text.as_str())
            && !is_money(&word.text)
    })
}

/// Percent, or hundredths of it, which become percent.
fn is_a_share(quantity: &mut Quantity, tokens: &[Token], at: usize) -> bool {
    if matches!(token(tokens, at), "%" | "percent" | "pct" | "prozent" | "procent" | "percentage")
        || (token(tokens, at) == "per" && token(tokens, at + 1) == "cent")
        || matches!(token(tokens, at), "pour") && token(tokens, at + 1) == "cent"
        || matches!(token(tokens, at), "por" | "per") && matches!(token(tokens, at + 1), "ciento" | "cento")
    {
        return true;
    }
    // `yüzde 10,7`
    if quantity.first.checked_sub(1).is_some_and(|at| matches!(token(tokens, at), "yüzde" | "yuzde")) {
        return true;
    }
    // A hundredth of a percent.
    if (token(tokens, at) == "basis" && token(tokens, at + 1).starts_with("point"))
        || matches!(token(tokens, at), "bps" | "bp")
    {
        let hundredth = Amount::parse("0.01").unwrap_or_default();
        quantity.readings.iter_mut().for_each(|reading| *reading = reading.times(&hundredth));
        return true;
    }
    false
}

/// What stands round it.
pub(super) fn set_sort(quantity: &mut Quantity, tokens: &[Token]) {
    let before = quantity.first.checked_sub(1).map(|at| token(tokens, at)).unwrap_or_default();
    let mut at = quantity.last + 1;
    if is_a_share(quantity, tokens, at) {
        quantity.sort = Sort::Percent;
        return;
    }
    if matches!(token(tokens, at), "." | "-" | ",") && tokens.get(at + 1).is_some_and(|next| !next.space) {
        at += 1;
    }
    // `1.3 million US dollars`
    if matches!(
        token(tokens, at),
        "us" | "u.s" | "american" | "canadian" | "australian" | "swiss" | "singapore"
    ) && is_money(token(tokens, at + 1))
    {
        quantity.sort = Sort::Money;
        return;
    }
    let before_before = quantity.first.checked_sub(2).map(|at| token(tokens, at)).unwrap_or_default();
    // `"seats":12`
    let quoted = quantity.first.checked_sub(3).map(|at| token(tokens, at)).unwrap_or_default();
    let key = if before_before == "\"" { quoted } else { before_before };
    if is_money(before)
        || is_money(token(tokens, at))
        || (before == "us" && is_money(token(tokens, at)))
        || (matches!(before, "-" | "~" | "(") && is_money(before_before))
    {
        quantity.sort = Sort::Money;
        return;
    }
    let next = token(tokens, at);
    let rate = is_a_rate(tokens, at);
    // `250 per minute`
    if next == "per" && matches!(token(tokens, at + 1), "minute" | "min" | "second" | "sec") {
        quantity.sort = Sort::Counted;
        return;
    }
    // `25 batches of 50,000`
    if before == "of" && is_things(before_before) && !is_paid(before_before) {
        quantity.sort = Sort::Counted;
        return;
    }
    let payments = are_payments(tokens, at) && !quantity.scaled;
    let rated = matches!(next, "annually" | "yearly" | "monthly" | "p" | "pa" | "apiece" | "pupm" | "pcm");
    if (rate || rated) && !payments {
        quantity.sort = Sort::Money;
        return;
    }
    if payments || token(tokens, at) == "°" || is_measure(tokens, at) {
        quantity.sort = Sort::Counted;
        return;
    }
    if counts_a_unit(quantity, tokens, at) {
        quantity.sort = Sort::Counted;
        return;
    }
    let noun = is_noun(tokens, at, quantity.last);
    // `users: 1,250`
    // `PS: 1,250` is a postscript.
    let named = matches!(before, ":" | "=")
        && is_unit(key)
        && key != "ps"
        && !is_money(key)
        && ends_there(tokens, quantity.last);
    if noun || named {
        quantity.sort = Sort::Noun;
    }
}

/// A unit stands behind it, behind up to two adjectives, and not in what is said next.
fn counts_a_unit(quantity: &Quantity, tokens: &[Token], at: usize) -> bool {
    let sentence = tokens.get(quantity.last).map(|own| own.sentence);
    let most = if says_what_it_does(tokens, at) { 0 } else { 3 };
    for skip in 0..most {
        let word = tokens.get(at + skip).filter(|word| Some(word.sentence) == sentence);
        match word {
            Some(word) if word.kind == Kind::Word && is_unit(&word.text) => {
                return true;
            }
            // `1.25 million in five years` counts no years.
            Some(word) if quantity.scaled && is_a_number(&word.text) => break,
            Some(word)
                if word.kind == Kind::Word && !STOP.contains(word.text.as_str()) && !is_money(&word.text) => {
            }
            Some(word) if matches!(word.text.as_str(), "-" | "°" | "\"") && skip == 0 => {}
            _ => break,
        }
    }
    false
}

/// The figures of a text that could be read as money or share, each as it is likeliest read.
pub(super) fn figures_said(text: &str) -> Vec<Amount> {
    let original: Vec<char> = text.chars().collect();
    let plain = Plain::of(text, usize::MAX);
    let tokens = tokens(&plain, &original);
    let typed = typed(&tokens);
    quantities(&tokens, &typed)
        .into_iter()
        .filter(|quantity| matches!(quantity.sort, Sort::Money | Sort::Percent | Sort::Bare))
        .filter_map(|quantity| quantity.readings.into_iter().next().map(|reading| reading.value))
        .collect()
}

fn counts(tokens: &[Token], last: usize, names: &[&str]) -> bool {
    (1..4)
        .map(|skip| token(tokens, last + skip))
        .take_while(|word| !word.is_empty())
        .any(|word| names.contains(&word))
}

/// The units that a price is said of.
pub(super) const PRICED: [&str; 12] = [
    "seat",
    "seats",
    "user",
    "users",
    "licence",
    "licences",
    "license",
    "licenses",
    "unit",
    "units",
    "subscription",
    "subscriptions",
];

/// What is counted are the units of a price.
pub(super) fn counts_units(tokens: &[Token], last: usize) -> bool {
    counts(tokens, last, &PRICED)
}

/// What is counted are months.
pub(super) fn counts_months(tokens: &[Token], last: usize) -> bool {
    counts(tokens, last, &["month", "months"])
}
