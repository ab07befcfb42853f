//! Events: who says what, where on the chain, and who proves it.

use core::fmt;

use crate::PROTOCOL;
use crate::digest::{EventHash, Fingerprint, PayloadHash, sha256};
use crate::json::{self, Value};
use crate::keys::{PublicKey, SecretKey, Signature, SignatureFault};
use crate::payload::{Payload, PayloadFault};

/// The party that an event is attributed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Actor {
    /// The vendor's agent.
    VendorAgent,
    /// The buyer: its platform, its people, its agent.
    Buyer,
}

impl Actor {
    /// Text on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::VendorAgent => "vendor_agent",
            Self::Buyer => "buyer",
        }
    }

    /// Reads the text on the wire.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::VendorAgent, Self::Buyer].into_iter().find(|actor| actor.as_str() == text)
    }
}

/// The seven kinds of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// The host's record that the vendor opened the session.
    SessionOpen,
    /// A mandate.
    Envelope,
    /// An offer.
    Offer,
    /// A counter to an offer.
    CounterOffer,
    /// Free text.
    Message,
    /// The latest offer is declined; the session goes on.
    Decline,
    /// The end of the session.
    SessionClose,
}

impl Kind {
    /// All seven.
    pub const ALL: [Self; 7] = [
        Self::SessionOpen,
        Self::Envelope,
        Self::Offer,
        Self::CounterOffer,
        Self::Message,
        Self::Decline,
        Self::SessionClose,
    ];

    /// Text on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SessionOpen => "session_open",
            Self::Envelope => "envelope",
            Self::Offer => "offer",
            Self::CounterOffer => "counter_offer",
            Self::Message => "message",
            Self::Decline => "decline",
            Self::SessionClose => "session_close",
        }
    }

    /// Reads the text on the wire.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// Whether an event of this kind makes an approval stale that did not see it.
    pub const fn matters(self) -> bool {
        !matches!(self, Self::Message)
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What an author signs: kind and payload, not the place.
pub fn authorship_statement(kind: Kind, payload: PayloadHash) -> String {
    format!("{PROTOCOL}\n{kind}\n{payload}")
}

/// A payload that keeps its kind's schema, with its canonical text.
#[derive(Debug, Clone, PartialEq)]
pub struct Stated {
    kind: Kind,
    payload: Payload,
    canonical: String,
    hash: PayloadHash,
}

impl Stated {
    /// Reads a payload as it was received.
    ///
    /// # Errors
    /// [`PayloadFault`] with the path.
    pub fn read(kind: Kind, received: &Value) -> Result<Self, PayloadFault> {
        let payload = Payload::read(kind, received)?;
        let canonical = json::canonical(received);
        let hash = PayloadHash::of_canonical(&canonical);
        Ok(Self { kind, payload, canonical, hash })
    }

    /// A payload of our own making.
    pub fn of(payload: Payload) -> Self {
        let canonical = json::canonical(&payload.to_value());
        let hash = PayloadHash::of_canonical(&canonical);
        Self { kind: payload.kind(), payload, canonical, hash }
    }

    /// Its kind.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The typed payload.
    pub const fn payload(&self) -> &Payload {
        &self.payload
    }

    /// The canonical text of what was received.
    pub fn canonical(&self) -> &str {
        &self.canonical
    }

    /// SHA-256 of the canonical text.
    pub const fn hash(&self) -> PayloadHash {
        self.hash
    }

    /// Signs it.
    pub fn sign(self, key: &SecretKey) -> Authored {
        let signature = key.sign(authorship_statement(self.kind, self.hash).as_bytes());
        Authored { stated: self, signature, signer: key.fingerprint() }
    }

    /// Checks the author's signature.
    ///
    /// # Errors
    /// [`SignatureFault`] where it does not hold.
    pub fn authored(self, key: &PublicKey, signature: Signature) -> Result<Authored, SignatureFault> {
        key.verify(authorship_statement(self.kind, self.hash).as_bytes(), &signature)?;
        Ok(Authored { stated: self, signature, signer: key.fingerprint() })
    }
}

/// A payload that its author's key vouches for.
#[derive(Debug, Clone, PartialEq)]
pub struct Authored {
    stated: Stated,
    signature: Signature,
    signer: Fingerprint,
}

impl Authored {
    /// What is stated.
    pub const fn stated(&self) -> &Stated {
        &self.stated
    }

    /// The author's signature.
    pub const fn signature(&self) -> Signature {
        self.signature
    }

    /// The author's key.
    pub const fn signer(&self) -> Fingerprint {
        self.signer
    }
}

/// Longest session id that is accepted, in characters.
const SESSION_ID_LONGEST: usize = 128;

/// Id of a session: 1–128 characters without controls, so that no id can imitate the
/// lines around it in what is hashed.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SessionId(String);

impl SessionId {
    /// Takes an id.
    pub fn parse(text: &str) -> Option<Self> {
        let length = text.chars().count();
        let fits = (1..=SESSION_ID_LONGEST).contains(&length) && !text.chars().any(char::is_control);
        fits.then(|| Self(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Everything that an event hash covers, as text.
#[derive(Debug, Clone, Copy)]
pub struct Preimage<'a> {
    /// Session id.
    pub session: &'a str,
    /// Number, from 1.
    pub seq: u64,
    /// Actor text.
    pub actor: &'a str,
    /// Kind text.
    pub kind: &'a str,
    /// Payload hash.
    pub payload: PayloadHash,
    /// Hash of the event before.
    pub prev: EventHash,
    /// Time text.
    pub at: &'a str,
}

impl Preimage<'_> {
    /// The event hash.
    pub fn hash(&self) -> EventHash {
        let Self { session, seq, actor, kind, payload, prev, at } = self;
        EventHash(sha256(
            format!("{PROTOCOL}\n{session}\n{seq}\n{actor}\n{kind}\n{payload}\n{prev}\n{at}").as_bytes(),
        ))
    }
}

/// An event at its place on a chain.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Number, from 1.
    pub seq: u64,
    /// Party.
    pub actor: Actor,
    /// What is stated.
    pub stated: Stated,
    /// Hash of the event before; zeros for the first.
    pub prev: EventHash,
    /// Its own hash.
    pub hash: EventHash,
    /// Authorship, where there is any: signature and key.
    pub authorship: Option<(Signature, Fingerprint)>,
    /// Time of the append, as the text that is hashed.
    pub at: String,
}

/// The place at which the next event is appended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// Number of the last event; 0 for an empty chain.
    pub seq: u64,
    /// Its hash; zeros for an empty chain.
    pub hash: EventHash,
}

impl Head {
    /// The head of a chain without events.
    pub const EMPTY: Self = Self { seq: 0, hash: EventHash::ZERO };
}

impl Event {
    /// Appends an authored payload behind `head`.
    pub fn append(session: &SessionId, head: &Head, actor: Actor, authored: Authored, at: &str) -> Self {
        let Authored { stated, signature, signer } = authored;
        Self::place(session, head, actor, stated, Some((signature, signer)), at)
    }

    /// Appends a payload that nobody signs (event 1, which the host assembles).
    pub fn append_claim(session: &SessionId, head: &Head, actor: Actor, stated: Stated, at: &str) -> Self {
        Self::place(session, head, actor, stated, None, at)
    }

    fn place(
        session: &SessionId,
        head: &Head,
        actor: Actor,
        stated: Stated,
        authorship: Option<(Signature, Fingerprint)>,
        at: &str,
    ) -> Self {
        let seq = head.seq.saturating_add(1);
        let hash = Preimage {
            session: session.as_str(),
            seq,
            actor: actor.as_str(),
            kind: stated.kind().as_str(),
            payload: stated.hash(),
            prev: head.hash,
            at,
        }
        .hash();
        Self { seq, actor, stated, prev: head.hash, hash, authorship, at: at.to_owned() }
    }

    /// The head after this event.
    pub const fn head(&self) -> Head {
        Head { seq: self.seq, hash: self.hash }
    }
}
