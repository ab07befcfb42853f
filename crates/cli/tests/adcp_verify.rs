//! The built binary on answers of a media seller, and its contract with scripts.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

#[path = "../../adcp/tests/world/mod.rs"]
mod world;

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;
use world::{World, finalized, revised};

/// Runs the command on these files; those that are none are not named.
fn verify(folder: &Path, files: &[(&str, &str)], more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
    command.args(["adcp", "verify"]);
    for (name, text) in files {
        let file = folder.join(name);
        std::fs::write(&file, text).unwrap();
        command.arg(format!("--{name}")).arg(file);
    }
    command.args(more).output().unwrap()
}

fn on(world: &World, more: &[&str]) -> (i32, Value) {
    let folder = TempDir::new().unwrap();
    let (request, answer) = (world.request.to_string(), world.answer.to_string());
    let sources = Value::Array(world.sources.clone()).to_string();
    let files = [("request", request.as_str()), ("answer", answer.as_str()), ("sources", sources.as_str())];
    let mut arguments = vec!["--now", world.now.as_str(), "--json"];
    arguments.extend(more);
    let output = verify(folder.path(), &files, &arguments);
    (output.status.code().unwrap(), serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn an_answer_that_holds() {
    for world in [revised(), finalized()] {
        let (exit, said) = on(&world, &[]);
        assert_eq!((exit, &said["holds"], &said["faults"]), (0, &json!(true), &json!([])), "{said}");
    }
}

#[test]
fn an_answer_that_does_not() {
    let mut world = finalized();
    world.retold(|terms| terms["total_budget"]["amount"] = json!(50_001));
    let (exit, said) = on(&world, &[]);
    assert_eq!(exit, 1);
    let faults = said["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 1, "{said}");
    assert_eq!(faults[0]["rule"], "finalize_terms_changed");
    assert_eq!(faults[0]["path"], "/results/0/proposal/commercial_terms");
    assert!(!faults[0]["detail"].as_str().unwrap().is_empty());
}

#[test]
fn the_time_and_the_lead_are_arguments() {
    let mut world = finalized();
    world.now = "2026-11-30T12:14:00Z".to_owned();
    assert_eq!(on(&world, &[]).1["faults"][0]["rule"], "hold_too_short");
    assert_eq!(on(&world, &["--lead", "30"]).0, 0);
    world.now = "2026-11-30T12:15:00Z".to_owned();
    assert_eq!(on(&world, &["--lead", "0"]).1["faults"][0]["rule"], "proposal_expired");
}

#[test]
fn what_cannot_be_read() {
    let folder = TempDir::new().unwrap();
    let world = revised();
    let (request, answer) = (world.request.to_string(), world.answer.to_string());
    let cases: [&[(&str, &str)]; 10] = [
        &[("request", &request), ("answer", "{")],
        &[("request", "{"), ("answer", &answer)],
        &[("request", r#"{"refinements":[{"proposal_id":"p1"}]}"#), ("answer", &answer)],
        &[("request", "[]"), ("answer", &answer)],
        &[("request", &request), ("answer", &answer), ("sources", "{}")],
        &[("request", &request), ("answer", &answer), ("sources", r#"[{"commercial_terms":{}}]"#)],
        &[("request", &request), ("answer", &answer), ("capabilities", "[]")],
        &[("request", &request), ("answer", &answer), ("capabilities", r#"{"supported_dimensions":"cpm"}"#)],
        // The whole answer of get_adcp_capabilities, and not the block of it.
        &[
            ("request", &request),
            ("answer", &answer),
            ("capabilities", r#"{"media_buy":{"proposal_refinement":{"supported_dimensions":[]}}}"#),
        ],
        &[("request", &request), ("answer", "\u{feff}{}")],
    ];
    for files in cases {
        let output = verify(folder.path(), files, &["--json"]);
        assert_eq!(output.status.code(), Some(2), "{files:?}");
        let said: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(said["faults"][0]["rule"], "file", "{said}");
    }
    let missing = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .args(["adcp", "verify", "--request", "/nowhere", "--answer", "/nowhere"])
        .output()
        .unwrap();
    assert_eq!(missing.status.code(), Some(2));
    let bad_time = verify(folder.path(), &[("request", &request), ("answer", &answer)], &["--now", "noon"]);
    assert_eq!(bad_time.status.code(), Some(2));
}

#[test]
fn people_read_inert_text() {
    let mut world = revised();
    world.draft()["\u{1b}[31mred"] = json!(1);
    let folder = TempDir::new().unwrap();
    let (request, answer) = (world.request.to_string(), world.answer.to_string());
    let output = verify(folder.path(), &[("request", &request), ("answer", &answer)], &[]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("DOES NOT HOLD"), "{text}");
    assert!(!text.contains('\u{1b}'), "{text}");
}
