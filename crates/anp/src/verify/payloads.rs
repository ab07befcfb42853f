//! Payloads as they stand in a log: canonical text, hash, schema, recurrences.

use std::collections::HashMap;

use super::document::Notes;
use super::verdict::Note;
use crate::digest::{Fingerprint, PayloadHash};
use crate::event::{Kind, Stated};
use crate::json::{self, Value};
use crate::payload::{PayloadFault, Says};
use crate::time::Moment;

/// A payload's own hash and, where it keeps its schema, what it says.
pub(super) struct Read {
    pub(super) hash: PayloadHash,
    pub(super) says: Option<Says>,
    /// What it states, where it was built.
    pub(super) stated: Option<Box<Stated>>,
    pub(super) fault: Option<PayloadFault>,
}

pub(super) fn read(kind: Option<Kind>, payload: &Value) -> Read {
    let stated = kind.map(|kind| Stated::read(kind, payload)).transpose();
    match stated {
        Ok(Some(stated)) => Read {
            hash: stated.hash(),
            says: Some(Says::of(stated.payload())),
            stated: Some(Box::new(stated)),
            fault: None,
        },
        unread => Read {
            hash: PayloadHash::of_canonical(&json::canonical(payload)),
            says: None,
            stated: None,
            fault: unread.err(),
        },
    }
}

/// Notes on what payloads say, seen over the whole log.
#[derive(Debug, Default)]
pub(super) struct Recurrences(HashMap<(Fingerprint, Kind, PayloadHash), u64>);

impl Recurrences {
    /// The same payload by the same signer a second time is no fault: offers and fixed
    /// answers recur, and a signature does not cover the place.
    pub(super) fn note(&mut self, seq: u64, authored: (Fingerprint, Kind, PayloadHash), notes: &mut Notes) {
        let first = *self.0.entry(authored).or_insert(seq);
        if first != seq {
            notes.push(Note {
                seq: Some(seq),
                detail: format!("the same signed payload stands as event {first} already"),
            });
        }
    }
}

/// An offer that had expired when it was appended cannot be accepted.
pub(super) fn expiry_note(seq: u64, says: &Says, at: Moment, notes: &mut Notes) {
    if says.expires.is_some_and(|expires| expires <= at) {
        notes.push(Note {
            seq: Some(seq),
            detail: "the offer had expired when it was appended and cannot be accepted".to_owned(),
        });
    }
}
