//! A folded text as figures, words and marks.

use super::east;
use super::markup::opens_a_block;
use crate::plain::Plain;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Figure,
    Word,
    Mark,
}

/// A token with its place in the plain text.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) text: String,
    pub(super) start: usize,
    pub(super) end: usize,
    /// It begins with a capital in the original.
    pub(super) capital: bool,
    /// Space or a line's end before it.
    pub(super) space: bool,
    /// All of it is capitals in the original, two letters or more.
    pub(super) upper: bool,
    /// Which sentence it stands in.
    pub(super) sentence: usize,
    /// Which line.
    pub(super) line: usize,
}

/// Tokens of a plain text. `original` says what was a capital.
pub(super) fn tokens(plain: &Plain, original: &[char]) -> Vec<Token> {
    let chars = &plain.chars;
    let char = |at: usize| chars.get(at).copied().unwrap_or('\n');
    let mut tokens: Vec<Token> = Vec::new();
    let (mut at, mut sentence, mut line, mut space) = (0, 0, 0, true);
    while at < chars.len() {
        let c = char(at);
        if c.is_whitespace() {
            if c == '\n' {
                line += 1;
                sentence += usize::from(char(at + 1) == '\n' || begins_anew(plain, original, at));
            }
            space = true;
            at += 1;
            continue;
        }
        let eastern = east::number(chars, at);
        let (kind, end) = if let Some((_, end)) = eastern {
            (Kind::Figure, end)
        } else if let Some(long) = east::money(chars, at) {
            (Kind::Word, at + long)
        } else if c.is_ascii_digit() {
            (Kind::Figure, figure_end(chars, at))
        } else if c.is_alphabetic() {
            (Kind::Word, word_end(chars, at))
        } else {
            (Kind::Mark, at + 1)
        };
        let is_capital = |at: usize| {
            plain.at.get(at).and_then(|place| original.get(*place as usize)).is_some_and(|c| c.is_uppercase())
        };
        let capital = is_capital(at);
        let upper = kind == Kind::Word && end > at + 1 && (at..end).all(is_capital);
        let written = || chars.get(at..end).unwrap_or_default().iter().collect();
        let text: String = eastern.map_or_else(written, |(value, _)| value);
        tokens.push(Token { kind, text, start: at, end, capital, space, upper, sentence, line });
        let ends = matches!(c, '!' | '?' | ';')
            || (c == '.' && (char(end).is_whitespace() || char(end) == '<'))
            || (c == ':' && announces(chars, at, &tokens))
            || (c == '<' && opens_a_block(chars, at));
        sentence += usize::from(kind == Kind::Mark && ends);
        space = false;
        at = end;
    }
    tokens
}

/// A line that was not broken for its length is shorter than this, in characters.
const WRAPPED: usize = 55;

/// Whether a sentence begins behind a line's end: where a list goes on, or a short line that asks for nothing more is
/// followed by a capital.
fn begins_anew(plain: &Plain, original: &[char], end: usize) -> bool {
    let chars = &plain.chars;
    let line: Vec<char> =
        chars.get(..end).unwrap_or_default().iter().rev().take_while(|c| **c != '\n').copied().collect();
    let mut next = (end + 1..).take_while(|at| chars.get(*at).is_some_and(|c| *c != '\n'));
    let Some(first) = next.find(|at| chars.get(*at).is_some_and(|c| !c.is_whitespace())) else {
        return false;
    };
    let char = |at: usize| chars.get(at).copied().unwrap_or('\n');
    let listed = matches!(char(first), '-' | '*' | '•' | '>') && char(first + 1).is_whitespace();
    let is_capital = |at: usize| {
        plain.at.get(at).and_then(|place| original.get(*place as usize)).is_some_and(|c| c.is_uppercase())
    };
    // `EXPOSE 8080`: commands in capitals go on with one another.
    let capital = is_capital(first) && !is_capital(first + 1);
    let asks = line.iter().find(|c| !c.is_whitespace());
    let asks = asks.is_none_or(|c| matches!(c, ',' | ':' | '-' | '(' | '&' | '/' | '+' | '=' | '|'));
    listed || !asks && line.len() < WRAPPED && capital
}

/// Words on either side of a colon that make it part two statements: `the limit: 1,250` is one.
const BEFORE_COLON: usize = 5;
const BEHIND_COLON: usize = 4;

/// Whether what stands behind a colon is a statement of its own.
fn announces(chars: &[char], colon: usize, tokens: &[Token]) -> bool {
    let before = tokens.last().map_or(0, |last| {
        let own = tokens.iter().rev().take_while(|token| token.sentence == last.sentence);
        own.filter(|token| token.kind == Kind::Word).count()
    });
    let behind: String =
        chars.get(colon + 1..).unwrap_or_default().iter().take_while(|c| !matches!(c, '\n' | ';')).collect();
    let words = behind.split_whitespace().filter(|word| word.starts_with(char::is_alphabetic)).count();
    before >= BEFORE_COLON && behind.starts_with(' ') && words >= BEHIND_COLON
}

/// Digits with single separators inside.
fn figure_end(chars: &[char], start: usize) -> usize {
    let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let mut at = start;
    while digit(at) || (matches!(chars.get(at), Some(',' | '.' | '\'' | '_')) && digit(at + 1)) {
        at += 1;
    }
    at
}

fn word_end(chars: &[char], start: usize) -> usize {
    let mut at = start;
    // A number's sign ends a word, unless it begins it: alone it is a word (`万`).
    while chars.get(at).is_some_and(|c| c.is_alphabetic() && (at == start || !east::is_sign(*c)))
        || (chars.get(at) == Some(&'\'') && chars.get(at + 1).is_some_and(|c| c.is_alphabetic()))
    {
        at += 1;
    }
    at
}
