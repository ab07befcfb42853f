//! The exporter's signature over the list of files: it binds what stands on no chain,
//! mails and the report among it.

use anp::OWN_DOMAIN;
use anp::digest::{EventHash, Fingerprint};
use anp::json::{self, Value};
use anp::keys::{PublicKey, SecretKey, Signature};
use anp::time::Moment;

use crate::fields::{Fields, Misread};
use crate::signers::Vouched;

/// Who sealed a bundle, where the signature holds and the key may seal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// The exporter's name, as the bundle has it.
    pub by: String,
    /// The key.
    pub key: Fingerprint,
    /// When, RFC 3339, as the exporter says.
    pub at: String,
    /// How the key is known.
    pub vouched: Vouched,
}

impl Sealed {
    /// For scripts: `by`, `fingerprint`, `at`, and `vouched_by` (`pin`, `pinned_platform`,
    /// `platform`, `unpinned_platform`, `pinned_founder`, `unpinned_founder` or `nobody`).
    pub fn to_value(&self) -> Value {
        let vouched = match self.vouched {
            Vouched::Pinned => "pin",
            Vouched::Platform => "platform",
            Vouched::Attested { pinned: true } => "pinned_platform",
            Vouched::Attested { pinned: false } => "unpinned_platform",
            Vouched::Member { pinned: true } => "pinned_founder",
            Vouched::Member { pinned: false } => "unpinned_founder",
            Vouched::Nobody => "nobody",
        };
        Value::object([
            ("by", Value::from(self.by.as_str())),
            ("fingerprint", Value::from(self.key.to_string())),
            ("at", Value::from(self.at.as_str())),
            ("vouched_by", Value::from(vouched)),
        ])
    }
}

/// A signature over a bundle's manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seal {
    at: String,
    key: PublicKey,
    signature: Signature,
}

impl Seal {
    /// Signs the manifest whose hash this is. The caller brings the time.
    pub fn sign(manifest: &[u8; 32], at: Moment, key: &SecretKey) -> Self {
        let at = at.to_text();
        let signature = key.sign(statement(manifest, &at).as_bytes());
        Self { at, key: key.public(), signature }
    }

    pub(crate) fn holds(&self, manifest: &[u8; 32]) -> bool {
        self.key.verify(statement(manifest, &self.at).as_bytes(), &self.signature).is_ok()
    }

    pub(crate) const fn key(&self) -> &PublicKey {
        &self.key
    }

    pub(crate) fn at(&self) -> &str {
        &self.at
    }

    pub(crate) fn to_text(&self) -> String {
        json::canonical(&Value::object([
            ("at", Value::from(self.at.as_str())),
            ("public_key", Value::from(self.key.to_string())),
            ("signature", Value::from(self.signature.to_string())),
        ]))
    }

    pub(crate) fn read(fields: &Fields<'_>) -> Result<Self, Misread> {
        Ok(Self {
            at: fields.text("at")?.to_owned(),
            key: fields.parsed("public_key", "a public key", PublicKey::parse)?,
            signature: fields.parsed("signature", "a signature", Signature::parse)?,
        })
    }
}

fn statement(manifest: &[u8; 32], at: &str) -> String {
    format!("{OWN_DOMAIN}\nbundle\n{}\n{at}", EventHash(*manifest))
}
