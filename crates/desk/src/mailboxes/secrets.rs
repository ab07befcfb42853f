//! What proves to a server who asks. It rests in the keychain and nowhere else.

use store::keychain::SecretPlace;
use store::tables::settings;
use zeroize::Zeroizing;

use crate::keys::{blocking, told};
use crate::state::{Desk, locked};
use crate::view::Problem;

impl Desk {
    pub(crate) fn secret_place(&self, account: &str) -> Result<SecretPlace, Problem> {
        let workspace = self.read(|db| Ok(settings::get(db, "workspace")?))?.unwrap_or_default();
        SecretPlace::new(&workspace, account).map_err(|trouble| told(&trouble))
    }

    /// An account's secret, asked of the keychain once.
    pub(super) async fn kept_secret(&self, account: &str) -> Result<Zeroizing<String>, Problem> {
        if let Some(known) = locked(&self.0.mailboxes.secrets).get(account) {
            return Ok(known.clone());
        }
        let place = self.secret_place(account)?;
        let secret = blocking(move || place.read()).await?.map_err(|trouble| told(&trouble))?;
        locked(&self.0.mailboxes.secrets).insert(account.to_owned(), secret.clone());
        Ok(secret)
    }

    /// Puts an account's secret into the keychain, in the place of an earlier one. What the
    /// keychain did not take is not held here either: it would be lost with the program.
    pub(super) async fn keep_mail_secret(
        &self,
        account: &str,
        secret: &Zeroizing<String>,
    ) -> Result<(), Problem> {
        if !locked(&self.0.mailboxes.without_keychain).contains(account) {
            let (place, kept) = (self.secret_place(account)?, secret.clone());
            blocking(move || place.write(&kept)).await?.map_err(|trouble| told(&trouble))?;
        }
        locked(&self.0.mailboxes.secrets).insert(account.to_owned(), secret.clone());
        Ok(())
    }

    /// Removes an account's secret.
    pub(super) async fn forget_mail_secret(&self, account: &str) -> Result<(), Problem> {
        locked(&self.0.mailboxes.secrets).remove(account);
        locked(&self.0.mailboxes.access).remove(account);
        if locked(&self.0.mailboxes.without_keychain).remove(account) {
            return Ok(());
        }
        let place = self.secret_place(account)?;
        blocking(move || place.forget()).await?.map_err(|trouble| told(&trouble))
    }

    /// Adds an account whose secret the caller holds, for tests: no keychain.
    ///
    /// # Errors
    /// As [`Desk::add_mail`].
    #[cfg(feature = "fault-injection")]
    pub async fn hold_mail(&self, form: crate::view::MailForm) -> Result<crate::view::MailView, Problem> {
        let id = self.0.sources.id();
        locked(&self.0.mailboxes.without_keychain).insert(id.clone());
        self.add_mail_as(id, form).await
    }
}
