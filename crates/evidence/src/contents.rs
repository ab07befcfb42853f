//! What stands in a bundle.

use anp::digest::{EventHash, Fingerprint, PayloadHash};
use anp::event::{Actor, Head, SessionId};
use anp::keys::{PublicKey, Signature};
use anp::verify::{Pin, Trust};

use crate::verdict::Verdict;

/// Everything that a bundle says. Texts of files that follow from this (manifest, report,
/// README) are made anew whenever they are needed.
#[derive(Debug, Clone, PartialEq)]
pub struct Contents {
    /// Of what, by whom, when.
    pub about: About,
    /// The log, byte for byte.
    pub log: Vec<u8>,
    /// The keys, and how each came to be trusted.
    pub keys: Vec<Key>,
    /// The pins with which the exporter judged the log.
    pub pins: Vec<Pin>,
    /// The heads that the exporter had seen.
    pub seen: Vec<Head>,
    /// What came of it.
    pub verdict: Verdict,
    /// Signed heads, as the notes stand.
    pub checkpoints: Vec<String>,
    /// The deal's ledger of decisions.
    pub ledger: Ledger,
    /// Mails of the deal's thread, by their times.
    pub mails: Vec<Mail>,
    /// Other versions of the record that were seen.
    pub versions: Vec<Version>,
}

impl Contents {
    /// What the exporter knew when it judged the log. The log is its own organisation's.
    pub fn exporters_trust(&self) -> Trust {
        Trust {
            pins: self.pins.clone(),
            seen: self.seen.clone(),
            session: Some(self.about.session.clone()),
            own_org: true,
            ..Trust::default()
        }
    }
}

/// Of what, by whom, when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// The session.
    pub session: SessionId,
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
