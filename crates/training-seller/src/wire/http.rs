//! The HTTP around it.

use std::convert::Infallible;
use std::sync::{Arc, MutexGuard, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use futures_util::stream;

use super::rpc::{self, Message};
use super::sessions::Standing;
use super::{Door, Framing};
use crate::account::Buyer;
use crate::seller::{Manner, Reply};

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

/// Largest request, in bytes.
const MOST: usize = 1 << 20;

/// The routes.
pub fn router(door: Arc<Door>) -> Router {
    Router::new()
        .route("/mcp", post(message).get(no_stream).delete(close))
        .route("/effects", get(effects))
        .layer(DefaultBodyLimit::max(MOST))
        .with_state(door)
}

async fn message(State(door): State<Arc<Door>>, headers: HeaderMap, body: Bytes) -> Response {
    if !from_here(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let Some(buyer) = buyer(&headers) else { return unauthorized() };
    let message = rpc::read(&body);
    let session = headers.get(SESSION).and_then(|id| id.to_str().ok());
    if !matches!(message, Message::Initialize(..)) {
        let call = matches!(message, Message::Call { .. });
        match lock(&door.sessions).judge(session, call) {
            Standing::Good => {}
            Standing::Missing => return StatusCode::BAD_REQUEST.into_response(),
            Standing::Unknown => return StatusCode::NOT_FOUND.into_response(),
        }
    }
    match message {
        Message::Notice => StatusCode::ACCEPTED.into_response(),
        Message::Broken(what) => {
            let said = rpc::error(&serde_json::Value::Null, -32_700, what, None);
            (StatusCode::BAD_REQUEST, [(header::CONTENT_TYPE, "application/json")], said).into_response()
        }
        Message::Initialize(id, params) => {
            let mut response = framed(&door, rpc::result(&id, &rpc::initialized(&params)));
            let given = lock(&door.sessions).open();
            if let Some(given) = given.and_then(|id| HeaderValue::from_str(&id).ok()) {
                response.headers_mut().insert(SESSION, given);
            }
            response
        }
        Message::Ping(id) => framed(&door, rpc::result(&id, &serde_json::json!({}))),
        Message::List(id) => framed(&door, rpc::result(&id, &rpc::tools())),
        Message::Unknown(id) => framed(&door, rpc::error(&id, -32_601, "no such method", None)),
        Message::Call { id, task, arguments } => {
            let now = door.manners.clock.now();
            let reply = lock(&door.seller).call(buyer, &task, &arguments, now);
            leave(&door, &id, reply).await
        }
    }
}

/// Sends a reply in its manner.
async fn leave(door: &Door, id: &serde_json::Value, reply: Reply) -> Response {
    let profile = lock(&door.seller).profile();
    match reply.manner {
        Manner::Answer => {
            let text = match &reply.body {
                Ok(body) => rpc::answered(id, body, profile),
                Err(fault) => rpc::failed(id, fault, profile),
            };
            framed(door, text)
        }
        Manner::Plain => framed(door, rpc::plain(id)),
        Manner::Page => {
            let page = "<!doctype html><title>StreamHaus</title><p>We will be back soon.";
            ([(header::CONTENT_TYPE, "text/html")], page).into_response()
        }
        Manner::Redirect => {
            let elsewhere = [(header::LOCATION, "http://elsewhere.invalid/mcp")];
            (StatusCode::TEMPORARY_REDIRECT, elsewhere).into_response()
        }
        Manner::Stall => std::future::pending().await,
        Manner::Flood => {
            let chunk = Bytes::from_static(&[b' '; 16 * 1024]);
            let endless = stream::repeat(Ok::<_, Infallible>(chunk));
            ([(header::CONTENT_TYPE, "application/json")], Body::from_stream(endless)).into_response()
        }
        // A body that fails at its first piece: the head is not yet on its way then, and
        // the connection is dropped without a byte of an answer.
        Manner::Cut => {
            let cut = Err::<Bytes, _>(std::io::Error::other("dropped on purpose"));
            Body::from_stream(stream::iter([cut])).into_response()
        }
    }
}

fn framed(door: &Door, text: String) -> Response {
    match door.manners.framing {
        Framing::Json => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Framing::Sse => {
            let event = format!(": StreamHaus\n\nevent: message\ndata: {text}\n\n");
            ([(header::CONTENT_TYPE, "text/event-stream")], event).into_response()
        }
    }
}

/// This seller has nothing to say unasked.
async fn no_stream() -> Response {
    (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "POST, DELETE")]).into_response()
}

async fn close(State(door): State<Arc<Door>>, headers: HeaderMap) -> StatusCode {
    let id = headers.get(SESSION).and_then(|id| id.to_str().ok());
    if lock(&door.sessions).close(id) { StatusCode::NO_CONTENT } else { StatusCode::NOT_FOUND }
}

async fn effects(State(door): State<Arc<Door>>, headers: HeaderMap) -> Response {
    let Some(buyer) = buyer(&headers) else { return unauthorized() };
    let counted = lock(&door.seller).effects(buyer, door.manners.clock.now());
    ([(header::CONTENT_TYPE, "application/json")], counted.to_string()).into_response()
}

fn buyer(headers: &HeaderMap) -> Option<Buyer> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    Buyer::of_token(token.trim()).filter(|_| scheme.eq_ignore_ascii_case("bearer"))
}

fn unauthorized() -> Response {
    (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")]).into_response()
}

/// A page in a browser names its origin: only what runs here may speak to this door.
fn from_here(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let host = origin.to_str().unwrap_or_default().split("://").nth(1).unwrap_or_default();
    let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
    matches!(host, "localhost" | "127.0.0.1" | "[::1]")
}

/// No half-done change can be seen behind this lock: a call either replies or does not end.
fn lock<T>(shared: &std::sync::Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
