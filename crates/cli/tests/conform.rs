//! `countersign conform` against hosts that are broken in one way each, against the same
//! host unbroken, and against our own.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod broken_hosts;

use std::collections::BTreeSet;
use std::process::Stdio;
use std::sync::Arc;

use broken_hosts::{Fault, HANDLE};
use host::operator::{self, Switch};
use host::{Limits, Rate, Running, Settings};
use serde_json::Value;
use support::client::{Client, now};
use support::people;
use tempfile::TempDir;
use tokio::process::Command;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// How many hosts are checked at once.
const AT_ONCE: usize = 6;

/// What a run has said.
struct Said {
    code: i32,
    words: Value,
}

impl Said {
    /// The names of the checks of this verdict.
    fn with(&self, verdict: &str) -> BTreeSet<String> {
        let checks = self.words["checks"].as_array().unwrap().iter();
        let named = checks.filter(|check| check["verdict"] == verdict);
        named.map(|check| check["id"].as_str().unwrap().to_owned()).collect()
    }

    #[track_caller]
    fn assert_passes(&self) {
        let checks = self.words["checks"].as_array().unwrap().iter();
        let others: Vec<_> = checks.filter(|check| check["verdict"] != "pass").collect();
        assert!(others.is_empty(), "{others:#?}");
        assert!(self.words["passed"].as_u64().unwrap() > 0);
        assert_eq!(self.code, 0);
    }
}

async fn conform(url: &str, more: &[&str]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
    command.args(["conform", url, "--json"]).args(more).env_remove("RUST_LOG").stdin(Stdio::null());
    let output = command.output().await.unwrap();
    let words = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("no JSON: {}", String::from_utf8_lossy(&output.stderr)));
    Said { code: output.status.code().unwrap(), words }
}

/// Checks hosts with each of these faults; gives what was said of each. Where `grouped`,
/// by the checks of the group alone in which the one stands that is meant for the fault:
/// whole runs would take six times as long and say the same of that check.
async fn checked(faults: Vec<Fault>, more: &'static [&'static str], grouped: bool) -> Vec<(Fault, Said)> {
    let room = Arc::new(Semaphore::new(AT_ONCE));
    let mut runs = JoinSet::new();
    for fault in faults {
        let room = Arc::clone(&room);
        runs.spawn(async move {
            let _place = room.acquire().await.unwrap();
            let url = broken_hosts::start(Some(fault)).await;
            let group = fault.meant().split_inclusive('.').next().unwrap();
            let only = if grouped { &["--only", group][..] } else { &[] };
            (fault, conform(&url, &[more, only].concat()).await)
        });
    }
    runs.join_all().await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_single_fault_is_found_by_the_check_meant_for_it() {
    let said = checked(Fault::ALL.to_vec(), &["--strict", "--handle", HANDLE], true).await;
    let overlooked: Vec<_> = said
        .iter()
        .filter(|(fault, said)| said.code != 1 || !said.with("fail").contains(fault.meant()))
        .map(|(fault, said)| format!("{fault:?} (for {}): {:?}", fault.meant(), said.with("fail")))
        .collect();
    assert!(overlooked.is_empty(), "{overlooked:#?}");
    assert_eq!(said.len(), Fault::ALL.len());
    // And the other way about: no check passes whatever the host does.
    let found: BTreeSet<_> = said.iter().flat_map(|(_, said)| said.with("fail")).collect();
    let all = broken_hosts::start(None).await;
    let all = conform(&all, &["--strict", "--handle", HANDLE]).await.with("pass");
    assert_eq!(all.difference(&found).collect::<Vec<_>>(), Vec::<&String>::new(), "never failed");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_unbroken_host_passes() {
    let url = broken_hosts::start(None).await;
    conform(&url, &[]).await.assert_passes();
    conform(&url, &["--strict", "--handle", HANDLE]).await.assert_passes();
}

/// Others decide otherwise where the protocol leaves room, and conform all the same.
#[tokio::test(flavor = "multi_thread")]
async fn our_own_decisions_are_demanded_of_nobody_else() {
    let ours = [
        Fault::LaterNameWins,
        Fault::DuplicateKeysTaken,
        Fault::InexactIntegersTaken,
        Fault::BuyerUnsigned,
        Fault::BothTargets,
        Fault::MatchedByPlace,
        Fault::BodyUnbounded,
        Fault::CreatedForOk,
        Fault::WrongWellKnown,
    ];
    for (fault, said) in checked(ours.to_vec(), &[], false).await {
        assert_eq!(said.with("fail"), BTreeSet::new(), "{fault:?}");
        said.assert_passes();
    }
}

#[tokio::test]
async fn what_needs_a_session_is_not_run_where_there_is_no_sandbox() {
    let url = broken_hosts::start(Some(Fault::NoSandbox)).await;
    let said = conform(&url, &[]).await;
    assert_eq!(said.code, 1);
    let not_run = said.with("not_run");
    for id in ["requests.signed", "log.verdict", "sandbox.first", "offer.term_months"] {
        assert!(not_run.contains(id), "{id}: {not_run:?}");
    }
    assert!(said.with("pass").contains("registration.proof"));
    assert_eq!(said.with("fail"), ["sessions.open".to_owned()].into());
}

/// Our own host, with an organisation that can be reached.
struct Ours {
    folder: TempDir,
    running: Running,
}

impl Ours {
    async fn start(limits: Limits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("host");
        operator::init(&data, "Northwind", now()).unwrap();
        let settings = Settings { limits, ..Settings::new(data, "127.0.0.1:0".parse().unwrap()) };
        let running = host::start(settings).await.unwrap();
        Self { folder, running }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn our_host_passes_by_its_default_limits() {
    let ours = Ours::start(Limits::default()).await;
    let said = conform(&ours.running.url, &["--strict"]).await;
    said.assert_passes();
    assert_eq!(said.words["url"], ours.running.url.as_str());
    for member in ["id", "section", "title", "sent", "came", "verdict"] {
        assert!(said.words["checks"][0][member].is_string(), "{member}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_living_handle_is_tried_with_an_agent_verified_for_it() {
    let ours = Ours::start(Limits::default()).await;
    let (url, data) = (ours.running.url.as_str(), ours.folder.path().join("host"));
    let handle = operator::channel(&data, Switch::On, now()).unwrap().handle.unwrap();
    let agent = Client::registered(url, "Contoso Seller Agent", people::contoso_agent()).await;
    operator::verify(&data, &agent.id, now()).unwrap();
    let file = ours.folder.path().join("vendor-key.json");
    let seed = anp::base64url::encode(people::contoso_agent().expose_seed().as_slice());
    std::fs::write(&file, serde_json::json!({"seed": seed, "hosts": {}}).to_string()).unwrap();
    let key = file.to_str().unwrap();
    let all = ["--strict", "--handle", &handle, "--agent-key", key, "--agent-id", &agent.id];
    let said = conform(url, &all).await;
    said.assert_passes();
    assert!(
        said.with("pass").is_superset(&["refusals.live_handle", "sessions.live"].map(str::to_owned).into())
    );
    // The channel is shut again: the same handle is refused, and the check says so.
    operator::channel(&data, Switch::Off, now()).unwrap();
    let said = conform(url, &[&all[..], &["--only", "sessions.live"]].concat()).await;
    assert_eq!((said.code, said.with("fail")), (1, ["sessions.live".to_owned()].into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_asks_to_wait_is_waited_for() {
    let narrow = Limits {
        registrations: Rate::of(2, 20),
        requests: Rate::of(5, 50),
        appends: Rate::of(3, 50),
        ..Limits::default()
    };
    let ours = Ours::start(narrow).await;
    // Half the checks, or the waiting would take long.
    let some = ["--only", "registration.", "--only", "nonces.", "--only", "log.", "--only", "authorship."];
    conform(&ours.running.url, &some).await.assert_passes();
}

#[tokio::test]
async fn where_there_is_no_host_nothing_is_judged() {
    let nobody = format!("http://127.0.0.1:{}", support::port::free());
    let page = axum::Router::new().fallback(async || "<html>hello</html>");
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let elsewhere = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, page).await });
    for url in [nobody.as_str(), &elsewhere, "no address", "ftp://example.invalid"] {
        let said = conform(url, &[]).await;
        assert_eq!(said.code, 2, "{url}");
        assert_eq!(said.words["checks"], serde_json::json!([]), "{url}");
        assert!(said.words["error"].is_string(), "{url}");
    }
}

#[tokio::test]
async fn people_read_one_line_a_check() {
    let url = broken_hosts::start(Some(Fault::PriceRounded)).await;
    let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
    let output = command.args(["conform", &url, "--only", "log."]).output().await.unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<_> = text.lines().collect();
    let failing = lines.iter().find(|line| line.contains(" log.as_sent ")).unwrap();
    assert!(failing.starts_with("FAIL"), "{failing}");
    assert!(failing.contains("[The session log]") && failing.contains("; came "), "{failing}");
    assert!(lines.last().unwrap().ends_with("0 not run"), "{text}");
    assert!(lines[..lines.len() - 1].iter().all(|line| line.starts_with("FAIL") || line.starts_with("pass")));
}
