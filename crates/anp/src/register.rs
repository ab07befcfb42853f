//! Registration: proof that the registrant holds the secret key.

use crate::PROTOCOL;
use crate::keys::{KeyFault, PublicKey, SecretKey, Signature, SignatureFault};

/// The text that proves possession of a key.
pub fn statement(public_key: &PublicKey) -> String {
    format!("{PROTOCOL}\nregister\n{public_key}")
}

/// Signs the proof.
pub fn prove(key: &SecretKey) -> Signature {
    key.sign(statement(&key.public()).as_bytes())
}

/// A key whose holder has shown possession. The proof is constant: whoever has seen
/// it can send it again, so it says nothing about who sent it now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProvenKey(PublicKey);

impl ProvenKey {
    /// Checks key text and proof text as they came.
    ///
    /// # Errors
    /// [`RegistrationFault`] naming the field.
    pub fn check(public_key: &str, proof: &str) -> Result<Self, RegistrationFault> {
        let key = PublicKey::parse(public_key)?;
        if key.is_weak() {
            return Err(RegistrationFault::WeakKey);
        }
        let proof = Signature::parse(proof).map_err(|_| RegistrationFault::ProofText)?;
        key.verify(statement(&key).as_bytes(), &proof)?;
        Ok(Self(key))
    }

    /// The key.
    pub const fn key(&self) -> &PublicKey {
        &self.0
    }
}

/// Why a registration is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RegistrationFault {
    /// `public_key` is no key.
    #[error("public_key: {0}")]
    Key(#[from] KeyFault),
    /// `public_key` is of small order.
    #[error("public_key: the key is degenerate; make another")]
    WeakKey,
    /// `proof` is no signature text.
    #[error("proof: a signature is 64 bytes in base64url without padding")]
    ProofText,
    /// `proof` does not fit.
    #[error("proof: {0}")]
    Proof(#[from] SignatureFault),
}
