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
        let mut members = vec![
            ("seq", count(entry.seq)),
            ("kind", Value::from(entry.kind.as_str())),
            ("payload_hash", Value::from(entry.payload_hash.to_string())),
            ("counter", count(entry.counter)),
            ("head_seen", Value::from(entry.head_seen.to_string())),
            ("signer", Value::from(entry.signer.to_string())),
            ("signature", Value::from(entry.signature.to_string())),
            ("prev_hash", Value::from(entry.prev_hash.to_string())),
            ("event_hash", Value::from(entry.event_hash.to_string())),
            ("at", Value::from(entry.at.as_str())),
        ];
        members.extend(entry.payload.as_ref().map(|payload| ("payload", Value::from(payload.as_str()))));
        object(members)
    };
    let mut members = vec![
        ("ledger", Value::from(ledger.id.as_str())),
        ("entries", Value::Array(ledger.entries.iter().map(entry).collect())),
    ];
    if format >= Format::Three {
        members.push(("waiting", Value::Array(ledger.waiting.iter().map(waiting).collect())));
    }
    object(members)
}

fn waiting(waiting: &Waiting) -> Value {
    let mut members = vec![
        ("kind", Value::from(waiting.kind.as_str())),
        ("payload_hash", Value::from(waiting.payload_hash.to_string())),
        ("counter", count(waiting.counter)),
        ("head_seen", Value::from(waiting.head_seen.to_string())),
        ("signer", Value::from(waiting.signer.to_string())),
        ("signature", Value::from(waiting.signature.to_string())),
        ("at", Value::from(waiting.at.as_str())),
    ];
    members.extend(waiting.payload.as_ref().map(|payload| ("payload", Value::from(payload.as_str()))));
    object(members)
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
    Ok(Entry {
        seq: fields.count("seq")?,
        kind: line(fields, "kind")?,
        payload: fields.text_if_any("payload")?.map(str::to_owned),
        payload_hash: PayloadHash(hash(fields, "payload_hash")?.0),
        counter: fields.count("counter")?,
        head_seen: hash(fields, "head_seen")?,
        signer: fields.parsed("signer", "a fingerprint", Fingerprint::parse)?,
        signature: fields.parsed("signature", "a signature", Signature::parse)?,
        prev_hash: hash(fields, "prev_hash")?,
        event_hash: hash(fields, "event_hash")?,
        at: line(fields, "at")?,
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
