//! The keys that a log brings, held against each other and against the pins.

use std::collections::HashMap;

use super::trust::Trust;
use super::verdict::{Check, Fault, Note};
use crate::digest::Fingerprint;
use crate::event::Actor;
use crate::json::Value;
use crate::keys::{PublicKey, Signature};
use crate::members::{Membership, Window, messages_alone};

/// How an event's author is proven.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// By the vendor's key.
    Vendor,
    /// By the platform's key.
    Platform,
    /// By a member's key, which the platform's key attests; the entry's name.
    Member(String),
    /// Not at all: a claim.
    Claim,
}

/// A party's key.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    pub(super) key: PublicKey,
    pub(super) fingerprint: Fingerprint,
}

/// A member's key whose attestation holds.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) key: PublicKey,
    pub(super) membership: Membership,
    /// When it signs for the organisation; none where a text of it is no time.
    pub(super) window: Option<Window>,
    /// Whether it signs messages alone: an agent's, or one whose roles cannot be read.
    pub(super) messages_alone: bool,
}

/// The keys of a log.
#[derive(Debug, Default)]
pub(super) struct Keyring {
    pub(super) vendor: Option<Known>,
    pub(super) platform: Option<Known>,
    pub(super) members: Vec<Member>,
    /// Where the entries of a key stand among the members: one whose time was renewed
    /// stands more than once.
    entries: HashMap<Fingerprint, Vec<usize>>,
    pub(super) faults: Vec<Fault>,
    pub(super) notes: Vec<Note>,
}

impl Keyring {
    pub(super) fn of(keys: Option<&Value>, trust: &Trust) -> Self {
        let mut ring = Self::default();
        let entries = keys.and_then(Value::as_object).unwrap_or_default();
        ring.vendor = ring.party(entries, Actor::VendorAgent);
        ring.platform = ring.party(entries, Actor::Buyer);
        for (name, entry) in entries {
            let Some(attestation) = entry.get("attestation").and_then(Value::as_text) else { continue };
            if name != "vendor_agent" && name != "buyer" {
                ring.member(name, entry, attestation);
            }
        }
        ring.cross_checks();
        ring.pins(trust);
        ring
    }

    fn party(&mut self, entries: &[(String, Value)], party: Actor) -> Option<Known> {
        let name = party.as_str();
        let Some((_, entry)) = entries.iter().find(|(entry, _)| entry == name) else {
            self.faults.push(Fault::document(
                Check::Keys,
                format!("a key for {name}"),
                "none",
                "The log does not say by which key a party signs",
            ));
            return None;
        };
        self.key(name, entry).map(|key| Known { key, fingerprint: key.fingerprint() })
    }

    /// An entry's key, if its text is a key's and its fingerprint the key's.
    fn key(&mut self, name: &str, entry: &Value) -> Option<PublicKey> {
        let text = entry.get("public_key").and_then(Value::as_text).unwrap_or_default();
        let key = match PublicKey::parse(text) {
            Ok(key) => key,
            Err(fault) => {
                self.faults.push(Fault::document(
                    Check::Keys,
                    format!("a public key for {name}"),
                    fault,
                    "A key in the log is no key",
                ));
                return None;
            }
        };
        let stated = entry.get("fingerprint").and_then(Value::as_text).unwrap_or_default();
        if stated != key.fingerprint().to_string() {
            self.faults.push(Fault::document(
                Check::Keys,
                key.fingerprint(),
                stated,
                "A fingerprint in the log is not that of the key beside it",
            ));
        }
        if key.is_weak() {
            self.faults.push(Fault::document(
                Check::Keys,
                format!("a sound key for {name}"),
                "one of small order, whose signatures fit many texts",
                "A key in the log proves nothing",
            ));
        }
        Some(key)
    }

    /// A further key that says it is attested. Readers tolerate entries that they do not
    /// know, so one that is no key of ours counts for nothing and is no fault.
    fn member(&mut self, name: &str, entry: &Value, attestation: &str) {
        let text = |key: &str| entry.get(key).and_then(Value::as_text);
        if text("public_key").is_none_or(|key| PublicKey::parse(key).is_err()) {
            self.notes.push(Note {
                seq: None,
                detail: "a further entry among the keys is no Ed25519 key and counts for nothing".to_owned(),
            });
            return;
        }
        let Some(key) = self.key(name, entry) else { return };
        let membership = Membership::of_entry(key.fingerprint(), entry);
        let holds = self.platform.as_ref().is_some_and(|platform| {
            let attestation = Signature::parse(attestation).ok();
            attestation.is_some_and(|attestation| membership.check(&platform.key, &attestation).is_ok())
        });
        if !holds {
            self.notes.push(Note {
                seq: None,
                detail: format!(
                    "key {} is not attested by the buyer's platform key and counts for nothing",
                    key.fingerprint()
                ),
            });
            return;
        }
        self.entries.entry(membership.fingerprint).or_default().push(self.members.len());
        self.members.push(Member {
            name: name.to_owned(),
            key,
            window: membership.window(),
            messages_alone: messages_alone(entry),
            membership,
        });
    }

    /// The entries of a key.
    pub(super) fn entries(&self, signer: Fingerprint) -> impl Iterator<Item = &Member> {
        let places = self.entries.get(&signer).map(Vec::as_slice).unwrap_or_default();
        places.iter().filter_map(|place| self.members.get(*place))
    }

    /// No key may stand on both sides.
    fn cross_checks(&mut self) {
        let Some(vendor) = self.vendor else { return };
        let platform = self.platform.iter().map(|platform| &platform.key);
        let mut buyers = platform.chain(self.members.iter().map(|member| &member.key));
        if buyers.any(|key| *key == vendor.key) {
            self.faults.push(Fault::document(
                Check::Keys,
                "different keys for the two parties",
                vendor.fingerprint,
                "One key stands for both parties",
            ));
        }
    }

    fn pins(&mut self, trust: &Trust) {
        for (party, key) in [(Actor::VendorAgent, self.vendor), (Actor::Buyer, self.platform)] {
            let pinned: Vec<Fingerprint> =
                trust.pins.iter().filter(|pin| pin.party == party).map(|pin| pin.fingerprint).collect();
            let found = key.map(|key| key.fingerprint);
            if pinned.is_empty() || found.is_some_and(|found| pinned.contains(&found)) {
                continue;
            }
            let expected: Vec<_> = pinned.iter().map(ToString::to_string).collect();
            self.faults.push(Fault::document(
                Check::Pin,
                format!("{party} key {}", expected.join(" or ")),
                found.map_or_else(|| "none".to_owned(), |found| found.to_string()),
                "The log brings another key for a party than the one that is known",
            ));
        }
    }

    /// What no pin covers, where something else vouches for a green.
    pub(super) fn unpinned(trust: &Trust, notes: &mut Vec<Note>) {
        let pinned = |party| trust.pins.iter().any(|pin| pin.party == party);
        for (party, whose) in [(Actor::VendorAgent, "vendor's"), (Actor::Buyer, "buyer's platform")] {
            if trust.anchors() && !pinned(party) {
                let detail = format!(
                    "the {whose} key is the log's own word: no pin was given for it, and heads cover what \
                     events say and not who signed them"
                );
                notes.push(Note { seq: None, detail });
            }
        }
    }

    pub(super) fn by_name(&self) -> Vec<(String, PublicKey)> {
        let parties = [("vendor_agent", self.vendor), ("buyer", self.platform)];
        parties
            .into_iter()
            .filter_map(|(name, key)| Some((name.to_owned(), key?.key)))
            .chain(self.members.iter().map(|member| (member.name.clone(), member.key)))
            .collect()
    }
}
