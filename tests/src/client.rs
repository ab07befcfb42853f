//! Someone who signs requests: a vendor's agent or a person at a desk.
#![allow(clippy::expect_used, reason = "a test ends where its ground is missing")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use anp::event::{Kind, Stated};
use anp::json;
use anp::keys::SecretKey;
use anp::register;
use anp::request::{self, Headers, header};
use anp::time::Moment;
use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

/// Status, headers without the date, body.
pub type Undated = (u16, Vec<(String, Vec<u8>)>, Vec<u8>);

/// An answer, read whole.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Status code.
    pub status: u16,
    /// Headers.
    pub headers: HeaderMap,
    /// Body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as JSON.
    ///
    /// # Panics
    /// Where it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("a JSON body")
    }

    /// The code of an error.
    pub fn code(&self) -> String {
        self.json().pointer("/error/code").and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    /// The message of an error.
    pub fn message(&self) -> String {
        self.json().pointer("/error/message").and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    /// Everything but the date, to compare refusals byte for byte.
    pub fn undated(&self) -> Undated {
        let mut headers: Vec<_> = self
            .headers
            .iter()
            .filter(|(name, _)| *name != "date")
            .map(|(name, value)| (name.to_string(), value.as_bytes().to_owned()))
            .collect();
        headers.sort();
        (self.status, headers, self.body.clone())
    }

    /// Itself, if it is a success.
    ///
    /// # Panics
    /// Where it is none, with what it says.
    #[allow(
        clippy::must_use_candidate,
        clippy::return_self_not_must_use,
        reason = "the assertion is the point"
    )]
    pub fn ok(self) -> Self {
        assert_eq!(self.status, 200, "{}", String::from_utf8_lossy(&self.body));
        self
    }
}

/// The machine's time.
///
/// # Panics
/// Where the machine's clock is before 1970.
pub fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock after 1970");
    Moment::from_millis(i64::try_from(since.as_millis()).expect("a clock of this age"))
}

/// A nonce that no other call gives.
pub fn nonce() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{}-{}-{count}", std::process::id(), now().millis())
}

/// Sends a request as it is.
///
/// # Panics
/// Where no answer comes.
pub async fn send(
    http: &reqwest::Client,
    url: &str,
    route: (&str, &str),
    headers: Option<&Headers>,
    body: Vec<u8>,
) -> Answer {
    try_send(http, url, route, headers, body).await.expect("an answer")
}

/// Sends a request as it is, on a line that may be dead.
///
/// # Errors
/// The transport's.
///
/// # Panics
/// Where the method is none.
pub async fn try_send(
    http: &reqwest::Client,
    url: &str,
    (method, path): (&str, &str),
    headers: Option<&Headers>,
    body: Vec<u8>,
) -> Result<Answer, reqwest::Error> {
    let method = Method::from_bytes(method.as_bytes()).expect("a method");
    let mut request = http.request(method, format!("{url}{path}"));
    if let Some(headers) = headers {
        request = request
            .header(header::AGENT, &headers.agent)
            .header(header::TIMESTAMP, &headers.timestamp)
            .header(header::NONCE, &headers.nonce)
            .header(header::SIGNATURE, &headers.signature);
    }
    if !body.is_empty() {
        request = request.header("content-type", "application/json").body(body);
    }
    let answer = request.send().await?;
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    let body = answer.bytes().await?.to_vec();
    Ok(Answer { status, headers, body })
}

/// Someone who signs.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    /// The host, `http://ADDR:PORT`.
    pub url: String,
    /// The registration's or person's id.
    pub id: String,
    key: Arc<SecretKey>,
}

impl Client {
    /// Someone with this id and key.
    pub fn new(url: &str, id: &str, key: SecretKey) -> Self {
        Self { http: reqwest::Client::new(), url: url.to_owned(), id: id.to_owned(), key: Arc::new(key) }
    }

    /// Registers a vendor's agent and gives it with the host's answer.
    ///
    /// # Panics
    /// Where the host refuses.
    pub async fn registered(url: &str, name: &str, key: SecretKey) -> Self {
        let mut client = Self::new(url, "", key);
        let answer = client.register(name, "sales@contoso.example").await.ok().json();
        answer.get("agent_id").and_then(Value::as_str).expect("an id").clone_into(&mut client.id);
        client
    }

    /// Asks for a registration.
    pub async fn register(&self, name: &str, contact: &str) -> Answer {
        let body = json!({
            "agent_name": name,
            "vendor_name": "Contoso",
            "contact_email": contact,
            "public_key": self.key.public().to_string(),
            "proof": register::prove(&self.key).to_string(),
        });
        let body = body.to_string().into_bytes();
        send(&self.http, &self.url, ("POST", "/api/agent/v1/register"), None, body).await
    }

    /// The key.
    pub fn key(&self) -> &SecretKey {
        &self.key
    }

    /// Headers for a request at a time, with a nonce.
    pub fn headers(&self, route: (&str, &str), body: &[u8], at: Moment, nonce: &str) -> Headers {
        // A query is not signed.
        let path = route.1.split('?').next().unwrap_or_default();
        request::sign(&self.key, &self.id, (route.0, path), body, at, nonce)
    }

    /// Sends a request signed at a time, with a nonce.
    pub async fn call_at(&self, route: (&str, &str), body: &[u8], at: Moment, nonce: &str) -> Answer {
        let headers = self.headers(route, body, at, nonce);
        send(&self.http, &self.url, route, Some(&headers), body.to_owned()).await
    }

    /// Sends a request signed now.
    pub async fn call(&self, method: &str, path: &str, body: &[u8]) -> Answer {
        self.call_at((method, path), body, now(), &nonce()).await
    }

    /// Gets.
    pub async fn get(&self, path: &str) -> Answer {
        self.call("GET", path, b"").await
    }

    /// Posts JSON.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.call("POST", path, body.to_string().as_bytes()).await
    }

    /// Posts JSON; none where the line is dead.
    pub async fn try_post(&self, path: &str, body: &Value) -> Option<Answer> {
        let body = body.to_string().into_bytes();
        let headers = self.headers(("POST", path), &body, now(), &nonce());
        try_send(&self.http, &self.url, ("POST", path), Some(&headers), body).await.ok()
    }

    /// An event's body: kind, payload, signature.
    ///
    /// # Panics
    /// Where the payload breaks its schema: tests of that write their own bodies.
    pub fn event(&self, kind: &str, payload: &Value) -> Value {
        let kind = Kind::parse(kind).expect("a kind");
        let value = json::parse_flawless(payload.to_string().as_bytes()).expect("JSON");
        let authored = Stated::read(kind, &value).expect("a payload").sign(&self.key);
        json!({
            "kind": kind.as_str(),
            "payload": payload,
            "signature": authored.signature().to_string(),
        })
    }

    /// Opens a session with the sandbox, or on a handle; gives the answer.
    pub async fn open(&self, handle: Option<&str>) -> Answer {
        let target = handle.map_or_else(|| json!({"sandbox": true}), |handle| json!({"org_handle": handle}));
        self.post("/api/agent/v1/sessions", &json!({"target": target, "envelope": envelope()})).await
    }

    /// Opens a session and gives its id.
    ///
    /// # Panics
    /// Where the host refuses.
    pub async fn opened(&self, handle: Option<&str>) -> String {
        let answer = self.open(handle).await.ok().json();
        answer.get("session_id").and_then(Value::as_str).expect("an id").to_owned()
    }

    /// Appends to a session as its vendor.
    pub async fn say(&self, session: &str, kind: &str, payload: &Value) -> Answer {
        self.post(&format!("/api/agent/v1/sessions/{session}/events"), &self.event(kind, payload)).await
    }

    /// A session's log as its vendor fetches it.
    pub async fn log(&self, session: &str) -> Answer {
        self.get(&format!("/api/agent/v1/sessions/{session}/log")).await
    }
}

/// A vendor's mandate.
pub fn envelope() -> Value {
    json!({
        "party": "Contoso",
        "agent": {"name": "Contoso Seller Agent", "declared_ai": true},
        "may_discuss": ["renewal pricing", "term length"],
        "may_disclose": ["list pricing"],
        "offer_authority": "propose_only",
    })
}

/// An offer of one line.
pub fn offer(price: f64) -> Value {
    json!({
        "currency": "USD",
        "term_months": 12,
        "expires_at": "2099-01-01T00:00:00Z",
        "line_items": [{
            "sku": "CRM-ENT", "description": "CRM Enterprise seats", "quantity": 500,
            "unit": "seat/year", "unit_price": price, "currency": "USD",
        }],
    })
}
