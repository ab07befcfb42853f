//! What travels sealed: ciphertext for people of a deal, in the age format, by X25519.
//!
//! A person's secret half follows from the seed that the keychain (or the key file) holds,
//! as the key at rest does, under a name of its own: there is nothing more to keep, and who
//! has one of the two public halves cannot tell whose the other is. `age` draws the file
//! key from the system and takes no other source.

use std::io::{Read as _, Write as _};
use std::str::FromStr as _;

use age::x25519;
use age::{Decryptor, Encryptor};
use anp::digest::sha256;
use anp::keys::SecretKey;
use bech32::{Bech32, Hrp};
use zeroize::Zeroizing;

use crate::sealed::NotOpened;

/// Most bytes that are opened.
const LARGEST: u64 = 256 * 1024;

/// To whom something can be sealed, as text (`age1…`).
#[derive(Debug, Clone)]
pub struct Recipient(x25519::Recipient);

impl Recipient {
    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Self> {
        x25519::Recipient::from_str(text).ok().map(Self)
    }
}

impl core::fmt::Display for Recipient {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The secret half that goes with a person's key.
pub struct Opener(x25519::Identity);

impl core::fmt::Debug for Opener {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Opener")
    }
}

impl Opener {
    /// Of a person's key.
    pub fn of(key: &SecretKey) -> Option<Self> {
        let seed = key.expose_seed();
        let mut text = Zeroizing::new(b"COUNTERSIGN/1\nrecipient\n".to_vec());
        // Room for all of it at once, so that no copy of the seed is left behind by growing.
        text.reserve_exact(seed.len());
        text.extend_from_slice(seed.as_slice());
        let secret = Zeroizing::new(sha256(&text));
        let prefix = Hrp::parse("age-secret-key-").ok()?;
        let coded = Zeroizing::new(bech32::encode_upper::<Bech32>(prefix, secret.as_slice()).ok()?);
        x25519::Identity::from_str(&coded).ok().map(Self)
    }

    /// The public half.
    pub fn recipient(&self) -> Recipient {
        Recipient(self.0.to_public())
    }

    /// Opens what was sealed to this person among others.
    ///
    /// # Errors
    /// [`NotOpened`] where it was not, or was changed.
    pub fn open(&self, sealed: &[u8]) -> Result<Zeroizing<Vec<u8>>, NotOpened> {
        let opened = Decryptor::new(sealed).map_err(|_| NotOpened)?;
        let reader =
            opened.decrypt(core::iter::once(&self.0 as &dyn age::Identity)).map_err(|_| NotOpened)?;
        let mut bytes = Zeroizing::new(Vec::with_capacity(sealed.len()));
        reader.take(LARGEST).read_to_end(&mut bytes).map_err(|_| NotOpened)?;
        Ok(bytes)
    }
}

/// Seals bytes to these people.
///
/// # Errors
/// [`NotOpened`] where there is nobody to seal to.
pub fn seal_to(recipients: &[Recipient], bytes: &[u8]) -> Result<Vec<u8>, NotOpened> {
    let people = recipients.iter().map(|recipient| &recipient.0 as &dyn age::Recipient);
    let encryptor = Encryptor::with_recipients(people).map_err(|_| NotOpened)?;
    let mut sealed = Vec::new();
    let mut writer = encryptor.wrap_output(&mut sealed).map_err(|_| NotOpened)?;
    writer.write_all(bytes).map_err(|_| NotOpened)?;
    writer.finish().map_err(|_| NotOpened)?;
    Ok(sealed)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn opener(seed: u8) -> Opener {
        Opener::of(&SecretKey::from_seed(&[seed; 32])).unwrap()
    }

    #[test]
    fn what_is_sealed_to_two_people_opens_for_both_and_for_nobody_else() {
        let to = [opener(1).recipient(), opener(2).recipient()];
        let sealed = seal_to(&to, b"568000").unwrap();
        assert!(!sealed.windows(6).any(|window| window == b"568000"));
        for seed in [1, 2] {
            assert_eq!(opener(seed).open(&sealed).unwrap().as_slice(), b"568000");
        }
        assert_eq!(opener(3).open(&sealed), Err(NotOpened));
        let mut changed = sealed.clone();
        *changed.last_mut().unwrap() ^= 1;
        assert_eq!(opener(1).open(&changed), Err(NotOpened));
        assert_eq!(seal_to(&[], b"x"), Err(NotOpened));
    }

    #[test]
    fn a_recipient_survives_its_text() {
        let text = opener(1).recipient().to_string();
        assert_eq!(Recipient::parse(&text).unwrap().to_string(), text);
        assert!(text.starts_with("age1") && Recipient::parse("age1x").is_none());
    }
}
