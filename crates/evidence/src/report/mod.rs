//! The report for people: one HTML file without scripts and without anything fetched,
//! that follows from the bundle's contents and nothing else.
#![allow(clippy::format_collect, reason = "rows of markup read best where they are mapped")]

mod decisions;
mod events;
mod inert;
mod offers;
mod parties;
mod steps;

use anp::verify::Outcome;

use crate::contents::{Contents, LogSource};
use crate::record::Record;
use crate::verdict::{Fault, Verdict};
use inert::{hash, inert, time};
pub(crate) use steps::readme;

const STYLE: &str = include_str!("style.css");

/// The report.
pub fn html(contents: &Contents) -> String {
    let record = Record::of(&contents.log);
    let sections = [
        head(contents),
        verdict(contents),
        parties::section(contents),
        events::timeline(contents, record.as_ref()),
        events::section(contents, record.as_ref()),
        decisions::section(contents, record.as_ref()),
        decisions::beside(contents),
        steps::section(contents),
    ];
    let title = inert(&contents.about.title).replace("<bdi>", "").replace("</bdi>", "");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Evidence report</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body data-title=\"{}\">\n{}\n{}</body>\n</html>\n",
        plain(&title),
        sections.join("\n"),
        footer(contents)
    )
}

/// Without the marks that make hidden characters visible, for an attribute.
fn plain(text: &str) -> String {
    text.replace("<span class=\"sign\">", "[").replace("</span>", "]")
}

fn head(contents: &Contents) -> String {
    let about = &contents.about;
    let log = match about.log_from {
        LogSource::Host => "as both parties can fetch it from the host, byte for byte",
        LogSource::Replica => {
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
        inert(about.session.as_str()),
        time(&about.exported_at),
        inert(&about.exported_by),
    )
}

fn verdict(contents: &Contents) -> String {
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
fn faults(faults: &[&Fault]) -> String {
    if faults.is_empty() {
        return String::new();
    }
    let items: String = faults
        .iter()
        .map(|fault| format!("<li><b>{}</b>: {}</li>", inert(&fault.check), inert(&fault.detail)))
        .collect();
    format!("<ul class=\"faults\">{items}</ul>")
}

fn footer(contents: &Contents) -> String {
    format!(
        "<footer>Countersign evidence bundle, format {}. Session {}. The log's SHA-256: {}</footer>\n",
        crate::FORMAT,
        inert(contents.about.session.as_str()),
        hash(&anp::digest::EventHash(anp::digest::sha256(&contents.log)).to_string())
    )
}
