//! Numbers of articles, settings, meetings and journeys: what is told apart from an amount by its build and by what
//! stands before it.

use super::numerals::scale;
use super::quantities::is_money;
use super::tokens::{Kind, Token};
use super::typed::speaks_of_money;

/// Letters and figures mixed, ten or more, behind a word that numbers.
pub(super) fn is_serial(run: &[Token]) -> bool {
    let text: String = run.iter().map(|token| token.text.as_str()).collect();
    let text = text.trim_end_matches(['.', ',', ';']);
    let letters = text.chars().filter(char::is_ascii_alphabetic).count();
    text.len() >= 10
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        && (2..text.len().saturating_sub(3)).contains(&letters)
}

/// `0x80070057`, which is read as a number elsewhere.
pub(super) fn is_error_code(text: &str) -> bool {
    text.strip_prefix("0x")
        .is_some_and(|code| (4..=16).contains(&code.len()) && code.chars().all(|c| c.is_ascii_hexdigit()))
}

/// A moment or a port in a run of other things: `DTSTART;TZID=Europe/Berlin:20261112T130000`, `https://x.example:8443/a`.
pub(super) fn is_setting(run: &[Token], at: usize) -> bool {
    let text = |at: usize| run.get(at).map(|token| token.text.as_str()).unwrap_or_default();
    let digits =
        |at: usize, long: usize| text(at).len() == long && text(at).chars().all(|c| c.is_ascii_digit());
    let day = |at: usize| digits(at, 8) && (text(at).starts_with("19") || text(at).starts_with("20"));
    let before = |back: usize| at.checked_sub(back);
    let marked = |at: Option<usize>| at.is_some_and(|at| matches!(text(at), ":" | "=" | ";" | ","));
    let clock = |at: usize| digits(at, 6) || digits(at, 4);
    let compact = day(at) && marked(before(1)) && text(at + 1).starts_with('t') && clock(at + 2)
        || clock(at)
            && before(1).is_some_and(|t| text(t) == "t")
            && before(2).is_some_and(day)
            && marked(before(3))
        || day(at) && marked(before(1)) && at + 1 == run.len();
    let link =
        run.windows(3).position(|marks| marks.iter().map(|mark| mark.text.as_str()).eq([":", "/", "/"]));
    let port = link.is_some_and(|link| link + 3 < at)
        && (2..=5).contains(&text(at).len())
        && text(at).chars().all(|c| c.is_ascii_digit())
        && before(1).is_some_and(|mark| matches!(text(mark), ":" | "/"))
        && (at + 1 >= run.len() || matches!(text(at + 1), "/" | "," | "." | ")"))
        && !run.iter().any(|token| speaks_of_money(&token.text));
    compact || port
}

/// Groups of letters and figures with hyphens between, which are no thousands: `1250-000-11`.
pub(super) fn is_article(run: &[Token]) -> bool {
    let text: String = run.iter().map(|token| token.text.as_str()).collect();
    let text = text.trim_end_matches(['.', ',', ';', ')', '!', '?']);
    let groups: Vec<&str> = text.split('-').collect();
    let thousands = groups.iter().skip(1).all(|group| group.len() == 3)
        && groups.first().is_some_and(|first| first.len() <= 3);
    let spelled = groups.iter().all(|group| group.len() <= 1);
    groups.len() >= 2
        && !thousands
        && !spelled
        && groups.iter().all(|group| !group.is_empty() && group.chars().all(|c| c.is_ascii_alphanumeric()))
        && text.contains(|c: char| c.is_ascii_digit())
}

/// `0B47-1197`: letters between the figures of a group.
pub(super) fn has_letters_inside(run: &[Token]) -> bool {
    let text: String = run.iter().map(|token| token.text.as_str()).collect();
    text.split('-').any(|group| {
        let inside = group.trim_matches(|c: char| c.is_ascii_digit());
        let figure = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        !inside.is_empty() && figure(group.chars().next()) && figure(group.chars().last())
    })
}

/// Its sentence speaks of the number of an article before.
pub(super) fn numbers_an_article(tokens: &[Token], start: usize) -> bool {
    const WORDS: [&str; 18] = [
        "part",
        "parts",
        "sku",
        "skus",
        "mpn",
        "pn",
        "catalogue",
        "catalog",
        "article",
        "serial",
        "model",
        "module",
        "spare",
        "bearing",
        "component",
        "item",
        "isbn",
        "ean",
    ];
    let sentence = tokens.get(start).map(|token| token.sentence);
    tokens
        .get(..start)
        .unwrap_or_default()
        .iter()
        .rev()
        .take_while(|token| Some(token.sentence) == sentence)
        .any(|token| WORDS.contains(&token.text.as_str()))
}

/// `LH 1100`, `RAL 7016`: a name of capitals before a plain number of up to four digits, in a sentence that is not all
/// capitals.
pub(super) fn is_abbreviated(tokens: &[Token], at: usize) -> bool {
    let Some(own) = tokens.get(at) else { return false };
    let plain = (2..=4).contains(&own.text.len()) && own.text.chars().all(|c| c.is_ascii_digit());
    let name = at.checked_sub(1).and_then(|before| tokens.get(before)).filter(|name| name.upper && own.space);
    let next = tokens.get(at + 1);
    let ends = next.is_none_or(|next| {
        !matches!(next.text.as_str(), "%" | "-" | "x" | "*" | "k" | "m")
            && !is_money(&next.text)
            && scale(&next.text).is_none()
            && (next.kind != Kind::Figure)
    });
    let shouted = || {
        let words = || {
            tokens.iter().filter(|token| {
                token.kind == Kind::Word && token.sentence == own.sentence && token.end > token.start + 1
            })
        };
        let loud = words().filter(|token| token.upper).count();
        loud * 2 >= words().count()
    };
    plain
        && ends
        && name.is_some_and(|name| {
            (2..=4).contains(&name.text.len())
                && !is_money(&name.text)
                && !speaks_of_money(&name.text)
                && !NO_NAMES.contains(&name.text.as_str())
        })
        && !shouted()
}

/// Abbreviations that an amount stands behind.
const NO_NAMES: [&str; 18] = [
    "tcv", "acv", "arr", "mrr", "roi", "tco", "cpm", "cost", "our", "is", "at", "to", "pay", "of", "we", "k",
    "m", "goal",
];

/// `meeting ID 312 500 110 000`: ten figures or more in groups behind a label.
pub(super) fn is_in_an_id(tokens: &[Token], at: usize) -> bool {
    let plain = |at: usize| {
        tokens.get(at).is_some_and(|token| {
            token.kind == Kind::Figure
                && token.text.len() <= 4
                && token.text.chars().all(|c| c.is_ascii_digit())
        })
    };
    let start = (0..=at).rev().take_while(|at| plain(*at)).last();
    let Some(start) = start else { return false };
    let groups = (start..tokens.len()).take_while(|at| plain(*at)).count();
    let figures: usize =
        tokens.get(start..start + groups).unwrap_or_default().iter().map(|token| token.text.len()).sum();
    let word = |back: usize| {
        start
            .checked_sub(back)
            .and_then(|at| tokens.get(at))
            .map(|token| token.text.as_str())
            .unwrap_or_default()
    };
    let back = if matches!(word(1), ":" | "#") { 2 } else { 1 };
    figures >= 10
        && groups >= 3
        && matches!(
            word(back),
            "id" | "iban"
                | "account"
                | "passcode"
                | "membership"
                | "card"
                | "webex"
                | "zoom"
                | "meet"
                | "teams"
        )
}
