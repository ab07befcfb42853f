//! Signed requests: four headers over method, path, time, nonce and body.
//!
//! [`SignedRequest::read`] takes what came; [`SignedRequest::verify`] turns it into a
//! [`VerifiedRequest`], which nothing else can make. The nonce is the host's to spend,
//! after the signature was verified: else an outsider could burn nonces.

use crate::PROTOCOL;
use crate::digest::BodyHash;
use crate::keys::{PublicKey, SecretKey, Signature};
use crate::time::Moment;

/// Furthest distance between a request's time and the host's clock, in milliseconds;
/// exactly this far passes.
pub const TIME_WINDOW_MILLIS: i64 = 300_000;

/// Longest nonce, in characters.
pub const NONCE_LONGEST: usize = 120;

/// Names of the four headers.
pub mod header {
    /// Registration id.
    pub const AGENT: &str = "x-anp-agent";
    /// ISO 8601 time.
    pub const TIMESTAMP: &str = "x-anp-timestamp";
    /// Unique text.
    pub const NONCE: &str = "x-anp-nonce";
    /// Signature, base64url.
    pub const SIGNATURE: &str = "x-anp-signature";
}

/// The headers' texts as they came or as they are to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Headers {
    /// Registration id.
    pub agent: String,
    /// ISO 8601 time.
    pub timestamp: String,
    /// Unique text.
    pub nonce: String,
    /// Signature.
    pub signature: String,
}

/// What is signed, byte for byte.
fn statement(method: &str, path: &str, timestamp: &str, nonce: &str, body: &[u8]) -> String {
    format!("{PROTOCOL}\n{method}\n{path}\n{timestamp}\n{nonce}\n{}", BodyHash::of(body))
}

/// Signs a request. `path` is the URL's path alone; `nonce` is the caller's randomness.
pub fn sign(
    key: &SecretKey,
    agent: &str,
    (method, path): (&str, &str),
    body: &[u8],
    now: Moment,
    nonce: &str,
) -> Headers {
    let timestamp = now.to_text();
    let signature = key.sign(statement(method, path, &timestamp, nonce, body).as_bytes()).to_string();
    Headers { agent: agent.to_owned(), timestamp, nonce: nonce.to_owned(), signature }
}

/// A request as it came, well formed and not yet believed.
#[derive(Debug)]
pub struct SignedRequest {
    agent: String,
    nonce: String,
    at: Moment,
    signature: Signature,
    statement: String,
}

impl SignedRequest {
    /// Takes the parts of a request.
    ///
    /// # Errors
    /// [`RequestFault::Malformed`] naming the header whose text cannot be one.
    pub fn read(method: &str, path: &str, headers: &Headers, body: &[u8]) -> Result<Self, RequestFault> {
        let at = Moment::parse(&headers.timestamp).map_err(|_| RequestFault::Malformed(header::TIMESTAMP))?;
        let signature =
            Signature::parse(&headers.signature).map_err(|_| RequestFault::Malformed(header::SIGNATURE))?;
        let length = headers.nonce.chars().count();
        // A line break would let one signed text stand for two requests.
        if length == 0 || length > NONCE_LONGEST || headers.nonce.contains(char::is_control) {
            return Err(RequestFault::Malformed(header::NONCE));
        }
        let statement = statement(method, path, &headers.timestamp, &headers.nonce, body);
        Ok(Self { agent: headers.agent.clone(), nonce: headers.nonce.clone(), at, signature, statement })
    }

    /// The registration id that it claims, to look up the key by.
    pub fn claimed_agent(&self) -> &str {
        &self.agent
    }

    /// Checks time and signature. Both are always computed, so that a stale request
    /// takes as long as a forged one.
    ///
    /// # Errors
    /// [`RequestFault`], for the host's own log; the requester is told none of it.
    pub fn verify(self, key: &PublicKey, now: Moment) -> Result<VerifiedRequest, RequestFault> {
        let signed = key.verify(self.statement.as_bytes(), &self.signature);
        let distance = now.since(self.at).saturating_abs();
        signed.map_err(|_| RequestFault::Signature)?;
        if distance > TIME_WINDOW_MILLIS {
            return Err(RequestFault::Stale);
        }
        Ok(VerifiedRequest { agent: self.agent, nonce: self.nonce, at: self.at })
    }
}

/// A request whose time and signature hold. Its nonce is not spent yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedRequest {
    agent: String,
    nonce: String,
    at: Moment,
}

impl VerifiedRequest {
    /// Who signed: the registration whose key was given to [`SignedRequest::verify`].
    pub fn agent(&self) -> &str {
        &self.agent
    }

    /// The nonce that is to be spent.
    pub fn nonce(&self) -> &str {
        &self.nonce
    }

    /// The request's own time. A nonce must be remembered until the window has passed it.
    pub const fn at(&self) -> Moment {
        self.at
    }

    /// The first moment at which the time window refuses a copy of this request by itself.
    pub const fn replayable_until(&self) -> Moment {
        self.at.plus_millis(TIME_WINDOW_MILLIS + 1)
    }
}

/// Why a request is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RequestFault {
    /// A header's text is impossible.
    #[error("header {0} is malformed")]
    Malformed(&'static str),
    /// The time is outside the window.
    #[error("the request's time is more than 300 s away from the clock")]
    Stale,
    /// The signature does not hold.
    #[error("the request's signature does not hold")]
    Signature,
}
