//! Northwind's host on loopback, reached by several desks, each one person's.

use std::sync::Arc;
use std::time::Duration;

use anp::keys::{PublicKey, SecretKey};
use anp::time::Moment;
use desk::view::{AnswerForm, AppView, DealForm, DealView, MandateForm, Problem, RoleView};
use desk::{Desk, Enrolment, HostPlace, Sources, Workspace};
use host::{Limits, Rate, Role, Running, Settings, operator};
use support::client::{Client, now, offer};
use support::line::Line;
use support::people;
use tempfile::TempDir;

/// Longest wait for something that must come. Only a test that fails waits as long.
const PATIENCE: Duration = Duration::from_mins(1);

/// A desk before it has joined anybody: its own host would take everybody.
struct Nobody;

impl Enrolment for Nobody {
    fn enrol(&self, _: &str, _: &PublicKey) -> Result<String, Problem> {
        panic!("a desk that takes an invitation asks no local operator")
    }
}

pub struct Team {
    pub host: Running,
    pub data: std::path::PathBuf,
    folder: TempDir,
}

/// One person's desk with its own way to the host.
pub struct Seat {
    pub desk: Desk,
    pub line: Line,
    polling: Polling,
    root: std::path::PathBuf,
}

/// The desk's own work, which ends with it.
struct Polling(tokio::task::JoinHandle<()>);

impl Drop for Polling {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Team {
    pub async fn new() -> Self {
        Self::with(|_| ()).await
    }

    /// With a host of other settings.
    pub async fn with(change: impl FnOnce(&mut Settings)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("host");
        operator::init(&data, "Northwind", now()).unwrap();
        let mut settings = Settings::new(&data, "127.0.0.1:0".parse().unwrap());
        let rate = Rate::of(1_000_000, 1_000_000);
        settings.limits = Limits { registrations: rate, requests: rate, appends: rate, ..Limits::default() };
        change(&mut settings);
        let host = host::start(settings).await.unwrap();
        Self { host, data, folder }
    }

    /// Olivia, who founds the organisation by the operator's invitation.
    pub async fn olivia(&self) -> Seat {
        let line = Line::to(&self.host.url).await;
        let ticket = operator::invite_first(&self.data, &line.url, "Olivia", &Role::ALL, now()).unwrap();
        self.joined("Olivia", people::olivia(), &ticket.expose_text(), line).await
    }

    /// A colleague whom Olivia invites.
    pub async fn colleague(&self, by: &Seat, name: &str, key: SecretKey, roles: &[RoleView]) -> Seat {
        let invitation = by.desk.invite(name, roles, 7).await.unwrap();
        let line = Line::to(&self.host.url).await;
        let text = Self::by_line(&invitation.text, &line);
        self.joined(name, key, &text, line).await
    }

    /// The same invitation, for a desk that reaches the host by its own line.
    pub fn by_line(text: &str, line: &Line) -> String {
        let mut ticket = anp::join::Ticket::parse(text).unwrap();
        ticket.host.clone_from(&line.url);
        ticket.expose_text().to_string()
    }

    pub fn seat(&self, name: &str, line: Line, ahead: i64) -> Seat {
        let root = self.folder.path().join(name);
        let workspace = Workspace { root: root.clone(), demo: false };
        let place = HostPlace {
            url: "http://127.0.0.1:9".to_owned(),
            embedded: true,
            platform_fingerprint: Some("0".repeat(64)),
        };
        let machine = Sources::of_the_machine();
        let sources = Sources::new(
            move || Moment::from_millis(now().millis() + ahead),
            move |bytes| bytes.iter_mut().for_each(|byte| [*byte] = machine.bytes()),
        );
        let desk = Desk::open(&workspace, place, Arc::new(Nobody), None, sources).unwrap();
        let polling = tokio::spawn(desk.clone().run());
        Seat { desk, line, polling: Polling(polling), root }
    }

    /// A person's desk, ended and opened again on what it left.
    pub async fn restarted(&self, seat: Seat) -> Seat {
        let name = seat.root.file_name().unwrap().to_str().unwrap().to_owned();
        let Seat { line, desk, mut polling, root: _ } = seat;
        polling.0.abort();
        // Ended as it is meant to be, by being aborted.
        let _ = (&mut polling.0).await;
        drop(desk);
        self.seat(&name, line, 0)
    }

    async fn joined(&self, name: &str, key: SecretKey, text: &str, line: Line) -> Seat {
        let seat = self.seat(name, line, 0);
        seat.desk.join_with(text, name, key).await.unwrap();
        seat.until("the host is met", |desk| desk.app_view().unwrap().org).await;
        seat
    }

    /// Contoso's agent, verified by Olivia at her desk.
    pub async fn contoso(&self, olivia: &Seat) -> Client {
        let contoso =
            Client::registered(&self.host.url, "Contoso Seller Agent", people::contoso_agent()).await;
        let waits = |desk: &Desk| desk.vendors().into_iter().find(|vendor| vendor.agent_id == contoso.id);
        let seen = olivia.until("the vendor waits", waits).await;
        olivia.desk.verify_vendor(&seen.agent_id, &seen.fingerprint).await.unwrap();
        olivia.desk.set_channel(true).await.unwrap();
        contoso
    }

    /// A session of Contoso's with one offer, sorted into a deal at a desk.
    pub async fn offered(&self, contoso: &Client, by: &Seat, deal: &str, price: f64) -> String {
        let handle = by.until("the channel is on", |desk| desk.app_view().unwrap().org?.channel.handle).await;
        let session = contoso.opened(Some(&handle)).await;
        contoso.say(&session, "offer", &offer(price)).await.ok();
        let there = |desk: &Desk| {
            let today = desk.today().unwrap();
            let unsorted = today.unsorted.iter().any(|row| row.session == session);
            (unsorted || sorted(desk, deal, &session)).then_some(())
        };
        by.until("the session", there).await;
        if !sorted(&by.desk, deal, &session) {
            by.desk.assign_session(&session, deal).unwrap();
        }
        // Opening, envelope, offer.
        by.head(deal, &session, 3).await;
        session
    }
}

/// Lets `to` stand in for a deal's owner, who has the mandate by which to judge then.
pub async fn stands_in(owner: &Seat, to: &Seat, deal: &str) {
    let until = now().plus_millis(60 * 60 * 1000).to_text();
    owner.desk.name_stand_in(&to.fingerprint(), Some(deal), &until).await.unwrap();
    to.until("the mandate", |desk| desk.deal(deal).unwrap().mandate).await;
}

/// A counter to a session's offer, with this price.
pub fn counter(seat: &Seat, session: &str, price: &str) -> AnswerForm {
    let mut form = seat.desk.counter_form(session).unwrap();
    price.clone_into(&mut form.lines[0].unit_price);
    AnswerForm::Counter { form }
}

fn sorted(desk: &Desk, deal: &str, session: &str) -> bool {
    desk.deal(deal).is_ok_and(|view| view.ledgers.iter().any(|card| card.session == session))
}

impl Seat {
    pub fn app(&self) -> AppView {
        self.desk.app_view().unwrap()
    }

    pub fn db(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.root.join("desk.db")).unwrap()
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

    /// Waits until so many events of a deal's session are verified here.
    pub async fn head(&self, deal: &str, session: &str, seq: u32) -> DealView {
        let there = |desk: &Desk| {
            let view = desk.deal(deal).ok()?;
            let card = view.ledgers.iter().find(|card| card.session == session)?;
            (card.verdict.events >= seq).then_some(())?;
            Some(view)
        };
        self.until(&format!("event {seq}"), there).await
    }

    /// A deal that this person owns, with a mandate.
    pub fn deal(&self) -> String {
        let form = DealForm {
            title: "CRM renewal".to_owned(),
            vendor: "Contoso".to_owned(),
            vendor_domains: vec!["contoso.example".to_owned()],
        };
        let deal = self.desk.make_deal(&form).unwrap();
        let mandate = MandateForm {
            currency: "USD".to_owned(),
            target_annual: "525000".to_owned(),
            walk_away_annual: "568000".to_owned(),
            ..MandateForm::default()
        };
        self.desk.set_mandate(&deal, &mandate).unwrap();
        deal
    }

    pub fn fingerprint(&self) -> String {
        self.app().person.unwrap().fingerprint
    }
}
