//! A host of its own for each test.
#![allow(dead_code, reason = "each test file uses its part")]

use host::operator::{self, Switch};
use host::{Limits, Rate, Role, Running, Settings};
use support::client::{Client, now};
use support::people;
use tempfile::TempDir;

/// A host that serves a folder of its own.
pub struct Ground {
    pub folder: TempDir,
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
        let folder = tempfile::tempdir().unwrap();
        let mut settings = Settings::new(folder.path(), "127.0.0.1:0".parse().unwrap());
        settings.limits = open_limits();
        let settings = change(settings);
        operator::init(folder.path(), "Northwind", settings.clock.now()).unwrap();
        let running = host::start(settings.clone()).await.unwrap();
        Self { folder, running, settings }
    }

    /// Ends the host and starts it again on the same folder.
    pub async fn restarted(self) -> Self {
        self.running.shutdown().await.unwrap();
        let running = host::start(self.settings.clone()).await.unwrap();
        Self { running, ..self }
    }

    pub fn url(&self) -> &str {
        &self.running.url
    }

    pub fn data(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// Switches the channel as the local operator; gives the handle.
    pub fn switch(&self, switch: Switch) -> Option<String> {
        operator::channel(self.data(), switch, self.settings.clock.now()).unwrap().handle
    }

    /// Contoso's agent, registered.
    pub async fn contoso(&self) -> Client {
        Client::registered(self.url(), "Contoso Seller Agent", people::contoso_agent()).await
    }

    /// Contoso's agent, verified.
    pub async fn verified(&self) -> Client {
        let contoso = self.contoso().await;
        operator::verify(self.data(), &contoso.id, self.settings.clock.now()).unwrap();
        contoso
    }

    /// A person, enrolled in these roles.
    pub fn person(&self, name: &str, key: anp::keys::SecretKey, roles: &[Role]) -> Client {
        let at = self.settings.clock.now();
        let id = operator::enrol(self.data(), name, &key.public(), roles, at).unwrap();
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
