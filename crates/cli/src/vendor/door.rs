//! A host's vendor routes, called with signed requests.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anp::base64url;
use anp::keys::SecretKey;
use anp::request::{self, header};
use anp::time::Moment;
use reqwest::{Method, Url};
use serde::Deserialize;

use super::trouble::Trouble;

/// Largest answer that is read, in bytes.
const LARGEST: usize = 256 * 1024 * 1024;

/// How long one request may take.
const REQUEST_TIME: Duration = Duration::from_secs(30);

/// Shortest and longest pause before a request is made again.
const PAUSES: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(2));

/// A host's address, and how long its absence is borne.
#[derive(Debug, Clone)]
pub struct Door {
    http: reqwest::Client,
    base: Url,
    patience: Duration,
}

/// Who signs.
#[derive(Debug, Clone, Copy)]
pub struct Signer<'a> {
    /// The registration.
    pub agent: &'a str,
    /// Its key.
    pub key: &'a SecretKey,
}

#[derive(Deserialize)]
struct Refusal {
    error: Words,
}

#[derive(Deserialize)]
struct Words {
    code: String,
    message: String,
}

/// Pauses that grow, until the patience is at an end.
#[derive(Debug)]
pub struct Patience {
    until: Instant,
    next: Duration,
}

impl Patience {
    /// Waits, or gives the trouble back when there was enough of it.
    pub async fn bear(&mut self, trouble: Trouble) -> Result<(), Trouble> {
        if Instant::now() >= self.until {
            return Err(trouble);
        }
        tracing::warn!("{trouble}; trying again");
        tokio::time::sleep(self.next).await;
        self.next = (self.next * 2).min(PAUSES.1);
        Ok(())
    }
}

impl Door {
    /// The door at this address.
    pub fn at(host: &str, patience: Duration) -> Result<Self, Trouble> {
        let base =
            Url::parse(host).map_err(|fault| Trouble::Input(format!("{host} is no address: {fault}")))?;
        let mut http = reqwest::Client::builder()
            .timeout(REQUEST_TIME)
            // A redirect would carry the signature to a path that it does not cover.
            .redirect(reqwest::redirect::Policy::none());
        if matches!(base.host_str(), Some("127.0.0.1" | "localhost" | "[::1]")) {
            http = http.no_proxy();
        }
        let http = http.build().map_err(|fault| Trouble::Input(fault.to_string()))?;
        Ok(Self { http, base, patience })
    }

    /// A new measure of patience.
    pub fn patience(&self) -> Patience {
        Patience { until: Instant::now() + self.patience, next: PAUSES.0 }
    }

    /// Reads; a read is repeated, with a fresh nonce each time, until it is answered.
    pub async fn read(&self, signer: Option<Signer<'_>>, path: &str) -> Result<Vec<u8>, Trouble> {
        let mut patience = self.patience();
        loop {
            match self.send(Method::GET, signer, path, Vec::new()).await {
                Err(trouble @ (Trouble::NotSent(_) | Trouble::Unclear(_))) => patience.bear(trouble).await?,
                settled => return settled,
            }
        }
    }

    /// Posts once. What to do about an unclear failure is the caller's to know.
    pub async fn post(
        &self,
        signer: Option<Signer<'_>>,
        path: &str,
        body: String,
    ) -> Result<Vec<u8>, Trouble> {
        self.send(Method::POST, signer, path, body.into_bytes()).await
    }

    async fn send(
        &self,
        method: Method,
        signer: Option<Signer<'_>>,
        path: &str,
        body: Vec<u8>,
    ) -> Result<Vec<u8>, Trouble> {
        let url = self.base.join(path).map_err(|fault| Trouble::Input(fault.to_string()))?;
        let mut request = self.http.request(method.clone(), url.clone());
        if let Some(Signer { agent, key }) = signer {
            let route = (method.as_str(), url.path());
            let headers = request::sign(key, agent, route, &body, now(), &nonce()?);
            request = request
                .header(header::AGENT, headers.agent)
                .header(header::TIMESTAMP, headers.timestamp)
                .header(header::NONCE, headers.nonce)
                .header(header::SIGNATURE, headers.signature);
        }
        if method == Method::POST {
            request = request.header("content-type", "application/json").body(body);
        }
        let answer = request.send().await.map_err(|fault| {
            let words = chain(&fault);
            if fault.is_connect() || fault.is_builder() {
                Trouble::NotSent(words)
            } else {
                Trouble::Unclear(words)
            }
        })?;
        let status = answer.status().as_u16();
        let bytes = body_of(answer).await?;
        match status {
            200 => Ok(bytes),
            // Over a limit: the request was turned away before anything was done.
            429 => Err(Trouble::NotSent("the host asks to wait".to_owned())),
            500.. => Err(Trouble::Unclear(format!("status {status}"))),
            _ => Err(refusal(status, &bytes)),
        }
    }
}

async fn body_of(mut answer: reqwest::Response) -> Result<Vec<u8>, Trouble> {
    let mut bytes = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(|fault| Trouble::Unclear(chain(&fault)))? {
        if bytes.len() + chunk.len() > LARGEST {
            return Err(Trouble::Answer("it is larger than 256 MiB".to_owned()));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

fn refusal(status: u16, bytes: &[u8]) -> Trouble {
    match serde_json::from_slice(bytes) {
        Ok(Refusal { error: Words { code, message } }) => Trouble::Refused { status, code, message },
        Err(_) => Trouble::Answer(format!("status {status} without the protocol's error")),
    }
}

/// A fault with what caused it: the outermost words alone say little.
fn chain(fault: &dyn std::error::Error) -> String {
    let mut words = fault.to_string();
    let mut cause = fault.source();
    while let Some(inner) = cause {
        words.push_str(": ");
        words.push_str(&inner.to_string());
        cause = inner.source();
    }
    words
}

/// This machine's time.
pub fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

fn nonce() -> Result<String, Trouble> {
    let mut bytes = [0_u8; 18];
    getrandom::fill(&mut bytes).map_err(|fault| Trouble::Input(format!("no randomness: {fault}")))?;
    Ok(base64url::encode(&bytes))
}
