//! Signed requests to the host, and what its answers say of the host itself.

use std::sync::Arc;
use std::time::Duration;

use anp::keys::SecretKey;
use anp::request;
use anp::time::Moment;

use crate::fault::{Point, point};
use crate::sources::Sources;
use crate::view::{Broken, Missing, Problem, ProblemCode};

/// How long an answer may take beyond the wait that was asked for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Distance between the clocks from which on a person is told, in milliseconds. The
/// host's `Date` has whole seconds; well below this nothing breaks.
const CLOCK_NOTICED_MILLIS: i64 = 90_000;

/// Most bytes that an answer may have.
const ANSWER_LIMIT: usize = 256 << 20;

/// The host, as one person's desk reaches it.
#[derive(Clone)]
pub(crate) struct HostClient {
    base: String,
    http: reqwest::Client,
    person: String,
    key: Arc<SecretKey>,
    sources: Sources,
}

/// An answer that came whole.
#[derive(Debug)]
pub(crate) struct Reply {
    /// HTTP status.
    pub(crate) status: u16,
    /// The body.
    pub(crate) body: Vec<u8>,
    /// After how many seconds to ask again, where the host says so.
    pub(crate) retry_after: Option<u64>,
    /// How far this clock is ahead of the host's, in milliseconds, where that is far.
    pub(crate) clock_ahead: Option<i64>,
}

impl HostClient {
    pub(crate) fn new(
        base: &str,
        person: &str,
        key: Arc<SecretKey>,
        sources: Sources,
    ) -> Result<Self, Problem> {
        let http = reqwest::Client::builder()
            .connect_timeout(Duration::from_secs(5))
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .build()
            .map_err(|_| crate::trouble::defect("http client"))?;
        Ok(Self {
            base: base.trim_end_matches('/').to_owned(),
            http,
            person: person.to_owned(),
            key,
            sources,
        })
    }

    /// A signed `GET`. `path` is everything behind `/api/buyer/v1/`.
    pub(crate) async fn get(&self, path: &str) -> Result<Reply, Problem> {
        self.send("GET", path, None, Vec::new(), Duration::ZERO).await
    }

    /// A signed `GET` that the host may answer later, at most after `wait`.
    pub(crate) async fn wait(&self, path: &str, wait: Duration) -> Result<Reply, Problem> {
        self.send("GET", path, Some(format!("wait={}", wait.as_secs())), Vec::new(), wait).await
    }

    /// A signed `POST` of a JSON text.
    pub(crate) async fn post(&self, path: &str, body: String) -> Result<Reply, Problem> {
        self.send("POST", path, None, body.into_bytes(), Duration::ZERO).await
    }

    async fn send(
        &self,
        method: &str,
        path: &str,
        query: Option<String>,
        body: Vec<u8>,
        wait: Duration,
    ) -> Result<Reply, Problem> {
        let path = format!("/api/buyer/v1/{path}");
        let nonce = hex(&self.sources.bytes::<16>());
        let headers =
            request::sign(&self.key, &self.person, (method, &path), &body, self.sources.now(), &nonce);
        let url = match query {
            Some(query) => format!("{}{path}?{query}", self.base),
            None => format!("{}{path}", self.base),
        };
        let builder = if method == "POST" { self.http.post(url) } else { self.http.get(url) };
        let builder = builder
            .timeout(wait + PATIENCE)
            .header(request::header::AGENT, headers.agent)
            .header(request::header::TIMESTAMP, headers.timestamp)
            .header(request::header::NONCE, headers.nonce)
            .header(request::header::SIGNATURE, headers.signature);
        let builder = if body.is_empty() {
            builder
        } else {
            builder.header("content-type", "application/json").body(body)
        };
        let answer = builder.send().await.map_err(|error| self.trouble(&error))?;
        if method == "POST" {
            point(Point::AnswerCame);
        }
        let status = answer.status().as_u16();
        let retry_after =
            answer.headers().get("retry-after").and_then(|text| text.to_str().ok()?.parse().ok());
        let clock_ahead = answer
            .headers()
            .get("date")
            .and_then(|date| date.to_str().ok())
            .and_then(|date| chrono::DateTime::parse_from_rfc2822(date).ok())
            .map(|date| self.sources.now().since(Moment::from_millis(date.timestamp_millis())))
            .filter(|ahead| ahead.abs() > CLOCK_NOTICED_MILLIS);
        let body = self.body(answer).await?;
        Ok(Reply { status, body, retry_after, clock_ahead })
    }

    async fn body(&self, mut answer: reqwest::Response) -> Result<Vec<u8>, Problem> {
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(|error| self.trouble(&error))? {
            if body.len() + chunk.len() > ANSWER_LIMIT {
                return Err(self.confused(Broken::Endless));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    fn trouble(&self, error: &reqwest::Error) -> Problem {
        if error.is_timeout() && !error.is_connect() {
            return Problem::new(ProblemCode::HostSlow)
                .with("url", &self.base)
                .with("seconds", PATIENCE.as_secs());
        }
        Problem::new(ProblemCode::HostDown).with("url", &self.base)
    }

    /// The host answered something that is not the protocol.
    pub(crate) fn confused(&self, why: Broken) -> Problem {
        Problem::broken(ProblemCode::HostConfused, why).with("url", &self.base)
    }
}

impl Reply {
    /// The clock's problem, if the clocks are far apart.
    pub(crate) fn clock_problem(&self) -> Option<Problem> {
        let ahead = self.clock_ahead?;
        let minutes = (ahead.abs() + 30_000) / 60_000;
        let direction = if ahead > 0 { "ahead" } else { "behind" };
        Some(Problem::new(ProblemCode::ClockWrong).with("minutes", minutes).with("direction", direction))
    }

    /// The body of a success; for anything else the problem that it is.
    pub(crate) fn success(self, host: &HostClient) -> Result<Vec<u8>, Problem> {
        if self.status == 200 {
            return Ok(self.body);
        }
        // A wrong clock makes every request stale: that is the trouble, not the signature.
        if let (401, Some(clock)) = (self.status, self.clock_problem()) {
            return Err(clock);
        }
        let code = serde_json::from_slice::<serde_json::Value>(&self.body)
            .ok()
            .and_then(|body| Some(body.get("error")?.get("code")?.as_str()?.to_owned()));
        Err(match (self.status, code.as_deref()) {
            (401, Some("refused")) => Problem::new(ProblemCode::HostRefused),
            (403, _) => Problem::new(ProblemCode::NotAllowed),
            (404, _) => crate::trouble::gone(Missing::AtHost),
            (429, _) => Problem::new(ProblemCode::TooOften).with("seconds", self.retry_after.unwrap_or(1)),
            (409, Some("closed")) => Problem::new(ProblemCode::SessionClosed),
            (503, Some("clock_behind")) => Problem::new(ProblemCode::HostClockBehind),
            (status, _) => host.confused(Broken::Status).with("status", status),
        })
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
