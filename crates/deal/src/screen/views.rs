//! What a text says when its encodings are taken off: each decoded text is read again, to a bounded depth.

use super::codes::{figures_in_letters, mirrored};
use super::disguises::{integers, leet, morse, moved, raised, shifted, turned, unleet};
use super::markup::without_tags;
use super::names::parted;
use super::packed::{base58s, of_mail, packed};
pub(super) use super::pictures::without_pictures;
use super::pictures::{is_picture, pieces};
use super::respelled::{by_radio, heard};
use super::sounds::sounded;

/// How often something decoded is decoded again.
pub(super) const MAX_DEPTH: u8 = 3;
/// Decoded texts of one field.
const MAX_VIEWS: usize = 96;
/// Shorter runs hold no figure worth hiding.
const SHORTEST_RUN: usize = 8;
/// What is packed and parted by spaces is looked for in so much of a text, in characters.
const LONGEST_PARTED: usize = 400;

/// A decoded text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct View {
    pub(super) text: String,
    /// It is another reading of the whole (reversed, shifted letters), in which chance finds much: only the
    /// exact secret counts.
    pub(super) exact_only: bool,
    /// Only numbers in words count: the figures are those of the text itself.
    pub(super) words_only: bool,
}

/// The decoded texts of a text, and true where it holds a long run that nobody can read.
pub(super) fn views(text: &str) -> (Vec<View>, bool) {
    let mut views = Vec::new();
    let mut opaque = false;
    let mut put = |text: String, exact_only: bool, words_only: bool| {
        if views.len() < MAX_VIEWS && !text.trim().is_empty() {
            views.push(View { text, exact_only, words_only });
        }
    };
    for by in 1..26 {
        put(shifted(text, by), true, true);
    }
    put(text.chars().rev().collect(), true, true);
    put(mirrored(text), true, true);
    put(turned(text), true, false);
    for read in [unleet(text), heard(text), by_radio(text)].into_iter().flatten() {
        put(read, true, true);
    }
    let mut add = |text: String, exact_only: bool| put(text, exact_only, false);
    for decoded in
        [percent(text), entities(text), quoted_printable(text), escapes(text)].into_iter().flatten()
    {
        add(decoded, false);
    }
    for read in [raised(text), without_tags(text)].into_iter().flatten() {
        add(read, false);
    }
    for decoded in packed(text) {
        add(decoded, false);
    }
    for decoded in [figures_in_letters(text), parted(text)].into_iter().flatten() {
        add(decoded, true);
    }
    for run in runs(text) {
        match unpacked(run) {
            Unpacked::Text(text) => add(text, false),
            Unpacked::Pieces(pieces) => add(pieces, true),
            Unpacked::Opaque => opaque = true,
            Unpacked::Nothing => {}
        }
    }
    // A run that spaces part.
    let close: String = text.chars().filter(|c| !c.is_whitespace()).take(LONGEST_PARTED).collect();
    for run in runs(&close) {
        if let Unpacked::Text(text) = unpacked(run) {
            add(text, true);
        }
    }
    if let Some(text) = morse(text) {
        add(text, true);
    }
    for text in of_mail(text).into_iter().chain(base58s(text)) {
        add(text, true);
    }
    if let Some(text) = leet(text) {
        add(text, true);
    }
    for read in [integers(text), sounded(text), moved(text)].into_iter().flatten() {
        add(read, true);
    }
    (views, opaque)
}

fn hex(one: Option<char>, two: Option<char>) -> Option<u8> {
    let value = one?.to_digit(16)? * 16 + two?.to_digit(16)?;
    u8::try_from(value).ok()
}

/// `%31%2C` where there is any.
pub(crate) fn percent(text: &str) -> Option<String> {
    marked(text, '%')
}

/// `=31=32`, with soft line ends.
fn quoted_printable(text: &str) -> Option<String> {
    let encoded = |pair: &&[u8]| {
        pair.first() == Some(&b'=')
            && pair.iter().skip(1).filter(|byte| byte.is_ascii_hexdigit()).count() == 2
    };
    // One alone is a setting: `size=45`.
    if text.as_bytes().windows(3).filter(encoded).count() < 2 {
        return None;
    }
    let text = text.replace("=\r\n", "").replace("=\n", "");
    marked(&text, '=')
}

fn marked(text: &str, mark: char) -> Option<String> {
    let chars: Vec<char> = text.chars().collect();
    let (mut bytes, mut at, mut found) = (Vec::new(), 0, false);
    while let Some(c) = chars.get(at) {
        let byte =
            (*c == mark).then(|| hex(chars.get(at + 1).copied(), chars.get(at + 2).copied())).flatten();
        // `burst=125` holds no character.
        let byte =
            byte.filter(|byte| mark != '=' || !byte.is_ascii_control() || matches!(byte, b'\n' | b'\r'));
        if let Some(byte) = byte {
            bytes.push(byte);
            at += 3;
            found = true;
        } else {
            bytes.extend(c.to_string().as_bytes());
            at += 1;
        }
    }
    found.then(|| String::from_utf8_lossy(&bytes).into_owned())
}

/// `&#49;` `&#x31;` `&comma;`
pub(crate) fn entities(text: &str) -> Option<String> {
    let mut decoded = String::new();
    let mut rest = text;
    let mut found = false;
    while let Some((before, after)) = rest.split_once('&') {
        decoded.push_str(before);
        let entity = after.split_once(';').filter(|(name, _)| name.len() <= 8);
        // `&#49` is read without its end, too.
        let figures =
            after.strip_prefix('#').map_or(0, |rest| rest.chars().take_while(char::is_ascii_digit).count());
        let bare = after.split_at_checked(figures + 1).filter(|_| figures > 0);
        let read = entity.or(bare).and_then(|(name, tail)| Some((entity_char(name)?, tail)));
        let read = read.or_else(|| bare.and_then(|(name, tail)| Some((entity_char(name)?, tail))));
        if let Some((c, tail)) = read {
            decoded.push(c);
            rest = tail;
            found = true;
        } else {
            decoded.push('&');
            rest = after;
        }
    }
    decoded.push_str(rest);
    found.then_some(decoded)
}

fn entity_char(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code);
    }
    Some(match name {
        "comma" => ',',
        "period" => '.',
        "nbsp" | "thinsp" | "ensp" | "emsp" => ' ',
        "dollar" => '$',
        "euro" => '€',
        "pound" => '£',
        "percnt" => '%',
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "frac12" | "half" => '½',
        "frac14" => '¼',
        "frac34" => '¾',
        _ => return None,
    })
}

/// `\u0031` `\x31` `\061`
pub(crate) fn escapes(text: &str) -> Option<String> {
    let chars: Vec<char> = text.chars().collect();
    let (mut decoded, mut at, mut found) = (String::new(), 0, false);
    while let Some(c) = chars.get(at) {
        let number = |skip: usize, long: usize, radix: u32| {
            let digits: String = chars.get(at + skip..at + skip + long)?.iter().collect();
            char::from_u32(u32::from_str_radix(&digits, radix).ok()?)
        };
        let escaped = match (c, chars.get(at + 1)) {
            ('\\', Some('u' | 'U')) => number(2, 4, 16).map(|c| (c, 6)),
            ('\\', Some('x' | 'X')) => number(2, 2, 16).map(|c| (c, 4)),
            ('\\', Some('0'..='3')) if number(1, 3, 8).is_some() => number(1, 3, 8).map(|c| (c, 4)),
            ('u' | 'U', Some('+')) => number(2, 4, 16).map(|c| (c, 6)),
            ('%', Some('u')) => number(2, 4, 16).map(|c| (c, 6)),
            // As style sheets write it: two figures of sixteen, then a space.
            ('\\', Some(_)) => {
                let long = if matches!(chars.get(at + 3), Some(' ')) { 4 } else { 3 };
                number(1, 2, 16).filter(|c| (' '..='~').contains(c)).map(|c| (c, long))
            }
            _ => None,
        };
        if let Some((c, long)) = escaped {
            decoded.push(c);
            at += long;
            found = true;
        } else {
            decoded.push(*c);
            at += 1;
        }
    }
    found.then_some(decoded)
}

/// Long runs of the letters that base64, base32 and hexadecimal are written in.
pub(crate) fn runs(text: &str) -> Vec<&str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=' | '_' | '-')))
        .flat_map(|run| {
            // `t=MTI1MDAwMA`: what stands behind the sign as well.
            let inner = run.trim_end_matches('=').rsplit_once('=').map(|(_, value)| value);
            std::iter::once(run).chain(inner)
        })
        .filter(|run| run.len() >= SHORTEST_RUN)
        .take(MAX_VIEWS)
        .collect()
}

enum Unpacked {
    Text(String),
    /// Readable pieces inside of something else.
    Pieces(String),
    Opaque,
    Nothing,
}

fn unpacked(run: &str) -> Unpacked {
    if let Some(text) = hex_text(run).or_else(|| base32_text(run)).or_else(|| small_base32(run)) {
        return Unpacked::Text(text);
    }
    let Some(bytes) = base64(run) else { return Unpacked::Nothing };
    if let Some(text) = wide(&bytes) {
        return Unpacked::Text(text);
    }
    let words = run.chars().all(|c| c.is_ascii_alphabetic() || c == '-' || c == '_' || c == '/');
    match String::from_utf8(bytes.clone()) {
        Ok(text) if readable(&text) => Unpacked::Text(text),
        _ if words || run.len() < 24 || is_named(run) => Unpacked::Nothing,
        _ if is_picture(&bytes) => Unpacked::Pieces(pieces(&bytes)),
        _ => Unpacked::Opaque,
    }
}

/// Hashes, UUIDs, codes and paths: no base64 although they are written in its letters.
fn is_named(run: &str) -> bool {
    let hexadecimal = run.chars().all(|c| c.is_ascii_hexdigit() || c == '-');
    let parted = run.matches(['-', '_', '/']).count() * 12 >= run.len();
    let cases = run.chars().any(char::is_lowercase) && run.chars().any(char::is_uppercase);
    hexadecimal || parted || !cases
}

fn readable(text: &str) -> bool {
    text.len() >= 4 && text.chars().all(|c| !c.is_control() || matches!(c, '\n' | '\r' | '\t'))
}

pub(crate) fn hex_text(run: &str) -> Option<String> {
    let run = run.strip_prefix("0x").unwrap_or(run);
    let chars: Vec<char> = run.chars().filter(|c| *c != '-').collect();
    if !chars.len().is_multiple_of(2) {
        return None;
    }
    let bytes: Option<Vec<u8>> =
        chars.chunks(2).map(|pair| hex(pair.first().copied(), pair.get(1).copied())).collect();
    String::from_utf8(bytes?).ok().filter(|text| readable(text) && text.is_ascii())
}

/// Characters of two bytes of which one is nought, as other systems write text.
fn wide(bytes: &[u8]) -> Option<String> {
    let text = [0, 1].into_iter().find_map(|nought| {
        let mut pairs = bytes.chunks_exact(2);
        let read = |pair: &[u8]| match pair {
            [one, other] => {
                let (zero, letter) = if nought == 0 { (one, other) } else { (other, one) };
                (*zero == 0 && letter.is_ascii() && !letter.is_ascii_control()).then(|| char::from(*letter))
            }
            _ => None,
        };
        pairs.by_ref().map(read).collect::<Option<String>>()
    })?;
    (text.len() >= 3).then_some(text)
}

fn letters(run: &str, bits: u32, value: impl Fn(u8) -> Option<u32>) -> Option<Vec<u8>> {
    let (mut bytes, mut held, mut count) = (Vec::new(), 0_u32, 0_u32);
    for byte in run.trim_end_matches('=').bytes() {
        held = (held << bits | value(byte)?) & 0xFFFF;
        count += bits;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(held >> count & 0xFF).ok()?);
        }
    }
    Some(bytes)
}

pub(crate) fn base64(run: &str) -> Option<Vec<u8>> {
    letters(run, 6, |byte| {
        Some(u32::from(match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        }))
    })
}

/// In small letters, long enough to be no word.
fn small_base32(run: &str) -> Option<String> {
    let small = run.len() >= 12 && !run.contains(|c: char| c.is_ascii_uppercase());
    small.then(|| base32_text(&run.to_ascii_uppercase())).flatten()
}

fn base32_text(run: &str) -> Option<String> {
    let bytes = letters(run, 5, |byte| {
        Some(u32::from(match byte {
            b'A'..=b'Z' => byte - b'A',
            b'2'..=b'7' => byte - b'2' + 26,
            _ => return None,
        }))
    })?;
    String::from_utf8(bytes).ok().filter(|text| readable(text) && text.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_is_taken_off() {
        for (text, inside) in [
            ("x d2Fsay1hd2F5IDEyNTAwMDA= y", "walk-away 1250000"),
            ("31323530303030", "1250000"),
            ("?cap=1%2C250%2C000", "1,250,000"),
            ("=31=32=35=30", "1250"),
            ("&#49;&#x32;5&comma;0", "125,0"),
            ("\\u0031\\x32\\065", "125"),
            ("\\31 \\32 \\35 ", "125"),
            ("%u0031%u0032%u0035", "125"),
            ("MQAyADUAMAAwADAAMAA=", "1250000"),
            ("+ADEAMgA1ADAAMAAwADA-", "1250000"),
            ("begin 644 x\n',3(U,# P,```\n`\nend", "1250000"),
            ("2s8YmEy5nX", "1250000"),
            ("noillim eno", "one million"),
            ("bar zvyyvba", "one million"),
            ("I,25O,OOO", "1,250,000"),
            ("0x1312D0", "1250000"),
            (".---- ..--- ..... -----", "1250"),
            ("GEZDGNBVGY3TQOJQ", "1234567890"),
        ] {
            let (views, _) = views(text);
            assert!(views.iter().any(|view| view.text.contains(inside)), "{text}: {views:?}");
        }
    }

    #[test]
    fn pictures_hashes_and_words_are_not_opaque_and_a_packed_text_is() {
        let picture = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
        for text in [
            picture,
            "0de4d1f26b7f0d2b1a7c3f9e8d7c6b5a4f3e2d1c",
            "Internationalisierungsmassnahmen",
            "session 1250000a-0000-4000-8000-0000011000ff",
        ] {
            assert!(!views(text).1, "{text}");
        }
        assert!(views("H4sIAAAAAAAAAzM0MjUwAAI9Kq1mAAAAx92Qf7z").1);
    }
}
