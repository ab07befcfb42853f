//! Answers, and the places where they may be wrong.

use anp::json::quote;
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

use super::{Fault, Host};

/// Why a request is not answered with a success.
#[derive(Debug, Clone)]
pub struct Denial {
    status: u16,
    code: &'static str,
    message: String,
}

impl Denial {
    pub fn told(status: u16, code: &'static str, message: &str) -> Self {
        Self { status, code, message: message.to_owned() }
    }

    pub fn refused() -> Self {
        Self::told(401, "refused", "The request is refused.")
    }

    pub fn bad(why: impl std::fmt::Display) -> Self {
        Self::told(400, "bad_request", &why.to_string())
    }

    pub fn not_found() -> Self {
        Self::told(404, "not_found", "There is nothing here.")
    }
}

impl Host {
    pub fn answer(&self, said: Result<String, Denial>) -> Response {
        match said {
            Ok(mut json) => {
                let status = if self.has(Fault::CreatedForOk) { 201 } else { 200 };
                if self.has(Fault::SuccessWithoutProtocol) {
                    let member = r#""protocol":"ANP/0.1""#;
                    // A document begins with it, other answers end with it.
                    let place = if json.starts_with(r#"{"protocol""#) { Some(1) } else { json.rfind(member) };
                    let place = place.unwrap();
                    json.replace_range(place..place + member.len(), r#""version":"ANP/0.1""#);
                }
                response(status, json)
            }
            Err(denial) if denial.status == 404 && self.has(Fault::PlainNotFound) => {
                response(404, "not found".to_owned())
            }
            Err(Denial { status, code, message }) => {
                let protocol =
                    if self.has(Fault::ErrorsWithoutProtocol) { "" } else { r#","protocol":"ANP/0.1""# };
                let message = quote(&message);
                response(status, format!(r#"{{"error":{{"code":"{code}","message":{message}}}{protocol}}}"#))
            }
        }
    }
}

fn response(status: u16, json: String) -> Response {
    let mut response = Response::new(Body::from(json));
    *response.status_mut() = StatusCode::from_u16(status).unwrap();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
