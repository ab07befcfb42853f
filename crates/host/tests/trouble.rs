//! Disks and clocks that fail: what is said, and that nothing is lost.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout, clippy::panic, missing_docs)]

mod ground;

use std::process::Command;

use ground::{Ground, Home, assert_green};
use host::care::{self, State};
use host::operator;
use rusqlite::Connection;
use serde_json::json;
use support::client::{Client, now};
use support::people;

/// Disks are SQLite's matter here: a database server minds its own.
const KEPT: ground::Kept = ground::Kept::Sqlite;

const DATA: &str = "COUNTERSIGN_TEST_DATA";

fn broken(report: &[care::Checked]) -> Vec<String> {
    let broken = report.iter().filter(|line| line.state == State::Broken);
    broken.map(|line| format!("{}: {}", line.what, line.says)).collect()
}

/// A session with so many messages; the host has ended.
async fn rested(messages: usize) -> (Home, String, String) {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let session = contoso.opened(None).await;
    for number in 0..messages {
        let text = format!("{number} {}", "x".repeat(600));
        contoso.say(&session, "message", &json!({"body": text})).await.ok();
    }
    ground.running.shutdown().await.unwrap();
    (ground.home, contoso.id, session)
}

#[tokio::test]
async fn a_damaged_page_is_named_and_the_other_sessions_stand() {
    let (home, _, damaged) = rested(40).await;
    let running = host::start(home.settings()).await.unwrap();
    let tailspin = Client::registered(&running.url, "Tailspin Agent", people::tailspin_agent()).await;
    let whole = tailspin.opened(None).await;
    running.shutdown().await.unwrap();
    assert_eq!(broken(&care::check(home.folder.path(), now())), [""; 0]);
    let path = home.folder.path().join("host.sqlite");
    // The page that holds an event in the midst of the session.
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    drop(connection);
    let mut bytes = std::fs::read(&path).unwrap();
    let needle = format!("\"20 {}", "x".repeat(100));
    let at = bytes.windows(needle.len()).position(|window| window == needle.as_bytes()).unwrap();
    let page = at / 4096 * 4096;
    bytes[page..page + 64].fill(0xA5);
    std::fs::write(&path, bytes).unwrap();
    let report = care::check(home.folder.path(), now());
    let broken = broken(&report);
    assert!(broken.iter().any(|line| line.starts_with("record: ")), "{broken:?}");
    assert!(broken.iter().any(|line| line.starts_with(&format!("session {damaged}: "))), "{broken:?}");
    assert!(!broken.iter().any(|line| line.contains(&whole)), "{broken:?}");
}

/// Somebody with access to the file rewrote an event: the chain says so.
#[tokio::test]
async fn an_altered_event_is_named() {
    let (home, _, session) = rested(3).await;
    let connection = Connection::open(home.folder.path().join("host.sqlite")).unwrap();
    connection.execute("UPDATE events SET payload = '{\"body\":\"other\"}' WHERE seq = 3", []).unwrap();
    drop(connection);
    let broken = broken(&care::check(home.folder.path(), now()));
    assert!(broken[0].starts_with(&format!("session {session}: its chain is red")), "{broken:?}");
}

#[tokio::test]
async fn a_clock_that_was_set_back_is_said() {
    let (home, ..) = rested(1).await;
    let report = care::check(home.folder.path(), now().plus_millis(-3_600_000));
    let broken = broken(&report);
    assert!(broken.iter().any(|line| line.starts_with("clock: ") && line.contains("behind")), "{broken:?}");
}

/// Whatever the disk does while this serves: it says to nobody that something stands
/// which does not. The test's binary once more, on a small disk of its own.
#[test]
#[ignore = "started by the tests below on a disk of its own"]
fn child_on_a_small_disk() {
    let Some(data) = std::env::var_os(DATA) else { return };
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let settings = ground::settings_at(data.as_ref(), None);
        operator::init(&settings, "Northwind", now()).unwrap();
        let running = host::start(settings.clone()).await.unwrap();
        let contoso = Client::registered(&running.url, "Contoso Agent", people::contoso_agent()).await;
        let session = contoso.opened(None).await;
        let mut acknowledged = 0;
        let refused = loop {
            let text = format!("{acknowledged} {}", "x".repeat(15_000));
            let answer = contoso.say(&session, "message", &json!({"body": text})).await;
            if answer.status != 200 {
                break answer;
            }
            acknowledged += 1;
        };
        assert_eq!((refused.status, refused.code().as_str()), (503, "unavailable"));
        running.shutdown().await.unwrap();
        // Room again: everything acknowledged stands, and it goes on.
        std::fs::remove_file(std::path::Path::new(&data).with_file_name("ballast")).unwrap();
        assert_eq!(broken(&care::check(std::path::Path::new(&data), now())), [""; 0]);
        let running = host::start(settings).await.unwrap();
        let contoso = Client::new(&running.url, &contoso.id, people::contoso_agent());
        let log = contoso.log(&session).await.ok();
        assert_green(&log.body, contoso.key().fingerprint(), running.platform_fingerprint);
        let stands = log.json()["events"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|event| event["actor"] == "vendor_agent")
            .count();
        assert_eq!(stands, acknowledged + 1);
        println!("\nfull after {acknowledged}");
        running.shutdown().await.unwrap();
    });
}

/// Runs a shell where it may mount; none where this machine does not allow that.
fn mounted(script: &str, child: &str) -> Option<String> {
    let allowed = Command::new("unshare").args(["--map-root-user", "--mount", "true"]).status();
    if !allowed.is_ok_and(|status| status.success()) {
        println!("skipped: nothing can be mounted here");
        assert!(std::env::var_os("CI").is_none(), "a disk of its own must be had in CI");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let told = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-euc", script, "sh"])
        .arg(std::env::current_exe().unwrap())
        .arg(folder.path())
        .arg(child)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(told.status.success(), "{text}{}", String::from_utf8_lossy(&told.stderr));
    Some(text)
}

#[test]
fn a_full_disk_loses_nothing_that_was_acknowledged() {
    let script = "mount -t tmpfs -o size=3m none \"$2\"; head -c 1000000 /dev/zero > \"$2/ballast\"; \
        COUNTERSIGN_TEST_DATA=\"$2/host\" \"$1\" --exact \"$3\" --ignored --nocapture";
    let Some(told) = mounted(script, "child_on_a_small_disk") else { return };
    assert!(told.contains("full after "), "{told}");
}

/// A host on a disk that cannot be written says so and does not start.
#[test]
#[ignore = "started by the test below on a disk of its own"]
fn child_on_a_read_only_disk() {
    let Some(data) = std::env::var_os(DATA) else { return };
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let settings = ground::settings_at(data.as_ref(), None);
        let fault = match host::start(settings).await {
            Ok(_) => panic!("it serves from a disk that cannot be written"),
            Err(fault) => fault.to_string(),
        };
        assert!(fault.contains("cannot be written"), "{fault}");
        println!("\nsaid: {fault}");
    });
}

#[tokio::test]
async fn a_read_only_disk_is_said() {
    let (home, ..) = rested(1).await;
    let script = format!(
        "mount --bind {0} \"$2\"; mount -o remount,bind,ro \"$2\"; \
         COUNTERSIGN_TEST_DATA=\"$2\" \"$1\" --exact \"$3\" --ignored --nocapture",
        home.folder.path().display()
    );
    let Some(told) = mounted(&script, "child_on_a_read_only_disk") else { return };
    assert!(told.contains("said: "), "{told}");
}
