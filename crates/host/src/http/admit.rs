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
use crate::store::admit::Spent;
use crate::store::{Agent, Limited, Org, Person, Session, Status};

/// A vendor's request whose signature and time hold. Its nonce is not spent yet, so what
/// is to be refused costs no write: a refusal after one could be told by its time.
pub struct Signed {
    /// Who has signed it.
    pub agent: Agent,
    /// The organisation and its door.
    pub org: Org,
    /// The session that it asks for, if the agent may see it.
    pub session: Option<Session>,
    /// Its body.
    pub body: Vec<u8>,
    request: VerifiedRequest,
}

impl Signed {
    /// Counts the request against its limits, that of the session too to which it
    /// appends, and spends its nonce. Nothing is done for a request before this.
    pub async fn spend(self, door: &Door, append: Option<&str>) -> Result<(Agent, Vec<u8>), Denial> {
        spend(door, self.request, append).await?;
        Ok((self.agent, self.body))
    }

    /// The session that it asks for; the uniform refusal where the agent may not see it.
    pub fn session(&self) -> Result<&Session, Denial> {
        self.session.as_ref().ok_or(Denial::Refused)
    }
}

/// An admitted request of a person.
pub struct Admitted {
    /// Who has signed it.
    pub by: Person,
    /// Its body.
    pub body: Vec<u8>,
    path: String,
    /// Its query, which no signature covers.
    pub query: Option<String>,
}

impl Admitted {
    /// The path's segment at this place, from 0, as it came; empty where there is none.
    pub fn segment(&self, place: usize) -> &str {
        segment(&self.path, place)
    }
}

fn segment(path: &str, place: usize) -> &str {
    path.split('/').skip(1).nth(place).unwrap_or_default()
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
        let body = body::read(&parts.headers, rest, door.limits.body).await?;
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

/// Where the session's id stands in `/api/agent/v1/sessions/{id}`.
const SESSION: usize = 4;

/// Believes a vendor's request.
pub async fn vendor(door: &Door, request: Request<Body>) -> Result<Signed, Denial> {
    let incoming = Incoming::read(door, request).await?;
    let (id, nonce) = incoming.claimed();
    let session = segment(&incoming.path, SESSION).to_owned();
    let claim = door.store.claimed_agent(id, nonce, session).await?;
    let key = claim.agent.as_ref().map_or(&door.stranger, |agent| &agent.public_key);
    let verified = incoming.verify(door, key);
    let standing = claim.agent.filter(|agent| agent.status != Status::Revoked);
    let (Some(request), Some(agent), false) = (verified, standing, claim.spent) else {
        return Err(Denial::Refused);
    };
    Ok(Signed { agent, org: claim.org, session: claim.session, body: incoming.body, request })
}

/// Admits a person of the organisation.
pub async fn person(door: &Door, request: Request<Body>) -> Result<Admitted, Denial> {
    let incoming = Incoming::read(door, request).await?;
    let (id, nonce) = incoming.claimed();
    let claim = door.store.claimed_person(id, nonce).await?;
    let key = claim.person.as_ref().map_or(&door.stranger, |person| &person.public_key);
    let verified = incoming.verify(door, key);
    let now = door.clock.now();
    let standing = claim.person.filter(|person| person.membership.covers(now));
    let (Some(request), Some(by), false) = (verified, standing, claim.spent) else {
        return Err(Denial::Refused);
    };
    spend(door, request, None).await?;
    Ok(Admitted { by, body: incoming.body, path: incoming.path, query: incoming.query })
}

/// Spends a nonce, in one transaction with the limits. The signature was checked before,
/// so nobody burns another's.
async fn spend(door: &Door, verified: VerifiedRequest, append: Option<&str>) -> Result<(), Denial> {
    let mut quotas = vec![(door.quota(Limited::Requests), verified.agent().to_owned())];
    quotas.extend(append.map(|session| (door.quota(Limited::Appends), session.to_owned())));
    match door.store.spend(verified, quotas, door.clock.now()).await? {
        Spent::Fresh => {}
        Spent::Before => return Err(Denial::Refused),
        Spent::Limited { seconds } => return Err(Denial::RateLimited(seconds)),
    }
    point(Point::NonceSpent);
    Ok(())
}
