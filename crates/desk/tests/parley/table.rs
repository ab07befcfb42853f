//! Two people at two desks, one clock that the test moves, and the service between them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use anp::keys::{PublicKey, SecretKey};
use anp::time::Moment;
use desk::view::{
    DealForm, ParleyAct, ParleyBoundForm, ParleyBoundRule, ParleyDone, ParleyForm, ParleyView, Problem,
};
use desk::{Desk, Enrolment, HostPlace, Sources, Workspace};
use support::agentpub::{AgentPub, Profile};
use support::people;
use tempfile::TempDir;

/// The time at which every test begins.
const START: i64 = 1_800_000_000_000;

/// Nobody is enrolled anywhere: these desks have no host.
struct Alone;

impl Enrolment for Alone {
    fn enrol(&self, name: &str, _: &PublicKey) -> Result<String, Problem> {
        Ok(name.to_owned())
    }
}

/// A time that the test moves.
#[derive(Clone, Default)]
pub struct Clock(Arc<AtomicI64>);

impl Clock {
    pub fn pass(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1000, Ordering::SeqCst);
    }

    pub fn text_in(&self, seconds: i64) -> String {
        Moment::from_millis(START + self.0.load(Ordering::SeqCst) + seconds * 1000).to_text()
    }
}

/// A person with a desk.
pub struct Seat {
    pub desk: Desk,
    pub deal: String,
    pub handle: &'static str,
    name: &'static str,
    folder: PathBuf,
    clock: Clock,
    skew_ms: i64,
    base: String,
}

pub struct Table {
    pub clock: Clock,
    pub service: AgentPub,
    pub seller: Seat,
    pub buyer: Seat,
    _folder: TempDir,
}

fn key_of(name: &str) -> SecretKey {
    if name == "Olivia" { people::olivia() } else { people::pat() }
}

impl Seat {
    async fn new(name: &'static str, handle: &'static str, at: (PathBuf, &Clock, i64), base: &str) -> Self {
        let (folder, clock, skew_ms) = at;
        let desk = open(&folder, clock, skew_ms);
        desk.hold_key(name, key_of(name)).await.unwrap();
        desk.join_agentpub(base, format!("key-of-{handle}")).await.unwrap();
        let form = DealForm {
            title: "Delivery window".to_owned(),
            vendor: "Contoso".to_owned(),
            vendor_domains: vec!["contoso.example".to_owned()],
        };
        let deal = desk.make_deal(&form).unwrap();
        Self { desk, deal, handle, name, folder, clock: clock.clone(), skew_ms, base: base.to_owned() }
    }

    /// The desk dies between two turns and comes back from its database.
    pub async fn restart(&mut self) {
        self.desk = open(&self.folder, &self.clock, self.skew_ms);
        self.desk.hold_key(self.name, key_of(self.name)).await.unwrap();
        self.desk.join_agentpub(&self.base, format!("key-of-{}", self.handle)).await.unwrap();
    }

    pub fn form(&self, session: &str, peer: &str) -> ParleyForm {
        let sells = self.handle.starts_with("seller");
        let (rule, limit) =
            if sells { (ParleyBoundRule::AtLeast, "100") } else { (ParleyBoundRule::AtMost, "200") };
        ParleyForm {
            deal: self.deal.clone(),
            peer: peer.to_owned(),
            session: session.to_owned(),
            opens: sells,
            confirms: true,
            max_rounds: "6".to_owned(),
            deadline: self.clock.text_in(240),
            bounds: vec![ParleyBoundForm { member: "price_cents".to_owned(), rule, limit: limit.to_owned() }],
            best_final: r#"{"price_cents":150}"#.to_owned(),
        }
    }

    pub fn all(&self) -> Vec<ParleyView> {
        self.desk.parleys(&self.deal).unwrap()
    }

    pub fn one(&self, session: &str) -> ParleyView {
        self.all().into_iter().find(|view| view.session == session).unwrap()
    }

    pub fn offer(&self, session: &str, cents: u64, life: i64) -> Result<ParleyDone, Problem> {
        let act = ParleyAct::Offer {
            terms: format!(r#"{{"price_cents":{cents}}}"#),
            expires_at: self.clock.text_in(life),
            note: "Closest I can get.".to_owned(),
        };
        self.desk.parley_act(session, &act, &[])
    }

    pub fn accept(&self, session: &str) -> Result<ParleyDone, Problem> {
        let terms_hash = self.one(session).terms_hash.unwrap_or_default();
        self.desk.parley_act(session, &ParleyAct::Accept { terms_hash }, &[])
    }

    pub fn db(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.folder.join("desk.db")).unwrap()
    }

    pub async fn turn(&self) {
        self.desk.haggle_once().await.unwrap();
    }
}

fn open(folder: &Path, clock: &Clock, skew_ms: i64) -> Desk {
    let time = clock.clone();
    let machine = Sources::of_the_machine();
    let sources = Sources::new(
        move || Moment::from_millis(START + time.0.load(Ordering::SeqCst) + skew_ms),
        move |bytes| bytes.iter_mut().for_each(|byte| [*byte] = machine.bytes()),
    );
    let workspace = Workspace { root: folder.to_owned(), demo: false };
    // The discard port: a host is not part of this.
    let host = HostPlace { url: "http://127.0.0.1:9".to_owned(), embedded: true, platform_fingerprint: None };
    Desk::open(&workspace, host, Arc::new(Alone), None, sources).unwrap()
}

impl Table {
    pub async fn new(profile: Profile, seed: u64, skew_ms: i64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let accounts = [("seller@theirs", "key-of-seller@theirs"), ("buyer@ours", "key-of-buyer@ours")];
        let service = AgentPub::start(&accounts, profile, seed).await;
        let clock = Clock::default();
        let at = |name: &str, skew| (folder.path().join(name), &clock, skew);
        let seller = Seat::new("Pat", "seller@theirs", at("seller", skew_ms), &service.base).await;
        let buyer = Seat::new("Olivia", "buyer@ours", at("buyer", 0), &service.base).await;
        Self { clock: clock.clone(), service, seller, buyer, _folder: folder }
    }

    /// Both sides begin a session under one id.
    pub fn begin(&self, session: &str) {
        self.seller.desk.begin_parley(&self.seller.form(session, "buyer@ours")).unwrap();
        self.buyer.desk.begin_parley(&self.buyer.form(session, "seller@theirs")).unwrap();
    }

    /// Both desks take turns, a second apart.
    pub async fn turns(&self, count: usize) {
        for _ in 0..count {
            self.seller.turn().await;
            self.buyer.turn().await;
            self.clock.pass(1);
        }
    }
}
