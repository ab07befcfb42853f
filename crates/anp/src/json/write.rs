//! Canonical JSON, RFC 8785.

use super::{Value, es_text};

/// The canonical text: members sorted by UTF-16 code units at every depth, no white
/// space, numbers and strings as ECMAScript writes them.
pub fn canonical(value: &Value) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => out.push_str(&es_text(*number)),
        Value::Text(text) => quoted(text, out),
        Value::Array(items) => {
            out.push('[');
            for (place, item) in items.iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
            out.push('{');
            for (place, (name, member)) in sorted.into_iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                quoted(name, out);
                out.push(':');
                write(member, out);
            }
            out.push('}');
        }
    }
}

/// A string as `JSON.stringify` writes it.
pub(super) fn quoted(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        character(c, out);
    }
    out.push('"');
}

/// A character of a string: the short escapes, `\u00xx` in lower case for other controls,
/// everything else as it is.
pub(crate) fn character(c: char, out: &mut String) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        control if control < ' ' => {
            out.push_str("\\u00");
            let code = u32::from(control);
            for digit in [code >> 4, code & 15] {
                out.push(char::from_digit(digit, 16).unwrap_or('0'));
            }
        }
        plain => out.push(plain),
    }
}
