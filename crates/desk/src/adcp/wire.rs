//! What of JSON-RPC is the desk's own: a call as it is written, and the answers to the handshake's questions.

use adcp::message::Message;
use serde::Deserialize;
use serde_json::{Value, json};

/// A call with its arguments to the letter.
pub(super) fn call(id: &Value, tool: &Value, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":{tool},"arguments":{arguments}}}}}"#
    )
}

/// The answer to `initialize`, bare of everything that the other side says of itself.
pub(super) fn initialized(message: &Message<'_>) -> Option<Value> {
    let result: Value = serde_json::from_str(message.result()?).ok()?;
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
    let result = Message::read(message).and_then(|read| read.result());
    let listed = result.and_then(|result| serde_json::from_str::<Listed>(result).ok());
    listed.map(|listed| listed.tools.into_iter().map(|tool| tool.name).collect()).unwrap_or_default()
}
