//! The desk ledger of a deal: what people decided, chained and signed.

use anp::digest::{EventHash, Fingerprint, PayloadHash};
use anp::keys::Signature;
use anp::ledger::Link;
use deal::LedgerPlace;
use store::Connection;
use store::tables::ledger::{self, LedgerEntry};

use crate::state::Signer;
use crate::trouble;
use crate::view::Problem;

/// Where this person's next entry on a ledger stands, as far as this desk knows.
pub(crate) fn next_place(db: &Connection, ledger_id: &str, signer: &Signer) -> Result<LedgerPlace, Problem> {
    let head = match ledger::last(db, ledger_id)? {
        Some(last) => EventHash::parse(&last.event_hash).map_err(|_| trouble::defect("ledger head"))?,
        None => EventHash::ZERO,
    };
    let counter = ledger::counter(db, ledger_id, &signer.fingerprint_text())?;
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

/// Appends an entry behind the ledger's head.
pub(crate) fn append(db: &Connection, entry: &Entry<'_>) -> Result<(), Problem> {
    let ledger_id = &entry.place.ledger_id;
    let last = ledger::last(db, ledger_id)?;
    let seq = last.as_ref().map_or(0, |last| last.seq).saturating_add(1);
    let prev = match &last {
        Some(last) => EventHash::parse(&last.event_hash).map_err(|_| trouble::defect("ledger head"))?,
        None => EventHash::ZERO,
    };
    let payload = PayloadHash::of_canonical(entry.payload);
    let Entry { kind, signer, at, .. } = entry;
    let author = Fingerprint::parse(signer).map_err(|_| trouble::defect("ledger signer"))?;
    let hash = Link { ledger: ledger_id, seq, signer: author, kind, payload, prev, at }.hash();
    ledger::append(
        db,
        ledger_id,
        &LedgerEntry {
            seq,
            kind: (*kind).to_owned(),
            payload: entry.payload.to_owned(),
            payload_hash: payload.to_string(),
            counter: entry.place.own_counter,
            head_seen: EventHash(entry.place.head_seen).to_string(),
            signer: (*signer).to_owned(),
            signature: Signature(*entry.signature).to_string(),
            prev_hash: prev.to_string(),
            event_hash: hash.to_string(),
            at: (*at).to_owned(),
        },
    )?;
    Ok(())
}

/// Signs and appends a statement of this person's.
pub(crate) fn state(
    db: &Connection,
    ledger_id: &str,
    (kind, payload): (&str, &str),
    signer: &Signer,
    at: &str,
) -> Result<(), Problem> {
    let place = next_place(db, ledger_id, signer)?;
    let message = deal::ledger_message(&place, kind, PayloadHash::of_canonical(payload).bytes());
    let signature = signer.key.sign(message.as_bytes());
    let fingerprint = signer.fingerprint_text();
    append(db, &Entry { kind, payload, place: &place, signature: &signature.0, signer: &fingerprint, at })
}
