//! Answers. Every refusal is made in one place, so that none looks like another.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONNECTION, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use anp::PROTOCOL;
use anp::event::Head;
use anp::json::quote;

use crate::store::StoreFault;

/// A success: 200 with JSON text.
pub fn ok(json: String) -> Response {
    answer(StatusCode::OK, json)
}

fn answer(status: StatusCode, json: String) -> Response {
    let mut response = Response::new(Body::from(json));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Why a request is not answered with a success.
#[derive(Debug)]
pub enum Denial {
    /// The uniform refusal: who asks is told nothing else.
    Refused,
    /// The request is malformed or says what cannot be taken; where and why.
    BadRequest(String),
    /// No such route, or, for a desk, no such thing.
    NotFound,
    /// The body is larger than the cap.
    TooLarge,
    /// The body took too long.
    TooSlow,
    /// Too many requests; may be tried again after so many seconds.
    RateLimited(u64),
    /// The person's roles do not allow it.
    Forbidden(&'static str),
    /// Something else stands there already.
    Conflict(&'static str),
    /// The session takes nothing more.
    Closed(&'static str),
    /// The head is another than the one expected.
    HeadMoved(Head),
    /// The host's clock is behind the session's last event.
    ClockBehind,
    /// The host cannot answer now; its log says why.
    Unavailable,
}

impl Denial {
    fn parts(&self) -> (StatusCode, &'static str, &str) {
        match self {
            Self::Refused => (StatusCode::UNAUTHORIZED, "refused", "The request is refused."),
            Self::BadRequest(why) => (StatusCode::BAD_REQUEST, "bad_request", why),
            Self::NotFound => (StatusCode::NOT_FOUND, "not_found", "There is nothing at this address."),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too_large", "The body is too large."),
            Self::TooSlow => (StatusCode::REQUEST_TIMEOUT, "too_slow", "The body took too long."),
            Self::RateLimited(_) => {
                (StatusCode::TOO_MANY_REQUESTS, "rate_limited", "Too many requests; try again later.")
            }
            Self::Forbidden(why) => (StatusCode::FORBIDDEN, "forbidden", why),
            Self::Conflict(why) => (StatusCode::CONFLICT, "conflict", why),
            Self::Closed(why) => (StatusCode::CONFLICT, "closed", why),
            Self::HeadMoved(_) => {
                (StatusCode::CONFLICT, "head_moved", "The session has another head than the one expected.")
            }
            Self::ClockBehind => (
                StatusCode::SERVICE_UNAVAILABLE,
                "clock_behind",
                "The host's clock is behind the session's last event; its operator has been told.",
            ),
            Self::Unavailable => (
                StatusCode::SERVICE_UNAVAILABLE,
                "unavailable",
                "The host cannot answer now; try again later.",
            ),
        }
    }
}

impl IntoResponse for Denial {
    fn into_response(self) -> Response {
        let (status, code, message) = self.parts();
        let more = match &self {
            Self::HeadMoved(head) => {
                format!(r#","session":{{"event_count":{},"chain_head":"{}"}}"#, head.seq, head.hash)
            }
            _ => String::new(),
        };
        let json = format!(
            r#"{{"error":{{"code":"{code}","message":{}}},"protocol":"{PROTOCOL}"{more}}}"#,
            quote(message)
        );
        let mut response = answer(status, json);
        match self {
            Self::RateLimited(seconds) => {
                response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
            }
            // The rest of the body is not read: nothing further can come on this connection.
            Self::TooLarge | Self::TooSlow => {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            _ => {}
        }
        response
    }
}

impl From<StoreFault> for Denial {
    fn from(fault: StoreFault) -> Self {
        tracing::error!(%fault, "a request could not be answered");
        Self::Unavailable
    }
}
