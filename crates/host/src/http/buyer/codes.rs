//! Codes for vendors' contacts: an org owner asks, the host mails or lets the desk mail,
//! and what a vendor's person has said to the org owner is taken.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};

use anp::contact::{Code, LONGEST, words};
use anp::digest::Fingerprint;
use anp::time::Moment;
use anp::{base64url, contact};

use super::super::Door;
use super::super::admit;
use super::super::answer::Denial;
use super::super::fields::{self, bad};
use super::shapes::{VendorAnswer, json};
use super::vendors::VENDOR;
use super::{Answer, allowed};
use crate::operator::Vendor;
use crate::store::codes::{self, Answered, Asked, Asking};
use crate::store::{Delivery, Who};
use crate::{Act, HostError, random};

/// A new code and its salt; without randomness nothing is made up.
fn fresh() -> Result<(Code, String), Denial> {
    let made = || {
        let random = zeroize::Zeroizing::new(random::bytes::<{ contact::RANDOM }>()?);
        Ok::<_, HostError>((Code::of(&random), base64url::encode(&random::bytes::<16>()?)))
    };
    made().map_err(|fault| {
        tracing::error!(%fault, "no code can be made");
        Denial::Unavailable
    })
}

/// `POST vendors/{id}/code`: the fingerprint is the one that the person saw. With
/// `"mailed_by": "desk"` the code is answered instead of mailed.
pub async fn ask(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    let admitted = admit::person(&door, request).await?;
    allowed(&admitted.by, Act::DecideVendor)?;
    let body = fields::object(&admitted.body)?;
    let seen = Fingerprint::parse(fields::text(&body, "", "fingerprint")?)
        .map_err(|_| bad("fingerprint", "must be 64 lower-case hex digits"))?;
    let by_desk = match body.get("mailed_by").and_then(anp::json::Value::as_text) {
        None | Some("host") => false,
        Some("desk") => true,
        Some(_) => return Err(bad("mailed_by", "must be host or desk")),
    };
    if !by_desk && door.smtp.is_none() {
        return Err(Denial::Conflict("This host sends no mail: its settings have no section `smtp`."));
    }
    let (code, salt) = fresh()?;
    let now = door.clock.now();
    let agent = admitted.segment(VENDOR).to_owned();
    let shown = Code::read(&code.expose_text()).ok_or(Denial::Unavailable)?;
    let asking = Asking { agent, seen, person: admitted.by.id, salt, code, now };
    let vendor = match door.store.ask_code(asking).await? {
        Asked::Done(vendor) => *vendor,
        Asked::Unknown => return Err(Denial::NotFound),
        Asked::OtherKey => {
            return Err(Denial::Conflict("The fingerprint is not that of this registration's key."));
        }
        Asked::Decided => return Err(Denial::Conflict("A person has decided on this registration already.")),
        Asked::Limited { seconds } => return Err(Denial::RateLimited(seconds)),
    };
    if by_desk {
        return json(&VendorAnswer::to_mail(&shown, Vendor::from(vendor)));
    }
    let answer = json(&VendorAnswer::of(Vendor::from(vendor.clone())));
    let name = door.store.org().await?.name;
    let until = now.plus_millis(contact::SERVES_MILLIS);
    let key = vendor.agent.public_key.fingerprint();
    let words = words(&name, &key, &shown, until, door.public_url.as_deref());
    // A mail server may take minutes; how far it came is told by the change feed.
    tokio::spawn(mail(door, (vendor.agent.id, vendor.agent.contact_email), (name, words), now));
    answer
}

async fn mail(
    door: Arc<Door>,
    (agent, contact): (String, String),
    (name, words): (String, contact::Words),
    at: Moment,
) {
    let Some(smtp) = door.smtp.clone() else { return };
    let delivery = smtp.hand_over(&name, contact, words, at).await;
    if let Err(fault) = door.store.code_delivered(agent, at.to_text(), delivery).await {
        tracing::error!(%fault, "what became of a code's mail could not be taken down");
    }
}

/// `POST vendors/{id}/code/delivery`: how far the mail came that a desk was to send.
pub async fn delivered(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    let admitted = admit::person(&door, request).await?;
    allowed(&admitted.by, Act::DecideVendor)?;
    let body = fields::object(&admitted.body)?;
    let asked_at = fields::text(&body, "", "asked_at")?.to_owned();
    let delivery = Delivery::parse(fields::text(&body, "", "delivery")?)
        .ok_or_else(|| bad("delivery", "must be sent, not_sent or unknown"))?;
    let agent = admitted.segment(VENDOR).to_owned();
    if door.store.code_delivered(agent.clone(), asked_at, delivery).await? {
        let vendor = door.store.vendors().await?.into_iter().find(|vendor| vendor.agent.id == agent);
        return json(&VendorAnswer::of(Vendor::from(vendor.ok_or(Denial::NotFound)?)));
    }
    Err(Denial::Conflict("Another code was asked for since."))
}

/// `POST vendors/{id}/code/answer`: what the vendor's person has told the org owner.
pub async fn answer(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    let admitted = admit::person(&door, request).await?;
    allowed(&admitted.by, Act::DecideVendor)?;
    let body = fields::object(&admitted.body)?;
    let code = Code::read(fields::line(&body, "code", 1..=LONGEST)?);
    let agent = admitted.segment(VENDOR).to_owned();
    let given = codes::Answer { agent, code, by: Who::Person(admitted.by.id), now: door.clock.now() };
    match door.store.answer_code(given).await? {
        Answered::Fits(vendor) => json(&VendorAnswer::judged(true, Vendor::from(*vendor))),
        Answered::Wrong(Some(vendor)) => json(&VendorAnswer::judged(false, Vendor::from(*vendor))),
        Answered::Wrong(None) => Err(Denial::NotFound),
        Answered::Limited { seconds } => Err(Denial::RateLimited(seconds)),
    }
}
