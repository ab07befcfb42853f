//! One refusal for everything that is nobody's business, byte for byte.

use crate::ground::Ground;
use anp::request::Headers;
use host::operator::{self, Switch};
use serde_json::json;
use support::client::{self, Answer, Client, envelope, now, offer};
use support::people;

/// Everything that one client may be refused for, by name.
struct Refusals(Vec<(String, Answer)>);

impl Refusals {
    fn add(&mut self, name: &str, answer: Answer) {
        self.0.push((name.to_owned(), answer));
    }

    fn assert_all_the_same(&self) {
        let (_, first) = self.0.first().unwrap();
        assert_eq!((first.status, first.code().as_str()), (401, "refused"));
        assert_eq!(first.json()["protocol"], "ANP/0.1");
        for (name, answer) in &self.0 {
            assert_eq!(answer.undated(), first.undated(), "{name}");
        }
    }
}

async fn with_headers(contoso: &Client, path: &str, change: impl FnOnce(&mut Headers)) -> Answer {
    let mut headers = contoso.headers(("GET", path), b"", now(), &client::nonce());
    change(&mut headers);
    client::send(&reqwest::Client::new(), &contoso.url, ("GET", path), Some(&headers), Vec::new()).await
}

/// What is done to good headers.
type Change = fn(&mut Headers);

async fn malformed(refusals: &mut Refusals, contoso: &Client, path: &str) {
    let none = client::send(&reqwest::Client::new(), &contoso.url, ("GET", path), None, Vec::new()).await;
    refusals.add("no headers", none);
    let changes: [(&str, Change); 9] = [
        ("unknown agent", |headers| headers.agent = "5f1c6f2e-9d1a-4c8b-b7e3-2a61c0de9a44".into()),
        ("agent that is no id", |headers| headers.agent = "' OR 1=1 --".into()),
        ("another time than was signed", |headers| headers.timestamp = now().plus_millis(1).to_text()),
        ("time that is none", |headers| headers.timestamp = "now".into()),
        ("another nonce than was signed", |headers| headers.nonce.push('x')),
        ("nonce too long", |headers| headers.nonce = "n".repeat(121)),
        ("empty nonce", |headers| headers.nonce.clear()),
        ("signature that is none", |headers| headers.signature = "c2lnbmVk".into()),
        ("zeros for a signature", |headers| headers.signature = "A".repeat(86)),
    ];
    for (name, change) in changes {
        refusals.add(name, with_headers(contoso, path, change).await);
    }
    let mallory = Client::new(&contoso.url, &contoso.id, people::mallory());
    refusals.add("another's key", mallory.get(path).await);
}

async fn sessions_of_others(refusals: &mut Refusals, stranger: &Client, session: &str) {
    let event = stranger.event("offer", &offer(1.0));
    for (name, id) in [
        ("another's session", session),
        ("unknown session", "00000000-0000-4000-8000-000000000000"),
        ("no session id", "x"),
        ("escapes", "%ff%00%2e"),
        ("quotes", "%27%3B--"),
    ] {
        let path = format!("/api/agent/v1/sessions/{id}");
        refusals.add(name, stranger.get(&path).await);
        refusals.add(name, stranger.get(&format!("{path}/log")).await);
        refusals.add(name, stranger.post(&format!("{path}/events"), &event).await);
        refusals.add(name, stranger.post(&format!("{path}/events"), &json!({"kind": 7})).await);
    }
}

#[tokio::test]
async fn every_refusal_is_the_same() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let mut refusals = Refusals(Vec::new());

    // Nobody knows whether there is an org: the channel was never on.
    refusals.add("a handle while the channel is off", contoso.open(Some("anp_org_guess")).await);
    refusals.add("no handle at all", contoso.open(Some("")).await);
    let stale = ground.switch(Switch::On).unwrap();
    ground.switch(Switch::Off);
    refusals.add("the handle of a channel that is off", contoso.open(Some(&stale)).await);
    let living = ground.switch(Switch::On).unwrap();
    assert_ne!(living, stale);
    refusals.add("living handle, unverified agent", contoso.open(Some(&living)).await);
    operator::verify(ground.place(), &contoso.id, now()).unwrap();
    refusals.add("stale handle, verified agent", contoso.open(Some(&stale)).await);
    refusals.add("a handle with another end", contoso.open(Some(&format!("{living}A"))).await);

    let session = contoso.opened(Some(&living)).await;
    let path = format!("/api/agent/v1/sessions/{session}");
    malformed(&mut refusals, &contoso, &path).await;
    let stale_time = now().plus_millis(-310_000);
    let route = ("GET", path.as_str());
    refusals.add("stale", contoso.call_at(route, b"", stale_time, "stale").await);
    assert_eq!(contoso.call_at(route, b"", now(), "twice").await.status, 200);
    refusals.add("used nonce", contoso.call_at(route, b"", now(), "twice").await);

    let tailspin = Client::registered(ground.url(), "Tailspin Agent", people::tailspin_agent()).await;
    sessions_of_others(&mut refusals, &tailspin, &session).await;
    operator::verify(ground.place(), &tailspin.id, now()).unwrap();
    sessions_of_others(&mut refusals, &tailspin, &session).await;

    ground.switch(Switch::Off);
    refusals.add("reading while the channel is off", contoso.get(&path).await);
    refusals.add("the log while the channel is off", contoso.log(&session).await);
    refusals.add("saying while the channel is off", contoso.say(&session, "offer", &offer(1.0)).await);

    operator::revoke(ground.place(), &contoso.id, now()).unwrap();
    refusals.add("revoked, reading", contoso.get(&path).await);
    refusals.add("revoked, in the sandbox", contoso.open(None).await);
    refusals.add("revoked, registering again", contoso.register("Contoso Seller Agent", "a@b.example").await);
    refusals.assert_all_the_same();
}

#[tokio::test]
async fn desks_are_refused_in_the_same_words() {
    let ground = Ground::new().await;
    let olivia = ground.olivia();
    let contoso = ground.contoso().await;
    let vendors = contoso.get("/api/agent/v1/sessions/x").await;
    let mallory = Client::new(ground.url(), &olivia.id, people::mallory());
    let as_person = Client::new(ground.url(), &contoso.id, people::contoso_agent());
    for path in ["org", "changes/0", "sessions/x/log", "channel", "vendors"] {
        let path = format!("/api/buyer/v1/{path}");
        for refused in [mallory.get(&path).await, as_person.get(&path).await] {
            assert_eq!((refused.status, &refused.body), (401, &vendors.body), "{path}");
        }
    }
    // A person's key opens no vendor's route either.
    let as_vendor = Client::new(ground.url(), &olivia.id, people::olivia());
    let refused = as_vendor.post("/api/agent/v1/sessions", &json!({"envelope": envelope()})).await;
    assert_eq!(refused.undated(), vendors.undated());
}
