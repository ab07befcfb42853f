//! Opening a workspace.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

use store::Store;
use store::tables::{adcp, mail_out, settings};
use tokio::sync::{Notify, broadcast};

use crate::aside::Aside;
use crate::guide::{Guide, VendorStarter};
use crate::keys::Enrolment;
use crate::sources::Sources;
use crate::state::{Desk, Inner, Now};
use crate::trouble;
use crate::view::Problem;

/// How many changes may wait for a window that is busy; it asks for everything then.
const CHANGES_KEPT: usize = 256;

/// Where a workspace lies and what it is.
#[derive(Debug, Clone)]
pub struct Workspace {
    /// Its folder. The database, exports and the mail folder lie in it.
    pub root: PathBuf,
    /// Whether it is the demo's.
    pub demo: bool,
}

impl Workspace {
    /// The folder whose `.eml` files arrive as mail.
    pub fn mail_folder(&self) -> PathBuf {
        self.root.join("mail")
    }
}

/// The host that a desk talks to.
#[derive(Debug, Clone)]
pub struct HostPlace {
    /// Base address.
    pub url: String,
    /// Whether it runs inside this application.
    pub embedded: bool,
    /// The platform key's fingerprint, where it is known from elsewhere than the host's
    /// own answers.
    pub platform_fingerprint: Option<String>,
}

impl HostPlace {
    /// The team's host, where a workspace has joined one.
    ///
    /// # Errors
    /// Where the workspace's database cannot be used.
    pub fn joined(workspace: &Workspace) -> Result<Option<Self>, Problem> {
        let path = workspace.root.join("desk.db");
        // Opening would make a database where there is none.
        if !path.exists() {
            return Ok(None);
        }
        let url = settings::get(Store::open(&path)?.reader(), "host_url")?;
        Ok(url.map(|url| Self { url, embedded: false, platform_fingerprint: None }))
    }
}

impl Desk {
    /// Opens a workspace, making it where it does not exist.
    ///
    /// # Errors
    /// Where its folder or database cannot be used.
    pub fn open(
        workspace: &Workspace,
        mut host: HostPlace,
        enrolment: Arc<dyn Enrolment>,
        vendors: Option<Arc<dyn VendorStarter>>,
        sources: Sources,
    ) -> Result<Self, Problem> {
        make_folder(&workspace.root)?;
        make_folder(&workspace.mail_folder())?;
        let mut store = Store::open(&workspace.root.join("desk.db"))?;
        store.write(|db| {
            if settings::get(db, "workspace")?.is_none() {
                settings::set(db, "workspace", &sources.id())?;
            }
            // A mail that was on its way when the program ended may have arrived.
            mail_out::after_a_stop(db)?;
            if let Some(url) = settings::get(db, "host_url")? {
                // This workspace has joined a team: its host is the one of the invitation.
                host = HostPlace { url, embedded: false, platform_fingerprint: None };
            }
            // A request to a seller of media too: it is settled by the same bytes.
            adcp::after_a_stop(db)?;
            match (&host.platform_fingerprint, settings::get(db, "platform_fingerprint")?) {
                (Some(known), None) => settings::set(db, "platform_fingerprint", known),
                _ => Ok(()),
            }
        })?;
        let guide =
            workspace.demo.then(|| vendors.map(|vendors| Guide::new(vendors, workspace.clone()))).flatten();
        let (changed, _) = broadcast::channel(CHANGES_KEPT);
        Ok(Self(Arc::new(Inner {
            readers: store.readers(),
            store: Mutex::new(store),
            root: workspace.root.clone(),
            sources,
            host: Mutex::new(host),
            enrolment,
            now: Mutex::new(Now::default()),
            logs: Mutex::default(),
            glances: Mutex::default(),
            reviews: Mutex::new(HashMap::new()),
            ledgers: Mutex::new(HashMap::new()),
            in_step: tokio::sync::Mutex::new(()),
            sending: tokio::sync::Mutex::new(()),
            negotiating: tokio::sync::Mutex::new(None),
            intake: tokio::sync::Mutex::new(()),
            #[cfg(feature = "fault-injection")]
            reading: Arc::default(),
            proving: aside("proving")?,
            reading_on: aside("reading")?,
            moves: AtomicU64::new(0),
            surveyed: Mutex::default(),
            surveying: Mutex::default(),
            guide,
            changed,
            hurry: Notify::new(),
            mailboxes: crate::mailboxes::Mailboxes::default(),
            screening: crate::screening::Screening::default(),
            adcp: crate::adcp::Adcp::default(),
            works: crate::work::Works::default(),
            model_set: tokio::sync::watch::Sender::default(),
        })))
    }
}

fn aside(name: &str) -> Result<Aside, Problem> {
    Aside::begin(name).map_err(|_| trouble::defect("a thread"))
}

fn make_folder(path: &Path) -> Result<(), Problem> {
    std::fs::create_dir_all(path).map_err(|error| trouble::file(path, &error))
}
