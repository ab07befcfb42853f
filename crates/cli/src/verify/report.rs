//! A verdict as scripts and as people read it.

use anp::verify::{Fault, Judgement, Note, Outcome, Standing, Verdict, VerifiedEvent, VerifiedLog};
use serde_json::{Value, json};

use crate::out::inert;

/// The fixed contract for scripts.
pub fn json(verdict: &Verdict) -> Value {
    let fault =
        |fault: &Fault| json!({"seq": fault.seq, "check": fault.check.as_str(), "detail": fault.detail()});
    let note = |note: &Note| json!({"seq": note.seq, "detail": note.detail});
    json!({
        "verdict": verdict.outcome.as_str(),
        "anchored": verdict.anchored,
        "event_count": verdict.event_count,
        "verified_prefix": verdict.verified_prefix,
        "faults": verdict.faults.iter().map(fault).collect::<Vec<_>>(),
        "notes": verdict.notes.iter().map(note).collect::<Vec<_>>(),
    })
}

/// The same object for a file that could not be read at all.
pub fn unread(why: &str) -> Value {
    json!({
        "verdict": Outcome::Unreadable.as_str(),
        "anchored": false,
        "event_count": 0,
        "verified_prefix": 0,
        "faults": [{"seq": null, "check": "file", "detail": why}],
        "notes": [],
    })
}

/// The text for people.
pub fn people(judgement: &Judgement) -> String {
    let verdict = &judgement.verdict;
    let mut lines = vec![headline(verdict)];
    if let Some(log) = &judgement.log {
        lines.push(String::new());
        lines.push(format!("Session {}", inert(log.session().as_str())));
        lines.extend(
            log.keys().iter().map(|(name, key)| format!("  key {:<13} {}", inert(name), key.fingerprint())),
        );
        lines.push(format!("  head at {:<9} {}", log.head().seq, log.head().hash));
        lines.push(String::new());
        lines.extend(table(log));
    }
    if !verdict.faults.is_empty() {
        lines.push(String::new());
        lines.push("Faults".to_owned());
        lines.extend(
            verdict
                .faults
                .iter()
                .map(|fault| format!("  {}, {}: {}", place(fault.seq), fault.check, inert(&fault.detail()))),
        );
    }
    if !verdict.notes.is_empty() {
        lines.push(String::new());
        lines.push("Notes".to_owned());
        lines.extend(
            verdict.notes.iter().map(|note| format!("  {}: {}", place(note.seq), inert(&note.detail))),
        );
    }
    lines.join("\n")
}

fn headline(verdict: &Verdict) -> String {
    let events = match verdict.event_count {
        1 => "1 event".to_owned(),
        count => format!("{count} events"),
    };
    match verdict.outcome {
        Outcome::Green if verdict.anchored => format!("GREEN: {events}, every check holds."),
        Outcome::Green => format!(
            "CONSISTENT ONLY: {events}, every check holds, and nobody vouches for the keys. \
             Give --pin or --seen to anchor it."
        ),
        Outcome::Red => {
            let faults = match verdict.faults.len() {
                1 => "1 fault".to_owned(),
                count => format!("{count} faults"),
            };
            format!("RED: {faults} in {events}; the first {} hold.", verdict.verified_prefix)
        }
        Outcome::Unreadable => "UNREADABLE: this is not a session log.".to_owned(),
    }
}

fn place(seq: Option<u64>) -> String {
    seq.map_or_else(|| "the document".to_owned(), |seq| format!("event {seq}"))
}

fn table(log: &VerifiedLog) -> Vec<String> {
    let row = |verified: &VerifiedEvent| {
        let event = verified.event();
        let by = match verified.standing() {
            Standing::Vendor => "the vendor's key".to_owned(),
            Standing::Platform => "the buyer's platform key".to_owned(),
            Standing::Member(name) => format!("{}, attested by the platform key", inert(name)),
            Standing::Claim => "nobody".to_owned(),
        };
        format!(
            "{:>5}  {:<24}  {:<12}  {:<13}  {by}",
            event.seq,
            inert(&event.at),
            event.actor.as_str(),
            event.stated.kind().as_str()
        )
    };
    let head = format!("{:>5}  {:<24}  {:<12}  {:<13}  signed by", "event", "at", "party", "kind");
    std::iter::once(head).chain(log.events().iter().map(row)).collect()
}
