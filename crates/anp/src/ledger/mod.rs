//! Desk ledgers: what an organisation's people state beside the protocol, each signed by
//! its author, put in order by the host and chained as sessions are, under
//! [`OWN_DOMAIN`], so that no signature made here can stand in a session.
//!
//! The author signs what is stated, the author's own counter and the head that was seen;
//! the place is the host's word until the entry has been chained. So a statement that was
//! written offline is appended on return and still proves who made it.

mod chain;

use core::fmt;

use crate::OWN_DOMAIN;
use crate::digest::{EventHash, Fingerprint, PayloadHash, sha256};
use crate::event::Head;
use crate::json;
use crate::keys::{PublicKey, SecretKey, Signature, SignatureFault};

pub use chain::Chain;

/// Longest payload of a statement, in bytes of canonical JSON.
pub const MAX_PAYLOAD: usize = 256 * 1024;

/// A ledger's name: 1 to 80 of `a`–`z`, `A`–`Z`, `0`–`9`, `-`, `_`, `.`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LedgerId(String);

impl LedgerId {
    /// Reads a name.
    pub fn parse(text: &str) -> Option<Self> {
        let fits = (1..=80).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
        fits.then(|| Self(text.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for LedgerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What somebody states on a ledger, before it has a signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wording {
    /// The ledger.
    pub ledger: LedgerId,
    /// What kind of statement, a short lower-case word.
    pub kind: String,
    /// Canonical JSON.
    payload: String,
    /// The author's own counter on this ledger, from 1.
    pub counter: u64,
    /// The ledger's head that the author had seen.
    pub head_seen: EventHash,
}

impl Wording {
    /// A statement of these words; the payload is put into canonical form.
    ///
    /// # Errors
    /// [`WordingFault`] where kind or payload cannot be taken.
    pub fn new(
        ledger: LedgerId,
        kind: &str,
        payload: &[u8],
        counter: u64,
        head_seen: EventHash,
    ) -> Result<Self, WordingFault> {
        let word = (1..=40).contains(&kind.len())
            && kind.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        if !word {
            return Err(WordingFault::Kind);
        }
        if counter == 0 {
            return Err(WordingFault::Counter);
        }
        if payload.len() > MAX_PAYLOAD {
            return Err(WordingFault::TooLong);
        }
        let value = json::parse_flawless(payload).map_err(|_| WordingFault::Payload)?;
        if value.as_object().is_none() {
            return Err(WordingFault::Payload);
        }
        let payload = json::canonical(&value);
        Ok(Self { ledger, kind: kind.to_owned(), payload, counter, head_seen })
    }

    /// The payload's canonical text.
    pub fn payload(&self) -> &str {
        &self.payload
    }

    /// SHA-256 of the payload's canonical text.
    pub fn payload_hash(&self) -> PayloadHash {
        PayloadHash::of_canonical(&self.payload)
    }

    /// What the author signs:
    /// `COUNTERSIGN/1\n<ledger>\n<kind>\n<payload hash>\n<own counter>\n<head seen>`.
    pub fn message(&self) -> String {
        let Self { ledger, kind, counter, head_seen, .. } = self;
        signed_text(ledger.as_str(), kind, self.payload_hash(), *counter, *head_seen)
    }

    /// Signs it.
    pub fn sign(self, key: &SecretKey) -> Statement {
        let signature = key.sign(self.message().as_bytes());
        Statement { wording: self, signer: key.public(), signature }
    }

    /// Takes a signature that came from elsewhere.
    ///
    /// # Errors
    /// [`SignatureFault`] where it is not this key's over these words.
    pub fn signed(self, signer: PublicKey, signature: Signature) -> Result<Statement, SignatureFault> {
        signer.verify(self.message().as_bytes(), &signature)?;
        Ok(Statement { wording: self, signer, signature })
    }
}

/// Why words make no statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WordingFault {
    /// Not a short lower-case word.
    #[error("kind: must be 1 to 40 lower-case letters or underscores")]
    Kind,
    /// Counters begin at 1.
    #[error("counter: must be 1 or more")]
    Counter,
    /// Not one JSON object that all read alike.
    #[error("payload: must be one JSON object without duplicate keys")]
    Payload,
    /// Longer than [`MAX_PAYLOAD`].
    #[error("payload: longer than {MAX_PAYLOAD} bytes")]
    TooLong,
}

/// A statement whose signature holds: only [`Wording::sign`] and [`Wording::signed`] make
/// one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    wording: Wording,
    signer: PublicKey,
    signature: Signature,
}

impl Statement {
    /// What it says.
    pub const fn wording(&self) -> &Wording {
        &self.wording
    }

    /// Whose key has signed it.
    pub const fn signer(&self) -> &PublicKey {
        &self.signer
    }

    /// The signature.
    pub const fn signature(&self) -> &Signature {
        &self.signature
    }
}

/// A statement at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// From 1.
    pub seq: u64,
    /// What is stated.
    pub statement: Statement,
    /// The entry before.
    pub prev: EventHash,
    /// This entry.
    pub hash: EventHash,
    /// When the host took it, RFC 3339.
    pub at: String,
}

/// What an entry's hash covers.
#[derive(Debug, Clone, Copy)]
pub struct Link<'a> {
    /// The ledger's name.
    pub ledger: &'a str,
    /// From 1.
    pub seq: u64,
    /// Whose key has signed.
    pub signer: Fingerprint,
    /// What kind of statement.
    pub kind: &'a str,
    /// Hash of the payload.
    pub payload: PayloadHash,
    /// The entry before.
    pub prev: EventHash,
    /// When it was taken, as written.
    pub at: &'a str,
}

impl Link<'_> {
    /// SHA-256 of
    /// `COUNTERSIGN/1\n<ledger>\n<seq>\n<signer>\n<kind>\n<payload hash>\n<prev>\n<at>`.
    pub fn hash(&self) -> EventHash {
        let Self { ledger, seq, signer, kind, payload, prev, at } = self;
        let preimage = format!("{OWN_DOMAIN}\n{ledger}\n{seq}\n{signer}\n{kind}\n{payload}\n{prev}\n{at}");
        EventHash(sha256(preimage.as_bytes()))
    }
}

/// What an author signs:
/// `COUNTERSIGN/1\n<ledger>\n<kind>\n<payload hash>\n<own counter>\n<head seen>`.
pub fn signed_text(
    ledger: &str,
    kind: &str,
    payload: PayloadHash,
    counter: u64,
    head_seen: EventHash,
) -> String {
    format!("{OWN_DOMAIN}\n{ledger}\n{kind}\n{payload}\n{counter}\n{head_seen}")
}

fn place_hash(statement: &Statement, seq: u64, prev: EventHash, at: &str) -> EventHash {
    let wording = &statement.wording;
    Link {
        ledger: wording.ledger.as_str(),
        seq,
        signer: statement.signer.fingerprint(),
        kind: &wording.kind,
        payload: wording.payload_hash(),
        prev,
        at,
    }
    .hash()
}

impl Entry {
    /// Puts a statement behind a ledger's head.
    pub fn append(statement: Statement, Head { seq, hash: prev }: Head, at: &str) -> Self {
        let seq = seq.saturating_add(1);
        let hash = place_hash(&statement, seq, prev, at);
        Self { seq, statement, prev, hash, at: at.to_owned() }
    }

    /// Takes an entry that came from elsewhere, if it is the next behind `head`.
    ///
    /// # Errors
    /// [`ChainFault`] where it is not.
    pub fn next(statement: Statement, head: Head, stated: &Place) -> Result<Self, ChainFault> {
        let entry = Self::append(statement, head, &stated.at);
        if stated.seq != entry.seq {
            return Err(ChainFault::Gap { expected: entry.seq, found: stated.seq });
        }
        if stated.hash != entry.hash {
            return Err(ChainFault::Hash { seq: entry.seq });
        }
        Ok(entry)
    }

    /// The ledger's head once this stands.
    pub const fn head(&self) -> Head {
        Head { seq: self.seq, hash: self.hash }
    }
}

/// Where a host says that a statement stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// From 1.
    pub seq: u64,
    /// The entry's hash.
    pub hash: EventHash,
    /// When the host took it.
    pub at: String,
}

/// A ledger's head before its first entry.
pub const EMPTY: Head = Head { seq: 0, hash: EventHash::ZERO };

/// Why an entry does not continue a ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ChainFault {
    /// Another number than the next.
    #[error("entry {found} stands where entry {expected} should")]
    Gap {
        /// The next number.
        expected: u64,
        /// The number that was stated.
        found: u64,
    },
    /// The hash is not that of this statement behind this head.
    #[error("entry {seq} does not continue the ledger that is known")]
    Hash {
        /// The entry's number.
        seq: u64,
    },
    /// The signer's counter has a gap or a repetition.
    #[error("entry {seq} does not carry its signer's next number")]
    Counter {
        /// The entry's number.
        seq: u64,
    },
    /// The signer claims to have seen a head that this ledger never had.
    #[error("entry {seq} was written in view of a head that this ledger never had")]
    HeadSeen {
        /// The entry's number.
        seq: u64,
    },
    /// Its time is none, or lies before that of the entry before.
    #[error("entry {seq} is not later than the entry before it")]
    Time {
        /// The entry's number.
        seq: u64,
    },
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn statement(counter: u64, payload: &[u8]) -> Statement {
        let ledger = LedgerId::parse("org").unwrap();
        Wording::new(ledger, "comment", payload, counter, EventHash::ZERO)
            .unwrap()
            .sign(&SecretKey::from_seed(&[7; 32]))
    }

    #[test]
    fn an_entry_is_taken_behind_the_head_that_it_was_chained_to_alone() {
        let first = Entry::append(statement(1, br#"{"b":1,"a":2}"#), EMPTY, "2026-11-30T10:00:00Z");
        assert_eq!(first.statement.wording().payload(), r#"{"a":2,"b":1}"#);
        let second = Entry::append(statement(2, b"{}"), first.head(), "2026-11-30T10:00:01Z");
        let place = Place { seq: 2, hash: second.hash, at: second.at.clone() };
        assert_eq!(Entry::next(statement(2, b"{}"), first.head(), &place), Ok(second.clone()));
        assert_eq!(
            Entry::next(statement(2, b"{}"), EMPTY, &place),
            Err(ChainFault::Gap { expected: 1, found: 2 })
        );
        let other = Place { at: "2026-11-30T10:00:02Z".to_owned(), ..place };
        assert_eq!(Entry::next(statement(2, b"{}"), first.head(), &other), Err(ChainFault::Hash { seq: 2 }));
    }

    #[test]
    fn a_signature_covers_every_word() {
        let made = statement(1, b"{}");
        let (signer, signature) = (made.signer, made.signature);
        let again = |change: fn(&mut Wording)| {
            let mut wording = made.wording.clone();
            change(&mut wording);
            wording.signed(signer, signature)
        };
        assert!(again(|_| ()).is_ok());
        assert!(again(|wording| wording.counter = 2).is_err());
        assert!(again(|wording| wording.kind = "mandate".to_owned()).is_err());
        assert!(again(|wording| wording.payload = r#"{"a":1}"#.to_owned()).is_err());
        assert!(again(|wording| wording.ledger = LedgerId("other".to_owned())).is_err());
        assert!(again(|wording| wording.head_seen = EventHash([1; 32])).is_err());
    }

    #[test]
    fn a_chain_takes_each_signers_numbers_in_order_and_no_head_that_never_was() {
        let mut chain = Chain::new(LedgerId::parse("org").unwrap());
        let mut next = |counter: u64, head_seen: EventHash, at: &str| {
            let ledger = LedgerId::parse("org").unwrap();
            let key = SecretKey::from_seed(&[7; 32]);
            let said = Wording::new(ledger, "comment", b"{}", counter, head_seen).unwrap().sign(&key);
            let entry = Entry::append(said.clone(), chain.head(), at);
            let place = Place { seq: entry.seq, hash: entry.hash, at: entry.at };
            chain.take(said, &place).map(|entry| entry.hash)
        };
        let first = next(1, EventHash::ZERO, "2026-11-30T10:00:01Z").unwrap();
        assert_eq!(next(3, first, "2026-11-30T10:00:02Z"), Err(ChainFault::Counter { seq: 2 }));
        let never = EventHash([4; 32]);
        assert_eq!(next(2, never, "2026-11-30T10:00:02Z"), Err(ChainFault::HeadSeen { seq: 2 }));
        assert_eq!(next(2, first, "2026-11-30T10:00:00Z"), Err(ChainFault::Time { seq: 2 }));
        assert!(next(2, EventHash::ZERO, "2026-11-30T10:00:02Z").is_ok(), "an older head was seen once");
    }

    #[test]
    fn words_that_two_could_read_differently_make_no_statement() {
        let ledger = || LedgerId::parse("org").unwrap();
        let made = |kind, payload: &[u8], counter| {
            Wording::new(ledger(), kind, payload, counter, EventHash::ZERO).map(|_| ())
        };
        assert_eq!(made("a", b"{}", 1), Ok(()));
        assert_eq!(made("A", b"{}", 1), Err(WordingFault::Kind));
        assert_eq!(made("", b"{}", 1), Err(WordingFault::Kind));
        assert_eq!(made("a", b"{}", 0), Err(WordingFault::Counter));
        assert_eq!(made("a", b"[]", 1), Err(WordingFault::Payload));
        assert_eq!(made("a", br#"{"a":1,"a":2}"#, 1), Err(WordingFault::Payload));
        assert_eq!(LedgerId::parse("a\nb"), None);
        assert_eq!(LedgerId::parse(""), None);
    }
}
