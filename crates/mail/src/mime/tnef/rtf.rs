//! Text that Outlook wrote as compressed RTF (MS-OXRTFCP), read as text alone: what stands in groups that are
//! no text, such as fonts, pictures and encapsulated HTML tags, is left out.

use super::super::charset;

/// What the window of the compression begins with.
const BEGIN: &[u8] = b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";
const WINDOW: usize = 4096;

/// Bytes that RTF is unpacked to at most.
const MOST: usize = 8 * 1024 * 1024;

/// How deep groups may lie in groups; what lies deeper is left out.
const DEEPEST: usize = 200;

/// The RTF of what was compressed; none where it is no such thing.
pub fn unpacked(packed: &[u8]) -> Option<Vec<u8>> {
    let (header, rest) = packed.split_first_chunk::<16>()?;
    let word = |at: usize| Some(u32::from_le_bytes(header.get(at..at + 4)?.try_into().ok()?));
    let size = usize::try_from(word(4)?).ok()?.min(MOST);
    match &word(8)?.to_le_bytes() {
        b"MELA" => Some(rest.get(..size.min(rest.len()))?.to_vec()),
        b"LZFu" => Some(unfolded(rest, size)),
        _ => None,
    }
}

fn unfolded(packed: &[u8], size: usize) -> Vec<u8> {
    let mut window = [0_u8; WINDOW];
    let mut at = 0;
    let mut made = Vec::new();
    for (place, byte) in window.iter_mut().zip(BEGIN) {
        *place = *byte;
        at += 1;
    }
    let mut bytes = packed.iter().copied();
    while let Some(control) = bytes.next() {
        for bit in 0..8 {
            if made.len() >= size {
                return made;
            }
            let Some(first) = bytes.next() else { return made };
            if (control >> bit) & 1 == 0 {
                put(&mut window, &mut at, first, &mut made);
                continue;
            }
            let Some(second) = bytes.next() else { return made };
            let pair = usize::from(u16::from_be_bytes([first, second]));
            let (from, count) = (pair >> 4, (pair & 0xf) + 2);
            // One that points to where the next would be written ends it.
            if from == at {
                return made;
            }
            for step in 0..count {
                let byte = window.get((from + step) % WINDOW).copied().unwrap_or_default();
                put(&mut window, &mut at, byte, &mut made);
            }
        }
    }
    made
}

fn put(window: &mut [u8; WINDOW], at: &mut usize, byte: u8, made: &mut Vec<u8>) {
    if let Some(place) = window.get_mut(*at) {
        *place = byte;
    }
    *at = (*at + 1) % WINDOW;
    made.push(byte);
}

/// A group as it is being read.
#[derive(Clone, Copy)]
struct Group {
    /// Whether what stands in it is no text.
    apart: bool,
    /// How many signs stand behind a sign for those who cannot read it.
    instead: usize,
}

/// What is read, and where it stands.
struct Reading<'b> {
    rest: &'b [u8],
    groups: Vec<Group>,
    group: Group,
    /// Groups within that are too deep to be kept.
    deeper: usize,
    /// Signs that stand for one that was read.
    skip: usize,
    /// The first half of a sign beyond the first plane, until the other comes.
    half: Option<u16>,
    codepage: Option<u32>,
    bytes: Vec<u8>,
    text: String,
}

/// The text of RTF.
pub fn text_of(rtf: &[u8], codepage: Option<u32>) -> String {
    let group = Group { apart: false, instead: 1 };
    let mut reading = Reading {
        rest: rtf,
        groups: Vec::new(),
        group,
        deeper: 0,
        skip: 0,
        half: None,
        codepage,
        bytes: Vec::new(),
        text: String::new(),
    };
    while let Some((first, rest)) = reading.rest.split_first() {
        reading.rest = rest;
        match first {
            b'{' => reading.open(),
            b'}' => reading.close(),
            b'\\' => reading.control(),
            b'\r' | b'\n' => {}
            byte => reading.byte(*byte),
        }
    }
    reading.settle();
    reading.text
}

impl Reading<'_> {
    fn open(&mut self) {
        self.skip = 0;
        if self.groups.len() < DEEPEST {
            self.groups.push(self.group);
        } else {
            self.deeper += 1;
        }
    }

    fn close(&mut self) {
        self.skip = 0;
        if self.deeper > 0 {
            self.deeper -= 1;
        } else if let Some(before) = self.groups.pop() {
            self.group = before;
        }
    }

    fn silent(&self) -> bool {
        self.group.apart || self.deeper > 0
    }

    fn byte(&mut self, byte: u8) {
        if self.skip > 0 {
            self.skip -= 1;
        } else if !self.silent() {
            self.bytes.push(byte);
        }
    }

    fn sign(&mut self, sign: char) {
        if !self.silent() {
            self.settle();
            self.text.push(sign);
        }
    }

    /// Bytes that were gathered become text in the codepage that holds here.
    fn settle(&mut self) {
        if !self.bytes.is_empty() {
            let label = self.codepage.and_then(charset::of_codepage).unwrap_or("windows-1252");
            let bytes = core::mem::take(&mut self.bytes);
            self.text.push_str(&charset::decode(&bytes, Some(label), "", &mut Vec::new()));
        }
    }

    fn control(&mut self) {
        let Some((first, rest)) = self.rest.split_first() else { return };
        if !first.is_ascii_alphabetic() {
            self.rest = rest;
            return self.mark(*first);
        }
        let length = self.rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (word, rest) = self.rest.split_at_checked(length).unwrap_or_default();
        let digits = rest
            .iter()
            .enumerate()
            .take_while(|(at, byte)| byte.is_ascii_digit() || (*at == 0 && **byte == b'-'));
        let digits = digits.count();
        let (number, rest) = rest.split_at_checked(digits).unwrap_or_default();
        let number = core::str::from_utf8(number).ok().and_then(|number| number.parse::<i32>().ok());
        self.rest = rest.strip_prefix(b" ").unwrap_or(rest);
        self.word(word, number);
    }

    fn mark(&mut self, mark: u8) {
        match mark {
            b'\'' => {
                let hex = self.rest.get(..2).and_then(|hex| core::str::from_utf8(hex).ok());
                if let Some(byte) = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
                    self.rest = self.rest.get(2..).unwrap_or_default();
                    self.byte(byte);
                }
            }
            // A group that only some programs understand.
            b'*' => self.group.apart = true,
            b'~' => self.sign('\u{a0}'),
            b'_' => self.sign('-'),
            b'\r' | b'\n' => self.sign('\n'),
            b'\\' | b'{' | b'}' => self.byte(mark),
            _ => {}
        }
    }

    fn word(&mut self, word: &[u8], number: Option<i32>) {
        match word {
            b"par" | b"line" | b"row" | b"sect" | b"page" => self.sign('\n'),
            b"tab" | b"cell" => self.sign('\t'),
            b"emdash" => self.sign('\u{2014}'),
            b"endash" => self.sign('\u{2013}'),
            b"bullet" => self.sign('\u{2022}'),
            b"lquote" => self.sign('\u{2018}'),
            b"rquote" => self.sign('\u{2019}'),
            b"ldblquote" => self.sign('\u{201c}'),
            b"rdblquote" => self.sign('\u{201d}'),
            b"u" => {
                // A sign beyond the first plane comes as two halves, which stand for one.
                let unit = number.and_then(|number| u16::try_from(number & 0xffff).ok());
                self.unit(unit.unwrap_or_default());
                self.skip = self.group.instead;
            }
            b"uc" => {
                let told = number.and_then(|number| usize::try_from(number).ok());
                self.group.instead = told.unwrap_or(1).min(16);
            }
            b"ansicpg" => {
                self.settle();
                let told = number.and_then(|number| u32::try_from(number).ok()).filter(|told| *told != 0);
                self.codepage = told.or(self.codepage);
            }
            b"bin" => {
                let length = number.and_then(|number| usize::try_from(number).ok()).unwrap_or_default();
                self.rest = self.rest.get(length..).unwrap_or_default();
            }
            b"fonttbl" | b"colortbl" | b"stylesheet" | b"info" | b"pict" | b"object" | b"header"
            | b"footer" => {
                self.group.apart = true;
            }
            _ => {}
        }
    }

    fn unit(&mut self, unit: u16) {
        if self.silent() {
            return;
        }
        self.settle();
        match (self.half.take(), unit) {
            (Some(high), 0xdc00..=0xdfff) => {
                let whole = char::decode_utf16([high, unit]).next().and_then(Result::ok);
                self.text.push(whole.unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            (_, 0xd800..=0xdbff) => self.half = Some(unit),
            _ => self.text.push(char::from_u32(unit.into()).unwrap_or(char::REPLACEMENT_CHARACTER)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(rtf: &str) -> String {
        text_of(rtf.as_bytes(), None)
    }

    #[test]
    fn the_example_of_the_specification_is_unpacked() {
        let packed = [
            0x2d, 0, 0, 0, 0x2b, 0, 0, 0, b'L', b'Z', b'F', b'u', 0xf1, 0xc5, 0xc7, 0xa7, 0x03, 0, 0x0a, 0,
            b'r', b'c', b'p', b'g', b'1', b'2', b'5', 0x42, b'2', 0x0a, 0xf3, b' ', b'h', b'e', b'l', 0x09,
            0, b' ', b'b', b'w', 0x05, 0xb0, b'l', b'd', b'}', 0x0a, 0x80, 0x0f, 0xa0,
        ];
        let made = unpacked(&packed);
        assert_eq!(made.as_deref(), Some(b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n".as_slice()));
        assert_eq!(text_of(&made.unwrap_or_default(), None), "hello world");
        // Cut anywhere it gives what it holds.
        for length in 0..packed.len() {
            let cut = unpacked(packed.get(..length).unwrap_or_default());
            assert!(cut.is_none_or(|cut| cut.len() <= 43));
        }
        assert_eq!(unpacked(b"{\\rtf1 no compression}"), None);
    }

    #[test]
    fn a_repetition_of_what_is_being_written_goes_on_with_it() {
        // "a", then a repetition of 17 from where it stands.
        let from = u16::try_from(BEGIN.len()).unwrap_or_default();
        let pair = (from << 4 | 15).to_be_bytes();
        let packed = [&[0, 0, 0, 0, 18, 0, 0, 0], b"LZFu".as_slice(), &[0; 4], &[0b10, b'a'], &pair].concat();
        assert_eq!(unpacked(&packed), Some(vec![b'a'; 18]));
    }

    #[test]
    fn signs_in_all_ways_are_read_and_what_is_no_text_is_left_out() {
        assert_eq!(
            text(
                r"{\rtf1{\fonttbl{\f0 Arial;}}{\*\generator Riched}Price: \'80 1,140\par Net{\b  30}\tab\{a\}}"
            ),
            "Price: € 1,140\nNet 30\t{a}"
        );
        assert_eq!(text(r"\uc1\u8364?5 \u-10179?\u-8704? ok"), "€5 😀 ok");
        assert_eq!(text(r"{\uc2\u233ab}c{\uc0\u233}d"), "écéd");
        assert_eq!(text(r"\ansicpg1251 \'cf\'f0\'e8\'e2\'e5\'f2"), "Привет");
        assert_eq!(
            text(r"{\*\htmltag84 <b>}bold\htmlrtf\par\htmlrtf0{\*\htmltag92 </b>}{\pict 0102}{\bin3 abc}x"),
            "bold\nx"
        );
    }

    #[test]
    fn nothing_that_is_broken_stops_it() {
        for odd in [
            "\\",
            "\\'",
            "\\'z",
            "\\u",
            "\\u99999999999",
            "{{{",
            "}}}",
            "\\bin-5 a",
            "\\bin99 a",
            "\\-",
            "\\uc-1",
        ] {
            let _ = text(odd);
        }
        let deep = "{".repeat(100_000) + "x" + &"}".repeat(100_000) + "y";
        assert_eq!(text(&deep), "y");
    }
}
