//! Ed25519 identities. Signatures are judged in the one way on which independent
//! implementations agree: strictly, one at a time, canonical encodings alone.

mod table;

use core::fmt;

use ed25519_dalek::{Signer as _, SigningKey as DalekKey, VerifyingKey};
use zeroize::Zeroizing;

use crate::base64url::{self, NotBase64Url};
use crate::digest::{Fingerprint, sha256};

pub use table::{Checks, Table};

/// A public key whose 32 bytes are the canonical encoding of a curve point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

impl PublicKey {
    /// Takes 32 raw bytes.
    ///
    /// # Errors
    /// [`KeyFault::NotAPoint`] where they are no point's canonical encoding.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, KeyFault> {
        let key = VerifyingKey::from_bytes(bytes).map_err(|_| KeyFault::NotAPoint)?;
        // Decompression takes a non-canonical y; compressing again gives it away.
        if key.to_edwards().compress().to_bytes() != *bytes {
            return Err(KeyFault::NotAPoint);
        }
        Ok(Self(key))
    }

    /// Reads base64url without padding.
    ///
    /// # Errors
    /// [`KeyFault`] for another text form, or bytes that are no point.
    pub fn parse(text: &str) -> Result<Self, KeyFault> {
        Self::from_bytes(&base64url::decode::<32>(text)?)
    }

    /// Whether the key is of small order, so that one signature fits many messages.
    /// Such keys are refused at registration.
    pub fn is_weak(&self) -> bool {
        self.0.is_weak()
    }

    /// SHA-256 of the raw bytes.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint(sha256(self.0.as_bytes()))
    }

    /// The 32 raw bytes.
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// Checks a signature strictly.
    ///
    /// # Errors
    /// [`SignatureFault::Degenerate`] where a lenient verifier would accept what a
    /// strict one refuses, so that checkers disagree; [`SignatureFault::Wrong`] where
    /// every verifier refuses.
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), SignatureFault> {
        let signature = ed25519_dalek::Signature::from_bytes(&signature.0);
        if self.0.verify_strict(message, &signature).is_ok() {
            return Ok(());
        }
        let lenient = ed25519_dalek::Verifier::verify(&self.0, message, &signature);
        Err(if lenient.is_ok() { SignatureFault::Degenerate } else { SignatureFault::Wrong })
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&base64url::encode(self.0.as_bytes()))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({self})")
    }
}

/// Why a text or bytes are no public key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeyFault {
    /// Not the text form.
    #[error("a public key is 32 bytes in base64url without padding")]
    Text(#[from] NotBase64Url),
    /// Not a point.
    #[error("the bytes are no canonical Ed25519 public key")]
    NotAPoint,
}

/// Why a signature was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SignatureFault {
    /// The equation does not hold.
    #[error("the signature does not fit the key and the signed text")]
    Wrong,
    /// Small-order parts: some verifiers accept it, others refuse.
    #[error("degenerate signature: checkers disagree about it")]
    Degenerate,
}

/// The 64 bytes of a signature.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Signature(pub [u8; 64]);

impl Signature {
    /// Reads base64url without padding.
    ///
    /// # Errors
    /// [`NotBase64Url`] for another text form or length.
    pub fn parse(text: &str) -> Result<Self, NotBase64Url> {
        base64url::decode::<64>(text).map(Self)
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&base64url::encode(&self.0))
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({self})")
    }
}

/// A secret key. It is wiped from memory when dropped and never printed.
pub struct SecretKey(DalekKey);

impl SecretKey {
    /// The key of a 32-byte seed; the caller brings the randomness.
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        Self(DalekKey::from_bytes(seed))
    }

    /// The seed, for the one place that stores it.
    pub fn expose_seed(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.0.to_bytes())
    }

    /// Its public half.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    /// Fingerprint of its public half.
    pub fn fingerprint(&self) -> Fingerprint {
        self.public().fingerprint()
    }

    /// Signs the message.
    pub fn sign(&self, message: &[u8]) -> Signature {
        Signature(self.0.sign(message).to_bytes())
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretKey(of {})", self.fingerprint())
    }
}
