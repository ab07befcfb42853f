//! Names under which a request is made once, however often it is sent.

use core::fmt;

/// An idempotency key: 16 to 255 of `A–Z a–z 0–9 _ . : -`.
///
/// A key goes with one text of arguments for good. What is sent again under it is that text; what has
/// changed takes a new one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// Makes one of 16 random bytes, which the caller draws.
    pub fn from_random(bytes: [u8; 16]) -> Self {
        let mut text = String::from("cs-");
        for byte in bytes {
            for digit in [byte >> 4, byte & 15] {
                text.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
            }
        }
        Self(text)
    }

    /// Reads one.
    ///
    /// # Errors
    /// [`NotAKey`] for anything that a seller would refuse.
    pub fn parse(text: &str) -> Result<Self, NotAKey> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b':' | b'-');
        let fits = (16..=255).contains(&text.len()) && text.bytes().all(allowed);
        if fits { Ok(Self(text.to_owned())) } else { Err(NotAKey) }
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for IdempotencyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IdempotencyKey({})", self.0)
    }
}

/// The text is no idempotency key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not 16 to 255 letters, digits or one of _ . : -")]
pub struct NotAKey;

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn keys_are_what_sellers_take() {
        let made = IdempotencyKey::from_random([0xa5; 16]);
        assert_eq!(IdempotencyKey::parse(made.as_str()), Ok(made));
        for text in
            ["", "short", "0123456789abcde", "0123456789abcdef ", "0123456789abcdéf", "0123456789abcdef/"]
        {
            assert_eq!(IdempotencyKey::parse(text), Err(NotAKey), "{text}");
        }
        assert_eq!(IdempotencyKey::parse(&"k".repeat(256)), Err(NotAKey));
        assert!(IdempotencyKey::parse(&"k".repeat(255)).is_ok());
    }
}
