//! The log: what was sent stands there as it was sent, in a chain that holds.

use std::collections::BTreeMap;
use std::sync::Arc;

use anp::PROTOCOL;
use anp::digest::{Fingerprint, PayloadHash};
use anp::event::{Actor, SessionId};
use anp::json::{self, Value, canonical};
use anp::keys::SecretKey;
use anp::time::Moment;
use anp::verify::{Pin, Trust};
use tokio::task::JoinSet;

use super::super::check::{Check, Finding, Found, Trial};
use super::super::log::{Log, text};
use super::super::payloads::{self, message};
use super::super::seat::{Seat, Session};
use super::{ours, protocol, story};

const SECTION: &str = "The session log";

/// How many appends go out at once.
const APPENDS: usize = 16;

pub const CHECKS: &[Check] = &[
    protocol("log.verdict", SECTION, "the chain verifies", story!(green)),
    protocol(
        "log.opening",
        SECTION,
        "event 1 is the opening with the envelope that was sent",
        story!(opening),
    ),
    protocol(
        "log.buyer_envelope",
        SECTION,
        "event 2 is the buyer's envelope, as it was told",
        story!(buyer_envelope),
    ),
    protocol("log.as_sent", SECTION, "payloads stand as they were sent, prices unaltered", story!(as_sent)),
    protocol(
        "log.signed_as_sent",
        SECTION,
        "the vendor's signatures stand as they were sent",
        story!(signed_as_sent),
    ),
    protocol(
        "log.payload_hash",
        SECTION,
        "the hash is over the canonical form of what was sent",
        story!(payload_hash),
    ),
    protocol("log.times", SECTION, "times are times and do not run backwards", story!(times)),
    protocol("log.status", "Routes of a buyer host", "the session's status equals its log", story!(status)),
    protocol(
        "log.concurrent",
        SECTION,
        "of 16 appends at once each stands once, without a gap",
        story!(concurrent),
    ),
    ours("log.words", SECTION, "what no hash covers says of the session what its events say", story!(words)),
    ours(
        "log.own_org",
        SECTION,
        "every buyer event is signed by the platform's published key",
        story!(own_org),
    ),
];

/// What was sent of one event.
struct Sent {
    kind: &'static str,
    payload: String,
    signature: String,
}

/// A session in which something was said, to the end, and its log.
pub struct Record {
    session: Session,
    sent: Vec<Sent>,
    log: Log,
}

/// An offer with its keys in no order and its numbers in many spellings.
const OFFER: &str = r#"{ "term_months" : 36.0, "line_items" : [
  {"unit_price":1140.55,"unit":"seat\/year","quantity":1e2,"description":"Z\u00fcrich \"seats\"","currency":"USD"},
  {"currency":"USD","unit_price":333333333.3333333,"quantity":1.0,"description":"\ud83d\ude00\u2028","unit":"x"},
  {"unit_price":0.000001,"quantity":7,"description":"small","unit":"x","currency":"USD"},
  {"unit_price":1e-7,"quantity":7,"description":"smaller","unit":"x","currency":"USD"} ],
  "total_annual":1140.0, "expires_at":"2099-01-01T00:00:00+02:00", "currency":"USD", "notes":"" }"#;

impl Record {
    /// Tells the session.
    pub async fn tell(seat: &Seat) -> Result<Self, Finding> {
        let session = seat.new_session().await?;
        let mut said = Vec::new();
        for (kind, payload) in [
            ("offer", OFFER.to_owned()),
            ("message", message("tab\there, a \u{1}, a \u{7f}, \"quotes\" and 東京")),
            ("decline", "{}".to_owned()),
            ("session_close", r#"{"reason":"conformance check"}"#.to_owned()),
        ] {
            let signature = seat.agent().await?.author(kind, &payload);
            seat.said(&session.id, kind, &payload).await?;
            said.push(Sent { kind, payload, signature });
        }
        let log = seat.log(&session.id).await?;
        Ok(Self { session, sent: said, log })
    }

    /// The vendor's events with what was sent of each.
    fn pairs(&self) -> Result<Vec<(&Sent, &Value)>, Finding> {
        let stands: Vec<_> = self.log.vendors().collect();
        if stands.len() != self.sent.len() {
            let came =
                format!("{} vendor events behind the first, where {} are due", stands.len(), self.sent.len());
            return Err(Finding::fail("a session of four vendor events", came));
        }
        Ok(self.sent.iter().zip(stands).collect())
    }
}

/// The canonical form of a text as it was sent.
fn canonical_of(text: &str) -> Result<String, Finding> {
    let parsed = json::parse(text.as_bytes()).map_err(|fault| Finding::NotRun(fault.to_string()))?;
    Ok(canonical(&parsed.value))
}

/// Judges a log with the vendor's key pinned, and the platform's where it is known.
pub fn verdict(
    log: &Log,
    session: &str,
    key: &SecretKey,
    platform: Option<Fingerprint>,
) -> Result<(), String> {
    let mut pins = vec![Pin { party: Actor::VendorAgent, fingerprint: key.fingerprint() }];
    pins.extend(platform.map(|fingerprint| Pin { party: Actor::Buyer, fingerprint }));
    let own_org = platform.is_some();
    log.verdict(&Trust { pins, session: SessionId::parse(session), own_org, ..Trust::default() })
}

async fn green(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (record, key) = (seat.record().await?, &seat.agent().await?.key);
    let verdict = verdict(&record.log, &record.session.id, key, None);
    let came = verdict.clone().err().unwrap_or_else(|| "green".to_owned());
    let events = record.log.events().len();
    trial.that(
        format!("a session of {events} events, the vendor's key pinned"),
        came,
        verdict.is_ok(),
        "green is due",
    )?;
    trial.done()
}

async fn opening(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (record, agent) = (seat.record().await?, seat.agent().await?);
    let first = record.log.event(1).cloned().unwrap_or(Value::Null);
    let told = Value::object([
        ("protocol", PROTOCOL.into()),
        (
            "agent",
            Value::object([
                ("id", agent.id.as_str().into()),
                ("name", agent.name.as_str().into()),
                ("fingerprint", agent.key.fingerprint().to_string().into()),
            ]),
        ),
        (
            "envelope",
            json::parse(payloads::envelope().text().as_bytes()).map_or(Value::Null, |read| read.value),
        ),
    ]);
    let place = (text(&first, "actor"), text(&first, "kind"), text(&first, "prev_hash"));
    let due = ("vendor_agent", "session_open", "0".repeat(64));
    let holds = (place.0, place.1, place.2.to_owned()) == due;
    trial.that(
        "event 1",
        format!("{} {}", place.1, place.0),
        holds,
        "session_open of vendor_agent is due",
    )?;
    let payload = first.get("payload").map(canonical).unwrap_or_default();
    let same = payload == canonical(&told);
    let came = if same { "what was sent".to_owned() } else { super::super::check::shown(&payload) };
    trial.that("its payload", came, same, "protocol, agent and the envelope that was sent are due")?;
    trial.done()
}

async fn buyer_envelope(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let record = seat.record().await?;
    let second = record.log.event(2).cloned().unwrap_or(Value::Null);
    let (actor, kind) = (text(&second, "actor"), text(&second, "kind"));
    trial.that(
        "event 2",
        format!("{kind} {actor}"),
        (actor, kind) == ("buyer", "envelope"),
        "envelope of buyer is due",
    )?;
    let told =
        record.session.opened.value.as_ref().and_then(|value| value.get("buyer_envelope").map(canonical));
    let stands = second.get("payload").map(canonical);
    let same = told.is_some() && told == stands;
    let came = if same { "the same" } else { "another" };
    trial.that("`buyer_envelope` beside its payload", came, same, "they are one")?;
    trial.done()
}

async fn as_sent(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    for (sent, stands) in seat.record().await?.pairs()? {
        let found = stands.get("payload").map(canonical).unwrap_or_default();
        let same = found == canonical_of(&sent.payload)? && text(stands, "kind") == sent.kind;
        let came = if same { "as it was sent".to_owned() } else { super::super::check::shown(&found) };
        trial.that(sent.kind, came, same, "the payload that was sent is due")?;
    }
    trial.done()
}

async fn signed_as_sent(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let signer = seat.agent().await?.key.fingerprint().to_string();
    for (sent, stands) in seat.record().await?.pairs()? {
        let same = text(stands, "signature") == sent.signature && text(stands, "signer") == signer;
        let came = if same { "signature and signer as sent" } else { "another signature or signer" };
        trial.that(sent.kind, came, same, "the vendor's own is due")?;
    }
    trial.done()
}

async fn payload_hash(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    for (sent, stands) in seat.record().await?.pairs()? {
        let due = PayloadHash::of_canonical(&canonical_of(&sent.payload)?).to_string();
        let same = text(stands, "payload_hash") == due;
        let came = if same { "the hash of its canonical form" } else { "another hash" };
        trial.that(sent.kind, came, same, "SHA-256 of the canonical form of what was sent is due")?;
    }
    trial.done()
}

async fn times(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let record = seat.record().await?;
    let mut last = None;
    for event in record.log.events() {
        let at = text(event, "at");
        let moment = Moment::parse(at);
        let holds = moment.is_ok_and(|moment| last.is_none_or(|last| last <= moment));
        if !holds {
            return Err(Finding::fail(
                "the times of a log",
                format!("“{at}” where a time not before the last is due"),
            ));
        }
        last = moment.ok();
    }
    let (count, last) = (record.log.events().len(), last.unwrap_or(Moment::from_millis(0)));
    let far = last.since(seat.wire().now()).saturating_abs() > 300_000;
    let came = if far { last.to_text() } else { "in order, the last one now".to_owned() };
    trial.that(format!("the times of {count} events"), came, !far, "the last was appended just now")?;
    trial.done()
}

async fn status(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let record = seat.record().await?;
    let answer = seat.call("GET", &seat.path(&record.session.id, ""), b"").await?;
    trial.taken("a request for the session", &answer)?;
    let session =
        answer.value.as_ref().and_then(|value| value.get("session").cloned()).unwrap_or(Value::Null);
    let last = record.log.events().last().cloned().unwrap_or(Value::Null);
    let count = u64::try_from(record.log.events().len()).unwrap_or(u64::MAX);
    let words = [
        ("id", text(&session, "id") == record.session.id),
        ("event_count", session.get("event_count").and_then(Value::as_count) == Some(count)),
        ("chain_head", text(&session, "chain_head") == text(&last, "event_hash")),
    ];
    for (name, holds) in words {
        let came = if holds { "as the log says" } else { "another than the log's" };
        trial.that(name, came, holds, "status and log are to agree")?;
    }
    trial.done()
}

/// The record's session is a sandbox's, and was closed.
async fn words(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let record = seat.record().await?;
    let member = |path: &[&str]| path.iter().try_fold(record.log.value(), |value, name| value.get(name));
    let closed_at = member(&["session", "closed_at"]).and_then(Value::as_text);
    let words = [
        ("chain.verified", member(&["chain", "verified"]) == Some(&Value::Bool(true))),
        ("session.sandbox", member(&["session", "sandbox"]) == Some(&Value::Bool(true))),
        ("session.status", member(&["session", "status"]).and_then(Value::as_text) == Some("closed")),
        ("session.closed_at", closed_at.is_some_and(|at| Moment::parse(at).is_ok())),
    ];
    for (name, holds) in words {
        let came = if holds { "as the events say" } else { "another word than the events'" };
        trial.that(name, came, holds, "a reader is told nothing that the events contradict")?;
    }
    trial.done()
}

async fn concurrent(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = seat.new_session().await?.id;
    let mut appends = JoinSet::new();
    for number in 0..APPENDS {
        let (seat, session) = (Arc::clone(&seat), session.clone());
        appends.spawn(
            async move { seat.said(&session, "message", &message(&format!("number {number}"))).await },
        );
    }
    while let Some(append) = appends.join_next().await {
        append.map_err(|fault| Finding::NotRun(fault.to_string()))??;
    }
    let log = seat.log(&session).await?;
    let mut stands: BTreeMap<&str, usize> = BTreeMap::new();
    for event in log.vendors() {
        *stands.entry(event.get("payload").map_or("", |payload| text(payload, "body"))).or_default() += 1;
    }
    let once = stands.len() == APPENDS && stands.values().all(|times| *times == 1);
    let total: usize = stands.values().sum();
    let came = format!("{} of them stand, {total} events", stands.len());
    trial.that(format!("{APPENDS} messages at once"), came, once, "each is to stand once")?;
    let mut prev = "0".repeat(64);
    for (event, seq) in log.events().iter().zip(1_u64..) {
        let holds =
            event.get("seq").and_then(Value::as_count) == Some(seq) && text(event, "prev_hash") == prev;
        if !holds {
            return Err(Finding::fail("16 messages at once", format!("a chain that breaks at event {seq}")));
        }
        text(event, "event_hash").clone_into(&mut prev);
    }
    trial.that("their chain", "numbers and links without a gap", true, "")?;
    trial.done()
}

async fn own_org(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (record, key) = (seat.record().await?, &seat.agent().await?.key);
    let platform = super::http::platform(&seat).await?;
    let verdict = verdict(&record.log, &record.session.id, key, Some(platform));
    let came = verdict.clone().err().unwrap_or_else(|| "green".to_owned());
    trial.that(
        "a log, the published platform key pinned",
        came,
        verdict.is_ok(),
        "every event is to be signed by it",
    )?;
    trial.done()
}
