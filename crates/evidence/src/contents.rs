//! What stands in a bundle.

use anp::digest::{EventHash, Fingerprint, PayloadHash};
use anp::event::{Actor, Head, SessionId};
use anp::keys::{PublicKey, Signature};
use anp::verify::{Pin, Trust};

use crate::check::decisions::{DECISION, Statement};
use crate::verdict::Verdict;

/// Everything that a bundle says. Texts of files that follow from this (manifest, report,
/// README) are made anew whenever they are needed.
#[derive(Debug, Clone, PartialEq)]
pub struct Contents {
    /// Of what, by whom, when.
    pub about: About,
    /// The log, byte for byte; none where the deal has no session of the protocol.
    pub log: Option<Vec<u8>>,
    /// The keys, and how each came to be trusted.
    pub keys: Vec<Key>,
    /// The pins with which the exporter judged the log.
    pub pins: Vec<Pin>,
    /// The heads that the exporter had seen.
    pub seen: Vec<Head>,
    /// What came of it; [`Verdict::of_nothing`] where there is no log.
    pub verdict: Verdict,
    /// Signed heads, as the notes stand.
    pub checkpoints: Vec<String>,
    /// The deal's ledger of decisions.
    pub ledger: Ledger,
    /// The organisation's own ledger, from which its people's keys, their times and roles follow; none
    /// where the exporter does not bring it.
    pub people: Option<Ledger>,
    /// Dealings with a seller of media.
    pub media: Option<Media>,
    /// Offers that a person read out of files that came by mail.
    pub quotes: Vec<Quote>,
    /// Mails of ours that were decided.
    pub letters: Vec<Letter>,
    /// Mails of the deal's thread, by their times.
    pub mails: Vec<Mail>,
    /// Other versions of the record that were seen.
    pub versions: Vec<Version>,
}

impl Contents {
    /// Everything that was stated on the deal's ledger, placed or waiting: its kind, and its payload where
    /// it is told.
    pub(crate) fn spoken(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let placed = self.ledger.entries.iter().map(|entry| (entry.kind.as_str(), entry.payload.as_deref()));
        let waiting = self.ledger.waiting.iter();
        placed.chain(waiting.map(|waiting| (waiting.kind.as_str(), waiting.payload.as_deref())))
    }

    /// The decisions that are told and can be read.
    pub(crate) fn statements(&self) -> Vec<Statement> {
        let told = self.spoken().filter(|(kind, _)| *kind == DECISION).filter_map(|(_, payload)| payload);
        told.filter_map(|payload| Statement::read(payload).ok()).collect()
    }

    /// What the exporter knew when it judged the log. The log is its own organisation's.
    pub fn exporters_trust(&self) -> Trust {
        Trust {
            pins: self.pins.clone(),
            seen: self.seen.clone(),
            session: self.about.session.clone(),
            own_org: true,
            ..Trust::default()
        }
    }
}

/// Of what, by whom, when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// The session; none where the deal has none.
    pub session: Option<SessionId>,
    /// The deal's id; formats before the third do not say it.
    pub deal: Option<String>,
    /// The deal's title.
    pub title: String,
    /// The vendor, as the buyer calls it.
    pub vendor: String,
    /// The buyer's organisation.
    pub organisation: String,
    /// Time of the export, RFC 3339.
    pub exported_at: String,
    /// Who exported it.
    pub exported_by: String,
    /// The key with which the list of files is signed; none where nobody signed it.
    pub signed_by: Option<Fingerprint>,
    /// Where the log was taken from.
    pub log_from: LogSource,
}

/// Where a bundle's log was taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogSource {
    /// From the host, byte for byte as both parties can fetch it.
    Host,
    /// From the desk's own verified copy: the same events, in a document of its own.
    Replica,
    /// There is none.
    None,
}

/// A key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The name under which it stands in the log, or under which the desk knows it.
    pub name: String,
    /// For whom it signs.
    pub party: Actor,
    /// The key.
    pub key: PublicKey,
    /// How it came to be trusted.
    pub trusted: HowTrusted,
}

impl HowTrusted {
    /// Of a person whom the organisation's ledger tells of.
    pub fn of_member(member: &anp::office::Member) -> Self {
        let roles = member.roles_since().map(|(since, roles)| {
            (since.to_text(), roles.iter().map(|role| role.as_str().to_owned()).collect())
        });
        Self::Member {
            from: member.from.to_text(),
            until: member.until.map(anp::time::Moment::to_text),
            roles: roles.collect(),
        }
    }
}

/// How a key came to be trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HowTrusted {
    /// A person of the buyer verified the vendor and pinned its key.
    Pinned {
        /// Who.
        by: String,
        /// When, RFC 3339.
        at: String,
    },
    /// The organisation's platform key, pinned at the desk when it was set up.
    Platform,
    /// The platform key attests it, for a time.
    Attested {
        /// From when on.
        valid_from: String,
        /// Until when.
        valid_to: Option<String>,
    },
    /// A person's of the organisation, by its ledger.
    Member {
        /// From when on it signs, RFC 3339.
        from: String,
        /// Until when; none while it does.
        until: Option<String>,
        /// Since when which roles, the earliest first.
        roles: Vec<(String, Vec<String>)>,
    },
    /// The key of the person at the exporting desk.
    Desk,
    /// Nobody vouches for it; the log alone brings it.
    Nobody,
}

/// A desk ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ledger {
    /// Its id.
    pub id: String,
    /// Its entries, all of them, in order.
    pub entries: Vec<Entry>,
    /// What the exporter has signed and no host has given a place yet, in the order of its own count.
    pub waiting: Vec<Waiting>,
}

/// A signed statement without a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// What kind of statement.
    pub kind: String,
    /// The payload's canonical text; none where the maker of the bundle keeps it.
    pub payload: Option<String>,
    /// Its hash.
    pub payload_hash: PayloadHash,
    /// The signer's own counter on this ledger.
    pub counter: u64,
    /// The ledger's head that the signer had seen.
    pub head_seen: EventHash,
    /// The signer's key.
    pub signer: Fingerprint,
    /// The signature.
    pub signature: Signature,
    /// When, by the signer's own word.
    pub at: String,
}

/// An entry of a desk ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Number from 1.
    pub seq: u64,
    /// `decision`, `mandate`.
    pub kind: String,
    /// The payload's canonical text; none where the maker of the bundle keeps it.
    pub payload: Option<String>,
    /// Its hash.
    pub payload_hash: PayloadHash,
    /// The signer's own counter on this ledger.
    pub counter: u64,
    /// The ledger's head that the signer had seen.
    pub head_seen: EventHash,
    /// The signer's key.
    pub signer: Fingerprint,
    /// The signature.
    pub signature: Signature,
    /// Hash of the entry before.
    pub prev_hash: EventHash,
    /// Its own hash.
    pub event_hash: EventHash,
    /// When.
    pub at: String,
}

impl Entry {
    /// What was stated, without its place.
    pub(crate) fn said(&self) -> Waiting {
        let Self { kind, payload, payload_hash, counter, head_seen, signer, signature, at, .. } = self;
        Waiting {
            kind: kind.clone(),
            payload: payload.clone(),
            payload_hash: *payload_hash,
            counter: *counter,
            head_seen: *head_seen,
            signer: *signer,
            signature: *signature,
            at: at.clone(),
        }
    }
}

/// Dealings with a seller of media, byte for byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Media {
    /// Address of the seller, as the exporter had it.
    pub seller: String,
    /// What the seller said of itself: answers are judged by it. Empty where it never answered.
    pub capabilities: Vec<u8>,
    /// When it said so, RFC 3339; empty where it never did.
    pub asked_at: String,
    /// Requests in the order of their numbers, from 1.
    pub requests: Vec<MediaRequest>,
}

/// A request to a seller of media with what came to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaRequest {
    /// The idempotency key.
    pub key: String,
    /// The task.
    pub tool: String,
    /// Where it stands by the exporter's word: `answered`, `sent`, `given_up`, ….
    pub state: String,
    /// How often it was sent, by the exporter's word.
    pub sends: u64,
    /// Its arguments, byte for byte.
    pub arguments: Vec<u8>,
    /// Messages in the order in which they came.
    pub messages: Vec<MediaMessage>,
    /// What the exporter's verification gave.
    pub verdict: MediaVerdict,
}

/// A message of a seller of media.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaMessage {
    /// When it came, RFC 3339, by the exporter's clock.
    pub at: String,
    /// Whether it answers the question where a task stands, and not the task.
    pub status: bool,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What came of judging what came to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaVerdict {
    /// `none`, `error`, `holds` or `fails`.
    pub outcome: String,
    /// Rules that the answer breaks, with the place of each.
    pub faults: Vec<(String, String)>,
}

/// An offer that a person read out of a file that came by mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// SHA-256 of the mail's bytes.
    pub mail: [u8; 32],
    /// Which part of the mail the file is.
    pub part: String,
    /// The file's name.
    pub file: String,
    /// The file's bytes; none where the exporter does not have them any more.
    pub bytes: Option<Vec<u8>>,
    /// SHA-256 of the file.
    pub sha256: [u8; 32],
    /// The offer in the protocol's form, canonical.
    pub offer: String,
    /// Who read it out.
    pub by: String,
    /// When, RFC 3339.
    pub at: String,
}

/// A mail of ours that was decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// What the decision binds, canonical.
    pub payload: String,
    /// The bytes that were handed over.
    pub raw: Vec<u8>,
    /// What became of it by the exporter's word: `sent`, `unknown`, ….
    pub fate: String,
}

/// A mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// Its time on the deal's thread, RFC 3339.
    pub at: String,
    /// Its bytes.
    pub raw: Vec<u8>,
}

/// Another version of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// When it was seen.
    pub at: String,
    /// What it is.
    pub standing: VersionStanding,
    /// Its bytes.
    pub document: Vec<u8>,
}

/// What another version of the record is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VersionStanding {
    /// It was verified at the exporting desk, which holds it against the log.
    Verified,
    /// It was handed to the desk and refused.
    Refused,
}
