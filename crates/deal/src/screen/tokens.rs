//! A folded text as figures, words and marks.

use super::east;
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
                sentence += usize::from(char(at + 1) == '\n');
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
        let ends = matches!(c, '!' | '?' | ';') || (c == '.' && char(end).is_whitespace());
        sentence += usize::from(kind == Kind::Mark && ends);
        space = false;
        at = end;
    }
    tokens
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
