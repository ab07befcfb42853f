//! A verifier of desk ledgers that shares nothing with the desk but the format.
#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    missing_docs,
    reason = "a test ends where its ground is missing; the members are the table's"
)]

use std::collections::{HashMap, HashSet};

use crate::people;
use anp::digest::{BodyHash, EventHash};
use anp::keys::Signature;
use rusqlite::Connection;
use serde_json::Value;

/// An entry as it stands in the database.
#[derive(Debug)]
pub struct Entry {
    pub seq: u64,
    pub kind: String,
    pub payload: Value,
    pub payload_text: String,
    pub payload_hash: String,
    pub counter: u64,
    pub head_seen: String,
    pub signer: String,
    pub signature: String,
    pub prev_hash: String,
    pub event_hash: String,
    pub at: String,
}

pub fn entries(db: &Connection, ledger: &str) -> Vec<Entry> {
    let mut query = db
        .prepare(
            "SELECT seq, kind, payload, payload_hash, counter, head_seen, signer, signature, prev_hash,
                event_hash, at FROM ledger WHERE ledger = ?1 ORDER BY seq",
        )
        .unwrap();
    let rows = query.query_map([ledger], |row| {
        let payload_text: String = row.get(2)?;
        Ok(Entry {
            seq: row.get(0)?,
            kind: row.get(1)?,
            payload: serde_json::from_str(&payload_text).unwrap(),
            payload_text,
            payload_hash: row.get(3)?,
            counter: row.get(4)?,
            head_seen: row.get(5)?,
            signer: row.get(6)?,
            signature: row.get(7)?,
            prev_hash: row.get(8)?,
            event_hash: row.get(9)?,
            at: row.get(10)?,
        })
    });
    rows.unwrap().map(Result::unwrap).collect()
}

pub fn decisions(db: &Connection, ledger: &str) -> Vec<Entry> {
    entries(db, ledger).into_iter().filter(|entry| entry.kind == "decision").collect()
}

/// Every ledger's chain recomputes, every signature is one of the people's, every counter
/// is one more than the signer's last, and each entry was made in view of a head that the
/// ledger had before it.
pub fn assert_sound(db: &Connection) {
    let mut query = db.prepare("SELECT DISTINCT ledger FROM ledger").unwrap();
    let ledgers: Vec<String> = query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let known = [people::olivia(), people::pat(), people::pat_anew(), people::lena(), people::kim()]
        .map(|key| key.public());
    for ledger in ledgers {
        let mut before = "0".repeat(64);
        let mut heads = HashSet::from([before.clone()]);
        let mut counters: HashMap<String, u64> = HashMap::new();
        for (place, entry) in entries(db, &ledger).iter().enumerate() {
            assert_eq!(entry.seq, place as u64 + 1, "{ledger}: numbers without gaps");
            assert_eq!(entry.payload_hash, BodyHash::of(entry.payload_text.as_bytes()).to_string());
            assert_eq!(entry.prev_hash, before);
            assert!(heads.contains(&entry.head_seen), "{ledger} {}: a head that never was", entry.seq);
            let Entry { seq, kind, signer, payload_hash, prev_hash, head_seen, at, .. } = entry;
            let chained = format!(
                "COUNTERSIGN/1\n{ledger}\n{seq}\n{signer}\n{kind}\n{payload_hash}\n{prev_hash}\n{at}"
            );
            assert_eq!(entry.event_hash, BodyHash::of(chained.as_bytes()).to_string());
            assert!(EventHash::parse(&entry.event_hash).is_ok());
            let last = counters.insert(signer.clone(), entry.counter).unwrap_or(0);
            assert_eq!(entry.counter, last + 1, "{ledger}: the signer's own counter");
            let key = known.iter().find(|key| key.fingerprint().to_string() == *signer);
            let key = key.unwrap_or_else(|| panic!("{ledger} {seq}: signed by a stranger"));
            let signed =
                format!("COUNTERSIGN/1\n{ledger}\n{kind}\n{payload_hash}\n{}\n{head_seen}", entry.counter);
            let signature = Signature::parse(&entry.signature).unwrap();
            assert!(key.verify(signed.as_bytes(), &signature).is_ok(), "{ledger} {seq}: {kind}");
            before.clone_from(&entry.event_hash);
            heads.insert(before.clone());
        }
    }
}
