//! Figures that name something by the build of what they stand in: flags of a command, clauses with a letter in brackets,
//! identities that authorities give, rows of a list whose head says what is counted.

use super::quantities::{PRICED, is_money};
use super::settings::{speaks_of_a_price, speaks_of_price};
use super::tokens::{Kind, Token};
use super::typed::{LABELS, is_unit, speaks_of_money};

/// So far round a figure is looked; a sentence is as long as its author likes.
const FAR: usize = 30;

/// A word near it in its sentence speaks of a price, a limit or money.
fn is_of_price(tokens: &[Token], at: usize) -> bool {
    let sentence = tokens.get(at).map(|token| token.sentence);
    let speaks = |token: &Token| is_money(&token.text) || speaks_of_a_price(&token.text);
    let near = tokens.get(at.saturating_sub(FAR)..(at + FAR).min(tokens.len())).unwrap_or_default();
    near.iter().any(|token| Some(token.sentence) == sentence && speaks(token))
}

fn text(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map(|token| token.text.as_str()).unwrap_or_default()
}

fn is_plain(tokens: &[Token], at: usize) -> bool {
    let own = tokens.get(at);
    own.is_some_and(|own| own.kind == Kind::Figure && own.text.chars().all(|c| c.is_ascii_digit()))
}

/// `ulimit -n 1100`, `--max-old-space-size=1300`: what a flag of a command is set to.
pub(super) fn is_flagged(tokens: &[Token], at: usize) -> bool {
    if !is_plain(tokens, at) {
        return false;
    }
    let dash = |at: usize| text(tokens, at) == "-";
    let close = |at: usize| tokens.get(at).is_some_and(|token| !token.space);
    // `-n 1100`
    let short = at >= 2
        && !is_of_price(tokens, at)
        && dash(at - 2)
        && tokens.get(at - 2).is_some_and(|dash| dash.space)
        && text(tokens, at - 1).len() == 1
        && tokens.get(at - 1).is_some_and(|flag| flag.kind == Kind::Word && !flag.space);
    let start = (0..at).rev().find(|at| !close(*at)).unwrap_or_default();
    let run = tokens.get(start..at).unwrap_or_default();
    let long = close(at)
        && dash(start)
        && dash(start + 1)
        && text(tokens, at - 1) == "="
        && !run.iter().any(|part| is_money(&part.text) || part.text != "max" && speaks_of_money(&part.text));
    short || long
}

/// `7.4.2(5)`, `2.7(b)`: a clause with its part in brackets.
pub(super) fn is_a_clause(tokens: &[Token], at: usize) -> bool {
    let own = text(tokens, at);
    let short =
        own.split('.').all(|part| (1..=2).contains(&part.len()) && part.chars().all(|c| c.is_ascii_digit()));
    let close = |at: usize| tokens.get(at).is_some_and(|token| !token.space);
    let part = text(tokens, at + 2);
    let within = (1..=2).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric());
    let behind = text(tokens, at + 1) == "("
        && text(tokens, at + 3) == ")"
        && within
        && close(at + 1)
        && close(at + 2);
    // `the attrition clause (5.7)`
    let named = at >= 2
        && text(tokens, at - 1) == "("
        && text(tokens, at + 1) == ")"
        && matches!(
            text(tokens, at - 2),
            "clause" | "section" | "article" | "paragraph" | "annex" | "schedule" | "provision" | "chapter"
        );
    short && own.contains('.') && (behind || named)
}

/// `VAT number is DE 813 250 110`, `tracking no. 1Z 88E 4A7 03 9942 7716`: the tokens of an identity in groups, nine
/// figures or more behind a word that names one.
pub(super) fn identities(tokens: &[Token]) -> Vec<(usize, usize)> {
    const NAMES: [&str; 18] = [
        "vat",
        "tax",
        "ust",
        "gst",
        "gstin",
        "tva",
        "iban",
        "siren",
        "siret",
        "abn",
        "ein",
        "duns",
        "tracking",
        "isbn",
        "imei",
        "serial",
        "consignment",
        "eori",
    ];
    let named = |token: &Token| NAMES.contains(&token.text.as_str());
    tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| named(token))
        .filter_map(|(at, _)| {
            let mut next = at + 1;
            while matches!(
                text(tokens, next),
                "number"
                    | "no"
                    | "id"
                    | "is"
                    | "."
                    | ":"
                    | "code"
                    | "nr"
                    | "#"
                    | "registration"
                    | "identification"
            ) {
                next += 1;
            }
            let first = next;
            let (mut figures, mut groups) = (0, 0);
            while let Some(own) = tokens.get(next).filter(|_| next < first + 24) {
                let short = own.kind == Kind::Word
                    && own.text.len() <= 6
                    && own.capital
                    && (own.upper || own.text.len() == 1);
                let within = own.kind == Kind::Word && !own.space && own.text.len() <= 5;
                let mark = matches!(own.text.as_str(), "-" | "." | "/") && !own.space;
                if own.kind == Kind::Figure && own.text.chars().all(|c| c.is_ascii_digit()) {
                    figures += own.text.len();
                    groups += 1;
                } else if !(short || within || mark) || is_money(&own.text) {
                    break;
                }
                next += 1;
            }
            (figures >= 9 && groups >= 1).then_some((first, next))
        })
        .collect()
}

/// Tokens of a cell at most; more are a sentence that a comma parts.
const CELL: usize = 4;

/// Rows under a head that names columns: the figures of a column that counts. `Dear team,` is no head, and a sentence
/// below it no row.
pub(super) fn counted_columns(tokens: &[Token]) -> Vec<usize> {
    let mut counted: Vec<usize> = Vec::new();
    let mut columns: Vec<bool> = Vec::new();
    let mut start = 0;
    while start < tokens.len() {
        let line = tokens.get(start).map(|token| token.line);
        let long = tokens
            .get(start..)
            .unwrap_or_default()
            .iter()
            .take_while(|token| Some(token.line) == line)
            .count();
        let own = tokens.get(start..start + long).unwrap_or_default();
        let mark = |token: &Token| matches!(token.text.as_str(), "," | ";" | "|");
        let parted = own.iter().filter(|token| mark(token)).count();
        let figures = own.iter().any(|token| token.kind == Kind::Figure);
        if parted == 0 {
            columns.clear();
        } else if !figures {
            let words: Vec<&[Token]> = own.split(mark).collect();
            let of_money = own.iter().any(|token| {
                is_money(&token.text)
                    || speaks_of_a_price(&token.text) && !PRICED.contains(&token.text.as_str())
            });
            let rows = words.len() > 1 && words.iter().all(|column| (1..=3).contains(&column.len()));
            columns = words
                .iter()
                .map(|column| {
                    rows && !of_money
                        && column
                            .iter()
                            .any(|token| is_unit(&token.text) || PRICED.contains(&token.text.as_str()))
                })
                .collect();
        } else {
            let row = parted + 1 == columns.len() && own.split(mark).all(|cell| cell.len() <= CELL);
            let mut column = 0;
            for (place, token) in own.iter().enumerate().filter(|_| row) {
                if mark(token) {
                    column += 1;
                } else if token.kind == Kind::Figure && columns.get(column).copied().unwrap_or_default() {
                    counted.push(start + place);
                }
            }
        }
        start += long.max(1);
    }
    counted
}

/// `waiting=13` beside another of its kind in a line: what a machine says of itself.
pub(super) fn is_one_of_pairs(tokens: &[Token], at: usize) -> bool {
    let pair = |at: usize| {
        at >= 2
            && is_plain(tokens, at)
            && text(tokens, at - 1) == "="
            && tokens.get(at - 2).is_some_and(|name| {
                name.kind == Kind::Word
                    && name.text.len() > 3
                    && !is_money(&name.text)
                    && !speaks_of_money(&name.text)
                    && !speaks_of_a_price(&name.text)
            })
    };
    let line = tokens.get(at).map(|token| token.line);
    pair(at)
        && !is_of_price(tokens, at)
        && (at.saturating_sub(8)..at + 9)
            .filter(|other| *other != at && tokens.get(*other).map(|token| token.line) == line)
            .any(pair)
}

/// `by ten`, `on Tuesday at 11`: an hour, where its sentence names a day or another time.
pub(super) fn is_an_hour(tokens: &[Token], at: usize) -> bool {
    const DAYS: [&str; 13] = [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "today",
        "tomorrow",
        "morning",
        "noon",
        "afternoon",
        "office",
    ];
    let small = (1..=2).contains(&text(tokens, at).len()) && is_plain(tokens, at);
    let hour = text(tokens, at).parse::<u32>().is_ok_and(|hour| (1..=24).contains(&hour));
    let pointed = at >= 1
        && matches!(text(tokens, at - 1), "at" | "by" | "until" | "till" | "before" | "around" | "from");
    let sentence = tokens.get(at).map(|token| token.sentence);
    let end = tokens.get(at + 1).is_none_or(|next| {
        next.kind == Kind::Mark && !matches!(next.text.as_str(), "%" | "-" | "$" | "€" | "£")
            || next.text == "and"
            || next.text == "or"
    });
    let named =
        || tokens.iter().any(|token| Some(token.sentence) == sentence && DAYS.contains(&token.text.as_str()));
    small && hour && pointed && end && named() && !is_of_price(tokens, at)
}

/// `Our supplier number with you is 1300456`, `meeting id is 912`: the label's own number, said in a sentence.
pub(super) fn is_numbered(tokens: &[Token], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map(|token| token.text.as_str()).unwrap_or_default();
    let plain = tokens
        .get(at)
        .is_some_and(|token| token.text.len() >= 3 && token.text.chars().all(|c| c.is_ascii_digit()));
    let said = at.checked_sub(1).is_some_and(|at| {
        matches!(word(at), "is" | "was" | "remains" | "reads" | "number")
            || matches!(word(at), "carry" | "carries")
    });
    if !(plain && said) {
        return false;
    }
    let number = (at.saturating_sub(6)..at)
        .rev()
        .find(|at| matches!(word(*at), "number" | "id" | "code" | "no" | "reference"));
    // `the account there has the number 1100`
    number.is_some_and(|number| {
        (number.saturating_sub(6)..number).any(|at| {
            LABELS.contains(word(at))
                && !matches!(word(at), "a" | "no" | "quote" | "offer" | "deal" | "quotation")
                && (at + 1 == number || word(at).len() > 3)
        })
    }) && !speaks_of_price(tokens, at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::Plain;
    use crate::screen::tokens::tokens;
    use crate::screen::typed::typed;

    fn names(text: &str) -> bool {
        let original: Vec<char> = text.chars().collect();
        let tokens = tokens(&Plain::of(text, usize::MAX), &original);
        let typed = typed(&tokens);
        tokens.iter().zip(typed).filter(|(token, _)| token.kind == Kind::Figure).all(|(_, typed)| typed)
    }

    #[test]
    fn what_names_something_is_seen_by_its_build() {
        for text in [
            "ulimit -n 1100",
            "--max-old-space-size=1300",
            "Clause 7.4.2(a) stays.",
            "2.7(b) on cancellation",
            "the attrition clause (5.7)",
            "Our VAT number is DE 813 250 110.",
            "tracking no. 1Z 88E 4A7 03 9942 7716",
            "site,users\nHamburg,210\nLyon,125",
            "active=110 waiting=13",
            "Let us go through them on Tuesday at 11.",
        ] {
            assert!(names(text), "{text}");
        }
        for text in [
            "price -n 1100",
            "--max-price=1300",
            "2.7(million)",
            "site,price\nHamburg,210\nLyon,125",
            "total=1250 limit=1100",
            "We sign on Tuesday at 11.",
            "waiting at 11",
        ] {
            assert!(!names(text), "{text}");
        }
    }
}
