//! A host of its own for each test.
#![allow(dead_code, reason = "each test file uses its part")]

use std::path::Path;
use std::sync::OnceLock;

use host::operator::{self, Switch};
use host::{DatabaseAddress, Keeping, Limits, Place, Rate, Role, Running, Settings, Shared};
use support::client::{Client, now};
use support::people;
use support::postgres::Server;
use tempfile::TempDir;

/// What keeps a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    Sqlite,
    Postgres,
}

/// Where a host of a test has its home.
pub struct Home {
    pub folder: TempDir,
    /// Its database, where it is not in the folder.
    pub database: Option<String>,
}

impl Home {
    /// A new one, in which nothing is.
    pub fn new() -> Self {
        let database = (crate::KEPT == Kept::Postgres).then(|| server().database());
        Self { folder: tempfile::tempdir().unwrap(), database }
    }

    pub fn settings(&self) -> Settings {
        settings_at(self.folder.path(), self.database.as_deref())
    }

    /// Runs a statement on the record, in the words of its kind, behind the host's back.
    pub fn run(&self, sqlite: &str, postgres: &str) {
        if let Some(database) = &self.database {
            server().sql(database, postgres);
        } else {
            let path = self.folder.path().join("host.sqlite");
            rusqlite::Connection::open(path).unwrap().execute_batch(sqlite).unwrap();
        }
    }

    /// All that rests of registrations and their codes, byte for byte where it is a file.
    pub fn raw(&self) -> Vec<u8> {
        match &self.database {
            Some(database) => ["agents", "codes", "acts", "limits", "nonces", "changes"]
                .map(|table| server().sql(database, &format!("SELECT * FROM {table}")))
                .concat()
                .into_bytes(),
            None => ["host.sqlite", "host.sqlite-wal"]
                .map(|name| std::fs::read(self.folder.path().join(name)).unwrap_or_default())
                .concat(),
        }
    }
}

/// The one server of this process.
pub fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(Server::start)
}

/// Settings with open limits.
pub fn settings_at(data: &Path, database: Option<&str>) -> Settings {
    let mut settings = Settings::new(data, "127.0.0.1:0".parse().unwrap());
    if let Some(database) = database {
        let address = DatabaseAddress::read(database, None).unwrap();
        settings.keeping = Keeping::Postgres(Box::new(Shared { connections: 8, ..Shared::new(address) }));
    }
    settings.limits = open_limits();
    settings
}

/// A host that serves a home of its own.
pub struct Ground {
    pub home: Home,
    pub running: Running,
    pub settings: Settings,
}

/// Limits that no test meets by accident.
pub fn open_limits() -> Limits {
    let rate = Rate::of(1_000_000, 1_000_000);
    Limits { registrations: rate, requests: rate, appends: rate, ..Limits::default() }
}

impl Ground {
    /// A new org with its channel off.
    pub async fn new() -> Self {
        Self::with(|settings| settings).await
    }

    /// A new org, served with other settings.
    pub async fn with(change: impl FnOnce(Settings) -> Settings) -> Self {
        let home = Home::new();
        let settings = change(home.settings());
        operator::init(&settings, "Northwind", settings.clock.now()).unwrap();
        let running = host::start(settings.clone()).await.unwrap();
        Self { home, running, settings }
    }

    /// Ends the host and starts it again on the same record.
    pub async fn restarted(self) -> Self {
        self.running.shutdown().await.unwrap();
        let running = host::start(self.settings.clone()).await.unwrap();
        Self { running, ..self }
    }

    pub fn url(&self) -> &str {
        &self.running.url
    }

    pub fn data(&self) -> &std::path::Path {
        self.home.folder.path()
    }

    pub fn place(&self) -> Place {
        Place::from(&self.settings)
    }

    /// Switches the channel as the local operator; gives the handle.
    pub fn switch(&self, switch: Switch) -> Option<String> {
        operator::channel(&self.settings, switch, self.settings.clock.now()).unwrap().handle
    }

    /// Contoso's agent, registered.
    pub async fn contoso(&self) -> Client {
        Client::registered(self.url(), "Contoso Seller Agent", people::contoso_agent()).await
    }

    /// Contoso's agent, verified.
    pub async fn verified(&self) -> Client {
        let contoso = self.contoso().await;
        operator::verify(&self.settings, &contoso.id, self.settings.clock.now()).unwrap();
        contoso
    }

    /// A person, enrolled in these roles.
    pub fn person(&self, name: &str, key: anp::keys::SecretKey, roles: &[Role]) -> Client {
        let at = self.settings.clock.now();
        let id = operator::enrol(&self.settings, name, &key.public(), roles, at).unwrap();
        Client::new(self.url(), &id, key)
    }

    /// Olivia, who is everything.
    pub fn olivia(&self) -> Client {
        self.person("Olivia", people::olivia(), &Role::ALL)
    }
}

/// Whether a log is green for its own org, with both parties' keys pinned.
pub fn assert_green(log: &[u8], vendor: anp::digest::Fingerprint, platform: anp::digest::Fingerprint) {
    use anp::event::Actor;
    use anp::verify::{Outcome, Pin, Trust, judge};
    let pins = vec![
        Pin { party: Actor::VendorAgent, fingerprint: vendor },
        Pin { party: Actor::Buyer, fingerprint: platform },
    ];
    let judged = judge(log, &Trust { pins, own_org: true, ..Trust::default() });
    assert_eq!(judged.verdict.outcome, Outcome::Green, "{:?}", judged.verdict.faults);
}

/// Now, by the machine.
pub fn machine_now() -> anp::time::Moment {
    now()
}
