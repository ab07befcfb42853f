//! The one request that carries a code or a refresh token, and its answer.

use std::time::Duration;

use reqwest::Url;
use serde::Deserialize;
use zeroize::Zeroizing;

use super::refusal::of_token_word;
use super::{Client, Refusal, Tokens, checked, known};

/// Most bytes of an answer: tokens have a few thousand.
const LARGEST: usize = 256 * 1024;

/// What the endpoint gives (RFC 6749, 5.1). Everything else that it says is nothing to us.
#[derive(Deserialize)]
struct Given {
    access_token: Zeroed,
    token_type: String,
    #[serde(default)]
    expires_in: Option<u64>,
    #[serde(default)]
    refresh_token: Option<Zeroed>,
}

/// What it refuses (5.2).
#[derive(Deserialize)]
struct Refused {
    error: String,
}

/// A text that is wiped.
struct Zeroed(Zeroizing<String>);

impl<'de> Deserialize<'de> for Zeroed {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(|text| Self(Zeroizing::new(text)))
    }
}

/// Asks for tokens with these parameters beside the application's own.
pub(super) async fn tokens(client: &Client, asked: &[(&str, &str)]) -> Result<Tokens, Refusal> {
    let endpoint = checked(&client.token_url)?;
    let form = form(client, asked)?;
    // A redirect would carry the secret to where nobody looked.
    let builder = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(client.patience)
        .timeout(client.patience);
    // What is on this machine is asked here, whatever proxy stands between it and others.
    let builder = if endpoint.scheme() == "http" { builder.no_proxy() } else { builder };
    let http = builder.build().map_err(|_| Refusal::Unreachable)?;
    let answer = http
        .post(endpoint)
        .header("content-type", "application/x-www-form-urlencoded")
        .header("accept", "application/json")
        .body(form.as_bytes().to_vec())
        .send()
        .await
        .map_err(|error| trouble(&error))?;
    let status = answer.status();
    let body = body(answer).await?;
    if !status.is_success() {
        let told = serde_json::from_slice::<Refused>(&body);
        return Err(told.map_or(Refusal::Confused, |told| of_token_word(&told.error)));
    }
    // What an answer that cannot be read says is dropped: it may hold a token.
    let given: Given = serde_json::from_slice(&body).map_err(|_| Refusal::Confused)?;
    taken(given)
}

fn taken(given: Given) -> Result<Tokens, Refusal> {
    // A token goes into lines of mail protocols; what would break one is none.
    let unfit = |token: &str| token.is_empty() || token.bytes().any(|byte| !byte.is_ascii_graphic());
    if !given.token_type.eq_ignore_ascii_case("bearer") || unfit(&given.access_token.0) {
        return Err(Refusal::Confused);
    }
    Ok(Tokens {
        access: given.access_token.0,
        refresh: given.refresh_token.map(|token| token.0).filter(|token| !token.is_empty()),
        holds: given.expires_in.map(Duration::from_secs),
    })
}

/// The parameters as a form.
fn form(client: &Client, asked: &[(&str, &str)]) -> Result<Zeroizing<String>, Refusal> {
    let mut written = Url::parse("http://localhost/").map_err(|_| Refusal::Confused)?;
    written
        .query_pairs_mut()
        .append_pair("client_id", known(client)?)
        .extend_pairs(client.secret.as_ref().map(|secret| ("client_secret", secret.as_str())))
        .extend_pairs(asked);
    Ok(Zeroizing::new(written.query().unwrap_or_default().to_owned()))
}

async fn body(mut answer: reqwest::Response) -> Result<Zeroizing<Vec<u8>>, Refusal> {
    let mut body = Zeroizing::new(Vec::new());
    while let Some(piece) = answer.chunk().await.map_err(|error| trouble(&error))? {
        if body.len() + piece.len() > LARGEST {
            return Err(Refusal::Confused);
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

fn trouble(error: &reqwest::Error) -> Refusal {
    if error.is_timeout() { Refusal::ServerTooSlow } else { Refusal::Unreachable }
}
