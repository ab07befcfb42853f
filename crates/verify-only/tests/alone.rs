//! The small binary: what it depends on, and that it gives the same verdicts.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use std::process::Command;

use serde_json::Value;
use support::vectors;

/// Nothing that reaches out, and nothing that is large.
#[test]
fn it_depends_on_no_network_and_no_database() {
    let tree = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--offline",
            "-p",
            "verify-only",
            "-e",
            "normal,build",
            "--prefix",
            "none",
            "-f",
            "{p}",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let text = String::from_utf8(tree.stdout).unwrap();
    let names: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(names.contains(&"anp") && names.contains(&"evidence"), "{text}");
    for heavy in
        ["tokio", "reqwest", "hyper", "axum", "rusqlite", "store", "desk", "host", "openssl", "rustls"]
    {
        assert!(!names.contains(&heavy), "{heavy} came in:\n{text}");
    }
}

#[test]
fn it_gives_the_listed_verdicts() {
    let Some(folder) = vectors::folder("anp/logs") else { return };
    let manifest: Value = serde_json::from_slice(&vectors::bytes(&folder.join("manifest.json"))).unwrap();
    for case in manifest.as_array().unwrap() {
        let path = folder.join(case["file"].as_str().unwrap());
        let arguments = case["args"].as_array().unwrap().iter().map(|argument| argument.as_str().unwrap());
        let output = Command::new(env!("CARGO_BIN_EXE_countersign-verify"))
            .args(["verify", "--json"])
            .arg(&path)
            .args(arguments)
            .output()
            .unwrap();
        let exit = ["green", "red", "unreadable"].iter().position(|name| case["verdict"] == *name).unwrap();
        assert_eq!(output.status.code(), i32::try_from(exit).ok(), "{}", path.display());
    }
}
