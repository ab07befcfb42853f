//! The digest that stands for a proposal's terms.

use core::fmt;

use anp::digest::sha256;
use anp::json::{Value, canonical};

/// SHA-256 of the canonical JSON (RFC 8785) of `commercial_terms`, written `sha256:` and 43
/// characters of base64url.
///
/// It is made from the value as it was read from the wire. Terms that went through types of ours would
/// lose what those do not know, and with it what the seller has bound itself to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermsDigest([u8; 32]);

const PREFIX: &str = "sha256:";

impl TermsDigest {
    /// The digest of these terms.
    pub fn of(terms: &Value) -> Self {
        Self(sha256(canonical(terms).as_bytes()))
    }

    /// Reads what a seller claims.
    ///
    /// # Errors
    /// [`NotADigest`] for anything but the one text of 32 bytes.
    pub fn parse(text: &str) -> Result<Self, NotADigest> {
        let digits = text.strip_prefix(PREFIX).ok_or(NotADigest)?;
        anp::base64url::decode(digits).map(Self).map_err(|_| NotADigest)
    }
}

/// The text is not `sha256:` and the base64url of 32 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not `sha256:` and 43 characters of base64url")]
pub struct NotADigest;

impl fmt::Display for TermsDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", anp::base64url::encode(&self.0))
    }
}

impl fmt::Debug for TermsDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TermsDigest({self})")
    }
}
