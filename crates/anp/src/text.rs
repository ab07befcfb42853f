//! A place in the bytes of a text, for those who read without building. Whether what
//! stands between quotes is UTF-8 is left to them; everything else that is matched is ASCII.

use crate::json::character;

/// Eight bytes at a time: ones, and the high bits.
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// A place in a text. What it is asked for either stands there, and it moves behind it,
/// or it says no, and where it then stands means nothing.
#[derive(Debug, Clone)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The high bits of what was passed: not zero where something is not ASCII.
    high: u64,
}

impl<'a> Cursor<'a> {
    pub(crate) const fn over(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at, high: 0 }
    }

    /// How many bytes lie before it.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// Whether all that was passed is ASCII.
    pub(crate) const fn is_ascii(&self) -> bool {
        self.high == 0
    }

    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The text from an earlier place to this one.
    pub(crate) fn since(&self, from: usize) -> &'a [u8] {
        self.bytes.get(from..self.at).unwrap_or_default()
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(crate) fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek() == Some(byte)).then(|| self.at += 1)
    }

    pub(crate) fn literal(&mut self, literal: &[u8]) -> Option<()> {
        self.rest().starts_with(literal).then(|| self.at += literal.len())
    }

    pub(crate) fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// What stands between two quotes without any escape.
    pub(crate) fn plain_text(&mut self) -> Option<&'a [u8]> {
        self.take(b'"')?;
        let from = self.at;
        self.run();
        let text = self.since(from);
        self.take(b'"')?;
        Some(text)
    }

    /// A string as `JSON.stringify` writes it; its length in code points.
    pub(crate) fn canonical_text(&mut self) -> Option<usize> {
        self.take(b'"')?;
        let mut length = 0;
        loop {
            length += self.run();
            match self.peek()? {
                b'"' => {
                    self.at += 1;
                    return Some(length);
                }
                b'\\' => self.canonical_escape()?,
                _ => return None,
            }
            length += 1;
        }
    }

    /// A string with any escapes, written as `JSON.stringify` does behind what stands in
    /// `room`; its length in code points.
    pub(crate) fn any_text(&mut self, room: &mut Vec<u8>) -> Option<usize> {
        self.take(b'"')?;
        room.push(b'"');
        let (mut length, mut escaped) = (0, String::new());
        loop {
            let from = self.at;
            length += self.run();
            room.extend_from_slice(self.since(from));
            match self.peek()? {
                b'"' => {
                    self.at += 1;
                    room.push(b'"');
                    return Some(length);
                }
                b'\\' => {
                    escaped.clear();
                    character(self.escape()?, &mut escaped);
                    room.extend_from_slice(escaped.as_bytes());
                }
                _ => return None,
            }
            length += 1;
        }
    }

    /// What an escape stands for; half a surrogate pair stands for nothing.
    fn escape(&mut self) -> Option<char> {
        self.at += 1;
        let c = match self.peek()? {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.at += 1;
                let first = self.four_digits()?;
                if !(0xd800..0xdc00).contains(&first) {
                    return char::from_u32(first);
                }
                self.literal(b"\\u")?;
                let second = self.four_digits().filter(|half| (0xdc00..0xe000).contains(half))?;
                return char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00));
            }
            _ => return None,
        };
        self.at += 1;
        Some(c)
    }

    fn four_digits(&mut self) -> Option<u32> {
        let digits = self.rest().first_chunk::<4>()?;
        self.at += 4;
        digits.iter().try_fold(0, |code, digit| Some(code * 16 + char::from(*digit).to_digit(16)?))
    }

    /// The short escapes, and lower-case digits for the other controls.
    fn canonical_escape(&mut self) -> Option<()> {
        self.at += 1;
        match self.rest() {
            [b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't', ..] => self.at += 1,
            [b'u', b'0', b'0', high @ (b'0' | b'1'), low @ (b'0'..=b'9' | b'a'..=b'f'), ..] => {
                let short = *high == b'0' && matches!(low, b'8' | b'9' | b'a' | b'c' | b'd');
                if short {
                    return None;
                }
                self.at += 5;
            }
            _ => return None,
        }
        Some(())
    }

    /// Runs on to the next quote, backslash or control; gives the code points passed.
    fn run(&mut self) -> usize {
        let mut continued = 0;
        let from = self.at;
        while let Some(eight) = self.rest().first_chunk::<8>() {
            let word = u64::from_le_bytes(*eight);
            let hits = below_space(word) | zeros(word ^ (ONES * 0x22)) | zeros(word ^ (ONES * 0x5c));
            let (passed, seen) = if hits == 0 {
                (8, u64::MAX)
            } else {
                // The lowest hit is a true one; marks above it may not be.
                let passed = hits.trailing_zeros() / 8;
                (passed as usize, (1_u64 << (8 * passed)) - 1)
            };
            if word & HIGH & seen != 0 {
                self.high |= HIGH;
                continued += ((word >> 7) & !(word >> 6) & ONES & seen).count_ones() as usize;
            }
            self.at += passed;
            if hits != 0 {
                return self.at - from - continued;
            }
        }
        while let Some(byte) = self.peek().filter(|byte| *byte >= b' ' && !matches!(byte, b'"' | b'\\')) {
            continued += usize::from(byte & 0xc0 == 0x80);
            self.high |= u64::from(byte) & 0x80;
            self.at += 1;
        }
        self.at - from - continued
    }

    /// The letters of a number, whatever they spell.
    pub(crate) fn number_text(&mut self) -> &'a [u8] {
        let from = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E')) {
            self.at += 1;
        }
        self.since(from)
    }
}

/// Marks bytes that are zero: the lowest mark is right.
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & HIGH
}

/// Marks bytes below the space: the lowest mark is right.
const fn below_space(word: u64) -> u64 {
    word.wrapping_sub(ONES * 0x20) & !word & HIGH
}

/// What was found in a text, as text. It was cut out at signs that are one byte long.
pub(crate) fn as_text(bytes: &[u8]) -> Option<&str> {
    core::str::from_utf8(bytes).ok()
}
