//! The line to a seller: MCP over streamable HTTP, with the bytes as they come.
//!
//! `rmcp` does the handshake, the session and its renewal. Its own reading of a message keeps one of two
//! members of the same name and writes numbers anew, and what is verified here are the bytes that came.
//! So neither arguments nor answers pass through it: this client, which stands below it, sends the exact
//! text in place of the empty call that it is handed, keeps the answer's text, and hands up a bare
//! result. What `rmcp` writes to its log therefore holds nothing of either side, and no token.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use adcp::message::Message;
use futures_util::StreamExt as _;
use futures_util::stream::{self, BoxStream};
use reqwest::header::{HeaderName, HeaderValue};
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_client::{
    SseError, StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse,
};
use serde_json::{Value, json};
use sse_stream::{Sse, SseStream};
use zeroize::Zeroizing;

use super::wire;
use crate::state::locked;

/// Most bytes of an answer.
const MOST_BYTES: usize = 16 << 20;

const SESSION: &str = "mcp-session-id";

/// What is wrong with the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Nobody answers at this address: nothing has arrived.
    Unreachable,
    /// The token is not taken.
    Denied,
    /// Too many requests; after so many seconds.
    Busy(u32),
    /// It broke off.
    Broken,
    /// No answer in time.
    TimedOut,
    /// More than is read.
    TooMuch,
    /// Something else than the protocol.
    Confused,
}

impl Trouble {
    /// Whether what was sent has surely not been done.
    pub(crate) const fn before_anything(self) -> bool {
        matches!(self, Self::Unreachable | Self::Denied | Self::Busy(_))
    }
}

/// What came for one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heard {
    /// The JSON-RPC message as it came: the body, or an event's data.
    pub(crate) message: String,
    /// How far this clock is ahead of the seller's, in milliseconds, where it tells its time.
    pub(crate) server_date: Option<String>,
}

/// One connection. Clones are the same.
#[derive(Clone)]
pub(crate) struct Line(Arc<Inner>);

struct Inner {
    http: reqwest::Client,
    token: Zeroizing<String>,
    /// The arguments of the call that is made.
    arguments: Mutex<String>,
    heard: Mutex<Option<Heard>>,
    trouble: Mutex<Option<Trouble>>,
}

/// An error of the line, without a word of what was said on it.
#[derive(Debug, thiserror::Error)]
#[error("the line to the seller: {0:?}")]
pub(crate) struct LineError(Trouble);

type Posted = Result<StreamableHttpPostResponse, StreamableHttpError<LineError>>;

impl Line {
    pub(crate) fn new(http: reqwest::Client, token: Zeroizing<String>, arguments: &str) -> Self {
        Self(Arc::new(Inner {
            http,
            token,
            arguments: Mutex::new(arguments.to_owned()),
            heard: Mutex::new(None),
            trouble: Mutex::new(None),
        }))
    }

    /// What came for the last request that was no handshake.
    pub(crate) fn heard(&self) -> Option<Heard> {
        locked(&self.0.heard).take()
    }

    /// The first trouble that there was.
    pub(crate) fn trouble(&self) -> Option<Trouble> {
        *locked(&self.0.trouble)
    }

    fn fail<T>(&self, trouble: Trouble) -> Result<T, StreamableHttpError<LineError>> {
        locked(&self.0.trouble).get_or_insert(trouble);
        Err(StreamableHttpError::Client(LineError(trouble)))
    }

    async fn post(
        &self,
        uri: &str,
        message: &ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Posted {
        let Ok(outer) = serde_json::to_value(message) else { return self.fail(Trouble::Confused) };
        let method = outer.get("method").and_then(Value::as_str).unwrap_or_default().to_owned();
        let id = outer.get("id").cloned();
        let body = match (&id, method.as_str()) {
            (Some(id), "tools/call") => {
                let name = outer.get("params").and_then(|params| params.get("name")).cloned();
                let arguments = locked(&self.0.arguments).clone();
                wire::call(id, &name.unwrap_or_default(), &arguments)
            }
            _ => outer.to_string(),
        };
        let mut request = self
            .0
            .http
            .post(uri)
            .header("accept", "application/json, text/event-stream")
            .header("content-type", "application/json")
            .bearer_auth(self.0.token.as_str());
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let attached = session.is_some();
        if let Some(session) = session {
            request = request.header(SESSION, session.as_ref());
        }
        let answer = match request.body(body).send().await {
            Ok(answer) => answer,
            Err(error) => return self.fail(trouble_of(&error)),
        };
        match (answer.status().as_u16(), id) {
            (404, _) if attached => Err(StreamableHttpError::SessionExpired),
            (401 | 403, _) => self.fail(Trouble::Denied),
            (429, _) => self.fail(Trouble::Busy(wait_of(&answer))),
            (200..=299, None) => Ok(StreamableHttpPostResponse::Accepted),
            (300..=399, _) | (_, None) => self.fail(Trouble::Confused),
            (_, Some(id)) => self.answered(answer, &id, &method).await,
        }
    }

    /// Reads what came to a request. Errors of the protocol may come with any status.
    async fn answered(&self, answer: reqwest::Response, id: &Value, method: &str) -> Posted {
        let header =
            |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let (session, date) = (header(SESSION), header("date"));
        let kind = header("content-type").unwrap_or_default();
        let message = if kind.starts_with("text/event-stream") {
            self.event(answer, id).await?
        } else if kind.starts_with("application/json") {
            self.whole(answer).await?
        } else {
            return self.fail(Trouble::Confused);
        };
        let asked = id.to_string();
        let Some(read) = Message::read(&message).filter(|read| read.answers(&asked)) else {
            return self.fail(Trouble::Confused);
        };
        let bare = if method == "initialize" {
            wire::initialized(&read)
        } else {
            let bare = if method == "tools/list" {
                json!({ "tools": [] })
            } else {
                json!({ "content": [], "isError": false })
            };
            *locked(&self.0.heard) = Some(Heard { message: message.clone(), server_date: date });
            Some(bare)
        };
        let Some(bare) = bare else { return self.fail(Trouble::Confused) };
        let bare = json!({ "jsonrpc": "2.0", "id": id, "result": bare });
        match serde_json::from_value::<ServerJsonRpcMessage>(bare) {
            Ok(bare) => Ok(StreamableHttpPostResponse::Json(bare, session)),
            Err(_) => self.fail(Trouble::Confused),
        }
    }

    async fn whole(&self, mut answer: reqwest::Response) -> Result<String, StreamableHttpError<LineError>> {
        let mut body = Vec::new();
        loop {
            match answer.chunk().await {
                Ok(None) => break,
                Ok(Some(chunk)) if body.len().saturating_add(chunk.len()) <= MOST_BYTES => {
                    body.extend_from_slice(&chunk);
                }
                Ok(Some(_)) => return self.fail(Trouble::TooMuch),
                Err(error) => return self.fail(trouble_of(&error)),
            }
        }
        match String::from_utf8(body) {
            Ok(text) => Ok(text),
            Err(_) => self.fail(Trouble::Confused),
        }
    }

    /// The event that answers; a server may say other things before it, and keep the stream open behind.
    async fn event(
        &self,
        answer: reqwest::Response,
        id: &Value,
    ) -> Result<String, StreamableHttpError<LineError>> {
        let bytes = stream::unfold((answer, 0_usize), |(mut answer, read)| async move {
            let chunk = match answer.chunk().await {
                Ok(None) => return None,
                Ok(Some(chunk)) => chunk,
                Err(error) => {
                    return Some((Err(std::io::Error::other(LineError(trouble_of(&error)))), (answer, read)));
                }
            };
            let read = read.saturating_add(chunk.len());
            let within = if read <= MOST_BYTES {
                Ok(chunk)
            } else {
                Err(std::io::Error::other(LineError(Trouble::TooMuch)))
            };
            Some((within, (answer, read)))
        });
        let asked = id.to_string();
        let mut events = Box::pin(SseStream::from_bytes_stream(bytes));
        while let Some(event) = events.next().await {
            let data = match event {
                Ok(event) => event.data.unwrap_or_default(),
                Err(error) => return self.fail(trouble_within(&error)),
            };
            if Message::read(&data).is_some_and(|read| read.answers(&asked)) {
                return Ok(data);
            }
        }
        self.fail(Trouble::Broken)
    }
}

impl StreamableHttpClient for Line {
    type Error = LineError;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        _: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Posted {
        self.post(&uri, &message, session_id, custom_headers).await
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session_id: Arc<str>,
        _: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), StreamableHttpError<LineError>> {
        let mut request =
            self.0.http.delete(uri.as_ref()).bearer_auth(self.0.token.as_str()).header(SESSION, &*session_id);
        for (name, value) in custom_headers {
            request = request.header(name, value);
        }
        // A session that was not ended ends by itself.
        let _ = request.send().await;
        Ok(())
    }

    /// Nothing is wanted of a seller that was not asked for.
    async fn get_stream(
        &self,
        _: Arc<str>,
        _: Option<Arc<str>>,
        _: Option<String>,
        _: Option<String>,
        _: HashMap<HeaderName, HeaderValue>,
    ) -> Result<BoxStream<'static, Result<Sse, SseError>>, StreamableHttpError<LineError>> {
        Err(StreamableHttpError::ServerDoesNotSupportSse)
    }
}

fn trouble_of(error: &reqwest::Error) -> Trouble {
    if error.is_connect() || error.is_builder() {
        Trouble::Unreachable
    } else if error.is_timeout() {
        Trouble::TimedOut
    } else {
        Trouble::Broken
    }
}

/// The trouble that an error of the stream was made of.
fn trouble_within(error: &(dyn std::error::Error + 'static)) -> Trouble {
    let mut next = Some(error);
    while let Some(error) = next {
        let io = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        if let Some(LineError(trouble)) = io.and_then(|inner| inner.downcast_ref::<LineError>()) {
            return *trouble;
        }
        next = error.source();
    }
    Trouble::Broken
}

/// Seconds to wait, from 1 to 3600.
fn wait_of(answer: &reqwest::Response) -> u32 {
    let after = answer.headers().get("retry-after").and_then(|after| after.to_str().ok());
    after.and_then(|after| after.trim().parse::<u32>().ok()).unwrap_or(5).clamp(1, 3600)
}
