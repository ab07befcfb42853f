//! A big workspace, made as people make one: a host, verified agents, sessions and offers
//! over HTTP, a desk that proves and takes them in. Mails are laid into the database.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anp::keys::{PublicKey, SecretKey};
use desk::view::{DealForm, KeyPlace, Problem};
use desk::{Desk, Enrolment, HostPlace, Sources, Workspace};
use futures_util::StreamExt as _;
use host::{Limits, Rate, Role, Settings, operator};
use support::client::{Client, now, offer};
use walk::Fault;

/// Agents that share the sessions.
const AGENTS: usize = 20;

/// Sessions that go on; the others are closed.
pub const OPEN: usize = 40;

/// Mails that belong to no deal.
const UNSORTED: usize = 40;

/// What was made.
pub struct Made {
    /// The seeds of the agents' keys and their registrations, to go on with.
    pub agents: Vec<([u8; 32], String)>,
    /// A session that goes on, its deal, and its agent's place.
    pub live: (String, String, usize),
}

struct Operator(PathBuf);

impl Enrolment for Operator {
    fn enrol(&self, name: &str, key: &PublicKey) -> Result<String, Problem> {
        operator::enrol(&self.0, name, key, &Role::ALL, now())
            .map_err(|error| Problem::new(desk::view::ProblemCode::Defect).with("reference", error))
    }
}

/// Makes it.
///
/// # Errors
/// Where a step does not come to its end.
pub async fn make(root: &Path, deals: usize, mails: usize) -> Result<Made, Fault> {
    let data = root.join("host");
    std::fs::create_dir_all(root).map_err(Fault::cannot(root.display()))?;
    operator::init(&data, "Our organisation", now()).map_err(Fault::cannot("a host"))?;
    let listen = std::net::SocketAddr::from((std::net::Ipv4Addr::LOCALHOST, 0));
    let mut settings = Settings::new(&data, listen);
    let rate = Rate::of(1_000_000, 1_000_000);
    settings.limits = Limits { registrations: rate, requests: rate, appends: rate, ..Limits::default() };
    let running = host::start(settings).await.map_err(Fault::cannot("a host"))?;
    let place = HostPlace {
        url: running.url.clone(),
        embedded: true,
        platform_fingerprint: Some(running.platform_fingerprint.to_string()),
    };
    let workspace = Workspace { root: root.to_owned(), demo: false };
    let enrolment = Arc::new(Operator(data));
    let desk = Desk::open(&workspace, place, enrolment, None, Sources::of_the_machine()).map_err(told)?;
    desk.make_key("Olivia Owner".to_owned(), KeyPlace::Keychain, None).await.map_err(told)?;
    let polling = tokio::spawn(desk.clone().run());
    let made = fill(&desk, &running.url, deals).await;
    polling.abort();
    let _ = polling.await;
    drop(desk);
    running.shutdown().await.map_err(Fault::cannot("ending the host"))?;
    let made = made?;
    lay_mails(&root.join("desk.db"), mails).map_err(Fault::cannot("mails"))?;
    Ok(made)
}

#[allow(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
fn told(problem: Problem) -> Fault {
    Fault::new("the desk", "no problem", format!("{problem:?}"))
}

async fn fill(desk: &Desk, url: &str, deals: usize) -> Result<Made, Fault> {
    until(desk, |desk| desk.app_view().is_ok_and(|view| view.org.is_some())).await;
    let channel = desk.set_channel(true).await.map_err(told)?;
    let handle = channel.handle.unwrap_or_default();
    let mut agents = Vec::new();
    for number in 0..AGENTS {
        let key = SecretKey::from_seed(&seed(number));
        agents.push(Client::registered(url, &format!("Vendor {number} agent"), key).await);
    }
    until(desk, |desk| desk.vendors().len() >= AGENTS).await;
    for vendor in desk.vendors() {
        desk.verify_vendor(&vendor.agent_id, &vendor.fingerprint).await.map_err(told)?;
    }
    let ids: Vec<String> = (0..deals).map(|number| make_deal(desk, number)).collect::<Result<_, _>>()?;
    let handle = &handle;
    let agents_of = &agents;
    let opening = (0..deals).map(|number| async move {
        let agent = agents_of.get(number % AGENTS)?;
        Some((number, negotiated(agent, handle, number).await))
    });
    let sessions: Vec<(usize, String)> = futures_util::stream::iter(opening)
        .buffer_unordered(8)
        .filter_map(std::future::ready)
        .collect()
        .await;
    until(desk, |desk| desk.today().is_ok_and(|today| today.unsorted.len() >= deals)).await;
    let mut live = None;
    for (number, session) in &sessions {
        let Some(deal) = ids.get(*number) else { continue };
        desk.assign_session(session, deal).map_err(told)?;
        if *number == 0 {
            live = Some((session.clone(), deal.clone(), 0));
        }
    }
    let live = live.ok_or_else(|| Fault::new("a session that goes on", "one", "none"))?;
    let agents = agents.iter().enumerate().map(|(number, agent)| (seed(number), agent.id.clone()));
    Ok(Made { agents: agents.collect(), live })
}

/// The seed of an agent's key.
fn seed(agent: usize) -> [u8; 32] {
    [u8::try_from(100 + agent).unwrap_or(100); 32]
}

fn make_deal(desk: &Desk, number: usize) -> Result<String, Fault> {
    let form = DealForm {
        title: format!("Renewal {number} of platform seats"),
        vendor: format!("Vendor {} Ltd", number % AGENTS),
        vendor_domains: vec![format!("vendor{number}.example")],
    };
    desk.make_deal(&form).map_err(told)
}

/// A session with two rounds of offers; all but the first ones are closed by the vendor.
async fn negotiated(agent: &Client, handle: &str, number: usize) -> String {
    let session = agent.opened(Some(handle)).await;
    let price = 900.0 + f64::from(u32::try_from(number % 200).unwrap_or(0));
    agent.say(&session, "offer", &offer(price)).await.ok();
    let message = serde_json::json!({"body": "Our price is good through the end of the quarter."});
    agent.say(&session, "message", &message).await.ok();
    agent.say(&session, "counter_offer", &offer(price - 20.0)).await.ok();
    if number >= OPEN {
        agent.say(&session, "session_close", &serde_json::json!({"reason": "Withdrawn."})).await.ok();
    }
    session
}

/// Waits until the desk shows something; woken by what it says of changes.
async fn until(desk: &Desk, seen: impl Fn(&Desk) -> bool) {
    let mut changes = desk.changes();
    while !seen(desk) {
        // What was missed is a change, too; a pause bounds how often thousands are counted.
        let _ = tokio::time::timeout(Duration::from_secs(1), changes.recv()).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Lays mails into the database, as a mailbox that was read would leave them.
fn lay_mails(database: &Path, mails: usize) -> rusqlite::Result<()> {
    let mut db = rusqlite::Connection::open(database)?;
    let deals: Vec<String> = db
        .prepare("SELECT id FROM deals ORDER BY made_at, id")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let transaction = db.transaction()?;
    {
        let mut adding =
            transaction.prepare("INSERT INTO mails (deal, digest, at, raw) VALUES (?1, ?2, ?3, ?4)")?;
        for number in 0..mails {
            let deal = deals.get(number % deals.len().max(1)).filter(|_| number >= UNSORTED);
            let (at, raw) = letter(number);
            let digest = anp::digest::sha256(&raw);
            let digest = anp::digest::PayloadHash(digest).to_string();
            adding.execute(rusqlite::params![deal, digest, at, raw])?;
        }
    }
    transaction.commit()
}

fn letter(number: usize) -> (String, Vec<u8>) {
    let (day, hour, minute) = (1 + number % 28, (number / 28) % 24, (number / 700) % 60);
    let at = format!("2026-{:02}-{day:02}T{hour:02}:{minute:02}:00Z", 1 + number % 9);
    let body = format!("Line {number} about seats, support and the price hold at renewal.\r\n").repeat(30);
    let raw = format!(
        "From: Sales <sales@vendor{0}.example>\r\nTo: olivia@ours.example\r\nSubject: Renewal {number}\r\n\
         Date: Thu, {day:02} Jan 2026 {hour:02}:{minute:02}:00 +0000\r\nMessage-ID: <{number}@vendor{0}.example>\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\n{body}",
        number % 2000
    );
    (at, raw.into_bytes())
}
