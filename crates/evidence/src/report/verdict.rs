//! The exporter's verdict, in words that follow from the record. What an exporter has
//! written beside a fault or as a note is not repeated: a report prints no sentence of
//! which nothing but the exporter's word is known.

use anp::event::Actor;
use anp::time::Moment;
use anp::verify::Outcome;

use super::inert::inert;
use crate::check::recorded::CLAIMED;
use crate::contents::{Contents, HowTrusted};
use crate::record::{Record, Row};
use crate::verdict::{Fault, Verdict};

pub(super) fn section(contents: &Contents, record: Option<&Record>) -> String {
    if contents.log.is_none() {
        return "<p class=\"lead\">This deal was negotiated without a session of the protocol: there is no chain of both parties’. \
                Each part below says what binds it.</p>"
            .to_owned();
    }
    let verdict = &contents.verdict;
    let (class, tick, word, why) = words(verdict);
    let mut out = format!(
        "<div class=\"verdict {class}\" role=\"status\"><span class=\"tick\" aria-hidden=\"true\">{tick}</span>\
         <div><p class=\"over\">The exporter’s own verdict on the log</p><b>{word}</b><p>{why}</p></div></div>"
    );
    let loose: Vec<&Fault> = verdict.faults.iter().filter(|fault| fault.seq.is_none()).collect();
    out.push_str(&faults(contents, &loose));
    let notes = notes(contents, record);
    if !notes.is_empty() {
        out.push_str("<h3>Worth knowing: claimed and not proven, or unusual</h3>\n<ul class=\"small\">");
        out.extend(notes.iter().map(|note| format!("<li>{note}</li>")));
        out.push_str("</ul>");
    }
    out
}

fn words(verdict: &Verdict) -> (&'static str, &'static str, String, String) {
    let events = match verdict.event_count {
        1 => "1 event".to_owned(),
        count => format!("{count} events"),
    };
    match (verdict.outcome, verdict.anchored) {
        (Outcome::Green, true) => (
            "holds",
            "✓",
            format!("Verified: {events}, every check holds"),
            "Hashes, order, signatures and schemas hold, and the keys are those that the exporter says it had pinned. \
             The last section says how to reach a verdict of your own."
                .to_owned(),
        ),
        (Outcome::Green, false) => (
            "only",
            "○",
            format!("Consistent only: {events}"),
            "Every check holds within the record, and nobody vouches for the keys that it brings.".to_owned(),
        ),
        (Outcome::Red, _) => (
            "fails",
            "✕",
            match verdict.faults.len() {
                1 => format!("Does not hold: 1 fault in {events}"),
                faults => format!("Does not hold: {faults} faults in {events}"),
            },
            format!(
                "The first {} events have no fault. Every fault stands at its event below; the verifier says what was \
                 expected and what it found.",
                verdict.verified_prefix
            ),
        ),
        (Outcome::Unreadable, _) => (
            "fails",
            "✕",
            "Unreadable".to_owned(),
            "The file that was handed over as the log is no session log.".to_owned(),
        ),
    }
}

/// Faults as a list; nothing where there are none.
pub(super) fn faults(contents: &Contents, faults: &[&Fault]) -> String {
    if faults.is_empty() {
        return String::new();
    }
    let exporter = &contents.about.exported_by;
    let items: String = faults
        .iter()
        .map(|fault| {
            let by =
                if fault.check == "own_record" { format!(" ({})", inert(exporter)) } else { String::new() };
            format!("<li><b>{}</b>: {}{by}</li>", inert(&fault.check), sentence(&fault.check))
        })
        .collect();
    format!("<ul class=\"faults\">{items}</ul>")
}

/// What it means that a check failed.
fn sentence(check: &str) -> &'static str {
    match check {
        "json" => "the text can be read in two ways",
        "protocol" => "the log is of another protocol or version",
        "session_id" => "the log is not of this session",
        "event_count" => "the log does not hold as many events as it says",
        "chain_head" => "the head that the log states is not its last event’s",
        "keys" => "the log’s own list of keys is not in order",
        "pin" => "the log brings another key for a party than the one that was known",
        "seen_head" => "the record is not the one that was seen before",
        "checkpoint" => "the record is not the one whose head was signed",
        "members" => "what stands here is no event, or has members that no event has",
        "seq" => "the events’ numbers have a gap, a repetition or a jump",
        "actor" | "kind" => "the event is of no known kind or party",
        "order" => "the event does not belong at this place of a session",
        "payload_schema" => "the payload breaks the protocol’s schema",
        "payload_hash" => "the payload is not the one that was hashed: it was altered",
        "prev_hash" => "the event does not follow the one that stands before it",
        "event_hash" => "the event’s hash does not cover what stands there",
        "signature" => "what stands here is not what its author signed",
        "signer" => "the event’s author is not proven",
        "at" => "the event’s time is no time, or lies before the one before",
        "own_record" => CLAIMED,
        _ => "this check does not hold",
    }
}

/// What is claimed and not proven, or unusual, as the record itself shows it.
fn notes(contents: &Contents, record: Option<&Record>) -> Vec<String> {
    let rows = record.map_or(&[][..], |record| record.rows.as_slice());
    let mut notes: Vec<String> = rows.iter().flat_map(of_event).collect();
    for key in &contents.keys {
        let fingerprint = key.key.fingerprint();
        match key.trusted {
            HowTrusted::Nobody => notes.push(format!("Nobody vouches for the key {fingerprint}.")),
            HowTrusted::Desk => {
                notes.push(format!("The key {fingerprint} is the exporter’s by the exporter’s own word."));
            }
            _ => {}
        }
    }
    notes
}

fn of_event(row: &Row) -> Vec<String> {
    let mut notes = Vec::new();
    if row.signer.is_none() {
        let who = if row.actor == Actor::Buyer.as_str() { "the buyer" } else { "the vendor" };
        notes.push(format!("Event {}: nobody signed it; that {who} said it is the host’s claim.", row.place));
    }
    let offer = row.stated.as_ref().and_then(|stated| stated.payload().offer());
    let arrived = Moment::parse(&row.at);
    if let (Some(offer), Ok(arrived)) = (offer, arrived)
        && offer.expires() <= arrived
    {
        notes.push(format!("Event {}: the offer had expired when it arrived.", row.place));
    }
    notes
}
