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
    let olivia = people::olivia().fingerprint().to_string();
    assert_eq!(
        (&verdict["sealed"]["by"], &verdict["sealed"]["fingerprint"]),
        (&json!("Olivia"), &json!(olivia))
    );
    let people = String::from_utf8(run(&["verify", text(&bundle())]).stdout).unwrap();
    assert!(people.starts_with("CONSISTENT ONLY: an evidence bundle of 8 events"));
    assert!(people.contains(&format!("Sealed by Olivia at 2026-07-11T10:00:00.000Z, with the key {olivia}")));

    let files = Files::new();
    let mut bytes = std::fs::read(bundle()).unwrap();
    let cut = files.with("cut.zip", &bytes[..bytes.len() - 1]);
    let output = run(&["verify", text(&cut), "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(object(&output)["faults"][0]["check"], "bundle");
    let mut longer = bytes.clone();
    longer.push(b'\n');
    let packed = files.with("packed.zip", &longer);
    let people = String::from_utf8(run(&["verify", text(&packed)]).stdout).unwrap();
    assert!(people.starts_with("UNREADABLE: this was a bundle and was packed again"), "{people}");

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
    // Lena's key stands in no log, and no pin vouches for it.
    let given = &object(&green)["checkpoints"][0];
    let lena = people::lena().fingerprint().to_string();
    assert_eq!(
        (&given["signer"], &given["known_by"], &given["events"]),
        (&json!(lena), &json!("nobody"), &json!(8))
    );
    let told = String::from_utf8(run(&["verify", text(&log), "--checkpoint", text(&note)]).stdout).unwrap();
    assert!(told.contains(&lena) && told.contains("only if you received that file yourself"), "{told}");

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
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("bad.txt: the text is no checkpoint: no signature stands behind it"), "{told}");
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

/// Whose signature a checkpoint carries, as far as pins and log know it.
#[test]
fn a_checkpoints_signer_is_named() {
    let files = Files::new();
    let log = files.log("log.json", "", "");
    let (vendor, platform) = (pin(), format!("buyer={}", people::platform().fingerprint()));
    for (key, pins, known, name) in [
        (people::olivia(), vec!["--pin", platform.as_str()], "pin", json!("Olivia")),
        (people::olivia(), vec!["--pin", vendor.as_str()], "log", json!("Olivia")),
        (people::contoso_agent(), vec!["--pin", vendor.as_str()], "pin", json!("vendor_agent")),
        (people::contoso_agent(), vec![], "log", json!("vendor_agent")),
        (people::platform(), vec![], "log", json!("buyer")),
        (people::mallory(), vec!["--pin", platform.as_str()], "nobody", Value::Null),
    ] {
        let key = files.key(&key);
        let note = run(&["checkpoint", text(&log), "--key", text(&key), "--pin", &vendor]);
        let note = files.with("note.txt", &note.stdout);
        let given = [vec!["verify", text(&log), "--json", "--checkpoint", text(&note)], pins].concat();
        let verdict = object(&run(&given));
        let told = &verdict["checkpoints"][0];
        assert_eq!((&told["known_by"], &told["name"]), (&json!(known), &name), "{verdict}");
        let warned = verdict["notes"].as_array().unwrap().iter().any(|note| {
            note["detail"]
                .as_str()
                .unwrap()
                .contains("anchors this record only if you received that file yourself")
        });
        assert_eq!(warned, known != "pin", "{verdict}");
    }
}

/// Who forged a record whole can sign its head as well, and hand over both.
#[test]
fn a_checkpoint_of_before_its_event_is_red() {
    let files = Files::new();
    let log = files.log("log.json", "", "");
    let head =
        object(&run(&["checkpoint", text(&log), "--key", text(&files.key(&people::olivia())), "--json"]));
    let hash = anp::digest::EventHash::parse(head["head"].as_str().unwrap()).unwrap();
    let session = anp::event::SessionId::parse(head["session"].as_str().unwrap()).unwrap();
    let at = anp::time::Moment::parse("2020-01-01T00:00:00Z").unwrap();
    let head = anp::event::Head { seq: 8, hash };
    for (key, words) in [(people::contoso_agent(), "the vendor's"), (people::mallory(), "neither a pin nor")]
    {
        let note = files.with("note.txt", Checkpoint::sign(&session, &head, at, &key).as_bytes());
        let output = run(&["verify", text(&log), "--checkpoint", text(&note), "--json"]);
        assert_eq!(output.status.code(), Some(1));
        let fault = &object(&output)["faults"][0];
        assert_eq!((&fault["seq"], &fault["check"]), (&json!(8), &json!("checkpoint")));
        assert!(fault["detail"].as_str().unwrap().contains(words), "{fault}");
    }
}

/// Notes come by mail, from another system, without the last line's end.
#[test]
fn a_checkpoint_is_taken_as_people_hand_it_over() {
    let files = Files::new();
    let log = files.log("log.json", "", "");
    let note = run(&["checkpoint", text(&log), "--key", text(&files.key(&people::olivia()))]);
    let note = String::from_utf8(note.stdout).unwrap();
    for handed in [
        note.trim_end().to_owned(),
        note.replace('\n', "\r\n"),
        format!("Hello Pat,\n\nplease keep this.\n\n{note}\nOlivia\n"),
    ] {
        let file = files.with("handed.txt", handed.as_bytes());
        let output = run(&["verify", text(&log), "--checkpoint", text(&file), "--json"]);
        assert_eq!(
            (output.status.code(), &object(&output)["anchored"]),
            (Some(0), &json!(true)),
            "{handed:?}"
        );
    }
}

/// A signature over a record that nobody vouches for is not given silently.
#[test]
fn an_unanchored_head_is_signed_with_a_warning() {
    let files = Files::new();
    let key = files.key(&people::lena());
    let log = files.log("log.json", "", "");
    let loud = |output: &Output| String::from_utf8_lossy(&output.stderr).contains("WARNING");
    let plain = run(&["checkpoint", text(&log), "--key", text(&key), "--json"]);
    assert_eq!(
        (plain.status.code(), loud(&plain), &object(&plain)["anchored"]),
        (Some(0), true, &json!(false))
    );
    let hash = object(&plain)["head"].as_str().unwrap().to_owned();
    let note = files.with("note.txt", object(&plain)["checkpoint"].as_str().unwrap().as_bytes());
    for known in [
        ["--pin".to_owned(), pin()],
        ["--seen".to_owned(), format!("8={hash}")],
        ["--checkpoint".to_owned(), text(&note).to_owned()],
    ] {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let given = [vec!["checkpoint", text(&log), "--key", text(&key), "--json"], known].concat();
        let output = run(&given);
        assert_eq!((loud(&output), &object(&output)["anchored"]), (false, &json!(true)), "{given:?}");
    }
    let other = format!("vendor_agent={}", people::mallory().fingerprint());
    let refused = run(&["checkpoint", text(&log), "--key", text(&key), "--pin", &other]);
    assert_eq!((refused.status.code(), refused.stdout.as_slice()), (Some(1), b"".as_slice()));
}

/// The papers that `countersign vendor` writes hold a key, too.
#[test]
fn a_vendor_signs_with_its_papers() {
    let files = Files::new();
    let seed = base64url::encode(people::contoso_agent().expose_seed().as_slice());
    let papers = files.with("vendor-key.json", json!({"seed": seed, "hosts": {}}).to_string().as_bytes());
    std::fs::set_permissions(&papers, std::fs::Permissions::from_mode(0o600)).unwrap();
    let output = run(&["checkpoint", text(&bundle()), "--key", text(&papers), "--pin", &pin()]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let note = Checkpoint::read(&output.stdout).unwrap();
    assert_eq!(note.key().fingerprint(), people::contoso_agent().fingerprint());
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

/// What is wrong with a folder or a session is told in people's words.
#[test]
fn an_export_without_a_workspace_writes_nothing() {
    let files = Files::new();
    let out = files.0.path().join("out.zip");
    let none = files.0.path().join("none");
    let export = |workspace: &Path| {
        let output =
            run(&["export", "--workspace", text(workspace), "--session", "s-1", "--out", text(&out)]);
        assert_eq!(output.status.code(), Some(2));
        assert!(!out.exists());
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(export(&none).contains("there is no folder"));
    assert!(!none.exists());
    assert!(export(files.0.path()).contains("is no desk's workspace, since no desk.db lies in it"));
    files.with("desk.db", b"");
    let unknown = export(files.0.path());
    assert!(unknown.contains("does not know the session s-1, and holds none"), "{unknown}");
    files.with("out.zip", b"mine");
    let output =
        run(&["export", "--workspace", text(files.0.path()), "--session", "s-1", "--out", text(&out)]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("is there already and stays"));
    assert_eq!(std::fs::read(&out).unwrap(), b"mine");
}
