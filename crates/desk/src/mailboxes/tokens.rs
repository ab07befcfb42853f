//! Access tokens: held in memory alone, renewed before they run out and once where a
//! server refuses one. What renews them rests in the keychain.

use std::time::Duration;

use anp::time::Moment;
use mail::net::Secret;
use mail::oauth::{self, Client, RedirectName, Refusal, Tokens};
use serde::{Deserialize, Serialize};
use store::tables::mail_accounts::Account;
use zeroize::{Zeroize, Zeroizing};

use crate::state::{Desk, locked};
use crate::trouble::defect;
use crate::view::{MailOAuth, Problem, ProblemCode};

/// How long before its end a token is renewed.
const EARLY: Duration = Duration::from_mins(2);
/// How long a token holds of which the provider does not say it.
const UNSAID: Duration = Duration::from_mins(10);

/// A token that lets in for a while.
#[derive(Clone)]
pub(crate) struct Access {
    token: Zeroizing<String>,
    until: Moment,
}

impl std::fmt::Debug for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Access").field("until", &self.until).finish_non_exhaustive()
    }
}

/// How an account's tokens are had, as it rests in the database: nothing secret.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Way {
    pub(super) preset: String,
    pub(super) authorize_url: String,
    pub(super) token_url: String,
    pub(super) client_id: String,
    pub(super) scopes: Vec<String>,
}

/// What of it is secret, as it rests in the keychain.
#[derive(Serialize, Deserialize)]
pub(super) struct Kept {
    pub(super) refresh: String,
    pub(super) client_secret: String,
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.refresh.zeroize();
        self.client_secret.zeroize();
    }
}

impl Kept {
    pub(super) fn text(&self) -> Result<Zeroizing<String>, Problem> {
        serde_json::to_string(self).map(Zeroizing::new).map_err(|_| defect("mail secret"))
    }

    pub(super) fn of_text(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

impl Way {
    pub(super) fn of_form(form: &MailOAuth) -> Self {
        Self {
            preset: form.preset.clone(),
            authorize_url: form.authorize_url.trim().to_owned(),
            token_url: form.token_url.trim().to_owned(),
            client_id: form.client_id.trim().to_owned(),
            scopes: form.scopes.split_whitespace().map(str::to_owned).collect(),
        }
    }

    pub(super) fn of_account(account: &Account) -> Result<Option<Self>, Problem> {
        let read = |text: &String| serde_json::from_str(text).map_err(|_| defect("mail oauth"));
        account.oauth.as_ref().map(read).transpose()
    }

    /// The server that gives the tokens.
    pub(super) fn host(&self) -> &str {
        let rest = self.token_url.split_once("://").map_or("", |(_, rest)| rest);
        rest.split(['/', ':']).next().unwrap_or_default()
    }

    pub(super) fn client(&self, secret: &str) -> Client {
        let google = self.preset == "google";
        // Google gives a refresh token to who asks for it in words of its own.
        let words = [("access_type", "offline"), ("prompt", "consent")];
        Client {
            authorize_url: self.authorize_url.clone(),
            token_url: self.token_url.clone(),
            id: self.client_id.clone(),
            secret: Some(secret.to_owned()).filter(|secret| !secret.is_empty()).map(Zeroizing::new),
            scopes: self.scopes.clone(),
            more: words
                .iter()
                .filter(|_| google)
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
            // Microsoft's register takes no other name of this machine without a detour.
            redirect: if self.preset == "microsoft" {
                RedirectName::Localhost
            } else {
                RedirectName::Address
            },
            patience: oauth::SERVERS_PATIENCE,
        }
    }
}

impl Desk {
    /// What proves to an account's servers who asks.
    pub(crate) async fn mail_secret(&self, account: &Account) -> Result<Secret, Problem> {
        let Some(way) = Way::of_account(account)? else {
            return Ok(Secret::Password(self.kept_secret(&account.id).await?));
        };
        // One at a time: of two renewals with one rotated token the second would fail.
        let _alone = self.0.mailboxes.renewing.lock().await;
        let known = locked(&self.0.mailboxes.access).get(&account.id).cloned();
        if let Some(access) = known.filter(|access| self.0.sources.now() < access.until) {
            return Ok(Secret::Bearer(access.token));
        }
        let kept = self.kept_secret(&account.id).await?;
        let kept = Kept::of_text(&kept).ok_or_else(|| again(&account.address))?;
        let refresh = Zeroizing::new(kept.refresh.clone());
        let tokens = oauth::renew(&way.client(&kept.client_secret), &refresh).await;
        let tokens = tokens.map_err(|refusal| unrenewed(&account.address, &way, refusal))?;
        if let Some(rotated) = &tokens.refresh {
            // The old one may be worth nothing by now: the new one rests before it is relied on.
            let next =
                Kept { refresh: rotated.as_str().to_owned(), client_secret: kept.client_secret.clone() };
            let text = next.text()?;
            // Held at once, so that a locked keychain does not cost the sign-in.
            locked(&self.0.mailboxes.secrets).insert(account.id.clone(), text.clone());
            self.keep_mail_secret(&account.id, &text).await?;
        }
        Ok(Secret::Bearer(self.hold_access(&account.id, &tokens)))
    }

    /// Holds an access token until shortly before its end.
    pub(super) fn hold_access(&self, account: &str, tokens: &Tokens) -> Zeroizing<String> {
        let holds = tokens.holds.unwrap_or(UNSAID);
        let holds = holds.checked_sub(EARLY).unwrap_or(holds / 2);
        let millis = i64::try_from(holds.as_millis()).unwrap_or(i64::MAX);
        let until = Moment::from_millis(self.0.sources.now().millis().saturating_add(millis));
        let access = Access { token: tokens.access.clone(), until };
        locked(&self.0.mailboxes.access).insert(account.to_owned(), access);
        tokens.access.clone()
    }

    /// Lets go of a token that a server refused. False where the account has none, or the
    /// refused one is not the one that is held: then another was had meanwhile.
    pub(super) fn drop_access(&self, account: &Account, refused: &Secret) -> bool {
        let (Some(_), Secret::Bearer(refused)) = (&account.oauth, refused) else { return false };
        let mut held = locked(&self.0.mailboxes.access);
        if held.get(&account.id).is_some_and(|access| access.token == *refused) {
            held.remove(&account.id);
        }
        true
    }
}

/// A refusal while nobody stands before it.
fn unrenewed(account: &str, way: &Way, refusal: Refusal) -> Problem {
    let server = |cause: &str| {
        Problem::new(ProblemCode::MailServer)
            .with("account", account)
            .with("host", way.host())
            .with("step", "sign_in")
            .with("cause", cause)
    };
    match refusal {
        Refusal::SignInAgain | Refusal::Denied => again(account),
        Refusal::Unreachable => server("unreachable"),
        Refusal::ServerTooSlow => server("timed_out"),
        Refusal::Confused => server("confused"),
        other => refused(account, other),
    }
}

/// The provider does not renew any more what a person agreed to.
pub(super) fn again(account: &str) -> Problem {
    Problem::new(ProblemCode::MailSignInAgain).with("account", account)
}

/// A sign-in that did not come about.
pub(super) fn refused(account: &str, refusal: Refusal) -> Problem {
    let cause = match refusal {
        Refusal::NoBrowser => "no_browser",
        Refusal::NoDoor => "no_door",
        Refusal::NotAnAddress => "not_an_address",
        Refusal::Denied => "denied",
        Refusal::PersonTooSlow => "person_too_slow",
        Refusal::SignInAgain => "code_refused",
        Refusal::Unregistered => "unregistered",
        Refusal::Refused => "refused",
        Refusal::Unreachable => "unreachable",
        Refusal::ServerTooSlow => "timed_out",
        Refusal::Confused => "confused",
    };
    Problem::new(ProblemCode::MailSignIn).with("account", account).with("cause", cause)
}
