//! The texts of an inbound entry that are read, each at its place.

use anp::digest::{PayloadHash, sha256};
use anp::event::{Actor, Event};
use anp::payload::{Envelope, Offer, Payload};
use mail::mime;
use store::Connection;
use store::tables::{mail_out, mail_places, sessions};

use crate::view::Problem;

/// Characters of a text that are read.
const MOST_TEXT: usize = 60_000;

/// An entry of a timeline as it is read.
pub(crate) struct Entry {
    /// `mail:12`, `event:<session>:7`.
    pub(crate) id: String,
    /// Address or agent.
    pub(crate) author: String,
    pub(crate) ours: bool,
    /// SHA-256 of a mail's bytes, an event's own hash.
    pub(crate) subject: String,
    pub(crate) at: String,
    pub(crate) pieces: Vec<Piece>,
}

/// A text of it.
pub(crate) struct Piece {
    /// Where it stands (`text`, `notes`, `conditions[1]`, `attachments[0]`).
    pub(crate) part: String,
    pub(crate) text: String,
    /// Whether somebody speaks there: names, quotes and what is hidden play no tactic of their own.
    pub(crate) speech: bool,
}

fn speech(part: impl Into<String>, text: &str) -> Piece {
    Piece { part: part.into(), text: short(text), speech: true }
}

fn name(part: impl Into<String>, text: &str) -> Piece {
    Piece { part: part.into(), text: short(text), speech: false }
}

fn short(text: &str) -> String {
    text.chars().take(MOST_TEXT).collect()
}

/// A mail's texts; none where it cannot be read, which its entry says itself.
pub(super) fn of_mail(db: &Connection, id: i64, at: &str, raw: &[u8]) -> Result<Entry, Problem> {
    let subject = PayloadHash(sha256(raw)).to_string();
    let entry = |author: String, ours, pieces| Entry {
        id: format!("mail:{id}"),
        author,
        ours,
        subject: subject.clone(),
        at: at.to_owned(),
        pieces,
    };
    let Ok(mail) = mime::read(raw, None) else { return Ok(entry(String::new(), true, Vec::new())) };
    let origin = mail_places::origin(db, id)?;
    let address = mail.from.address.to_lowercase();
    let filed = origin.is_some_and(|origin| origin.sent && origin.address.eq_ignore_ascii_case(&address));
    let sent = match &mail.message_id {
        Some(id) => mail_out::by_message_id(db, id)?.is_some_and(|out| out.raw == raw),
        None => false,
    };
    let mut pieces = vec![name("subject", &mail.subject), name("from", &mail.from.name)];
    pieces.push(speech("text", &mail.text));
    pieces.push(name("quoted", &mail.quoted));
    pieces.push(name("hidden", &mail.hidden));
    pieces.extend(
        (0..)
            .zip(&mail.attachments)
            .map(|(at, file): (usize, _)| name(format!("attachments[{at}]"), &file.name)),
    );
    pieces.retain(|piece| !piece.text.trim().is_empty());
    Ok(entry(address, filed || sent, pieces))
}

/// A vendor's event's texts.
pub(super) fn of_event(session: &sessions::Session, event: &Event) -> Entry {
    let mut pieces = match event.stated.payload() {
        Payload::Offer(offer) | Payload::CounterOffer(offer) => of_offer(offer),
        Payload::Message(message) => {
            let subject = message.subject.as_deref().map(|subject| name("subject", subject));
            subject.into_iter().chain([speech("body", &message.body)]).collect()
        }
        Payload::Decline(reason) | Payload::SessionClose(reason) => {
            reason.reason.as_deref().map(|reason| speech("reason", reason)).into_iter().collect()
        }
        Payload::SessionOpen(open) => of_envelope(&open.envelope),
        Payload::Envelope(envelope) => of_envelope(envelope),
    };
    pieces.retain(|piece| !piece.text.trim().is_empty());
    Entry {
        id: format!("event:{}:{}", session.id, event.seq),
        author: session.agent_id.clone(),
        ours: event.actor == Actor::Buyer,
        subject: event.hash.to_string(),
        at: event.at.clone(),
        pieces,
    }
}

fn of_offer(offer: &Offer) -> Vec<Piece> {
    let mut pieces: Vec<Piece> =
        offer.notes.as_deref().map(|notes| speech("notes", notes)).into_iter().collect();
    for (at, condition) in offer.conditions.iter().flatten().enumerate() {
        pieces.push(speech(format!("conditions[{at}]"), condition));
    }
    for (at, line) in offer.line_items.iter().enumerate() {
        pieces.push(name(format!("line_items[{at}].description"), &line.description));
        pieces.push(name(format!("line_items[{at}].unit"), &line.unit));
        pieces.extend(line.sku.as_deref().map(|sku| name(format!("line_items[{at}].sku"), sku)));
    }
    pieces
}

fn of_envelope(envelope: &Envelope) -> Vec<Piece> {
    let mut pieces = vec![name("party", &envelope.party), name("agent_name", &envelope.agent_name)];
    for (member, topics) in [
        ("may_discuss", &envelope.may_discuss),
        ("may_disclose", &envelope.may_disclose),
        ("will_not_disclose", envelope.will_not_disclose.as_ref().unwrap_or(&Vec::new())),
    ] {
        pieces
            .extend((0..).zip(topics).map(|(at, topic): (usize, _)| name(format!("{member}[{at}]"), topic)));
    }
    pieces.extend(envelope.human_contact.as_deref().map(|contact| name("human_contact", contact)));
    pieces
}
