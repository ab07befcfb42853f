//! What rests sealed: ciphertext in the database, under a key that comes from the person's own.
//!
//! XChaCha20-Poly1305 of `chacha20poly1305`, which `age` brings along already. Its nonces are long enough
//! to be drawn at random; they are given by the caller, as all randomness is.

use anp::digest::sha256;
use anp::keys::SecretKey;
use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};
use zeroize::Zeroizing;

/// Bytes of a nonce.
pub const NONCE: usize = 24;

/// The key under which a person's secrets rest at this desk.
///
/// It is derived from the seed that the keychain (or the key file) holds, by SHA-256 under a name of its
/// own: the seed is 32 random bytes, so the hash is as good a key, and neither tells the other. Whoever
/// copies the database without the keychain has nothing.
pub struct RestKey(Zeroizing<[u8; 32]>);

impl core::fmt::Debug for RestKey {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("RestKey")
    }
}

/// The bytes do not open: they were sealed with another key or for another place, or were changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("what rests sealed does not open with this person's key")]
pub struct NotOpened;

impl RestKey {
    /// The rest key that goes with a person's key.
    pub fn of(key: &SecretKey) -> Self {
        let seed = key.expose_seed();
        let mut text = Zeroizing::new(b"COUNTERSIGN/1\nat-rest\n".to_vec());
        // Room for all of it at once, so that no copy of the seed is left behind by growing.
        text.reserve_exact(seed.len());
        text.extend_from_slice(seed.as_slice());
        Self(Zeroizing::new(sha256(&text)))
    }

    /// Seals bytes for a place (`mandate\n<deal>\n<version>`); elsewhere they do not open.
    ///
    /// # Errors
    /// [`NotOpened`] for more bytes than the cipher takes (256 GiB).
    pub fn seal(&self, place: &str, nonce: &[u8; NONCE], bytes: &[u8]) -> Result<Vec<u8>, NotOpened> {
        let payload = Payload { msg: bytes, aad: place.as_bytes() };
        let sealed = self.cipher().encrypt(XNonce::from_slice(nonce), payload).map_err(|_| NotOpened)?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// Opens what was sealed for this place.
    ///
    /// # Errors
    /// [`NotOpened`] where it was not, or not with this key.
    pub fn open(&self, place: &str, sealed: &[u8]) -> Result<Zeroizing<Vec<u8>>, NotOpened> {
        let (nonce, bytes) = sealed.split_at_checked(NONCE).ok_or(NotOpened)?;
        let payload = Payload { msg: bytes, aad: place.as_bytes() };
        self.cipher().decrypt(XNonce::from_slice(nonce), payload).map(Zeroizing::new).map_err(|_| NotOpened)
    }

    /// A commitment to bytes under a name (`stopped\n<deal>`) that whoever has the key makes again and nobody
    /// else can try guesses against: bytes that hold a figure are guessed easily.
    pub fn commitment(&self, name: &str, bytes: &[u8]) -> [u8; 32] {
        let parts = [sha256(name.as_bytes()), sha256(bytes)];
        let mut text = Zeroizing::new(b"COUNTERSIGN/1\ncommitment\n".to_vec());
        text.reserve_exact(96);
        text.extend_from_slice(self.0.as_slice());
        text.extend(parts.iter().flatten());
        sha256(&text)
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(self.0.as_slice().into())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn key(seed: u8) -> RestKey {
        RestKey::of(&SecretKey::from_seed(&[seed; 32]))
    }

    #[test]
    fn a_commitment_is_to_these_bytes_under_this_name_by_this_key() {
        let made = key(1).commitment("a", b"568000");
        assert_eq!(made, key(1).commitment("a", b"568000"));
        let guessed = sha256(b"568000");
        let others = [key(2).commitment("a", b"568000"), key(1).commitment("b", b"568000")];
        for other in [others[0], others[1], key(1).commitment("a", b"568001"), guessed] {
            assert_ne!(made, other);
        }
    }

    #[test]
    fn what_was_sealed_opens_in_its_place_with_its_key_alone() {
        let sealed = key(1).seal("mandate\nd\n1", &[7; NONCE], b"568000").unwrap();
        assert!(!sealed.windows(6).any(|window| window == b"568000"));
        assert_eq!(key(1).open("mandate\nd\n1", &sealed).unwrap().as_slice(), b"568000");
        assert_eq!(key(2).open("mandate\nd\n1", &sealed), Err(NotOpened));
        // One version cannot be passed off as another.
        assert_eq!(key(1).open("mandate\nd\n2", &sealed), Err(NotOpened));
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            *changed.get_mut(at).unwrap() ^= 1;
            assert_eq!(key(1).open("mandate\nd\n1", &changed), Err(NotOpened));
        }
        assert_eq!(key(1).open("x", &[]), Err(NotOpened));
    }
}
