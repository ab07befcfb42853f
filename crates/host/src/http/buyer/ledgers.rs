//! The organisation's ledgers: what people state, and how somebody joins.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use serde::Serialize;

use anp::PROTOCOL;
use anp::digest::EventHash;
use anp::json::{self, Value};
use anp::keys::{PublicKey, Signature};
use anp::ledger::{Entry, LedgerId, Statement, Wording};

use super::super::admit;
use super::super::answer::Denial;
use super::super::fields::{self, bad};
use super::super::limit::whose;
use super::super::{Door, body};
use super::Answer;
use super::shapes::{HeadShape, json as answer};
use crate::random;
use crate::store::ledgers::{Stating, Took};
use crate::store::{Limited, office};

/// Where the ledger's name stands in `/api/buyer/v1/ledgers/{id}/…`.
pub(super) const LEDGER: usize = 4;

/// Where `after` stands in `/api/buyer/v1/ledgers/{id}/{after}`.
const AFTER: usize = 5;

#[derive(Serialize)]
struct EntryShape {
    seq: u64,
    kind: String,
    /// Canonical JSON as text, so that nobody's reader changes what was signed.
    payload: String,
    counter: u64,
    head_seen: String,
    signer: String,
    signature: String,
    prev_hash: String,
    event_hash: String,
    at: String,
}

impl From<&Entry> for EntryShape {
    fn from(entry: &Entry) -> Self {
        let wording = entry.statement.wording();
        Self {
            seq: entry.seq,
            kind: wording.kind.clone(),
            payload: wording.payload().to_owned(),
            counter: wording.counter,
            head_seen: wording.head_seen.to_string(),
            signer: entry.statement.signer().to_string(),
            signature: entry.statement.signature().to_string(),
            prev_hash: entry.prev.to_string(),
            event_hash: entry.hash.to_string(),
            at: entry.at.clone(),
        }
    }
}

#[derive(Serialize)]
struct Taken {
    protocol: &'static str,
    entry: EntryShape,
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<String>,
}

#[derive(Serialize)]
struct PartAnswer {
    protocol: &'static str,
    head: HeadShape,
    entries: Vec<EntryShape>,
}

#[derive(Serialize)]
struct Ends {
    protocol: &'static str,
    org: String,
    ledgers: Vec<EndShape>,
}

/// A ledger's end: a desk asks for those alone that go on behind what it has.
#[derive(Serialize)]
struct EndShape {
    ledger: String,
    head: HeadShape,
}

pub(super) fn ledger(text: &str) -> Result<LedgerId, Denial> {
    LedgerId::parse(text).ok_or(Denial::NotFound)
}

/// A statement as it is sent: its words and the signature over them.
pub(super) fn statement(ledger: LedgerId, body: &Value, signer: &PublicKey) -> Result<Statement, Denial> {
    let counter = fields::required(body, "", "counter")?
        .as_count()
        .ok_or_else(|| bad("counter", "must be a whole number"))?;
    let head_seen = EventHash::parse(fields::text(body, "", "head_seen")?)
        .map_err(|_| bad("head_seen", "must be 64 lower-case hex digits"))?;
    let payload = json::canonical(fields::required(body, "", "payload")?);
    let kind = fields::text(body, "", "kind")?;
    let signature = Signature::parse(fields::text(body, "", "signature")?)
        .map_err(|_| bad("signature", "must be 64 bytes in base64url without padding"))?;
    Wording::new(ledger, kind, payload.as_bytes(), counter, head_seen)
        .map_err(|fault| Denial::BadRequest(fault.to_string()))?
        .signed(*signer, signature)
        .map_err(|fault| bad("signature", fault))
}

async fn take(door: &Door, statement: Statement) -> Result<(Entry, String), Denial> {
    let fresh = random::id().map_err(|fault| {
        tracing::error!(%fault, "no id can be made");
        Denial::Unavailable
    })?;
    let stating =
        Stating { statement, platform: Arc::clone(&door.key), fresh: fresh.clone(), now: door.clock.now() };
    match door.store.state(stating).await? {
        Took::Done(entry) => Ok((*entry, fresh)),
        Took::Refused => Err(Denial::Refused),
        Took::Forbidden(why) => Err(Denial::Forbidden(why)),
        Took::Conflict(why) => Err(Denial::Conflict(why)),
        Took::Bad(why) => Err(Denial::BadRequest(why.to_owned())),
        Took::ClockBehind(millis) => {
            tracing::error!(millis, "the clock is behind a ledger's last entry: nothing is appended");
            Err(Denial::ClockBehind)
        }
    }
}

/// `GET ledgers`
pub async fn list(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    admit::person(&door, request).await?;
    let org = door.store.org().await?;
    let org = office::org_ledger(&org).ok_or(Denial::Unavailable)?.to_string();
    let ledgers = door.store.ledgers().await?.into_iter();
    let ledgers = ledgers.map(|(ledger, head)| EndShape { ledger, head: HeadShape::from(head) });
    answer(&Ends { protocol: PROTOCOL, org, ledgers: ledgers.collect() })
}

/// `GET ledgers/{id}/{after}`
pub async fn behind(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    let admitted = admit::person(&door, request).await?;
    let after = admitted.segment(AFTER).parse().map_err(|_| bad("after", "must be an entry's number"))?;
    let part = door.store.ledger(ledger(admitted.segment(LEDGER))?, after).await?;
    answer(&PartAnswer {
        protocol: PROTOCOL,
        head: HeadShape::from(part.head),
        entries: part.entries.iter().map(EntryShape::from).collect(),
    })
}

/// `POST ledgers/{id}`
pub async fn state(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    let admitted = admit::person(&door, request).await?;
    let ledger = ledger(admitted.segment(LEDGER))?;
    let body = fields::object(&admitted.body)?;
    let statement = statement(ledger, &body, &admitted.by.public_key)?;
    let (entry, _) = take(&door, statement).await?;
    answer(&Taken { protocol: PROTOCOL, entry: EntryShape::from(&entry), person: None })
}

/// `POST join`: by somebody who is nobody yet and holds an invitation.
pub async fn join(
    State(door): State<Arc<Door>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request<Body>,
) -> Answer {
    door.take(Limited::Registrations, whose(from.ip()).to_string()).await?;
    let (parts, rest) = request.into_parts();
    let body = fields::object(&body::read(&parts.headers, rest, door.limits.body).await?)?;
    let signer =
        PublicKey::parse(fields::text(&body, "", "signer")?).map_err(|fault| bad("signer", fault))?;
    let org = door.store.org().await?;
    let ledger = office::org_ledger(&org).ok_or(Denial::Unavailable)?;
    let (entry, fresh) = take(&door, statement(ledger, &body, &signer)?).await?;
    // A repetition made nobody: the person is whom the first sending made.
    let person = door.store.person_with(signer).await?.unwrap_or(fresh);
    answer(&Taken { protocol: PROTOCOL, entry: EntryShape::from(&entry), person: Some(person) })
}
