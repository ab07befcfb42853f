//! Phrases that name a base: `for each hundred seats`, `per working day`, `over the three-year term`.

use super::bases::{Of, Phrase, Span};
use super::numerals::{Part, n, parts};
use super::per_what::unit;
use super::quantities::{PRICED, is_money, token};
use super::reading::figure_readings;
use super::tokens::{Kind, Token};
use money::Amount;

/// Words of one phrase at most.
const LONGEST: usize = 8;

/// All phrases of a text, in their order.
pub(super) fn phrases(tokens: &[Token]) -> Vec<Phrase> {
    let mut found: Vec<Phrase> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let read = phrase(tokens, at).or_else(|| goes_on(tokens, at, found.last()?));
        match read {
            Some(phrase) => {
                at = phrase.last.max(at) + 1;
                found.push(phrase);
            }
            None => at += 1,
        }
    }
    found
}

/// `per seat and month`, `per seat/year`, `a seat-month`
fn goes_on(tokens: &[Token], at: usize, before: &Phrase) -> Option<Phrase> {
    let joins = matches!(token(tokens, at), "and" | "/" | "-" | "a" | "und" | "x" | "*");
    if !before.rate || before.last + 1 != at || !joins {
        return None;
    }
    let (of, last) = unit(tokens, at + 1, None, true)?;
    // `per year and seats as before`
    if token(tokens, last).ends_with('s') {
        return None;
    }
    (of != before.of).then_some(Phrase { first: at, last, of, rate: true })
}

fn phrase(tokens: &[Token], at: usize) -> Option<Phrase> {
    let word = |at: usize| token(tokens, at);
    let done = |last: usize, of: Of, rate: bool| Some(Phrase { first: at, last, of, rate });
    let months = |many: u32| Of::Span(Span::Months(n(many)));
    match word(at) {
        "monthly" | "pcm" => return done(at, months(1), true),
        "quarterly" => return done(at, months(3), true),
        "yearly" | "annually" | "annual" => return done(at, months(12), true),
        "weekly" => return done(at, Of::Span(Span::Weeks(n(1))), true),
        "fortnightly" | "biweekly" => return done(at, Of::Span(Span::Weeks(n(2))), true),
        "daily" => return done(at, Of::Span(Span::Days(n(1))), true),
        "hourly" => return done(at, Of::Span(Span::Hours(n(1))), true),
        "semiannually" | "biannually" | "semestrial" => return done(at, months(6), true),
        "pupm" => return done(at, Of::Units(n(1)), true),
        _ => {}
    }
    if let Some(payments) = payments(tokens, at) {
        return Some(payments);
    }
    // `five-year funding`, `36-month total`
    if let (Some(many), next) = number(tokens, at)
        && next > at
        && token(tokens, next - 1) == "-"
        && matches!(word(next), "year" | "month" | "week")
        && let Some((of, last)) = unit(tokens, next, Some(&many), false)
    {
        return done(last, of, false);
    }
    let halves = matches!(word(at), "half" | "semi" | "bi");
    if halves {
        let behind = if word(at + 1) == "-" { at + 2 } else { at + 1 };
        let length = match (word(at), word(behind)) {
            ("half" | "semi", "yearly" | "annual") | (_, "annually") => Some(6),
            ("bi", "monthly") => Some(2),
            _ => None,
        };
        if let Some(length) = length {
            return done(behind, months(length), true);
        }
    }
    let (opened, rate) = opening(tokens, at)?;
    // `each further 100 seats`
    let opened = opened
        + usize::from(
            rate && matches!(word(opened), "further" | "additional" | "extra" | "new" | "more" | "other"),
        );
    let (mut many, mut next) = number(tokens, opened);
    // `for each of the 156 weeks`
    if rate && word(opened) == "of" {
        let behind =
            if matches!(word(opened + 1), "the" | "our" | "these") { opened + 2 } else { opened + 1 };
        (many, next) = (None, number(tokens, behind).1);
    }
    let (of, last) = unit(tokens, next, many.as_ref(), rate)?;
    let counted = many.is_some();
    // `for a month` without a number and `in the year` say when.
    let bare_span = matches!(of, Of::Span(ref span) if *span != Span::Term) && !rate && !counted;
    let one_unit = matches!(of, Of::Units(_)) && !rate && !counted;
    if bare_span || one_unit {
        return None;
    }
    done(last, of, rate)
}

/// `four payments of`, `in two equal instalments of`
fn payments(tokens: &[Token], at: usize) -> Option<Phrase> {
    let (many, mut next) = number(tokens, at);
    let many = many.filter(|many| (n(2)..=n(120)).contains(many))?;
    if matches!(token(tokens, next), "equal" | "identical" | "even" | "level") {
        next += 1;
    }
    let paid = matches!(
        token(tokens, next),
        "payments"
            | "instalments"
            | "installments"
            | "invoices"
            | "tranches"
            | "parts"
            | "rates"
            | "portions"
    );
    let of = paid && matches!(token(tokens, next + 1), "of" | "at" | "each" | ":");
    of.then_some(Phrase { first: at, last: next + 1, of: Of::Parts(many), rate: true })
}

/// What opens a phrase: the token behind it, and whether it is a rate.
fn opening(tokens: &[Token], at: usize) -> Option<(usize, bool)> {
    let word = |at: usize| token(tokens, at);
    let each = |at: usize| matches!(word(at), "each" | "every" | "any" | "all" | "a" | "an" | "one");
    Some(match word(at) {
        "per" | "pro" | "je" | "par" | "por" | "/" => (if each(at + 1) { at + 2 } else { at + 1 }, true),
        "each" | "every" => (at + 1, true),
        "a" | "an" if follows_amount(tokens, at) => (at + 1, true),
        "for" | "to" if matches!(word(at + 1), "each" | "every" | "any") => (at + 2, true),
        "for" | "over" | "across" | "during" | "throughout" | "through" | "within" | "in" | "spread" => {
            let mut next = at + 1;
            while matches!(
                word(next),
                "the"
                    | "a"
                    | "an"
                    | "our"
                    | "your"
                    | "its"
                    | "all"
                    | "those"
                    | "these"
                    | "over"
                    | "course"
                    | "of"
                    | "whole"
                    | "full"
                    | "entire"
                    | "life"
                    | "contract"
                    | "first"
                    | "next"
                    | "agreed"
                    | "complete"
                    | "planned"
            ) && next < at + LONGEST
            {
                next += 1;
            }
            (next, false)
        }
        _ => return None,
    })
}

/// `250 a month`, `two million a year`: the article stands right behind an amount.
fn follows_amount(tokens: &[Token], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).and_then(|at| tokens.get(at)) else { return false };
    before.kind == Kind::Figure
        || is_money(&before.text)
        || parts(&before.text).is_some_and(|parts| {
            matches!(parts.last(), Some(Part::Small(_) | Part::Hundred | Part::Scale(_)))
        })
        || PRICED.contains(&before.text.as_str())
        || matches!(
            before.text.as_str(),
            "k" | "m" | "mm" | "mn" | "bn" | "head" | "nose" | "person" | "piece"
        )
}

/// A number between, in figures or in words of up to a thousand, and what stands behind.
pub(super) fn number(tokens: &[Token], at: usize) -> (Option<Amount>, usize) {
    let text = token(tokens, at);
    let close = |next: usize| if token(tokens, next) == "-" { next + 1 } else { next };
    if tokens.get(at).is_some_and(|token| token.kind == Kind::Figure) {
        let value = figure_readings(text).into_iter().next().map(|reading| reading.value);
        let small = value.filter(|value| value.is_positive() && *value <= n(100_000));
        return match small {
            Some(value) => (Some(value), close(at + 1)),
            None => (None, at),
        };
    }
    let (mut value, mut next, mut read) = (0_u32, at, 0);
    while read < 5 {
        let Some(parts) = parts(token(tokens, next)) else { break };
        match parts.as_slice() {
            [Part::Small(small)] => value = value.saturating_add(*small),
            [Part::Hundred] => value = value.max(1).saturating_mul(100),
            [Part::Scale(3)] => value = value.max(1).saturating_mul(1_000),
            [Part::A] if read == 0 => {}
            _ => break,
        }
        read += 1;
        next = close(next + 1);
    }
    match token(tokens, next) {
        "dozen" if value == 0 => return (Some(n(12)), next + 1),
        "score" if value == 0 => return (Some(n(20)), next + 1),
        _ => {}
    }
    if value == 0 { (None, at) } else { (Some(n(value)), next) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::plain::Plain;
    use crate::screen::tokens::tokens;

    fn of(text: &str) -> Vec<Of> {
        let original: Vec<char> = text.chars().collect();
        phrases(&tokens(&Plain::of(text, usize::MAX), &original))
            .into_iter()
            .map(|phrase| phrase.of)
            .collect()
    }

    #[test]
    fn bases_are_read() {
        let span = |span| vec![Of::Span(span)];
        for (text, expected) in [
            ("260,000 for each hundred seats", vec![Of::Units(n(100))]),
            ("per block of 50 seats", vec![Of::Units(n(50))]),
            ("per ten-seat pack", vec![Of::Units(n(10))]),
            ("for 250 seats", vec![Of::Units(n(250))]),
            ("5,000 per working day", span(Span::WorkingDays(n(1)))),
            ("every half year", span(Span::Months(n(6)))),
            ("each half-year", span(Span::Months(n(6)))),
            ("3 million over the three-year term", span(Span::Months(n(36)))),
            ("across five years", span(Span::Months(n(60)))),
            ("over the whole term", span(Span::Term)),
            ("every other thing", vec![]),
            ("250 a month", span(Span::Months(n(1)))),
            ("a month ago", vec![]),
            ("in a month", vec![]),
            ("per department", vec![Of::Unknown]),
            ("$2 per seat and month", vec![Of::Units(n(1)), Of::Span(Span::Months(n(1)))]),
            ("$2 a seat-year", vec![Of::Units(n(1)), Of::Span(Span::Months(n(12)))]),
        ] {
            assert_eq!(of(text), expected, "{text}");
        }
    }
}
