//! The routes of vendors' agents.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::response::Response;

use anp::PROTOCOL;
use anp::event::SessionId;
use anp::json::{Value, quote};
use anp::payload::Envelope;
use anp::register::ProvenKey;

use super::Door;
use super::admit;
use super::answer::{Denial, ok};
use super::body;
use super::fields::{self, bad};
use super::limit::whose;
use crate::chain::AppendFault;
use crate::door as rule;
use crate::fault::{Point, point};
use crate::random;
use crate::store::Limited;
use crate::store::append::{VendorAppend, VendorAppended};
use crate::store::open_session::{Opening, Target};
use crate::store::register::{Registered, Registration};

type Answer = Result<Response, Denial>;

/// A new id; without randomness nothing is made up.
fn new_id() -> Result<String, Denial> {
    random::id().map_err(|fault| {
        tracing::error!(%fault, "no id can be made");
        Denial::Unavailable
    })
}

/// `POST /api/agent/v1/register`
pub async fn register(
    State(door): State<Arc<Door>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request<Body>,
) -> Answer {
    door.take(Limited::Registrations, whose(door.proxies.asker(from.ip(), request.headers())).to_string())
        .await?;
    let (parts, rest) = request.into_parts();
    let body = fields::object(&body::read(&parts.headers, rest, door.limits.body).await?)?;
    let agent_name = fields::line(&body, "agent_name", 3..=120)?.to_owned();
    let vendor_name = fields::line(&body, "vendor_name", 1..=160)?.to_owned();
    let contact_email = fields::email(&body, "contact_email")?;
    let (key, proof) = (fields::text(&body, "", "public_key")?, fields::text(&body, "", "proof")?);
    let proven = ProvenKey::check(key, proof).map_err(|fault| Denial::BadRequest(fault.to_string()))?;
    let wish = Registration {
        id: new_id()?,
        public_key: *proven.key(),
        agent_name,
        vendor_name,
        contact_email,
        now: door.clock.now(),
    };
    match door.store.register(wish).await? {
        Registered::Done(agent) => Ok(ok(format!(
            r#"{{"agent_id":{},"fingerprint":"{}","status":"{}","protocol":"{PROTOCOL}"}}"#,
            quote(&agent.id),
            agent.public_key.fingerprint(),
            agent.status.as_str(),
        ))),
        Registered::Revoked => Err(Denial::Refused),
        Registered::BuyersKey => Err(bad("public_key", "stands for the buyer's side already")),
    }
}

fn target(body: &Value) -> Result<Target, Denial> {
    let target = fields::required(body, "", "target")?;
    match (target.get("org_handle"), target.get("sandbox")) {
        (Some(Value::Text(handle)), None) => Ok(Target::Handle(handle.clone())),
        (None, Some(Value::Bool(true))) => Ok(Target::Sandbox),
        _ => Err(bad("target", r#"must be {"org_handle": "…"} or {"sandbox": true}"#)),
    }
}

/// With whom a session is wished, and under which mandate.
fn wish(body: &[u8]) -> Result<(Target, Envelope), Denial> {
    let body = fields::object(body)?;
    let target = target(&body)?;
    Ok((target, fields::envelope(fields::required(&body, "", "envelope")?, "envelope")?))
}

/// `POST /api/agent/v1/sessions`
pub async fn open_session(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    let signed = admit::vendor(&door, request).await?;
    let (target, envelope) = match wish(&signed.body) {
        Ok(wish) => wish,
        // What is malformed counts against the limit as what is not.
        Err(denial) => return signed.spend(&door, None).await.and(Err(denial)),
    };
    if let Target::Handle(handle) = &target
        && !rule::lets_in(handle, &signed.agent, &signed.org)
    {
        return Err(Denial::Refused);
    }
    let (agent, _) = signed.spend(&door, None).await?;
    let id = new_id()?;
    let opening = Opening {
        session: SessionId::parse(&id).ok_or(Denial::Unavailable)?,
        agent: agent.id,
        target,
        envelope,
        now: door.clock.now(),
        platform: Arc::clone(&door.key),
    };
    let Some(buyer_envelope) = door.store.open_session(opening).await? else {
        return Err(Denial::Refused);
    };
    let log = door.store.log(id.clone(), door.platform()).await?;
    Ok(ok(format!(
        r#"{{"session_id":{},"buyer_envelope":{buyer_envelope},"log":{log},"protocol":"{PROTOCOL}"}}"#,
        quote(&id)
    )))
}

/// `POST /api/agent/v1/sessions/{id}/events`
pub async fn append(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    let signed = admit::vendor(&door, request).await?;
    let seen = signed.session()?;
    if !rule::takes_appends(seen, &signed.org) {
        return Err(Denial::Refused);
    }
    let session = seen.id.as_str().to_owned();
    let (agent, body) = signed.spend(&door, Some(&session)).await?;
    let (stated, signature) = fields::event(&fields::object(&body)?, "")?;
    let authored = stated.authored(&agent.public_key, signature).map_err(|fault| bad("signature", fault))?;
    let append = VendorAppend {
        session: session.clone(),
        agent: agent.id,
        authored,
        now: door.clock.now(),
        platform: Arc::clone(&door.key),
    };
    match door.store.append_vendor(append).await? {
        VendorAppended::Done => {}
        VendorAppended::Refused => return Err(Denial::Refused),
        VendorAppended::Fault(AppendFault::Closed) => {
            return Err(Denial::BadRequest("the session is closed".to_owned()));
        }
        VendorAppended::Fault(AppendFault::ClockBehind { millis }) => {
            return Err(clock_behind(&session, millis));
        }
    }
    let log = door.store.log(session, door.platform()).await?;
    let answer = format!(r#"{{"log":{log},"protocol":"{PROTOCOL}"}}"#);
    point(Point::AnswerReady);
    Ok(ok(answer))
}

/// Tells the operator, and the requester a little.
pub(super) fn clock_behind(session: &str, millis: i64) -> Denial {
    tracing::error!(
        session,
        behind_seconds = millis / 1000,
        "the clock of this machine is behind the session's last event: nothing is appended until it is set right"
    );
    Denial::ClockBehind
}

/// `GET /api/agent/v1/sessions/{id}`
pub async fn session(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    let signed = admit::vendor(&door, request).await?;
    let word = signed.session()?.word();
    signed.spend(&door, None).await?;
    Ok(ok(format!(r#"{{"session":{},"protocol":"{PROTOCOL}"}}"#, word.to_json())))
}

/// `GET /api/agent/v1/sessions/{id}/log`
pub async fn log(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    let signed = admit::vendor(&door, request).await?;
    let id = signed.session()?.id.as_str().to_owned();
    let (agent, _) = signed.spend(&door, None).await?;
    let log = door.store.vendor_log(agent.id, id, door.platform()).await?;
    log.map(ok).ok_or(Denial::Refused)
}
