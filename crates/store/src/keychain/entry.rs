//! One key in the system's keychain.

use std::sync::{Arc, Mutex, PoisonError};

use anp::keys::SecretKey;
use keyring_core::{CredentialStore, Entry, Error};
use zeroize::Zeroizing;

use super::{KeyTrouble, SEED, key_of};

/// The name under which the keychain files what is ours.
const SERVICE: &str = "app.countersign.desktop";

/// Bytes of a workspace's or person's name.
const LONGEST_NAME: usize = 200;

/// The keychain has no "store unless there": looking and storing are two calls, so
/// that within this process one at a time does both.
static CREATING: Mutex<()> = Mutex::new(());

/// The place of one person's key in one workspace. It holds no secret and no
/// connection: each call opens the keychain anew, so that a keychain which was
/// absent or locked is found as soon as it is there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KeyPlace {
    user: String,
}

impl KeyPlace {
    /// Names the place. The person is named by a fingerprint or a label.
    ///
    /// # Errors
    /// [`KeyTrouble::Unnameable`] for an empty part, one of more than 200 bytes or
    /// with control characters, and for a workspace with a `/`.
    pub fn new(workspace: &str, person: &str) -> Result<Self, KeyTrouble> {
        let unfit =
            |part: &str| part.is_empty() || part.len() > LONGEST_NAME || part.chars().any(char::is_control);
        if unfit(workspace) || workspace.contains('/') {
            return Err(KeyTrouble::Unnameable { part: workspace.to_owned() });
        }
        if unfit(person) {
            return Err(KeyTrouble::Unnameable { part: person.to_owned() });
        }
        Ok(Self { user: format!("{workspace}/{person}") })
    }

    /// `<workspace>/<person>`.
    pub fn as_str(&self) -> &str {
        &self.user
    }

    /// Reads the key. **Blocks**, while a dialog is open for as long as it is.
    ///
    /// # Errors
    /// [`KeyTrouble::Absent`], [`KeyTrouble::Locked`] and [`KeyTrouble::Missing`] as
    /// they say; [`KeyTrouble::Several`], [`KeyTrouble::NotASeed`] and
    /// [`KeyTrouble::Failed`] for an entry or a keychain that is not as it should be.
    pub fn read(&self) -> Result<SecretKey, KeyTrouble> {
        self.key_in(&self.entry()?)
    }

    /// Stores a seed where none is. **Blocks**, while a dialog is open for as long as
    /// it is. What was stored is read back before it counts.
    ///
    /// Two processes that create the same key at the same time are not kept apart.
    ///
    /// # Errors
    /// [`KeyTrouble::AlreadyThere`] when there is an entry, which is then left as it
    /// is; otherwise as [`KeyPlace::read`].
    pub fn create(&self, seed: &Zeroizing<[u8; SEED]>) -> Result<SecretKey, KeyTrouble> {
        let _alone = CREATING.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = self.entry()?;
        match entry.get_credential() {
            Ok(_) => return Err(KeyTrouble::AlreadyThere { place: self.user.clone() }),
            Err(Error::NoEntry) => {}
            Err(error) => return Err(self.trouble(error)),
        }
        entry.set_secret(seed.as_slice()).map_err(|error| self.trouble(error))?;
        let kept = self.key_in(&entry)?;
        if kept.fingerprint() != SecretKey::from_seed(seed).fingerprint() {
            let detail = "it keeps another key than it was given".to_owned();
            return Err(KeyTrouble::Failed { detail });
        }
        Ok(kept)
    }

    fn entry(&self) -> Result<Entry, KeyTrouble> {
        labelled(&keychain()?, &self.user, "Countersign key of").map_err(|error| self.trouble(error))
    }

    fn key_in(&self, entry: &Entry) -> Result<SecretKey, KeyTrouble> {
        let seed = Zeroizing::new(entry.get_secret().map_err(|error| self.trouble(error))?);
        key_of(&seed)
    }

    /// What a call on an opened keychain failed with. The secret that some errors
    /// carry is wiped and never shown.
    pub(super) fn trouble(&self, error: Error) -> KeyTrouble {
        match error {
            Error::NoEntry => KeyTrouble::Missing { place: self.user.clone() },
            Error::NoStorageAccess(cause) => KeyTrouble::Locked { detail: cause.to_string() },
            Error::Ambiguous(entries) => {
                KeyTrouble::Several { place: self.user.clone(), entries: entries.len() }
            }
            Error::BadEncoding(bytes) | Error::BadDataFormat(bytes, _) => {
                KeyTrouble::NotASeed { bytes: Zeroizing::new(bytes).len() }
            }
            other => KeyTrouble::Failed { detail: other.to_string() },
        }
    }
}

/// An entry of this place, labelled by what it holds.
pub(super) fn labelled_as(place: &KeyPlace, what: &str) -> Result<Entry, KeyTrouble> {
    labelled(&keychain()?, place.as_str(), what).map_err(|error| place.trouble(error))
}

/// Whoever looks into the keychain with another program sees whose entry this is.
#[cfg(target_os = "linux")]
fn labelled(keychain: &Arc<CredentialStore>, user: &str, what: &str) -> keyring_core::Result<Entry> {
    let label = format!("{what} {user}");
    let modifiers = std::collections::HashMap::from([("label", label.as_str())]);
    Entry::new_in_store_with_modifiers(keychain, SERVICE, user, &modifiers)
}

#[cfg(not(target_os = "linux"))]
fn labelled(keychain: &Arc<CredentialStore>, user: &str, _: &str) -> keyring_core::Result<Entry> {
    Entry::new_in_store(keychain, SERVICE, user)
}

#[cfg(target_os = "linux")]
fn keychain() -> Result<Arc<CredentialStore>, KeyTrouble> {
    match zbus_secret_service_keyring_store::Store::new() {
        Ok(keychain) => Ok(keychain),
        Err(error) => Err(KeyTrouble::Absent { detail: error.to_string() }),
    }
}

#[cfg(not(target_os = "linux"))]
fn keychain() -> Result<Arc<CredentialStore>, KeyTrouble> {
    let absent = |detail: String| KeyTrouble::Absent { detail };
    keyring::Entry::store_status().as_ref().map_err(|error| absent(error.to_string()))?;
    keyring_core::get_default_store().ok_or_else(|| absent(Error::NoDefaultStore.to_string()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_place_is_named_by_workspace_and_person() {
        assert_eq!(KeyPlace::new("fabrikam", "deal/owner").unwrap().as_str(), "fabrikam/deal/owner");
        let long = "a".repeat(LONGEST_NAME + 1);
        for (workspace, person, refused) in [
            ("", "owner", ""),
            ("fabrikam", "", ""),
            ("fab/rikam", "owner", "fab/rikam"),
            ("fabrikam", "own\ner", "own\ner"),
            ("fabrikam", long.as_str(), long.as_str()),
        ] {
            let part = refused.to_owned();
            assert_eq!(KeyPlace::new(workspace, person).unwrap_err(), KeyTrouble::Unnameable { part });
        }
    }

    #[test]
    fn a_secret_inside_an_error_is_not_shown() {
        let place = KeyPlace::new("fabrikam", "owner").unwrap();
        let trouble = place.trouble(Error::BadEncoding(b"not to be seen".to_vec()));
        assert_eq!(trouble, KeyTrouble::NotASeed { bytes: 14 });
        assert!(!trouble.to_string().contains("seen"));
    }
}
