//! SHA-256 digests, each kind a type of its own so that none is taken for another.

use core::fmt;

use sha2::{Digest as _, Sha256};

/// SHA-256 of the bytes.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// 32 bytes as 64 lower-case hex digits.
pub(crate) fn hex_digits(bytes: &[u8; 32]) -> [u8; 64] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |half: u8| DIGITS.get(usize::from(half)).copied().unwrap_or_default();
    let mut digits = [0; 64];
    for (pair, byte) in digits.as_chunks_mut::<2>().0.iter_mut().zip(bytes) {
        *pair = [digit(byte >> 4), digit(byte & 15)];
    }
    digits
}

/// What a lower-case hex digit stands for; more than 15 for anything else.
const fn half(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        b'a'..=b'f' => digit - b'a' + 10,
        _ => 16,
    }
}

/// Reads 64 lower-case hex digits.
///
/// # Errors
/// [`NotADigest`] for anything else, upper case included.
pub fn parse_hex(text: &str) -> Result<[u8; 32], NotADigest> {
    let digits: &[u8; 64] = text.as_bytes().try_into().map_err(|_| NotADigest)?;
    let (mut room, mut worst) = ([0_u8; 32], 0);
    for (byte, [high, low]) in room.iter_mut().zip(digits.as_chunks::<2>().0) {
        let (high, low) = (half(*high), half(*low));
        worst |= high | low;
        *byte = high << 4 | low & 15;
    }
    if worst > 15 { Err(NotADigest) } else { Ok(room) }
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
                f.write_str(core::str::from_utf8(&hex_digits(&self.0)).unwrap_or_default())
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_bytes() {
        let bytes: [u8; 32] = core::array::from_fn(|place| u8::try_from(place * 8 + place / 4).unwrap());
        let text = PayloadHash(bytes).to_string();
        assert_eq!(text, hex::encode(bytes));
        assert_eq!(parse_hex(&text), Ok(bytes));
        for place in 0..64 {
            for other in ["A", "F", "g", "G", "/", ":", "`", "@", " ", "\u{e9}", "", "00"] {
                let mut altered = text.clone();
                altered.replace_range(place..=place, other);
                assert_eq!(parse_hex(&altered), Err(NotADigest), "{altered}");
            }
        }
    }
}
