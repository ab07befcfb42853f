//! How far an answer has come. A task error and an outcome never meet in one value.

use anp::json::Value;

use super::Findings;
use crate::fault::Rule;
use crate::pointer::At;
use crate::sources::text;

/// How far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stage {
    /// The results are here.
    Completed,
    /// They are yet to come, under this task.
    Pending(String),
    /// There are none and there will be none.
    Over,
}

/// Members of the envelope around a body, which the closed schema of the body does not have.
const ENVELOPE: [&str; 7] = [
    // No member of the protocol: the guide's own examples name their schema by it.
    "$schema",
    "adcp_error",
    "adcp_major_version",
    "context_id",
    "governance_context",
    "push_notification_config",
    "timestamp",
];

/// The answer without its envelope, as the body's schema means it.
///
/// The envelope's `replayed: false` says what its absence says; the body's schema knows only `true`.
/// A task's id beside a completed answer is the envelope's too.
pub fn body(answer: &Value) -> Value {
    let members = answer.as_object().unwrap_or_default();
    let kept = members.iter().filter(|(name, value)| match name.as_str() {
        "replayed" => value != &Value::Bool(false),
        "task_id" => value.as_text().is_none(),
        name => !ENVELOPE.contains(&name),
    });
    Value::Object(kept.cloned().collect())
}

/// Reads it, and says where what stands there contradicts itself.
pub fn read(answer: &Value, findings: &mut Findings) -> Stage {
    let at = At::root();
    let status = match answer.get("status") {
        None => "completed",
        Some(status) => status.as_text().unwrap_or_default(),
    };
    let error = answer.get("adcp_error");
    if error.is_some() {
        let detail = match answer.get("results") {
            None => "a task error: nothing was answered and nothing has changed",
            Some(_) => "a task error beside results: one of the two is not so",
        };
        findings.fault(Rule::TaskError, &at.key("adcp_error"), detail);
    }
    match status {
        "completed" if error.is_some() && answer.get("results").is_none() => Stage::Over,
        "completed" => Stage::Completed,
        "submitted" | "working" => {
            if answer.get("results").is_some() {
                findings.fault(
                    Rule::Status,
                    &at.key("status"),
                    "results beside a task that is not at its end",
                );
            }
            match text(answer, "task_id") {
                Some(task) if !task.is_empty() => Stage::Pending(task.to_owned()),
                // What is at work may end in this very connection; what was submitted never does.
                _ if status == "working" => Stage::Pending(String::new()),
                _ => {
                    findings.fault(
                        Rule::Schema,
                        &at.key("task_id"),
                        "this is missing: nothing could be asked for",
                    );
                    Stage::Over
                }
            }
        }
        "failed" | "rejected" | "canceled" => {
            findings.fault(
                Rule::TaskError,
                &at.key("status"),
                "the task has ended without an answer: nothing has changed, the request is to be mended",
            );
            Stage::Over
        }
        "input-required" | "auth-required" => {
            findings.fault(
                Rule::Status,
                &at.key("status"),
                "the seller waits for something: nothing is answered",
            );
            Stage::Over
        }
        _ => {
            findings.fault(Rule::Status, &at.key("status"), "no state that an answer of this kind has");
            Stage::Over
        }
    }
}
