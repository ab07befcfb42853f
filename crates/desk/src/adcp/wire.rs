//! JSON-RPC as it stands on the wire: read without a tree, so that nothing is lost of its text.

use adcp::answer::{self, Call, Reading};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// A call with its arguments to the letter.
pub(super) fn call(id: &Value, tool: &Value, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":{tool},"arguments":{arguments}}}}}"#
    )
}

/// A message, its parts as they are written. One whose members stand twice is none.
#[derive(Deserialize)]
pub(super) struct Message<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    method: Option<IgnoredAny>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<RpcError<'a>>,
}

#[derive(Deserialize)]
struct RpcError<'a> {
    #[serde(default)]
    message: String,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct CallResult<'a> {
    #[serde(borrow, rename = "structuredContent")]
    structured: Option<&'a RawValue>,
    #[serde(borrow, default)]
    content: Vec<&'a RawValue>,
    #[serde(rename = "isError", default)]
    is_error: bool,
}

#[derive(Deserialize)]
struct Content {
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    text: String,
}

impl<'a> Message<'a> {
    pub(super) fn read(text: &'a str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Whether it answers the request of this id.
    pub(super) fn answers(&self, id: &Value) -> bool {
        let asked = id.to_string();
        let same = self.id.is_some_and(|own| own.get() == asked);
        same && self.method.is_none() && (self.result.is_some() != self.error.is_some())
    }

    /// The answer to `initialize`, bare of everything that the other side says of itself.
    pub(super) fn initialized(&self) -> Option<Value> {
        let result: Value = serde_json::from_str(self.result?.get()).ok()?;
        let version = result.get("protocolVersion")?.as_str()?;
        let plain = version.len() <= 16
            && version.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'));
        plain.then(|| {
            json!({
                "protocolVersion": version,
                "capabilities": { "tools": {} },
                "serverInfo": { "name": "seller", "version": "0" },
            })
        })
    }
}

/// What a message that came to a call brought.
pub(super) fn brought(message: &str) -> Brought {
    let Some(read) = Message::read(message) else { return Brought::Nothing };
    if let Some(error) = read.error {
        let error = answer::of_rpc_error(&error.message, error.data.map(RawValue::get));
        return Brought::Error(error);
    }
    let Some(result) = read.result else { return Brought::Nothing };
    let Ok(result) = serde_json::from_str::<CallResult<'_>>(result.get()) else { return Brought::Nothing };
    let text = |content: &&RawValue| {
        let content: Content = serde_json::from_str(content.get()).ok()?;
        (content.kind == "text").then_some(content.text)
    };
    Brought::Call(Call {
        structured: result.structured.map(|structured| structured.get().to_owned()),
        texts: result.content.iter().filter_map(text).collect(),
        is_error: result.is_error,
    })
}

/// What a message brought.
pub(super) enum Brought {
    /// A call's result.
    Call(Call),
    /// An error of JSON-RPC.
    Error(adcp::task_error::TaskError),
    /// Nothing that could be read.
    Nothing,
}

impl Brought {
    /// As the answer to a task.
    pub(super) fn reading(self) -> Reading {
        match self {
            Self::Call(call) => answer::read(&call),
            Self::Error(error) => Reading::Failed(error),
            Self::Nothing => Reading::Unreadable,
        }
    }

    /// As the answer to the question where a task stands; none where the question itself failed, which
    /// says nothing of the task.
    pub(super) fn status(self) -> Option<Reading> {
        match self {
            Self::Call(call) if !call.is_error => Some(answer::of_status(&call)),
            _ => None,
        }
    }
}

/// Names of the tools in an answer to `tools/list`.
pub(super) fn tools(message: &str) -> Vec<String> {
    #[derive(Deserialize)]
    struct Tool {
        name: String,
    }
    #[derive(Deserialize)]
    struct Listed {
        #[serde(default)]
        tools: Vec<Tool>,
    }
    let result = Message::read(message).and_then(|read| read.result);
    let listed = result.and_then(|result| serde_json::from_str::<Listed>(result.get()).ok());
    listed.map(|listed| listed.tools.into_iter().map(|tool| tool.name).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;

    #[test]
    fn what_stands_twice_stays_twice() {
        let message =
            r#"{"jsonrpc":"2.0","id":3,"result":{"content":[],"structuredContent":{"x":1.0,"x":2}}}"#;
        let Brought::Call(call) = brought(message) else { panic!() };
        assert_eq!(call.structured.as_deref(), Some(r#"{"x":1.0,"x":2}"#));
        let twice = r#"{"jsonrpc":"2.0","id":3,"result":{"structuredContent":{},"structuredContent":{}}}"#;
        assert!(matches!(brought(twice), Brought::Nothing), "two answers are none");
    }

    #[test]
    fn only_the_answer_to_the_question_is_one() {
        let answers = |text: &str| Message::read(text).is_some_and(|read| read.answers(&json!(3)));
        assert!(answers(r#"{"jsonrpc":"2.0","id":3,"result":{}}"#));
        assert!(answers(r#"{"jsonrpc":"2.0","id":3,"error":{"code":1,"message":"m"}}"#));
        for text in [
            r#"{"jsonrpc":"2.0","id":4,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":3,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#,
            r#"{"jsonrpc":"2.0","id":3}"#,
            "[]",
            "",
        ] {
            assert!(!answers(text), "{text}");
        }
    }
}
