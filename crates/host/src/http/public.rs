//! What anybody may read: keys, schemas, whether the host lives.

use std::sync::Arc;

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use serde::Serialize;

use anp::PROTOCOL;

use super::Door;
use super::answer::{Denial, ok};
use super::buyer::shapes::json;

/// Schemas by the names under which they are served.
const SCHEMAS: [(&str, &str); 5] = [
    ("envelope.json", include_str!("../../../../schemas/envelope.json")),
    ("event.json", include_str!("../../../../schemas/event.json")),
    ("offer.json", include_str!("../../../../schemas/offer.json")),
    ("session-log.json", include_str!("../../../../schemas/session-log.json")),
    ("verification.json", include_str!("../../../../schemas/verification.json")),
];

/// `GET /healthz`: the process answers. It says nothing of the database: a host is not
/// to be ended because the database is being started again.
pub async fn healthz() -> Response {
    ok(format!(r#"{{"status":"ok","protocol":"{PROTOCOL}"}}"#))
}

/// `GET /readyz`: requests can be answered; the database is there, and no end is near.
pub async fn readyz(State(door): State<Arc<Door>>) -> Result<Response, Denial> {
    let there = door.store.org().await;
    door.measures.ready(there.is_ok());
    there?;
    if *door.ending.borrow() {
        return Err(Denial::Unavailable);
    }
    Ok(ok(format!(r#"{{"status":"ok","protocol":"{PROTOCOL}"}}"#)))
}

/// `GET /schemas/{name}`
pub async fn schema(uri: Uri) -> Result<Response, Denial> {
    let name = uri.path().strip_prefix("/schemas/").unwrap_or_default();
    let found = SCHEMAS.iter().find(|(known, _)| *known == name);
    found.map(|(_, schema)| ok((*schema).to_owned())).ok_or(Denial::NotFound)
}

#[derive(Serialize)]
struct WellKnown {
    protocol: &'static str,
    protocol_versions: [&'static str; 1],
    api_base: &'static str,
    platform_keys: Vec<PublishedKey>,
}

#[derive(Serialize)]
struct PublishedKey {
    public_key: String,
    fingerprint: String,
    roles: Vec<&'static str>,
    valid_from: String,
    valid_to: Option<String>,
}

/// `GET /.well-known/anp.json`: the platform's own key first, people's after it.
pub async fn well_known(State(door): State<Arc<Door>>) -> Result<Response, Denial> {
    let seen = door.store.overview().await?;
    let platform = PublishedKey {
        public_key: door.key.public().to_string(),
        fingerprint: door.key.fingerprint().to_string(),
        roles: vec!["platform"],
        valid_from: seen.org.founded_at,
        valid_to: None,
    };
    let people = seen.people.into_iter().map(|person| PublishedKey {
        public_key: person.public_key.to_string(),
        fingerprint: person.membership.fingerprint.to_string(),
        roles: person.roles.iter().map(|role| role.as_str()).collect(),
        valid_from: person.membership.valid_from,
        valid_to: person.membership.valid_to,
    });
    json(&WellKnown {
        protocol: PROTOCOL,
        protocol_versions: [PROTOCOL],
        api_base: "/api/agent/v1",
        platform_keys: core::iter::once(platform).chain(people).collect(),
    })
}
