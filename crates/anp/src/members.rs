//! People's keys: attested by the platform key, each with a time of validity.

use crate::OWN_DOMAIN;
use crate::digest::Fingerprint;
use crate::json::Value;
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
    /// As a log's entry for a key states it. An end that is no text is none that could be
    /// kept, and not an open one.
    pub fn of_entry(fingerprint: Fingerprint, entry: &Value) -> Self {
        let text = |name: &str| entry.get(name).and_then(Value::as_text).unwrap_or_default().to_owned();
        let ends = entry.get("valid_to").is_some_and(|to| *to != Value::Null);
        Self { fingerprint, valid_from: text("valid_from"), valid_to: ends.then(|| text("valid_to")) }
    }

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

/// Whether a log's entry for a key lets it sign messages alone: an agent's. Roles that
/// cannot be read open nothing more; an entry without any is a person's.
pub fn messages_alone(entry: &Value) -> bool {
    let Some(roles) = entry.get("roles") else { return false };
    let Some(roles) = roles.as_array().filter(|roles| !roles.is_empty()) else { return true };
    roles.iter().any(|role| role.as_text().is_none_or(|role| role.trim().eq_ignore_ascii_case("agent")))
}
