//! Ledgers on the wire.

use anp::digest::EventHash;
use anp::event::Head;
use anp::json::quote;
use anp::keys::{PublicKey, Signature};
use anp::ledger::{Entry, LedgerId, Place, Statement, Wording};
use serde::Deserialize;
use store::tables::ledger_pending::Pending;

/// `GET ledgers`.
#[derive(Debug, Deserialize)]
pub(super) struct Ends {
    pub(super) ledgers: Vec<EndWord>,
}

/// Where a ledger ends at the host.
#[derive(Debug, Deserialize)]
pub(super) struct EndWord {
    pub(super) ledger: String,
    head: HeadWord,
}

impl EndWord {
    /// Whether a replica ends there too.
    pub(super) fn is_at(&self, seq: u64, hash: &str) -> bool {
        self.head.seq == seq && self.head.hash == hash
    }
}

/// `GET ledgers/{id}/{after}`.
#[derive(Debug, Deserialize)]
pub(super) struct Part {
    head: HeadWord,
    pub(super) entries: Vec<EntryWord>,
}

#[derive(Debug, Deserialize)]
struct HeadWord {
    seq: u64,
    hash: String,
}

impl Part {
    pub(super) fn head(&self) -> Option<Head> {
        Some(Head { seq: self.head.seq, hash: EventHash::parse(&self.head.hash).ok()? })
    }
}

/// `POST join`, as it succeeds.
#[derive(Debug, Deserialize)]
pub(crate) struct Joined {
    pub(crate) person: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct EntryWord {
    pub(super) seq: u64,
    kind: String,
    payload: String,
    counter: u64,
    head_seen: String,
    signer: String,
    signature: String,
    event_hash: String,
    at: String,
}

impl EntryWord {
    /// The statement, if its signature holds, and where it is said to stand.
    pub(super) fn stated(&self, ledger: &LedgerId) -> Option<(Statement, Place)> {
        let head_seen = EventHash::parse(&self.head_seen).ok()?;
        let bytes = self.payload.as_bytes();
        let wording = Wording::new(ledger.clone(), &self.kind, bytes, self.counter, head_seen);
        let wording = wording.ok().filter(|wording| wording.payload() == self.payload)?;
        let signer = PublicKey::parse(&self.signer).ok()?;
        let statement = wording.signed(signer, Signature::parse(&self.signature).ok()?).ok()?;
        let hash = EventHash::parse(&self.event_hash).ok()?;
        Some((statement, Place { seq: self.seq, hash, at: self.at.clone() }))
    }
}

/// The body that states what waits.
pub(super) fn body(pending: &Pending) -> String {
    let Pending { kind, payload, counter, head_seen, signature, .. } = pending;
    format!(
        r#"{{"counter":{counter},"head_seen":"{head_seen}","kind":"{kind}","payload":{payload},"signature":"{signature}"}}"#
    )
}

/// The body by which somebody joins, who is nobody at the host yet.
pub(crate) fn joining(statement: &Statement) -> String {
    let wording = statement.wording();
    format!(
        r#"{{"counter":{},"head_seen":"{}","kind":"{}","payload":{},"signature":"{}","signer":"{}"}}"#,
        wording.counter,
        wording.head_seen,
        wording.kind,
        wording.payload(),
        statement.signature(),
        statement.signer(),
    )
}

/// The body by which a ledger that was kept alone is handed over.
pub(super) fn adopting(entries: &[Entry]) -> String {
    let entries: Vec<String> = entries.iter().map(kept).collect();
    format!(r#"{{"entries":[{}]}}"#, entries.join(","))
}

fn kept(entry: &Entry) -> String {
    let wording = entry.statement.wording();
    format!(
        r#"{{"at":{},"counter":{},"event_hash":"{}","head_seen":"{}","kind":"{}","payload":{},"seq":{},"signature":"{}"}}"#,
        quote(&entry.at),
        wording.counter,
        entry.hash,
        wording.head_seen,
        wording.kind,
        wording.payload(),
        entry.seq,
        entry.statement.signature(),
    )
}
