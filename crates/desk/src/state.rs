//! The desk: what is held in memory, and the two ways to the database.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anp::keys::SecretKey;
use store::{Connection, Readers, Store};
use tokio::sync::{Notify, broadcast};

use crate::aside::Aside;
use crate::changed::{Changed, Topic};
use crate::glance::Glances;
use crate::guide::Guide;
use crate::host_client::HostClient;
use crate::host_words::{OrgAnswer, VendorWord};
use crate::kept_logs::KeptLogs;
use crate::keys::KeyState;
use crate::review::Pending;
use crate::sources::Sources;
use crate::view::{KeyPlace, Problem, ProblemCode};

/// One person's desk in one workspace. Clones are the same desk.
#[derive(Clone)]
pub struct Desk(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) store: Mutex<Store>,
    pub(crate) readers: Readers,
    pub(crate) root: PathBuf,
    pub(crate) sources: Sources,
    pub(crate) host: Mutex<crate::boot::HostPlace>,
    pub(crate) enrolment: Arc<dyn crate::keys::Enrolment>,
    pub(crate) now: Mutex<Now>,
    pub(crate) logs: Mutex<KeptLogs>,
    pub(crate) glances: Mutex<Glances>,
    pub(crate) reviews: Mutex<HashMap<String, Pending>>,
    /// Ledgers that were proven, by their names.
    pub(crate) ledgers: Mutex<HashMap<String, Arc<crate::ledger::Known>>>,
    /// One at a time brings ledgers in step.
    pub(crate) in_step: tokio::sync::Mutex<()>,
    pub(crate) sending: tokio::sync::Mutex<()>,
    pub(crate) negotiating: tokio::sync::Mutex<Option<crate::parley::Joined>>,
    pub(crate) intake: tokio::sync::Mutex<()>,
    /// A test holds it to see that nothing waits for what is read.
    #[cfg(feature = "fault-injection")]
    pub(crate) reading: Arc<tokio::sync::Mutex<()>>,
    /// Proves and indexes what nobody waits for.
    pub(crate) proving: Aside,
    /// Reads what came.
    pub(crate) reading_on: Aside,
    /// How often anything was written or proven that lists are made of.
    pub(crate) moves: AtomicU64,
    /// Every deal as it was surveyed last.
    pub(crate) surveyed: Mutex<Option<crate::survey::Surveys>>,
    /// Held while one is made.
    pub(crate) surveying: Mutex<()>,
    pub(crate) guide: Option<Guide>,
    pub(crate) changed: broadcast::Sender<Changed>,
    pub(crate) hurry: Notify,
    pub(crate) mailboxes: crate::mailboxes::Mailboxes,
    pub(crate) screening: crate::screening::Screening,
    pub(crate) adcp: crate::adcp::Adcp,
    pub(crate) works: crate::work::Works,
    /// How often the model was set.
    pub(crate) model_set: tokio::sync::watch::Sender<u64>,
}

/// What changes while the desk runs and need not be remembered.
#[derive(Default)]
pub(crate) struct Now {
    pub(crate) keys: KeyState,
    pub(crate) signer: Option<Arc<Signer>>,
    /// A key that was made for an invitation which has not served yet.
    pub(crate) joining: Option<Arc<SecretKey>>,
    /// A key that is to follow the person's, while it is not known that it does.
    pub(crate) next_key: Option<Arc<SecretKey>>,
    /// The desk's own agent, once its key is there.
    pub(crate) agent: Option<Arc<crate::agent::Agent>>,
    /// What became of the last question to the model, and when.
    pub(crate) model: Option<(String, String)>,
    pub(crate) org: Option<OrgAnswer>,
    pub(crate) vendors: Vec<VendorWord>,
    /// Sessions that are still to be looked at since the host was met.
    pub(crate) unlooked: VecDeque<String>,
    pub(crate) reachable: bool,
    pub(crate) last_contact: Option<String>,
    pub(crate) agentpub: crate::view::AgentPubState,
    /// Trouble with the host, until it answers well again.
    pub(crate) problems: Vec<Problem>,
    /// Sessions that cannot be followed, by their ids.
    pub(crate) sessions: BTreeMap<String, Problem>,
    /// Ledgers that are not to be believed, by their names.
    pub(crate) ledgers: BTreeMap<String, Problem>,
    /// Mails that could not be taken in, by their files' names.
    pub(crate) mails: BTreeMap<String, Problem>,
}

/// The person at this desk with the key that signs for them.
pub(crate) struct Signer {
    pub(crate) person: String,
    pub(crate) name: String,
    pub(crate) key: Arc<SecretKey>,
    pub(crate) place: KeyPlace,
    pub(crate) client: HostClient,
}

impl deal::Seal for Signer {
    fn fingerprint(&self) -> deal::Hash {
        *self.key.fingerprint().bytes()
    }

    fn sha256(&self, bytes: &[u8]) -> deal::Hash {
        anp::digest::sha256(bytes)
    }

    fn sign(&self, message: &[u8]) -> Result<[u8; 64], deal::SealRefusal> {
        Ok(self.key.sign(message).0)
    }
}

impl Signer {
    pub(crate) fn fingerprint_text(&self) -> String {
        self.key.fingerprint().to_string()
    }
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What a panicking holder left behind is either whole or in a transaction that
    // was rolled back.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    /// Reads from the database, all of it as it stands at one moment.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T, Problem>) -> Result<T, Problem> {
        self.0.readers.read(work)
    }

    /// Writes to the database in one transaction.
    pub(crate) fn write<T>(
        &self,
        work: impl FnOnce(&store::Connection) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let outcome = locked(&self.0.store).write(|transaction| work(transaction));
        self.moved();
        outcome
    }

    /// The same for what no list is made of: what was read in mails, and the index.
    pub(crate) fn write_aside<T>(
        &self,
        work: impl FnOnce(&store::Connection) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        locked(&self.0.store).write(|transaction| work(transaction))
    }

    /// Notes that something changed of which lists are made.
    pub(crate) fn moved(&self) {
        self.0.moves.fetch_add(1, Ordering::AcqRel);
    }

    pub(crate) fn now(&self) -> MutexGuard<'_, Now> {
        locked(&self.0.now)
    }

    /// The person at this desk.
    pub(crate) fn signer(&self) -> Result<Arc<Signer>, Problem> {
        let now = self.now();
        now.signer.clone().ok_or_else(|| now.keys.problem())
    }

    /// The org as the host told it last.
    pub(crate) fn org(&self) -> Result<OrgAnswer, Problem> {
        let known = self.now().org.clone();
        known.ok_or_else(|| Problem::new(ProblemCode::HostDown).with("url", self.host().url))
    }

    /// The host that this desk talks to.
    pub(crate) fn host(&self) -> crate::boot::HostPlace {
        locked(&self.0.host).clone()
    }

    /// Something waits to be stated: the polling is woken.
    pub(crate) fn shared(&self) {
        self.0.hurry.notify_waiters();
    }

    /// Tells the window that something changed.
    pub(crate) fn tell(&self, topic: Topic, id: Option<&str>) {
        // Nobody listening is no trouble: the window asks when it opens.
        let _ = self.0.changed.send(Changed { topic, id: id.map(str::to_owned) });
    }

    /// What changes from now on.
    pub fn changes(&self) -> broadcast::Receiver<Changed> {
        self.0.changed.subscribe()
    }

    /// The current time as it stands in records.
    pub(crate) fn stamp(&self) -> String {
        self.0.sources.now().to_text()
    }
}
