//! A host that dies between any two steps of an append: what it acknowledged stands,
//! every chain is green, and what is sent again stands once.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::ground::{Home, assert_green};
use host::operator::{self, Switch};
use host::{CrashPoint, Place, Role};
use serde_json::{Value, json};
use support::client::{Client, now};
use support::people;
use uuid::Uuid;

const DATA: &str = "COUNTERSIGN_TEST_DATA";
const DATABASE: &str = "COUNTERSIGN_TEST_DATABASE";

/// The host that dies: this test's binary once more, as a child.
#[test]
#[ignore = "started by the tests below as their child"]
fn child_host() {
    let Some(data) = std::env::var_os(DATA) else { return };
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let database = std::env::var(DATABASE).ok();
        let settings = crate::ground::settings_at(Path::new(&data), database.as_deref());
        let mut running = host::start(settings).await.unwrap();
        println!("\nlistening {}", running.url);
        running.wait().await.unwrap();
    });
}

/// Starts the child; gives it and where it listens.
fn child(home: &Home, crash: &str) -> (Child, String) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "suite::crash::child_host", "--ignored", "--nocapture"])
        .env(DATA, home.folder.path())
        .envs(home.database.iter().map(|database| (DATABASE, database)))
        .env("COUNTERSIGN_CRASH_AT", crash)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let url = lines.map(Result::unwrap).find_map(|line| line.strip_prefix("listening ").map(str::to_owned));
    (child, url.unwrap())
}

/// Two parties who talk until the line is dead.
struct Talk {
    contoso: Client,
    olivia: Client,
    session: String,
    /// Texts whose append was acknowledged.
    acknowledged: Vec<String>,
    /// The decision that was not.
    open_decision: Option<Value>,
}

impl Talk {
    /// Gives the talk once the host has died, and whether it did.
    async fn until_dead(&mut self) -> bool {
        for turn in 0..40 {
            let text = format!("vendor {turn}");
            let said = self.contoso.event("message", &json!({"body": text}));
            let path = format!("/api/agent/v1/sessions/{}/events", self.session);
            let Some(answer) = self.contoso.try_post(&path, &said).await else { return true };
            let log = answer.ok().json()["log"].clone();
            self.acknowledged.push(text);

            let text = format!("buyer {turn}");
            let decision = json!({
                "decision": Uuid::from_u128(turn).to_string(),
                "events": [self.olivia.event("message", &json!({"body": text}))],
                "expect": {"seq": log["session"]["event_count"], "head": log["session"]["chain_head"]},
            });
            let path = format!("/api/buyer/v1/sessions/{}/events", self.session);
            let Some(answer) = self.olivia.try_post(&path, &decision).await else {
                self.open_decision = Some(decision);
                return true;
            };
            answer.ok();
            self.acknowledged.push(text);
        }
        false
    }
}

fn texts(log: &Value) -> Vec<String> {
    let events = log["events"].as_array().unwrap().iter().skip(2);
    events.map(|event| event["payload"]["body"].as_str().unwrap().to_owned()).collect()
}

async fn die_and_rise(crash: &str) {
    let home = Home::new();
    let settings = home.settings();
    let data = &Place::from(&settings);
    operator::init(data, "Northwind", now()).unwrap();
    let olivia = operator::enrol(data, "Olivia", &people::olivia().public(), &Role::ALL, now()).unwrap();
    let handle = operator::channel(data, Switch::On, now()).unwrap().handle.unwrap();
    // The session is opened at a host that lives on; then one that dies takes over.
    let first = host::start(settings.clone()).await.unwrap();
    let contoso = Client::registered(&first.url, "Contoso Agent", people::contoso_agent()).await;
    operator::verify(data, &contoso.id, now()).unwrap();
    let session = contoso.opened(Some(&handle)).await;
    first.shutdown().await.unwrap();

    let (mut dying, url) = child(&home, crash);
    let mut talk = Talk {
        contoso: Client::new(&url, &contoso.id, people::contoso_agent()),
        olivia: Client::new(&url, &olivia, people::olivia()),
        session: session.clone(),
        acknowledged: Vec::new(),
        open_decision: None,
    };
    assert!(talk.until_dead().await, "{crash}: the host did not die");
    assert!(!dying.wait().unwrap().success());

    let risen = host::start(settings).await.unwrap();
    talk.contoso.url.clone_from(&risen.url);
    talk.olivia.url.clone_from(&risen.url);
    let log = talk.contoso.log(&session).await.ok();
    assert_green(&log.body, contoso.key().fingerprint(), risen.platform_fingerprint);
    let stands = texts(&log.json());
    assert!(stands.starts_with(&talk.acknowledged), "{crash}: an acknowledged event is lost");
    let more = stands.len() - talk.acknowledged.len();
    assert!(more <= 1, "{crash}: {more} events that nobody was told of");
    if let Some(decision) = &talk.open_decision {
        // The desk does not know whether it stands, and sends it again.
        let path = format!("/api/buyer/v1/sessions/{session}/events");
        talk.olivia.post(&path, decision).await.ok();
        let log = talk.contoso.log(&session).await.ok();
        assert_green(&log.body, contoso.key().fingerprint(), risen.platform_fingerprint);
        let stands = texts(&log.json());
        assert_eq!(stands.len(), talk.acknowledged.len() + 1, "{crash}: it stands once");
    }
    risen.shutdown().await.unwrap();
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_wherever_the_host_dies() {
    for point in CrashPoint::ALL {
        // Odd passages are the vendor's, even ones the buyer's: each is cut off once.
        for passage in [5, 6] {
            die_and_rise(&format!("{}:{passage}", point.as_str())).await;
        }
    }
}

/// Killed from outside, at no chosen point.
#[tokio::test]
async fn nothing_acknowledged_is_lost_when_the_host_is_killed_mid_storm() {
    let home = Home::new();
    let settings = home.settings();
    let data = &Place::from(&settings);
    operator::init(data, "Northwind", now()).unwrap();
    let (mut dying, url) = child(&home, "nowhere");
    let contoso = Client::registered(&url, "Contoso Agent", people::contoso_agent()).await;
    let session = contoso.opened(None).await;
    let (told, mut heard) = tokio::sync::mpsc::unbounded_channel();
    let mut storm = tokio::task::JoinSet::new();
    for number in 0..200 {
        let (contoso, session, told) = (contoso.clone(), session.clone(), told.clone());
        storm.spawn(async move {
            let text = format!("message {number}");
            let event = contoso.event("message", &json!({"body": text}));
            let path = format!("/api/agent/v1/sessions/{session}/events");
            if let Some(answer) = contoso.try_post(&path, &event).await {
                answer.ok();
                told.send(text).unwrap();
            }
        });
    }
    drop(told);
    let mut acknowledged = Vec::new();
    while acknowledged.len() < 20 {
        acknowledged.push(heard.recv().await.unwrap());
    }
    dying.kill().unwrap();
    dying.wait().unwrap();
    while let Some(text) = heard.recv().await {
        acknowledged.push(text);
    }
    storm.join_all().await;
    let risen = host::start(settings).await.unwrap();
    let contoso = Client::new(&risen.url, &contoso.id, people::contoso_agent());
    let log = contoso.log(&session).await.ok();
    assert_green(&log.body, contoso.key().fingerprint(), risen.platform_fingerprint);
    let log = log.json();
    for text in &acknowledged {
        let stands = log["events"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|event| event["payload"]["body"] == text.as_str());
        assert_eq!(stands.count(), 1, "{text}");
    }
}
