//! Who decided what over which bytes, and what else lies in the bundle.

use core::fmt::Write as _;

use anp::checkpoint::Checkpoint;
use anp::digest::{EventHash, PayloadHash, sha256};
use deal::AnswerKind;

use super::inert::{hash, inert, short, time};
use crate::check::decisions::{DECISION, Statement};
use crate::contents::{Contents, Entry, MediaRequest, VersionStanding};
use crate::files::{checkpoint_name, mail_name, version_name};
use crate::format::Format;
use crate::media::request_name;
use crate::record::Record;

/// The ledger of decisions.
pub(super) fn section(contents: &Contents, record: Option<&Record>) -> String {
    let entries: String = contents.ledger.entries.iter().map(|entry| card(contents, record, entry)).collect();
    let entries = entries + &waiting(contents);
    let empty = if entries.is_empty() { "<p>No decision stands on the deal’s ledger.</p>" } else { "" };
    format!(
        "<h2>Decisions</h2>\n<p class=\"lead\">The deal’s own ledger, ledger id <code>{}</code>: each entry is signed by a person’s key and \
         chained to the one before. What the exporter keeps to itself stands here as its hash.</p>\n{empty}{entries}",
        inert(&contents.ledger.id)
    )
}

/// What is signed and has no place yet.
fn waiting(contents: &Contents) -> String {
    let waiting = contents.ledger.waiting.iter().map(|waiting| {
        let statement = waiting.payload.as_deref().filter(|_| waiting.kind == DECISION).map(Statement::read);
        let title = match statement {
            Some(Ok(statement)) => decided(&statement),
            _ => inert(&waiting.kind),
        };
        format!(
            "<article class=\"card event\"><header><h3>{title}</h3>{}</header>\n<div class=\"body\"><p class=\"small mute\">Signed, and \
             without a place on the ledger yet: its time is its author’s word.</p><dl class=\"proof\"><dt>signed by</dt><dd>key {}</dd>\
             <dt>payload hash</dt><dd>{}</dd></dl></div></article>\n",
            time(&waiting.at),
            short(&waiting.signer.to_string()),
            hash(&waiting.payload_hash.to_string()),
        )
    });
    waiting.collect()
}

fn card(contents: &Contents, record: Option<&Record>, entry: &Entry) -> String {
    let said = Statement::of_entry(entry);
    let (title, body) = match (&said, &entry.payload) {
        (Some(Ok(statement)), _) => (decided(statement), bound(contents, record, statement, entry)),
        (_, Some(payload)) => (inert(&entry.kind), format!("<pre>{}</pre>", inert(payload))),
        (_, None) => (
            format!("{}, not disclosed", inert(&entry.kind)),
            "<p class=\"small mute\">Its content is kept by the exporter and stands as its hash.</p>"
                .to_owned(),
        ),
    };
    format!(
        "<article class=\"card event\"><header><h3><span class=\"place\">{}</span> {title}</h3>{}</header>\n<div class=\"body\">{body}\
         <dl class=\"proof\"><dt>signed by</dt><dd>key {}</dd><dt>payload hash</dt><dd>{}</dd><dt>entry hash</dt><dd>{}</dd></dl></div></article>\n",
        entry.seq,
        time(&entry.at),
        short(&entry.signer.to_string()),
        hash(&entry.payload_hash.to_string()),
        hash(&entry.event_hash.to_string()),
    )
}

fn decided(statement: &Statement) -> String {
    let what = match statement.answer {
        AnswerKind::Counter => "to counter",
        AnswerKind::Accept => "to accept",
        AnswerKind::Decline => "to decline",
        AnswerKind::Message => "to send a message",
        AnswerKind::Close => "to close the session",
        AnswerKind::RequestProposals => "to ask a seller of media for proposals",
        AnswerKind::ReviseProposals => "to ask for revised proposals",
        AnswerKind::FinalizeProposals => "to have proposals held",
        AnswerKind::AcceptProposal => "to accept a proposal",
        AnswerKind::DeclineProposals => "to decline proposals",
    };
    format!("{} decided {what}", inert(&statement.person))
}

/// What a decision bound.
fn bound(contents: &Contents, record: Option<&Record>, statement: &Statement, entry: &Entry) -> String {
    let mut out = String::from("<dl class=\"small\">");
    if contents.about.session.as_ref().is_none_or(|session| session.as_str() != statement.session) {
        let _ = write!(out, "<dt>In session</dt><dd>{}</dd>", inert(&statement.session));
    }
    if let Some((seq, event)) = &statement.answers {
        let _ = write!(out, "<dt>Answers</dt><dd>event {seq}, {}</dd>", short(event));
    }
    let seen = match (statement.answer.of_media(), statement.head.0) {
        (true, 0) => "no answer yet".to_owned(),
        (true, number) => format!("the answer to request {number}, {}", short(&statement.head.1)),
        (false, seq) => format!("the record up to event {seq}, {}", short(&statement.head.1)),
    };
    let _ = write!(out, "<dt>Having seen</dt><dd>{seen}</dd>");
    if let Some(version) = statement.mandate_version {
        let _ = write!(out, "<dt>Under</dt><dd>version {version} of the mandate</dd>");
    }
    for (kind, payload) in &statement.events {
        let signer = entry.signer.to_string();
        let stands = record.into_iter().flat_map(|record| &record.rows).find(|row| {
            row.kind == *kind
                && row.payload_hash == *payload
                && row.signer.as_deref() == Some(signer.as_str())
        });
        let request = contents.media.as_ref().and_then(|media| {
            let same =
                |request: &MediaRequest| PayloadHash(sha256(&request.arguments)).to_string() == *payload;
            media.requests.iter().position(same)
        });
        let place = match (stands, request) {
            (Some(row), _) => format!("stands as event {}", row.place),
            (None, Some(place)) => {
                format!("stands as <code>{}</code>", request_name(place.saturating_add(1)))
            }
            (None, None) => "decided, and not in this log".to_owned(),
        };
        let _ = write!(out, "<dt>These bytes</dt><dd>{}, {} — {place}</dd>", inert(kind), hash(payload));
    }
    if let Some(before) = &statement.rebinds {
        let _ = write!(
            out,
            "<dt>Binds again</dt><dd>the decision {}, to a newer head: only messages had come in between</dd>",
            short(before)
        );
    }
    out + "</dl>"
}

/// Checkpoints, mails, other versions.
pub(super) fn beside(contents: &Contents, format: Format) -> String {
    [checkpoints(contents, format), mails(contents), versions(contents)].concat()
}

fn table(title: &str, lead: &str, heads: &[&str], rows: &str) -> String {
    let heads: String = heads.iter().map(|head| format!("<th>{head}</th>")).collect();
    format!(
        "<h2>{title}</h2>\n<p class=\"lead\">{lead}</p>\n<div class=\"card\"><table><thead><tr>{heads}</tr></thead>\
         <tbody>{rows}</tbody></table></div>\n"
    )
}

fn checkpoints(contents: &Contents, format: Format) -> String {
    if contents.checkpoints.is_empty() {
        return String::new();
    }
    let rows = (1..).zip(&contents.checkpoints).map(|(place, note)| {
        let name = checkpoint_name(place);
        match Checkpoint::read(note.as_bytes()) {
            Ok(read) => format!(
                "<tr><td class=\"file\"><code>{name}</code></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                time(read.at()),
                read.head().seq,
                hash(&read.head().hash.to_string()),
                short(&read.key().fingerprint().to_string())
            ),
            Err(why) => format!(
                "<tr><td class=\"file\"><code>{name}</code></td><td colspan=\"4\">{}</td></tr>",
                inert(&why.to_string())
            ),
        }
    });
    table(
        "Checkpoints",
        match format {
            Format::One => {
                "Heads of the record that a key vouches for. Whoever holds one can prove that the record was rewritten later."
            }
            Format::Two | Format::Three => {
                "Heads of the record, each signed by a key. Here they anchor nothing, since whoever made the bundle may have made \
                 them too; one that you received earlier and kept yourself shows whether the record was rewritten since."
            }
        },
        &["File", "Signed, UTC", "Events", "Head", "By key"],
        &rows.collect::<String>(),
    )
}

fn mails(contents: &Contents) -> String {
    if contents.mails.is_empty() {
        return String::new();
    }
    let rows = (1..).zip(&contents.mails).map(|(place, mail)| {
        format!(
            "<tr><td class=\"file\"><code>{}</code></td><td>{}</td><td class=\"n\">{}</td><td>{}</td></tr>",
            mail_name(place),
            time(&mail.at),
            mail.raw.len(),
            hash(&EventHash(sha256(&mail.raw)).to_string())
        )
    });
    table(
        "Mails of the thread",
        "Byte for byte as they came to the desk. They stand on no chain: the signature over the list of files binds them.",
        &["File", "Time, UTC", "Bytes", "SHA-256"],
        &rows.collect::<String>(),
    )
}

fn versions(contents: &Contents) -> String {
    if contents.versions.is_empty() {
        return String::new();
    }
    let rows = (1..).zip(&contents.versions).map(|(place, version)| {
        let standing = match version.standing {
            VersionStanding::Verified => "verified at the exporting desk",
            VersionStanding::Refused => "handed to the exporting desk, and refused",
        };
        format!(
            "<tr><td class=\"file\"><code>{}</code></td><td>{}</td><td>{standing}</td><td>{}</td></tr>",
            version_name(place),
            time(&version.at),
            hash(&EventHash(sha256(&version.document)).to_string())
        )
    });
    table(
        "Other versions of this record",
        "This record is in dispute: the desk has seen versions that differ. Compare any two with <code>countersign diff</code>.",
        &["File", "Seen, UTC", "What it is", "SHA-256"],
        &rows.collect::<String>(),
    )
}
