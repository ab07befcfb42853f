//! The report for people: one HTML file without scripts and without anything fetched,
//! that follows from the bundle's contents and nothing else.
#![allow(clippy::format_collect, reason = "rows of markup read best where they are mapped")]

mod decisions;
mod events;
mod first;
mod head;
mod inert;
mod offers;
mod parties;
mod steps;
mod verdict;

use crate::contents::Contents;
use crate::format::Format;
use crate::record::Record;
use inert::{hash, inert};
pub(crate) use steps::readme;

const STYLE: &str = include_str!("style.css");

/// The report, in the format that is written now.
pub fn html(contents: &Contents) -> String {
    html_in(contents, Format::NOW)
}

/// The report as a format has it.
pub(crate) fn html_in(contents: &Contents, format: Format) -> String {
    let record = Record::of(&contents.log);
    let record = record.as_ref();
    let (head, verdict) = match format {
        Format::One => (first::head(contents), first::verdict(contents)),
        Format::Two => (head::section(contents, record), verdict::section(contents, record)),
    };
    let sections = [
        head,
        verdict,
        parties::section(contents, format),
        events::timeline(contents, record),
        events::section(contents, record, format),
        decisions::section(contents, record),
        decisions::beside(contents, format),
        steps::section(contents, format),
    ];
    let title = inert(&contents.about.title).replace("<bdi>", "").replace("</bdi>", "");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Evidence report</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body data-title=\"{}\">\n{}\n{}</body>\n</html>\n",
        plain(&title),
        sections.join("\n"),
        footer(contents, format)
    )
}

/// Without the marks that make hidden characters visible, for an attribute.
fn plain(text: &str) -> String {
    text.replace("<span class=\"sign\">", "[").replace("</span>", "]")
}

fn footer(contents: &Contents, format: Format) -> String {
    format!(
        "<footer>Countersign evidence bundle, format {}. Session {}. The log's SHA-256: {}</footer>\n",
        format.number(),
        inert(contents.about.session.as_str()),
        hash(&anp::digest::EventHash(anp::digest::sha256(&contents.log)).to_string())
    )
}
