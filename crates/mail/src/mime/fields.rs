//! A header section: which fields there are, and their text.

use super::field;
use super::letter::{Address, MailDate, Warning};
use super::{LARGEST_FIELD, LARGEST_HEADER, Unreadable, charset};

/// The fields of a header section in their order.
pub struct Fields {
    fields: Vec<(String, Vec<u8>)>,
    place: String,
}

impl Fields {
    /// Takes the header off a mail; the rest is its body.
    ///
    /// # Errors
    /// [`Unreadable::NoHeader`] and [`Unreadable::LongHeader`].
    pub fn of_mail<'a>(bytes: &'a [u8], warnings: &mut Vec<Warning>) -> Result<(Self, &'a [u8]), Unreadable> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let blank = bytes.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let before = bytes.iter().take(blank).filter(|byte| **byte == b'\n').count();
        let bytes = bytes.get(blank..).unwrap_or_default();
        let (fields, body) = Self::split("the mail".to_owned(), bytes, warnings)?;
        if fields.fields.is_empty() {
            return Err(Unreadable::NoHeader { line: before + 1 });
        }
        Ok((fields, body))
    }

    /// Takes the header off a part; the rest is its body.
    ///
    /// # Errors
    /// [`Unreadable::LongHeader`].
    pub fn of_part<'a>(
        part: &str,
        bytes: &'a [u8],
        warnings: &mut Vec<Warning>,
    ) -> Result<(Self, &'a [u8]), Unreadable> {
        Self::split(format!("part {part}"), bytes, warnings)
    }

    fn split<'a>(
        place: String,
        bytes: &'a [u8],
        warnings: &mut Vec<Warning>,
    ) -> Result<(Self, &'a [u8]), Unreadable> {
        let mut fields: Vec<(String, Vec<u8>)> = Vec::new();
        let (mut read, mut strays) = (0, Vec::new());
        for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            read += line.len();
            if read > LARGEST_HEADER {
                return Err(Unreadable::LongHeader { place });
            }
            let text = line.strip_suffix(b"\n").unwrap_or(line);
            let text = text.strip_suffix(b"\r").unwrap_or(text);
            match (text.first(), fields.last_mut()) {
                (None, _) => break,
                (Some(b' ' | b'\t'), Some((_, value))) => {
                    // Folding: the break goes, the blank stays.
                    value.extend_from_slice(text);
                }
                _ => match name_and_value(text) {
                    Some((name, value)) => fields.push((name, value.to_vec())),
                    // How mailboxes in one file begin a mail.
                    None if number == 0 && text.starts_with(b"From ") => {}
                    None => strays.push(number + 1),
                },
            }
        }
        // Every line of a text that is no mail would be one.
        if !fields.is_empty() {
            let noted = strays.into_iter().take(10);
            warnings.extend(noted.map(|line| Warning::StrayLine { place: place.clone(), line }));
        }
        Ok((Self { fields, place }, bytes.get(read..).unwrap_or_default()))
    }

    /// The values of all fields of that name, topmost first, as they came.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a [u8]> {
        let fits = move |(found, _): &&(String, Vec<u8>)| found.eq_ignore_ascii_case(name);
        self.fields.iter().filter(fits).map(|(_, value)| value.as_slice())
    }

    /// The first field of that name in UTF-8; encoded words are left as they are.
    pub fn text(&self, name: &str, warnings: &mut Vec<Warning>) -> Option<String> {
        let value = self.all(name).next()?;
        let place = format!("header {name}");
        let short = value.get(..LARGEST_FIELD).unwrap_or(value);
        if short.len() < value.len() {
            warnings.push(Warning::Shortened { place: place.clone() });
        }
        // Where a header is not ASCII it is meant to be UTF-8.
        let text = charset::decode(short, Some("utf-8"), &place, warnings);
        Some(text.trim().to_owned())
    }

    /// The text of a field that may stand once.
    fn once(&self, name: &'static str, warnings: &mut Vec<Warning>) -> Option<String> {
        if self.all(name).nth(1).is_some() {
            warnings.push(Warning::Repeated { field: name });
        }
        self.text(name, warnings)
    }

    /// Addresses of a field, those of groups included.
    pub fn addresses(&self, name: &'static str, warnings: &mut Vec<Warning>) -> Vec<Address> {
        let text = self.once(name, warnings);
        text.map(|text| field::addresses(name, &text, warnings)).unwrap_or_default()
    }

    /// Message identifiers of a field.
    pub fn ids(&self, name: &'static str, warnings: &mut Vec<Warning>) -> Vec<String> {
        let text = self.once(name, warnings);
        text.map(|text| field::ids(name, &text, warnings)).unwrap_or_default()
    }

    /// The subject; empty where there is none.
    pub fn subject(&self, warnings: &mut Vec<Warning>) -> String {
        let text = self.once("Subject", warnings);
        text.map(|text| field::words("Subject", &text, warnings)).unwrap_or_default()
    }

    /// The date.
    pub fn date(&self, warnings: &mut Vec<Warning>) -> Option<MailDate> {
        let text = self.once("Date", warnings)?;
        let unix_ms = field::unix_ms(&text);
        if unix_ms.is_none() {
            warnings.push(Warning::UnreadableDate);
        }
        Some(MailDate { text: text.chars().take(100).collect(), unix_ms })
    }

    /// `Content-Type` or `Content-Disposition`.
    pub fn content(&self, name: &str, warnings: &mut Vec<Warning>) -> Option<field::Content> {
        self.text(name, warnings).and_then(|text| field::content(&text))
    }

    /// `the mail` or `part 2.1`.
    pub fn place(&self) -> &str {
        &self.place
    }
}

/// A field's name and what follows the colon; nothing where there is no such thing.
fn name_and_value(line: &[u8]) -> Option<(String, &[u8])> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    let (name, value) = line.split_at_checked(colon)?;
    let name = name.trim_ascii_end();
    let fits = !name.is_empty() && name.iter().all(u8::is_ascii_graphic);
    fits.then(|| (String::from_utf8_lossy(name).into_owned(), value.get(1..).unwrap_or_default()))
}
