//! Tokens for mail servers by OAuth 2: the authorization code with PKCE (RFC 7636) through
//! the system's browser and a redirect to this machine itself (RFC 8252), and their
//! renewal.
//!
//! Randomness is given, and what a token says is looked at by nobody here. The crate
//! `oauth2` was tried for it: it turns on a clock in a library that the pure crates share.

mod ask;
mod redirect;
mod refusal;

use std::time::Duration;

use base64ct::{Base64UrlUnpadded, Encoding as _};
use reqwest::Url;
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

pub use redirect::PageWords;
pub use refusal::Refusal;

/// How long a person may take in the browser.
pub const PERSONS_PATIENCE: Duration = Duration::from_mins(5);
/// How long the token endpoint may take.
pub const SERVERS_PATIENCE: Duration = Duration::from_secs(30);

/// An application as a provider knows it, and where the provider is asked.
#[derive(Clone)]
pub struct Client {
    /// Where a person agrees: HTTPS, or HTTP on this machine itself.
    pub authorize_url: String,
    /// Where codes become tokens: likewise.
    pub token_url: String,
    /// The application's id at the provider.
    pub id: String,
    /// What some providers give with the id. An installed program cannot keep it from its
    /// user; it is kept as secrets are all the same.
    pub secret: Option<Zeroizing<String>>,
    /// What is asked for.
    pub scopes: Vec<String>,
    /// Further parameters of the provider's own.
    pub more: Vec<(String, String)>,
    /// This machine's name in the redirect: some providers know `localhost` alone.
    pub redirect: RedirectName,
    /// How long the token endpoint may take.
    pub patience: Duration,
}

/// How this machine is named in the redirect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RedirectName {
    /// `127.0.0.1`, which nothing can lead elsewhere.
    #[default]
    Address,
    /// `localhost`.
    Localhost,
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client").field("token_url", &self.token_url).finish_non_exhaustive()
    }
}

/// What a provider gave.
#[derive(Clone)]
pub struct Tokens {
    /// What lets in, for a while.
    pub access: Zeroizing<String>,
    /// What gives the next one; none where the provider gave no new one.
    pub refresh: Option<Zeroizing<String>>,
    /// How long the access token holds, where the provider says so.
    pub holds: Option<Duration>,
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokens").field("holds", &self.holds).finish_non_exhaustive()
    }
}

/// Whatever shows a person an address.
pub trait Browser: Send + Sync {
    /// Shows it; whether a person sees it is not known.
    ///
    /// # Errors
    /// Where there is no browser to show it.
    fn open(&self, address: &str) -> Result<(), NoBrowser>;

    /// What it shows when the person comes back.
    fn words(&self) -> PageWords;
}

/// There is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoBrowser;

/// Bytes by which one attempt is told from every other.
#[derive(Clone)]
pub struct Chance {
    /// For the state.
    pub state: [u8; 32],
    /// For the verifier.
    pub verifier: [u8; 32],
}

impl std::fmt::Debug for Chance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Chance")
    }
}

/// Lets a person agree in the browser and takes the tokens for it. `person` is the address
/// that the provider's page proposes. Dropped, it listens no more.
///
/// # Errors
/// [`Refusal`]: what the provider, the browser or the way to them refused.
pub async fn sign_in(
    client: &Client,
    browser: &dyn Browser,
    chance: &Chance,
    person: &str,
    patience: Duration,
) -> Result<Tokens, Refusal> {
    let door = redirect::Door::open(client.redirect).await?;
    let state = Zeroizing::new(Base64UrlUnpadded::encode_string(&chance.state));
    let verifier = Zeroizing::new(Base64UrlUnpadded::encode_string(&chance.verifier));
    // A secret has somewhere to go before a person is asked for anything.
    checked(&client.token_url)?;
    let page = page_of(client, &door.address, &state, &verifier, person)?;
    browser.open(page.as_str()).map_err(|NoBrowser| Refusal::NoBrowser)?;
    let redirect = door.address.clone();
    let code = tokio::time::timeout(patience, door.answer(&state, browser.words())).await;
    let code = code.unwrap_or(Err(Refusal::PersonTooSlow))?;
    let asked = [
        ("grant_type", "authorization_code"),
        ("code", &code),
        ("redirect_uri", &redirect),
        ("code_verifier", &verifier),
    ];
    ask::tokens(client, &asked).await
}

/// The page on which a person agrees.
fn page_of(
    client: &Client,
    redirect: &str,
    state: &str,
    verifier: &str,
    person: &str,
) -> Result<Url, Refusal> {
    let mut page = checked(&client.authorize_url)?;
    let challenge = Base64UrlUnpadded::encode_string(&Sha256::digest(verifier.as_bytes()));
    page.query_pairs_mut()
        .append_pair("response_type", "code")
        .append_pair("client_id", known(client)?)
        .append_pair("redirect_uri", redirect)
        .append_pair("scope", &client.scopes.join(" "))
        .append_pair("state", state)
        .append_pair("code_challenge", &challenge)
        .append_pair("code_challenge_method", "S256")
        .extend_pairs(Some(("login_hint", person)).filter(|(_, person)| !person.is_empty()))
        .extend_pairs(&client.more);
    Ok(page)
}

/// Takes a new access token for a refresh token. A provider may give another refresh token
/// with it, and the old one is then worth nothing.
///
/// # Errors
/// [`Refusal::SignInAgain`] where the provider does not accept it any more; otherwise what
/// the way to it refused.
pub async fn renew(client: &Client, refresh: &Zeroizing<String>) -> Result<Tokens, Refusal> {
    ask::tokens(client, &[("grant_type", "refresh_token"), ("refresh_token", refresh)]).await
}

fn known(client: &Client) -> Result<&str, Refusal> {
    Some(client.id.trim()).filter(|id| !id.is_empty()).ok_or(Refusal::Unregistered)
}

/// An address to which a secret may go.
fn checked(address: &str) -> Result<Url, Refusal> {
    let url = Url::parse(address.trim()).map_err(|_| Refusal::NotAnAddress)?;
    let here = url.host_str().is_some_and(|host| ["localhost", "127.0.0.1", "[::1]"].contains(&host));
    match url.scheme() {
        "https" => Ok(url),
        "http" if here => Ok(url),
        _ => Err(Refusal::NotAnAddress),
    }
}
