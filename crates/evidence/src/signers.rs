//! Whose key may act for the buyer beside the protocol: seal a bundle, sign its ledger.
//! A reader knows it by his own pins, by the log's platform key, and by that key's
//! attestation. What a bundle's list of keys says of a key is the exporter's claim and
//! vouches for nothing.

use anp::digest::Fingerprint;
use anp::event::Actor;
use anp::keys::PublicKey;
use anp::members::Membership;
use anp::time::Moment;
use anp::verify::{BACKWARDS_TOLERATED_MILLIS, Pin};

use crate::people::People;
use crate::record::{LogKey, Record};

/// How a key comes to be known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Vouched {
    /// The reader has pinned the key itself.
    Pinned,
    /// It is the log's platform key, which the reader has not pinned.
    Platform,
    /// The log's platform key attests it.
    Attested {
        /// Whether the reader has pinned that platform key.
        pinned: bool,
    },
    /// The organisation's ledger lets it in.
    Member {
        /// Whether a pin of the reader's vouches for the founder, from whose key all others follow.
        pinned: bool,
    },
    /// Nobody, in a bundle without a log: names and decisions stand on the word of whoever hands it over.
    Nobody,
}

impl Vouched {
    /// Whether it goes back to a pin of the reader's.
    pub const fn by_pin(&self) -> bool {
        matches!(self, Self::Pinned | Self::Attested { pinned: true } | Self::Member { pinned: true })
    }

    /// In words that stand behind a key.
    pub const fn words(&self) -> &'static str {
        match self {
            Self::Pinned => "the reader has pinned it",
            Self::Platform => "it is this log's platform key, which no pin vouches for",
            Self::Attested { pinned: true } => {
                "the buyer's platform key, which the reader has pinned, attests it"
            }
            Self::Attested { pinned: false } => {
                "this log's platform key attests it, and no pin vouches for that key"
            }
            Self::Member { pinned: true } => {
                "the organisation's ledger lets it in, and a pin vouches for its founder"
            }
            Self::Member { pinned: false } => {
                "the organisation's ledger lets it in, and no pin vouches for its founder"
            }
            Self::Nobody => "nobody vouches for it",
        }
    }
}

/// A key that may act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Holder {
    /// The name under which it stands in the log; none where the log does not bring it.
    pub(crate) name: Option<String>,
    pub(crate) vouched: Vouched,
}

impl Holder {
    /// Whether a person of this name, whom the host knows by this id, holds the key. A log
    /// names people by their names or by their ids.
    pub(crate) fn is(&self, name: &str, id: Option<&str>) -> bool {
        let Some(known) = &self.name else { return true };
        let by_id = known.strip_prefix(MEMBER).is_some_and(|known| id.is_none_or(|id| id == known));
        known == name || by_id
    }
}

/// What hosts write before a person's id where a log names the key.
const MEMBER: &str = "member_";

/// Why a key may not act for the buyer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("the vendor's key, which never signs for the buyer")]
    Vendor,
    #[error("the key of an agent, which decides nothing")]
    Agent,
    #[error("a key outside its time of validity, which is {from} to {to}")]
    Outside { from: String, to: String },
    #[error("a key that nobody vouches for: no pin, and no attestation by the platform key")]
    Unknown,
}

/// The keys of a log and of the organisation's ledger, and what a reader knows of them.
pub(crate) struct Signers<'a> {
    keys: &'a [LogKey],
    people: Option<&'a People>,
    pins: &'a [Pin],
    /// Whether there is a log at all.
    logged: bool,
}

impl<'a> Signers<'a> {
    pub(crate) fn of(
        record: Option<&'a Record>,
        (people, logged): (Option<&'a People>, bool),
        pins: &'a [Pin],
    ) -> Self {
        Self { keys: record.map_or(&[][..], |record| record.keys.as_slice()), people, pins, logged }
    }

    /// Whether the reader has pinned a key of the buyer's: then one that no pin leads to is a stranger's.
    fn knows_the_buyer(&self) -> bool {
        self.pins.iter().any(|pin| pin.party == Actor::Buyer)
    }

    /// Whether a pin of the reader's leads to the founder: by the founder's own key, or by the platform
    /// key that attests it in the log.
    pub(crate) fn founder_pinned(&self) -> bool {
        let Some(people) = self.people else { return false };
        let platform = self.party(Actor::Buyer).map(PublicKey::fingerprint);
        self.pinned(Actor::Buyer, people.founder)
            || (self.attests_founder() && platform.is_some_and(|key| self.pinned(Actor::Buyer, key)))
    }

    /// Whether a pin of the reader's leads to a key, whenever it signed.
    pub(crate) fn pin_leads_to(&self, key: Fingerprint) -> bool {
        let member = self.people.is_some_and(|people| people.office.by_key(key).is_some());
        self.pinned(Actor::Buyer, key) || (member && self.founder_pinned())
    }

    /// Whether the log's platform key attests the founder of the organisation.
    fn attests_founder(&self) -> bool {
        let founder = self.people.map(|people| people.founder);
        self.keys.iter().any(|entry| {
            entry.key.map(|key| key.fingerprint()) == founder && founder.is_some() && self.attests(entry)
        })
    }

    /// A person of the organisation's, by its ledger, whose founder this record or the reader knows. Where
    /// there is no log it is the ledger alone that is known.
    fn member(&self, key: Fingerprint, at: Moment) -> Option<Result<Holder, Refusal>> {
        let people = self.people?;
        let pinned = self.founder_pinned();
        let founded =
            if self.logged { pinned || self.attests_founder() } else { pinned || !self.knows_the_buyer() };
        if !founded {
            return None;
        }
        let member = people.office.by_key(key)?;
        let covers = |at| people.office.member_at(key, at).is_some();
        Some(if covers(at) || covers(at.plus_millis(BACKWARDS_TOLERATED_MILLIS)) {
            Ok(Holder { name: Some(member.name.clone()), vouched: Vouched::Member { pinned } })
        } else {
            let to = member.until.map_or_else(|| "now".to_owned(), Moment::to_text);
            Err(Refusal::Outside { from: member.from.to_text(), to })
        })
    }

    fn pinned(&self, party: Actor, key: Fingerprint) -> bool {
        self.pins.iter().any(|pin| pin.party == party && pin.fingerprint == key)
    }

    fn party(&self, party: Actor) -> Option<&'a PublicKey> {
        self.keys.iter().find(|key| key.name == party.as_str())?.key.as_ref()
    }

    /// Whether the key is the vendor's: by the log or by a pin.
    pub(crate) fn vendors(&self, key: Fingerprint) -> bool {
        self.pinned(Actor::VendorAgent, key)
            || self.party(Actor::VendorAgent).is_some_and(|vendor| vendor.fingerprint() == key)
    }

    /// Whether the log's platform key attests an entry.
    pub(crate) fn attests(&self, entry: &LogKey) -> bool {
        let membership = entry.membership.as_ref().zip(entry.attestation);
        self.party(Actor::Buyer).zip(membership).is_some_and(|(platform, (membership, attestation))| {
            membership.check(platform, &attestation).is_ok()
        })
    }

    /// Who acts for the buyer with this key at this time. A person's clock may be behind
    /// the host's, which tells from when on the key is valid.
    pub(crate) fn buyers(&self, key: Fingerprint, at: Moment) -> Result<Holder, Refusal> {
        if self.vendors(key) {
            return Err(Refusal::Vendor);
        }
        let entries =
            self.keys.iter().filter(|entry| entry.key.is_some_and(|known| known.fingerprint() == key));
        let members: Vec<&LogKey> =
            entries.filter(|entry| Actor::parse(&entry.name).is_none() && self.attests(entry)).collect();
        if members.iter().any(|entry| entry.agent) {
            return Err(Refusal::Agent);
        }
        let platform = self.party(Actor::Buyer).map(PublicKey::fingerprint);
        let name = members.first().map(|entry| entry.name.clone());
        if self.pinned(Actor::Buyer, key) {
            let name = name.or_else(|| (platform == Some(key)).then(|| Actor::Buyer.to_string()));
            return Ok(Holder { name, vouched: Vouched::Pinned });
        }
        if platform == Some(key) {
            return Ok(Holder { name: Some(Actor::Buyer.to_string()), vouched: Vouched::Platform });
        }
        let covers = |entry: &&LogKey| {
            entry.membership.as_ref().is_some_and(|membership| {
                membership.covers(at) || membership.covers(at.plus_millis(BACKWARDS_TOLERATED_MILLIS))
            })
        };
        if let Some(entry) = members.iter().copied().find(covers) {
            let pinned = platform.is_some_and(|platform| self.pinned(Actor::Buyer, platform));
            return Ok(Holder { name: Some(entry.name.clone()), vouched: Vouched::Attested { pinned } });
        }
        if let Some(member) = self.member(key, at) {
            return member;
        }
        if !self.logged && self.people.is_none() && !self.knows_the_buyer() {
            return Ok(Holder { name: None, vouched: Vouched::Nobody });
        }
        let span = |membership: &Membership| Refusal::Outside {
            from: membership.valid_from.clone(),
            to: membership.valid_to.clone().unwrap_or_else(|| "now".to_owned()),
        };
        let first = members.first().and_then(|entry| entry.membership.as_ref());
        Err(first.map_or(Refusal::Unknown, span))
    }
}
