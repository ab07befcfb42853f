//! JSON-RPC: what a message asks, and the texts of what is answered.

use serde_json::{Value, json};

use crate::fault::Fault;
use crate::profile::Profile;
use crate::tools::TOOLS;

/// Versions of MCP that are spoken, newest first.
const PROTOCOLS: [&str; 3] = ["2025-11-25", "2025-06-18", "2025-03-26"];

/// A message.
#[derive(Debug, PartialEq)]
pub enum Message {
    /// Something that wants no answer.
    Notice,
    /// `initialize`
    Initialize(Value, Value),
    /// `ping`
    Ping(Value),
    /// `tools/list`
    List(Value),
    /// `tools/call` of a task with arguments.
    Call {
        /// The request's id.
        id: Value,
        /// The task.
        task: String,
        /// Its arguments.
        arguments: Value,
    },
    /// A method that is not served.
    Unknown(Value),
    /// No message of JSON-RPC.
    Broken(&'static str),
}

/// Reads a body. What two readers could read differently is no message.
pub fn read(body: &[u8]) -> Message {
    if anp::json::parse_flawless(body).is_err() {
        return Message::Broken("not JSON that everybody reads alike");
    }
    let Ok(message) = serde_json::from_slice::<Value>(body) else { return Message::Broken("not JSON") };
    if message.get("jsonrpc") != Some(&json!("2.0")) {
        return Message::Broken("not one JSON-RPC 2.0 message");
    }
    let Some(method) = message.get("method").and_then(Value::as_str) else { return Message::Notice };
    let Some(id) = message.get("id").cloned() else { return Message::Notice };
    let params = message.get("params").cloned().unwrap_or_else(|| json!({}));
    match method {
        "initialize" => Message::Initialize(id, params),
        "ping" => Message::Ping(id),
        "tools/list" => Message::List(id),
        "tools/call" => {
            let task = params.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
            let arguments = params.get("arguments").cloned().unwrap_or_else(|| json!({}));
            Message::Call { id, task, arguments }
        }
        _ => Message::Unknown(id),
    }
}

/// A result.
pub fn result(id: &Value, result: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string()
}

/// An error of JSON-RPC itself.
pub fn error(id: &Value, code: i32, message: &str, data: Option<Value>) -> String {
    let mut error = json!({ "code": code, "message": message });
    if let (Some(data), Some(members)) = (data, error.as_object_mut()) {
        members.insert("data".to_owned(), data);
    }
    json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string()
}

/// The answer to `initialize`: the version asked for where it is spoken, else the newest.
pub fn initialized(params: &Value) -> Value {
    let asked = params.get("protocolVersion").and_then(Value::as_str);
    let spoken = PROTOCOLS.iter().find(|version| asked == Some(**version)).or(PROTOCOLS.first());
    json!({
        "protocolVersion": spoken,
        "capabilities": { "tools": { "listChanged": false } },
        "serverInfo": { "name": "StreamHaus training seller", "version": env!("CARGO_PKG_VERSION") },
    })
}

/// The answer to `tools/list`.
pub fn tools() -> Value {
    let listed: Vec<Value> = TOOLS.iter().map(|tool| tool.listed()).collect();
    json!({ "tools": listed })
}

/// A task's answer, from its own JSON text, which goes out as it is.
pub fn answered(id: &Value, body: &str, profile: Profile) -> String {
    let text = if profile == Profile::TextOnly { anp::json::quote(body) } else { "\"Done.\"".to_owned() };
    let content = format!(r#"[{{"type":"text","text":{text}}}]"#);
    let structured =
        if profile == Profile::TextOnly { String::new() } else { format!(r#","structuredContent":{body}"#) };
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":{content},"isError":false{structured}}}}}"#)
}

/// A task's error, in the shape of the profile.
pub fn failed(id: &Value, fault: &Fault, profile: Profile) -> String {
    let error_json = fault.json();
    let wrapped = json!({ "adcp_error": error_json });
    match profile {
        Profile::ErrorInData => error(id, -32_000, fault.message(), Some(wrapped)),
        Profile::ErrorInText => {
            let content = json!([{ "type": "text", "text": wrapped.to_string() }]);
            result(id, &json!({ "isError": true, "content": content }))
        }
        Profile::ErrorInStatus => {
            let body = json!({ "status": "failed", "errors": [error_json] });
            let content = json!([{ "type": "text", "text": fault.message() }]);
            result(id, &json!({ "isError": false, "content": content, "structuredContent": body }))
        }
        _ => {
            let body = json!({ "status": "failed", "adcp_error": error_json });
            let content = json!([{ "type": "text", "text": wrapped.to_string() }]);
            result(id, &json!({ "isError": true, "content": content, "structuredContent": body }))
        }
    }
}

/// An error in plain words, without any code.
pub fn plain(id: &Value) -> String {
    let content = json!([{ "type": "text", "text": "Something went wrong. Please try again later." }]);
    result(id, &json!({ "isError": true, "content": content }))
}
