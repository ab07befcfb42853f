//! Signing in at a provider: a person agrees in the browser, and may change their mind.

use mail::net::Secret;
use mail::oauth::{self, Browser, Chance, Tokens};
use store::tables::mail_accounts;
use tokio::sync::oneshot;
use zeroize::Zeroizing;

use super::tokens::{Kept, Way, again, refused};
use crate::state::{Desk, locked};
use crate::trouble::gone;
use crate::view::{MailForm, MailOAuth, MailSignedIn, MailView, Missing, Problem, ProblemCode};

/// Sign-ins that may wait for their account to be added.
const MOST_WAITING: usize = 4;

/// A sign-in whose account is still to be added.
#[derive(Debug, Clone)]
pub(crate) struct SignedIn {
    pub(super) tokens: Tokens,
    pub(super) token_url: String,
    pub(super) client_id: String,
}

impl Desk {
    /// Lets the person sign in for an account that is to be added. What the provider gave
    /// stays here; the ticket stands for it.
    ///
    /// # Errors
    /// [`ProblemCode::MailSignIn`] with what did not come about.
    pub async fn sign_in_mail(
        &self,
        form: &MailForm,
        browser: &dyn Browser,
    ) -> Result<MailSignedIn, Problem> {
        let oauth = form.oauth.as_ref().ok_or_else(|| gone(Missing::WayToSignIn))?;
        let way = Way::of_form(oauth);
        let tokens = self.browse(&way, &oauth.client_secret, &form.address, browser).await?;
        let ticket = self.0.sources.id();
        let mut waiting = locked(&self.0.mailboxes.signed_in);
        if waiting.len() >= MOST_WAITING {
            waiting.clear();
        }
        let signed_in = SignedIn { tokens, token_url: way.token_url, client_id: way.client_id };
        waiting.insert(ticket.clone(), signed_in);
        Ok(MailSignedIn { ticket })
    }

    /// Lets the person sign in again for an account that is here.
    ///
    /// # Errors
    /// As [`Desk::sign_in_mail`]; and where the keychain does not take what comes of it.
    pub async fn sign_in_mail_again(&self, id: &str, browser: &dyn Browser) -> Result<MailView, Problem> {
        let account = self.read(|db| Ok(mail_accounts::get(db, id)?))?;
        let account = account.ok_or_else(|| gone(Missing::Mailbox))?;
        let way = Way::of_account(&account)?.ok_or_else(|| gone(Missing::WayToSignIn))?;
        let kept = match self.kept_secret(id).await {
            Ok(text) => Kept::of_text(&text),
            // Where it is gone there is all the more reason to sign in.
            Err(problem) if problem.code == ProblemCode::KeyMissing => None,
            Err(problem) => return Err(problem),
        };
        let client_secret = kept.map(|kept| kept.client_secret.clone()).unwrap_or_default();
        let tokens = self.browse(&way, &client_secret, &account.address, browser).await?;
        let text = kept_text(&tokens, &client_secret).ok_or_else(|| again(&account.address))??;
        self.keep_mail_secret(id, &text).await?;
        self.hold_access(id, &tokens);
        self.0.mailboxes.hurry.notify_waiters();
        self.mail_view()
    }

    /// The person changed their mind: nothing is waited for any more.
    pub fn cancel_mail_sign_in(&self) {
        locked(&self.0.mailboxes.browsing).take();
    }

    async fn browse(
        &self,
        way: &Way,
        client_secret: &str,
        address: &str,
        browser: &dyn Browser,
    ) -> Result<Tokens, Problem> {
        let address = address.trim();
        let (stop, stopped) = oneshot::channel::<()>();
        // One at a time: who begins anew has given up the one before.
        locked(&self.0.mailboxes.browsing).replace(stop);
        let chance = Chance { state: self.0.sources.bytes(), verifier: self.0.sources.bytes() };
        let client = way.client(client_secret);
        let signing_in = oauth::sign_in(&client, browser, &chance, address, oauth::PERSONS_PATIENCE);
        let tokens = tokio::select! {
            tokens = signing_in => tokens.map_err(|refusal| refused(address, refusal))?,
            _ = stopped => {
                let stopped = Problem::new(ProblemCode::MailSignIn).with("account", address);
                return Err(stopped.with("cause", "stopped"));
            }
        };
        self.cancel_mail_sign_in();
        Ok(tokens)
    }

    /// What proves who asks while an account is not here yet.
    pub(super) fn secret_of_form(&self, form: &MailForm) -> Result<Secret, Problem> {
        match &form.oauth {
            None => Ok(Secret::Password(Zeroizing::new(form.password.clone()))),
            Some(oauth) => Ok(Secret::Bearer(self.signed_in(form, oauth)?.tokens.access)),
        }
    }

    /// What of a new account goes into the keychain.
    pub(super) fn kept_of_form(&self, form: &MailForm) -> Result<Zeroizing<String>, Problem> {
        match &form.oauth {
            None => Ok(Zeroizing::new(form.password.clone())),
            Some(oauth) => {
                let tokens = self.signed_in(form, oauth)?.tokens;
                kept_text(&tokens, &oauth.client_secret).ok_or_else(|| {
                    let nothing = Problem::new(ProblemCode::MailSignIn).with("account", &form.address);
                    nothing.with("cause", "nothing_to_renew")
                })?
            }
        }
    }

    /// The sign-in that a form names; it counts for the provider and application with
    /// which it was made.
    pub(super) fn signed_in(&self, form: &MailForm, oauth: &MailOAuth) -> Result<SignedIn, Problem> {
        let found = locked(&self.0.mailboxes.signed_in).get(&form.ticket).cloned();
        let way = Way::of_form(oauth);
        found
            .filter(|found| found.token_url == way.token_url && found.client_id == way.client_id)
            .ok_or_else(|| again(form.address.trim()))
    }
}

/// As it rests in the keychain; none where the provider gave nothing that lasts.
fn kept_text(tokens: &Tokens, client_secret: &str) -> Option<Result<Zeroizing<String>, Problem>> {
    let refresh = tokens.refresh.as_ref()?.as_str().to_owned();
    Some(Kept { refresh, client_secret: client_secret.trim().to_owned() }.text())
}
