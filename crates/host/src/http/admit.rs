//! Admission: from a request as it came to the party whose key has signed it.
//!
//! An unknown agent, a malformed header, a bad signature, a stale time and a used
//! nonce cost the same look-up and the same check, with a stranger's key where there is
//! none, and end in the same refusal.

use axum::body::Body;
use axum::extract::Request;
use axum::http::HeaderMap;

use anp::base64url;
use anp::keys::PublicKey;
use anp::request::{Headers, SignedRequest, VerifiedRequest, header};

use super::Door;
use super::answer::Denial;
use super::body;
use crate::fault::{Point, point};
use crate::store::{Agent, Person, Status};

/// An admitted request.
pub struct Admitted<P> {
    /// Who has signed it.
    pub by: P,
    /// Its body.
    pub body: Vec<u8>,
    /// Its path's segments.
    segments: Vec<String>,
    /// Its query, which no signature covers.
    pub query: Option<String>,
}

impl<P> Admitted<P> {
    /// The path's segment at this place, from 0, as it came; empty where there is none.
    pub fn segment(&self, place: usize) -> &str {
        self.segments.get(place).map_or("", String::as_str)
    }
}

/// A request read and not yet believed.
struct Incoming {
    method: String,
    path: String,
    query: Option<String>,
    headers: Option<Headers>,
    body: Vec<u8>,
}

impl Incoming {
    async fn read(door: &Door, request: Request<Body>) -> Result<Self, Denial> {
        let (parts, rest) = request.into_parts();
        let body = body::read(&parts.headers, rest, door.body_cap).await?;
        point(Point::BodyRead);
        Ok(Self {
            method: parts.method.as_str().to_owned(),
            path: parts.uri.path().to_owned(),
            query: parts.uri.query().map(str::to_owned),
            headers: headers(&parts.headers),
            body,
        })
    }

    fn claimed(&self) -> (String, String) {
        let headers = self.headers.as_ref();
        headers.map(|headers| (headers.agent.clone(), headers.nonce.clone())).unwrap_or_default()
    }

    /// Checks time and signature with this key; where a header is malformed does the
    /// same work for nothing.
    fn verify(&self, door: &Door, key: &PublicKey) -> Option<VerifiedRequest> {
        let now = door.clock.now();
        let read =
            |headers: &Headers| SignedRequest::read(&self.method, &self.path, headers, &self.body).ok();
        let signed = self.headers.as_ref().and_then(read);
        let Some(signed) = signed else {
            let stand_in = Headers {
                agent: String::new(),
                timestamp: now.to_text(),
                nonce: "-".to_owned(),
                signature: base64url::encode(&[0; 64]),
            };
            let _ = read(&stand_in).map(|signed| signed.verify(key, now));
            return None;
        };
        let verified = signed.verify(key, now);
        if let Err(fault) = &verified {
            tracing::debug!(%fault, "a request is refused");
        }
        verified.ok()
    }

    fn admitted<P>(self, by: P) -> Admitted<P> {
        let segments = self.path.split('/').skip(1).map(str::to_owned).collect();
        Admitted { by, body: self.body, segments, query: self.query }
    }
}

/// The four headers, each standing once.
fn headers(all: &HeaderMap) -> Option<Headers> {
    let one = |name: &str| {
        let mut values = all.get_all(name).iter();
        let value = values.next()?.to_str().ok()?.to_owned();
        values.next().is_none().then_some(value)
    };
    Some(Headers {
        agent: one(header::AGENT)?,
        timestamp: one(header::TIMESTAMP)?,
        nonce: one(header::NONCE)?,
        signature: one(header::SIGNATURE)?,
    })
}

/// Admits a vendor's agent.
pub async fn vendor(door: &Door, request: Request<Body>) -> Result<Admitted<Agent>, Denial> {
    let incoming = Incoming::read(door, request).await?;
    let (id, nonce) = incoming.claimed();
    let claim = door.store.claimed_agent(id, nonce).await?;
    let key = claim.party.as_ref().map_or(&door.stranger, |agent| &agent.public_key);
    let verified = incoming.verify(door, key);
    let standing = claim.party.filter(|agent| agent.status != Status::Revoked);
    let (Some(verified), Some(agent), false) = (verified, standing, claim.spent) else {
        return Err(Denial::Refused);
    };
    spend(door, verified).await?;
    Ok(incoming.admitted(agent))
}

/// Admits a person of the organisation.
pub async fn person(door: &Door, request: Request<Body>) -> Result<Admitted<Person>, Denial> {
    let incoming = Incoming::read(door, request).await?;
    let (id, nonce) = incoming.claimed();
    let claim = door.store.claimed_person(id, nonce).await?;
    let key = claim.party.as_ref().map_or(&door.stranger, |person| &person.public_key);
    let verified = incoming.verify(door, key);
    let now = door.clock.now();
    let standing = claim.party.filter(|person| person.membership.covers(now));
    let (Some(verified), Some(person), false) = (verified, standing, claim.spent) else {
        return Err(Denial::Refused);
    };
    spend(door, verified).await?;
    Ok(incoming.admitted(person))
}

/// Counts the request and spends its nonce, in this order: what is over the limit costs
/// no write. The signature is checked before both, so nobody counts or burns for others.
async fn spend(door: &Door, verified: VerifiedRequest) -> Result<(), Denial> {
    door.limiters.request(verified.agent())?;
    if !door.store.spend(verified, door.clock.now()).await? {
        return Err(Denial::Refused);
    }
    point(Point::NonceSpent);
    Ok(())
}
