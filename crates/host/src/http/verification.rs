//! A registration's answer with the code that was mailed to its contact. Ours, beside the
//! protocol's routes.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;

use anp::PROTOCOL;
use anp::contact::{Code, LONGEST};
use anp::json::quote;

use super::Door;
use super::admit;
use super::answer::{Denial, ok};
use super::fields;
use crate::store::Who;
use crate::store::codes::{Answer, Answered};

/// `POST /api/agent/v1/verification`: a wrong code, one that has expired, one that had too
/// many tries and none at all are one refusal, after the same work.
pub async fn answer(State(door): State<Arc<Door>>, request: Request<Body>) -> Result<Response, Denial> {
    let signed = admit::vendor(&door, request).await?;
    let (agent, body) = signed.spend(&door, None).await?;
    let body = fields::object(&body)?;
    let said = fields::line(&body, "code", 1..=LONGEST)?;
    let given = Answer {
        code: Code::read(said),
        by: Who::Agent(agent.id.clone()),
        agent: agent.id,
        now: door.clock.now(),
    };
    match door.store.answer_code(given).await? {
        Answered::Fits(vendor) => Ok(ok(format!(
            r#"{{"agent_id":{},"contact_confirmed":true,"status":"{}","protocol":"{PROTOCOL}"}}"#,
            quote(&vendor.agent.id),
            vendor.agent.status.as_str(),
        ))),
        Answered::Wrong(_) => Err(Denial::Refused),
        Answered::Limited { seconds } => Err(Denial::RateLimited(seconds)),
    }
}
