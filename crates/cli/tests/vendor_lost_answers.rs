//! A line between vendor and host that loses answers: what was said is said once.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod office;

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use office::{Office, output, text, told};
use serde_json::{Value, json};

/// What happens to an append.
#[derive(Clone, Copy, PartialEq)]
enum Loss {
    /// The host takes it, and the answer is lost.
    Answer,
    /// It never comes to the host.
    Request,
}

/// A line that loses so many appends in this way; gives its address and counts them.
fn line_to(url: &str, loss: Loss, times: usize) -> (String, Arc<AtomicUsize>) {
    let host = url.trim_start_matches("http://").to_owned();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    std::thread::spawn(move || {
        for client in listener.incoming() {
            carry(client.unwrap(), &host, loss, times, &counted);
        }
    });
    (format!("http://{address}"), count)
}

/// Carries one request and its answer.
fn carry(mut client: TcpStream, host: &str, loss: Loss, times: usize, count: &AtomicUsize) {
    let Some((head, body)) = request(&mut client) else { return };
    let append = head.starts_with("POST ") && head.contains("/events ");
    let drops = append && count.load(Ordering::SeqCst) < times;
    if drops {
        count.fetch_add(1, Ordering::SeqCst);
    }
    if drops && loss == Loss::Request {
        let _ = client.shutdown(Shutdown::Both);
        return;
    }
    let mut upstream = TcpStream::connect(host).unwrap();
    upstream.write_all(format!("{head}connection: close\r\n\r\n").as_bytes()).unwrap();
    upstream.write_all(&body).unwrap();
    let mut answer = Vec::new();
    upstream.read_to_end(&mut answer).unwrap();
    if !drops {
        let _ = client.write_all(&answer);
    }
    let _ = client.shutdown(Shutdown::Both);
}

fn request(client: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    let mut byte = [0];
    while !bytes.ends_with(b"\r\n\r\n") {
        if client.read(&mut byte).ok()? == 0 {
            return None;
        }
        bytes.push(byte[0]);
    }
    let head = String::from_utf8(bytes).unwrap();
    let length = head
        .lines()
        .map(str::to_ascii_lowercase)
        .find_map(|line| line.strip_prefix("content-length: ").map(|length| length.parse().unwrap()));
    let length: usize = length.unwrap_or(0);
    let mut body = vec![0; length];
    client.read_exact(&mut body).ok()?;
    Some((head.trim_end().to_owned() + "\r\n", body))
}

#[test]
fn what_was_said_stands_once_whatever_is_lost() {
    let office = Office::new();
    let (_host, url) = office.serve("127.0.0.1:0");
    let key = office.path("vendor-key.json");
    for loss in [Loss::Answer, Loss::Request] {
        let (line, count) = line_to(&url, loss, 2);
        let place = ["--host", &line, "--key", text(&key)];
        let vendor = |rest: &[&str]| told(&[&["vendor"], rest, &place[..]].concat());
        vendor(&[
            "register",
            "--name",
            "Seller",
            "--vendor",
            "Contoso",
            "--contact",
            "sales@contoso.example",
        ]);
        let session = vendor(&["open", "--sandbox"])["session_id"].as_str().unwrap().to_owned();
        let said = vendor(&["message", "--session", &session, "Said once."]);
        assert_eq!(said["seq"], 3);
        let log = vendor(&["log", "--session", &session]);
        let bodies: Vec<&Value> = log["events"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|event| event["actor"] == "vendor_agent" && event["kind"] == "message")
            .map(|event| &event["payload"]["body"])
            .collect();
        assert_eq!(bodies, [&json!("Said once.")]);
        let expected = if loss == Loss::Answer { 1 } else { 2 };
        assert_eq!(count.load(Ordering::SeqCst), expected, "an append that arrived is not sent again");
    }
}

#[test]
fn patience_has_an_end() {
    let office = Office::new();
    let (mut host, url) = office.serve("127.0.0.1:0");
    let key = office.path("vendor-key.json");
    let place = ["--host", &url, "--key", text(&key), "--patience", "0"];
    let vendor = |rest: &[&str]| output(&[&["vendor"], rest, &place[..]].concat());
    let register =
        ["register", "--name", "Seller", "--vendor", "Contoso", "--contact", "sales@contoso.example"];
    assert!(vendor(&register).status.success());
    host.kill();
    let refused = vendor(&["message", "--session", "any", "Anybody there?"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("cannot be reached"));
}
