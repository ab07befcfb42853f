//! Sessions and their chains.

use anp::digest::{EventHash, PayloadHash};
use anp::event::{Actor, Kind, Preimage, authorship_statement};
use anp::json::{Value, canonical, quote};
use anp::keys::PublicKey;
use anp::payload::Offer;
use support::client::now;

use super::{Fault, Host};

/// A session.
pub struct Session {
    pub id: String,
    pub agent: String,
    pub vendor: PublicKey,
    pub closed: bool,
    pub parked: bool,
    /// The buyer's last counter, and its first.
    pub positions: Vec<Offer>,
    entries: Vec<Entry>,
}

/// An event as it stands.
struct Entry {
    hash: EventHash,
    json: String,
}

/// What is to be appended.
pub struct Said {
    pub actor: Actor,
    pub kind: String,
    /// The payload as it will stand.
    pub payload: String,
    pub hash: PayloadHash,
    /// Signature and signer, where it is signed.
    pub signed: Option<(String, String)>,
}

impl Session {
    pub fn new(id: String, agent: String, vendor: PublicKey) -> Self {
        Self { id, agent, vendor, closed: false, parked: false, positions: Vec::new(), entries: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    fn head(&self) -> EventHash {
        self.entries.last().map_or(EventHash::ZERO, |entry| entry.hash)
    }
}

impl Host {
    /// A payload of the buyer's, signed by the platform.
    pub fn by_buyer(&self, kind: Kind, payload: &Value) -> Said {
        let payload = canonical(payload);
        let hash = PayloadHash::of_canonical(&payload);
        let signature = self.platform.sign(authorship_statement(kind, hash).as_bytes()).to_string();
        let signed = (signature, self.platform.fingerprint().to_string());
        let signed = (!self.has(Fault::BuyerUnsigned)).then_some(signed);
        Said { actor: Actor::Buyer, kind: kind.as_str().to_owned(), payload, hash, signed }
    }

    /// Appends behind the head, or behind `stale`, the head of a moment ago.
    pub fn append(&self, session: &mut Session, said: Said, stale: Option<usize>) {
        let place = stale.unwrap_or(session.entries.len());
        let prev = match place.checked_sub(1) {
            Some(last) => session.entries[last].hash,
            None => EventHash::ZERO,
        };
        let prev = if self.has(Fault::ChainBroken) && place > 2 { EventHash::ZERO } else { prev };
        let seq = u64::try_from(place).unwrap() + 1;
        let back = if self.has(Fault::TimesRunBackwards) { i64::try_from(seq).unwrap() * -1_000 } else { 0 };
        let at = now().plus_millis(back).to_text();
        let Said { actor, kind, payload, hash: payload_hash, signed } = said;
        let preimage = Preimage {
            session: &session.id,
            seq,
            actor: actor.as_str(),
            kind: &kind,
            payload: payload_hash,
            prev,
            at: &at,
        };
        let hash = preimage.hash();
        let (signature, signer) = signed.map_or_else(
            || ("null".to_owned(), "null".to_owned()),
            |(signature, signer)| (quote(&signature), quote(&signer)),
        );
        let json = format!(
            r#"{{"seq":{seq},"actor":"{actor}","kind":{},"payload":{payload},"payload_hash":"{payload_hash}","prev_hash":"{prev}","event_hash":"{hash}","signature":{signature},"signer":{signer},"at":"{at}"}}"#,
            quote(&kind),
        );
        session.closed |= kind == "session_close";
        session.entries.push(Entry { hash, json });
    }

    /// The `session` member.
    pub fn word(&self, session: &Session, of_status: bool) -> String {
        let more = usize::from(of_status && self.has(Fault::CountIsWrong));
        let sandbox = !self.has(Fault::SandboxDenied);
        let (status, closed_at) = if session.closed && !self.has(Fault::CloseUntold) {
            ("closed", r#""2026-01-01T00:00:00.000Z""#)
        } else {
            ("open", "null")
        };
        format!(
            r#"{{"id":{},"sandbox":{sandbox},"status":"{status}","opened_at":"2026-01-01T00:00:00.000Z","closed_at":{closed_at},"event_count":{},"chain_head":"{}"}}"#,
            quote(&session.id),
            session.len() + more,
            session.head(),
        )
    }

    /// The log. What a lenient reader let in is written as that reader has understood it.
    pub fn log(&self, session: &Session) -> String {
        let key =
            |key: &PublicKey| format!(r#"{{"public_key":"{key}","fingerprint":"{}"}}"#, key.fingerprint());
        let events: Vec<_> = session.entries.iter().map(|entry| entry.json.as_str()).collect();
        let verified = !self.has(Fault::OwnChainNotVerified);
        format!(
            r#"{{"protocol":"ANP/0.1","session":{},"chain":{{"verified":{verified},"head":"{}"}},"keys":{{"vendor_agent":{},"buyer":{}}},"events":[{}]}}"#,
            self.word(session, false),
            session.head(),
            key(&session.vendor),
            key(&self.platform.public()),
            events.join(","),
        )
    }
}
