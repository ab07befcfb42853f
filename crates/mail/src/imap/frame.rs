//! Answers taken off the stream one by one, before anything interprets them.

use bytes::BytesMut;

/// How deep parentheses may lie in an answer: the grammar's crate follows them by
/// recursion, and mails lie nowhere near as deep.
const DEEPEST: usize = 60;

/// How much one answer may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one literal.
    pub literal: usize,
    /// Bytes of all of it.
    pub answer: usize,
}

impl Limits {
    /// For answers that hold no part of a mail.
    pub const PLAIN: Self = Self { literal: 64 * 1024, answer: 4 * 1024 * 1024 };

    /// For an answer that names up to so many mails.
    pub const fn naming(mails: usize) -> Self {
        Self { literal: 1024, answer: 64 * 1024 + mails * 11 }
    }

    /// For answers that hold up to so many bytes of a mail.
    pub const fn holding(bytes: usize) -> Self {
        // Beside the bytes asked for stand names and numbers.
        Self { literal: bytes + 1024, answer: bytes + 1024 * 1024 }
    }
}

/// What a server may not do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overstep {
    /// It announces or sends more than was asked for.
    TooMuch,
    /// Its answer lies too deep.
    TooDeep,
}

/// Bytes as they come, divided into answers: a line, with the literals that its pieces
/// announce.
#[derive(Debug, Default)]
pub struct Frames {
    bytes: BytesMut,
    /// Up to here it was looked at.
    seen: usize,
    /// Where the current line begins.
    line: usize,
    /// Bytes of the current literal that are still to come.
    literal: usize,
    depth: usize,
    quoted: bool,
    escaped: bool,
}

impl Frames {
    /// Room for what comes next.
    pub const fn room(&mut self) -> &mut BytesMut {
        &mut self.bytes
    }

    /// The next whole answer; none where more must come first.
    ///
    /// # Errors
    /// [`Overstep`] as soon as the answer is seen to pass its limits.
    pub fn next(&mut self, limits: Limits) -> Result<Option<BytesMut>, Overstep> {
        loop {
            if self.literal > 0 {
                let there = self.literal.min(self.bytes.len().saturating_sub(self.seen));
                self.seen += there;
                self.literal -= there;
                if self.literal > 0 {
                    return Ok(None);
                }
                self.line = self.seen;
            }
            let Some(end) = self.line_end()? else {
                if self.bytes.len() > limits.answer {
                    return Err(Overstep::TooMuch);
                }
                return Ok(None);
            };
            self.seen = end;
            let line = self.bytes.get(self.line..end).unwrap_or_default();
            let literal = if self.is_status() { None } else { announced(line) };
            let Some(literal) = literal else {
                let frame = self.bytes.split_to(end);
                (self.seen, self.line, self.depth) = (0, 0, 0);
                (self.quoted, self.escaped) = (false, false);
                return Ok(Some(frame));
            };
            if literal > limits.literal || end.saturating_add(literal) > limits.answer {
                return Err(Overstep::TooMuch);
            }
            self.literal = literal;
            self.line = end;
        }
    }

    /// Where the line ends that was begun, looking at each byte once.
    fn line_end(&mut self) -> Result<Option<usize>, Overstep> {
        let status = self.is_status();
        for (at, byte) in (self.seen..).zip(self.bytes.get(self.seen..).unwrap_or_default()) {
            if *byte == b'\n' {
                // No quoted string goes beyond a line.
                (self.quoted, self.escaped) = (false, false);
                return Ok(Some(at + 1));
            }
            if status {
                continue;
            }
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' if self.quoted => self.escaped = true,
                b'"' => self.quoted = !self.quoted,
                b'(' if !self.quoted => self.depth += 1,
                b')' if !self.quoted => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if self.depth > DEEPEST {
                return Err(Overstep::TooDeep);
            }
        }
        self.seen = self.bytes.len();
        // Whether it is a status shows in its first bytes; until then nothing was counted
        // that would matter.
        Ok(None)
    }

    /// Whether the answer ends in free text, in which nothing announces a literal: every
    /// answer but the untagged data.
    fn is_status(&self) -> bool {
        let Some(rest) = self.bytes.strip_prefix(b"* ".as_slice()) else { return self.bytes.len() >= 2 };
        [b"OK".as_slice(), b"NO", b"BAD", b"BYE", b"PREAUTH"].iter().any(|word| {
            rest.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word))
                && rest.get(word.len()).is_none_or(|next| matches!(next, b' ' | b'\r' | b'\n'))
        })
    }
}

/// What a server sends, divided into answers and read, in pieces of so many bytes as it
/// might come: for each answer its bytes and whether it could be read. Where the server
/// oversteps it ends.
pub fn answers(bytes: &[u8], pieces: usize) -> Vec<(usize, bool)> {
    let mut frames = Frames::default();
    let mut found = Vec::new();
    for piece in bytes.chunks(pieces.max(1)) {
        frames.room().extend_from_slice(piece);
        loop {
            match frames.next(Limits::holding(64 * 1024)) {
                Ok(Some(frame)) => found.push((frame.len(), super::conn::parsed(&frame, |_| ()).is_some())),
                Ok(None) => break,
                Err(_) => return found,
            }
        }
    }
    found
}

/// The length that a line's end announces for what follows it.
fn announced(line: &[u8]) -> Option<usize> {
    let line = line.strip_suffix(b"\n")?;
    let line = line.strip_suffix(b"\r").unwrap_or(line).strip_suffix(b"}")?;
    let open = line.iter().rposition(|byte| *byte == b'{')?;
    let digits = line.get(open + 1..)?;
    let digits = digits.strip_suffix(b"+").unwrap_or(digits);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    // What no number holds is more than any limit.
    Some(std::str::from_utf8(digits).ok()?.parse().unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const LIMITS: Limits = Limits { literal: 100, answer: 1000 };

    fn all(pieces: &[&[u8]]) -> Result<Vec<String>, Overstep> {
        let mut frames = Frames::default();
        let mut found = Vec::new();
        for piece in pieces {
            frames.room().extend_from_slice(piece);
            while let Some(frame) = frames.next(LIMITS)? {
                found.push(String::from_utf8_lossy(&frame).into_owned());
            }
        }
        Ok(found)
    }

    #[test]
    fn answers_are_divided_alike_however_their_bytes_come() {
        let text = b"* 1 FETCH (BODY[] {7}\r\na\r\n{9}\r FLAGS (\\Seen))\r\n* OK {5}\r\nA1 OK done\r\n";
        let whole = all(&[text]).unwrap();
        assert_eq!(whole.len(), 3, "{whole:?}");
        let bytes: Vec<&[u8]> = text.chunks(1).collect();
        assert_eq!(all(&bytes).unwrap(), whole);
        assert!(whole.first().unwrap().ends_with("(\\Seen))\r\n"));
    }

    #[test]
    fn a_length_beyond_what_was_asked_for_is_refused_before_it_comes() {
        for announced in ["101", "4294967296", "99999999999999999999999999", "101+"] {
            let line = format!("* 1 FETCH (BODY[] {{{announced}}}\r\n");
            assert_eq!(all(&[line.as_bytes()]), Err(Overstep::TooMuch), "{announced}");
        }
        let many = "* 1 FETCH (BODY[] {90}\r\n".to_owned() + &"x".repeat(90);
        let many = many + &(" BODY[] {90}\r\n".to_owned() + &"x".repeat(90)).repeat(12);
        assert_eq!(all(&[many.as_bytes()]), Err(Overstep::TooMuch));
        assert_eq!(all(&[&[b'x'; 2000]]), Err(Overstep::TooMuch));
    }

    #[test]
    fn depth_is_refused_before_anything_follows_it() {
        let deep = format!("* 1 FETCH (BODYSTRUCTURE {})\r\n", "(".repeat(DEEPEST + 1));
        assert_eq!(all(&[deep.as_bytes()]), Err(Overstep::TooDeep));
        let quoted = format!("* 1 FETCH (X \"{}\")\r\n", "(".repeat(DEEPEST + 1));
        assert_eq!(all(&[quoted.as_bytes()]).unwrap().len(), 1);
    }
}
