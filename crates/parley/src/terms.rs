//! What is haggled over, and the names by which messages refer to it.

use core::fmt;
use std::sync::Arc;

use anp::digest::sha256;
use anp::json::{self, Value};

/// Longest canonical text of terms, in bytes.
pub const MAX_TERMS_BYTES: usize = 64 * 1024;

/// Longest session id, in bytes.
pub const MAX_SESSION_ID: usize = 128;

/// The highest round that a message may name.
pub const MAX_ROUND: u32 = 10_000;

macro_rules! hash_of {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub [u8; 32]);

        impl $name {
            /// Reads 64 lower-case hex digits.
            pub fn parse(text: &str) -> Option<Self> {
                anp::digest::parse_hex(text).ok().map(Self)
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                // One place writes hashes as text.
                anp::digest::PayloadHash(self.0).fmt(f)
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }
    };
}
pub(crate) use hash_of;

hash_of!(
    /// SHA-256 of the canonical JSON of terms.
    TermsHash
);

/// The id that a session and its thread share: 1 to [`MAX_SESSION_ID`] visible ASCII
/// characters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(Arc<str>);

impl SessionId {
    /// Takes an id; none for what is no id.
    pub fn parse(text: &str) -> Option<Self> {
        let fits = (1..=MAX_SESSION_ID).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
        fits.then(|| Self(text.into()))
    }

    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The number of an offer: 1 for the first, one more for each counter; 0 before any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Round(pub u32);

impl Round {
    /// The round after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Terms: a JSON object that no rule here reads but the mandate, member by member. Two
/// terms are equal where their canonical JSON is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Terms {
    hash: TermsHash,
    canonical: Arc<str>,
}

impl Terms {
    /// Takes a JSON object of at least one member.
    ///
    /// # Errors
    /// [`NotTerms`] for anything else, or more than [`MAX_TERMS_BYTES`].
    pub fn of(value: &Value) -> Result<Self, NotTerms> {
        if value.as_object().is_none_or(<[_]>::is_empty) {
            return Err(NotTerms);
        }
        let canonical = json::canonical(value);
        if canonical.len() > MAX_TERMS_BYTES {
            return Err(NotTerms);
        }
        Ok(Self { hash: TermsHash(sha256(canonical.as_bytes())), canonical: canonical.into() })
    }

    /// Reads JSON text.
    ///
    /// # Errors
    /// [`NotTerms`] for what is not JSON, reads in two ways, or is no object with members.
    pub fn parse(text: &str) -> Result<Self, NotTerms> {
        json::parse_flawless(text.as_bytes()).map_err(|_| NotTerms).and_then(|value| Self::of(&value))
    }

    /// SHA-256 of the canonical text.
    pub const fn hash(&self) -> TermsHash {
        self.hash
    }

    /// The canonical JSON.
    pub fn canonical(&self) -> &str {
        &self.canonical
    }

    /// As a tree.
    pub fn value(&self) -> Value {
        json::parse_flawless(self.canonical.as_bytes()).unwrap_or(Value::Null)
    }
}

impl fmt::Debug for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Terms({})", self.canonical)
    }
}

/// Not a JSON object with members, or too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("terms are a JSON object with members, of at most 64 KiB, that reads in one way")]
pub struct NotTerms;
