//! The built binary on evidence bundles: checked, compared, their heads signed. The
//! bundle is the one that the evidence crate keeps as its format's example.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anp::base64url;
use anp::checkpoint::Checkpoint;
use anp::keys::SecretKey;
use serde_json::{Value, json};
use support::people;
use tempfile::TempDir;

fn bundle() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../evidence/tests/snapshots/deal.zip")
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_countersign")).args(arguments).output().unwrap()
}

fn object(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn pin() -> String {
    format!("vendor_agent={}", people::contoso_agent().fingerprint())
}

struct Files(TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn with(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    /// A file that nobody else may read.
    fn key(&self, key: &SecretKey) -> PathBuf {
        let seed = base64url::encode(key.expose_seed().as_slice());
        let path = self.with("key", format!("{seed}\n").as_bytes());
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        path
    }

    /// The bundle's log, with this in the place of that.
    fn log(&self, name: &str, from: &str, to: &str) -> PathBuf {
        let log = evidence::bundle::log_of(&std::fs::read(bundle()).unwrap()).unwrap();
        self.with(name, String::from_utf8(log).unwrap().replacen(from, to, 1).as_bytes())
    }
}

#[test]
fn a_bundle_is_checked_under_the_contract_of_logs() {
    let green = run(&["verify", text(&bundle()), "--pin", &pin(), "--json"]);
    assert_eq!(green.status.code(), Some(0));
    let verdict = object(&green);
    assert_eq!((&verdict["verdict"], &verdict["anchored"]), (&json!("green"), &json!(true)));
    assert_eq!((&verdict["event_count"], &verdict["faults"]), (&json!(8), &json!([])));
    let people = run(&["verify", text(&bundle())]);
    assert!(people.stdout.starts_with(b"CONSISTENT ONLY: an evidence bundle of 8 events"));

    let files = Files::new();
    let mut bytes = std::fs::read(bundle()).unwrap();
    let cut = files.with("cut.zip", &bytes[..bytes.len() - 1]);
    let output = run(&["verify", text(&cut), "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(object(&output)["faults"][0]["check"], "bundle");

    // Another vendor's pin: the log's own fault, in the same object.
    let other = format!("vendor_agent={}", people::mallory().fingerprint());
    let red = run(&["verify", text(&bundle()), "--pin", &other, "--json"]);
    assert_eq!(red.status.code(), Some(1));
    assert_eq!(object(&red)["faults"][0]["check"], "pin");
    bytes.truncate(0);
    let empty = files.with("empty", &bytes);
    assert_eq!(run(&["verify", text(&empty)]).status.code(), Some(2));
}

#[test]
fn a_checkpoint_is_made_and_proves_a_rewrite() {
    let files = Files::new();
    let key = files.key(&people::lena());
    let output = run(&["checkpoint", text(&bundle()), "--key", text(&key)]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let checkpoint = Checkpoint::read(&output.stdout).unwrap();
    assert_eq!((checkpoint.head().seq, checkpoint.key().fingerprint()), (8, people::lena().fingerprint()));
    let note = files.with("note.txt", &output.stdout);

    let log = files.log("log.json", "", "");
    let green = run(&["verify", text(&log), "--checkpoint", text(&note), "--json"]);
    assert_eq!(green.status.code(), Some(0));
    assert_eq!(object(&green)["anchored"], true);
    assert_eq!(run(&["verify", text(&bundle()), "--checkpoint", text(&note)]).status.code(), Some(0));

    // An earlier, shorter record lacks what was signed.
    let short = shortened(&log);
    let short = files.with("short.json", short.to_string().as_bytes());
    assert_eq!(run(&["verify", text(&short)]).status.code(), Some(0));
    let red = run(&["verify", text(&short), "--checkpoint", text(&note), "--json"]);
    assert_eq!(red.status.code(), Some(1));
    assert_eq!(object(&red)["faults"][0]["check"], "seen_head");
}

/// The log as it stood three events earlier.
fn shortened(log: &Path) -> Value {
    let mut log: Value = serde_json::from_slice(&std::fs::read(log).unwrap()).unwrap();
    let events = log["events"].as_array_mut().unwrap();
    events.truncate(5);
    let head = events[4]["event_hash"].clone();
    log["session"]["event_count"] = json!(5);
    log["session"]["chain_head"] = head.clone();
    log["chain"]["head"] = head;
    log
}

#[test]
fn a_bad_note_or_key_ends_with_two_and_red_signs_nothing() {
    let files = Files::new();
    let key = files.key(&people::lena());
    let log = files.log("log.json", "", "");
    let bad = files.with("bad.txt", b"COUNTERSIGN/1 checkpoint x\n");
    let output = run(&["verify", text(&log), "--checkpoint", text(&bad), "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(object(&output)["verdict"], "unreadable");
    assert!(String::from_utf8(output.stderr).unwrap().contains("bad.txt: the text is no checkpoint"));
    assert_eq!(run(&["verify", text(&log), "--checkpoint", "none.txt"]).status.code(), Some(2));

    let note = run(&["checkpoint", text(&log), "--key", text(&key)]).stdout;
    let note = files.with("note.txt", &note);
    let other = run(&["verify", text(&log), "--checkpoint", text(&note), "--session", "another"]);
    assert_eq!(other.status.code(), Some(2));

    let doctored = files.log("doctored.json", r#""unit_price":1140"#, r#""unit_price":1141"#);
    let refused = run(&["checkpoint", text(&doctored), "--key", text(&key)]);
    assert_eq!((refused.status.code(), refused.stdout.as_slice()), (Some(1), b"".as_slice()));
    let session = run(&["checkpoint", text(&log), "--key", text(&key), "--session", "another"]);
    assert_eq!((session.status.code(), session.stdout.as_slice()), (Some(1), b"".as_slice()));

    let no_key = files.with("no-key", b"secret\n");
    assert_eq!(run(&["checkpoint", text(&log), "--key", text(&no_key)]).status.code(), Some(2));
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o644)).unwrap();
    let open = run(&["checkpoint", text(&log), "--key", text(&key)]);
    assert_eq!(open.status.code(), Some(2));
    assert!(String::from_utf8(open.stderr).unwrap().contains("make it 0600"));
}

#[test]
fn two_sides_are_compared() {
    let files = Files::new();
    let log = files.log("log.json", "", "");
    let same = run(&["diff", text(&bundle()), text(&log), "--json"]);
    assert_eq!(same.status.code(), Some(0));
    let said = object(&same);
    assert_eq!((&said["same"], &said["common"]), (&json!(true), &json!(8)));
    assert_eq!((&said["difference"], &said["beside"]), (&json!(null), &json!([])));
    assert_eq!(said["verdicts"], json!(["green", "green"]), "by itself each is consistent");

    let other = files.log("other.json", r#""unit_price":1140"#, r#""unit_price":1141"#);
    let differs = run(&["diff", text(&log), text(&other), "--json"]);
    assert_eq!(differs.status.code(), Some(1));
    let found = object(&differs);
    assert_eq!(
        (&found["same"], &found["common"], &found["difference"]["seq"]),
        (&json!(false), &json!(5), &json!(6))
    );
    assert_eq!(
        found["difference"]["members"],
        json!([{"path": "payload.line_items[0].unit_price", "first": "1140", "second": "1141"}])
    );
    let people = String::from_utf8(run(&["diff", text(&log), text(&other)]).stdout).unwrap();
    assert!(
        people.starts_with(
            "DIFFERENT: event 6 is the first that differs.\n  payload.line_items[0].unit_price\n"
        )
    );

    let short = files.with("short.json", shortened(&log).to_string().as_bytes());
    let longer = object(&run(&["diff", text(&short), text(&log), "--json"]));
    assert_eq!(longer["difference"], json!({"kind": "length", "longer": "second", "more": 3}));
    let session = files.log("session.json", "0b0f6a0e", "1b0f6a0e");
    assert_eq!(
        object(&run(&["diff", text(&log), text(&session), "--json"]))["difference"]["kind"],
        "session"
    );

    let none = files.with("none.json", b"{}");
    for (one, two) in [(text(&log), text(&none)), ("no-such-file", text(&log))] {
        let output = run(&["diff", one, two, "--json"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(object(&output)["error"].is_string());
    }
}

#[test]
fn an_export_without_a_workspace_writes_nothing() {
    let files = Files::new();
    let out = files.0.path().join("out.zip");
    let none = files.0.path().join("none");
    let output = run(&["export", "--workspace", text(&none), "--session", "s", "--out", text(&out)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!out.exists() && !none.exists());
}
