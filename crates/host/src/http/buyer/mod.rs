//! The routes of desks: signed by people's keys, bounded by their roles.

mod adopt;
mod changes;
mod channel;
mod codes;
mod ledgers;
pub mod polls;
mod sessions;
pub mod shapes;
mod vendors;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::{get, post};

use super::admit;
use super::answer::Denial;
use super::{Door, nothing};
use crate::store::Person;
use crate::store::rights::who;
use crate::{Act, may};

type Answer = Result<Response, Denial>;

/// All of them.
pub fn routes() -> Router<Arc<Door>> {
    Router::new()
        .route("/api/buyer/v1/org", get(org))
        .route("/api/buyer/v1/changes/{cursor}", get(changes::since))
        .route("/api/buyer/v1/sessions", get(sessions::heads))
        .route("/api/buyer/v1/sessions/{id}/log", get(sessions::log))
        .route("/api/buyer/v1/sessions/{id}/log/{after}", get(sessions::log))
        .route("/api/buyer/v1/sessions/{id}/events", post(sessions::append))
        .route("/api/buyer/v1/channel", get(channel::status).post(channel::switch))
        .route("/api/buyer/v1/join", post(ledgers::join))
        .route("/api/buyer/v1/ledgers", get(ledgers::list))
        .route("/api/buyer/v1/ledgers/{id}", post(ledgers::state))
        .route("/api/buyer/v1/ledgers/{id}/adopt", post(adopt::entries))
        .route("/api/buyer/v1/ledgers/{id}/{after}", get(ledgers::behind))
        .route("/api/buyer/v1/vendors", get(vendors::list))
        .route("/api/buyer/v1/vendors/{id}/code", post(codes::ask))
        .route("/api/buyer/v1/vendors/{id}/code/delivery", post(codes::delivered))
        .route("/api/buyer/v1/vendors/{id}/code/answer", post(codes::answer))
        .route("/api/buyer/v1/vendors/{id}/verify", post(vendors::verify))
        .route("/api/buyer/v1/vendors/{id}/revoke", post(vendors::revoke))
        .method_not_allowed_fallback(nothing)
}

/// Whether the person may.
fn allowed(person: &Person, act: Act) -> Result<(), Denial> {
    if may(&person.roles, act) {
        return Ok(());
    }
    Err(Denial::Forbidden(who(act)))
}

/// `GET org`
async fn org(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    let admitted = admit::person(&door, request).await?;
    let seen = door.store.overview().await?;
    let key = door.key.public();
    shapes::json(&shapes::OrgAnswer::of(
        seen,
        key.to_string(),
        key.fingerprint(),
        (door.public_url.clone(), door.smtp.is_some()),
        admitted.by,
    )?)
}
