//! A small ANP host that can be broken: correct by default, wrong in one way where it is
//! told to. In memory, and made of the protocol's crate, for tests of the conformance
//! check alone.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod admit;
mod fabrikam;
mod fault;
mod lenient;
mod record;
mod repair;
mod routes;
mod words;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use anp::keys::{PublicKey, SecretKey};
use tokio::net::TcpListener;
use tokio::sync::Notify;

pub use fault::Fault;

/// A handle that lives here, and that nobody is verified for.
pub const HANDLE: &str = "anp_org_AAECAwQFBgcICQoLDA0ODw";

/// A host with at most one fault.
pub struct Host {
    fault: Option<Fault>,
    platform: SecretKey,
    state: Mutex<State>,
    /// Where a request of a racing host waits for another one.
    waiting: AtomicBool,
    met: Notify,
}

/// How long a request of a racing host waits for another one, where none is under way.
const ALONE: Duration = Duration::from_millis(200);

#[derive(Default)]
struct State {
    agents: Vec<Agent>,
    nonces: HashSet<(String, String)>,
    sessions: HashMap<String, record::Session>,
    made: u64,
}

#[derive(Clone)]
pub struct Agent {
    id: String,
    name: String,
    key: PublicKey,
}

impl Host {
    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// The work between a look and what is done on its ground: two requests that are under
    /// way together both have looked before either goes on.
    async fn meet(&self) {
        let met = self.met.notified();
        if self.waiting.swap(true, Ordering::SeqCst) {
            self.waiting.store(false, Ordering::SeqCst);
            self.met.notify_waiters();
        } else if tokio::time::timeout(ALONE, met).await.is_err() {
            self.waiting.store(false, Ordering::SeqCst);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }
}

impl State {
    fn new_id(&mut self) -> String {
        self.made += 1;
        format!("00000000-0000-4000-8000-{:012x}", self.made)
    }
}

/// Serves until the runtime ends; gives the address.
pub async fn start(fault: Option<Fault>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let host = Host {
        fault,
        platform: support::people::platform(),
        state: Mutex::default(),
        waiting: AtomicBool::new(false),
        met: Notify::new(),
    };
    tokio::spawn(async move { axum::serve(listener, routes::router(Arc::new(host))).await.unwrap() });
    url
}
