//! Limits, budgets and targets of other things than money.

use super::quantities::is_money;
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
