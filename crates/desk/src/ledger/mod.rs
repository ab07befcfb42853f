//! Desk ledgers: what the organisation's people stated, one ledger for the organisation
//! and one a deal, chained and signed.
//!
//! What was verified here stands in the table `ledger`, a replica of the host's chain.
//! What the person at this desk states waits in `ledger_pending` until the host has given
//! it its place, so that work goes on without a host.

mod effects;
mod known;
mod meet;
mod refused;
mod rivals;
mod sync;
mod wire;

use anp::digest::{EventHash, PayloadHash};
use anp::keys::Signature;
use deal::LedgerPlace;
use store::Connection;
use store::tables::ledger;
use store::tables::ledger_pending::{self, Pending};

use crate::state::Signer;
use crate::trouble;
use crate::view::Problem;

pub(crate) use effects::assigned_to;
pub(crate) use known::{Known, founder, org_ledger};
pub(crate) use meet::{assign, begin, introduction};
#[cfg(test)]
pub(crate) use rivals::lapsed;
pub(crate) use rivals::{Record, colleagues, lapse, taken_back};
pub(crate) use wire::{Joined, joining};

/// Where this person's next entry on a ledger stands, as far as this desk knows.
pub(crate) fn next_place(db: &Connection, ledger_id: &str, signer: &Signer) -> Result<LedgerPlace, Problem> {
    let head = match ledger::last(db, ledger_id)? {
        Some(last) => EventHash::parse(&last.event_hash).map_err(|_| trouble::defect("ledger head"))?,
        None => EventHash::ZERO,
    };
    let fingerprint = signer.fingerprint_text();
    let stands = ledger::counter(db, ledger_id, &fingerprint)?;
    let counter = stands.max(ledger_pending::counter(db, ledger_id, &fingerprint)?);
    Ok(LedgerPlace {
        ledger_id: ledger_id.to_owned(),
        own_counter: counter.saturating_add(1),
        head_seen: *head.bytes(),
    })
}

/// What a person signed for a ledger.
pub(crate) struct Entry<'a> {
    pub(crate) kind: &'a str,
    pub(crate) payload: &'a str,
    pub(crate) place: &'a LedgerPlace,
    pub(crate) signature: &'a [u8; 64],
    pub(crate) signer: &'a str,
    pub(crate) at: &'a str,
}

/// Writes a statement down; the host gives it its place.
pub(crate) fn append(db: &Connection, entry: &Entry<'_>) -> Result<(), Problem> {
    Ok(ledger_pending::add(db, &pending(entry))?)
}

fn pending(entry: &Entry<'_>) -> Pending {
    Pending {
        ledger: entry.place.ledger_id.clone(),
        signer: entry.signer.to_owned(),
        counter: entry.place.own_counter,
        kind: entry.kind.to_owned(),
        payload: entry.payload.to_owned(),
        head_seen: EventHash(entry.place.head_seen).to_string(),
        signature: Signature(*entry.signature).to_string(),
        at: entry.at.to_owned(),
    }
}

/// Signs a statement of this person's and writes it down.
pub(crate) fn state(
    db: &Connection,
    ledger_id: &str,
    (kind, payload): (&str, &str),
    signer: &Signer,
    at: &str,
) -> Result<(), Problem> {
    let place = next_place(db, ledger_id, signer)?;
    append(
        db,
        &Entry {
            kind,
            payload,
            place: &place,
            signature: &sign(&place, (kind, payload), signer),
            signer: &signer.fingerprint_text(),
            at,
        },
    )
}

/// The signature over a statement at a place.
fn sign(place: &LedgerPlace, (kind, payload): (&str, &str), signer: &Signer) -> [u8; 64] {
    let message = deal::ledger_message(place, kind, PayloadHash::of_canonical(payload).bytes());
    signer.key.sign(message.as_bytes()).0
}
