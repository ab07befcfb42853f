//! The person who decides, and the key with which a person signs.

use std::fmt;

use crate::digest::Hash;

/// A person at this desk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Id of the person in the org.
    pub id: String,
    /// Name as it stands in records.
    pub name: String,
    /// Fingerprint of the person's key.
    pub fingerprint: Hash,
    /// True where the person owns this deal.
    pub owns_deal: bool,
}

/// A person's key, wherever it lies, and the hash that goes with it. This crate has neither.
pub trait Seal {
    /// The key's fingerprint: SHA-256 of its 32 raw public bytes.
    fn fingerprint(&self) -> Hash;

    /// SHA-256.
    fn sha256(&self, bytes: &[u8]) -> Hash;

    /// An Ed25519 signature over the message.
    ///
    /// # Errors
    /// [`SealRefusal`] where the key cannot be had.
    fn sign(&self, message: &[u8]) -> Result<[u8; 64], SealRefusal>;
}

/// Why a key cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealRefusal {
    /// There is no keychain.
    NoKeychain,
    /// The keychain is locked.
    Locked,
    /// The keychain has no such key. It is never made anew here.
    KeyMissing,
    /// It failed otherwise.
    Failed,
}

impl fmt::Display for SealRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoKeychain => "there is no keychain",
            Self::Locked => "the keychain is locked",
            Self::KeyMissing => "the keychain does not hold the person's key",
            Self::Failed => "the key could not sign",
        })
    }
}

impl std::error::Error for SealRefusal {}

/// Why nothing was signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealError {
    /// The key is not the person's.
    OtherKey,
    /// The key cannot be had.
    Refused(SealRefusal),
}

impl fmt::Display for SealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherKey => f.write_str("the key at hand is not that of the person who decides"),
            Self::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for SealError {}

/// Where on a desk ledger the decision will stand, as far as its author knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerPlace {
    /// Id of the ledger; no control characters.
    pub ledger_id: String,
    /// The author's own counter on that ledger.
    pub own_counter: u64,
    /// The ledger's head that the author has seen.
    pub head_seen: Hash,
}

/// A step that was not made: the state is given back, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused<S, W> {
    /// The state as it was.
    pub state: S,
    /// Why.
    pub why: W,
}

impl<S, W> Refused<S, W> {
    pub(super) fn boxed(state: S, why: W) -> Box<Self> {
        Box::new(Self { state, why })
    }
}

/// Signs with a seal that must be the person's.
pub(super) fn sign_as(person: &Person, seal: &dyn Seal, message: &str) -> Result<[u8; 64], SealError> {
    if seal.fingerprint() != person.fingerprint {
        return Err(SealError::OtherKey);
    }
    seal.sign(message.as_bytes()).map_err(SealError::Refused)
}
