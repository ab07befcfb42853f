//! The drill: three hosts on one database behind a balancer, sixteen vendors' agents,
//! eight desks. Hosts are killed and started again all the while, and the database once.
//!
//! `DRILL_MESSAGES` (default 12) says how much each vendor says.

use std::collections::{HashMap, HashSet};
use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use host::operator::{self, Switch};
use host::{Place, Role, Settings};
use serde_json::{Value, json};
use support::client::{Answer, Client, now};
use support::postgres::Server;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use uuid::Uuid;

use crate::ground::{Home, assert_green, settings_at};

const DATA: &str = "COUNTERSIGN_TEST_DATA";
const DATABASE: &str = "COUNTERSIGN_TEST_DATABASE";
const LISTEN: &str = "COUNTERSIGN_TEST_LISTEN";

const HOSTS: usize = 3;
const VENDORS: u8 = 16;
const DESKS: u8 = 8;

/// A host dies after so many acknowledged events.
const KILL_EVERY: usize = 25;

/// One of the hosts: this test's binary once more, as a child.
#[test]
#[ignore = "started by the drill as its child"]
fn child_host() {
    let (Some(data), Ok(listen)) = (std::env::var_os(DATA), std::env::var(LISTEN)) else { return };
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let database = std::env::var(DATABASE).unwrap();
        let settings = settings_at(Path::new(&data), Some(&database));
        let mut running =
            host::start(Settings { listen: listen.parse().unwrap(), ..settings }).await.unwrap();
        println!("\nlistening {}", running.url);
        running.wait().await.unwrap();
    });
}

/// A server of the drill's own, which is killed without hurting others.
fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(Server::start)
}

struct Host {
    child: Child,
    address: SocketAddr,
}

impl Host {
    fn start(home: &Home, listen: SocketAddr) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "drill::child_host", "--ignored", "--nocapture"])
            .env(DATA, home.folder.path())
            .env(DATABASE, home.database.as_ref().unwrap())
            .env(LISTEN, listen.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let url = lines.find_map(|line| line.strip_prefix("listening http://").map(str::to_owned));
        Self { child, address: url.unwrap().parse().unwrap() }
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The balancer: each connection to the next host, or the one after it where that is dead.
async fn balance(hosts: Vec<SocketAddr>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        for turn in 0.. {
            let Ok((mut client, _)) = listener.accept().await else { return };
            let hosts = hosts.clone();
            tokio::spawn(async move {
                for try_ in 0..hosts.len() {
                    if let Ok(mut host) = TcpStream::connect(hosts[(turn + try_) % hosts.len()]).await {
                        let _ = tokio::io::copy_bidirectional(&mut client, &mut host).await;
                        return;
                    }
                }
            });
        }
    });
    address
}

/// A signer who asks until somebody answers. No connection is kept, so that each
/// request goes to another host.
struct Stubborn {
    http: reqwest::Client,
    client: Client,
}

impl Stubborn {
    fn new(url: &str, id: &str, key: anp::keys::SecretKey) -> Self {
        let http = reqwest::Client::builder()
            .pool_max_idle_per_host(0)
            .timeout(Duration::from_secs(40))
            .build()
            .unwrap();
        Self { http, client: Client::new(url, id, key) }
    }

    /// One try; none where the line is dead or the host cannot answer.
    async fn once(&self, method: &str, path: &str, body: &[u8]) -> Option<Answer> {
        let headers = self.client.headers((method, path), body, now(), &support::client::nonce());
        let sent = support::client::try_send(
            &self.http,
            &self.client.url,
            (method, path),
            Some(&headers),
            body.to_vec(),
        );
        match sent.await {
            Ok(answer) if answer.status != 503 => Some(answer),
            _ => None,
        }
    }

    /// Asks for what changes nothing, until it is answered.
    async fn get(&self, path: &str) -> Value {
        loop {
            if let Some(answer) = self.once("GET", path, b"").await {
                return answer.ok().json();
            }
            // Hosts and database are being started again: there is nothing to wait for but time.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

fn bodies(log: &Value) -> Vec<String> {
    let events = log["events"].as_array().unwrap().iter();
    events.filter_map(|event| Some(event["payload"]["body"].as_str()?.to_owned())).collect()
}

/// A vendor says all that it has to say; where no answer comes it reads before it says
/// it again. Gives what was acknowledged.
async fn vendor(
    agent: Stubborn,
    session: String,
    messages: usize,
    told: watch::Sender<usize>,
) -> Vec<String> {
    let path = format!("/api/agent/v1/sessions/{session}");
    let mut acknowledged = Vec::new();
    for number in 0..messages {
        let text = format!("{} {number}", agent.client.id);
        let event = agent.client.event("message", &json!({"body": text})).to_string();
        loop {
            if let Some(answer) = agent.once("POST", &format!("{path}/events"), event.as_bytes()).await {
                answer.ok();
                break;
            }
            if bodies(&agent.get(&format!("{path}/log")).await).contains(&text) {
                break;
            }
        }
        acknowledged.push(text);
        told.send_modify(|count| *count += 1);
    }
    acknowledged
}

/// A desk answers each vendor's message once, under one decision, until it has answered
/// so many. Gives what was acknowledged, by session.
async fn desk(
    person: Stubborn,
    sessions: HashSet<String>,
    answers: usize,
    told: watch::Sender<usize>,
) -> HashMap<String, Vec<String>> {
    let mut cursor = "0".to_owned();
    let mut sent: HashMap<String, Vec<String>> = HashMap::new();
    while sent.values().map(Vec::len).sum::<usize>() < answers {
        let feed = person.get(&format!("/api/buyer/v1/changes/{cursor}?wait=20")).await;
        feed["cursor"].as_str().unwrap().clone_into(&mut cursor);
        for change in feed["changes"].as_array().unwrap() {
            let id = change["id"].as_str().unwrap();
            if sessions.contains(id) {
                answer(&person, id, sent.entry(id.to_owned()).or_default(), &told).await;
            }
        }
    }
    sent
}

async fn answer(person: &Stubborn, session: &str, sent: &mut Vec<String>, told: &watch::Sender<usize>) {
    let path = format!("/api/buyer/v1/sessions/{session}");
    loop {
        let log = person.get(&format!("{path}/log")).await;
        let open = bodies(&log).into_iter().map(|text| format!("re {text}"));
        let said: Vec<String> = bodies(&log);
        let next = open.filter(|text| !text.starts_with("re re ")).find(|text| !sent.contains(text));
        let Some(text) = next else { return };
        assert!(!said.contains(&text), "sent twice");
        let decision = Uuid::from_u128(u128::from_be_bytes(
            anp::digest::sha256(text.as_bytes())[..16].try_into().unwrap(),
        ))
        .to_string();
        let mut head = log["session"].clone();
        loop {
            let body = json!({
                "decision": decision,
                "events": [person.client.event("message", &json!({"body": text}))],
                "expect": {"seq": head["event_count"], "head": head["chain_head"]},
            });
            let tried = person.once("POST", &format!("{path}/events"), body.to_string().as_bytes()).await;
            match tried {
                None => {}
                Some(moved) if moved.code() == "head_moved" => head = moved.json()["session"].clone(),
                Some(done) => {
                    done.ok();
                    break;
                }
            }
        }
        sent.push(text);
        told.send_modify(|count| *count += 1);
    }
}

/// Kills a host whenever so many events more were acknowledged, and the database once.
async fn havoc(
    home: Arc<Home>,
    mut hosts: Vec<Host>,
    mut told: watch::Receiver<usize>,
    total: usize,
) -> (usize, Vec<Host>) {
    let (mut deaths, mut next, mut restarted) = (0, KILL_EVERY, false);
    while told.wait_for(|count| *count >= next).await.is_ok() {
        let place = deaths % hosts.len();
        let (home, mut host) = (Arc::clone(&home), hosts.remove(place));
        let half = !restarted && next * 2 >= total;
        restarted |= half;
        let risen = tokio::task::spawn_blocking(move || {
            host.kill();
            if half {
                server().restart();
            }
            Host::start(&home, host.address)
        });
        hosts.insert(place, risen.await.unwrap());
        deaths += 1;
        next += KILL_EVERY;
        if next > total {
            break;
        }
    }
    assert!(restarted);
    (deaths, hosts)
}

fn seed(kind: u8, number: u8) -> anp::keys::SecretKey {
    anp::keys::SecretKey::from_seed(&[kind, number].repeat(16).try_into().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_hosts_and_a_killed_database_lose_nothing_and_send_nothing_twice() {
    let messages =
        std::env::var("DRILL_MESSAGES").ok().and_then(|text| text.parse().ok()).unwrap_or(12_usize);
    let home = Arc::new(Home { folder: tempfile::tempdir().unwrap(), database: Some(server().database()) });
    let settings = home.settings();
    let place = Place::from(&settings);
    operator::init(&place, "Northwind", now()).unwrap();
    let handle = operator::channel(&place, Switch::On, now()).unwrap().handle.unwrap();
    // Each comes back on its own port, which nobody may have taken meanwhile.
    let free = || (Ipv4Addr::LOCALHOST, support::port::free()).into();
    let hosts: Vec<Host> = (0..HOSTS).map(|_| Host::start(&home, free())).collect();
    let url = format!("http://{}", balance(hosts.iter().map(|host| host.address).collect()).await);

    let mut sessions = Vec::new();
    for number in 0..VENDORS {
        let agent = Client::registered(&url, &format!("Agent {number}"), seed(1, number)).await;
        operator::verify(&place, &agent.id, now()).unwrap();
        sessions.push((agent.opened(Some(&handle)).await, agent.id.clone(), number));
    }
    let (told, heard) = watch::channel(0_usize);
    let total = messages * usize::from(VENDORS) * 2;
    let mut desks = tokio::task::JoinSet::new();
    for number in 0..DESKS {
        let key = seed(2, number);
        let id =
            operator::enrol(&place, &format!("Person {number}"), &key.public(), &[Role::DealOwner], now())
                .unwrap();
        let person = Stubborn::new(&url, &id, key);
        let mine: HashSet<String> = sessions
            .iter()
            .filter(|(_, _, vendor)| vendor % DESKS == number)
            .map(|(id, _, _)| id.clone())
            .collect();
        let answers = mine.len() * messages;
        desks.spawn(desk(person, mine, answers, told.clone()));
    }
    let mut vendors = tokio::task::JoinSet::new();
    for (session, id, number) in sessions.clone() {
        let agent = Stubborn::new(&url, &id, seed(1, number));
        let told = told.clone();
        vendors.spawn(async move { (session.clone(), vendor(agent, session, messages, told).await) });
    }
    let havoc = tokio::spawn(havoc(Arc::clone(&home), hosts, heard, total));
    let mut expected: HashMap<String, Vec<String>> = HashMap::new();
    for (session, texts) in vendors.join_all().await {
        expected.entry(session).or_default().extend(texts);
    }
    // No desk is stuck: each has answered everything.
    for answered in desks.join_all().await {
        for (session, texts) in answered {
            expected.entry(session).or_default().extend(texts);
        }
    }
    let (deaths, hosts) = havoc.await.unwrap();
    println!("{total} acknowledged events, {deaths} deaths of hosts, one of the database");
    assert!(deaths >= 3);

    let key = std::fs::read_to_string(home.folder.path().join("platform.key")).unwrap();
    let platform =
        anp::keys::SecretKey::from_seed(&anp::base64url::decode::<32>(key.trim()).unwrap()).fingerprint();
    for (session, id, number) in &sessions {
        let agent = Client::new(&url, id, seed(1, *number));
        let log = agent.log(session).await.ok();
        assert_green(&log.body, agent.key().fingerprint(), platform);
        let mut stands = bodies(&log.json());
        let mut expected = expected.remove(session).unwrap();
        stands.sort();
        expected.sort();
        assert_eq!(stands, expected, "each acknowledged event once, and nothing else");
    }
    drop(hosts);
}
