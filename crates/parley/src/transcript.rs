//! The transcript: the chain of what led to an agreement, by the same rule as every
//! other chain here.

use anp::OWN_DOMAIN;
use anp::digest::sha256;

use crate::envelope::{Body, Substance};
use crate::terms::hash_of;

hash_of!(
    /// The hash of a transcript's last entry.
    Link
);

impl Link {
    /// What the first entry stands on.
    pub const ZERO: Self = Self([0; 32]);
}

/// The link of an entry behind `prev`. `seq` counts from 1; `author` is `opener` or
/// `answerer`. In the place of the time stands the offer's expiry, since each side has
/// its own clock and the hash must be the same on both.
pub(crate) fn link(prev: Link, seq: u32, author: &str, entry: &Substance) -> Link {
    let kind = entry.body().kind().name();
    let at = match entry.body() {
        Body::Offer { expires_at, .. } => expires_at.text(),
        _ => "-",
    };
    let payload = Link(*entry.digest());
    let session = entry.session();
    let preimage =
        format!("{OWN_DOMAIN}\nparley/{session}\n{seq}\n{author}\n{kind}\n{payload}\n{prev}\n{at}");
    Link(sha256(preimage.as_bytes()))
}
