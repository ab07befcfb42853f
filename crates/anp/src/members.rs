//! People's keys: attested by the platform key, each with a time of validity.

use crate::OWN_DOMAIN;
use crate::digest::Fingerprint;
use crate::keys::{PublicKey, SecretKey, Signature, SignatureFault};
use crate::time::Moment;

/// What an attestation covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    /// The person's key.
    pub fingerprint: Fingerprint,
    /// From when on it signs for the organisation, as written.
    pub valid_from: String,
    /// Until when, as written; none while it does.
    pub valid_to: Option<String>,
}

impl Membership {
    fn statement(&self) -> String {
        let to = self.valid_to.as_deref().unwrap_or("-");
        format!("{OWN_DOMAIN}\nmember-key\n{}\n{}\n{to}", self.fingerprint, self.valid_from)
    }

    /// Signs it with the platform key.
    pub fn attest(&self, platform: &SecretKey) -> Signature {
        platform.sign(self.statement().as_bytes())
    }

    /// Checks the platform key's signature.
    ///
    /// # Errors
    /// [`SignatureFault`] where it does not hold.
    pub fn check(&self, platform: &PublicKey, attestation: &Signature) -> Result<(), SignatureFault> {
        platform.verify(self.statement().as_bytes(), attestation)
    }

    /// Whether the key signs for the organisation at this moment. Text that is no time
    /// opens no window.
    pub fn covers(&self, at: Moment) -> bool {
        self.window().is_some_and(|window| window.covers(at))
    }

    /// The time in which the key signs for the organisation; none where a text is no time.
    pub fn window(&self) -> Option<Window> {
        let to = self.valid_to.as_deref().map(Moment::parse).transpose().ok()?;
        Some(Window { from: Moment::parse(&self.valid_from).ok()?, to })
    }
}

/// A time of validity: from a moment, and until before another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    from: Moment,
    to: Option<Moment>,
}

impl Window {
    /// Whether the moment lies within.
    pub fn covers(self, at: Moment) -> bool {
        self.from <= at && self.to.is_none_or(|to| at < to)
    }
}
