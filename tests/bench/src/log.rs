//! Logs of any length: offers and counters of twenty lines, every event signed, the
//! same bytes in every run.

use std::fmt::Write as _;
use std::ops::Range;

use anp::digest::PayloadHash;
use anp::event::{Actor, Event, Head, Kind, Preimage, SessionId, Stated, authorship_statement};
use anp::json;
use anp::keys::{PublicKey, SecretKey, Signature};
use anp::log::{KeyEntry, SessionWord, document, event_json};
use anp::payload::Payload;
use anp::time::Moment;
use support::people;

use crate::Failure;

const SESSION: &str = "0b0f6a0e-5a42-4f0a-9a61-3f1c2d9d7c11";
const OPENED: &str = "2026-07-11T09:00:00.000Z";
const LINES: u64 = 20;

/// A log's text, and the pieces of work that no verifier of it is spared.
pub struct Log {
    pub text: String,
    pub pieces: Vec<Piece>,
    pub keys: [PublicKey; 2],
}

/// One event's share of that work.
pub struct Piece {
    pub kind: Kind,
    /// Where the payload stands in the text.
    pub payload: Range<usize>,
    /// What the event's hash covers.
    pub preimage: String,
    /// Which of the keys signed, over what.
    pub key: usize,
    pub statement: String,
    pub signature: Signature,
}

/// A log of so many events.
pub fn of(count: u64) -> Result<Log, Failure> {
    let keys = [people::contoso_agent(), people::platform()];
    let session = SessionId::parse(SESSION).ok_or("no session id")?;
    let mut now = Moment::parse(OPENED)?;
    let (mut head, mut events, mut pieces) = (Head::EMPTY, Vec::new(), Vec::new());
    for number in 1..=count {
        let (kind, actor, key) = match number {
            1 => (Kind::SessionOpen, Actor::VendorAgent, 1),
            2 => (Kind::Envelope, Actor::Buyer, 1),
            odd if odd % 2 == 1 => (Kind::Offer, Actor::VendorAgent, 0),
            _ => (Kind::CounterOffer, Actor::Buyer, 1),
        };
        let stated = stated(kind, number, &keys)?;
        let secret = keys.get(key).ok_or("no key")?;
        let event = Event::append(&session, &head, actor, stated.sign(secret), &now.to_text());
        now = now.plus_millis(60_000);
        head = event.head();
        pieces.push(piece(&event, key)?);
        events.push(event_json(&event));
    }
    let word =
        SessionWord { id: session, sandbox: false, closed_at: None, opened_at: OPENED.to_owned(), head };
    let public = keys.each_ref().map(SecretKey::public);
    let [vendor, platform] = public;
    let entries = [KeyEntry::vendor_agent(vendor), KeyEntry::platform(platform)];
    let text = document(&word, &entries, &events);
    locate(&text, &mut pieces)?;
    Ok(Log { text, pieces, keys: public })
}

fn piece(event: &Event, key: usize) -> Result<Piece, Failure> {
    let kind = event.stated.kind();
    let Preimage { session, seq, actor, kind: name, payload, prev, at } = Preimage {
        session: SESSION,
        seq: event.seq,
        actor: event.actor.as_str(),
        kind: kind.as_str(),
        payload: event.stated.hash(),
        prev: event.prev,
        at: &event.at,
    };
    Ok(Piece {
        kind,
        payload: 0..event.stated.canonical().len(),
        preimage: format!("{}\n{session}\n{seq}\n{actor}\n{name}\n{payload}\n{prev}\n{at}", anp::PROTOCOL),
        key,
        statement: authorship_statement(kind, event.stated.hash()),
        signature: event.authorship.ok_or("an event that nobody signed")?.0,
    })
}

/// Finds the payloads in the text, one behind the other.
fn locate(text: &str, pieces: &mut [Piece]) -> Result<(), Failure> {
    const BEFORE: &str = "\"payload\":";
    let mut from = 0;
    for piece in pieces {
        let found = text.get(from..).and_then(|rest| rest.find(BEFORE)).ok_or("a payload is missing")?;
        let start = from + found + BEFORE.len();
        piece.payload = start..start + piece.payload.len();
        from = piece.payload.end;
    }
    Ok(())
}

fn stated(kind: Kind, number: u64, keys: &[SecretKey; 2]) -> Result<Stated, Failure> {
    let text = match kind {
        Kind::SessionOpen => {
            let [vendor, _] = keys;
            format!(
                r#"{{"protocol":"ANP/0.1","agent":{{"id":"5e0e1f0a-98cb-4b1f-bc0f-2b9c8f3f0f01","name":"Contoso Seller Agent","fingerprint":"{}"}},"envelope":{}}}"#,
                vendor.fingerprint(),
                envelope("Contoso")
            )
        }
        Kind::Envelope => envelope("Northwind"),
        _ => offer(number)?,
    };
    let value = json::parse_flawless(text.as_bytes())?;
    Ok(Stated::of(Payload::read(kind, &value)?))
}

fn envelope(party: &str) -> String {
    format!(
        r#"{{"party":"{party}","agent":{{"name":"{party} agent","declared_ai":true}},"may_discuss":["pricing","term"],"may_disclose":["list prices"],"offer_authority":"propose_only"}}"#
    )
}

/// Twenty lines of software and services, with prices as deals have them.
fn offer(number: u64) -> Result<String, Failure> {
    let mut lines = String::new();
    for line in 0..LINES {
        let comma = if line == 0 { "" } else { "," };
        let cents = (number * 7919 + line * 104_729) % 900_000 + 1000;
        write!(
            lines,
            r#"{comma}{{"sku":"CRM-ENT-{line:03}","description":"CRM Enterprise seats, tier {line}, with support","quantity":{},"unit":"seat/year","unit_price":{}.{:02},"currency":"USD","term_months":36}}"#,
            50 + line * 25,
            cents / 100,
            cents % 100,
        )?;
    }
    Ok(format!(
        r#"{{"currency":"USD","term_months":36,"expires_at":"2027-07-20T00:00:00Z","line_items":[{lines}],"total_annual":{}.5,"conditions":["Net 30 days","Annual payment in advance"],"notes":"Offer {number}, valid as a whole."}}"#,
        1_000_000 + number
    ))
}

/// Whether the located payloads are those that were hashed.
pub fn check(log: &Log) -> Result<(), Failure> {
    for piece in &log.pieces {
        let payload = log.text.get(piece.payload.clone()).ok_or("a payload outside the text")?;
        let hash = PayloadHash::of_canonical(payload).to_string();
        if !piece.statement.ends_with(&hash) {
            return Err("a payload is not the one that was signed".into());
        }
    }
    Ok(())
}
