//! The official AdCP package on both sides of the table: its verifier beside ours, its
//! client as a buyer at our training seller, its framework as a seller that a plain MCP
//! client walks through the whole life.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod training;

use std::collections::HashSet;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use training::{judged, play, rules};
use training_seller::{Clock, Framing, Kind, Manners, PROFILES, Profile, Seller, TOKEN};

/// The package's environment, made by set-up. Where it is missing the test says that it
/// was skipped; with `CI` set its absence fails the run.
fn python() -> Option<Command> {
    let target = Path::new(env!("CARGO_BIN_EXE_countersign")).parent().unwrap().parent().unwrap();
    let python = target.join("adcp-venv/bin/python");
    if python.exists() {
        return Some(Command::new(python));
    }
    assert!(std::env::var_os("CI").is_none(), "no {}: run `cargo xtask setup`", python.display());
    eprintln!("skipped: no {}; `cargo xtask setup` makes it", python.display());
    None
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/adcp").join(name)
}

fn read(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// Runs a script to its end.
fn run(mut python: Command, name: &str, arguments: &[&Path]) {
    let output = python.arg(script(name)).args(arguments).output().unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Lies that the package's verifier passes over, as it was found.
const OURS_ALONE: [Profile; 9] = [
    Profile::BareCancellation,
    Profile::CriteriaIgnored,
    Profile::HoldShort,
    Profile::IdUsedAgain,
    Profile::IdleAmendment,
    Profile::MixedCurrency,
    Profile::PricingMismatch,
    Profile::ReadsTwoWays,
    Profile::UnableWithDraft,
];

/// The package's names for issues that we have under another.
fn ours(code: &str) -> &str {
    match code {
        "invalid_response_schema" | "invalid_result_shape" => "schema",
        "source_proposal_required" | "source_proposal_identity" => "source_proposal_state",
        "unsupported_dimension" => "reason_mismatch",
        other => other,
    }
}

/// Serves on a thread of its own until the test ends.
fn serve(profile: Profile, framing: Framing, sessions: bool) -> Value {
    let (say, hear) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            say.send(listener.local_addr().unwrap()).unwrap();
            let manners = Manners { framing, sessions, clock: Clock::System };
            training_seller::serve(listener, Seller::new(profile, 5), manners).await.unwrap();
        });
    });
    let address = hear.recv().unwrap();
    json!({ "name": profile.name(), "url": format!("http://{address}/mcp"), "token": TOKEN })
}

#[test]
fn the_official_verifier_agrees_and_the_official_client_buys() {
    let Some(python) = python() else { return };
    let (mut cases, mut seen) = (Vec::new(), HashSet::new());
    for profile in PROFILES {
        let liar = profile.kind() == Kind::Lie;
        if liar
            || matches!(profile, Profile::Honest | Profile::Guide | Profile::Constrained | Profile::NoHolds)
        {
            // What one profile answers to the byte like another is judged once.
            let fresh = play(profile).into_iter().filter(|case| seen.insert(case.answer.clone()));
            cases.extend(fresh.map(|case| (profile, case)));
        }
    }
    let sellers = [
        serve(Profile::Honest, Framing::Json, false),
        serve(Profile::Honest, Framing::Sse, true),
        serve(Profile::Constrained, Framing::Sse, false),
        serve(Profile::TextOnly, Framing::Json, true),
        // None that submits: the package's client takes a submitted refinement for a
        // completed one without results. A plain client waits for one below.
    ];
    let folder = tempfile::tempdir().unwrap();
    let (given, out) = (folder.path().join("in.json"), folder.path().join("out.json"));
    let listed: Vec<Value> = cases.iter().map(|(_, case)| case.json()).collect();
    std::fs::write(&given, json!({ "cases": listed, "sellers": sellers }).to_string()).unwrap();
    run(python, "official.py", &[&given, &out]);
    let told = read(&out);

    let mut apart = Vec::new();
    for ((profile, case), codes) in cases.iter().zip(told["codes"].as_array().unwrap()) {
        let theirs: Vec<&str> = codes.as_array().unwrap().iter().map(|code| code.as_str().unwrap()).collect();
        // Where they find nothing and it is no lie that they pass over, we find nothing.
        if theirs.is_empty() && OURS_ALONE.contains(profile) {
            continue;
        }
        let found = rules(case);
        let missed = theirs.iter().any(|code| !found.iter().any(|rule| rule == ours(code)));
        if missed || theirs.is_empty() != found.is_empty() {
            apart.push(format!("{} at {}: they {theirs:?}, we {found:?}", profile.name(), case.name));
        }
    }
    assert!(apart.is_empty(), "{}", apart.join("\n"));
    let bought = told["bought"].as_array().unwrap();
    assert_eq!(bought.len(), sellers.len());
    for case in bought.iter().flat_map(|cases| cases.as_array().unwrap()) {
        holds(case, case["answer"].as_str().unwrap());
    }
}

/// Our judgement of an exchange that a script kept, now.
fn holds(case: &Value, answer: &str) {
    let sources = case["sources"].as_array().unwrap();
    let found = judged(&case["request"], answer, sources, &case["capabilities"], None);
    assert!(found.is_empty(), "{found:?}\n{case:#}");
}

/// A process, ended when it is dropped.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_official_framework_sells_and_every_answer_holds() {
    let (Some(mut seller), Some(client)) = (python(), python()) else { return };
    let child = seller.arg(script("seller.py")).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut seller = Ended(child);
    let mut line = String::new();
    BufReader::new(seller.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let ready: Value = serde_json::from_str(&line).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("cases.json");
    let text = |name: &str| PathBuf::from(ready[name].as_str().unwrap());
    run(client, "life.py", &[&text("url"), &text("token"), &out]);
    let cases = read(&out);
    let names: Vec<&str> =
        cases.as_array().unwrap().iter().map(|case| case["name"].as_str().unwrap()).collect();
    for name in ["revised", "partial", "unable", "submitted", "finalized", "amendment", "cancellation"] {
        assert!(names.contains(&name), "{names:?}");
    }
    for case in cases.as_array().unwrap() {
        holds(case, &case["answer"].to_string());
    }
}
