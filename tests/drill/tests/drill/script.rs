//! The negotiation that is interrupted: a message, a counter that a message overtakes,
//! a better offer, the acceptance. Whoever gets no answer looks before trying again.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anp::digest::PayloadHash;
use anp::json;
use anp::keys::SecretKey;
use serde_json::{Value, json};
use support::client::{Client, nonce, now, offer};
use support::line::Line;
use support::people;

use crate::process::{Desk, Doom, Host};

/// Names of what the script works on; the ground that every run begins with.
#[derive(Debug, Clone)]
pub struct Ground {
    pub agent: String,
    pub session: String,
    pub deal: String,
}

/// Contoso's agent, who minds that answers may not come.
pub struct Vendor {
    client: Client,
    http: reqwest::Client,
    session: String,
    /// Hashes of payloads that the host acknowledged.
    pub acknowledged: Vec<String>,
    /// Hashes of payloads that were said, acknowledged or not.
    pub said: Vec<String>,
}

impl Vendor {
    pub fn new(ground: &Ground) -> Self {
        let key: SecretKey = people::contoso_agent();
        Self {
            client: Client::new("", &ground.agent, key),
            http: reqwest::Client::new(),
            session: ground.session.clone(),
            acknowledged: Vec::new(),
            said: Vec::new(),
        }
    }

    /// One request: status and body, or none where no whole answer came.
    async fn call(&self, url: &str, method: &str, path: &str, body: &[u8]) -> Option<(u16, Vec<u8>)> {
        let headers = self.client.headers((method, path), body, now(), &nonce());
        let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
        let request = self
            .http
            .request(method, format!("{url}{path}"))
            .header("x-anp-agent", headers.agent)
            .header("x-anp-timestamp", headers.timestamp)
            .header("x-anp-nonce", headers.nonce)
            .header("x-anp-signature", headers.signature)
            .body(body.to_owned());
        let answer = request.send().await.ok()?;
        let status = answer.status().as_u16();
        Some((status, answer.bytes().await.ok()?.to_vec()))
    }

    /// The log, asked for until it comes.
    pub async fn log(&self, host: &mut Host) -> Vec<u8> {
        let path = format!("/api/agent/v1/sessions/{}/log", self.session);
        loop {
            let url = host.url();
            match self.call(&url, "GET", &path, b"").await {
                Some((status, body)) => {
                    assert_eq!(status, 200, "{}", String::from_utf8_lossy(&body));
                    return body;
                }
                None => host.after(&url).await,
            }
        }
    }

    /// Says something that was never said before, and only again if it did not arrive.
    pub async fn say(&mut self, host: &mut Host, kind: &str, payload: &Value) {
        let path = format!("/api/agent/v1/sessions/{}/events", self.session);
        let hash = hash_of(payload);
        self.said.push(hash.clone());
        let body = self.client.event(kind, payload).to_string();
        loop {
            let url = host.url();
            if let Some((status, body)) = self.call(&url, "POST", &path, body.as_bytes()).await {
                assert_eq!(status, 200, "{}", String::from_utf8_lossy(&body));
                self.acknowledged.push(hash);
                return;
            }
            host.after(&url).await;
            let log: Value = serde_json::from_slice(&self.log(host).await).unwrap();
            if log["events"].as_array().unwrap().iter().any(|event| event["payload_hash"] == hash.as_str()) {
                return;
            }
        }
    }
}

fn hash_of(payload: &Value) -> String {
    let payload = json::parse_flawless(payload.to_string().as_bytes()).unwrap();
    PayloadHash::of_canonical(&json::canonical(&payload)).to_string()
}

/// Makes the folder from which every run starts: the offer is held, nothing is answered.
pub async fn prepare(folder: &Path) -> Ground {
    let line = Arc::new(Line::to("http://127.0.0.1:9").await);
    let host = Host::start(&folder.join("host"), Doom::None, Arc::clone(&line)).await;
    let mut desk = Desk::new(folder, &line, &host.platform, Doom::None);
    let deal = desk.insist(json!({"do": "deal"})).await.unwrap();
    let handle = desk.insist(json!({"do": "channel"})).await.unwrap();
    let contoso = Client::registered(&host.url(), "Contoso Seller Agent", people::contoso_agent()).await;
    desk.insist(json!({"do": "verify", "agent": contoso.id})).await.unwrap();
    let session = contoso.opened(handle.as_str()).await;
    contoso.say(&session, "offer", &offer(1140.0)).await.ok();
    desk.insist(json!({"do": "assign", "session": session, "deal": deal})).await.unwrap();
    desk.settled(deal.as_str().unwrap(), 3).await;
    desk.end().await;
    Ground { agent: contoso.id, session, deal: deal.as_str().unwrap().to_owned() }
}

/// What a run leaves to compare.
pub struct Outcome {
    pub log: Vec<u8>,
    pub told: crate::process::Told,
    pub acknowledged: Vec<String>,
    pub said: Vec<String>,
    pub host_deaths: u32,
    pub desk_deaths: u32,
}

/// One run.
pub async fn run(folder: &Path, ground: &Ground, host: Doom, desk: Doom) -> Outcome {
    let line = Arc::new(Line::to("http://127.0.0.1:9").await);
    let mut host = Host::start(&folder.join("host"), host, Arc::clone(&line)).await;
    let mut desk = Desk::new(folder, &line, &host.platform, desk);
    let mut vendor = Vendor::new(ground);
    vendor.say(&mut host, "message", &json!({"body": "Our offer is on the table."})).await;
    decide(&mut desk, &mut vendor, &mut host, ground, "1045.6").await;
    vendor.say(&mut host, "offer", &offer(1080.0)).await;
    decide(&mut desk, &mut vendor, &mut host, ground, "accept").await;
    let log = vendor.log(&mut host).await;
    let count = serde_json::from_slice::<Value>(&log).unwrap()["session"]["event_count"].as_u64().unwrap();
    desk.settled(&ground.deal, count).await;
    desk.end().await;
    Outcome {
        log,
        told: std::mem::take(&mut desk.told),
        acknowledged: vendor.acknowledged,
        said: vendor.said,
        host_deaths: host.deaths.load(Ordering::SeqCst),
        desk_deaths: desk.deaths,
    }
}

/// Answers the held offer, once: whoever finds it still held decides again.
async fn decide(desk: &mut Desk, vendor: &mut Vendor, host: &mut Host, ground: &Ground, form: &str) {
    loop {
        let log: Value = serde_json::from_slice(&vendor.log(host).await).unwrap();
        let count = log["session"]["event_count"].as_u64().unwrap();
        if desk.settled(&ground.deal, count).await["state"] != "held_offer" {
            return;
        }
        let review = json!({"do": "review", "session": ground.session, "form": form});
        let Some(review) = desk.ask(&review).await else { continue };
        let review = review.unwrap();
        assert_eq!(review["obstacle"], Value::Null);
        // Something is said between the review and the approval.
        let aside = json!({"body": format!("Aside {}", vendor.said.len())});
        vendor.say(host, "message", &aside).await;
        let approve = json!({"do": "approve", "ticket": review["ticket"]});
        match desk.ask(&approve).await {
            Some(Ok(outcome)) if outcome["kind"] == "sent" => {
                let hashes = review["events"].as_array().unwrap().iter();
                let hashes = hashes.map(|event| event["payload_hash"].as_str().unwrap().to_owned()).collect();
                desk.told.sent.push((hashes, outcome["seq"].as_u64().unwrap()));
            }
            // Unknown, stale, dead or (in another life) a ticket of nobody: look again.
            Some(Ok(_) | Err(_)) | None => {}
        }
    }
}
