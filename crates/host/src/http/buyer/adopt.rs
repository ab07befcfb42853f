//! A ledger that its author kept alone is taken over.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use serde::Serialize;

use anp::PROTOCOL;
use anp::digest::EventHash;
use anp::json::Value;
use anp::keys::PublicKey;
use anp::ledger::{LedgerId, Place, Statement};

use super::super::Door;
use super::super::admit;
use super::super::answer::Denial;
use super::super::fields::{self, bad};
use super::ledgers::{LEDGER, ledger, statement};
use super::shapes::json as answer;
use super::{Answer, allowed};
use crate::Act;
use crate::store::adopt::{Adopted, Adopting};

#[derive(Serialize)]
struct Done {
    protocol: &'static str,
}

fn stated(ledger: &LedgerId, entry: &Value, signer: &PublicKey) -> Result<(Statement, Place), Denial> {
    let seq = fields::required(entry, "", "seq")?.as_count();
    let hash = EventHash::parse(fields::text(entry, "", "event_hash")?)
        .map_err(|_| bad("event_hash", "must be 64 lower-case hex digits"))?;
    let place = Place {
        seq: seq.ok_or_else(|| bad("seq", "must be a whole number"))?,
        hash,
        at: fields::text(entry, "", "at")?.to_owned(),
    };
    Ok((statement(ledger.clone(), entry, signer)?, place))
}

/// `POST ledgers/{id}/adopt`
pub async fn entries(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    let admitted = admit::person(&door, request).await?;
    allowed(&admitted.by, Act::Prepare)?;
    let ledger = ledger(admitted.segment(LEDGER))?;
    let body = fields::object(&admitted.body)?;
    let list = fields::required(&body, "", "entries")?.as_array();
    let list = list.ok_or_else(|| bad("entries", "must be a list"))?;
    let by = admitted.by.public_key;
    let stated = list.iter().map(|entry| stated(&ledger, entry, &by)).collect::<Result<_, _>>()?;
    let adopting = Adopting { ledger, stated, by, now: door.clock.now() };
    match door.store.adopt(adopting).await? {
        Adopted::Done => answer(&Done { protocol: PROTOCOL }),
        Adopted::Conflict(why) => Err(Denial::Conflict(why)),
        Adopted::Bad(why) => Err(Denial::BadRequest(why.to_owned())),
    }
}
