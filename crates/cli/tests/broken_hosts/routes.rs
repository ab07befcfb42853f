//! The routes.

use std::sync::Arc;

use anp::digest::{PayloadHash, sha256};
use anp::event::{Actor, Kind, authorship_statement};
use anp::json::{Value, canonical};
use anp::keys::{PublicKey, Signature};
use anp::payload::{Authority, Envelope, Payload};
use anp::register::{self, ProvenKey};
use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method};
use axum::response::{IntoResponse as _, Response};

use super::admit::Incoming;
use super::record::{Said, Session};
use super::words::Denial;
use super::{Agent, Fault, HANDLE, Host, fabrikam, lenient};

const CAP: usize = 2 * 1024 * 1024;

/// A success's JSON text.
type Answered = Result<String, Denial>;

pub fn router(host: Arc<Host>) -> Router {
    Router::new().fallback(all).with_state(host)
}

async fn all(State(host): State<Arc<Host>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let vendors = parts.uri.path().starts_with("/api/agent/v1/");
    let preflight = parts.method == Method::OPTIONS;
    let mut response = if preflight && vendors && !host.has(Fault::NoPreflight) {
        ().into_response()
    } else {
        let said = match to_bytes(body, 64 * 1024 * 1024).await {
            Ok(body) if body.len() > CAP && !host.has(Fault::BodyUnbounded) => {
                Err(Denial::told(413, "too_large", "The body is too large."))
            }
            Ok(body) => {
                let incoming = Incoming {
                    method: parts.method.as_str().to_owned(),
                    path: parts.uri.path().to_owned(),
                    query: parts.uri.query().map(str::to_owned),
                    headers: parts.headers,
                    body: body.to_vec(),
                };
                host.route(&incoming).await
            }
            Err(_) => Err(Denial::bad("the body breaks off")),
        };
        host.answer(said)
    };
    if vendors && (preflight || !host.has(Fault::AnswersWithoutOrigin)) {
        let headers = response.headers_mut();
        headers.insert("access-control-allow-origin", HeaderValue::from_static("*"));
        let allowed = if host.has(Fault::SignatureHeaderNotAllowed) {
            "content-type,x-anp-agent,x-anp-timestamp,x-anp-nonce"
        } else {
            "content-type,x-anp-agent,x-anp-timestamp,x-anp-nonce,x-anp-signature"
        };
        headers.insert("access-control-allow-headers", HeaderValue::from_static(allowed));
    }
    response
}

fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str, Denial> {
    value.get(key).and_then(Value::as_text).ok_or_else(|| Denial::bad(format_args!("{key}: must be a text")))
}

impl Host {
    async fn route(&self, incoming: &Incoming) -> Answered {
        let segments: Vec<&str> = incoming.path.split('/').skip(1).collect();
        match (incoming.method.as_str(), segments.as_slice()) {
            ("GET", [".well-known", "anp.json"]) => Ok(self.well_known()),
            ("GET", ["api", "agent", "v1", "orgs"]) if self.has(Fault::DirectoryOfHandles) => {
                Ok(format!(r#"{{"orgs":["{HANDLE}"],"protocol":"ANP/0.1"}}"#))
            }
            ("POST", ["api", "agent", "v1", "register"]) => self.register(&incoming.body),
            ("POST", ["api", "agent", "v1", "sessions"]) => self.open(incoming).await,
            ("GET", ["api", "agent", "v1", "sessions", _]) if self.has(Fault::StatusRouteLacks) => {
                Err(Denial::not_found())
            }
            ("GET", ["api", "agent", "v1", "sessions", id]) => self.read(incoming, id, false).await,
            ("GET", ["api", "agent", "v1", "sessions", id, "log"]) => self.read(incoming, id, true).await,
            ("POST", ["api", "agent", "v1", "sessions", id, "events"]) => self.say(incoming, id).await,
            _ => Err(Denial::not_found()),
        }
    }

    fn well_known(&self) -> String {
        let key = if self.has(Fault::WrongWellKnown) {
            support::people::mallory().public()
        } else {
            self.platform.public()
        };
        format!(
            r#"{{"protocol_versions":["ANP/0.1"],"api_base":"/api/agent/v1","platform_keys":[{{"public_key":"{key}","fingerprint":"{}"}}],"protocol":"ANP/0.1"}}"#,
            key.fingerprint(),
        )
    }

    fn register(&self, body: &[u8]) -> Answered {
        let body = self.object(body)?;
        let name = text(&body, "agent_name")?.to_owned();
        if !(3..=120).contains(&name.chars().count()) && !self.has(Fault::AnyAgentName) {
            return Err(Denial::bad("agent_name: must have 3 to 120 characters"));
        }
        if !self.has(Fault::RegistrationWithoutVendor) {
            text(&body, "vendor_name")?;
        }
        text(&body, "contact_email")?;
        let key = self.proven(text(&body, "public_key")?, text(&body, "proof")?)?;
        let mut state = self.state();
        let known = state.agents.iter().position(|agent| agent.key == key);
        let agent = match known.filter(|_| !self.has(Fault::NewIdentityEachTime)) {
            Some(place) if self.has(Fault::LaterNameWins) && state.agents[place].name != name => {
                let id = state.new_id();
                state.agents[place].id = id;
                state.agents[place].clone()
            }
            Some(place) => state.agents[place].clone(),
            None => {
                let agent = Agent { id: state.new_id(), name, key };
                state.agents.push(agent.clone());
                agent
            }
        };
        let fingerprint = if self.has(Fault::FingerprintOfText) {
            PayloadHash(sha256(agent.key.to_string().as_bytes())).to_string()
        } else {
            agent.key.fingerprint().to_string()
        };
        let status = if self.has(Fault::BornVerified) { "verified" } else { "sandbox" };
        Ok(format!(
            r#"{{"agent_id":"{}","fingerprint":"{fingerprint}","status":"{status}","protocol":"ANP/0.1"}}"#,
            agent.id
        ))
    }

    fn proven(&self, key: &str, proof: &str) -> Result<PublicKey, Denial> {
        let parsed = || PublicKey::parse(key).map_err(Denial::bad);
        let unpadded = proof.trim_end_matches('=');
        match self.fault {
            Some(Fault::ProofUnchecked) => parsed(),
            Some(Fault::WeakKeyTaken) if parsed()?.is_weak() => parsed(),
            Some(Fault::PaddedProofTaken) => Ok(*ProvenKey::check(key, unpadded).map_err(Denial::bad)?.key()),
            // Takes a signature over the key alone beside the one over the statement.
            Some(Fault::ProofOfAnyText) => {
                let key = parsed()?;
                let proof = Signature::parse(proof).map_err(Denial::bad)?;
                let of = |text: &str| key.verify(text.as_bytes(), &proof).is_ok();
                let held = of(&register::statement(&key)) || of(&key.to_string());
                if held { Ok(key) } else { Err(Denial::bad("proof")) }
            }
            _ => Ok(*ProvenKey::check(key, proof).map_err(Denial::bad)?.key()),
        }
    }

    async fn open(&self, incoming: &Incoming) -> Answered {
        let agent = self.admit(incoming).await?;
        let body = self.object(&incoming.body)?;
        let target = body.get("target").ok_or_else(|| Denial::bad("target"))?;
        match (target.get("org_handle"), target.get("sandbox").and_then(Value::as_bool)) {
            (None, Some(true)) if self.has(Fault::NoSandbox) => return Err(Denial::bad("no sandbox here")),
            (None, Some(true)) => {}
            (Some(_), Some(true)) if self.has(Fault::BothTargets) => {}
            (None, _) if self.has(Fault::AnyTarget) => {}
            (Some(Value::Text(handle)), None) if handle == HANDLE && self.has(Fault::LiveHandleTold) => {
                return Err(Denial::told(401, "refused", "The agent is not verified."));
            }
            (Some(Value::Text(_)), None) if self.has(Fault::UnknownHandleTold) => {
                return Err(Denial::not_found());
            }
            (Some(Value::Text(_)), None) => return Err(Denial::refused()),
            _ => return Err(Denial::bad("target")),
        }
        let received = body.get("envelope").cloned().ok_or_else(|| Denial::bad("envelope"))?;
        Envelope::read(&self.repaired_envelope(received.clone())).map_err(Denial::bad)?;
        let mut state = self.state();
        let id = state.new_id();
        let mut session = Session::new(id.clone(), agent.id.clone(), agent.key);
        let authority = if self.has(Fault::OtherAuthority) {
            Authority::ProposeOnly
        } else {
            Authority::BindWithHumanApproval
        };
        let own = fabrikam::envelope(authority).to_value();
        let opening = Value::object([
            ("protocol", "ANP/0.1".into()),
            (
                "agent",
                Value::object([
                    ("id", agent.id.into()),
                    ("name", agent.name.into()),
                    ("fingerprint", agent.key.fingerprint().to_string().into()),
                ]),
            ),
            ("envelope", if self.has(Fault::OpeningWithoutEnvelope) { own.clone() } else { received }),
        ]);
        let payload = canonical(&opening);
        let hash = PayloadHash::of_canonical(&payload);
        let kind = "session_open".to_owned();
        self.append(
            &mut session,
            Said { actor: Actor::VendorAgent, kind, payload, hash, signed: None },
            None,
        );
        let shown = if self.has(Fault::BuyerEnvelopeLate) { "{}".to_owned() } else { canonical(&own) };
        self.append(&mut session, self.by_buyer(Kind::Envelope, &own), None);
        let log = self.log(&session);
        state.sessions.insert(id.clone(), session);
        Ok(format!(r#"{{"session_id":"{id}","buyer_envelope":{shown},"log":{log},"protocol":"ANP/0.1"}}"#))
    }

    /// Whether this agent may see the session.
    fn owned(&self, agent: &Agent, id: &str) -> Result<(), Denial> {
        let state = self.state();
        let owner = state.sessions.get(id).map(|session| session.agent.clone());
        let shaped = id.len() == 36;
        match (owner, self.fault) {
            (Some(owner), _) if owner == agent.id => Ok(()),
            (Some(_), Some(Fault::ForeignSessionReadable)) => Ok(()),
            (Some(_), Some(Fault::ForeignSessionForbidden)) => {
                Err(Denial::told(403, "forbidden", "This session is somebody else's."))
            }
            (None, Some(Fault::UnknownSessionNotFound)) if shaped => Err(Denial::not_found()),
            (None, Some(Fault::MalformedSessionTold)) if !shaped => Err(Denial::bad("not a session id")),
            _ => Err(Denial::refused()),
        }
    }

    async fn read(&self, incoming: &Incoming, id: &str, log: bool) -> Answered {
        let agent = self.admit(incoming).await?;
        self.owned(&agent, id)?;
        let state = self.state();
        let session = &state.sessions[id];
        if log {
            return Ok(self.log(session));
        }
        let word = self.word(session, true);
        Ok(format!(r#"{{"session":{word},"protocol":"ANP/0.1"}}"#))
    }

    async fn say(&self, incoming: &Incoming, id: &str) -> Answered {
        let agent = self.admit(incoming).await?;
        if self.has(Fault::ValidationBeforeOwnership) {
            self.object(&incoming.body)?;
        }
        self.owned(&agent, id)?;
        let body = self.object(&incoming.body)?;
        let (said, payload) = match self.event(&agent, &body, &incoming.body) {
            Err(denial) if self.has(Fault::RefusedAndYetAppended) => {
                let message = Value::object([("body", "refused, and yet here".into())]);
                let said = Said { actor: Actor::VendorAgent, ..self.by_buyer(Kind::Message, &message) };
                self.append(self.state().sessions.get_mut(id).unwrap(), said, None);
                return Err(denial);
            }
            read => read?,
        };
        let seen = self.state().sessions[id].len();
        let racing = self.has(Fault::NumbersRace) || self.has(Fault::AppendsLost);
        if racing {
            self.meet().await;
        }
        let mut state = self.state();
        let session = state.sessions.get_mut(id).unwrap();
        if session.closed && !self.has(Fault::OpenAfterClose) {
            return Err(Denial::bad("the session is closed"));
        }
        let before = self.log(session);
        let lost = self.has(Fault::AppendsLost) && session.len() != seen;
        if !lost {
            self.append(session, said, self.has(Fault::NumbersRace).then_some(seen));
        }
        for (kind, payload) in payload.map(|payload| self.answers(session, &payload)).unwrap_or_default() {
            let said = self.by_buyer(kind, &payload);
            self.append(session, said, None);
        }
        let log = if self.has(Fault::AnswerBeforeAppend) { before } else { self.log(session) };
        Ok(format!(r#"{{"log":{log},"protocol":"ANP/0.1"}}"#))
    }

    /// What is said, and its typed payload where it has one.
    fn event(&self, agent: &Agent, body: &Value, raw: &[u8]) -> Result<(Said, Option<Payload>), Denial> {
        let kind_text = match body.get("kind") {
            None if self.has(Fault::KindByDefault) => "message",
            _ => text(body, "kind")?,
        };
        let payload = body.get("payload").ok_or_else(|| Denial::bad("payload"))?;
        let kind = Kind::parse(kind_text);
        let allowed = kind.filter(|kind| *kind != Kind::SessionOpen || self.has(Fault::SecondOpening));
        let (kind, canonical) = match allowed {
            Some(kind) => (kind, self.stated(kind, payload)?),
            None if self.has(Fault::AnyKind) => (Kind::Message, canonical(payload)),
            None => return Err(Denial::bad("kind")),
        };
        if self.has(Fault::WholeFloatsRefused) && String::from_utf8_lossy(raw).contains(".0") {
            return Err(Denial::bad("term_months: must be an integer"));
        }
        let hash = PayloadHash::of_canonical(&canonical);
        let signed = match body.get("signature").and_then(Value::as_text) {
            None if self.has(Fault::UnsignedEventTaken) => None,
            None => return Err(Denial::bad("signature: is required and missing")),
            Some(signature) => {
                self.authored(agent, kind_text, hash, signature)?;
                Some((signature.to_owned(), agent.key.fingerprint().to_string()))
            }
        };
        let (canonical, signed) = match self.fault {
            Some(Fault::PriceRounded) => (canonical.replace("1140.55", "1140.6"), signed),
            Some(Fault::ResignedByPlatform) => {
                let signature = self.platform.sign(authorship_statement(kind, hash).as_bytes()).to_string();
                (canonical, Some((signature, self.platform.fingerprint().to_string())))
            }
            _ => (canonical, signed),
        };
        let stands = lenient::payload_hash(self, &canonical, raw);
        let typed = Payload::read(kind, payload).ok();
        let (actor, kind) = (Actor::VendorAgent, kind_text.to_owned());
        Ok((Said { actor, kind, payload: canonical, hash: stands, signed }, typed))
    }

    fn authored(&self, agent: &Agent, kind: &str, hash: PayloadHash, text: &str) -> Result<(), Denial> {
        if self.has(Fault::AuthorshipUnchecked) {
            return Ok(());
        }
        let signature = match self.fault {
            Some(Fault::PaddedAuthorshipTaken) => lenient::signature(text),
            Some(Fault::LeftoverBitsTaken) => lenient::with_leftover_bits(text),
            _ => Signature::parse(text).ok(),
        };
        let signature = signature.ok_or_else(|| Denial::bad("signature: must be base64url"))?;
        let by = |agent: &Agent, kind: &str| {
            let statement = format!("ANP/0.1\n{kind}\n{hash}");
            agent.key.verify(statement.as_bytes(), &signature).is_ok()
        };
        let held = by(agent, kind)
            || (self.has(Fault::AnyAuthorTaken) && self.state().agents.iter().any(|agent| by(agent, kind)))
            || (self.has(Fault::KindUnsigned) && Kind::ALL.iter().any(|kind| by(agent, kind.as_str())));
        if held { Ok(()) } else { Err(Denial::bad("signature: does not hold")) }
    }
}
