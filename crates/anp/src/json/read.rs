//! The reader: a recursive descent that gives up building at [`MAX_DEPTH`] and walks
//! on without recursion, so that no text can exhaust the stack.

use std::collections::HashMap;

use super::number;
use super::{Flaw, FlawKind, Path, Refused, Step, SyntaxFault, Value};

/// Deepest nesting that is built, in levels. A log needs eight.
pub const MAX_DEPTH: usize = 64;

/// Most flaws that are listed; a text with more has as many as it takes.
pub const MAX_FLAWS: usize = 10_000;

/// Objects of up to this many members are searched for duplicates without an index.
const FEW: usize = 16;

/// Longest key that a flaw's path keeps whole, in characters. Without a bound a text of
/// a megabyte, a long key over many flaws, would ask for gigabytes.
const LONGEST_STEP: usize = 64;

/// A text that is JSON, and what is wrong with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// The value. Where flaws touch it, it is one of the possible readings.
    pub value: Value,
    /// All flaws in the order of the text, at most [`MAX_FLAWS`].
    pub flaws: Vec<Flaw>,
}

/// Reads one JSON text.
///
/// # Errors
/// [`SyntaxFault`] where the bytes are not UTF-8 or not JSON (RFC 8259; a byte order
/// mark is not JSON).
pub fn parse(bytes: &[u8]) -> Result<Parsed, SyntaxFault> {
    let text = core::str::from_utf8(bytes)
        .map_err(|fault| SyntaxFault { offset: fault.valid_up_to(), what: "a byte that is not UTF-8" })?;
    let mut reader = Reader::over(text, 0, 0);
    reader.space();
    let value = reader.value(0)?;
    reader.space();
    if reader.at < bytes.len() {
        return Err(reader.fault("something after the value"));
    }
    Ok(Parsed { value, flaws: reader.flaws })
}

/// Reads one JSON text at a door: flaws are refused.
///
/// # Errors
/// [`Refused`] with the place.
pub fn parse_flawless(bytes: &[u8]) -> Result<Value, Refused> {
    let parsed = parse(bytes)?;
    match parsed.flaws.into_iter().next() {
        None => Ok(parsed.value),
        Some(flaw) => Err(Refused::Flaw(flaw)),
    }
}

/// Where a key stands already. Small objects are searched; larger ones get an index, or
/// many duplicates in a large object would cost the square of their number.
fn place_of(name: &str, members: &[(String, Value)], index: &mut HashMap<String, usize>) -> Option<usize> {
    if members.len() < FEW {
        return members.iter().position(|(other, _)| other == name);
    }
    for (place, (other, _)) in members.iter().enumerate().skip(index.len()) {
        index.insert(other.clone(), place);
    }
    index.get(name).copied()
}

/// A reader at a place in a text, or in a piece of a longer one.
pub(crate) struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    /// Where the piece begins in the whole text; offsets are told as the whole's.
    base: usize,
    path: Path,
    flaws: Vec<Flaw>,
}

impl<'a> Reader<'a> {
    /// A reader of a piece that begins at `base` in the whole, standing at `at` in the piece.
    pub(crate) const fn over(text: &'a str, at: usize, base: usize) -> Self {
        Self { text, bytes: text.as_bytes(), at, base, path: Path(Vec::new()), flaws: Vec::new() }
    }

    /// Where it stands, in the piece.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// The flaws found, in the order of the text.
    pub(crate) fn into_flaws(self) -> Vec<Flaw> {
        self.flaws
    }

    pub(crate) const fn fault(&self, what: &'static str) -> SyntaxFault {
        SyntaxFault { offset: self.base + self.at, what }
    }

    fn flaw(&mut self, offset: usize, kind: FlawKind) {
        if self.flaws.len() < MAX_FLAWS {
            self.flaws.push(Flaw { path: self.path.clone(), offset: self.base + offset, kind });
        }
    }

    /// Reads a member, whose name `known` may know already, with its value by `read`.
    pub(crate) fn member<T>(
        &mut self,
        known: impl FnOnce(&str) -> bool,
        read: impl FnOnce(&mut Self, &str) -> Result<T, SyntaxFault>,
    ) -> Result<(String, T), SyntaxFault> {
        self.space();
        let offset = self.at;
        let name = self.key()?;
        self.path.0.push(Step::Key(name.chars().take(LONGEST_STEP).collect()));
        if known(&name) {
            self.flaw(offset, FlawKind::DuplicateKey);
        }
        let value = read(self, &name)?;
        self.path.0.pop();
        Ok((name, value))
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(crate) fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    pub(crate) fn take(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    /// Reads a value that lies so many levels deep.
    pub(crate) fn value(&mut self, depth: usize) -> Result<Value, SyntaxFault> {
        match self.peek() {
            Some(b'{' | b'[') if depth >= MAX_DEPTH => {
                self.flaw(self.at, FlawKind::TooDeep);
                self.skip_nested()?;
                Ok(Value::Null)
            }
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            _ => self.scalar(),
        }
    }

    fn scalar(&mut self) -> Result<Value, SyntaxFault> {
        match self.peek() {
            Some(b'"') => self.string().map(Value::Text),
            Some(b'-' | b'0'..=b'9') => self.number().map(Value::Number),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            Some(_) => Err(self.fault("something that begins no value")),
            None => Err(self.fault("the end of the text")),
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value, SyntaxFault> {
        if self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(word.as_bytes())) {
            self.at += word.len();
            Ok(value)
        } else {
            Err(self.fault("an unknown word"))
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value, SyntaxFault> {
        self.at += 1;
        let mut items = Vec::new();
        self.space();
        if self.take(b']') {
            return Ok(Value::Array(items));
        }
        loop {
            self.space();
            self.path.0.push(Step::Index(items.len()));
            items.push(self.value(depth + 1)?);
            self.path.0.pop();
            self.space();
            if self.take(b']') {
                return Ok(Value::Array(items));
            }
            if !self.take(b',') {
                return Err(self.fault("no comma or end of the list"));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, SyntaxFault> {
        self.at += 1;
        let mut members: Vec<(String, Value)> = Vec::new();
        let mut index = HashMap::new();
        self.space();
        if self.take(b'}') {
            return Ok(Value::Object(members));
        }
        loop {
            let mut standing = None;
            let (name, value) = self.member(
                |name| {
                    standing = place_of(name, &members, &mut index);
                    standing.is_some()
                },
                |reader, _| reader.value(depth + 1),
            )?;
            match standing.and_then(|place| members.get_mut(place)) {
                Some(member) => member.1 = value,
                None => members.push((name, value)),
            }
            self.space();
            if self.take(b'}') {
                return Ok(Value::Object(members));
            }
            if !self.take(b',') {
                return Err(self.fault("no comma or end of the object"));
            }
        }
    }

    /// A member's name with the colon behind it.
    fn key(&mut self) -> Result<String, SyntaxFault> {
        if self.peek() != Some(b'"') {
            return Err(self.fault("no key in quotes"));
        }
        let name = self.string()?;
        self.space();
        if !self.take(b':') {
            return Err(self.fault("no colon after the key"));
        }
        self.space();
        Ok(name)
    }

    fn number(&mut self) -> Result<f64, SyntaxFault> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') && self.digits() == 0 {
            return Err(self.fault("no digit"));
        }
        if self.take(b'.') && self.digits() == 0 {
            return Err(self.fault("no digit after the point"));
        }
        if self.take(b'e') || self.take(b'E') {
            if !self.take(b'+') {
                self.take(b'-');
            }
            if self.digits() == 0 {
                return Err(self.fault("no digit in the exponent"));
            }
        }
        let token = self.text.get(start..self.at).unwrap_or_default();
        number::read(token).or_else(|kind| {
            self.flaw(start, kind);
            Ok(0.0)
        })
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        self.at - start
    }

    fn string(&mut self) -> Result<String, SyntaxFault> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let start = self.at;
            while !matches!(self.peek(), None | Some(b'"' | b'\\' | 0..=0x1f)) {
                self.at += 1;
            }
            out.push_str(self.text.get(start..self.at).unwrap_or_default());
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => {
                    let c = self.escape()?;
                    out.push(c);
                }
                Some(_) => return Err(self.fault("a control character in a string")),
                None => return Err(self.fault("the end of the text in a string")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, SyntaxFault> {
        let start = self.at;
        self.at += 1;
        let c = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.unicode(start);
            }
            _ => return Err(self.fault("an unknown escape")),
        };
        self.at += 1;
        Ok(c)
    }

    /// Four hex digits and, for the first half of a pair, the second half.
    fn unicode(&mut self, start: usize) -> Result<char, SyntaxFault> {
        let first = self.hex4()?;
        if let Some(c) = char::from_u32(first) {
            return Ok(c);
        }
        let high = (0xd800..0xdc00).contains(&first);
        if high && self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(b"\\u")) {
            let back = self.at;
            self.at += 2;
            let second = self.hex4()?;
            if (0xdc00..0xe000).contains(&second) {
                let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return char::from_u32(code).ok_or_else(|| self.fault("an impossible code point"));
            }
            self.at = back;
        }
        self.flaw(start, FlawKind::LoneSurrogate);
        Ok(char::REPLACEMENT_CHARACTER)
    }

    fn hex4(&mut self) -> Result<u32, SyntaxFault> {
        let digits = self.bytes.get(self.at..self.at + 4).unwrap_or_default();
        if digits.len() < 4 || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(self.fault("no four hex digits"));
        }
        self.at += 4;
        Ok(digits.iter().fold(0, |code, digit| code * 16 + char::from(*digit).to_digit(16).unwrap_or(0)))
    }

    /// Walks over a nested value without building it: the same grammar, with a stack
    /// of its own. Flaws inside it are covered by the one that led here.
    fn skip_nested(&mut self) -> Result<(), SyntaxFault> {
        let known = self.flaws.len();
        let mut open: Vec<u8> = Vec::new();
        loop {
            self.space();
            match self.peek() {
                Some(kind @ (b'[' | b'{')) => {
                    self.at += 1;
                    self.space();
                    let close = if kind == b'[' { b']' } else { b'}' };
                    if !self.take(close) {
                        open.push(close);
                        if close == b'}' {
                            self.key()?;
                        }
                        continue;
                    }
                }
                _ => {
                    self.scalar()?;
                }
            }
            loop {
                let Some(close) = open.last().copied() else {
                    self.flaws.truncate(known);
                    return Ok(());
                };
                self.space();
                if self.take(close) {
                    open.pop();
                    continue;
                }
                if !self.take(b',') {
                    return Err(self.fault("no comma or end"));
                }
                self.space();
                if close == b'}' {
                    self.key()?;
                }
                break;
            }
        }
    }
}
