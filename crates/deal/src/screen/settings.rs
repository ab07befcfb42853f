//! Settings of machines, codes that are dialled, versions and numberings that go on: figures that name something, where
//! their sentence speaks of no price.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::numerals::scale;
use super::quantities::{PRICED, is_money};
use super::tokens::{Kind, Token};
use super::topics::is_elsewhere;
use super::typed::{is_unit, set};

/// `max_connections=1250`, `session.max_lifetime is 1300`, `burst=125`: the value of a setting of machines, by a name of
/// several parts of which one is a machine's and none speaks of money.
pub(super) fn is_set(tokens: &[Token], at: usize) -> bool {
    let text = |at: usize| token_text(tokens, at);
    let Some(mut back) = at.checked_sub(1) else { return false };
    let (mut marked, mut steps) = (false, 0);
    while matches!(text(back), "=" | ":" | "is" | "was" | "of" | "to" | "at" | "\"" | "'" | "(") && steps < 4
    {
        marked |= matches!(text(back), "=" | ":");
        let Some(before) = back.checked_sub(1) else { return false };
        (back, steps) = (before, steps + 1);
    }
    if steps == 0 {
        return false;
    }
    let mut parts: Vec<&str> = Vec::new();
    while let Some(own) = tokens.get(back) {
        match own.kind {
            Kind::Word => parts.push(own.text.as_str()),
            _ if matches!(own.text.as_str(), "_" | "." | "-") => {}
            _ => break,
        }
        let Some(before) = back.checked_sub(1).filter(|_| !own.space) else { break };
        back = before;
    }
    let joined =
        parts.len() >= 2 && tokens.get(back..at).unwrap_or_default().iter().any(|token| token.text == "_");
    let of_money = |word: &str| {
        is_money(word)
            || PRICED.contains(&word)
            || matches!(
                word,
                "price"
                    | "cost"
                    | "total"
                    | "annual"
                    | "offer"
                    | "bid"
                    | "deal"
                    | "pay"
                    | "amount"
                    | "walk"
                    | "away"
                    | "value"
                    | "spend"
                    | "fee"
                    | "counter"
                    | "quote"
                    | "goal"
                    | "yearly"
                    | "monthly"
                    | "accept"
                    | "stop"
                    | "sum"
                    | "discount"
                    | "percent"
            )
    };
    // Whoever parts the thousands writes for people.
    let parted = token_text(tokens, at).contains([',', '\'']);
    // Levels and lines are not counted in tens of thousands.
    let level = matches!(parts.as_slice(), ["level" | "line" | "signature" | "grade"])
        && (token_text(tokens, at).len() > 4
            || !names_no_amount(tokens, at)
            || token_text(tokens, at + 1) == "m");
    !parted
        && !level
        && (joined && names_no_amount(tokens, at) || marked && parts.len() == 1 && ends_there(tokens, at))
        && parts.iter().any(|part| is_of_machines(part))
        && !parts.iter().any(|part| of_money(part))
}

/// What stands behind a figure makes no amount of it: neither money nor a scale nor `a seat`.
fn names_no_amount(tokens: &[Token], at: usize) -> bool {
    let next = token_text(tokens, at + 1);
    !is_money(next)
        && (scale(next).is_none() || next == "m")
        && !matches!(next, "%" | "a" | "per" | "each" | "every" | "x")
}

/// Nothing is said of a figure any more.
pub(super) fn ends_there(tokens: &[Token], at: usize) -> bool {
    let line = tokens.get(at).map(|own| own.line);
    // `burst=1250 nodelay`
    let joined = tokens.get(at).is_some_and(|own| !own.space)
        && at.checked_sub(1).is_some_and(|mark| token_text(tokens, mark) == "=");
    tokens.get(at + 1).is_none_or(|next| {
        Some(next.line) != line
            || joined && names_no_amount(tokens, at)
            || !next.space && names_no_amount(tokens, at)
            || matches!(next.text.as_str(), "," | ";" | "}" | ")" | "]" | "|" | "\"" | "'" | "." | "#")
    })
}

/// A part of the name of a setting of machines.
pub(super) fn is_of_machines(word: &str) -> bool {
    let bare = word.strip_prefix("max").or_else(|| word.strip_prefix("min")).unwrap_or(word);
    MACHINES.contains(&word)
        || is_elsewhere(word)
        || bare.len() > 3 && is_unit(bare) && !PRICED.contains(&bare)
}

/// Parts of names of settings beside what counts and measures.
const MACHINES: [&str; 30] = [
    "timeout",
    "ms",
    "kb",
    "mb",
    "bytes",
    "size",
    "filesize",
    "length",
    "depth",
    "packet",
    "payload",
    "connections",
    "processes",
    "workers",
    "threads",
    "buffers",
    "buffer",
    "burst",
    "lifetime",
    "backoff",
    "interval",
    "ttl",
    "delay",
    "retries",
    "concurrency",
    "pool",
    "heap",
    "memory",
    "cache",
    "rows",
];

/// `use code 1250`, `my extension is 1250`, `dial 1300`, `nginx[1100]`: three to six figures that a keypad, a telephone
/// or a machine takes, in a sentence that speaks of no money.
pub(super) fn is_dialled(tokens: &[Token], at: usize) -> bool {
    const NAMES: [&str; 29] = [
        "code",
        "pin",
        "passcode",
        "password",
        "keycode",
        "extension",
        "ext",
        "durchwahl",
        "dw",
        "poste",
        "interno",
        "anexo",
        "locker",
        "badge",
        "error",
        "errno",
        "status",
        "exit",
        "dial",
        "ring",
        "keypad",
        "pid",
        "http",
        "desk",
        "switchboard",
        "line",
        "phone",
        "enter",
        "press",
    ];
    const BETWEEN: [&str; 16] = [
        "is", "was", "ends", "in", "with", "on", "to", ":", "the", "then", "and", "at", "remains", "number",
        "=", "called",
    ];
    let text = |at: usize| token_text(tokens, at);
    let Some(own) = tokens.get(at) else { return false };
    let plain = (3..=6).contains(&own.text.len()) && own.text.chars().all(|c| c.is_ascii_digit());
    let scaled = is_money(text(at + 1))
        || scale(text(at + 1)).is_some() && text(at + 1) != "m"
        || matches!(text(at + 1), "%" | "k" | "a" | "per" | "each")
        || tokens
            .get(at + 1)
            .is_some_and(|next| !next.space && matches!(next.kind, Kind::Word | Kind::Figure));
    if !plain || scaled {
        return false;
    }
    let name = at.checked_sub(1).is_some_and(|before| {
        let word = |before: usize| tokens.get(before).is_some_and(|token| token.kind == Kind::Word);
        text(before) == "[" && !own.space && before.checked_sub(1).is_some_and(word) && text(at + 1) == "]"
    });
    let named = (at.saturating_sub(4)..at)
        .rev()
        .find(|at| !BETWEEN.contains(&text(*at)))
        .is_some_and(|name| NAMES.contains(&text(name)));
    let keypad = (at + 1..at + 4).any(|at| matches!(text(at), "keypad" | "#" | "hash" | "inside"));
    (name || named || keypad) && !speaks_of_price(tokens, at)
}

/// A word of its sentence speaks of a price, a limit or money.
pub(super) fn speaks_of_price(tokens: &[Token], at: usize) -> bool {
    let Some(sentence) = tokens.get(at).map(|token| token.sentence) else { return false };
    let start = tokens.partition_point(|token| token.sentence < sentence);
    let own = tokens.get(start..).unwrap_or_default().iter().take_while(|token| token.sentence == sentence);
    own.into_iter().any(|token| is_money(&token.text) || speaks_of_a_price(&token.text))
}

/// A word of a price, of a limit of ours, or of a hint.
pub(super) fn speaks_of_a_price(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| set(include_str!("words/price.txt")));
    WORDS.contains(word)
}

/// `tickets 1250 and 1100 are closed, 1300 is open`: a plain number as long as a labelled one before it in its sentence.
pub(super) fn goes_on_numbering(tokens: &[Token], typed: &[bool], at: usize) -> bool {
    let plain = |token: &Token| {
        token.kind == Kind::Figure
            && (3..=10).contains(&token.text.len())
            && token.text.chars().all(|c| c.is_ascii_digit())
    };
    let Some(own) = tokens.get(at).filter(|own| plain(own)) else { return false };
    let before = at.checked_sub(1).map(|at| token_text(tokens, at)).unwrap_or_default();
    let next = token_text(tokens, at + 1);
    let ends = !is_money(next) && scale(next).is_none() && !matches!(next, "%" | "a" | "per" | "each" | ",");
    matches!(before, "," | "and" | "or" | "&" | "/")
        && ends
        && tokens
            .get(..at)
            .unwrap_or_default()
            .iter()
            .zip(typed)
            .rev()
            .take_while(|(token, _)| token.sentence == own.sentence)
            .any(|(token, typed)| *typed && plain(token) && token.text.len() == own.text.len())
        && !speaks_of_price(tokens, at)
}

/// Tokens between a version and the word that says it is one, without a comma or colon.
const FAR: usize = 8;

/// `upgraded from 1.25 to 1.30 of the agent`: a version, where the sentence speaks of that and of no price.
pub(super) fn is_a_version(tokens: &[Token], at: usize) -> bool {
    const WORDS: [&str; 26] = [
        "upgraded",
        "upgrade",
        "upgrading",
        "updated",
        "update",
        "downgraded",
        "downgrade",
        "patched",
        "patch",
        "version",
        "versions",
        "release",
        "released",
        "kernel",
        "firmware",
        "firefox",
        "chrome",
        "windows",
        "python",
        "java",
        "node",
        "docker",
        "kubernetes",
        "openssl",
        "postgres",
        "agent's",
    ];
    let Some(own) = tokens.get(at) else { return false };
    let numbers: Vec<&str> = own.text.split('.').collect();
    // `1.156.000` are thousands.
    if numbers.len() > 2 && numbers.iter().skip(1).all(|group| group.len() == 3) {
        return false;
    }
    let dotted = (2..=4).contains(&numbers.len())
        && numbers
            .iter()
            .all(|part| (1..=3).contains(&part.len()) && part.chars().all(|c| c.is_ascii_digit()));
    let next = tokens.get(at + 1);
    let ends = names_no_amount(tokens, at)
        && token_text(tokens, at + 1) != "m"
        && next.is_none_or(|next| next.space || next.kind == Kind::Mark);
    let near = |token: &Token| token.sentence == own.sentence && !matches!(token.text.as_str(), "," | ":");
    let before = tokens
        .get(at.saturating_sub(FAR)..at)
        .unwrap_or_default()
        .iter()
        .rev()
        .take_while(|token| near(token));
    let behind = tokens.get(at + 1..).unwrap_or_default().iter().take(FAR).take_while(|token| near(token));
    dotted
        && ends
        && before.chain(behind).any(|token| WORDS.contains(&token.text.as_str()))
        && !speaks_of_price(tokens, at)
}

fn token_text(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map(|token| token.text.as_str()).unwrap_or_default()
}
