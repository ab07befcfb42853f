//! What single header fields say. The grammar is `mail_parser`'s.

use chrono::NaiveDate;
use mail_parser::parsers::MessageStream;
use mail_parser::{Addr, ContentType, DateTime, HeaderValue};

use super::letter::{Address, Warning};
use super::{LONGEST_LINE, MOST_IN_FIELD, signs};

/// A media type or disposition with what stands behind it.
pub struct Content {
    /// `text/plain`, or `attachment`; lower case.
    pub kind: String,
    parameters: Vec<(String, String)>,
}

impl Content {
    /// A parameter by its lower-case name.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }
}

/// The parser wants a line's end.
fn line(text: &str) -> Vec<u8> {
    [text.as_bytes(), b"\r\n"].concat()
}

/// Text in which encoded words are decoded.
pub fn words(field: &str, text: &str, warnings: &mut Vec<Warning>) -> String {
    let bytes = line(text);
    let value = MessageStream::new(&bytes).parse_unstructured();
    bounded(field, value.as_text().unwrap_or_default(), warnings)
}

/// Addresses, those of groups included.
pub fn addresses(field: &str, text: &str, warnings: &mut Vec<Warning>) -> Vec<Address> {
    let bytes = line(text);
    let HeaderValue::Address(found) = MessageStream::new(&bytes).parse_address() else {
        return Vec::new();
    };
    let mut addresses: Vec<Address> =
        found.iter().filter_map(|addr| address(field, addr, warnings)).take(MOST_IN_FIELD + 1).collect();
    if addresses.len() > MOST_IN_FIELD {
        addresses.truncate(MOST_IN_FIELD);
        shortened(field, warnings);
    }
    addresses
}

fn address(field: &str, addr: &Addr<'_>, warnings: &mut Vec<Warning>) -> Option<Address> {
    let name = bounded(field, addr.name.as_deref().unwrap_or_default(), warnings);
    let address = bounded(field, addr.address.as_deref()?, warnings);
    (!address.is_empty()).then_some(Address { name, address })
}

/// Message identifiers without their brackets. Of too many the last are kept: they
/// are the nearest in the thread.
pub fn ids(field: &str, text: &str, warnings: &mut Vec<Warning>) -> Vec<String> {
    let bytes = line(text);
    let found: Vec<String> = match MessageStream::new(&bytes).parse_id() {
        HeaderValue::Text(id) => vec![id.into_owned()],
        HeaderValue::TextList(ids) => ids.into_iter().map(std::borrow::Cow::into_owned).collect(),
        _ => Vec::new(),
    };
    let surplus = found.len().saturating_sub(MOST_IN_FIELD);
    if surplus > 0 {
        shortened(field, warnings);
    }
    found.iter().skip(surplus).map(|id| bounded(field, id, warnings)).filter(|id| !id.is_empty()).collect()
}

/// Milliseconds since 1970; nothing for a text that is no date of the calendar.
pub fn unix_ms(text: &str) -> Option<i64> {
    let bytes = line(text);
    let HeaderValue::DateTime(date) = MessageStream::new(&bytes).parse_date() else {
        return None;
    };
    let DateTime { year, month, day, hour, minute, second, .. } = date;
    let day = NaiveDate::from_ymd_opt(i32::from(year), u32::from(month), u32::from(day))?;
    // A leap second is shown as the second before it.
    let local = day.and_hms_opt(u32::from(hour), u32::from(minute), u32::from(second.min(59)))?;
    let east = i64::from(date.tz_hour) * 3600 + i64::from(date.tz_minute) * 60;
    let fits = second <= 60 && date.tz_hour <= 23 && date.tz_minute <= 59;
    let seconds = local.and_utc().timestamp() + if date.tz_before_gmt { east } else { -east };
    fits.then(|| seconds * 1000)
}

/// A media type or disposition.
pub fn content(text: &str) -> Option<Content> {
    let bytes = line(text);
    let HeaderValue::ContentType(found) = MessageStream::new(&bytes).parse_content_type() else {
        return None;
    };
    let ContentType { c_type, c_subtype, attributes } = found;
    let kind = match c_subtype {
        Some(subtype) => format!("{c_type}/{subtype}"),
        None => c_type.into_owned(),
    };
    let pairs = attributes.unwrap_or_default().into_iter();
    let parameters = pairs.map(|pair| (pair.name.to_lowercase(), pair.value.into_owned())).collect();
    Some(Content { kind: signs::without_controls(&kind).trim().to_lowercase(), parameters })
}

fn bounded(field: &str, text: &str, warnings: &mut Vec<Warning>) -> String {
    let clean = signs::in_one_line(text);
    if clean.contains('\u{FFFD}') {
        let warning = Warning::Undecodable { place: format!("header {field}") };
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
    let short: String = clean.trim().chars().take(LONGEST_LINE).collect();
    if short.len() < clean.trim().len() {
        shortened(field, warnings);
    }
    short
}

fn shortened(field: &str, warnings: &mut Vec<Warning>) {
    let warning = Warning::Shortened { place: format!("header {field}") };
    if !warnings.contains(&warning) {
        warnings.push(warning);
    }
}
