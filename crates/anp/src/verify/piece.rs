//! A piece of the list of events: what is proven of each without regard to its place,
//! so that pieces can be read beside each other.

use core::cell::OnceCell;
use std::borrow::Cow;
use std::ops::Range;

use super::document::Ground;
use super::payloads::Read;
use super::scan::{Scanned, scan};
use super::seen::{Proof, Seen};
use super::signers::Signers;
use crate::digest::{EventHash, Fingerprint, PayloadHash, hex_digits, sha256};
use crate::event::{Actor, Kind};
use crate::json::{Flaw, Reader, SyntaxFault, Value};
use crate::keys::{Checks, Signature};
use crate::payload::Says;
use crate::text::{Cursor, as_text};
use crate::time::Moment;

/// How many levels below the document's top an event lies.
const DEPTH: usize = 2;

/// A reader that runs off a text's end finds its fault at most so many bytes before it:
/// the longest thing it looks ahead for is one half of a surrogate pair.
pub(super) const AHEAD: usize = 12;

/// Who matches an event and runs off a piece's end stops at most so many bytes before it,
/// at a key that is not whole.
const NEAR: usize = 64;

/// A piece of the text, in which an event begins at the front.
pub(super) struct Piece<'s> {
    pub(super) text: Cow<'s, [u8]>,
    /// Where it begins in the whole.
    pub(super) from: usize,
    /// Whether the whole ends with it.
    pub(super) last: bool,
}

/// What was read in a piece.
pub(super) struct Found<'s> {
    pub(super) piece: Piece<'s>,
    pub(super) items: Vec<Item>,
    pub(super) end: End,
}

/// How far a piece could be read; places are in the whole text.
pub(super) enum End {
    /// To where the next event begins: the end of the piece, or an event that ends outside.
    Open(usize),
    /// To the end of the list.
    Closed(usize),
    /// To something that is not JSON.
    Broken(SyntaxFault),
    /// A byte that is not UTF-8 stands in the piece.
    NotUtf8(usize),
}

/// An event of a piece.
pub(super) enum Item {
    /// Its payload keeps its schema, its hashes are right, its signature holds.
    Proven(Proven),
    /// Something else: a tree, with what is wrong with its text; paths begin at the event.
    Built(Value, Vec<Flaw>),
    /// An event that was passed over, since there is no ground to prove anything on.
    Passed,
}

/// What the rules ask of a proven event.
pub(super) struct Proven {
    seq: u64,
    actor: Actor,
    kind: Kind,
    payload: PayloadHash,
    says: Says,
    prev: EventHash,
    hash: EventHash,
    signer: Option<Fingerprint>,
    moment: Moment,
    /// Where its time, and where all of it stands in the piece.
    at: Range<usize>,
    span: Range<usize>,
}

impl Proven {
    /// The event, given the bytes of the piece in which it stands.
    pub(super) fn seen<'a>(&self, piece: &'a [u8]) -> Seen<'a> {
        let at = piece.get(self.at.clone()).and_then(|at| core::str::from_utf8(at).ok());
        Seen {
            tree: None,
            seq: Some(self.seq),
            actor: Some(self.actor),
            kind: Some(self.kind),
            at: at.unwrap_or_default(),
            moment: Some(self.moment),
            payload: Read { hash: self.payload, says: Some(self.says), stated: None, fault: None },
            payload_hash: Some(self.payload),
            prev: Some(self.prev),
            hash: Some(self.hash),
            proof: Proof::Held(self.signer),
        }
    }
}

/// Reads pieces, on given ground; without any it proves nothing and only finds the ends.
pub(super) struct Prover<'g> {
    ground: Option<(&'g Ground, &'g Signers)>,
    checks: Checks,
    /// The places of the items whose signatures are being checked.
    checked: Vec<usize>,
    room: Vec<u8>,
    /// The payload in its canonical form, where it does not stand in the text in it.
    payload: Vec<u8>,
}

impl<'g> Prover<'g> {
    pub(super) fn on(ground: Option<(&'g Ground, &'g Signers)>) -> Self {
        Self { ground, checks: Checks::new(), checked: Vec::new(), room: Vec::new(), payload: Vec::new() }
    }

    pub(super) fn read<'s>(&mut self, piece: Piece<'s>) -> Found<'s> {
        let mut items = Vec::new();
        let text = Text { piece: &piece, valid: OnceCell::new() };
        let end = self.events(&text, &mut items).unwrap_or_else(End::NotUtf8);
        let end = match self.settle(&text, &mut items) {
            Ok(()) => end,
            Err(offset) => End::NotUtf8(offset),
        };
        Found { piece, items, end }
    }

    /// Events up to where the piece ends, or what is wrong; fails where a byte is not UTF-8.
    fn events(&mut self, text: &Text<'_, '_>, items: &mut Vec<Item>) -> Result<End, usize> {
        let Piece { text: bytes, from: base, last } = text.piece;
        let mut from = 0;
        loop {
            let mut cursor = Cursor::over(bytes, from);
            cursor.space();
            from = cursor.at();
            let next = match self.fast(&mut cursor, items) {
                Some(next) => Ok(next),
                // What ran off the piece's end is tried again in another.
                None if !last && cursor.at() + NEAR >= bytes.len() => return Ok(End::Open(base + from)),
                None => built(text.valid()?, from, *base, items),
            };
            match next {
                Ok(Next::Event(at)) => from = at,
                Ok(Next::End(at)) => return Ok(End::Closed(base + at)),
                Err(fault) if !last && fault.offset + AHEAD >= base + text.valid()?.len() => {
                    return Ok(End::Open(base + from));
                }
                Err(fault) => return Ok(End::Broken(fault)),
            }
        }
    }

    /// An event that is as events usually are.
    fn fast(&mut self, cursor: &mut Cursor<'_>, items: &mut Vec<Item>) -> Option<Next> {
        let from = cursor.at();
        let scanned = scan(cursor, &mut self.payload)?;
        let span = from..cursor.at();
        if !cursor.is_ascii() {
            as_text(cursor.since(from))?;
        }
        cursor.space();
        let next = if cursor.take(b',').is_some() {
            Next::Event(cursor.at())
        } else {
            cursor.take(b']')?;
            Next::End(cursor.at())
        };
        items.push(match self.ground {
            Some((ground, signers)) => {
                Item::Proven(self.prove(ground, signers, scanned, span, items.len())?)
            }
            None => Item::Passed,
        });
        Some(next)
    }

    /// Proves everything but the signature, which is left under way.
    fn prove(
        &mut self,
        ground: &Ground,
        signers: &Signers,
        scanned: Scanned<'_>,
        span: Range<usize>,
        place: usize,
    ) -> Option<Proven> {
        let Scanned { seq, actor, kind, says, .. } = scanned;
        let payload = PayloadHash(sha256(scanned.payload.unwrap_or(&self.payload)));
        let digits = hex_digits(payload.bytes());
        if digits != *scanned.payload_hash {
            return None;
        }
        let prev = EventHash::parse(as_text(scanned.prev)?).ok()?;
        let session = ground.session.as_ref()?.as_str().as_bytes();
        let (actor_text, kind_text) = (actor.as_str().as_bytes(), kind.as_str().as_bytes());
        let covered = [session, scanned.seq_text, actor_text, kind_text, &digits, scanned.prev, scanned.at];
        let hash = EventHash(sha256(lines(&covered, &mut self.room)));
        if hex_digits(hash.bytes()) != *scanned.hash {
            return None;
        }
        let at = as_text(scanned.at)?;
        let moment = Moment::parse(at).ok()?;
        let signer = match scanned.authorship {
            None => None,
            Some((signature, signer)) => {
                let signer = signers.get(as_text(signer)?)?;
                let signature = Signature::parse(as_text(signature)?).ok()?;
                let statement = lines(&[kind_text, &digits], &mut self.room);
                self.checks.add(signer.table(), statement, &signature);
                self.checked.push(place);
                Some(signer.fingerprint)
            }
        };
        let at = scanned.at_place;
        Some(Proven { seq, actor, kind, payload, says, prev, hash, signer, moment, at, span })
    }

    /// Builds the events whose signatures did not hold, so that the rules say why.
    fn settle(&mut self, text: &Text<'_, '_>, items: &mut [Item]) -> Result<(), usize> {
        let checked = core::mem::take(&mut self.checked);
        for (place, sound) in checked.into_iter().zip(self.checks.settle()) {
            if let Some(item) = items.get_mut(place).filter(|_| !sound)
                && let Item::Proven(proven) = item
            {
                let mut reader = Reader::over(text.valid()?, proven.span.start, text.piece.from);
                // It was scanned as JSON without a flaw.
                let value = reader.value(DEPTH).unwrap_or(Value::Null);
                *item = Item::Built(value, reader.into_flaws());
            }
        }
        Ok(())
    }
}

/// What is hashed or signed: the protocol and these, a line each.
fn lines<'r>(parts: &[&[u8]], room: &'r mut Vec<u8>) -> &'r [u8] {
    room.clear();
    room.extend_from_slice(crate::PROTOCOL.as_bytes());
    for part in parts {
        room.push(b'\n');
        room.extend_from_slice(part);
    }
    room
}

/// A piece, which is looked through for bytes that are not UTF-8 when it is first asked for.
struct Text<'p, 's> {
    piece: &'p Piece<'s>,
    valid: OnceCell<Result<&'p str, usize>>,
}

impl<'p> Text<'p, '_> {
    fn valid(&self) -> Result<&'p str, usize> {
        *self.valid.get_or_init(|| valid(self.piece))
    }
}

/// What comes behind an event.
enum Next {
    Event(usize),
    End(usize),
}

fn built(text: &str, from: usize, base: usize, items: &mut Vec<Item>) -> Result<Next, SyntaxFault> {
    let mut reader = Reader::over(text, from, base);
    let value = reader.value(DEPTH)?;
    reader.space();
    let next = if reader.take(b']') {
        Next::End(reader.at())
    } else if reader.take(b',') {
        Next::Event(reader.at())
    } else {
        return Err(reader.fault("no comma or end of the list"));
    };
    items.push(Item::Built(value, reader.into_flaws()));
    Ok(next)
}

/// The piece as text. A character that is cut off by the piece's end, and not by the
/// whole's, is left to the next piece.
pub(super) fn valid<'p>(piece: &'p Piece<'_>) -> Result<&'p str, usize> {
    core::str::from_utf8(&piece.text).or_else(|fault| {
        let cut_off = fault.error_len().is_none() && !piece.last;
        let valid = piece.text.get(..fault.valid_up_to()).filter(|_| cut_off);
        valid.and_then(as_text).ok_or(piece.from + fault.valid_up_to())
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::super::document::Words;
    use super::super::trust::Trust;
    use super::*;
    use crate::event::{Event, Head, SessionId, Stated};
    use crate::json::{canonical, parse_flawless};
    use crate::keys::SecretKey;
    use crate::log::{KeyEntry, event_json, keys_json};
    use crate::payload::Payload;

    const OFFER: &str = r#"{"currency":"USD","term_months":36,"expires_at":"2026-07-20T00:00:00Z",
        "line_items":[{"sku":"CRM","description":"Caf\u00e9 seats","quantity":5e2,"unit":"seat/year",
        "unit_price":1140.50,"currency":"USD"}],"notes":"two\nlines"}"#;

    /// How many of a list's events needed a tree.
    fn trees(events: &str, vendor: &SecretKey) -> (usize, usize) {
        let keys = [KeyEntry::vendor_agent(vendor.public()), KeyEntry::platform(vendor.public())];
        let keys = parse_flawless(keys_json(&keys).as_bytes()).unwrap();
        let session = parse_flawless(br#"{"id":"s"}"#).unwrap();
        let words = Words { session: Some(&session), keys: Some(&keys), ..Words::default() };
        let ground = words.ground(&Trust::default());
        let signers = Signers::of(&ground.ring);
        let text = format!("{events}]");
        let piece = Piece { text: Cow::Borrowed(text.as_bytes()), from: 0, last: true };
        let found = Prover::on(Some((&ground, &signers))).read(piece);
        assert!(matches!(found.end, End::Closed(at) if at == text.len()));
        let built = found.items.iter().filter(|item| matches!(item, Item::Built(..))).count();
        (built, found.items.len())
    }

    /// That events as hosts write them need no tree is seen in no verdict, only in time.
    #[test]
    fn trees_are_built_for_what_does_not_hold_alone() {
        let vendor = SecretKey::from_seed(&[3; 32]);
        let payload = Payload::read(Kind::Offer, &parse_flawless(OFFER.as_bytes()).unwrap()).unwrap();
        let session = SessionId::parse("s").unwrap();
        let stated = Stated::of(payload);
        let canonical_payload = stated.canonical().to_owned();
        let signed = stated.sign(&vendor);
        let at = "2026-07-11T09:00:00Z";
        let event = Event::append(&session, &Head::EMPTY, Actor::VendorAgent, signed, at);
        let text = event_json(&event);
        assert_eq!(trees(&[text.as_str(); 3].join(","), &vendor), (0, 3));
        // As a host writes a payload that it has not put in order, with white space around.
        let other = text.replace(&canonical_payload, OFFER).replace("\":\"", "\" :\n \"");
        assert_ne!(canonical(&parse_flawless(other.as_bytes()).unwrap()), other);
        assert_eq!(trees(&[other.as_str(); 3].join(" , "), &vendor), (0, 3));
        let wrong = text.replace("1140.5", "1140.6");
        assert_eq!(trees(&[text.as_str(), &wrong, &text].join(","), &vendor), (1, 3));
        let stranger = SecretKey::from_seed(&[4; 32]);
        assert_eq!(trees(&text, &stranger), (1, 1));
    }
}
