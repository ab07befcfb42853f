//! `AgentPub` over REST, as its guide documents it. What the guide leaves open (the inbox's
//! form, limits, errors) is read as our test server has it; see the README.

use std::time::Duration;

use anp::json::{self, Value};
use zeroize::Zeroizing;

use super::channel::{Channel, ChannelTrouble, Coming, Parcel, Post};
use super::wire;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Most bytes that a page of the inbox may have.
const PAGE_LIMIT: usize = 8 << 20;

/// Most messages that are asked for at once.
const PAGE: usize = 100;

/// How long a busy service is left alone where it does not say, in milliseconds.
const BUSY_MS: i64 = 2_000;

/// An account at `AgentPub`.
pub(crate) struct AgentPub {
    base: String,
    key: Zeroizing<String>,
    http: reqwest::Client,
}

impl AgentPub {
    /// `base` is all before `/messages`, such as `https://host/v1` or `https://host/api/v1`.
    pub(crate) fn new(base: &str, key: Zeroizing<String>) -> Result<Self, ChannelTrouble> {
        let http = reqwest::Client::builder()
            .connect_timeout(Duration::from_secs(5))
            .timeout(PATIENCE)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|_| ChannelTrouble::Confused)?;
        Ok(Self { base: base.trim_end_matches('/').to_owned(), key, http })
    }

    async fn answer(&self, request: reqwest::RequestBuilder) -> Result<Vec<u8>, ChannelTrouble> {
        let answer = request.bearer_auth(self.key.as_str()).send().await.map_err(|_| ChannelTrouble::Down)?;
        match answer.status().as_u16() {
            200..=299 => {}
            429 => {
                let seconds = answer
                    .headers()
                    .get("retry-after")
                    .and_then(|after| after.to_str().ok())
                    .and_then(|after| after.parse::<i64>().ok());
                let wait = seconds.map_or(BUSY_MS, |seconds| seconds.clamp(0, 3600).saturating_mul(1000));
                return Err(ChannelTrouble::Busy(wait));
            }
            // 408 is the service's own impatience.
            408 | 500..=599 => return Err(ChannelTrouble::Down),
            400..=499 => return Err(ChannelTrouble::Refused),
            _ => return Err(ChannelTrouble::Confused),
        }
        let mut answer = answer;
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(|_| ChannelTrouble::Down)? {
            if body.len().saturating_add(chunk.len()) > PAGE_LIMIT {
                return Err(ChannelTrouble::Confused);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }
}

impl Channel for AgentPub {
    fn send<'a>(&'a self, parcel: Parcel<'a>) -> Coming<'a, ()> {
        Box::pin(async move {
            let body = wire::outgoing(parcel.to, parcel.message).ok_or(ChannelTrouble::Confused)?;
            let request = self
                .http
                .post(format!("{}/messages", self.base))
                .header("content-type", "application/json")
                .header("idempotency-key", parcel.name)
                .body(body);
            self.answer(request).await.map(|_| ())
        })
    }

    fn read<'a>(&'a self, cursor: &'a str) -> Coming<'a, Post> {
        Box::pin(async move {
            let url = reqwest::Url::parse_with_params(
                &format!("{}/messages", self.base),
                [("cursor", cursor), ("limit", &PAGE.to_string())],
            )
            .map_err(|_| ChannelTrouble::Confused)?;
            let body = self.answer(self.http.get(url)).await?;
            page(&body, cursor).ok_or(ChannelTrouble::Confused)
        })
    }
}

/// A page of the inbox. A message that is none does not keep the others away.
fn page(body: &[u8], cursor: &str) -> Option<Post> {
    let value = json::parse(body).ok()?.value;
    let messages = value.get("messages")?.as_array()?;
    let next = value.get("next_cursor").and_then(Value::as_text).unwrap_or(cursor);
    Some(Post { letters: messages.iter().filter_map(wire::incoming).collect(), cursor: next.to_owned() })
}
