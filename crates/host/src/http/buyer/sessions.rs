//! Sessions as desks read and continue them.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use serde::Serialize;
use uuid::Uuid;

use anp::PROTOCOL;
use anp::digest::{BodyHash, EventHash};
use anp::event::{Authored, Head};
use anp::json::{self, Value};

use super::super::Door;
use super::super::admit::{self, Admitted};
use super::super::answer::{Denial, ok};
use super::super::fields::{self, bad};
use super::super::vendor::clock_behind;
use super::shapes::{HeadShape, json as answer};
use super::{Answer, allowed};
use crate::Act;
use crate::fault::{Point, point};
use crate::store::append::{BuyerAppend, BuyerAppended};
use crate::store::{Limited, Person};

/// Where the session's id stands in `/api/buyer/v1/sessions/{id}/…`.
const SESSION: usize = 4;

/// Where `after` stands in `/api/buyer/v1/sessions/{id}/log/{after}`.
const AFTER: usize = 6;

/// `GET sessions/{id}/log` and `GET sessions/{id}/log/{after}`
pub async fn log(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    let admitted = admit::person(&door, request).await?;
    let after = match admitted.segment(AFTER) {
        "" => 0,
        text => text.parse().map_err(|_| bad("after", "must be an event's number"))?,
    };
    let id = admitted.segment(SESSION).to_owned();
    door.store.desk_log(id, after, door.platform()).await?.map(ok).ok_or(Denial::NotFound)
}

#[derive(Serialize)]
struct Heads {
    protocol: &'static str,
    sessions: Vec<SessionHead>,
}

/// Where a session ends: a desk asks for those alone that end elsewhere than its replica.
#[derive(Serialize)]
struct SessionHead {
    id: String,
    head: HeadShape,
}

/// `GET sessions`
pub async fn heads(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    admit::person(&door, request).await?;
    let heads = door.store.live_heads().await?.into_iter();
    let heads = heads.map(|(id, head)| SessionHead { id: id.to_string(), head: HeadShape::from(head) });
    answer(&Heads { protocol: PROTOCOL, sessions: heads.collect() })
}

fn head(body: &Value) -> Result<Head, Denial> {
    let expect = fields::required(body, "", "expect")?;
    let seq = fields::required(expect, "expect", "seq")?
        .as_count()
        .ok_or_else(|| bad("expect.seq", "must be an event's number"))?;
    let hash = EventHash::parse(fields::text(expect, "expect", "head")?)
        .map_err(|_| bad("expect.head", "must be 64 lower-case hex digits"))?;
    Ok(Head { seq, hash })
}

fn decision(body: &Value) -> Result<String, Denial> {
    let text = fields::text(body, "", "decision")?;
    Uuid::try_parse(text).map(|id| id.to_string()).map_err(|_| bad("decision", "must be a UUID"))
}

/// The events, each by the person who asks and within the person's roles.
fn events(list: &Value, person: &Person) -> Result<Vec<Authored>, Denial> {
    let items = list.as_array().filter(|items| (1..=2).contains(&items.len()));
    let items = items.ok_or_else(|| bad("events", "must be a list of one or two"))?;
    let authored = |(place, item)| {
        let at = format!("events[{place}]");
        let (stated, signature) = fields::event(item, &at)?;
        allowed(person, Act::Append(stated.kind()))?;
        stated
            .authored(&person.public_key, signature)
            .map_err(|fault| bad(&fields::join(&at, "signature"), fault))
    };
    items.iter().enumerate().map(authored).collect()
}

/// A decision as it came.
fn decided(door: &Door, admitted: Admitted) -> Result<BuyerAppend, Denial> {
    let body = fields::object(&admitted.body)?;
    let session = admitted.segment(SESSION).to_owned();
    let list = fields::required(&body, "", "events")?;
    let asked = format!("{}\n{session}\n{}", admitted.by.id, json::canonical(list));
    Ok(BuyerAppend {
        decision: decision(&body)?,
        expect: head(&body)?,
        events: events(list, &admitted.by)?,
        request: BodyHash::of(asked.as_bytes()).to_string(),
        person: admitted.by.id,
        session,
        now: door.clock.now(),
    })
}

/// `POST sessions/{id}/events`
pub async fn append(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    let admitted = admit::person(&door, request).await?;
    let session = admitted.segment(SESSION).to_owned();
    if !door.store.is_live(session.clone()).await? {
        return Err(Denial::NotFound);
    }
    door.take(Limited::Appends, session.clone()).await?;
    let decided = decided(&door, admitted)?;
    let answer = match door.store.append_buyer(decided).await? {
        BuyerAppended::Done(answer) => answer,
        BuyerAppended::Unknown => return Err(Denial::NotFound),
        BuyerAppended::Conflict => {
            return Err(Denial::Conflict("This decision's id stands for other events already."));
        }
        BuyerAppended::Closed(why) => return Err(Denial::Closed(why)),
        BuyerAppended::HeadMoved(head) => return Err(Denial::HeadMoved(head)),
        BuyerAppended::OutsideValidity => {
            return Err(Denial::Forbidden("Your key does not sign for the organisation at this time."));
        }
        BuyerAppended::NotYours(why) => return Err(Denial::Forbidden(why)),
        BuyerAppended::ClockBehind(millis) => return Err(clock_behind(&session, millis)),
    };
    point(Point::AnswerReady);
    Ok(ok(answer))
}
