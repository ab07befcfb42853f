//! How it is served: encrypted, measured, behind a proxy, cut off, ended.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod ground;

use std::path::Path;
use std::time::Duration;

use ground::Ground;
use host::{Limits, Proxies, Rate, Settings, TlsFiles};
use serde_json::json;
use support::client;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// What keeps the record is no matter here.
const KEPT: ground::Kept = ground::Kept::Sqlite;

/// Writes a certificate of its own for `localhost`; gives it.
fn certificate(folder: &Path) -> reqwest::Certificate {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(folder.join("key.pem"), made.signing_key.serialize_pem()).unwrap();
    std::fs::write(folder.join("chain.pem"), made.cert.pem()).unwrap();
    reqwest::Certificate::from_pem(made.cert.pem().as_bytes()).unwrap()
}

/// The status of `GET /readyz` by somebody who trusts this certificate alone.
async fn ready(port: u16, trusted: &reqwest::Certificate) -> Result<u16, reqwest::Error> {
    let http = reqwest::Client::builder().tls_certs_only([trusted.clone()]).build()?;
    Ok(http.get(format!("https://localhost:{port}/readyz")).send().await?.status().as_u16())
}

#[tokio::test]
async fn a_certificate_is_renewed_while_it_serves_and_half_a_renewal_shuts_nobody_out() {
    let folder = tempfile::tempdir().unwrap();
    let first = certificate(folder.path());
    let tls = TlsFiles {
        certificates: folder.path().join("chain.pem"),
        key: folder.path().join("key.pem"),
        every: Duration::from_millis(20),
    };
    let ground = Ground::with(|settings| Settings { tls: Some(tls), ..settings }).await;
    assert!(ground.url().starts_with("https://"));
    let port = ground.running.address.port();
    assert_eq!(ready(port, &first).await.unwrap(), 200);
    // The key alone is new for a moment.
    std::fs::write(folder.path().join("key.pem"), "half").unwrap();
    assert_eq!(ready(port, &first).await.unwrap(), 200);
    let second = certificate(folder.path());
    while ready(port, &second).await.is_err() {
        tokio::task::yield_now().await;
    }
    assert!(ready(port, &first).await.is_err());
    ground.running.shutdown().await.unwrap();
}

async fn text(url: String) -> String {
    reqwest::get(url).await.unwrap().text().await.unwrap()
}

#[tokio::test]
async fn numbers_are_measured_apart_and_say_nothing_that_anybody_wrote() {
    let metrics = Some("127.0.0.1:0".parse().unwrap());
    let ground = Ground::with(|settings| Settings { metrics, ..settings }).await;
    let contoso = ground.contoso().await;
    let session = contoso.opened(None).await;
    contoso.say(&session, "message", &json!({"body": "a secret remark"})).await.ok();
    assert_eq!(contoso.get("/api/agent/v1/sessions/somebody-elses").await.status, 401);
    let url = format!("http://{}/metrics", ground.running.metrics.unwrap());
    let told = text(url).await;
    let line = r#"countersign_requests_total{route="/api/agent/v1/sessions/{id}/events",method="POST",status="200"} 1"#;
    assert!(told.contains(line), "{told}");
    assert!(told.contains(r#"route="/api/agent/v1/sessions/{id}",method="GET",status="401""#), "{told}");
    for said in [session.as_str(), contoso.id.as_str(), "secret", "somebody", "Contoso"] {
        assert!(!told.contains(said), "{said}");
    }
    // Where vendors come nothing is measured.
    let http = reqwest::Client::new();
    assert_eq!(client::send(&http, ground.url(), ("GET", "/metrics"), None, Vec::new()).await.status, 404);
}

#[tokio::test]
async fn whoever_stands_behind_a_trusted_proxy_is_limited_alone() {
    let limits = Limits { registrations: Rate::of(1, 1), ..ground::open_limits() };
    let proxies = Proxies::read(["127.0.0.1"]).unwrap();
    let ground = Ground::with(|settings| Settings { limits, proxies, ..settings }).await;
    let http = reqwest::Client::new();
    let status = async |forwarded: &str| {
        let url = format!("{}/api/agent/v1/register", ground.url());
        http.post(url).header("x-forwarded-for", forwarded).body("{}").send().await.unwrap().status().as_u16()
    };
    assert_eq!(status("198.51.100.1").await, 400);
    assert_eq!(status("198.51.100.2").await, 400);
    // Many within seconds by one, whatever is feigned before it: each feigned address would be new.
    let mut limited = 0;
    for feigned in 0..8 {
        limited += usize::from(status(&format!("10.0.0.{feigned}, 198.51.100.1")).await == 429);
    }
    assert!(limited > 0);
}

#[tokio::test]
async fn what_was_taken_in_is_finished_and_nothing_more_is_taken_in() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let session = contoso.opened(None).await;
    let path = format!("/api/agent/v1/sessions/{session}/events");
    let body = contoso.event("message", &json!({"body": "last words"})).to_string();
    let headers = contoso.headers(("POST", &path), body.as_bytes(), client::now(), &client::nonce());
    let address = ground.running.address;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: h\r\nx-anp-agent: {}\r\nx-anp-timestamp: {}\r\nx-anp-nonce: {}\r\n\
         x-anp-signature: {}\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
        headers.agent,
        headers.timestamp,
        headers.nonce,
        headers.signature,
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    // The host asks for the body: it has taken the request in.
    let mut room = [0; 25];
    stream.read_exact(&mut room).await.unwrap();
    assert!(room.starts_with(b"HTTP/1.1 100"));
    let settings = ground.settings.clone();
    let (home, running) = (ground.home, ground.running);
    let ending = tokio::spawn(running.shutdown());
    while TcpStream::connect(address).await.is_ok() {
        tokio::task::yield_now().await;
    }
    stream.write_all(body.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    ending.await.unwrap().unwrap();
    let again = host::start(settings).await.unwrap();
    let contoso = client::Client::new(&again.url, &contoso.id, support::people::contoso_agent());
    assert_eq!(contoso.log(&session).await.ok().json()["session"]["event_count"], json!(4));
    drop(home);
}
