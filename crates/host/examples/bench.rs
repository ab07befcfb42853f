//! How much a host takes: signed reads and offers a second on both kinds of record, beside
//! a bare server that checks the same signatures and keeps nothing; appends at the end of
//! a short and of a long session; and how long each kind of refusal takes.
//! `cargo xtask bench hosts` builds it as people get it. `BENCH_COUNT` (default 2000) says how many.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a measurement ends where its ground is missing, and prints"
)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use anp::keys::{PublicKey, SecretKey};
use anp::request::{Headers, SignedRequest, header};
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use host::operator::{self, Switch};
use host::{DatabaseAddress, Keeping, Limits, Rate, Role, Running, Settings, Shared};
use serde_json::{Value, json};
use support::client::{self, Client, nonce, now, offer};
use support::people;
use support::postgres::Server;
use tokio::task::JoinSet;

/// Requests at once.
const AT_ONCE: usize = 32;

/// Vendors' agents.
const AGENTS: u8 = 16;

fn settings(data: &std::path::Path, database: Option<&str>) -> Settings {
    let mut settings = Settings::new(data, "127.0.0.1:0".parse().unwrap());
    if let Some(database) = database {
        let address = DatabaseAddress::read(database, None).unwrap();
        settings.keeping = Keeping::Postgres(Box::new(Shared::new(address)));
    }
    let rate = Rate::of(1_000_000, 1_000_000);
    settings.limits = Limits { registrations: rate, requests: rate, appends: rate, ..Limits::default() };
    settings
}

/// The ceiling: a server that reads a request, checks its signature, and answers.
async fn bare(
    State(key): State<Arc<PublicKey>>,
    method: Method,
    uri: Uri,
    all: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let one = |name: &str| all.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let headers = Headers {
        agent: one(header::AGENT),
        timestamp: one(header::TIMESTAMP),
        nonce: one(header::NONCE),
        signature: one(header::SIGNATURE),
    };
    let signed = SignedRequest::read(method.as_str(), uri.path(), &headers, &body);
    match signed.map(|signed| signed.verify(&key, now())) {
        Ok(Ok(_)) => StatusCode::OK,
        _ => StatusCode::UNAUTHORIZED,
    }
}

/// One thing to ask, and by whom.
struct Ask {
    client: Client,
    method: &'static str,
    path: String,
    body: Vec<u8>,
}

/// Requests a second.
async fn rate(asks: Vec<Ask>) -> f64 {
    let count = asks.len();
    let mut lanes: Vec<Vec<Ask>> = (0..AT_ONCE).map(|_| Vec::new()).collect();
    for (place, ask) in asks.into_iter().enumerate() {
        lanes[place % AT_ONCE].push(ask);
    }
    let began = Instant::now();
    let mut running = JoinSet::new();
    for lane in lanes {
        running.spawn(async move {
            for ask in lane {
                assert_eq!(ask.client.call(ask.method, &ask.path, &ask.body).await.status, 200);
            }
        });
    }
    running.join_all().await;
    count as f64 / began.elapsed().as_secs_f64()
}

fn large_offer(client: &Client) -> Vec<u8> {
    let mut payload = offer(1140.0);
    payload["notes"] = json!("n".repeat(3400));
    client.event("offer", &payload).to_string().into_bytes()
}

struct Bench {
    hosts: Vec<Running>,
    agents: Vec<Client>,
    olivia: Client,
    handle: String,
    stale: String,
}

impl Bench {
    async fn start(settings: &Settings, hosts: usize) -> Self {
        operator::init(settings, "Northwind", now()).unwrap();
        let stale = operator::channel(settings, Switch::On, now()).unwrap().handle.unwrap();
        operator::channel(settings, Switch::Off, now()).unwrap();
        let handle = operator::channel(settings, Switch::On, now()).unwrap().handle.unwrap();
        let mut running = Vec::new();
        for _ in 0..hosts {
            running.push(host::start(settings.clone()).await.unwrap());
        }
        let mut agents = Vec::new();
        for number in 0..AGENTS {
            let url = &running[usize::from(number) % hosts].url;
            let agent = Client::registered(url, "Bench Agent", SecretKey::from_seed(&[number + 1; 32])).await;
            operator::verify(settings, &agent.id, now()).unwrap();
            agents.push(agent);
        }
        let id = operator::enrol(settings, "Olivia", &people::olivia().public(), &Role::ALL, now()).unwrap();
        let olivia = Client::new(&running[0].url, &id, people::olivia());
        Self { hosts: running, agents, olivia, handle, stale }
    }

    async fn throughput(&self, count: usize) -> (f64, f64) {
        // A few offers a session: the whole log is the answer, and not what is measured.
        let mut sessions = Vec::new();
        for place in 0..(count / 5).max(1) {
            let agent = &self.agents[place % self.agents.len()];
            sessions.push((agent.clone(), agent.opened(Some(&self.handle)).await));
        }
        let ask = |place: usize, method, tail: &str, offers: bool| {
            let (client, session) = sessions[place % sessions.len()].clone();
            let body = if offers { large_offer(&client) } else { Vec::new() };
            Ask { path: format!("/api/agent/v1/sessions/{session}{tail}"), client, method, body }
        };
        let reads = rate((0..count).map(|place| ask(place, "GET", "", false)).collect()).await;
        let offers = rate((0..count).map(|place| ask(place, "POST", "/events", true)).collect()).await;
        (reads, offers)
    }

    /// Median milliseconds of a desk's append, whose answer is short, at the end of a
    /// session of so many events.
    async fn append_at(&self, events: u64) -> f64 {
        let session = self.agents[0].opened(Some(&self.handle)).await;
        let path = format!("/api/buyer/v1/sessions/{session}");
        let mut head = self.olivia.get(&format!("{path}/log")).await.ok().json()["session"].clone();
        let mut took = Vec::new();
        loop {
            let body = json!({
                "decision": uuid::Uuid::from_u128(rand(&head)).to_string(),
                "events": [self.olivia.event("message", &json!({"body": "hello"}))],
                "expect": {"seq": head["event_count"], "head": head["chain_head"]},
            });
            let began = Instant::now();
            let placed = self.olivia.post(&format!("{path}/events"), &body).await.ok().json();
            let last = &placed["events"][0];
            if last["seq"].as_u64().unwrap() > events {
                took.push(began.elapsed());
            }
            head = json!({"event_count": last["seq"], "chain_head": last["event_hash"]});
            if took.len() == 101 {
                return millis(median(took));
            }
        }
    }

    /// Medians of every kind of refusal, asked turn by turn.
    async fn refusals(&self, count: usize) -> Vec<(&'static str, f64)> {
        let agent = &self.agents[0];
        let body = json!({"target": {"org_handle": self.stale}, "envelope": client::envelope()}).to_string();
        let stranger = Client::new(&agent.url, "5f1c6f2e-9d1a-4c8b-b7e3-2a61c0de9a44", people::mallory());
        let forger = Client::new(&agent.url, &agent.id, people::mallory());
        let route = ("POST", "/api/agent/v1/sessions");
        let sandbox = json!({"target": {"sandbox": true}, "envelope": client::envelope()}).to_string();
        agent.call_at(route, sandbox.as_bytes(), now(), "used").await.ok();
        let kinds: [(&'static str, &Client, Option<&str>); 4] = [
            ("unknown agent", &stranger, None),
            ("bad signature", &forger, None),
            ("used nonce", agent, Some("used")),
            ("stale handle", agent, None),
        ];
        let mut took: Vec<Vec<Duration>> = vec![Vec::new(); kinds.len()];
        for _ in 0..count {
            for (place, (_, client, used)) in kinds.iter().enumerate() {
                let once = used.map_or_else(nonce, str::to_owned);
                let began = Instant::now();
                let answer = client.call_at(route, body.as_bytes(), now(), &once).await;
                took[place].push(began.elapsed());
                assert_eq!(answer.status, 401);
            }
        }
        kinds.iter().zip(took).map(|((name, ..), took)| (*name, millis(median(took)))).collect()
    }

    async fn end(self) {
        for host in self.hosts {
            host.shutdown().await.unwrap();
        }
    }
}

/// A decision's id that no other head gives.
fn rand(head: &Value) -> u128 {
    let digest = anp::digest::sha256(head.to_string().as_bytes());
    u128::from_be_bytes(digest[..16].try_into().unwrap())
}

fn median(mut took: Vec<Duration>) -> Duration {
    took.sort_unstable();
    took[took.len() / 2]
}

fn millis(took: Duration) -> f64 {
    took.as_secs_f64() * 1e3
}

async fn ceiling(count: usize) -> (f64, f64) {
    let key = SecretKey::from_seed(&[1; 32]);
    let router = axum::Router::new().fallback(bare).with_state(Arc::new(key.public()));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    let client = Client::new(&url, "5f1c6f2e-9d1a-4c8b-b7e3-2a61c0de9a44", key);
    let ask = |method, body: Vec<u8>| Ask { client: client.clone(), method, path: "/api".to_owned(), body };
    let reads = rate((0..count).map(|_| ask("GET", Vec::new())).collect()).await;
    let offers = rate((0..count).map(|_| ask("POST", large_offer(&client))).collect()).await;
    (reads, offers)
}

#[tokio::main]
async fn main() {
    let count = std::env::var("BENCH_COUNT").ok().and_then(|text| text.parse().ok()).unwrap_or(2000);
    println!("{count} requests of each kind, {AT_ONCE} at once; whoever asks runs on the same machine.\n");
    println!("{:<24} {:>9} {:>15}", "", "reads/s", "4 KB offers/s");
    let (reads, offers) = ceiling(count).await;
    println!("{:<24} {reads:>9.0} {offers:>15.0}", "signature check alone");
    let server = Server::start();
    for (name, shared, hosts) in
        [("SQLite", false, 1), ("PostgreSQL, 1 host", true, 1), ("PostgreSQL, 3 hosts", true, 3)]
    {
        let folder = tempfile::tempdir().unwrap();
        let database = shared.then(|| server.database());
        let bench = Bench::start(&settings(folder.path(), database.as_deref()), hosts).await;
        let (reads, offers) = bench.throughput(count).await;
        println!("{name:<24} {reads:>9.0} {offers:>15.0}");
        if hosts == 1 {
            let (short, long) = (bench.append_at(20).await, bench.append_at(2000).await);
            println!("  a desk's append behind 20 events {short:.2} ms, behind 2,000 {long:.2} ms");
            for (kind, median) in bench.refusals(count).await {
                println!("  refused, {kind:<16} {median:.3} ms");
            }
        }
        bench.end().await;
    }
}
