//! One pass over an event's text that takes it apart without building anything, where it
//! stands as events usually do: the ten members, each once and in any order, texts
//! without escapes, and a payload that keeps its schema.
//!
//! It never refuses: where it does not match, a tree is built, and the rules decide.

use core::ops::Range;

use crate::event::{Actor, Kind};
use crate::payload::{Says, rewrite, says};
use crate::text::{Cursor, as_text};

/// An event as it stands in a text; nothing is proven of it but its form.
pub(super) struct Scanned<'a> {
    pub(super) seq: u64,
    /// The number as it stands, which is as it is hashed.
    pub(super) seq_text: &'a [u8],
    pub(super) actor: Actor,
    pub(super) kind: Kind,
    /// The payload, where it is canonical as it stands; else its canonical form is in the
    /// room that was given.
    pub(super) payload: Option<&'a [u8]>,
    pub(super) says: Says,
    pub(super) payload_hash: &'a [u8],
    pub(super) prev: &'a [u8],
    pub(super) hash: &'a [u8],
    /// `signature` and `signer`, where they stand.
    pub(super) authorship: Option<(&'a [u8], &'a [u8])>,
    pub(super) at: &'a [u8],
    /// Where the time stands in the text.
    pub(super) at_place: Range<usize>,
}

/// A text, or null, which says that there is none.
struct Given<'a>(Option<&'a [u8]>);

/// Members as they are found.
#[derive(Default)]
struct Members<'a> {
    seq: Option<(u64, &'a [u8])>,
    actor: Option<Actor>,
    kind: Option<Kind>,
    payload: Option<(Option<&'a [u8]>, Says)>,
    payload_hash: Option<&'a [u8]>,
    prev: Option<&'a [u8]>,
    hash: Option<&'a [u8]>,
    signature: Option<Given<'a>>,
    signer: Option<Given<'a>>,
    at: Option<(&'a [u8], Range<usize>)>,
}

/// Scans the event that begins at the cursor, and leaves the cursor behind it.
pub(super) fn scan<'a>(cursor: &mut Cursor<'a>, room: &mut Vec<u8>) -> Option<Scanned<'a>> {
    let mut members = Members::default();
    cursor.take(b'{')?;
    loop {
        cursor.space();
        let name = cursor.plain_text()?;
        cursor.space();
        cursor.take(b':')?;
        cursor.space();
        member(name, cursor, &mut members, room)?;
        cursor.space();
        if cursor.take(b',').is_none() {
            cursor.take(b'}')?;
            return members.complete();
        }
    }
}

/// A member that stands for the first time.
fn member<'a>(
    name: &[u8],
    cursor: &mut Cursor<'a>,
    members: &mut Members<'a>,
    room: &mut Vec<u8>,
) -> Option<()> {
    match name {
        b"seq" => once(&mut members.seq, count(cursor)?),
        b"actor" => once(&mut members.actor, Actor::parse(as_text(cursor.plain_text()?)?)?),
        b"kind" => once(&mut members.kind, Kind::parse(as_text(cursor.plain_text()?)?)?),
        b"payload" => {
            // A close is read closely: its reason may say that an offer is accepted.
            let kind = members.kind.filter(|kind| *kind != Kind::SessionClose)?;
            let (from, before) = (cursor.at(), cursor.clone());
            let payload = if let Some(says) = says(kind, cursor) {
                (Some(cursor.since(from)), says)
            } else {
                *cursor = before;
                (None, rewrite(kind, cursor, room)?)
            };
            once(&mut members.payload, payload)
        }
        b"payload_hash" => once(&mut members.payload_hash, cursor.plain_text()?),
        b"prev_hash" => once(&mut members.prev, cursor.plain_text()?),
        b"event_hash" => once(&mut members.hash, cursor.plain_text()?),
        b"signature" => once(&mut members.signature, text_or_null(cursor)?),
        b"signer" => once(&mut members.signer, text_or_null(cursor)?),
        b"at" => {
            let text = cursor.plain_text()?;
            let end = cursor.at().checked_sub(1)?;
            once(&mut members.at, (text, end.checked_sub(text.len())?..end))
        }
        _ => None,
    }
}

fn once<T>(room: &mut Option<T>, value: T) -> Option<()> {
    room.replace(value).is_none().then_some(())
}

fn text_or_null<'a>(cursor: &mut Cursor<'a>) -> Option<Given<'a>> {
    let null = cursor.literal(b"null").is_some();
    if null { Some(Given(None)) } else { cursor.plain_text().map(|text| Given(Some(text))) }
}

/// A whole number of up to 15 digits, written as it is hashed.
fn count<'a>(cursor: &mut Cursor<'a>) -> Option<(u64, &'a [u8])> {
    let text = cursor.number_text();
    let plain = text.len() <= 15 && text.iter().all(u8::is_ascii_digit);
    (plain && (text == b"0" || !text.starts_with(b"0")))
        .then(|| Some((as_text(text)?.parse().ok()?, text)))?
}

impl<'a> Members<'a> {
    fn complete(self) -> Option<Scanned<'a>> {
        let (payload, says) = self.payload?;
        let (at, at_place) = self.at?;
        let given = |member: Option<Given<'a>>| member.and_then(|Given(text)| text);
        let authorship = match (given(self.signature), given(self.signer)) {
            (Some(signature), Some(signer)) => Some((signature, signer)),
            (None, None) => None,
            _ => return None,
        };
        let (seq, seq_text) = self.seq?;
        Some(Scanned {
            seq,
            seq_text,
            actor: self.actor?,
            kind: self.kind?,
            payload,
            says,
            payload_hash: self.payload_hash?,
            prev: self.prev?,
            hash: self.hash?,
            authorship,
            at,
            at_place,
        })
    }
}
