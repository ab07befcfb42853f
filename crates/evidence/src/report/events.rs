//! The timeline, and the record event by event.

use anp::event::Actor;
use anp::json;
use anp::payload::{Envelope, Offer, Payload};
use anp::time::Moment;
use deal::AnswerKind;

use super::inert::{hash, inert, lines, short, time};
use super::{first, media, offers, verdict};
use crate::acceptance::{Acceptance, acceptance};
use crate::check::decisions::Statement;
use crate::contents::{Contents, HowTrusted};
use crate::files::mail_name;
use crate::format::Format;
use crate::record::{Record, Row};
use crate::verdict::Fault;

/// Longest payload that is shown as raw text, in characters.
const RAW: usize = 4000;

/// Mails and events on one line of time.
pub(super) fn timeline(contents: &Contents, record: Option<&Record>) -> String {
    let mut rows: Vec<(i64, String)> = Vec::new();
    let millis = |at: &str| Moment::parse(at).map_or(i64::MAX, Moment::millis);
    for (place, mail) in (1..).zip(&contents.mails) {
        let what =
            format!("<td></td><td>Mail</td><td>{}, {} bytes</td><td></td>", mail_name(place), mail.raw.len());
        rows.push((millis(&mail.at), format!("<tr><td>{}</td>{what}</tr>", time(&mail.at))));
    }
    for row in record.map_or(&[][..], |record| &record.rows) {
        let wrong = contents.verdict.faults.iter().filter(|fault| fault.seq == Some(row.place)).count();
        let state = match wrong {
            0 => "holds".to_owned(),
            1 => "<b>1 fault</b>".to_owned(),
            count => format!("<b>{count} faults</b>"),
        };
        rows.push((
            millis(&row.at),
            format!(
                "<tr><td>{}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td><td>{state}</td></tr>",
                time(&row.at),
                row.place,
                who(contents, row),
                kind_words(&row.kind)
            ),
        ));
    }
    if let Some(media) = &contents.media {
        rows.extend(media::rows(media).into_iter().map(|(at, row)| (millis(&at), row)));
    }
    rows.sort_by_key(|(at, _)| *at);
    let rows: String = rows.into_iter().map(|(_, row)| row).collect();
    format!(
        "<h2>Timeline</h2>\n<div class=\"card timeline\"><table><thead><tr><th>Time, UTC</th><th class=\"n\">Event</th>\
         <th>By</th><th>What</th><th>Verdict</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )
}

/// Every event with what it says and what proves it.
pub(super) fn section(contents: &Contents, record: Option<&Record>, format: Format) -> String {
    if contents.log.is_none() {
        return String::new();
    }
    let Some(record) = record else {
        return "<h2>The record</h2>\n<p>The log cannot be read.</p>".to_owned();
    };
    let cards: String = record.rows.iter().map(|row| card(contents, record, row, format)).collect();
    format!(
        "<h2>The record, event by event</h2>\n<p class=\"lead\">What a party wrote is shown as it wrote it. \
         Characters that hide or turn text are made visible as <span class=\"sign\">U+202E</span>.</p>\n{cards}"
    )
}

fn card(contents: &Contents, record: &Record, row: &Row, format: Format) -> String {
    let found: Vec<&Fault> =
        contents.verdict.faults.iter().filter(|fault| fault.seq == Some(row.place)).collect();
    let side = if row.actor == Actor::Buyer.as_str() { "buyer" } else { "vendor" };
    let (class, state) = if found.is_empty() { ("holds", "holds") } else { ("fails", "does not hold") };
    format!(
        "<article class=\"card event {side}\"><header><h3><span class=\"place\">{}</span> {}</h3><span class=\"mute\">{}</span>\
         <span class=\"state {class}\">{state}</span>{}</header>\n<div class=\"body\">{}{}{}</div></article>\n",
        row.place,
        kind_words(&row.kind),
        who(contents, row),
        time(&row.at),
        match format {
            Format::One => first::faults(&found),
            Format::Two | Format::Three => verdict::faults(contents, &found),
        },
        body(contents, record, row, format),
        proof(row)
    )
}

fn who(contents: &Contents, row: &Row) -> String {
    if row.actor != Actor::Buyer.as_str() {
        return inert(&contents.about.vendor);
    }
    let signer = row.signer.as_deref().unwrap_or_default();
    let key = contents.keys.iter().find(|key| key.key.fingerprint().to_string() == signer);
    match key {
        Some(key) if matches!(key.trusted, HowTrusted::Attested { .. }) => {
            format!("{}, for {}", inert(&key.name), inert(&contents.about.organisation))
        }
        _ => inert(&contents.about.organisation),
    }
}

fn kind_words(kind: &str) -> String {
    match kind {
        "session_open" => "Session opened".to_owned(),
        "envelope" => "Mandate".to_owned(),
        "offer" => "Offer".to_owned(),
        "counter_offer" => "Counter-offer".to_owned(),
        "message" => "Message".to_owned(),
        "decline" => "Decline".to_owned(),
        "session_close" => "Session closed".to_owned(),
        other => inert(other),
    }
}

fn body(contents: &Contents, record: &Record, row: &Row, format: Format) -> String {
    let Some(stated) = &row.stated else { return raw(row) };
    match stated.payload() {
        Payload::SessionOpen(open) => envelope(&open.envelope),
        Payload::Envelope(mandate) => envelope(mandate),
        Payload::Offer(offer) | Payload::CounterOffer(offer) => offers::table(offer, before(record, row)),
        Payload::Message(message) => {
            let subject = message.subject.as_deref();
            let subject = subject.map_or_else(String::new, |text| format!("<h3>{}</h3>", inert(text)));
            subject + &lines(&message.body)
        }
        Payload::Decline(reason) | Payload::SessionClose(reason) => match &reason.reason {
            Some(text) if format == Format::One => first::closing(record, text),
            Some(text) => closing(contents, record, row, text),
            None => "<p class=\"mute\">No reason given.</p>".to_owned(),
        },
    }
}

/// A reason, which may be an acceptance.
fn closing(contents: &Contents, record: &Record, row: &Row, text: &str) -> String {
    let sound = |place| contents.verdict.sound(place);
    let said = match acceptance(record, row, &sound) {
        None => return lines(text),
        Some(Acceptance::Holds(offer)) => {
            let decided = decided_on(contents, record, row, offer);
            format!("<p><b>Accepts the offer of event {offer}.</b>{decided}</p>")
        }
        Some(Acceptance::Not { names, why }) => {
            let named = names.map_or_else(String::new, |place| format!(" event {place} as"));
            format!(
                "<p>The reason names{named} what is accepted, and <b>this is no acceptance</b>: {why}.</p>"
            )
        }
    };
    said + &lines(text)
}

/// What the ledger says of an acceptance, where the decision behind it is disclosed.
fn decided_on(contents: &Contents, record: &Record, row: &Row, offer: u64) -> String {
    let decision = contents.ledger.entries.iter().find_map(|entry| {
        let statement = Statement::of_entry(entry)?.ok()?;
        let binds = statement.events.iter().any(|(_, hash)| *hash == row.payload_hash)
            && contents.about.session.as_ref().is_some_and(|session| session.as_str() == statement.session)
            && row.signer.as_deref() == Some(entry.signer.to_string().as_str());
        binds.then_some((entry.seq, statement))
    });
    let Some((entry, statement)) = decision else {
        return " No decision that is disclosed here stands behind it.".to_owned();
    };
    let same = statement.answer == AnswerKind::Accept
        && statement.answers.is_some_and(|(seq, hash)| {
            seq == offer && record.at(offer).is_some_and(|row| row.event_hash == hash)
        });
    if same {
        format!(" Entry {entry} of the ledger is the decision behind it, and says the same.")
    } else {
        format!(" <b>Entry {entry} of the ledger is the decision behind it, and says otherwise.</b>")
    }
}

/// The same side's last offer before an event.
fn before<'a>(record: &'a Record, row: &Row) -> Option<&'a Offer> {
    let earlier =
        record.rows.iter().rev().filter(|other| other.place < row.place && other.actor == row.actor);
    earlier.filter_map(|other| other.stated.as_ref()).find_map(|stated| stated.payload().offer())
}

fn envelope(envelope: &Envelope) -> String {
    let list = |texts: &[String]| {
        let texts: Vec<String> = texts.iter().map(|text| inert(text)).collect();
        if texts.is_empty() { "nothing".to_owned() } else { texts.join("; ") }
    };
    let contact = envelope.human_contact.as_deref();
    let contact = contact
        .map_or_else(String::new, |contact| format!("<dt>A person to ask</dt><dd>{}</dd>", inert(contact)));
    let never = envelope.will_not_disclose.as_deref();
    let never =
        never.map_or_else(String::new, |texts| format!("<dt>Never discloses</dt><dd>{}</dd>", list(texts)));
    format!(
        "<dl class=\"small\"><dt>Party</dt><dd>{}</dd><dt>Agent</dt><dd>{}, a declared AI</dd>\
         <dt>May discuss</dt><dd>{}</dd><dt>May disclose</dt><dd>{}</dd>{never}<dt>May bind</dt><dd>{}</dd>{contact}</dl>",
        inert(&envelope.party),
        inert(&envelope.agent_name),
        list(&envelope.may_discuss),
        list(&envelope.may_disclose),
        match envelope.offer_authority.as_str() {
            "none" => "no: it makes no offers",
            "propose_only" => "no: it proposes only",
            _ => "after a person has approved",
        }
    )
}

/// A payload that keeps no schema, as text.
fn raw(row: &Row) -> String {
    let text = json::canonical(&row.payload);
    let shown: String = text.chars().take(RAW).collect();
    let more = if text.chars().nth(RAW).is_some() { " …" } else { "" };
    format!(
        "<p class=\"small mute\">This payload keeps no schema of the protocol; it stands as it is.</p><pre>{}{more}</pre>",
        inert(&shown)
    )
}

fn proof(row: &Row) -> String {
    let signer = match &row.signer {
        Some(signer) => format!("key {}", short(signer)),
        None => "nobody: a claim of the host".to_owned(),
    };
    format!(
        "<dl class=\"proof\"><dt>signed by</dt><dd>{signer}</dd><dt>payload hash</dt><dd>{}</dd>\
         <dt>event hash</dt><dd>{}</dd><dt>exact time</dt><dd><code>{}</code></dd></dl>",
        hash(&row.payload_hash),
        hash(&row.event_hash),
        inert(&row.at)
    )
}
