//! Requests to a host, byte for byte as a check wants them, and what the answers show
//! beside the point: the host's clock, and whether every body has its shape.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anp::PROTOCOL;
use anp::json::{self, Value};
use anp::time::Moment;
use chrono::DateTime;
use reqwest::header::{DATE, HeaderMap, HeaderValue, RETRY_AFTER};
use reqwest::{Method, Url};

use super::check::{Finding, shown};

/// Where the vendors' routes begin.
const API: &str = "/api/agent/v1";

/// How long one request may take.
const REQUEST_TIME: Duration = Duration::from_secs(20);

/// How long a host that asks to wait is waited for, for each request.
const PATIENCE: Duration = Duration::from_mins(1);

/// The pause where the host names none, and the longest that is made.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(5));

/// Largest answer that is read, in bytes.
const LARGEST: usize = 64 * 1024 * 1024;

/// Most deviations that are remembered of one kind.
const MOST: usize = 3;

/// This machine's time.
fn machine_now() -> Moment {
    host::Clock::system().now()
}

/// A request.
#[derive(Debug, Clone)]
pub struct Call {
    /// Method.
    pub method: &'static str,
    /// Path alone, as a signature covers it.
    pub path: String,
    /// Query, which no signature covers.
    pub query: Option<&'static str>,
    /// Headers.
    pub headers: Vec<(&'static str, String)>,
    /// Body.
    pub body: Vec<u8>,
}

/// An answer, read whole.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Status.
    pub status: u16,
    /// Headers.
    pub headers: HeaderMap,
    /// Body.
    pub body: Vec<u8>,
    /// The body as JSON, where it is that.
    pub value: Option<Value>,
    /// From before the request was sent until the answer was there.
    pub took: Duration,
}

/// The class of answer that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// A success.
    Success,
    /// The refusal.
    Refusal,
    /// A fault of what was sent.
    BadRequest,
}

impl Answer {
    /// Whether the host took it.
    pub const fn is_success(&self) -> bool {
        matches!(self.status, 200..=299)
    }

    /// Whether the host refused it in order: no crash, no detour.
    pub const fn is_refusal(&self) -> bool {
        matches!(self.status, 400..=499)
    }

    /// A text of the body.
    pub fn text(&self, key: &str) -> Option<String> {
        Some(self.value.as_ref()?.get(key)?.as_text()?.to_owned())
    }

    /// Code and message of an error.
    pub fn error(&self) -> Option<(String, String)> {
        let error = self.value.as_ref()?.get("error")?;
        let text = |key| Some(error.get(key)?.as_text()?.to_owned());
        Some((text("code")?, text("message")?))
    }

    /// Status and code, for people.
    pub fn words(&self) -> String {
        match self.error() {
            Some((code, _)) => format!("{} {}", self.status, shown(&code)),
            None => self.status.to_string(),
        }
    }
}

/// What the answers have shown beside the point.
#[derive(Debug, Default)]
struct Seen {
    /// Bounds of host time − machine time, in milliseconds.
    clock: Option<(i64, i64)>,
    answers: usize,
    misshapen_errors: Vec<String>,
    without_protocol: Vec<String>,
    other_statuses: Vec<String>,
}

/// A host's address.
#[derive(Debug)]
pub struct Wire {
    http: reqwest::Client,
    base: Url,
    seen: Mutex<Seen>,
}

impl Wire {
    /// The host at this address.
    pub fn to(address: &str) -> Result<Self, String> {
        let base = Url::parse(address).map_err(|fault| format!("{address} is no address: {fault}"))?;
        if !matches!(base.scheme(), "http" | "https") || base.query().is_some() {
            return Err(format!("{address} is no address of a host"));
        }
        let mut http = reqwest::Client::builder()
            .timeout(REQUEST_TIME)
            // A redirect would carry the signature to a path that it does not cover.
            .redirect(reqwest::redirect::Policy::none());
        if matches!(base.host_str(), Some("127.0.0.1" | "localhost" | "[::1]")) {
            http = http.no_proxy();
        }
        let http = http.build().map_err(|fault| fault.to_string())?;
        Ok(Self { http, base, seen: Mutex::default() })
    }

    /// The path of a vendors' route as it will be sent and signed.
    pub fn route(&self, tail: &str) -> String {
        self.path(&format!("{API}{tail}"))
    }

    /// A path on this host as it will be sent.
    pub fn path(&self, path: &str) -> String {
        let mut url = self.base.clone();
        url.set_path(&format!("{}{path}", self.base.path().trim_end_matches('/')));
        url.path().to_owned()
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The host's time, as far as its `Date` headers tell.
    pub fn now(&self) -> Moment {
        let (least, most) = self.seen().clock.unwrap_or_default();
        machine_now().plus_millis(least.midpoint(most))
    }

    /// Half the span within which the host's time is known, in milliseconds.
    pub fn doubt(&self) -> i64 {
        self.seen().clock.map_or(0, |(least, most)| (most - least) / 2)
    }

    /// Sends what `make` makes, again and again while the host asks to wait.
    pub async fn send(&self, make: impl Fn() -> Result<Call, Finding>) -> Result<Answer, Finding> {
        let until = Instant::now() + PATIENCE;
        loop {
            let call = make()?;
            let answer = self
                .once(&call)
                .await
                .map_err(|why| Finding::fail(format!("{} {}", call.method, call.path), why))?;
            if answer.status != 429 {
                return Ok(answer);
            }
            let pause = retry_after(&answer).unwrap_or(PAUSES.0).min(PAUSES.1);
            if Instant::now() + pause >= until {
                return Err(Finding::NotRun("the host's limits did not let it through".to_owned()));
            }
            tokio::time::sleep(pause).await;
        }
    }

    /// Sends once.
    pub async fn once(&self, call: &Call) -> Result<Answer, String> {
        let mut url = self.base.clone();
        url.set_path(&call.path);
        url.set_query(call.query);
        let method = Method::from_bytes(call.method.as_bytes()).map_err(|fault| fault.to_string())?;
        let mut request = self.http.request(method, url);
        for (name, value) in &call.headers {
            let value = HeaderValue::from_str(value).map_err(|fault| fault.to_string())?;
            request = request.header(*name, value);
        }
        if call.method == "POST" {
            request = request.header("content-type", "application/json").body(call.body.clone());
        }
        let (sent, from) = (Instant::now(), machine_now());
        let answer = request.send().await.map_err(|fault| no_answer(&fault))?;
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let body = body_of(answer).await?;
        let took = sent.elapsed();
        let value = json::parse(&body).ok().map(|parsed| parsed.value);
        let answer = Answer { status, headers, body, value, took };
        self.observe(call, &answer, from);
        Ok(answer)
    }

    fn observe(&self, call: &Call, answer: &Answer, from: Moment) {
        let mut seen = self.seen();
        seen.answers += 1;
        if let Some(date) = date(answer) {
            // The host wrote its second after `from` and before now.
            let fresh = (date.since(machine_now()), date.plus_millis(1000).since(from));
            let narrowed = seen.clock.map(|known| (known.0.max(fresh.0), known.1.min(fresh.1)));
            // A clock that was set meanwhile makes what was known worthless.
            seen.clock = Some(narrowed.filter(|(least, most)| least <= most).unwrap_or(fresh));
        }
        if call.method == "OPTIONS" {
            return;
        }
        let protocol = answer.value.as_ref().and_then(|value| value.get("protocol")).and_then(Value::as_text);
        let words = || format!("{} {}: {}", call.method, call.path, answer.words());
        let spoken = protocol == Some(PROTOCOL);
        if answer.is_success() && !spoken {
            note(&mut seen.without_protocol, words);
        }
        if answer.status >= 400 && (answer.error().is_none() || !spoken) {
            note(&mut seen.misshapen_errors, words);
        }
    }

    /// Notes whether the answer has the status and code of the published hosts.
    pub fn due(&self, sent: &str, answer: &Answer, due: Due) {
        let (status, code, holds) = match due {
            Due::Success => (200, None, answer.is_success()),
            Due::Refusal => (401, Some("refused"), answer.is_refusal()),
            Due::BadRequest => (400, Some("bad_request"), answer.is_refusal()),
        };
        let found = answer.error().map(|(code, _)| code);
        // An answer of another class is its own check's to find.
        if holds && (answer.status != status || (code.is_some() && found.as_deref() != code)) {
            note(&mut self.seen().other_statuses, || format!("{sent}: {}", answer.words()));
        }
    }

    /// How many answers came.
    pub fn answers(&self) -> usize {
        self.seen().answers
    }

    /// Errors without the protocol's shape.
    pub fn misshapen_errors(&self) -> Vec<String> {
        self.seen().misshapen_errors.clone()
    }

    /// Successes that do not name the protocol.
    pub fn without_protocol(&self) -> Vec<String> {
        self.seen().without_protocol.clone()
    }

    /// Answers with another status or code than published hosts give.
    pub fn other_statuses(&self) -> Vec<String> {
        self.seen().other_statuses.clone()
    }
}

fn note(list: &mut Vec<String>, words: impl FnOnce() -> String) {
    if list.len() < MOST {
        list.push(shown(&words()));
    }
}

fn date(answer: &Answer) -> Option<Moment> {
    let text = answer.headers.get(DATE)?.to_str().ok()?;
    let time = DateTime::parse_from_rfc2822(text).ok()?;
    Some(Moment::from_millis(time.timestamp_millis()))
}

fn retry_after(answer: &Answer) -> Option<Duration> {
    answer.headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}

async fn body_of(mut answer: reqwest::Response) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(|fault| no_answer(&fault))? {
        if bytes.len() + chunk.len() > LARGEST {
            return Err("an answer larger than 64 MiB".to_owned());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// A fault with what caused it: the outermost words alone say little.
fn no_answer(fault: &dyn std::error::Error) -> String {
    let mut words = format!("no answer: {fault}");
    let mut cause = fault.source();
    while let Some(inner) = cause {
        words.push_str(": ");
        words.push_str(&inner.to_string());
        cause = inner.source();
    }
    words
}
