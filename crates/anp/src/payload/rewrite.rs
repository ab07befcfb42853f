//! The canonical text of a payload from any other text of it, in one pass and without a
//! tree: the schema says which members there are and how they are ordered.
//!
//! As the matcher, it never refuses: where it gives nothing, the readers that build
//! values decide.

use core::ops::Range;

use super::matcher::{self, Says};
use super::shape::{self, Member, Shape};
use crate::event::Kind;
use crate::json::{es_text, read_number};
use crate::text::{Cursor, as_text};

/// The most members that an object of a payload has.
const MEMBERS: usize = 8;

/// The canonical text of a payload that keeps the schema of its kind, however it is
/// written. `None` means no more than that it takes a closer look to know.
pub fn canonical_text(kind: Kind, text: &str) -> Option<String> {
    let (mut cursor, mut written) = (Cursor::over(text.as_bytes(), 0), Vec::new());
    cursor.space();
    rewrite(kind, &mut cursor, &mut written)?;
    cursor.space();
    cursor.rest().is_empty().then(|| String::from_utf8(written).ok())?
}

/// Writes the canonical text of the payload that begins at the cursor over what stands in
/// `room`, and leaves the cursor behind the payload.
pub(crate) fn rewrite(kind: Kind, cursor: &mut Cursor<'_>, room: &mut Vec<u8>) -> Option<Says> {
    room.clear();
    let mut says = Says::default();
    value(shape::of(kind), cursor, room, &mut says)?;
    Some(says)
}

fn value(shape: &Shape, cursor: &mut Cursor<'_>, room: &mut Vec<u8>, says: &mut Says) -> Option<()> {
    match shape {
        Shape::Text(length) => length.contains(&cursor.any_text(room)?).then_some(()),
        Shape::Number(bound) => bound(number(cursor, room)?).then_some(()),
        Shape::Object(members) => object(members, cursor, room, says),
        Shape::List(length, item) => {
            let items = list(item, cursor, room, says)?;
            length.contains(&items).then_some(())
        }
        // Words, times and the like are spelt in one way, or looked at more closely.
        plain => {
            let from = cursor.at();
            matcher::value(plain, cursor, says)?;
            room.extend_from_slice(cursor.since(from));
            Some(())
        }
    }
}

fn list(item: &Shape, cursor: &mut Cursor<'_>, room: &mut Vec<u8>, says: &mut Says) -> Option<usize> {
    cursor.take(b'[')?;
    room.push(b'[');
    cursor.space();
    let mut items = 0;
    if cursor.take(b']').is_none() {
        loop {
            cursor.space();
            value(item, cursor, room, says)?;
            items += 1;
            cursor.space();
            if cursor.take(b',').is_none() {
                break;
            }
            room.push(b',');
        }
        cursor.take(b']')?;
    }
    room.push(b']');
    Some(items)
}

/// Members as they come, each once; then, behind them, in their order.
fn object(members: &[Member], cursor: &mut Cursor<'_>, room: &mut Vec<u8>, says: &mut Says) -> Option<()> {
    let mut found: [Option<Range<usize>>; MEMBERS] = Default::default();
    let begins = room.len();
    cursor.take(b'{')?;
    cursor.space();
    if cursor.take(b'}').is_none() {
        loop {
            cursor.space();
            let (place, member) = named(members, cursor)?;
            cursor.space();
            cursor.take(b':')?;
            cursor.space();
            let from = room.len();
            room.extend_from_slice(member.opening.as_bytes());
            value(&member.shape, cursor, room, says)?;
            if found.get_mut(place)?.replace(from..room.len()).is_some() {
                return None;
            }
            cursor.space();
            if cursor.take(b',').is_none() {
                break;
            }
        }
        cursor.take(b'}')?;
    }
    if members.iter().zip(&found).any(|(member, found)| member.required && found.is_none()) {
        return None;
    }
    let ends = room.len();
    room.push(b'{');
    for (place, member) in found.into_iter().flatten().enumerate() {
        if place > 0 {
            room.push(b',');
        }
        room.extend_from_within(member);
    }
    room.push(b'}');
    room.drain(begins..ends);
    Some(())
}

/// The member whose name stands at the cursor.
fn named<'m>(members: &'m [Member], cursor: &mut Cursor<'_>) -> Option<(usize, &'m Member)> {
    let from = cursor.at();
    cursor.plain_text()?;
    let quoted = cursor.since(from);
    let is = |member: &Member| member.opening.as_bytes().strip_suffix(b":") == Some(quoted);
    members.iter().enumerate().find(|(_, member)| is(member))
}

fn number(cursor: &mut Cursor<'_>, room: &mut Vec<u8>) -> Option<f64> {
    let text = cursor.number_text();
    if let Some(number) = matcher::short(text) {
        room.extend_from_slice(text);
        return Some(number);
    }
    if !is_number(text) {
        return None;
    }
    let number = read_number(as_text(text)?).ok()?;
    room.extend_from_slice(es_text(number).as_bytes());
    Some(number)
}

/// Whether letters of numbers spell one, as JSON has it.
fn is_number(text: &[u8]) -> bool {
    let digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let unsigned = text.strip_prefix(b"-").unwrap_or(text);
    let (mantissa, exponent) = match unsigned.iter().position(|byte| matches!(byte, b'e' | b'E')) {
        Some(at) => {
            let (mantissa, exponent) = unsigned.split_at(at);
            (mantissa, exponent.get(1..))
        }
        None => (unsigned, None),
    };
    let (whole, decimals) = match mantissa.iter().position(|byte| *byte == b'.') {
        Some(at) => {
            let (whole, decimals) = mantissa.split_at(at);
            (whole, decimals.get(1..))
        }
        None => (mantissa, None),
    };
    let exponent = exponent
        .map(|signed| signed.strip_prefix(b"+").or_else(|| signed.strip_prefix(b"-")).unwrap_or(signed));
    digits(whole)
        && (whole.len() == 1 || !whole.starts_with(b"0"))
        && decimals.is_none_or(digits)
        && exponent.is_none_or(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_json() {
        for text in ["0", "-0", "10", "1.0", "-1.50", "1e3", "1E+3", "0e-0", "1.5e10", "0.0"] {
            assert!(is_number(text.as_bytes()), "{text}");
        }
        let others = [
            "", "-", "+1", "01", "00", "-01", ".5", "1.", "1.e3", "e3", "1e", "1e+", "1e1.5", "1e1e1",
            "1.2.3", "--1", "1-", "1+1", "1e++1",
        ];
        for text in others {
            assert!(!is_number(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn objects_have_no_more_members_than_there_is_room_for() {
        fn most(shape: &Shape) -> usize {
            match shape {
                Shape::Object(members) => {
                    members.iter().map(|member| most(&member.shape)).fold(members.len(), usize::max)
                }
                Shape::List(_, item) => most(item),
                _ => 0,
            }
        }
        assert_eq!(Kind::ALL.into_iter().map(|kind| most(shape::of(kind))).max(), Some(MEMBERS - 1));
    }
}
