//! SHA-256 digests, each kind a type of its own so that none is taken for another.

use core::fmt;

use sha2::{Digest as _, Sha256};

/// SHA-256 of the bytes.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Reads 64 lower-case hex digits.
///
/// # Errors
/// [`NotADigest`] for anything else, upper case included.
pub fn parse_hex(text: &str) -> Result<[u8; 32], NotADigest> {
    let mut room = [0_u8; 32];
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Err(NotADigest);
    }
    hex::decode_to_slice(text, &mut room).map_err(|_| NotADigest)?;
    Ok(room)
}

/// The text is not 64 lower-case hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not 64 lower-case hex digits")]
pub struct NotADigest;

macro_rules! digest {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub [u8; 32]);

        impl $name {
            /// Reads 64 lower-case hex digits.
            ///
            /// # Errors
            /// [`NotADigest`] for anything else.
            pub fn parse(text: &str) -> Result<Self, NotADigest> {
                parse_hex(text).map(Self)
            }

            /// The 32 bytes.
            pub const fn bytes(&self) -> &[u8; 32] {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }
    };
}

digest!(
    /// SHA-256 of a public key's 32 raw bytes: what people are shown of a key.
    Fingerprint
);
digest!(
    /// SHA-256 of a payload's canonical JSON.
    PayloadHash
);
digest!(
    /// SHA-256 of an event's place, author, kind, payload hash, predecessor and time.
    EventHash
);
digest!(
    /// SHA-256 of a request's raw body bytes.
    BodyHash
);

impl EventHash {
    /// What stands as `prev_hash` of the first event.
    pub const ZERO: Self = Self([0; 32]);
}

impl PayloadHash {
    /// Hash of text that is canonical already.
    pub fn of_canonical(canonical: &str) -> Self {
        Self(sha256(canonical.as_bytes()))
    }
}

impl BodyHash {
    /// Hash of a request's body; a request without a body hashes the empty string.
    pub fn of(body: &[u8]) -> Self {
        Self(sha256(body))
    }
}
