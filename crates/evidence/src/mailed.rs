//! Quotes out of files that came by mail, and mails of ours that were decided, as files.

use anp::digest::EventHash;
use anp::json::Value;

use crate::contents::{Letter, Quote};
use crate::fields::{Fields, Misread};
use crate::pack::Entries;

pub(crate) const QUOTES: &str = "quotes.json";
pub(crate) const LETTERS: &str = "letters.json";

/// `quotes/001.bin`
pub(crate) fn quote_name(place: usize) -> String {
    format!("quotes/{place:03}.bin")
}

/// `letters/001.eml`
pub(crate) fn letter_name(place: usize) -> String {
    format!("letters/{place:03}.eml")
}

/// Files beside the lists of them.
pub(crate) fn files(quotes: &[Quote], letters: &[Letter], files: &mut Entries) {
    for (place, quote) in (1..).zip(quotes) {
        if let Some(bytes) = &quote.bytes {
            files.insert(quote_name(place), bytes.clone());
        }
    }
    for (place, letter) in (1..).zip(letters) {
        files.insert(letter_name(place), letter.raw.clone());
    }
}

fn hex(hash: [u8; 32]) -> Value {
    Value::from(EventHash(hash).to_string())
}

/// The list of quotes.
pub(crate) fn quotes(quotes: &[Quote]) -> Value {
    let listed = (1..).zip(quotes).map(|(place, quote)| {
        let kept = quote.bytes.as_ref().map_or(Value::Null, |_| Value::from(quote_name(place)));
        Value::object([
            ("mail_sha256", hex(quote.mail)),
            ("part", Value::from(quote.part.as_str())),
            ("name", Value::from(quote.file.as_str())),
            ("file", kept),
            ("sha256", hex(quote.sha256)),
            ("offer", Value::from(quote.offer.as_str())),
            ("by", Value::from(quote.by.as_str())),
            ("at", Value::from(quote.at.as_str())),
        ])
    });
    Value::object([("quotes", Value::Array(listed.collect()))])
}

/// The list of letters.
pub(crate) fn letters(letters: &[Letter]) -> Value {
    let listed = (1..).zip(letters).map(|(place, letter)| {
        Value::object([
            ("file", Value::from(letter_name(place))),
            ("payload", Value::from(letter.payload.as_str())),
            ("fate", Value::from(letter.fate.as_str())),
        ])
    });
    Value::object([("letters", Value::Array(listed.collect()))])
}

/// Reads the list of quotes.
pub(crate) fn read_quotes(
    fields: &Fields<'_>,
    bytes: &mut dyn FnMut(&str) -> Vec<u8>,
) -> Result<Vec<Quote>, Misread> {
    let hash = |fields: &Fields<'_>, key: &str| {
        fields.parsed(key, "64 lower-case hex digits", EventHash::parse).map(|hash| hash.0)
    };
    fields.list("quotes", |quote| {
        let owned = |key: &str| quote.text(key).map(str::to_owned);
        Ok(Quote {
            mail: hash(quote, "mail_sha256")?,
            part: owned("part")?,
            file: owned("name")?,
            bytes: quote.text_or_null("file")?.map(&mut *bytes),
            sha256: hash(quote, "sha256")?,
            offer: owned("offer")?,
            by: owned("by")?,
            at: owned("at")?,
        })
    })
}

/// Reads the list of letters.
pub(crate) fn read_letters(
    fields: &Fields<'_>,
    bytes: &mut dyn FnMut(&str) -> Vec<u8>,
) -> Result<Vec<Letter>, Misread> {
    fields.list("letters", |letter| {
        Ok(Letter {
            payload: letter.text("payload")?.to_owned(),
            raw: bytes(letter.text("file")?),
            fate: letter.text("fate")?.to_owned(),
        })
    })
}
