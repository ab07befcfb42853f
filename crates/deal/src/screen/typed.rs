//! Numbers that name something: dates, times, tickets, addresses, versions. They tell no price.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::listed::{
    counted_columns, identities, is_a_clause, is_an_hour, is_flagged, is_numbered, is_one_of_pairs,
};
use super::moments::{is_date, is_moment};

use super::labelled::is_labelled;
use super::places::{is_address, phones};
use super::quantities::{PRICED, is_money};
use super::serials::{
    has_letters_inside, is_abbreviated, is_article, is_error_code, is_in_an_id, is_serial, is_setting,
    numbers_an_article,
};
use super::settings::{goes_on_numbering, is_a_version, is_dialled, is_set, speaks_of_a_price};
use super::tokens::{Kind, Token};
use super::topics::is_elsewhere;

/// The words of a list, remarks left out.
pub(super) fn set(text: &'static str) -> HashSet<&'static str> {
    text.lines().filter(|line| !line.starts_with("--")).flat_map(str::split_whitespace).collect()
}

static UNITS: LazyLock<HashSet<&str>> = LazyLock::new(|| set(include_str!("words/units.txt")));
pub(super) static LABELS: LazyLock<HashSet<&str>> = LazyLock::new(|| set(include_str!("words/labels.txt")));

/// True where the word counts or measures something that is no money.
pub(super) fn is_unit(word: &str) -> bool {
    UNITS.contains(word)
}

/// Which tokens name something. Whole runs without spaces are looked at first, then what stands before and
/// behind.
pub(super) fn typed(tokens: &[Token]) -> Vec<bool> {
    let mut typed = vec![false; tokens.len()];
    let mut start = 0;
    while start < tokens.len() {
        let rest = tokens.get(start + 1..).unwrap_or_default();
        let apart =
            |token: &Token| token.space || matches!(token.text.as_str(), "\"" | "{" | "}" | "<" | ">");
        let end = start + 1 + rest.iter().take_while(|token| !apart(token)).count();
        let run = tokens.get(start..end).unwrap_or_default();
        let numbered = start.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|before| {
            matches!(before.text.as_str(), "number" | "no" | "id" | ":")
                || LABELS.contains(before.text.as_str())
        });
        let article = is_article(run) && (has_letters_inside(run) || numbers_an_article(tokens, start));
        if names_something(run) || numbered && is_serial(run) || article {
            typed.get_mut(start..end).into_iter().flatten().for_each(|mark| *mark = true);
        }
        for at in start..end {
            if is_setting(run, at - start)
                && let Some(mark) = typed.get_mut(at)
            {
                *mark = true;
            }
        }
        start = end;
    }
    for at in 0..tokens.len() {
        if tokens.get(at).is_some_and(|token| token.kind == Kind::Figure)
            && (is_labelled(tokens, at)
                || is_numbered(tokens, at)
                || is_abbreviated(tokens, at)
                || is_in_an_id(tokens, at)
                || is_set(tokens, at)
                || is_dialled(tokens, at)
                || is_a_version(tokens, at)
                || is_date(tokens, at)
                || is_address(tokens, at)
                || is_flagged(tokens, at)
                || is_a_clause(tokens, at)
                || is_one_of_pairs(tokens, at)
                || is_an_hour(tokens, at))
            && let Some(mark) = typed.get_mut(at)
        {
            *mark = true;
        }
    }
    for at in 0..tokens.len() {
        if goes_on_numbering(tokens, &typed, at)
            && let Some(mark) = typed.get_mut(at)
        {
            *mark = true;
        }
        // An account's number goes on in groups of four.
        let goes_on = |at: usize| {
            tokens.get(at).is_some_and(|token| token.kind == Kind::Figure && token.text.len() <= 4)
                && tokens.get(at).is_some_and(|token| token.text.chars().all(|c| c.is_ascii_digit()))
        };
        let groups = (at + 1..at + 9).take_while(|at| goes_on(*at)).count();
        if groups >= 2 && typed.get(at).copied().unwrap_or_default() {
            typed.get_mut(at + 1..=at + groups).into_iter().flatten().for_each(|mark| *mark = true);
        }
    }
    if is_record(tokens) {
        for (mark, token) in typed.iter_mut().zip(tokens) {
            *mark |= token.kind == Kind::Figure && token.text.chars().all(|c| c.is_ascii_digit());
        }
    }
    for at in counted_columns(tokens) {
        typed.get_mut(at).into_iter().for_each(|mark| *mark = true);
    }
    for (start, end) in phones(tokens).into_iter().chain(identities(tokens)) {
        typed.get_mut(start..end).into_iter().flatten().for_each(|mark| *mark = true);
    }
    typed
}

/// Words of a member of a record at most; more are a sentence.
const PROSE: usize = 6;

/// A record of machines in JSON: two of its words or more are of machines, counts or papers, and none of a price.
fn is_record(tokens: &[Token]) -> bool {
    let ends = |token: Option<&Token>, marks: [&str; 2]| {
        token.is_some_and(|token| marks.contains(&token.text.as_str()))
    };
    let (first, last) = (tokens.first(), tokens.last());
    if !(ends(first, ["{", "["]) && ends(last, ["}", "]"]) && tokens.iter().any(|token| token.text == ":")) {
        return false;
    }
    // Prose in one of its members speaks for itself.
    let prose = tokens
        .split(|token| matches!(token.text.as_str(), "\"" | ":" | ";" | "{" | "}" | "[" | "]"))
        .any(|member| member.iter().filter(|token| token.kind == Kind::Word).count() > PROSE);
    if prose {
        return false;
    }
    let words: HashSet<&str> =
        tokens.iter().filter(|token| token.kind == Kind::Word).map(|token| token.text.as_str()).collect();
    let machines =
        |word: &&&str| is_elsewhere(word) || is_unit(word) && word.len() > 3 && !PRICED.contains(*word);
    words.len() >= 3
        && words.iter().filter(machines).count() >= 2
        && !words.iter().any(|word| is_money(word) || speaks_of_a_price(word) && *word != "total")
}

/// UUID, date, time, address of a machine or a mailbox, code: what stands between two spaces.
fn names_something(run: &[Token]) -> bool {
    let text: String = run.iter().map(|token| token.text.as_str()).collect();
    let text = text.trim_matches(|c: char| {
        matches!(c, ',' | '.' | ';' | ':' | '!' | '?' | '(' | ')' | '[' | ']' | '"' | '\'')
    });
    if text.is_empty() || !text.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    is_uuid(text)
        || text.rsplit_once(':').is_some_and(|(_, id)| is_uuid(id))
        || is_hash(text)
        || is_moment(text)
        || is_machine(text)
        || is_code(text)
        || is_file(text)
        || is_link(text)
        || is_error_code(text)
}

fn is_uuid(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    lengths == [8, 4, 4, 4, 12] && text.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
}

/// Hexadecimal with letters in it, as hashes and commits are.
fn is_hash(text: &str) -> bool {
    let text = text.split_once(':').map_or(text, |(_, hash)| hash);
    let letters = text.chars().filter(char::is_ascii_alphabetic).count();
    text.len() >= 7 && letters >= 2 && text.chars().all(|c| c.is_ascii_hexdigit())
}

/// Addresses of machines, mailboxes and versions of three parts.
fn is_machine(text: &str) -> bool {
    let (host, _) = text.split_once([':', '/']).unwrap_or((text, ""));
    // `5.15.0-1250`
    let host = host
        .split_once('-')
        .filter(|(head, _)| head.matches('.').count() >= 2)
        .map_or(host, |(head, _)| head);
    let parts: Vec<&str> = host.split('.').collect();
    let all_small = parts.iter().all(|part| part.parse().is_ok_and(|part: u32| part < 256));
    let thousands = parts.iter().skip(1).all(|part| part.len() == 3);
    // `1.25.0000` is no version.
    let padded = parts.iter().any(|part| part.len() > 2 && part.starts_with('0'));
    let dotted = parts.len() >= 3 && all_small && !thousands && !padded;
    let mailbox = text.contains('@') && text.contains('.');
    let physical = text.split(':').count() == 6 && text.chars().all(|c| c.is_ascii_hexdigit() || c == ':');
    let sixth = text.matches(':').count() >= 3 && text.chars().all(|c| c.is_ascii_hexdigit() || c == ':');
    dotted || mailbox || physical || sixth
}

/// `inv-2026-0113`, `q3`, `v1.25`, `iso27001`: letters and then figures, and no word of money or limits.
fn is_code(text: &str) -> bool {
    let letters: String = text.chars().take_while(char::is_ascii_alphabetic).collect();
    let rest = text.get(letters.len()..).unwrap_or_default();
    let figures = rest.chars().filter(char::is_ascii_digit).count();
    let plain = rest.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/'));
    if letters.is_empty() || figures == 0 || !plain {
        return false;
    }
    let known = LABELS.contains(letters.as_str()) || matches!(letters.as_str(), "h" | "w" | "q" | "fy" | "s");
    let small = figures <= 4 && letters.len() <= 4 && !rest.contains(['.', ',']);
    let parted = rest.starts_with(['-', '_']) && letters.len() <= 6;
    !speaks_of_money(&letters) && !super::quantities::is_money(&letters) && (known || small || parted)
}

/// A file's name whose parts are words, versions and dates and nothing else.
fn is_file(text: &str) -> bool {
    const KINDS: [&str; 14] = [
        "pdf", "docx", "doc", "xlsx", "xls", "csv", "pptx", "txt", "zip", "png", "jpg", "eml", "html", "json",
    ];
    let Some((name, kind)) = text.rsplit_once('.') else { return false };
    let harmless = |part: &str| {
        let version = part.strip_prefix('v').unwrap_or(part);
        let versioned = version != part
            && version.split('.').all(|part| part.len() <= 2 && part.chars().all(|c| c.is_ascii_digit()));
        let short = part.len() <= 2 && part.chars().all(|c| c.is_ascii_digit());
        let year = part.len() == 4 && (part.starts_with("19") || part.starts_with("20"));
        part.chars().all(char::is_alphabetic) || versioned || short || year
    };
    KINDS.contains(&kind)
        && name.split(['_', '-']).all(harmless)
        && !name.split(['_', '-']).any(speaks_of_money)
}

/// A link with a long number in it, of a meeting or a record.
fn is_link(text: &str) -> bool {
    let long = text.split(|c: char| !c.is_ascii_digit()).any(|figure| figure.len() >= 9);
    text.contains("://") && long && !text.contains([',', '%'])
}

pub(super) fn speaks_of_money(word: &str) -> bool {
    matches!(
        word,
        "usd"
            | "eur"
            | "gbp"
            | "chf"
            | "jpy"
            | "cad"
            | "aud"
            | "inr"
            | "us"
            | "eu"
            | "cap"
            | "max"
            | "min"
            | "limit"
            | "budget"
            | "target"
            | "goal"
            | "ceiling"
            | "floor"
            | "walk"
            | "top"
            | "total"
            | "price"
            | "bid"
            | "num"
            | "number"
            | "amount"
            | "value"
            | "x"
            | "sum"
            | "rs"
            | "kr"
            | "zl"
    )
}

/// Right behind the name of a paper, with nothing between but what numbers it (`PO 1250000`, `invoice no. 7`).
pub(super) fn numbers_a_paper(tokens: &[Token], at: usize) -> bool {
    const PAPERS: [&str; 20] = [
        "po",
        "order",
        "orders",
        "invoice",
        "inv",
        "ticket",
        "case",
        "incident",
        "contract",
        "customer",
        "vendor",
        "supplier",
        "ref",
        "reference",
        "rfp",
        "rfq",
        "request",
        "project",
        "tracking",
        "consignment",
    ];
    let before = tokens.get(at.saturating_sub(4)..at).unwrap_or_default().iter().rev();
    let numbering =
        |token: &&Token| matches!(token.text.as_str(), "." | "#" | ":" | "no" | "nr" | "number" | "-");
    before
        .into_iter()
        .find(|token| !numbering(token))
        .is_some_and(|token| PAPERS.contains(&token.text.as_str()))
}

/// Part of a UUID.
pub(super) fn stands_in_a_uuid(tokens: &[Token], at: usize) -> bool {
    let start =
        (0..=at).rev().find(|at| tokens.get(*at).is_some_and(|token| token.space)).unwrap_or_default();
    let after = tokens.get(start + 1..).unwrap_or_default().iter().take_while(|token| !token.space).count();
    let run = tokens.get(start..start + 1 + after).unwrap_or_default();
    let text: String = run.iter().map(|token| token.text.as_str()).collect();
    is_uuid(text.trim_matches(|c: char| !c.is_ascii_alphanumeric()))
}
