//! Formats. Addresses are not among them: nothing here follows one, and sellers write templates.

use anp::json::Value;

use super::node::Format;
use crate::instant::Instant;

/// The format of that name, where it is held to.
pub fn named(name: &str) -> Option<Format> {
    match name {
        "date-time" => Some(Format::DateTime),
        "date" => Some(Format::Date),
        _ => None,
    }
}

/// Whether a text is of the format.
pub fn holds(format: Format, text: &str) -> bool {
    match format {
        Format::DateTime => Instant::parse(text).is_some(),
        Format::Date => text.len() == 10 && Instant::parse(&format!("{text}T00:00:00Z")).is_some(),
    }
}

/// Whether two values are the same to a schema: members in any order.
pub fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(ours), Value::Object(theirs)) => {
            ours.len() == theirs.len()
                && ours.iter().all(|(name, value)| other.get(name).is_some_and(|member| same(value, member)))
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(one, other)| same(one, other))
        }
        _ => one == other,
    }
}
