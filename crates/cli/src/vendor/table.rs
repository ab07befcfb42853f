//! A vendor agent's place at a host's table: registration, sessions, and every log
//! verified before it is believed.

use anp::digest::Fingerprint;
use anp::event::{Actor, SessionId, Stated};
use anp::json::quote;
use anp::keys::PublicKey;
use anp::payload::{Envelope, Payload};
use anp::verify::{Outcome, Pin, Trust, VerifiedEvent, VerifiedLog, judge};
use anp::{json, register};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::door::{Door, Signer};
use super::papers::Papers;
use super::trouble::Trouble;

/// A vendor agent at a host.
#[derive(Debug)]
pub struct Table {
    /// The host's door.
    pub door: Door,
    /// The host's address, as it was given.
    pub host: String,
    /// What the agent keeps.
    pub papers: Papers,
}

/// A log that was verified, with its text as it came.
#[derive(Debug)]
pub struct Record {
    /// The proven log.
    pub log: VerifiedLog,
    /// Its text.
    pub text: String,
}

/// Who registers.
#[derive(Debug, Clone)]
pub struct Registrant<'a> {
    /// The agent's name.
    pub name: &'a str,
    /// The vendor it speaks for.
    pub vendor: &'a str,
    /// An address at which a person confirms that.
    pub contact: &'a str,
}

/// What the host keeps of a registration.
#[derive(Debug, Deserialize)]
pub struct Registered {
    /// The registration's id.
    pub agent_id: String,
    /// The key's fingerprint.
    pub fingerprint: String,
    /// `sandbox`, `verified`, `revoked`.
    pub status: String,
}

#[derive(Deserialize)]
struct WellKnown {
    platform_keys: Vec<PlatformKey>,
}

#[derive(Deserialize)]
struct PlatformKey {
    public_key: String,
}

#[derive(Deserialize)]
struct Opened<'a> {
    session_id: String,
    #[serde(borrow)]
    log: &'a RawValue,
}

#[derive(Deserialize)]
struct Appended<'a> {
    #[serde(borrow)]
    log: &'a RawValue,
}

fn answer<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Trouble> {
    serde_json::from_slice(bytes).map_err(|fault| Trouble::Answer(fault.to_string()))
}

impl Table {
    /// Registers with proof of possession. The same key again is the same identity, so
    /// an unclear failure is simply repeated.
    pub async fn register(&mut self, who: &Registrant<'_>) -> Result<Registered, Trouble> {
        let key = self.papers.key();
        let body = format!(
            r#"{{"agent_name":{},"vendor_name":{},"contact_email":{},"public_key":"{}","proof":"{}"}}"#,
            quote(who.name),
            quote(who.vendor),
            quote(who.contact),
            key.public(),
            register::prove(key),
        );
        let mut patience = self.door.patience();
        let bytes = loop {
            match self.door.post(None, "/api/agent/v1/register", body.clone()).await {
                Err(trouble @ (Trouble::NotSent(_) | Trouble::Unclear(_))) => patience.bear(trouble).await?,
                settled => break settled?,
            }
        };
        let registered: Registered = answer(&bytes)?;
        if registered.fingerprint != self.papers.key().fingerprint().to_string() {
            return Err(Trouble::Answer("it registered another key".to_owned()));
        }
        self.papers.registered(&self.host, &registered.agent_id)?;
        Ok(registered)
    }

    /// Answers with the code that was mailed to the registration's contact. The same
    /// answer again finds what it brought about, so an unclear failure is simply repeated.
    pub async fn confirm(&self, code: &str) -> Result<(), Trouble> {
        let body = format!(r#"{{"code":{}}}"#, quote(code));
        let mut patience = self.door.patience();
        loop {
            match self.door.post(Some(self.signer()?), "/api/agent/v1/verification", body.clone()).await {
                Err(trouble @ (Trouble::NotSent(_) | Trouble::Unclear(_))) => patience.bear(trouble).await?,
                settled => return settled.map(|_| ()),
            }
        }
    }

    /// The platform key of first contact: fetched once, kept ever after.
    pub async fn platform(&mut self) -> Result<Fingerprint, Trouble> {
        if let Some(known) = self.papers.platform(&self.host) {
            return Ok(known);
        }
        let bytes = self.door.read(None, "/.well-known/anp.json").await?;
        let known: WellKnown = answer(&bytes)?;
        let first =
            known.platform_keys.first().ok_or_else(|| Trouble::Answer("no platform key".to_owned()))?;
        let key = PublicKey::parse(&first.public_key).map_err(|fault| Trouble::Answer(fault.to_string()))?;
        self.papers.met(&self.host, key.fingerprint())?;
        Ok(key.fingerprint())
    }

    /// Opens a session. After an unclear failure a session may exist that nobody uses:
    /// the protocol has no way to ask for it.
    pub async fn open(&mut self, target: &str, envelope: &Envelope) -> Result<(SessionId, Record), Trouble> {
        self.platform().await?;
        let mandate = json::canonical(&envelope.to_value());
        let body = format!(r#"{{"target":{target},"envelope":{mandate}}}"#);
        let bytes = self.door.post(Some(self.signer()?), "/api/agent/v1/sessions", body).await?;
        let opened: Opened<'_> = answer(&bytes)?;
        let session = SessionId::parse(&opened.session_id)
            .ok_or_else(|| Trouble::Answer("it is no session id".to_owned()))?;
        let record = self.believe(&session, opened.log.get())?;
        // Nobody but the host vouches for event 1, so our mandate is compared with it.
        match record.log.events().first().map(|event| event.event().stated.payload()) {
            Some(Payload::SessionOpen(open)) if open.envelope == *envelope => Ok((session, record)),
            _ => Err(Trouble::Answer("it opened the session under another mandate than ours".to_owned())),
        }
    }

    /// The number of events that the host has.
    pub async fn count(&self, session: &SessionId) -> Result<u64, Trouble> {
        let bytes = self.door.read(Some(self.signer()?), &path(session, "")).await?;
        let value: serde_json::Value = answer(&bytes)?;
        let count = value.pointer("/session/event_count").and_then(serde_json::Value::as_u64);
        count.ok_or_else(|| Trouble::Answer("it lacks session.event_count".to_owned()))
    }

    /// The session's log.
    pub async fn log(&mut self, session: &SessionId) -> Result<Record, Trouble> {
        self.platform().await?;
        let bytes = self.door.read(Some(self.signer()?), &path(session, "/log")).await?;
        let text = String::from_utf8(bytes).map_err(|_| Trouble::Answer("it is not UTF-8".to_owned()))?;
        self.believe(session, &text)
    }

    /// Says something, once: after an unclear failure the log is asked whether it
    /// arrived before it is sent again. Gives the event's number.
    pub async fn say(&mut self, session: &SessionId, payload: Payload) -> Result<(u64, Record), Trouble> {
        let known = match self.papers.seen(&self.host, session) {
            Some(head) => head.seq,
            None => self.log(session).await?.log.head().seq,
        };
        let authored = Stated::of(payload).sign(self.papers.key());
        let body = format!(
            r#"{{"kind":"{}","payload":{},"signature":"{}"}}"#,
            authored.stated().kind(),
            authored.stated().canonical(),
            authored.signature()
        );
        let ours = |event: &VerifiedEvent| {
            let event = event.event();
            let signed = event.authorship.is_some_and(|(signature, _)| signature == authored.signature());
            event.seq > known && event.actor == Actor::VendorAgent && signed
        };
        let events = path(session, "/events");
        let mut patience = self.door.patience();
        loop {
            let record = match self.door.post(Some(self.signer()?), &events, body.clone()).await {
                Ok(bytes) => {
                    let appended: Appended<'_> = answer(&bytes)?;
                    self.believe(session, appended.log.get())?
                }
                Err(trouble @ Trouble::NotSent(_)) => {
                    patience.bear(trouble).await?;
                    continue;
                }
                Err(trouble @ Trouble::Unclear(_)) => {
                    patience.bear(trouble).await?;
                    let record = self.log(session).await?;
                    if !record.log.events().iter().any(ours) {
                        continue;
                    }
                    record
                }
                Err(other) => return Err(other),
            };
            let stands = record.log.events().iter().find(|event| ours(event)).map(|event| event.event().seq);
            let seq =
                stands.ok_or_else(|| Trouble::Answer("the log lacks what was acknowledged".to_owned()))?;
            return Ok((seq, record));
        }
    }

    fn signer(&self) -> Result<Signer<'_>, Trouble> {
        Ok(Signer { agent: self.papers.agent_id(&self.host)?, key: self.papers.key() })
    }

    /// Verifies a log against our own key, the platform key of first contact and the
    /// head that was seen last; only then is its head remembered.
    fn believe(&mut self, session: &SessionId, text: &str) -> Result<Record, Trouble> {
        let mut pins = vec![Pin { party: Actor::VendorAgent, fingerprint: self.papers.key().fingerprint() }];
        pins.extend(
            self.papers.platform(&self.host).map(|fingerprint| Pin { party: Actor::Buyer, fingerprint }),
        );
        let trust = Trust {
            pins,
            seen: self.papers.seen(&self.host, session).into_iter().collect(),
            session: Some(session.clone()),
            ..Trust::default()
        };
        let judgement = judge(text.as_bytes(), &trust);
        let Some(log) = judgement.log.filter(|_| judgement.verdict.outcome == Outcome::Green) else {
            let why = judgement.verdict.faults.first().map(|fault| {
                let place = fault.seq.map_or_else(|| "the document".to_owned(), |seq| format!("event {seq}"));
                format!("{place}, {}: {}", fault.check, fault.detail())
            });
            return Err(Trouble::Log {
                verdict: judgement.verdict.outcome.as_str(),
                why: why.unwrap_or_default(),
            });
        };
        self.papers.saw(&self.host, session, log.head())?;
        Ok(Record { log, text: text.to_owned() })
    }
}

fn path(session: &SessionId, rest: &str) -> String {
    let id: String = session
        .as_str()
        .bytes()
        .map(|byte| {
            let plain = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~');
            if plain { char::from(byte).to_string() } else { format!("%{byte:02X}") }
        })
        .collect();
    format!("/api/agent/v1/sessions/{id}{rest}")
}
