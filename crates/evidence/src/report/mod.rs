//! The report for people: one HTML file without scripts and without anything fetched,
//! that follows from the bundle's contents and nothing else.
#![allow(clippy::format_collect, reason = "rows of markup read best where they are mapped")]

mod decisions;
mod events;
mod first;
mod head;
mod inert;
mod mailed;
mod media;
mod offers;
mod parties;
mod steps;
mod verdict;
mod votes;

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
    let record = contents.log.as_deref().and_then(Record::of);
    let record = record.as_ref();
    let (head, verdict) = match format {
        Format::One => (first::head(contents), first::verdict(contents)),
        Format::Two | Format::Three => (head::section(contents, record), verdict::section(contents, record)),
    };
    let (negotiated, votes) = match format {
        Format::One | Format::Two => (String::new(), String::new()),
        Format::Three => (media::section(contents) + &mailed::section(contents), votes::section(contents)),
    };
    let mut sections = vec![
        head,
        verdict,
        parties::section(contents, format),
        events::timeline(contents, record),
        events::section(contents, record, format),
        negotiated,
        decisions::section(contents, record),
        votes,
        decisions::beside(contents, format),
        steps::section(contents, format),
    ];
    if format < Format::Three {
        // What those formats do not have leaves no empty line.
        sections.remove(7);
        sections.remove(5);
    }
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
    let (Some(session), Some(log)) = (&contents.about.session, &contents.log) else {
        let deal = inert(contents.about.deal.as_deref().unwrap_or_default());
        return format!(
            "<footer>Countersign evidence bundle, format {}. Deal {deal}.</footer>\n",
            format.number()
        );
    };
    format!(
        "<footer>Countersign evidence bundle, format {}. Session {}. The log's SHA-256: {}</footer>\n",
        format.number(),
        inert(session.as_str()),
        hash(&anp::digest::EventHash(anp::digest::sha256(log)).to_string())
    )
}
