//! A log's events as texts, for what has to be said of a red log too.

use anp::event::{Kind, Stated};
use anp::json::{self, Value};
use anp::keys::{PublicKey, Signature};
use anp::members::{Membership, messages_alone};

/// A log that can be read, whatever its verdict.
pub(crate) struct Record {
    pub(crate) keys: Vec<LogKey>,
    pub(crate) rows: Vec<Row>,
}

/// A key as the log brings it.
pub(crate) struct LogKey {
    pub(crate) name: String,
    pub(crate) public_key: String,
    /// The key itself, where the text is one.
    pub(crate) key: Option<PublicKey>,
    /// What its attestation covers; none where it is no key.
    pub(crate) membership: Option<Membership>,
    /// Whether an attestation stands beside it, and its signature where that is one.
    pub(crate) attested: bool,
    pub(crate) attestation: Option<Signature>,
    /// Whether it signs messages alone, by the host's word: an agent's.
    pub(crate) agent: bool,
}

/// An event as it stands.
pub(crate) struct Row {
    /// From 1.
    pub(crate) place: u64,
    pub(crate) actor: String,
    pub(crate) kind: String,
    pub(crate) at: String,
    pub(crate) payload: Value,
    pub(crate) payload_hash: String,
    pub(crate) event_hash: String,
    /// The key that signed, where a signature stands beside its name.
    pub(crate) signer: Option<String>,
    /// What it states, where it keeps its kind's schema.
    pub(crate) stated: Option<Stated>,
}

impl Record {
    pub(crate) fn of(log: &[u8]) -> Option<Self> {
        let top = json::parse(log).ok()?.value;
        let keys = top.get("keys").and_then(Value::as_object).unwrap_or_default();
        let events = top.get("events").and_then(Value::as_array)?;
        Some(Self {
            keys: keys.iter().map(|(name, entry)| LogKey::of(name, entry)).collect(),
            rows: (1..).zip(events).map(|(place, event)| Row::of(place, event)).collect(),
        })
    }

    /// The event at a place, from 1.
    pub(crate) fn at(&self, place: u64) -> Option<&Row> {
        let index = usize::try_from(place.checked_sub(1)?).ok()?;
        self.rows.get(index)
    }
}

impl LogKey {
    fn of(name: &str, entry: &Value) -> Self {
        let text = |key: &str| entry.get(key).and_then(Value::as_text).map(str::to_owned);
        let public_key = text("public_key").unwrap_or_default();
        let key = PublicKey::parse(&public_key).ok();
        Self {
            name: name.to_owned(),
            key,
            public_key,
            membership: key.map(|key| Membership::of_entry(key.fingerprint(), entry)),
            attested: entry.get("attestation").is_some(),
            attestation: text("attestation").and_then(|text| Signature::parse(&text).ok()),
            agent: messages_alone(entry),
        }
    }
}

impl Row {
    fn of(place: u64, event: &Value) -> Self {
        let given = |key: &str| event.get(key).and_then(Value::as_text);
        let text = |key: &str| given(key).unwrap_or_default().to_owned();
        let payload = event.get("payload").cloned().unwrap_or(Value::Null);
        let kind = text("kind");
        Self {
            place,
            actor: text("actor"),
            at: text("at"),
            payload_hash: text("payload_hash"),
            event_hash: text("event_hash"),
            signer: given("signature").and(given("signer")).map(str::to_owned),
            stated: Kind::parse(&kind).and_then(|kind| Stated::read(kind, &payload).ok()),
            payload,
            kind,
        }
    }
}
