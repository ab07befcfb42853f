//! The built binary on the logs made for this project, and its contract with scripts.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use support::vectors;

fn verify(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_countersign")).arg("verify").args(arguments).output().unwrap()
}

fn object(output: &Output) -> Value {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    assert_eq!(text.trim_end().lines().count(), 1, "one object on one line: {text}");
    serde_json::from_str(text).unwrap()
}

#[test]
fn every_log_of_the_manifest() {
    let Some(folder) = vectors::folder("anp/logs") else { return };
    let manifest: Value = serde_json::from_slice(&vectors::bytes(&folder.join("manifest.json"))).unwrap();
    let cases = manifest.as_array().unwrap();
    assert!(cases.len() >= 20);
    for case in cases {
        let file = case["file"].as_str().unwrap();
        let path = folder.join(file);
        let mut arguments = vec![path.to_str().unwrap(), "--json"];
        arguments.extend(case["args"].as_array().unwrap().iter().map(|argument| argument.as_str().unwrap()));
        let output = verify(&arguments);
        let verdict = object(&output);
        assert_eq!(verdict["verdict"], case["verdict"], "{file}: {verdict}");
        let exit = ["green", "red", "unreadable"].iter().position(|name| case["verdict"] == *name).unwrap();
        assert_eq!(output.status.code(), i32::try_from(exit).ok(), "{file}");
        let faults = verdict["faults"].as_array().unwrap();
        assert_eq!(faults.is_empty(), exit == 0, "{file}");
        if let Some(seq) = case["first_fault_at_seq"].as_u64() {
            assert!(faults.iter().any(|fault| fault["seq"] == seq), "{file}: {verdict}");
            assert!(faults.iter().all(|fault| fault["seq"].as_u64().is_none_or(|at| at >= seq)), "{file}");
        }
        keeps_the_contract(&verdict);
    }
}

fn keeps_the_contract(verdict: &Value) {
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(
        keys(verdict),
        ["anchored", "event_count", "faults", "notes", "verdict", "verified_prefix"].map(String::from)
    );
    assert!(verdict["anchored"].is_boolean());
    assert!(verdict["event_count"].is_u64() && verdict["verified_prefix"].is_u64());
    for fault in verdict["faults"].as_array().unwrap() {
        assert_eq!(keys(fault), ["check", "detail", "seq"].map(String::from));
        assert!(fault["seq"].is_null() || fault["seq"].is_u64());
        assert!(fault["check"].is_string() && fault["detail"].is_string());
    }
    for note in verdict["notes"].as_array().unwrap() {
        assert_eq!(keys(note), ["detail", "seq"].map(String::from));
    }
}

#[test]
fn people_are_told_what_a_green_is_worth() {
    let Some(folder) = vectors::folder("anp/logs") else { return };
    let good = folder.join("good.json");
    let pin = "vendor_agent=dfbd542b45d3cfafdb8a6696facafa1a98a1d14a24480d8819797521fea394e6";
    let anchored = verify(&[good.to_str().unwrap(), "--pin", pin]);
    let consistent = verify(&[good.to_str().unwrap()]);
    assert!(anchored.stdout.starts_with(b"GREEN: "));
    assert!(consistent.stdout.starts_with(b"CONSISTENT ONLY: "));
    assert!(!String::from_utf8(consistent.stdout).unwrap().contains("GREEN"));
    let red = verify(&[folder.join("price-changed.json").to_str().unwrap()]);
    let text = String::from_utf8(red.stdout).unwrap();
    assert!(text.starts_with("RED: 1 fault in ") && text.contains("event 3, payload_hash: "), "{text}");
}

#[test]
fn a_dash_reads_standard_input() {
    let Some(folder) = vectors::folder("anp/logs") else { return };
    for (file, exit) in [("good.json", 0), ("price-changed.json", 1), ("not-json.json", 2)] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_countersign"))
            .args(["verify", "-", "--json"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(&vectors::bytes(&folder.join(file))).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(exit), "{file}");
        keeps_the_contract(&object(&output));
    }
}

#[test]
fn what_cannot_be_read_or_asked_ends_with_two() {
    let missing = Path::new("no-such-log.json");
    let output = verify(&[missing.to_str().unwrap(), "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(object(&output)["verdict"], json!("unreadable"));
    assert!(String::from_utf8(output.stderr).unwrap().contains("no-such-log.json"));
    let hash = "0".repeat(64);
    for wrong in [
        vec!["x.json", "--pin", "seller=00"],
        vec!["x.json", "--pin", "buyer=00"],
        vec!["x.json", "--seen", &hash],
        vec!["x.json", "--seen", &format!("0={hash}")],
        vec!["x.json", "--session", ""],
        vec!["x.json", "--unknown"],
        vec![],
    ] {
        assert_eq!(verify(&wrong).status.code(), Some(2), "{wrong:?}");
    }
}

/// A log's words reach the terminal as text alone.
#[test]
fn a_terminal_acts_on_nothing_that_stands_in_a_log() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(br#"{"protocol":"\u001b[2J\u202egreen","events":[{"\u001b[31m":1}]}"#).unwrap();
    let output = verify(&[file.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{text}");
}
