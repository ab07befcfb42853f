//! The seller on the wire, with a client that sees every byte: framings, sessions, tokens,
//! errors in their shapes, and connections that are dropped.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod table;

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::thread;

use anp::time::Moment;
use serde_json::{Value, json};
use table::{acceptance, brief};
use training_seller::{Clock, Framing, Manners, Profile, RIVAL_TOKEN, Seller, TOKEN};

/// Serves a profile until the test ends.
fn serve(profile: Profile, framing: Framing, sessions: bool) -> SocketAddr {
    let (say, hear) = std::sync::mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            say.send(listener.local_addr().unwrap()).unwrap();
            let clock = Clock::Still(Moment::parse(table::NOW).unwrap());
            let manners = Manners { framing, sessions, clock };
            training_seller::serve(listener, Seller::new(profile, 3), manners).await.unwrap();
        });
    });
    hear.recv().unwrap()
}

/// What came back, as text: nothing at all where the connection was dropped.
fn exchange(door: SocketAddr, head: &str, body: &str) -> String {
    let mut line = TcpStream::connect(door).unwrap();
    let length = body.len();
    let request =
        format!("{head}\r\nHost: {door}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}");
    line.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    // A dropped connection may end in a reset: what came before it counts.
    let _ = line.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn post(door: SocketAddr, token: &str, more: &str, message: &Value) -> String {
    let accept = "Accept: application/json, text/event-stream\r\nContent-Type: application/json";
    let head = format!("POST /mcp HTTP/1.1\r\nAuthorization: Bearer {token}\r\n{accept}{more}");
    exchange(door, &head, &message.to_string())
}

fn called(task: &str, arguments: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": task, "arguments": arguments } })
}

/// A call's whole JSON-RPC answer; none where no byte came.
fn call(door: SocketAddr, task: &str, arguments: &Value) -> Option<Value> {
    let answer = post(door, TOKEN, "", &called(task, arguments));
    let (_, body) = answer.split_once("\r\n\r\n")?;
    Some(serde_json::from_str(body).unwrap())
}

fn structured(answer: Option<Value>) -> Value {
    answer.unwrap()["result"]["structuredContent"].take()
}

fn effects(door: SocketAddr) -> Value {
    let head = format!("GET /effects HTTP/1.1\r\nAuthorization: Bearer {TOKEN}");
    let answer = exchange(door, &head, "");
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

fn keyed(key: &str, mut arguments: Value) -> Value {
    arguments["idempotency_key"] = format!("dropped-connection-{key}").into();
    arguments
}

/// The four mutations of one purchase, each dropped once at its first sending: without a
/// byte of an answer. The exact request again is answered, and nothing was done twice.
fn dropped(profile: Profile, replayed: bool) {
    let door = serve(profile, Framing::Json, false);
    let twice = |task: &str, arguments: &Value| {
        assert_eq!(post(door, TOKEN, "", &called(task, arguments)), "", "{task}");
        let counted = effects(door)[task].clone();
        assert_eq!(counted, u32::from(replayed), "{task}");
        let answer = structured(call(door, task, arguments));
        assert_eq!(answer.get("replayed"), replayed.then_some(&json!(true)), "{task}");
        assert_eq!(effects(door)[task], 1, "{task}");
        answer
    };
    let proposed = twice("request_proposals", &keyed("request", brief()));
    let draft = &proposed["proposals"][0]["proposal_id"];
    let finalize = json!({ "refinements": [{ "proposal_id": draft, "action": "finalize" }] });
    let finalized = twice("refine_proposals", &keyed("refine", finalize));
    let hold = &finalized["results"][0]["proposal"];
    let bought = twice("accept_proposal", &keyed("accept", acceptance(hold)));
    assert_eq!(bought["revision"], 1);
    let declines = json!({ "declines": [{ "proposal_id": draft, "reason": "selected_alternative" }] });
    let over = twice("decline_proposals", &keyed("decline", declines));
    assert_eq!(over["results"][0]["outcome"], "declined");
    let counted = effects(door);
    assert_eq!((&counted["proposals"], &counted["media_buys"]), (&json!(2), &json!(1)));
}

#[test]
fn an_answer_that_was_dropped_is_replayed_and_nothing_is_done_twice() {
    dropped(Profile::DropsAnswer, true);
}

#[test]
fn a_request_that_was_dropped_was_never_done() {
    dropped(Profile::DropsRequest, false);
}

#[test]
fn a_plain_error_hides_what_was_done() {
    let door = serve(Profile::PlainError, Framing::Json, false);
    let request = keyed("plain", brief());
    let answer = call(door, "request_proposals", &request).unwrap();
    assert_eq!(answer["result"]["isError"], true);
    assert!(answer["result"].get("structuredContent").is_none());
    assert_eq!(effects(door)["request_proposals"], 1);
    assert_eq!(structured(call(door, "request_proposals", &request))["replayed"], true);
}

#[test]
fn both_framings_hold_the_same_words() {
    let list = json!({ "jsonrpc": "2.0", "id": "a", "method": "tools/list" });
    let json = post(serve(Profile::Honest, Framing::Json, false), TOKEN, "", &list);
    let sse = post(serve(Profile::Honest, Framing::Sse, false), TOKEN, "", &list);
    assert!(json.contains("content-type: application/json\r\n"));
    assert!(sse.contains("content-type: text/event-stream\r\n"));
    let words = json.split_once("\r\n\r\n").unwrap().1;
    let data = sse.lines().find_map(|line| line.strip_prefix("data: ")).unwrap();
    assert_eq!(words, data);
    assert!(words.contains("accept_proposal"));
}

#[test]
fn a_session_is_given_wanted_and_forgotten() {
    let door = serve(Profile::SessionLost, Framing::Json, false);
    let hello = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "protocolVersion": "2025-06-18" } });
    let answer = post(door, TOKEN, "", &hello);
    let id = answer.lines().find_map(|line| line.strip_prefix("mcp-session-id: ")).unwrap().to_owned();
    let ask = |more: &str| post(door, TOKEN, more, &called("get_adcp_capabilities", &json!({})));
    assert!(ask("").starts_with("HTTP/1.1 400"));
    let session = format!("\r\nMcp-Session-Id: {id}");
    for _ in 0..3 {
        assert!(ask(&session).starts_with("HTTP/1.1 200"));
    }
    assert!(ask(&session).starts_with("HTTP/1.1 404"));
    assert!(post(door, TOKEN, "", &hello).contains("mcp-session-id: training-session-2"));
}

#[test]
fn nobody_is_served_without_a_token_or_from_a_page_elsewhere() {
    let door = serve(Profile::Honest, Framing::Json, false);
    let ask = called("get_adcp_capabilities", &json!({}));
    assert!(post(door, "guessed", "", &ask).starts_with("HTTP/1.1 401"));
    assert!(post(door, TOKEN, "\r\nOrigin: https://evil.example", &ask).starts_with("HTTP/1.1 403"));
    assert!(post(door, TOKEN, "\r\nOrigin: http://localhost:5173", &ask).starts_with("HTTP/1.1 200"));
    assert!(post(door, RIVAL_TOKEN, "", &ask).starts_with("HTTP/1.1 200"));
    let twice = r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}"#;
    let head = format!("POST /mcp HTTP/1.1\r\nAuthorization: Bearer {TOKEN}");
    assert!(exchange(door, &head, twice).starts_with("HTTP/1.1 400"));
    let get = format!("GET /mcp HTTP/1.1\r\nAuthorization: Bearer {TOKEN}");
    assert!(exchange(door, &get, "").starts_with("HTTP/1.1 405"));
}

#[test]
fn errors_come_in_every_shape() {
    let code = |profile| {
        let door = serve(profile, Framing::Json, false);
        call(door, "get_task_status", &json!({ "task_id": "none" })).unwrap()
    };
    let said = code(Profile::Honest);
    assert_eq!(said["result"]["structuredContent"]["adcp_error"]["code"], "REFERENCE_NOT_FOUND");
    assert_eq!(code(Profile::ErrorInData)["error"]["data"]["adcp_error"]["code"], "REFERENCE_NOT_FOUND");
    let said = code(Profile::ErrorInStatus);
    assert_eq!(said["result"]["structuredContent"]["errors"][0]["code"], "REFERENCE_NOT_FOUND");
    let said = code(Profile::ErrorInText);
    let text = said["result"]["content"][0]["text"].as_str().unwrap();
    let text: Value = serde_json::from_str(text).unwrap();
    assert_eq!(text["adcp_error"]["code"], "REFERENCE_NOT_FOUND");
}

#[test]
fn a_redirect_and_a_page_come_in_place_of_answers() {
    let door = serve(Profile::Redirects, Framing::Json, false);
    let request = called("request_proposals", &keyed("elsewhere", brief()));
    let answer = post(door, TOKEN, "", &request);
    assert!(answer.starts_with("HTTP/1.1 307") && answer.contains("location: http://elsewhere.invalid/mcp"));
    assert_eq!(effects(door)["request_proposals"], 0);
    let door = serve(Profile::NotJson, Framing::Json, false);
    assert!(post(door, TOKEN, "", &request).contains("content-type: text/html"));
}
