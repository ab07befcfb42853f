//! Words that prove to a server who asks, in the system's keychain.

use keyring_core::Error;
use zeroize::Zeroizing;

use super::KeyTrouble;
use super::entry::{KeyPlace, labelled_as};

/// The place of one server's secret. Like a key's place it holds none itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SecretPlace {
    place: KeyPlace,
    label: &'static str,
}

impl SecretPlace {
    /// Names the place by workspace and account.
    ///
    /// # Errors
    /// [`KeyTrouble::Unnameable`] as for a key.
    pub fn new(workspace: &str, account: &str) -> Result<Self, KeyTrouble> {
        let place = KeyPlace::new(workspace, &format!("mail/{account}"))?;
        Ok(Self { place, label: "Countersign mail secret of" })
    }

    /// Names the place of a media seller's token by workspace and seller.
    ///
    /// # Errors
    /// [`KeyTrouble::Unnameable`] as for a key.
    pub fn of_seller(workspace: &str, seller: &str) -> Result<Self, KeyTrouble> {
        let place = KeyPlace::new(workspace, &format!("adcp/{seller}"))?;
        Ok(Self { place, label: "Countersign seller token of" })
    }

    /// Reads the secret. **Blocks**, while a dialog is open for as long as it is.
    ///
    /// # Errors
    /// As [`KeyPlace::read`].
    pub fn read(&self) -> Result<Zeroizing<String>, KeyTrouble> {
        let entry = self.entry()?;
        let secret = Zeroizing::new(entry.get_secret().map_err(|error| self.place.trouble(error))?);
        let text = std::str::from_utf8(&secret);
        let text = text.map_err(|_| KeyTrouble::Failed { detail: "it keeps no text there".to_owned() })?;
        Ok(Zeroizing::new(text.to_owned()))
    }

    /// Stores the secret, in the place of one that was there. **Blocks** likewise.
    ///
    /// # Errors
    /// As [`KeyPlace::read`].
    pub fn write(&self, secret: &str) -> Result<(), KeyTrouble> {
        self.entry()?.set_secret(secret.as_bytes()).map_err(|error| self.place.trouble(error))
    }

    /// Removes the secret; that there is none is no trouble. **Blocks** likewise.
    ///
    /// # Errors
    /// As [`KeyPlace::read`].
    pub fn forget(&self) -> Result<(), KeyTrouble> {
        match self.entry()?.delete_credential() {
            Ok(()) | Err(Error::NoEntry) => Ok(()),
            Err(error) => Err(self.place.trouble(error)),
        }
    }

    fn entry(&self) -> Result<keyring_core::Entry, KeyTrouble> {
        labelled_as(&self.place, self.label)
    }
}
