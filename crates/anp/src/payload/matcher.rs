//! One pass over a payload's text that proves, without building anything, that it is
//! canonical and keeps its kind's schema.
//!
//! It never refuses: where it does not match, the text may still be sound, and the
//! readers that build values decide. So it may be narrow, and must only be right where
//! it says yes.

use super::shape::{self, Member, Shape};
use super::{Offer, Payload};
use crate::digest::Fingerprint;
use crate::event::Kind;
use crate::json::es_text;
use crate::text::{Cursor, as_text};
use crate::time::Moment;

/// What a payload says that the rules of a session ask about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Says {
    /// The end of an offer.
    pub(crate) expires: Option<Moment>,
    /// The key under which a session was opened.
    pub(crate) opener: Option<Fingerprint>,
}

impl Says {
    /// What a payload says that was built.
    pub(crate) fn of(payload: &Payload) -> Self {
        let opener = match payload {
            Payload::SessionOpen(open) => Some(open.agent.fingerprint),
            _ => None,
        };
        Self { expires: payload.offer().map(Offer::expires), opener }
    }
}

/// Whether this text is canonical JSON and keeps the schema of its kind. `false` means
/// no more than that it takes a closer look to know.
pub fn is_canonical(kind: Kind, text: &str) -> bool {
    let mut cursor = Cursor::over(text.as_bytes(), 0);
    says(kind, &mut cursor).is_some() && cursor.rest().is_empty()
}

/// Matches the payload that begins at the cursor and leaves the cursor behind it.
pub(crate) fn says(kind: Kind, cursor: &mut Cursor<'_>) -> Option<Says> {
    let mut says = Says::default();
    value(shape::of(kind), cursor, &mut says)?;
    Some(says)
}

pub(super) fn value(shape: &Shape, cursor: &mut Cursor<'_>, says: &mut Says) -> Option<()> {
    match shape {
        Shape::Text(length) => length.contains(&cursor.canonical_text()?).then_some(()),
        Shape::Number(bound) => bound(number(cursor)?).then_some(()),
        Shape::Currency => {
            let text = cursor.plain_text()?;
            (text.len() == 3 && text.iter().all(u8::is_ascii_uppercase)).then_some(())
        }
        Shape::Object(members) => object(members, cursor, says),
        Shape::List(length, item) => {
            cursor.take(b'[')?;
            let mut items = 0;
            if cursor.take(b']').is_none() {
                loop {
                    value(item, cursor, says)?;
                    items += 1;
                    if cursor.take(b',').is_none() {
                        break;
                    }
                }
                cursor.take(b']')?;
            }
            length.contains(&items).then_some(())
        }
        Shape::Word(words) => {
            let text = cursor.plain_text()?;
            words.iter().any(|word| word.as_bytes() == text).then_some(())
        }
        Shape::True => cursor.literal(b"true"),
        Shape::Expiry => {
            says.expires = Some(Moment::parse(as_text(cursor.plain_text()?)?).ok()?);
            Some(())
        }
        Shape::Opener => {
            says.opener = Some(Fingerprint::parse(as_text(cursor.plain_text()?)?).ok()?);
            Some(())
        }
    }
}

/// Members in their order; those that may lack may lack.
fn object(members: &[Member], cursor: &mut Cursor<'_>, says: &mut Says) -> Option<()> {
    cursor.take(b'{')?;
    let mut first = true;
    for member in members {
        let before = cursor.clone();
        let comma = first || cursor.take(b',').is_some();
        if comma && cursor.literal(member.opening.as_bytes()).is_some() {
            value(&member.shape, cursor, says)?;
            first = false;
        } else if member.required {
            return None;
        } else {
            *cursor = before;
        }
    }
    cursor.take(b'}')
}

/// The largest number of digits of which every decimal is a double of its own.
const DIGITS: usize = 15;

const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// A number as ECMAScript writes it; negative ones are left to the readers.
fn number(cursor: &mut Cursor<'_>) -> Option<f64> {
    let text = cursor.number_text();
    if let Some(number) = short(text) {
        return Some(number);
    }
    let text = as_text(text)?;
    let number: f64 = text.parse().ok()?;
    (number.is_finite() && es_text(number) == text).then_some(number)
}

/// A decimal of few digits is its double's shortest text when nothing in it could be
/// left out: no two decimals of up to 15 digits share a double. Its value is a quotient
/// of two exact doubles, and so correctly rounded.
#[allow(clippy::cast_precision_loss, reason = "15 digits are below 2^53")]
pub(super) fn short(text: &[u8]) -> Option<f64> {
    let (mut digits, mut significant, mut point) = (0_u64, 0_usize, None);
    for (place, byte) in text.iter().enumerate() {
        match byte {
            b'0'..=b'9' => {
                digits = digits * 10 + u64::from(byte - b'0');
                significant += usize::from(digits > 0);
                if significant > DIGITS {
                    return None;
                }
            }
            b'.' if point.is_none() => point = Some(place),
            _ => return None,
        }
    }
    let whole = point.unwrap_or(text.len());
    // One digit before the point, or several of which the first is none.
    if whole == 0 || (whole > 1 && text.first() == Some(&b'0')) {
        return None;
    }
    let Some(point) = point else { return Some(digits as f64) };
    let decimals = text.len() - point - 1;
    // Below 1e-6 the text would have an exponent: up to five zeros behind the point.
    let small = whole == 1 && text.first() == Some(&b'0') && decimals - significant.min(decimals) > 5;
    if decimals == 0 || text.last() == Some(&b'0') || small {
        return None;
    }
    Some(digits as f64 / POWERS.get(decimals)?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::float_cmp)]
mod tests {
    use super::*;

    #[test]
    fn short_numbers_are_what_ecmascript_writes() {
        for text in ["0", "1", "1140", "0.5", "0.000001", "12.25", "999999999999999", "0.000001234", "100"] {
            assert_eq!(short(text.as_bytes()), Some(text.parse().unwrap()), "{text}");
            assert_eq!(es_text(text.parse().unwrap()), text);
        }
        let others = [
            "",
            ".",
            "00",
            "01",
            "1.",
            ".5",
            "1.0",
            "1.50",
            "0.0",
            "-1",
            "-0",
            "1e3",
            "1E3",
            "+1",
            "1..2",
            "1.2.3",
            "0.0000001",
            "0.00000012",
            "1234567890123456",
            "0.1234567890123456",
            "00.5",
            "1-2",
        ];
        for text in others {
            assert_eq!(short(text.as_bytes()), None, "{text}");
        }
    }
}
