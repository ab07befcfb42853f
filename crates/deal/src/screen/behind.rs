//! What stands behind a figure and says that it counts something, or does not.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::quantities::{STOP, is_money, token};
use super::tokens::{Kind, Token};
use super::typed::{is_unit, set};

/// What a price is said of.
static RATED: LazyLock<HashSet<&str>> = LazyLock::new(|| set(include_str!("words/rated.txt")));

/// `per seat`, `a month`, `pro Nutzer`
pub(super) fn is_a_rate(tokens: &[Token], at: usize) -> bool {
    matches!(
        token(tokens, at),
        "per" | "a" | "each" | "/" | "pro" | "je" | "par" | "por" | "za" | "al" | "im" | "every" | "apiece"
    ) && RATED.contains(token(tokens, at + 1))
}

/// `passes our approvers`, `leaves room`: a unit's name that is a verb here, since it has an object.
pub(super) fn says_what_it_does(tokens: &[Token], at: usize) -> bool {
    if token(tokens, at) == "set"
        && matches!(token(tokens, at + 1), "aside" | "apart" | "up" | "as" | "by" | "in" | "for")
    {
        return true;
    }
    let verb = matches!(
        token(tokens, at),
        "passes"
            | "leaves"
            | "works"
            | "calls"
            | "checks"
            | "moves"
            | "runs"
            | "stops"
            | "orders"
            | "clears"
            | "va"
    );
    verb && matches!(
        token(tokens, at + 1),
        "our"
            | "us"
            | "my"
            | "me"
            | "the"
            | "you"
            | "your"
            | "it"
            | "room"
            | "everybody"
            | "everyone"
            | "nobody"
            | "past"
            | "through"
            | "for"
            | "bene"
    )
}

/// `1,250 virtual machines`: behind it stand at most two adjectives and something of which there are many.
pub(super) fn of_many_things(tokens: &[Token], last: usize) -> bool {
    (1..4)
        .map_while(|skip| tokens.get(last + skip).filter(|word| word.kind == Kind::Word))
        .take_while(|word| !STOP.contains(word.text.as_str()) && !is_money(&word.text))
        .any(|word| {
            let many = word.text.ends_with('s') && !word.text.ends_with("ss");
            // `1.250 Etiketten`
            let german = word.capital
                && !word.upper
                && ["en", "er", "eln", "ern"].iter().any(|end| word.text.ends_with(end));
            word.text.chars().count() > 4 && (many || german)
        })
}

/// `millions of documents`: what is counted stands behind `of`.
pub(super) fn of_something(tokens: &[Token], last: usize) -> bool {
    let word = |at: usize| tokens.get(at).map(|token| token.text.as_str()).unwrap_or_default();
    word(last + 1) == "of" && (2..5).any(|skip| is_unit(word(last + skip)))
}
