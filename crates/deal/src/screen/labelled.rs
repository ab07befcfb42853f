//! Numbers behind a word that says what they name: `ticket 4711`, `Inv. 1250`, `sections 4, 7 and 12`.

use super::quantities::{is_money, token};
use super::reading::power_at;
use super::tokens::{Kind, Token};
use super::typed::LABELS;

/// What is numbered from one on, and programs with their versions.
const COUNTS_UP: [&str; 43] = [
    "level",
    "grade",
    "tier",
    "phase",
    "gate",
    "stage",
    "step",
    "edition",
    "chapter",
    "section",
    "slide",
    "page",
    "floor",
    "track",
    "lane",
    "quarter",
    "week",
    "year",
    "day",
    "sap",
    "oracle",
    "java",
    "windows",
    "android",
    "angular",
    "chrome",
    "firefox",
    "safari",
    "ios",
    "macos",
    "rust",
    "ruby",
    "python",
    "php",
    "node",
    "nodejs",
    "react",
    "redis",
    "postgres",
    "postgresql",
    "mysql",
    "debian",
    "ubuntu",
];

/// `Inv. 4711`: the dot at this place shortens a word, and ends no sentence.
fn is_shortened(tokens: &[Token], dot: usize) -> bool {
    dot.checked_sub(1)
        .and_then(|at| tokens.get(at))
        .is_some_and(|word| word.kind == Kind::Word && word.text.chars().count() <= 4)
}

/// A word or sign before it says what it names.
pub(super) fn is_labelled(tokens: &[Token], at: usize) -> bool {
    let Some(own) = tokens.get(at) else { return false };
    // Whoever parts the thousands writes an amount.
    let group =
        |at: usize| tokens.get(at).is_some_and(|token| token.kind == Kind::Figure && token.text.len() == 3);
    let dotted = own
        .text
        .split_once('.')
        .is_some_and(|(head, tail)| head.len() <= 3 && tail.split('.').all(|group| group.len() == 3));
    let parted = dotted || own.text.len() <= 3 && group(at + 1);
    if own.text.contains([',', '\'', '_']) || own.text.matches('.').count() > 2 || parted {
        return false;
    }
    let scaled = tokens.get(at + 1).is_some_and(|next| {
        matches!(
            next.text.as_str(),
            "k" | "m"
                | "mm"
                | "mn"
                | "bn"
                | "million"
                | "thousand"
                | "%"
                | "percent"
                | "€"
                | "$"
                | "usd"
                | "eur"
                | "gbp"
        ) || is_money(&next.text)
            // `Unit 12B`: no price is in thousands of millions.
            || (next.space || next.text != "b")
                && power_at(tokens, at + 1).is_some_and(|power| power >= 3)
    });
    // What is rated is an amount, and of versions and levels there are not so many.
    let of_one = matches!(
        token(tokens, at + 2),
        "seat" | "user" | "head" | "month" | "year" | "quarter" | "licence" | "license" | "unit" | "day"
    );
    let rated = matches!(token(tokens, at + 1), "per" | "each" | "apiece")
        || matches!(token(tokens, at + 1), "a" | "/") && of_one;
    let many = own.text.len() >= 5 && own.text.chars().all(|c| c.is_ascii_digit() || matches!(c, 'e' | '.'));
    if scaled || rated {
        return false;
    }
    // `unit: 2200` is a price.
    let colon = at.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|mark| mark.text == ":");
    let (mut back, mut goes_on) = (at, false);
    for _ in 0..6 {
        let Some(before) = back.checked_sub(1).and_then(|before| tokens.get(before)) else { return false };
        back -= 1;
        let text = before.text.as_str();
        if text == "#" || text == "§" {
            return true;
        }
        if text == "." && before.sentence != own.sentence && !is_shortened(tokens, back) {
            return false;
        }
        if before.line != own.line && !matches!(text, ":" | "." | "#") && back + 1 == at {
            return false;
        }
        if matches!(
            text,
            "." | ":"
                | "no"
                | "nr"
                | "number"
                | "id"
                | "-"
                | "/"
                | "and"
                | "to"
                | "or"
                | ","
                | "code"
                | "\""
                | "to:"
        ) || before.kind == Kind::Figure && back + 1 != at
        {
            goes_on |= text == "," && tokens.get(back + 1).is_some_and(|next| next.space);
            continue;
        }
        // Only of several does a list go on: `in section 4, 208 per seat` is none.
        if goes_on && !text.ends_with('s') {
            return false;
        }
        // `PS` are no pages.
        let plural = text.strip_suffix('s').filter(|one| one.len() > 1).unwrap_or(text);
        // `per year, 300` numbers no year.
        let rate = back.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|rate| {
            matches!(
                rate.text.as_str(),
                "per" | "each" | "every" | "a" | "an" | "and" | "/" | "half" | "working"
            )
        });
        if colon && text == "unit" {
            return false;
        }
        if rate && matches!(text, "year" | "quarter" | "month" | "day" | "week" | "unit" | "head" | "seat") {
            return false;
        }
        let counts_up = many && COUNTS_UP.contains(&plural);
        return before.kind == Kind::Word && !counts_up && (LABELS.contains(text) || LABELS.contains(plural));
    }
    false
}
