//! Outlook's own envelope (`winmail.dat`, MS-OXTNEF): the files in it, and the mail's text as it stands there.

mod properties;
mod rtf;

use properties::{Property, Value};

/// What the envelope begins with.
const SIGNATURE: [u8; 4] = [0x78, 0x9f, 0x3e, 0x22];
/// The codepage of what is told in no other.
const CODEPAGE: u32 = 0x0006_9007;
/// The mail's text in the oldest way.
const BODY: u32 = 0x0002_800c;
/// The mail's properties.
const MESSAGE: u32 = 0x0006_9003;
/// A new file begins.
const RENDERING: u32 = 0x0006_9002;
/// Its name.
const TITLE: u32 = 0x0001_8010;
/// Its bytes.
const DATA: u32 = 0x0006_800f;
/// Its properties.
const ATTACHMENT: u32 = 0x0006_9005;
/// Attributes that are read.
const MOST_ATTRIBUTES: usize = 10_000;

/// Text, the same in HTML, the same in compressed RTF, and the codepage of HTML.
const PLAIN_TEXT: u16 = 0x1000;
const HTML_TEXT: u16 = 0x1013;
const RTF_TEXT: u16 = 0x1009;
const HTML_CODEPAGE: u16 = 0x3fde;
/// A file's name without the bounds of old systems, and its bytes where they stand among its properties.
const LONG_NAME: u16 = 0x3707;
const FILE_BYTES: u16 = 0x3701;

/// A text of the envelope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// Whose signs are known.
    Text(String),
    /// In a codepage; none where it is not told.
    Bytes(Vec<u8>, Option<u32>),
}

impl Default for Said {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl Said {
    /// What a property says; it may stand in either way.
    fn of(value: &Value<'_>, codepage: Option<u32>) -> Option<Self> {
        match value {
            Value::Unicode(bytes) => Some(Self::Text(utf16(bytes))),
            Value::Bytes(bytes) => Some(Self::Bytes(until_nul(bytes).to_vec(), codepage)),
            Value::Number(_) => None,
        }
    }
}

/// A file in the envelope.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Enclosed<'b> {
    /// Its name; empty where it has none.
    pub name: Said,
    /// Its bytes.
    pub bytes: &'b [u8],
}

/// The mail's text as the envelope has it.
#[derive(Debug, PartialEq, Eq)]
pub enum Body {
    /// As it is read.
    Plain(Said),
    /// In HTML.
    Html(Said),
}

/// What the envelope holds.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Opened<'b> {
    /// The files, in their order.
    pub files: Vec<Enclosed<'b>>,
    /// The mail's text; none where the envelope has none.
    pub body: Option<Body>,
    /// Whether it was read to its end.
    pub whole: bool,
}

/// Opens an envelope, so far as it can be read.
pub fn open(envelope: &[u8]) -> Opened<'_> {
    let mut opened = Opened::default();
    // The signature, and a key of two bytes that means nothing any more.
    let Some(mut rest) = envelope.strip_prefix(&SIGNATURE).and_then(|rest| rest.get(2..)) else {
        return opened;
    };
    let mut codepage = None;
    for _ in 0..MOST_ATTRIBUTES {
        if rest.is_empty() {
            opened.whole = true;
            return opened;
        }
        let Some((id, data, after)) = attribute(rest) else { return opened };
        rest = after;
        match id {
            CODEPAGE => codepage = number(data).map(|(codepage, _)| codepage),
            BODY if opened.body.is_none() => {
                opened.body = Some(Body::Plain(Said::Bytes(until_nul(data).to_vec(), codepage)));
            }
            MESSAGE => {
                let said = body(&properties::read(data), codepage);
                opened.body = said.or(opened.body.take());
            }
            RENDERING => opened.files.push(Enclosed::default()),
            TITLE | DATA | ATTACHMENT => {
                if let Some(file) = opened.files.last_mut() {
                    tells(file, (id, data), codepage);
                }
            }
            _ => {}
        }
    }
    opened
}

/// What an attribute tells of a file.
fn tells<'b>(file: &mut Enclosed<'b>, (id, data): (u32, &'b [u8]), codepage: Option<u32>) {
    match id {
        TITLE if file.name == Said::default() => {
            file.name = Said::Bytes(until_nul(data).to_vec(), codepage);
        }
        DATA => file.bytes = data,
        ATTACHMENT => {
            for Property { id, value } in properties::read(data) {
                match (id, value) {
                    // Longer than what the title has room for, it stands for it.
                    (LONG_NAME, value) => file.name = Said::of(&value, codepage).unwrap_or_default(),
                    (FILE_BYTES, Value::Bytes(bytes)) if file.bytes.is_empty() => file.bytes = bytes,
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

/// The text among a mail's properties: the plain one first, then HTML, then what RTF says.
fn body(properties: &[Property<'_>], codepage: Option<u32>) -> Option<Body> {
    let of = |wanted: u16| properties.iter().find(|one| one.id == wanted).map(|one| &one.value);
    let full = |said: &Said| match said {
        Said::Text(text) => !text.trim().is_empty(),
        Said::Bytes(bytes, _) => !bytes.trim_ascii().is_empty(),
    };
    let plain = || of(PLAIN_TEXT).and_then(|value| Said::of(value, codepage)).filter(full).map(Body::Plain);
    let html = || {
        let own = match of(HTML_CODEPAGE) {
            Some(Value::Number(number)) => Some(*number),
            _ => codepage,
        };
        of(HTML_TEXT).and_then(|value| Said::of(value, own)).filter(full).map(Body::Html)
    };
    let rich = || match of(RTF_TEXT) {
        Some(Value::Bytes(bytes)) => {
            let text = rtf::text_of(&rtf::unpacked(bytes)?, codepage);
            Some(Body::Plain(Said::Text(text))).filter(|body| matches!(body, Body::Plain(said) if full(said)))
        }
        _ => None,
    };
    plain().or_else(html).or_else(rich)
}

fn until_nul(bytes: &[u8]) -> &[u8] {
    bytes.split(|byte| *byte == 0).next().unwrap_or_default()
}

fn utf16(bytes: &[u8]) -> String {
    let units = bytes
        .chunks_exact(2)
        .map(|pair| pair.iter().rev().fold(0_u16, |unit, byte| unit << 8 | u16::from(*byte)));
    let units = units.take_while(|unit| *unit != 0);
    char::decode_utf16(units).map(|sign| sign.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// One attribute: its level, its number, its length, its data, a checksum. One whose
/// checksum does not hold ends the reading.
fn attribute(bytes: &[u8]) -> Option<(u32, &[u8], &[u8])> {
    let (_level, rest) = bytes.split_first()?;
    let (id, rest) = number(rest)?;
    let (length, rest) = number(rest)?;
    let (data, rest) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    let (sum, rest) = rest.split_first_chunk::<2>()?;
    let counted = data.iter().fold(0_u16, |sum, byte| sum.wrapping_add((*byte).into()));
    (counted == u16::from_le_bytes(*sum)).then_some((id, data, rest))
}

fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (number, rest) = bytes.split_first_chunk::<4>()?;
    Some((u32::from_le_bytes(*number), rest))
}

#[cfg(test)]
mod tests;
