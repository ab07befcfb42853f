//! What a group of checks sits at: the host, agents of its own, sessions.

use std::sync::Arc;

use anp::PROTOCOL;
use anp::base64url;
use anp::digest::PayloadHash;
use anp::json::{self, Value, quote};
use anp::keys::SecretKey;
use anp::request::{self, header};
use tokio::sync::OnceCell;

use super::check::{Finding, shown};
use super::log::Log;
use super::payloads;
use super::refusal::Reference;
use super::wire::{Answer, Call, Wire};

/// The host, and what the caller knows of it.
#[derive(Debug)]
pub struct Ground {
    /// The way to the host.
    pub wire: Wire,
    /// A living handle.
    pub handle: Option<String>,
    /// An agent that is verified for it.
    pub verified: Option<Agent>,
}

/// A registered agent.
#[derive(Debug)]
pub struct Agent {
    /// Registration id.
    pub id: String,
    /// Name at registration.
    pub name: String,
    /// Key.
    pub key: SecretKey,
}

/// A session that was opened.
#[derive(Debug, Clone)]
pub struct Session {
    /// Its id.
    pub id: String,
    /// The answer to the opening.
    pub opened: Answer,
}

/// A group's seat.
pub struct Seat {
    /// The host.
    pub ground: Arc<Ground>,
    agent: OnceCell<Agent>,
    other: OnceCell<Agent>,
    session: OnceCell<Session>,
    reference: OnceCell<Reference>,
    record: OnceCell<super::checks::Record>,
}

/// Random bytes.
pub fn random<const N: usize>() -> Result<[u8; N], Finding> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|fault| Finding::NotRun(format!("no randomness: {fault}")))?;
    Ok(bytes)
}

/// A nonce that nobody has used.
pub fn nonce() -> Result<String, Finding> {
    Ok(base64url::encode(&random::<18>()?))
}

/// A new key.
pub fn new_key() -> Result<SecretKey, Finding> {
    Ok(SecretKey::from_seed(&random()?))
}

impl Agent {
    /// A request signed now, with a fresh nonce.
    pub fn call(&self, wire: &Wire, method: &'static str, path: &str, body: &[u8]) -> Result<Call, Finding> {
        let headers = request::sign(&self.key, &self.id, (method, path), body, wire.now(), &nonce()?);
        Ok(call_with(method, path, body, headers))
    }

    /// A request whose time and nonce are these texts.
    pub fn call_at(
        &self,
        (method, path): (&'static str, &str),
        body: &[u8],
        timestamp: &str,
        nonce: &str,
    ) -> Call {
        let hash = anp::digest::BodyHash::of(body);
        let statement = format!("{PROTOCOL}\n{method}\n{path}\n{timestamp}\n{nonce}\n{hash}");
        let headers = request::Headers {
            agent: self.id.clone(),
            timestamp: timestamp.to_owned(),
            nonce: nonce.to_owned(),
            signature: self.key.sign(statement.as_bytes()).to_string(),
        };
        call_with(method, path, body, headers)
    }

    /// The authorship signature over a kind and a payload, whatever they are.
    pub fn author(&self, kind: &str, payload: &str) -> String {
        let value = json::parse(payload.as_bytes()).map_or(Value::Null, |parsed| parsed.value);
        let hash = PayloadHash::of_canonical(&json::canonical(&value));
        self.key.sign(format!("{PROTOCOL}\n{kind}\n{hash}").as_bytes()).to_string()
    }

    /// The body of an append.
    pub fn event(&self, kind: &str, payload: &str) -> String {
        event_body(kind, payload, &self.author(kind, payload))
    }
}

/// The body of an append with this signature text.
pub fn event_body(kind: &str, payload: &str, signature: &str) -> String {
    format!(r#"{{"kind":{},"payload":{payload},"signature":{}}}"#, quote(kind), quote(signature))
}

fn call_with(method: &'static str, path: &str, body: &[u8], headers: request::Headers) -> Call {
    Call {
        method,
        path: path.to_owned(),
        query: None,
        headers: vec![
            (header::AGENT, headers.agent),
            (header::TIMESTAMP, headers.timestamp),
            (header::NONCE, headers.nonce),
            (header::SIGNATURE, headers.signature),
        ],
        body: body.to_vec(),
    }
}

impl Ground {
    /// Sends a registration.
    pub async fn register(&self, body: &str) -> Result<Answer, Finding> {
        let call = Call {
            method: "POST",
            path: self.wire.route("/register"),
            query: None,
            headers: Vec::new(),
            body: body.as_bytes().to_vec(),
        };
        self.wire.send(|| Ok(call.clone())).await
    }

    /// Registers a new agent.
    pub async fn new_agent(&self) -> Result<Agent, Finding> {
        let key = new_key()?;
        let name = "Conformance check".to_owned();
        let body = payloads::registration(&key, &name);
        let answer = self.register(&body.text()).await?;
        let id = answer.text("agent_id").filter(|_| answer.is_success());
        let id =
            id.ok_or_else(|| Finding::NotRun(format!("no agent could be registered: {}", answer.words())))?;
        Ok(Agent { id, name, key })
    }
}

impl Seat {
    /// A seat with nothing on it.
    pub fn at(ground: Arc<Ground>) -> Self {
        Self {
            ground,
            agent: OnceCell::new(),
            other: OnceCell::new(),
            session: OnceCell::new(),
            reference: OnceCell::new(),
            record: OnceCell::new(),
        }
    }

    /// The way to the host.
    pub fn wire(&self) -> &Wire {
        &self.ground.wire
    }

    /// The group's agent.
    pub async fn agent(&self) -> Result<&Agent, Finding> {
        self.agent.get_or_try_init(|| self.ground.new_agent()).await
    }

    /// Another agent.
    pub async fn other(&self) -> Result<&Agent, Finding> {
        self.other.get_or_try_init(|| self.ground.new_agent()).await
    }

    /// The group's session with the sandbox.
    pub async fn session(&self) -> Result<&Session, Finding> {
        self.session.get_or_try_init(|| self.new_session()).await
    }

    /// What a refusal looks like here.
    pub async fn reference(&self) -> Result<&Reference, Finding> {
        self.reference.get_or_try_init(|| Reference::take(self)).await
    }

    /// The group's told session.
    pub async fn record(&self) -> Result<&super::checks::Record, Finding> {
        self.record.get_or_try_init(|| super::checks::Record::tell(self)).await
    }

    /// A signed request by the group's agent.
    pub async fn call(&self, method: &'static str, path: &str, body: &[u8]) -> Result<Answer, Finding> {
        self.call_as(self.agent().await?, method, path, body).await
    }

    /// A signed request.
    pub async fn call_as(
        &self,
        agent: &Agent,
        method: &'static str,
        path: &str,
        body: &[u8],
    ) -> Result<Answer, Finding> {
        self.wire().send(|| agent.call(self.wire(), method, path, body)).await
    }

    /// Asks for a session.
    pub async fn open(&self, body: &str) -> Result<Answer, Finding> {
        self.call("POST", &self.wire().route("/sessions"), body.as_bytes()).await
    }

    /// A new session with the sandbox.
    pub async fn new_session(&self) -> Result<Session, Finding> {
        let opened = self.open(&payloads::opening(&payloads::envelope().text())).await?;
        let id = opened.text("session_id").filter(|_| opened.is_success());
        let id = id.ok_or_else(|| {
            Finding::NotRun(format!("needs a session, and the sandbox gives none: {}", opened.words()))
        })?;
        Ok(Session { id, opened })
    }

    /// The path of a session's routes.
    pub fn path(&self, session: &str, tail: &str) -> String {
        self.wire().route(&format!("/sessions/{session}{tail}"))
    }

    /// Appends a body.
    pub async fn append(&self, session: &str, body: &[u8]) -> Result<Answer, Finding> {
        self.call("POST", &self.path(session, "/events"), body).await
    }

    /// Appends a payload, signed.
    pub async fn say(&self, session: &str, kind: &str, payload: &str) -> Result<Answer, Finding> {
        let body = self.agent().await?.event(kind, payload);
        self.append(session, body.as_bytes()).await
    }

    /// Appends what must be taken for the check to go on.
    pub async fn said(&self, session: &str, kind: &str, payload: &str) -> Result<Answer, Finding> {
        let answer = self.say(session, kind, payload).await?;
        if answer.is_success() {
            return Ok(answer);
        }
        Err(Finding::fail(
            format!("{kind} {}", shown(payload)),
            format!("{}, where it is to be taken", answer.words()),
        ))
    }

    /// A session's log.
    pub async fn log(&self, session: &str) -> Result<Log, Finding> {
        let answer = self.call("GET", &self.path(session, "/log"), b"").await?;
        Log::read(&answer)
    }
}
