//! A message of a seller as it stands on the wire: read without a tree, so that nothing is lost of its text.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::answer::{self, Call, Reading};
use crate::task_error::TaskError;

/// A JSON-RPC message, its parts as they are written. One whose members stand twice is none.
#[derive(Debug, Deserialize)]
pub struct Message<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    method: Option<IgnoredAny>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<RpcError<'a>>,
}

#[derive(Debug, Deserialize)]
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
    /// Reads a message; none where the text is none.
    pub fn read(text: &'a str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Whether it answers the request whose id is written so.
    pub fn answers(&self, id: &str) -> bool {
        let same = self.id.is_some_and(|own| own.get() == id);
        same && self.method.is_none() && (self.result.is_some() != self.error.is_some())
    }

    /// Its result, as it is written.
    pub fn result(&self) -> Option<&'a str> {
        self.result.map(RawValue::get)
    }
}

/// What a message that came to a call brought.
pub fn brought(message: &str) -> Brought {
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
#[derive(Debug, Clone, PartialEq)]
pub enum Brought {
    /// A call's result.
    Call(Call),
    /// An error of JSON-RPC.
    Error(TaskError),
    /// Nothing that could be read.
    Nothing,
}

impl Brought {
    /// As the answer to a task.
    pub fn reading(self) -> Reading {
        match self {
            Self::Call(call) => answer::read(&call),
            Self::Error(error) => Reading::Failed(error),
            Self::Nothing => Reading::Unreadable,
        }
    }

    /// As the answer to the question where a task stands; none where the question itself failed, which
    /// says nothing of the task.
    pub fn status(self) -> Option<Reading> {
        match self {
            Self::Call(call) if !call.is_error => Some(answer::of_status(&call)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic)]
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
        let answers = |text: &str| Message::read(text).is_some_and(|read| read.answers("3"));
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
