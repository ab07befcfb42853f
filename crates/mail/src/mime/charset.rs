//! Bytes to text, whatever they say that they are in.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};
use mail_parser::decoders::charsets::map::charset_decoder;

use super::letter::Warning;

/// Names that mean no more than 7 bits.
const PLAIN: [&str; 4] = ["us-ascii", "ascii", "ansi_x3.4-1968", ""];

/// The name of a codepage of Windows; none for one that nobody writes mails in.
pub fn of_codepage(codepage: u32) -> Option<&'static str> {
    Some(match codepage {
        874 => "windows-874",
        932 => "shift_jis",
        936 | 51936 => "gbk",
        949 => "euc-kr",
        950 => "big5",
        1200 => "utf-16le",
        1250 => "windows-1250",
        1251 => "windows-1251",
        1252 => "windows-1252",
        1253 => "windows-1253",
        1254 => "windows-1254",
        1255 => "windows-1255",
        1256 => "windows-1256",
        1257 => "windows-1257",
        1258 => "windows-1258",
        10000 => "macintosh",
        20866 => "koi8-r",
        20932 | 51932 => "euc-jp",
        21866 => "koi8-u",
        28591 => "iso-8859-1",
        28592 => "iso-8859-2",
        28595 => "iso-8859-5",
        28605 => "iso-8859-15",
        50220..=50222 => "iso-2022-jp",
        54936 => "gb18030",
        65001 => "utf-8",
        _ => return None,
    })
}

/// Reads bytes as what they are said to be in; where that is not said, not known or
/// not true, as what they most look like, with a warning.
pub fn decode(bytes: &[u8], declared: Option<&str>, place: &str, warnings: &mut Vec<Warning>) -> String {
    let named = declared.map(|name| name.trim().to_lowercase()).unwrap_or_default();
    let plain = PLAIN.contains(&named.as_str());
    // With escapes 7 bits are no plain text: Japanese is written so.
    if plain && bytes.is_ascii() && !bytes.contains(&0x1B) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let known = Encoding::for_label(named.as_bytes());
    if known == Some(UTF_8) {
        // A decoder would put up with anything; what is not UTF-8 is something else.
        return match std::str::from_utf8(bytes) {
            Ok(text) => without_mark(text),
            Err(_) => guess(bytes, declared, place, warnings),
        };
    }
    let text = match (charset_decoder(named.as_bytes()), known) {
        _ if plain => None,
        (Some(decoder), _) => Some(decoder(bytes)),
        (None, Some(known)) => Some(known.decode(bytes).0.into_owned()),
        (None, None) => None,
    };
    let Some(text) = text else { return guess(bytes, declared, place, warnings) };
    if text.contains('\u{FFFD}') {
        warnings.push(Warning::Undecodable { place: place.to_owned() });
    }
    without_mark(&text)
}

fn guess(bytes: &[u8], declared: Option<&str>, place: &str, warnings: &mut Vec<Warning>) -> String {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    let encoding = detector.guess(None, Utf8Detection::Allow);
    let (text, used, broken) = encoding.decode(bytes);
    warnings.push(Warning::CharsetGuessed {
        place: place.to_owned(),
        declared: declared.map(|name| name.chars().take(40).collect()),
        read_as: used.name().to_lowercase(),
    });
    if broken {
        warnings.push(Warning::Undecodable { place: place.to_owned() });
    }
    without_mark(&text)
}

/// A byte order mark is no part of the text.
fn without_mark(text: &str) -> String {
    text.strip_prefix('\u{FEFF}').unwrap_or(text).to_owned()
}
