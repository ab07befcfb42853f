//! What is left, held against what others were told.

use std::path::Path;

use anp::digest::Fingerprint;
use anp::event::Actor;
use anp::verify::{Outcome as Colour, Pin, Trust, judge};
use rusqlite::Connection;
use serde_json::Value;
use support::{ledgers, people};

use crate::script::{Ground, Outcome};

/// Everything that is wrong; nothing where the run holds.
pub fn faults(folder: &Path, ground: &Ground, platform: Fingerprint, outcome: &Outcome) -> Vec<String> {
    let log: Value = serde_json::from_slice(&outcome.log).unwrap();
    let events = log["events"].as_array().unwrap();
    let mut faults = Vec::new();
    green(outcome, platform, &mut faults);
    vendors(outcome, events, &mut faults);
    ours(outcome, events, &mut faults);
    for (session, count, head) in &outcome.told.heads {
        let at = usize::try_from(*count).unwrap().checked_sub(1).and_then(|at| events.get(at));
        if *session != ground.session || at.is_none_or(|event| event["event_hash"] != head.as_str()) {
            faults.push(format!("the desk told of event {count} as {head}, which is not in the log"));
        }
    }
    rests(folder, ground, events, &mut faults);
    faults
}

fn green(outcome: &Outcome, platform: Fingerprint, faults: &mut Vec<String>) {
    let vendor = people::contoso_agent().fingerprint();
    let pins = vec![
        Pin { party: Actor::Buyer, fingerprint: platform },
        Pin { party: Actor::VendorAgent, fingerprint: vendor },
    ];
    let verdict = judge(&outcome.log, &Trust { pins, own_org: true, ..Trust::default() }).verdict;
    if verdict.outcome != Colour::Green {
        faults.push(format!("the chain is red: {:?}", verdict.faults));
    }
}

fn vendors(outcome: &Outcome, events: &[Value], faults: &mut Vec<String>) {
    let theirs = || events.iter().filter(|event| event["actor"] == "vendor_agent");
    let times = |hash: &str| theirs().filter(|event| event["payload_hash"] == hash).count();
    for hash in outcome.acknowledged.iter().filter(|hash| times(hash) != 1) {
        faults.push(format!("acknowledged to the vendor, in the log {} times: {hash}", times(hash)));
    }
    for hash in outcome.said.iter().filter(|hash| times(hash) != 1) {
        faults.push(format!("said by the vendor, in the log {} times: {hash}", times(hash)));
    }
}

/// One counter and one acceptance were decided: each stands once, and where the desk said.
fn ours(outcome: &Outcome, events: &[Value], faults: &mut Vec<String>) {
    let ours: Vec<&str> = events
        .iter()
        .filter(|event| event["actor"] == "buyer")
        .map(|event| event["kind"].as_str().unwrap())
        .collect();
    if ours != ["envelope", "counter_offer", "counter_offer", "session_close"] {
        faults.push(format!("sent twice or not at all: {ours:?}"));
    }
    for (hashes, last) in &outcome.told.sent {
        let last = usize::try_from(*last).unwrap();
        let stand = last.checked_sub(hashes.len()).and_then(|first| events.get(first..last));
        let stand: Vec<_> = stand.unwrap_or_default().iter().map(|event| &event["payload_hash"]).collect();
        if stand.into_iter().ne(hashes.iter().map(String::as_str)) {
            faults.push(format!("said to be sent as event {last}, and it is not there"));
        }
    }
}

/// The desk's own database: replica, outbox, disputes, ledger.
fn rests(folder: &Path, ground: &Ground, events: &[Value], faults: &mut Vec<String>) {
    let db = Connection::open(folder.join("desk/desk.db")).unwrap();
    let all = |sql: &str| -> Vec<String> {
        let mut query = db.prepare(sql).unwrap();
        query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let replica = all("SELECT json FROM events ORDER BY session, seq");
    let replica: Vec<Value> = replica.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    if replica != *events {
        faults.push(format!("the replica has {} events, the log {}", replica.len(), events.len()));
    }
    let mut states = all("SELECT state FROM outbox");
    states.retain(|state| state != "stale");
    if states != ["sent", "sent"] {
        faults.push(format!("answers on record: {states:?}"));
    }
    if !all("SELECT session FROM disputes").is_empty() {
        faults.push("a chain is in dispute".to_owned());
    }
    // Each answer on record is a decision on the ledger, and each decision an answer or
    // its binding to another head.
    ledgers::assert_sound(&db);
    let decisions = ledgers::decisions(&db, &ground.deal);
    for answer in all("SELECT decision FROM outbox") {
        if !decisions.iter().any(|decision| decision.payload_hash == answer) {
            faults.push(format!("answer {answer} has no decision on the ledger"));
        }
    }
    let first = decisions.iter().filter(|decision| decision.payload["rebinds"].is_null()).count();
    if first != all("SELECT decision FROM outbox").len() {
        faults.push(format!("{first} decisions for {} answers", states.len()));
    }
}
