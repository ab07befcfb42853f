//! Tasks that were submitted and end later.

use std::collections::BTreeMap;

use anp::time::Moment;
use serde_json::{Value, json};

use crate::account::Buyer;
use crate::fault::Fault;
use crate::plan::seconds;
use crate::profile::Profile;
use crate::tools::Tool;

/// At which question a task ends.
const LAST: u32 = 3;

#[derive(Debug)]
struct Task {
    tool: Tool,
    at: Moment,
    asked: u32,
    result: Value,
}

/// The tasks of all buyers.
#[derive(Debug, Default)]
pub struct Tasks(BTreeMap<(Buyer, String), Task>);

impl Tasks {
    /// Puts a finished answer aside, and gives what is answered in its place.
    pub fn submit(&mut self, buyer: Buyer, id: String, tool: Tool, result: Value, now: Moment) -> Value {
        let answer = json!({
            "status": "submitted",
            "task_id": id,
            "message": "StreamHaus asks its publishers.",
        });
        self.0.insert((buyer, id), Task { tool, at: now, asked: 0, result });
        answer
    }

    /// Answers where a task stands.
    ///
    /// # Errors
    /// `REFERENCE_NOT_FOUND` for a task that is not, or is another buyer's.
    pub fn status(
        &mut self,
        buyer: Buyer,
        arguments: &Value,
        profile: Profile,
        now: Moment,
    ) -> Result<Value, Fault> {
        let id = arguments.get("task_id").and_then(Value::as_str).unwrap_or_default();
        let Some(task) = self.0.get_mut(&(buyer, id.to_owned())) else {
            let said = "There is no such task.";
            return Err(Fault::correctable("REFERENCE_NOT_FOUND", said).at("task_id"));
        };
        task.asked = task.asked.saturating_add(1);
        let last = task.asked >= LAST;
        let status = match (profile, task.asked) {
            (_, 1) => "submitted",
            (Profile::SubmittedFails, _) if last => "failed",
            (Profile::SubmittedAsks, _) if last => "input-required",
            (Profile::SubmittedNever, _) => "working",
            _ if last => "completed",
            _ => "working",
        };
        let mut answer = json!({
            "status": status,
            "task_id": id,
            "task_type": task.tool.name(),
            "protocol": "media-buy",
            "created_at": seconds(task.at),
            "updated_at": seconds(now),
        });
        let wanted = arguments.get("include_result").and_then(Value::as_bool).unwrap_or(false);
        if let Some(members) = answer.as_object_mut() {
            match status {
                "completed" => {
                    members.insert("completed_at".to_owned(), seconds(now).into());
                    if wanted {
                        members.insert("result".to_owned(), task.result.clone());
                    }
                }
                "failed" => {
                    let error = json!({
                        "code": "PRODUCT_UNAVAILABLE",
                        "message": "A publisher withdrew its inventory.",
                    });
                    members.insert("completed_at".to_owned(), seconds(now).into());
                    members.insert("error".to_owned(), error.clone());
                    if wanted {
                        let result = json!({ "status": "failed", "errors": [error] });
                        members.insert("result".to_owned(), result);
                    }
                }
                "input-required" => {
                    let said = "Call your StreamHaus representative.";
                    members.insert("message".to_owned(), said.into());
                }
                _ => {}
            }
        }
        Ok(answer)
    }
}
