//! What a call brought, in whatever of its shapes.

use anp::json::{Value, canonical, parse};

use crate::sources::text;
use crate::task_error::{TaskError, of_text, within};

/// What the transport hands over of one `tools/call`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Call {
    /// `structuredContent`, as JSON text as it came.
    pub structured: Option<String>,
    /// The text contents, in their order.
    pub texts: Vec<String>,
    /// `isError`.
    pub is_error: bool,
}

/// An answer's body with the bytes that everything about it is computed from.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// JSON text as it came.
    pub text: String,
    /// The tree that was read of it.
    pub value: Value,
}

impl Body {
    fn read(text: &str) -> Option<Self> {
        let value = parse(text.as_bytes()).ok()?.value;
        value.as_object()?;
        Some(Self { text: text.to_owned(), value })
    }

    /// Whether the seller says that it has answered this before. A replay is a picture of the past.
    pub fn replayed(&self) -> bool {
        self.value.get("replayed").and_then(Value::as_bool) == Some(true)
    }
}

/// A call's end. A task error and an answer are different things, and never both.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// The task is done; whether its answer holds is another question.
    Done(Body),
    /// The seller has taken it and works on it.
    Pending {
        /// To be asked for with `get_task_status`.
        task_id: String,
    },
    /// The seller waits for something that this protocol cannot give.
    NeedsInput(Body),
    /// Nothing was answered and nothing has changed.
    Failed(TaskError),
    /// No answer of the protocol: what became of the request is not known.
    Unreadable,
}

/// Reads what `tools/call` brought.
pub fn read(call: &Call) -> Reading {
    let structured = call.structured.as_deref().and_then(Body::read);
    let body = structured.or_else(|| call.texts.iter().find_map(|text| Body::read(text)));
    if call.is_error {
        let told =
            body.as_ref().and_then(|body| within(&body.value).or_else(|| TaskError::read(&body.value)));
        let plain = || call.texts.first().map_or_else(|| TaskError::plain(""), |text| of_text(text));
        return Reading::Failed(told.unwrap_or_else(plain));
    }
    match body {
        None => Reading::Unreadable,
        Some(body) => of_body(body),
    }
}

/// Reads a body: of a call, or what a finished task's status brought.
fn of_body(body: Body) -> Reading {
    if let Some(error) = within(&body.value) {
        return Reading::Failed(error);
    }
    match (text(&body.value, "status"), text(&body.value, "task_id")) {
        (None | Some("completed"), _) => Reading::Done(body),
        (Some("submitted" | "working"), Some(task)) if !task.is_empty() => {
            Reading::Pending { task_id: task.to_owned() }
        }
        (Some("input-required" | "auth-required"), _) => Reading::NeedsInput(body),
        _ => Reading::Unreadable,
    }
}

/// Reads the error of a JSON-RPC answer: `error.data.adcp_error`, or its message.
pub fn of_rpc_error(message: &str, data: Option<&str>) -> TaskError {
    let data = data.and_then(|data| parse(data.as_bytes()).ok()).map(|parsed| parsed.value);
    data.as_ref().and_then(within).unwrap_or_else(|| of_text(message))
}

/// Reads what `get_task_status` brought: the end lies in `result`.
pub fn of_status(call: &Call) -> Reading {
    match read(call) {
        Reading::Done(body) => match body.value.get("result") {
            Some(result @ Value::Object(_)) => {
                // The part of the text that is the result is not kept apart: its canonical form has the
                // same members and digests, unless two readers could read two results.
                if parse(body.text.as_bytes()).is_ok_and(|parsed| parsed.flaws.is_empty()) {
                    of_body(Body { text: canonical(result), value: result.clone() })
                } else {
                    Reading::Unreadable
                }
            }
            _ => Reading::Unreadable,
        },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic)]
    use super::*;

    fn structured(text: &str) -> Call {
        Call { structured: Some(text.to_owned()), ..Call::default() }
    }

    fn said(text: &str, is_error: bool) -> Call {
        Call { texts: vec!["Hello".to_owned(), text.to_owned()], is_error, ..Call::default() }
    }

    #[test]
    fn answers_lie_flat_or_in_the_first_text_that_is_an_object() {
        assert!(matches!(read(&structured(r#"{"results":[]}"#)), Reading::Done(_)));
        assert!(matches!(read(&said(r#"{"results":[]}"#, false)), Reading::Done(_)));
        assert_eq!(read(&said("[1]", false)), Reading::Unreadable);
        let Reading::Done(body) = read(&structured(r#"{"replayed":true,"x":{"y":1e0}}"#)) else { panic!() };
        assert!(body.replayed() && body.text.contains("1e0"), "the bytes are kept");
    }

    #[test]
    fn every_shape_of_an_error_is_an_error() {
        let code = |reading: Reading| match reading {
            Reading::Failed(error) => error.code.unwrap_or_else(|| format!("plain: {}", error.message)),
            other => panic!("{other:?}"),
        };
        let error = r#"{"adcp_error":{"code":"IO_REQUIRED","message":"m"}}"#;
        let mut call = structured(error);
        assert_eq!(code(read(&call)), "IO_REQUIRED", "even where the call claims to be none");
        call.is_error = true;
        assert_eq!(code(read(&call)), "IO_REQUIRED");
        assert_eq!(code(read(&said(error, true))), "IO_REQUIRED");
        assert_eq!(code(read(&said(r#"{"code":"X","message":"m"}"#, true))), "X");
        let plain = Call { texts: vec!["boom".to_owned()], is_error: true, ..Call::default() };
        assert_eq!(code(read(&plain)), "plain: boom");
        let failed = r#"{"status":"failed","errors":[{"code":"INVALID_STATE","message":"m"}]}"#;
        assert_eq!(code(read(&structured(failed))), "INVALID_STATE");
        assert_eq!(of_rpc_error("m", Some(error)).code.as_deref(), Some("IO_REQUIRED"));
        assert_eq!(of_rpc_error("boom", None).message, "boom");
    }

    #[test]
    fn a_task_ends_in_its_result() {
        let status = |text: &str| of_status(&structured(text));
        assert!(matches!(
            status(r#"{"status":"completed","task_id":"t","result":{"results":[]}}"#),
            Reading::Done(body) if body.value.get("results").is_some()
        ));
        assert!(matches!(
            status(r#"{"status":"working","task_id":"t"}"#),
            Reading::Pending { task_id } if task_id == "t"
        ));
        assert!(matches!(
            status(r#"{"status":"failed","task_id":"t","error":{"code":"A","message":"m"}}"#),
            Reading::Failed(_)
        ));
        assert!(matches!(status(r#"{"status":"input-required","task_id":"t"}"#), Reading::NeedsInput(_)));
        assert_eq!(status(r#"{"status":"completed","task_id":"t"}"#), Reading::Unreadable);
    }
}
