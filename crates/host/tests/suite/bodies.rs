//! Bodies, unknown routes and other pages' origins.

use crate::ground::Ground;
use serde_json::{Value, json};
use support::client::{self, offer};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const CAP: usize = 2 * 1024 * 1024;

/// Sends the head of a request, then chunks for as long as the host takes them; gives
/// the answer's text and how many bytes of body went out before it.
async fn pour(ground: &Ground, head: &str, chunk: &[u8], most: usize) -> (String, usize) {
    let stream = TcpStream::connect(ground.running.address).await.unwrap();
    let (mut from, mut to) = stream.into_split();
    to.write_all(head.as_bytes()).await.unwrap();
    let mut sent = 0;
    let mut answer = Vec::new();
    let mut room = [0; 4096];
    while sent < most {
        tokio::select! {
            biased;
            read = from.read(&mut room) => {
                answer.extend_from_slice(&room[..read.unwrap()]);
                break;
            }
            wrote = to.write_all(chunk) => {
                if wrote.is_err() { break }
                sent += chunk.len();
            }
        }
    }
    if answer.is_empty() {
        let read = from.read(&mut room).await.unwrap();
        answer.extend_from_slice(&room[..read]);
    }
    (String::from_utf8_lossy(&answer).into_owned(), sent)
}

#[tokio::test]
async fn a_stated_length_beyond_the_cap_is_refused_at_once() {
    let ground = Ground::new().await;
    for path in ["/api/agent/v1/register", "/api/agent/v1/sessions", "/api/buyer/v1/channel"] {
        let head = format!("POST {path} HTTP/1.1\r\nhost: h\r\ncontent-length: {}\r\n\r\n", CAP + 1);
        let (answer, _) = pour(&ground, &head, b"", 0).await;
        assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
        assert!(answer.contains(r#""code":"too_large""#), "{answer}");
    }
}

/// Most clients write all of their body before they read: they are to find the refusal, not
/// a broken line.
#[tokio::test]
async fn the_line_takes_the_rest_of_a_body_that_was_refused() {
    let ground = Ground::new().await;
    let mut stream = TcpStream::connect(ground.running.address).await.unwrap();
    let stated = format!("content-length: {}", CAP + 1);
    let head = format!("POST /api/agent/v1/register HTTP/1.1\r\nhost: h\r\n{stated}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut room = [0; 4096];
    let read = stream.read(&mut room).await.unwrap();
    assert!(room[..read].starts_with(b"HTTP/1.1 413 "));
    for part in vec![b' '; CAP + 1].chunks(0x1000) {
        stream.write_all(part).await.unwrap();
    }
    assert_eq!(stream.read(&mut room).await.unwrap(), 0, "and then it ends in order");
}

#[tokio::test]
async fn a_body_without_a_stated_length_is_cut_at_the_cap() {
    let ground = Ground::new().await;
    let head = "POST /api/agent/v1/register HTTP/1.1\r\nhost: h\r\ntransfer-encoding: chunked\r\n\r\n";
    let mut chunk = b"10000\r\n".to_vec();
    chunk.resize(chunk.len() + 0x1_0000, b' ');
    chunk.extend_from_slice(b"\r\n");
    let (answer, sent) = pour(&ground, head, &chunk, 1 << 30).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    // What lies between is what the sockets hold, which is far from a gigabyte.
    assert!(sent < 64 * 1024 * 1024, "{sent} bytes went out");
}

#[tokio::test]
async fn a_body_of_exactly_the_cap_is_read() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let session = contoso.opened(None).await;
    let path = format!("/api/agent/v1/sessions/{session}/events");
    let mut body = contoso.event("message", &json!({"body": "large"})).to_string().into_bytes();
    body.resize(CAP, b' ');
    assert_eq!(contoso.call("POST", &path, &body).await.status, 200);
    body.push(b' ');
    let larger = contoso.call("POST", &path, &body).await;
    assert_eq!((larger.status, larger.code().as_str()), (413, "too_large"));
}

#[tokio::test]
async fn unknown_routes_and_methods_are_not_found_in_the_protocols_shape() {
    let ground = Ground::new().await;
    let http = reqwest::Client::new();
    for route in [
        ("GET", "/"),
        ("GET", "/api/agent/v1"),
        ("GET", "/api/agent/v1/orgs"),
        ("GET", "/api/agent/v1/sessions/"),
        ("DELETE", "/api/agent/v1/register"),
        ("GET", "/api/agent/v1/register"),
        ("PUT", "/api/agent/v1/sessions/x/events"),
        ("GET", "/api/buyer/v1/everything"),
        ("PATCH", "/api/buyer/v1/org"),
        ("GET", "/schemas/secret.json"),
        ("GET", "/schemas/%ff"),
        ("GET", "/.well-known/other"),
    ] {
        let answer = client::send(&http, ground.url(), route, None, Vec::new()).await;
        assert_eq!(answer.status, 404, "{route:?}");
        assert_eq!(answer.code(), "not_found", "{route:?}");
        assert_eq!(answer.json()["protocol"], "ANP/0.1");
    }
}

#[tokio::test]
async fn pages_of_any_origin_may_call_the_vendors_routes() {
    let ground = Ground::new().await;
    let http = reqwest::Client::new();
    let url = format!("{}/api/agent/v1/sessions/x/events", ground.url());
    let preflight = http
        .request(reqwest::Method::OPTIONS, &url)
        .header("origin", "https://vendor.example")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "x-anp-agent,x-anp-nonce,content-type")
        .send()
        .await
        .unwrap();
    assert_eq!(preflight.status(), 200);
    let header = |name: &str| preflight.headers()[name].to_str().unwrap().to_lowercase();
    assert_eq!(header("access-control-allow-origin"), "*");
    for name in ["x-anp-agent", "x-anp-timestamp", "x-anp-nonce", "x-anp-signature", "content-type"] {
        assert!(header("access-control-allow-headers").contains(name), "{name}");
    }
    // Refusals and faults can be read by the page too.
    for route in
        [("POST", "/api/agent/v1/sessions"), ("POST", "/api/agent/v1/register"), ("GET", "/api/agent/x")]
    {
        let answer = client::send(&http, ground.url(), route, None, Vec::new()).await;
        assert_eq!(answer.headers["access-control-allow-origin"], "*", "{route:?}");
    }
    let desks = client::send(&http, ground.url(), ("GET", "/api/buyer/v1/org"), None, Vec::new()).await;
    assert!(!desks.headers.contains_key("access-control-allow-origin"));
}

#[tokio::test]
async fn what_is_public_can_be_read() {
    let ground = Ground::new().await;
    ground.olivia();
    let http = reqwest::Client::new();
    let get = async |path: &str| {
        client::send(&http, ground.url(), ("GET", path), None, Vec::new()).await.ok().json()
    };
    assert_eq!(get("/healthz").await["status"], "ok");
    let known = get("/.well-known/anp.json").await;
    assert_eq!(known["protocol_versions"], json!(["ANP/0.1"]));
    assert_eq!(known["api_base"], "/api/agent/v1");
    let keys = known["platform_keys"].as_array().unwrap();
    let platform = ground.running.platform_fingerprint.to_string();
    assert_eq!(keys[0]["fingerprint"], platform.as_str());
    assert_eq!(keys[1]["roles"], json!(["procurement", "deal_owner", "legal", "org_owner"]));
    assert_eq!(keys[1]["valid_to"], Value::Null);
    for schema in ["envelope", "offer", "event", "session-log"] {
        let schema = get(&format!("/schemas/{schema}.json")).await;
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    }
}

/// Bodies that are refused with the place of the fault, and never stored.
#[tokio::test]
async fn faults_name_their_place() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let session = contoso.opened(None).await;
    let path = format!("/api/agent/v1/sessions/{session}/events");
    let signed = contoso.event("offer", &offer(1140.0)).to_string();
    let cases = [
        ("", "not JSON"),
        ("[]", "the body must be an object"),
        ("{}", "kind: is required"),
        (r#"{"kind":"session_open","payload":{},"signature":""}"#, "kind: must be one of the kinds"),
        (r#"{"kind":"bribe","payload":{},"signature":""}"#, "kind: must be one of the kinds"),
        (r#"{"kind":"offer","payload":{},"signature":"x"}"#, "payload.expires_at: is required"),
        (r#"{"kind":"message","payload":{"body":"","x":1},"signature":"x"}"#, "payload.x: is not a key"),
        (r#"{"kind":"message","payload":{"body":"a"}}"#, "signature: is required"),
        (r#"{"kind":"message","payload":{"body":"a"},"signature":"x"}"#, "signature: must be 64 bytes"),
        (r#"{"kind":"offer","kind":"message"}"#, "the same key stands twice"),
        (r#"{"kind":"message","payload":{"body":"\ud800"}}"#, "lone surrogate"),
        (r#"{"kind":"message","payload":{"n":9007199254740993}}"#, "payload.n"),
        (r#"{"kind":"message","payload":{"n":1e999}}"#, "outside the range"),
    ];
    for (body, message) in cases {
        let answer = contoso.call("POST", &path, body.as_bytes()).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_request"), "{body}");
        assert!(answer.message().contains(message), "{body}: {}", answer.message());
    }
    // Another price than was signed, and a signature for another kind.
    for changed in [signed.replace("1140", "1141"), signed.replace("\"offer\"", "\"counter_offer\"")] {
        assert_ne!(changed, signed);
        let answer = contoso.call("POST", &path, changed.as_bytes()).await;
        assert_eq!(answer.status, 400);
        assert!(answer.message().starts_with("signature: "), "{}", answer.message());
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(contoso.call("POST", &path, deep.as_bytes()).await.status, 400);
    let log = contoso.log(&session).await.ok().json();
    assert_eq!(log["session"]["event_count"], 2, "nothing of this stands in the log");
}

/// The hash is over what was received: spellings that peers use come out as they would
/// compute it, whatever the order of keys.
#[tokio::test]
async fn a_payload_stands_as_it_was_received() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let session = contoso.opened(None).await;
    let payload = r#"{"term_months":36.0,"currency":"USD","expires_at":"2020-01-01T00:00:00+02:00","line_items":
        [{"unit_price":1140.0,"description":"é","quantity":1e2,"unit":"seat","currency":"USD"}],"total_annual":4.35e3}"#;
    let value = anp::json::parse_flawless(payload.as_bytes()).unwrap();
    let stated = anp::event::Stated::read(anp::event::Kind::Offer, &value).unwrap();
    let signature = stated.sign(contoso.key()).signature().to_string();
    let body = format!(r#"{{"payload":{payload},"signature":"{signature}","kind":"offer"}}"#);
    let path = format!("/api/agent/v1/sessions/{session}/events");
    contoso.call("POST", &path, body.as_bytes()).await.ok();
    let log = contoso.log(&session).await.ok();
    let text = String::from_utf8(log.body.clone()).unwrap();
    assert!(text.contains(r#""term_months":36,"total_annual":4350}"#), "{text}");
    crate::ground::assert_green(&log.body, contoso.key().fingerprint(), ground.running.platform_fingerprint);
}
