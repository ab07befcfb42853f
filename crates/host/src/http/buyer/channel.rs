//! The channel's switch.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};

use anp::json::{self, Value};

use super::super::Door;
use super::super::admit;
use super::super::answer::Denial;
use super::super::fields::{self, bad};
use super::shapes::{ChannelAnswer, json as answer};
use super::{Answer, allowed};
use crate::store::Who;
use crate::store::channel::Switch;
use crate::{Act, random};

/// `GET channel`
pub async fn status(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    admit::person(&door, request).await?;
    answer(&ChannelAnswer::of(&door.store.org().await?)?)
}

/// `POST channel`
pub async fn switch(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    let admitted = admit::person(&door, request).await?;
    allowed(&admitted.by, Act::SwitchChannel)?;
    let body = fields::object(&admitted.body)?;
    let on = fields::required(&body, "", "enabled")?
        .as_bool()
        .ok_or_else(|| bad("enabled", "must be true or false"))?;
    let envelope = match body.get("envelope") {
        None | Some(Value::Null) => None,
        Some(value) => Some(json::canonical(&fields::envelope(value, "envelope")?.to_value())),
    };
    let fresh = random::handle().map_err(|fault| {
        tracing::error!(%fault, "no handle can be minted");
        Denial::Unavailable
    })?;
    let wish = Switch { on, envelope, fresh, who: Who::Person(admitted.by.id), now: door.clock.now() };
    answer(&ChannelAnswer::of(&door.store.switch(wish).await?)?)
}
