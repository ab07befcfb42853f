//! Olivia's desk and a seller of media on loopback, with a clock that the test moves.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use anp::keys::PublicKey;
use anp::time::Moment;
use desk::view::{
    AdcpAccount, AdcpExchange, AdcpForm, AdcpProposal, AdcpRevision, AdcpSellerForm, AdcpStage, AdcpState,
    AdcpView, DealForm, Problem,
};
use desk::{Desk, Enrolment, HostPlace, Sources, Workspace};
use support::client::now;
use support::people;
use tempfile::TempDir;
use training_seller::{Clock, Framing, Manners, Profile, Seller, TOKEN};

pub struct NoHost;

impl Enrolment for NoHost {
    fn enrol(&self, _: &str, _: &PublicKey) -> Result<String, Problem> {
        Ok("person-olivia".to_owned())
    }
}

/// How far the desk's clock is from the machine's, in milliseconds.
#[derive(Clone, Default)]
pub struct DeskClock(Arc<AtomicI64>);

impl DeskClock {
    pub fn ahead_by(&self, millis: i64) {
        self.0.store(millis, Ordering::SeqCst);
    }

    fn sources(&self) -> Sources {
        let (ahead, machine) = (Arc::clone(&self.0), Sources::of_the_machine());
        Sources::new(
            move || Moment::from_millis(now().millis() + ahead.load(Ordering::SeqCst)),
            move |bytes| bytes.iter_mut().for_each(|byte| [*byte] = machine.bytes()),
        )
    }
}

/// A seller and its address.
pub struct Shop {
    pub url: String,
    pub token: String,
    _serving: Option<Serving>,
}

struct Serving(tokio::task::JoinHandle<()>);

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Shop {
    pub async fn open(profile: Profile, framing: Framing, sessions: bool) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        let manners = Manners { framing, sessions, clock: Clock::System };
        let serving = tokio::spawn(async move {
            training_seller::serve(listener, Seller::new(profile, 5), manners).await.unwrap();
        });
        Self { url, token: TOKEN.to_owned(), _serving: Some(Serving(serving)) }
    }

    pub fn elsewhere(url: &str, token: &str) -> Self {
        Self { url: url.to_owned(), token: token.to_owned(), _serving: None }
    }

    /// How often something was done, by its name.
    pub async fn effects(&self, what: &str) -> u64 {
        let url = self.url.replace("/mcp", "/effects");
        let answer = reqwest::Client::new().get(url).bearer_auth(&self.token).send().await.unwrap();
        let counted: serde_json::Value = serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap();
        counted[what].as_u64().unwrap()
    }
}

pub struct Table {
    pub folder: TempDir,
    pub clock: DeskClock,
    pub desk: Desk,
    pub deal: String,
    pub shop: Shop,
}

fn open(folder: &Path, clock: &DeskClock) -> Desk {
    let workspace = Workspace { root: PathBuf::from(folder), demo: false };
    let host = HostPlace { url: "http://127.0.0.1:9".to_owned(), embedded: true, platform_fingerprint: None };
    Desk::open(&workspace, host, Arc::new(NoHost), None, clock.sources()).unwrap()
}

impl Table {
    /// A deal with a seller of this profile.
    pub async fn with(profile: Profile) -> Self {
        Self::at(Shop::open(profile, Framing::Json, false).await).await
    }

    pub async fn at(shop: Shop) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = DeskClock::default();
        let desk = open(folder.path(), &clock);
        desk.hold_key("Olivia", people::olivia()).await.unwrap();
        desk.adcp_hold(&shop.token, Duration::from_secs(20));
        let form = DealForm {
            title: "Autumn campaign".to_owned(),
            vendor: "StreamHaus".to_owned(),
            vendor_domains: Vec::new(),
        };
        let deal = desk.make_deal(&form).unwrap();
        let table = Self { folder, clock, desk, deal, shop };
        table.desk.adcp_set_seller(&table.seller_form()).await.unwrap();
        table
    }

    pub fn seller_form(&self) -> AdcpSellerForm {
        AdcpSellerForm {
            deal: self.deal.clone(),
            url: self.shop.url.clone(),
            token: self.shop.token.clone(),
            account: AdcpAccount::Id { id: "account_pinnacle_acme".to_owned() },
            brand: "acmeoutdoor.example".to_owned(),
        }
    }

    /// Ends the desk and opens it again over what it left.
    pub async fn reopened(self) -> Self {
        let Self { folder, clock, desk, deal, shop } = self;
        drop(desk);
        let desk = open(folder.path(), &clock);
        desk.hold_key("Olivia", people::olivia()).await.unwrap();
        desk.adcp_hold(&shop.token, Duration::from_secs(20));
        desk.adcp_hold_for(&deal);
        Self { folder, clock, desk, deal, shop }
    }

    pub fn view(&self) -> AdcpView {
        self.desk.adcp_view(&self.deal).unwrap()
    }

    pub fn last(&self) -> AdcpExchange {
        self.view().exchanges.pop().unwrap()
    }

    pub fn proposal(&self, id: &str) -> AdcpProposal {
        self.view().proposals.into_iter().find(|proposal| proposal.id == id).unwrap()
    }

    /// Reviews, which must find nothing in the way, and sends.
    pub async fn send(&self, form: &AdcpForm) -> AdcpState {
        let reviewed = self.desk.adcp_review(&self.deal, form).unwrap();
        assert_eq!((reviewed.review.obstacle, reviewed.faults), (None, Vec::new()));
        self.desk.adcp_send(&reviewed.review.ticket, &[]).await.unwrap()
    }

    /// Sends, and settles what is due until there is an end.
    pub async fn done(&self, form: &AdcpForm) -> AdcpState {
        let state = self.send(form).await;
        self.settled(state).await
    }

    pub async fn settled(&self, mut state: AdcpState) -> AdcpState {
        let key = self.last().key;
        for _ in 0..8 {
            if !matches!(state, AdcpState::Doubt | AdcpState::Waiting | AdcpState::Pending) {
                break;
            }
            state = self.desk.adcp_repeat(&self.deal, &key).await.unwrap();
        }
        state
    }

    /// The draft that came of a brief.
    pub async fn draft(&self) -> String {
        let state = self.done(&brief()).await;
        assert_eq!(state, AdcpState::Answered, "{:#?}", self.last());
        self.newest()
    }

    /// The id of the newest proposal.
    pub fn newest(&self) -> String {
        self.view().proposals.last().unwrap().id.clone()
    }

    pub async fn held(&self, draft: &str) -> String {
        let form = AdcpForm::Finalize {
            proposals: vec![draft.to_owned()],
            departures: self.proposal(draft).departures,
        };
        assert_eq!(self.done(&form).await, AdcpState::Answered, "{:#?}", self.last());
        let held = self.newest();
        assert_eq!(self.proposal(&held).stage, AdcpStage::Held);
        held
    }

    pub fn accept(&self, held: &str) -> AdcpForm {
        let proposal = self.proposal(held);
        AdcpForm::Accept {
            proposal: held.to_owned(),
            digest: proposal.digest.unwrap(),
            sign_order: proposal.order_needs_signature,
            departures: proposal.departures,
        }
    }
}

pub fn brief() -> AdcpForm {
    AdcpForm::Request {
        brief: "Video and display for autumn, about a month.".to_owned(),
        criteria: String::new(),
    }
}

pub fn revise(revision: AdcpRevision) -> AdcpForm {
    AdcpForm::Revise { revisions: vec![revision] }
}

/// A budget of at most this many dollars.
pub fn budget(source: &str, most: &str) -> AdcpRevision {
    AdcpRevision {
        proposal: source.to_owned(),
        budget_max: most.to_owned(),
        budget_currency: "USD".to_owned(),
        ..AdcpRevision::default()
    }
}
