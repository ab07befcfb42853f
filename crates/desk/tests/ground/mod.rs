//! Contoso's agent, a real host, a line between it and the desk, and Olivia's desk.
#![allow(dead_code, reason = "each test file uses its part")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use anp::keys::PublicKey;
use anp::time::Moment;
use desk::view::{
    AnswerForm, AppView, Approved, DealForm, DealState, DealView, Entry, EntryBody, HoldState, MandateForm,
    OfferForm, Problem, ProblemCode, Review, VerdictOutcome,
};
use desk::{Desk, Enrolment, HostPlace, Sources, Workspace};
use host::{Limits, Rate, Role, Running, Settings, operator};
use support::client::{Answer, Client, now, offer};
use support::line::Line;
use support::people;
use tempfile::TempDir;

/// Longest wait for something that must come. Only a test that fails waits as long.
const PATIENCE: Duration = Duration::from_mins(1);

/// Enrols people in a data folder as its operator.
pub struct Operator(pub PathBuf);

impl Enrolment for Operator {
    fn enrol(&self, name: &str, key: &PublicKey) -> Result<String, Problem> {
        if let Some(person) = operator::person_of(&self.0, key).unwrap() {
            return Ok(person);
        }
        Ok(operator::enrol(&self.0, name, key, &Role::ALL, now()).unwrap())
    }
}

/// How far the desk's clock is from the machine's.
#[derive(Clone, Default)]
pub struct DeskClock(Arc<AtomicI64>);

impl DeskClock {
    pub fn ahead_by(&self, millis: i64) {
        self.0.store(millis, Ordering::SeqCst);
    }

    fn sources(&self) -> Sources {
        let ahead = Arc::clone(&self.0);
        let machine = Sources::of_the_machine();
        Sources::new(
            move || Moment::from_millis(now().millis() + ahead.load(Ordering::SeqCst)),
            move |bytes| bytes.iter_mut().for_each(|byte| [*byte] = machine.bytes()),
        )
    }
}

pub struct Ground {
    pub folder: TempDir,
    pub host: Running,
    pub settings: Settings,
    pub line: Line,
    pub clock: DeskClock,
    pub desk: Desk,
    polling: Polling,
}

/// A desk that runs; it ends with this.
struct Polling(tokio::task::JoinHandle<()>);

impl Polling {
    fn of(desk: &Desk) -> Self {
        Self(tokio::spawn(desk.clone().run()))
    }
}

impl Drop for Polling {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn settings(data: &Path) -> Settings {
    let mut settings = Settings::new(data, "127.0.0.1:0".parse().unwrap());
    let rate = Rate::of(1_000_000, 1_000_000);
    settings.limits = Limits { registrations: rate, requests: rate, appends: rate, ..Limits::default() };
    settings
}

impl Ground {
    /// Northwind's host and Olivia's desk, the channel on.
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("host");
        operator::init(&data, "Northwind", now()).unwrap();
        let settings = settings(&data);
        let host = host::start(settings.clone()).await.unwrap();
        let line = Line::to(&host.url).await;
        let clock = DeskClock::default();
        let desk = open(folder.path(), &line.url, Some(&host), &clock).unwrap();
        desk.hold_key("Olivia", people::olivia()).await.unwrap();
        let polling = Polling::of(&desk);
        let ground = Self { folder, host, settings, line, clock, desk, polling };
        ground.until("the host is met", |desk| desk.app_view().unwrap().org).await;
        ground.desk.set_channel(true).await.unwrap();
        ground
    }

    /// Ends the desk, lets the test do something to what it left, and opens it again.
    pub async fn reopened(mut self, between: impl FnOnce(&Self)) -> Self {
        self.polling.0.abort();
        let _ = (&mut self.polling.0).await;
        between(&self);
        self.desk = open(self.folder.path(), &self.line.url, Some(&self.host), &self.clock).unwrap();
        self.desk.hold_key("Olivia", people::olivia()).await.unwrap();
        self.polling = Polling::of(&self.desk);
        self
    }

    /// Ends the host, lets the test do something to its folder, and starts it again.
    pub async fn host_restarted(mut self, between: impl FnOnce(&Path)) -> Self {
        let data = self.settings.data.clone();
        self.host.shutdown().await.unwrap();
        between(&data);
        self.host = host::start(self.settings.clone()).await.unwrap();
        self.line.lead_to(&self.host.url);
        self
    }

    pub fn db(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.folder.path().join("desk/desk.db")).unwrap()
    }

    pub fn host_db(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.settings.data.join("host.sqlite")).unwrap()
    }

    pub fn app(&self) -> AppView {
        self.desk.app_view().unwrap()
    }

    /// Waits until the desk shows something; woken by what the desk says of changes.
    pub async fn until<T>(&self, what: &str, mut seen: impl FnMut(&Desk) -> Option<T>) -> T {
        let mut changes = self.desk.changes();
        let waiting = async {
            loop {
                if let Some(seen) = seen(&self.desk) {
                    return seen;
                }
                // Having missed some changes is a change.
                let _ = changes.recv().await;
            }
        };
        let seen = tokio::time::timeout(PATIENCE, waiting).await;
        seen.unwrap_or_else(|_| panic!("not seen: {what}; {:#?}", self.app()))
    }

    /// Waits for a standing problem of this kind.
    pub async fn problem(&self, code: ProblemCode) -> Problem {
        let of_code = |desk: &Desk| {
            let problems = desk.app_view().unwrap().problems;
            problems.into_iter().find(|problem| problem.code == code)
        };
        self.until(&format!("{code:?}"), of_code).await
    }

    /// Contoso's agent, verified by Olivia.
    pub async fn contoso(&self) -> Client {
        let contoso =
            Client::registered(&self.host.url, "Contoso Seller Agent", people::contoso_agent()).await;
        let waits = |desk: &Desk| desk.vendors().into_iter().find(|vendor| vendor.agent_id == contoso.id);
        let seen = self.until("the vendor waits", waits).await;
        self.desk.verify_vendor(&seen.agent_id, &seen.fingerprint).await.unwrap();
        contoso
    }

    pub fn handle(&self) -> String {
        self.app().org.unwrap().channel.handle.unwrap()
    }

    /// The deal with Contoso: target 525,000, walk-away 568,000 a year.
    pub fn deal(&self) -> String {
        let form = DealForm {
            title: "CRM renewal".to_owned(),
            vendor: "Contoso".to_owned(),
            vendor_domains: vec!["contoso.example".to_owned()],
        };
        let deal = self.desk.make_deal(&form).unwrap();
        self.desk.set_mandate(&deal, &mandate("525000", "568000")).unwrap();
        deal
    }

    /// A session with an offer at this unit price, assigned to a deal, held.
    pub async fn offered(&self, contoso: &Client, deal: &str, price: f64) -> String {
        let session = contoso.opened(Some(&self.handle())).await;
        contoso.say(&session, "offer", &offer(price)).await.ok();
        let there = |desk: &Desk| {
            let today = desk.today().unwrap();
            let unsorted = today.unsorted.iter().any(|row| row.session == session);
            (unsorted || desk.deal(deal).unwrap().ledgers.iter().any(|card| card.session == session))
                .then_some(())
        };
        self.until("the session", there).await;
        self.desk.assign_session(&session, deal).unwrap();
        self.head(deal, &session, 3).await;
        session
    }

    /// Waits until the offer at this place is held.
    pub async fn held(&self, deal: &str, seq: u32) -> Entry {
        let held = |desk: &Desk| {
            let view = desk.deal(deal).unwrap();
            view.timeline.into_iter().find(|entry| {
                entry.event.as_ref().is_some_and(|event| event.seq == seq)
                    && matches!(&entry.body, EntryBody::Offer { hold: Some(hold), .. } if hold.state == HoldState::Held)
            })
        };
        self.until(&format!("offer {seq} is held"), held).await
    }

    /// Waits until the replica of a session has so many events.
    pub async fn head(&self, deal: &str, session: &str, seq: u32) {
        let there = |desk: &Desk| {
            let view = desk.deal(deal).unwrap();
            let card = view.ledgers.iter().find(|card| card.session == session)?;
            (card.verdict.events >= seq).then_some(())
        };
        self.until(&format!("event {seq}"), there).await;
    }

    /// Waits for a deal's state.
    pub async fn state(&self, deal: &str, state: DealState) -> DealView {
        let view = |desk: &Desk| Some(desk.deal(deal).unwrap()).filter(|view| view.state == state);
        self.until(&format!("{state:?}"), view).await
    }

    pub fn review(&self, session: &str, form: &AnswerForm) -> Review {
        self.desk.review(session, form).unwrap()
    }

    /// Reviews and approves; gives the last event's number.
    pub async fn answer(&self, session: &str, form: &AnswerForm) -> u32 {
        let review = self.review(session, form);
        assert_eq!(review.obstacle, None);
        match self.desk.approve(&review.ticket).await.unwrap() {
            Approved::Sent { seq } => seq,
            other => panic!("{other:?}"),
        }
    }

    /// Waits until everything that was stated here has its place at the host.
    pub async fn stated(&self) {
        let waits = || -> i64 {
            self.db().query_row("SELECT count(*) FROM ledger_pending", [], |row| row.get(0)).unwrap()
        };
        self.until("all is stated", |_| (waits() == 0).then_some(())).await;
    }

    /// A counter at another unit price.
    pub fn counter(&self, session: &str, price: &str) -> AnswerForm {
        let mut form: OfferForm = self.desk.counter_form(session).unwrap();
        price.clone_into(&mut form.lines[0].unit_price);
        AnswerForm::Counter { form }
    }

    pub fn verdict(&self, deal: &str) -> VerdictOutcome {
        self.desk.deal(deal).unwrap().ledgers[0].verdict.outcome
    }
}

/// Opens the desk of a folder.
pub fn open(folder: &Path, url: &str, host: Option<&Running>, clock: &DeskClock) -> Result<Desk, Problem> {
    let workspace = Workspace { root: folder.join("desk"), demo: false };
    let place = HostPlace {
        url: url.to_owned(),
        embedded: true,
        platform_fingerprint: host.map(|host| host.platform_fingerprint.to_string()),
    };
    let enrolment = Arc::new(Operator(folder.join("host")));
    Desk::open(&workspace, place, enrolment, None, clock.sources())
}

pub fn mandate(target: &str, walk_away: &str) -> MandateForm {
    MandateForm {
        currency: "USD".to_owned(),
        target_annual: target.to_owned(),
        walk_away_annual: walk_away.to_owned(),
        longest_term_months: "36".to_owned(),
        most_rounds: "6".to_owned(),
        ..MandateForm::default()
    }
}

pub fn message(body: &str) -> AnswerForm {
    AnswerForm::Message { subject: String::new(), body: body.to_owned() }
}

/// Events of a log that the buyer's side authored, beyond the envelope: kind and payload hash.
pub fn ours(log: &Answer) -> Vec<(String, String)> {
    let log = log.json();
    let events = log["events"].as_array().unwrap();
    let text = |event: &serde_json::Value, key: &str| event[key].as_str().unwrap().to_owned();
    events
        .iter()
        .filter(|event| event["actor"] == "buyer" && event["kind"] != "envelope")
        .map(|event| (text(event, "kind"), text(event, "payload_hash")))
        .collect()
}
