//! Desk ledgers as files: a deal's, and the organisation's.

use anp::digest::{EventHash, Fingerprint, PayloadHash};
use anp::json::Value;
use anp::keys::Signature;

use crate::contents::{Entry, Ledger, Waiting};
use crate::fields::{Fields, Misread, count};
use crate::format::Format;

/// The file. What waits for a place is told from the third format on.
pub(crate) fn written(ledger: &Ledger, format: Format) -> Value {
    let entry = |entry: &Entry| {
        let mut members = stated(&entry.said());
        members.extend([
            ("seq", count(entry.seq)),
            ("prev_hash", Value::from(entry.prev_hash.to_string())),
            ("event_hash", Value::from(entry.event_hash.to_string())),
        ]);
        object(members)
    };
    let mut members = vec![
        ("ledger", Value::from(ledger.id.as_str())),
        ("entries", Value::Array(ledger.entries.iter().map(entry).collect())),
    ];
    if format >= Format::Three {
        members.push((
            "waiting",
            Value::Array(ledger.waiting.iter().map(|waiting| object(stated(waiting))).collect()),
        ));
    }
    object(members)
}

/// What somebody stated, whether it has its place or waits for it.
fn stated(said: &Waiting) -> Vec<(&'static str, Value)> {
    let mut members = vec![
        ("kind", Value::from(said.kind.as_str())),
        ("payload_hash", Value::from(said.payload_hash.to_string())),
        ("counter", count(said.counter)),
        ("head_seen", Value::from(said.head_seen.to_string())),
        ("signer", Value::from(said.signer.to_string())),
        ("signature", Value::from(said.signature.to_string())),
        ("at", Value::from(said.at.as_str())),
    ];
    members.extend(said.payload.as_ref().map(|payload| ("payload", Value::from(payload.as_str()))));
    members
}

fn object(members: Vec<(&str, Value)>) -> Value {
    Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// Reads the file.
pub(crate) fn read(fields: &Fields<'_>) -> Result<Ledger, Misread> {
    let id = fields.text("ledger")?;
    if id.chars().any(char::is_control) {
        return Err(fields.wrong("ledger", "an id without control characters"));
    }
    Ok(Ledger {
        id: id.to_owned(),
        entries: fields.list("entries", read_entry)?,
        waiting: fields.list_if_any("waiting", read_waiting)?,
    })
}

fn line(fields: &Fields<'_>, key: &str) -> Result<String, Misread> {
    let text = fields.text(key)?;
    let one_line = !text.chars().any(char::is_control);
    one_line.then(|| text.to_owned()).ok_or_else(|| fields.wrong(key, "one line of text"))
}

fn hash(fields: &Fields<'_>, key: &str) -> Result<EventHash, Misread> {
    fields.parsed(key, "64 lower-case hex digits", EventHash::parse)
}

fn read_entry(fields: &Fields<'_>) -> Result<Entry, Misread> {
    let Waiting { kind, payload, payload_hash, counter, head_seen, signer, signature, at } =
        read_waiting(fields)?;
    let (prev_hash, event_hash) = (hash(fields, "prev_hash")?, hash(fields, "event_hash")?);
    let seq = fields.count("seq")?;
    Ok(Entry {
        seq,
        kind,
        payload,
        payload_hash,
        counter,
        head_seen,
        signer,
        signature,
        prev_hash,
        event_hash,
        at,
    })
}

fn read_waiting(fields: &Fields<'_>) -> Result<Waiting, Misread> {
    Ok(Waiting {
        kind: line(fields, "kind")?,
        payload: fields.text_if_any("payload")?.map(str::to_owned),
        payload_hash: PayloadHash(hash(fields, "payload_hash")?.0),
        counter: fields.count("counter")?,
        head_seen: hash(fields, "head_seen")?,
        signer: fields.parsed("signer", "a fingerprint", Fingerprint::parse)?,
        signature: fields.parsed("signature", "a signature", Signature::parse)?,
        at: line(fields, "at")?,
    })
}
