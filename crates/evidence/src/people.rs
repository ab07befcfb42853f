//! The organisation's people as its ledger in a bundle tells them: whose key signs for it, from when, until
//! when, in which roles. Every step follows by signatures from the founder's key.

use std::collections::BTreeMap;

use anp::digest::{EventHash, Fingerprint};
use anp::event::Actor;
use anp::keys::PublicKey;
use anp::ledger::{Chain, LedgerId, Place, Wording, signed_text};
use anp::office::{Office, Said, kind};
use anp::time::Moment;
use parley::vote::Demands;

use crate::contents::{Entry, HowTrusted, Key, Ledger};

/// Statements that decide whose key signs, and what is demanded of it: none of them may be kept back.
const TOLD: [&str; 9] = [
    kind::FOUNDED,
    kind::INVITED,
    kind::WITHDRAWN,
    kind::JOINED,
    kind::ROLES,
    kind::LEFT,
    kind::ROTATED,
    kind::DELEGATED,
    kind::QUORUM_RULES,
];

/// Whether the statements of a kind must be told for people's keys to follow.
pub fn tells_people(kind: &str) -> bool {
    TOLD.contains(&kind)
}

/// The keys of everybody who ever was of the organisation, by a ledger that holds; none by one that does not.
pub fn members(ledger: &Ledger) -> Vec<Key> {
    let Ok(people) = People::of(ledger) else { return Vec::new() };
    let member = |member: &anp::office::Member| Key {
        name: member.name.clone(),
        party: Actor::Buyer,
        key: member.key,
        trusted: HowTrusted::of_member(member),
    };
    people.office.members().iter().map(member).collect()
}

/// What the organisation's ledger proves.
pub(crate) struct People {
    pub(crate) office: Office,
    pub(crate) founder: Fingerprint,
    /// Since when what is demanded votes on; none where it cannot be read.
    demands: Vec<(Moment, Option<Demands>)>,
}

impl People {
    /// Follows the ledger entry by entry.
    ///
    /// # Errors
    /// The number of the first entry that does not hold, and why.
    pub(crate) fn of(ledger: &Ledger) -> Result<Self, (u64, String)> {
        let name = LedgerId::parse(&ledger.id).ok_or_else(|| (0, "its name is no ledger's".to_owned()))?;
        let first = ledger.entries.first().ok_or_else(|| (0, "it is empty".to_owned()))?;
        let founder = first.signer;
        let mut follow = Follow {
            chain: Chain::new(name.clone()),
            people: Self { office: Office::new(name, founder), founder, demands: Vec::new() },
            keys: BTreeMap::new(),
            prev: EventHash::ZERO,
        };
        for entry in &ledger.entries {
            follow.take(ledger, entry).map_err(|why| (entry.seq, why))?;
        }
        Ok(follow.people)
    }

    /// What was demanded at a moment; none where what stood there is no rule.
    pub(crate) fn demands_at(&self, at: Moment) -> Option<Demands> {
        let standing = self.demands.iter().rev().find(|(since, _)| *since <= at);
        standing.map_or_else(|| Some(Demands::default()), |(_, demands)| demands.clone())
    }
}

/// The ledger as far as it was followed.
struct Follow {
    chain: Chain,
    people: People,
    keys: BTreeMap<Fingerprint, PublicKey>,
    prev: EventHash,
}

impl Follow {
    fn take(&mut self, ledger: &Ledger, entry: &Entry) -> Result<(), String> {
        if entry.prev_hash != self.prev {
            return Err("it does not follow the entry before".to_owned());
        }
        self.prev = entry.event_hash;
        let Some(payload) = &entry.payload else { return self.untold(ledger, entry) };
        let said = Said::of(payload);
        // A key is held by its hash, so that naming it wrongly helps nobody.
        if let Some(key) = said.text("public_key").and_then(|text| PublicKey::parse(text).ok()) {
            self.keys.insert(key.fingerprint(), key);
        }
        let key = self.key(entry)?;
        let name = self.chain.ledger().clone();
        let wording = Wording::new(name, &entry.kind, payload.as_bytes(), entry.counter, entry.head_seen)
            .map_err(|why| why.to_string())?;
        if wording.payload() != payload || wording.payload_hash() != entry.payload_hash {
            return Err("its payload is not the one that was hashed".to_owned());
        }
        let statement =
            wording.signed(key, entry.signature).map_err(|_| "its signature does not hold".to_owned())?;
        let place = Place { seq: entry.seq, hash: entry.event_hash, at: entry.at.clone() };
        let taken = self.chain.take(statement, &place).map_err(|why| why.to_string())?;
        self.people.office.take(&taken).map_err(|why| why.to_string())?;
        if entry.kind == kind::QUORUM_RULES {
            let at = Moment::parse(&entry.at).map_err(|_| "its time is no time".to_owned())?;
            self.people.demands.push((at, Demands::parse(payload)));
        }
        Ok(())
    }

    fn key(&self, entry: &Entry) -> Result<PublicKey, String> {
        self.keys.get(&entry.signer).copied().ok_or_else(|| format!("nobody let in {}", entry.signer))
    }

    /// A statement whose content is kept back: its place and its signature still hold, and its author is
    /// one of the people then.
    fn untold(&mut self, ledger: &Ledger, entry: &Entry) -> Result<(), String> {
        if tells_people(&entry.kind) {
            return Err(format!("what it says of people is kept back ({})", entry.kind));
        }
        let key = self.key(entry)?;
        let text = signed_text(&ledger.id, &entry.kind, entry.payload_hash, entry.counter, entry.head_seen);
        key.verify(text.as_bytes(), &entry.signature)
            .map_err(|_| "its signature does not hold".to_owned())?;
        let at = Moment::parse(&entry.at).map_err(|_| "its time is no time".to_owned())?;
        if self.people.office.member_at(entry.signer, at).is_none() {
            return Err(format!("{} was not of the organisation then", entry.signer));
        }
        let place = Place { seq: entry.seq, hash: entry.event_hash, at: entry.at.clone() };
        let stated = (entry.signer, entry.kind.as_str(), entry.payload_hash);
        self.chain.pass(stated, (entry.counter, entry.head_seen), &place).map_err(|why| why.to_string())
    }
}
