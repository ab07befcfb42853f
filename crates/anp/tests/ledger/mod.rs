//! Session logs of named people, and what a host without their keys can do to one.
#![allow(dead_code, clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use anp::digest::{EventHash, PayloadHash};
use anp::event::{Actor, Event, Head, Kind, Preimage, SessionId, Stated};
use anp::json;
use anp::keys::SecretKey;
use anp::log::{KeyEntry, SessionWord, document, event_json};
use anp::members::Membership;
use anp::payload::{Envelope, Message, OpenedBy, Payload, Reason, SessionOpen};
use anp::time::Moment;
use anp::verify::{Check, Outcome, Pin, Trust, Verdict, judge};
use serde_json::{Value, json};
use support::people;

pub const SESSION: &str = "0b0f6a0e-5a42-4f0a-9a61-3f1c2d9d7c11";
const OPENED: &str = "2026-07-11T09:00:00.000Z";

pub fn session() -> SessionId {
    SessionId::parse(SESSION).unwrap()
}

pub fn payload(kind: Kind, value: &Value) -> Payload {
    let value = json::parse_flawless(value.to_string().as_bytes()).unwrap();
    Payload::read(kind, &value).unwrap()
}

pub fn envelope_value(party: &str) -> Value {
    json!({
        "party": party,
        "agent": {"name": format!("{party} agent"), "declared_ai": true},
        "may_discuss": ["pricing", "term"],
        "may_disclose": ["list prices"],
        "offer_authority": "propose_only",
    })
}

pub fn envelope(party: &str) -> Envelope {
    let Payload::Envelope(envelope) = payload(Kind::Envelope, &envelope_value(party)) else { unreachable!() };
    envelope
}

pub fn offer_value(unit_price: f64) -> Value {
    json!({
        "currency": "USD",
        "term_months": 36,
        "expires_at": "2026-07-20T00:00:00Z",
        "line_items": [{
            "sku": "CRM-ENT", "description": "CRM Enterprise seats", "quantity": 500, "unit": "seat/year",
            "unit_price": unit_price, "currency": "USD",
        }],
        "total_annual": unit_price * 500.0,
        "conditions": ["Net 30 days"],
    })
}

pub fn offer(unit_price: f64) -> Payload {
    payload(Kind::Offer, &offer_value(unit_price))
}

pub fn counter(unit_price: f64) -> Payload {
    payload(Kind::CounterOffer, &offer_value(unit_price))
}

pub fn message(body: &str) -> Payload {
    Payload::Message(Message { subject: None, body: body.to_owned() })
}

pub fn decline() -> Payload {
    Payload::Decline(Reason { reason: Some("too dear".to_owned()) })
}

pub fn close() -> Payload {
    Payload::SessionClose(Reason { reason: None })
}

/// A log as it grows.
#[derive(Clone)]
pub struct Draft {
    pub events: Vec<Event>,
    pub keys: Vec<KeyEntry>,
    now: Moment,
}

impl Draft {
    /// The opening, unsigned, as hosts write it.
    pub fn opening() -> Self {
        let keys = vec![
            KeyEntry::vendor_agent(people::contoso_agent().public()),
            KeyEntry::platform(people::platform().public()),
        ];
        let draft = Self { events: Vec::new(), keys, now: Moment::parse(OPENED).unwrap() };
        let open = SessionOpen {
            agent: OpenedBy {
                id: "5e0e1f0a-98cb-4b1f-bc0f-2b9c8f3f0f01".to_owned(),
                name: "Contoso Seller Agent".to_owned(),
                fingerprint: people::contoso_agent().fingerprint(),
            },
            envelope: envelope("Contoso"),
        };
        draft.with(Actor::VendorAgent, Payload::SessionOpen(open), None)
    }

    /// The opening and the buyer's mandate, signed by the platform.
    pub fn begun() -> Self {
        let mandate = Payload::Envelope(envelope("Northwind"));
        Self::opening().with(Actor::Buyer, mandate, Some(&people::platform()))
    }

    /// A negotiation from opening to close, with Olivia's key attested.
    pub fn whole() -> Self {
        Self::begun()
            .knowing("olivia", &people::olivia(), &["deal_owner"], ("2026-01-01T00:00:00Z", None))
            .vendor(offer(1200.0))
            .vendor(message("A good price, we think."))
            .by(&people::olivia(), counter(1056.0))
            .vendor(counter(1140.0))
            .by(&people::platform(), decline())
            .by(&people::olivia(), close())
    }

    /// A minute later, this.
    pub fn with(mut self, actor: Actor, payload: Payload, key: Option<&SecretKey>) -> Self {
        let at = self.now.to_text();
        self.now = self.now.plus_millis(60_000);
        self.push(actor, payload, key, &at);
        self
    }

    /// This, at a time of one's own.
    pub fn at(mut self, at: &str, actor: Actor, payload: Payload, key: Option<&SecretKey>) -> Self {
        self.push(actor, payload, key, at);
        self
    }

    fn push(&mut self, actor: Actor, payload: Payload, key: Option<&SecretKey>, at: &str) {
        let head = self.head();
        let stated = Stated::of(payload);
        self.events.push(match key {
            Some(key) => Event::append(&session(), &head, actor, stated.sign(key), at),
            None => Event::append_claim(&session(), &head, actor, stated, at),
        });
    }

    pub fn vendor(self, payload: Payload) -> Self {
        self.with(Actor::VendorAgent, payload, Some(&people::contoso_agent()))
    }

    /// By somebody of the buyer's.
    pub fn by(self, key: &SecretKey, payload: Payload) -> Self {
        self.with(Actor::Buyer, payload, Some(key))
    }

    /// With a member's key that the platform attests.
    pub fn knowing(
        mut self,
        name: &str,
        key: &SecretKey,
        roles: &[&str],
        (from, to): (&str, Option<&str>),
    ) -> Self {
        let membership = Membership {
            fingerprint: key.fingerprint(),
            valid_from: from.to_owned(),
            valid_to: to.map(str::to_owned),
        };
        let attestation = membership.attest(&people::platform());
        let roles = roles.iter().map(|role| (*role).to_owned()).collect();
        self.keys.push(KeyEntry {
            name: name.to_owned(),
            public_key: key.public(),
            member: Some((membership, attestation, roles)),
        });
        self
    }

    pub fn head(&self) -> Head {
        self.events.last().map_or(Head::EMPTY, Event::head)
    }

    /// The document of the events after the first `skipped`.
    pub fn after(&self, skipped: usize) -> String {
        let closed = self.events.iter().find(|event| event.stated.kind() == Kind::SessionClose);
        let word = SessionWord {
            id: session(),
            sandbox: false,
            closed_at: closed.map(|event| event.at.clone()),
            opened_at: OPENED.to_owned(),
            head: self.head(),
        };
        document(&word, &self.keys, self.events[skipped..].iter().map(event_json))
    }

    pub fn text(&self) -> String {
        self.after(0)
    }

    pub fn value(&self) -> Value {
        serde_json::from_str(&self.text()).unwrap()
    }
}

/// Everything that a verifier of these people's sessions knows.
pub fn pins() -> Trust {
    let pin = |party, key: SecretKey| Pin { party, fingerprint: key.fingerprint() };
    Trust {
        pins: vec![pin(Actor::VendorAgent, people::contoso_agent()), pin(Actor::Buyer, people::platform())],
        session: Some(session()),
        ..Trust::default()
    }
}

/// How notes are told apart that say what the given knowledge leaves open.
pub const OF_TRUST: [&str; 3] =
    ["no seen head or checkpoint was given", "the log's own word", "are the host's word"];

/// Hashes and header anew, as a host does that has changed something and has no keys.
pub fn rehash(log: &mut Value) {
    let id = log["session"]["id"].as_str().unwrap_or_default().to_owned();
    let mut prev = EventHash::ZERO;
    let events = log["events"].as_array_mut().unwrap();
    let count = events.len();
    for (place, event) in events.iter_mut().enumerate() {
        event["seq"] = json!(place + 1);
        let payload = json::parse(event["payload"].to_string().as_bytes()).unwrap().value;
        let payload = PayloadHash::of_canonical(&json::canonical(&payload));
        let text = |key: &str| event[key].as_str().unwrap_or_default();
        let hash = Preimage {
            session: &id,
            seq: place as u64 + 1,
            actor: text("actor"),
            kind: text("kind"),
            payload,
            prev,
            at: text("at"),
        }
        .hash();
        event["payload_hash"] = json!(payload.to_string());
        event["prev_hash"] = json!(prev.to_string());
        event["event_hash"] = json!(hash.to_string());
        prev = hash;
    }
    log["session"]["event_count"] = json!(count);
    log["session"]["chain_head"] = json!(prev.to_string());
    log["chain"]["head"] = json!(prev.to_string());
}

pub fn verdict(text: &str, trust: &Trust) -> Verdict {
    let judgement = judge(text.as_bytes(), trust);
    assert_eq!(judgement.log.is_some(), judgement.verdict.outcome == Outcome::Green);
    assert_eq!(judgement.verdict.faults.is_empty(), judgement.verdict.outcome == Outcome::Green);
    judgement.verdict
}

/// The faults, as place and check.
pub fn faults(text: &str, trust: &Trust) -> Vec<(Option<u64>, Check)> {
    verdict(text, trust).faults.iter().map(|fault| (fault.seq, fault.check)).collect()
}

/// Green, with these pieces of text in its notes and no others.
#[track_caller]
pub fn green(text: &str, trust: &Trust, notes: &[(Option<u64>, &str)]) {
    let mut verdict = verdict(text, trust);
    assert_eq!(verdict.outcome, Outcome::Green, "{verdict:#?}");
    // What the given knowledge leaves open is the same for every log, and has tests of its own.
    verdict.notes.retain(|note| !OF_TRUST.iter().any(|words| note.detail.contains(words)));
    assert_eq!(verdict.notes.len(), notes.len(), "{:#?}", verdict.notes);
    for (seq, words) in notes {
        let told = verdict.notes.iter().any(|note| note.seq == *seq && note.detail.contains(words));
        assert!(told, "{words:?} at {seq:?} in {:#?}", verdict.notes);
    }
}
