//! Limits, budgets and targets of other things than money, sizes, and parts of what was counted.

use super::quantities::{Quantity, is_money, token};
use super::tokens::Token;
use super::topics::is_things;
use super::typed::is_unit;

/// Of what there are limits, budgets and targets that have nothing to do with money.
const OF_THINGS: [&str; 71] = [
    "speed",
    "mileage",
    "rate",
    "error",
    "weight",
    "baggage",
    "luggage",
    "retry",
    "latency",
    "time",
    "carbon",
    "character",
    "word",
    "size",
    "age",
    "height",
    "data",
    "memory",
    "upload",
    "file",
    "connection",
    "concurrency",
    "query",
    "burst",
    "request",
    "length",
    "depth",
    "width",
    "soft",
    "hard",
    "group",
    "audience",
    "system",
    "state",
    "architecture",
    "platform",
    "pacing",
    "date",
    "number",
    "retention",
    "adoption",
    "temperature",
    "distance",
    "duration",
    "frequency",
    "performance",
    "liability",
    "uplift",
    "increases",
    "credits",
    "noise",
    "page",
    "frame",
    "crawl",
    "heap",
    "stack",
    "call",
    "open",
    "export",
    "storage",
    "bandwidth",
    "power",
    "load",
    "server",
    "layout",
    "response",
    "alert",
    "alerts",
    "attempts",
    "login",
    "session",
];

/// `rate limit`, `error budget`, `target group`, `maximum weight`, `cap on liability`.
pub(super) fn is_a_limit_of_things(sentence: &[Token], at: usize) -> bool {
    let word = |at: usize| sentence.get(at).map(|token| token.text.as_str()).unwrap_or_default();
    if !matches!(
        word(at),
        "limit"
            | "limits"
            | "budget"
            | "budgets"
            | "cap"
            | "ceiling"
            | "target"
            | "goal"
            | "maximum"
            | "max"
            | "threshold"
            | "reserve"
            | "top"
            | "walk"
    ) {
        return false;
    }
    let thing = |word: &str| OF_THINGS.contains(&word);
    let before = |back: usize| at.checked_sub(back).map(word).unwrap_or_default();
    let apart = matches!(before(1), "-" | "_" | ".");
    let behind = if matches!(word(at + 1), "-" | "_") { 2 } else { 1 };
    let on = matches!(word(at + 1), "on" | "for" | "of") && (2..=4).any(|skip| thing(word(at + skip)));
    // `max 1250 ms` is what the unit behind the figure says.
    let measured = || {
        let figure = (1..=3).find(|skip| word(at + skip).starts_with(|c: char| c.is_ascii_digit()));
        figure.is_some_and(|skip| {
            matches!(word(at + skip + 1), "ms" | "s" | "mb" | "gb" | "kb" | "km" | "kg" | "rows" | "bytes")
                || is_unit(word(at + skip + 1))
                    && !is_money(word(at + skip + 1))
                    && is_things(word(at + skip + 1))
        })
    };
    thing(before(if apart { 2 } else { 1 })) || thing(word(at + behind)) || on || measured()
}

/// `1,250 of them`: part of what was counted before.
pub(super) fn of_them(tokens: &[Token], last: usize) -> bool {
    token(tokens, last + 1) == "of" && matches!(token(tokens, last + 2), "them" | "these" | "those" | "which")
}

/// `300x250`, `440 x 1100 x 88 mm`, `2x 1100 W`: sizes and so many pieces, where no factor is a power of ten.
pub(super) fn is_dimension(tokens: &[Token], quantity: &Quantity) -> bool {
    let by = |at: Option<usize>| at.is_some_and(|at| matches!(token(tokens, at), "x" | "×"));
    let size = |at: Option<usize>| {
        let text = at.map(|at| token(tokens, at)).unwrap_or_default();
        (1..=4).contains(&text.len())
            && text.chars().all(|c| c.is_ascii_digit())
            && !matches!(text, "10" | "100" | "1000")
    };
    let own = quantity.first == quantity.last && size(Some(quantity.first));
    let before = by(quantity.first.checked_sub(1)) && size(quantity.first.checked_sub(2));
    let after = by(Some(quantity.last + 1)) && size(Some(quantity.last + 2));
    own && (before || after)
}
