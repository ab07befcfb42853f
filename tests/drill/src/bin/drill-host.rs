//! A host to be killed: `drill-host DATA`. Its one line says where it serves.
#![allow(clippy::expect_used, reason = "a process of a test ends where its ground is missing")]

use std::io::Write as _;
use std::path::PathBuf;

use host::{Limits, Rate, Settings};
use tokio::io::AsyncReadExt as _;

#[tokio::main]
async fn main() {
    let data: PathBuf = std::env::args().nth(1).expect("a data folder").into();
    let rate = Rate::of(1_000_000, 1_000_000);
    let mut settings = Settings::new(&data, "127.0.0.1:0".parse().expect("an address"));
    settings.limits = Limits { registrations: rate, requests: rate, appends: rate, ..Limits::default() };
    if !host::operator::is_initialised(&data).expect("a readable folder") {
        host::operator::init(&data, "Northwind", settings.clock.now()).expect("a new host");
    }
    let mut running = host::start(settings).await.expect("a host that serves");
    let ready = serde_json::json!({
        "url": running.url,
        "platform": running.platform_fingerprint.to_string(),
    });
    writeln!(std::io::stdout(), "{ready}").expect("somebody who listens");
    // It ends with whoever started it.
    let (mut stdin, mut nothing) = (tokio::io::stdin(), Vec::new());
    tokio::select! {
        ended = running.wait() => ended.expect("a host that serves on"),
        _ = stdin.read_to_end(&mut nothing) => std::process::exit(0),
    }
}
