//! Payloads as they stand in a log: canonical text, hash, schema, recurrences.

use std::collections::HashMap;

use super::document::Notes;
use super::verdict::{Check, Fault, Note};
use crate::digest::{Fingerprint, PayloadHash};
use crate::event::{Kind, Stated};
use crate::json::{self, Value};
use crate::payload::Payload;
use crate::time::Moment;

/// A payload's own hash and, where it keeps its schema, what it states.
pub(super) struct Read {
    pub(super) hash: PayloadHash,
    pub(super) stated: Option<Stated>,
    pub(super) fault: Option<Fault>,
}

pub(super) fn read(seq: u64, kind: Option<Kind>, payload: &Value) -> Read {
    let Some(kind) = kind else {
        let hash = PayloadHash::of_canonical(&json::canonical(payload));
        return Read { hash, stated: None, fault: None };
    };
    match Stated::read(kind, payload) {
        Ok(stated) => Read { hash: stated.hash(), stated: Some(stated), fault: None },
        Err(fault) => Read {
            hash: PayloadHash::of_canonical(&json::canonical(payload)),
            stated: None,
            fault: Some(Fault::event(
                seq,
                Check::PayloadSchema,
                format!("a payload of kind {kind}"),
                fault,
                "The payload breaks the protocol's schema",
            )),
        },
    }
}

/// Notes on what payloads say, seen over the whole log.
#[derive(Debug, Default)]
pub(super) struct Recurrences(HashMap<(Fingerprint, Kind, PayloadHash), u64>);

impl Recurrences {
    /// The same payload by the same signer a second time is no fault: offers and fixed
    /// answers recur, and a signature does not cover the place.
    pub(super) fn note(&mut self, seq: u64, signer: Fingerprint, stated: &Stated, notes: &mut Notes) {
        let first = *self.0.entry((signer, stated.kind(), stated.hash())).or_insert(seq);
        if first != seq {
            notes.push(Note {
                seq: Some(seq),
                detail: format!("the same signed payload stands as event {first} already"),
            });
        }
    }
}

/// An offer that had expired when it was appended cannot be accepted.
pub(super) fn expiry_note(seq: u64, stated: &Stated, at: Moment, notes: &mut Notes) {
    if let Payload::Offer(offer) | Payload::CounterOffer(offer) = stated.payload()
        && offer.expires() <= at
    {
        notes.push(Note {
            seq: Some(seq),
            detail: "the offer had expired when it was appended and cannot be accepted".to_owned(),
        });
    }
}
