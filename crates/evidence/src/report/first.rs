//! What reports of the first format said otherwise. Bundles of that format are held
//! against it for ever: nothing here changes any more.

use anp::digest::EventHash;
use anp::verify::Outcome;

use super::inert::{inert, lines, time};
use crate::contents::{Contents, HowTrusted, LogSource};
use crate::record::Record;
use crate::verdict::{Fault, Verdict};

pub(super) fn head(contents: &Contents) -> String {
    let about = &contents.about;
    let log = match about.log_from {
        LogSource::Host => "as both parties can fetch it from the host, byte for byte",
        LogSource::Replica | LogSource::None => {
            "from the exporting desk’s own verified copy: the same events, in a document of its own"
        }
    };
    format!(
        "<header>\n<p class=\"over\">Evidence report</p>\n<h1>{}</h1>\n<p class=\"mute\">{} and {}, session <code>{}</code></p>\n</header>\n\
         <dl class=\"card\" style=\"margin-top:16px\">\n<dt>Exported</dt><dd>{} UTC by {}</dd>\n<dt>Log</dt><dd>{log}</dd>\n\
         <dt>All times</dt><dd>UTC. The exact text of each time is the one that its event’s hash covers.</dd>\n</dl>",
        inert(&about.title),
        inert(&about.organisation),
        inert(&about.vendor),
        inert(about.session.as_ref().map_or("", |session| session.as_str())),
        time(&about.exported_at),
        inert(&about.exported_by),
    )
}

pub(super) fn verdict(contents: &Contents) -> String {
    let verdict = &contents.verdict;
    let (class, tick, word, why) = words(verdict);
    let mut out = format!(
        "<div class=\"verdict {class}\" role=\"status\"><span class=\"tick\" aria-hidden=\"true\">{tick}</span>\
         <div><b>{word}</b><p>{why}</p></div></div>"
    );
    let loose: Vec<&Fault> = verdict.faults.iter().filter(|fault| fault.seq.is_none()).collect();
    out.push_str(&faults(&loose));
    if !verdict.notes.is_empty() {
        let notes = verdict.notes.iter().map(|note| {
            let place = note.seq.map_or_else(String::new, |seq| format!("Event {seq}: "));
            format!("<li>{place}{}</li>", inert(&note.detail))
        });
        out.push_str("<h3>Worth knowing: claimed and not proven, or unusual</h3>\n<ul class=\"small\">");
        out.extend(notes);
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
            "Hashes, order, signatures and schemas hold, and the keys are those that the exporter had pinned. \
             This is the exporter’s own verdict; the last section says how to reach it without them."
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
            format!("The first {} events have no fault. Every fault stands at its event below.", verdict.verified_prefix),
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
pub(super) fn faults(faults: &[&Fault]) -> String {
    if faults.is_empty() {
        return String::new();
    }
    let items: String = faults
        .iter()
        .map(|fault| format!("<li><b>{}</b>: {}</li>", inert(&fault.check), inert(&fault.detail)))
        .collect();
    format!("<ul class=\"faults\">{items}</ul>")
}

pub(super) fn trusted(how: &HowTrusted) -> String {
    match how {
        HowTrusted::Pinned { by, at } => {
            format!("{} verified the vendor and pinned this key on {} UTC", inert(by), time(at))
        }
        HowTrusted::Platform => {
            "it is the organisation’s platform key, pinned at the desk when the desk was set up".to_owned()
        }
        HowTrusted::Attested { valid_from, valid_to } => {
            let to = valid_to
                .as_deref()
                .map_or_else(|| "with no end".to_owned(), |to| format!("to {} UTC", time(to)));
            format!(
                "the platform key attests it, from {} UTC {to}; the attestation stands in the log",
                time(valid_from)
            )
        }
        HowTrusted::Member { .. } => "the organisation’s ledger lets it in".to_owned(),
        HowTrusted::Desk => {
            "it is the key of the person at the exporting desk; the log does not bring it".to_owned()
        }
        HowTrusted::Nobody => "<b>nothing: nobody vouches for it, the log alone brings it</b>".to_owned(),
    }
}

/// A reason, which may be an acceptance.
pub(super) fn closing(record: &Record, text: &str) -> String {
    let accepted = deal::accepted_event(text).map(|hash| EventHash(hash).to_string());
    let place = accepted.and_then(|hash| record.rows.iter().find(|row| row.event_hash == hash));
    match place {
        Some(row) => format!("<p><b>Accepts the offer of event {}.</b></p>{}", row.place, lines(text)),
        None => lines(text),
    }
}
