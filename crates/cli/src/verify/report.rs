//! A verdict as scripts and as people read it.

use anp::json::{Value, canonical};
use anp::verify::{Outcome, Outline, Row, Standing};
use evidence::{Brought, Fault, Sealed, Verdict};

use super::file::Told;
use crate::out::inert;

/// The fixed contract for scripts. `sealed` stands beside the verdict where somebody sealed
/// a bundle, `checkpoints` where some were given.
pub fn json(told: &Told) -> String {
    let Value::Object(mut members) = told.verdict.to_value() else { return String::new() };
    if let Some(sealed) = &told.sealed {
        members.push(("sealed".to_owned(), sealed.to_value()));
    }
    if !told.brought.is_empty() {
        let brought = told.brought.iter().map(Brought::to_value).collect();
        members.push(("checkpoints".to_owned(), Value::Array(brought)));
    }
    canonical(&Value::Object(members))
}

/// The same for a file that could not be read at all.
pub fn unread(why: &str) -> String {
    let mut verdict = Verdict::unreadable(why);
    verdict.faults = vec![Fault { seq: None, check: "file".to_owned(), detail: why.to_owned() }];
    canonical(&verdict.to_value())
}

/// The text for people.
pub fn people(told: &Told) -> String {
    let verdict = &told.verdict;
    let mut lines = vec![headline(verdict, told.bundle)];
    lines.extend(told.sealed.as_ref().map(sealed).or_else(|| unsealed(told)));
    if let Some(log) = &told.log {
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
        lines.extend(verdict.faults.iter().map(|fault| {
            format!("  {}, {}: {}", place(fault.seq), inert(&fault.check), inert(&fault.detail))
        }));
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

/// Who signed for all of a bundle.
fn sealed(sealed: &Sealed) -> String {
    let Sealed { by, key, at, vouched } = sealed;
    format!("Sealed by {} at {}, with the key {key}: {}.", inert(by), inert(at), vouched.words())
}

/// A green bundle without a seal: what stands on no chain stands on nobody's word.
fn unsealed(told: &Told) -> Option<String> {
    let green = told.bundle && told.verdict.outcome == Outcome::Green;
    green.then(|| {
        "Sealed by nobody: mails, the report and who exported it stand on the word of whoever handed it over.".to_owned()
    })
}

fn headline(verdict: &Verdict, bundle: bool) -> String {
    let events = match verdict.event_count {
        1 => "1 event".to_owned(),
        count => format!("{count} events"),
    };
    let events = match (bundle, verdict.event_count) {
        (true, 0) => "an evidence bundle without a session's log".to_owned(),
        (true, _) => format!("an evidence bundle of {events}"),
        (false, _) => events,
    };
    match verdict.outcome {
        Outcome::Green if verdict.anchored && verdict.notes.iter().any(|note| note.seq.is_none()) => {
            format!("GREEN: {events}, every check holds. The notes say what was not given or stays a claim.")
        }
        Outcome::Green if verdict.anchored => format!("GREEN: {events}, every check holds."),
        Outcome::Green => format!(
            "CONSISTENT ONLY: {events}, every check holds, and nobody vouches for the keys. \
             Give --pin, --seen or --checkpoint to anchor it."
        ),
        Outcome::Red => {
            let faults = match verdict.faults.len() {
                1 => "1 fault".to_owned(),
                count => format!("{count} faults"),
            };
            format!("RED: {faults} in {events}; the first {} hold.", verdict.verified_prefix)
        }
        Outcome::Unreadable => {
            let bundle = verdict.faults.first().filter(|fault| fault.check == "bundle");
            let none = "this is neither a session log nor an evidence bundle";
            format!("UNREADABLE: {}.", bundle.map_or(none.to_owned(), |fault| inert(&fault.detail)))
        }
    }
}

fn place(seq: Option<u64>) -> String {
    seq.map_or_else(|| "the document".to_owned(), |seq| format!("event {seq}"))
}

fn table(log: &Outline) -> Vec<String> {
    let row = |event: &Row| {
        let by = match &event.standing {
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
            event.kind.as_str()
        )
    };
    let head = format!("{:>5}  {:<24}  {:<12}  {:<13}  signed by", "event", "at", "party", "kind");
    std::iter::once(head).chain(log.rows().iter().map(row)).collect()
}
