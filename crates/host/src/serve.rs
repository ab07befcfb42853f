//! Starting and ending.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anp::digest::Fingerprint;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::http::{Door, router};
use crate::listen::{Listening, tls};
use crate::measure::{self, Measures};
use crate::store::Store;
use crate::{Clock, HostError, Keeping, Place, Settings, care, keys};

/// How long requests in flight may take once the host is to end.
const GRACE: Duration = Duration::from_secs(10);

/// A host that serves. Dropping it ends it, without waiting for the end.
#[derive(Debug)]
pub struct Running {
    /// Where, `http://ADDR:PORT` or `https://ADDR:PORT`.
    pub url: String,
    /// Where.
    pub address: SocketAddr,
    /// Where operators measure; none where nothing is measured.
    pub metrics: Option<SocketAddr>,
    /// Fingerprint of the platform key.
    pub platform_fingerprint: Fingerprint,
    ending: watch::Sender<bool>,
    served: JoinHandle<Result<(), HostError>>,
}

impl Running {
    /// Ends: what was accepted is finished, long polls are answered, the database is closed.
    ///
    /// # Errors
    /// [`HostError::Serve`] where serving had ended by itself.
    pub async fn shutdown(mut self) -> Result<(), HostError> {
        self.ending.send_replace(true);
        self.wait().await
    }

    /// Waits until serving ends by itself.
    ///
    /// # Errors
    /// [`HostError::Serve`] with the reason.
    pub async fn wait(&mut self) -> Result<(), HostError> {
        match (&mut self.served).await {
            Ok(ended) => ended,
            Err(fault) => Err(HostError::Serve(std::io::Error::other(fault))),
        }
    }
}

async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), HostError> {
    let listen = |source| HostError::Listen { address, source };
    let listener = TcpListener::bind(address).await.map_err(listen)?;
    let bound = listener.local_addr().map_err(listen)?;
    Ok((listener, bound))
}

/// Serves a data folder until it is told to end. Must be called within a tokio runtime.
///
/// # Errors
/// [`HostError`] where the folder, its key, its database or its certificate cannot be
/// used, or an address not be listened on.
pub async fn start(settings: Settings) -> Result<Running, HostError> {
    let place = Place::from(&settings);
    if matches!(place.keeping, Keeping::Sqlite) {
        care::refuse_network_drive(&place.data)?;
    }
    let store = Store::open(&place).await?;
    let data = place.data;
    let fault = |source| HostError::Database { path: data.clone(), source };
    let org = store.standing().await.map_err(fault)?;
    let org = org.ok_or_else(|| HostError::NotInitialised { folder: data.clone() })?;
    let key = keys::read_known(&data, org.platform)?;
    let platform_fingerprint = key.fingerprint();
    let mut beside = JoinSet::new();
    let certificates = match settings.tls.clone() {
        Some(files) => {
            let (certificates, keep) = tls::open(files)?;
            beside.spawn(keep);
            Some(certificates)
        }
        None => None,
    };
    let (listener, address) = bind(settings.listen).await?;
    let (ending, ended) = watch::channel(false);
    let measures = Arc::new(Measures::new());
    let metrics = match settings.metrics {
        Some(address) => {
            let (listener, address) = bind(address).await?;
            let router = measure::router(Arc::clone(&measures));
            beside.spawn(async move {
                if let Err(fault) = axum::serve(listener, router).await {
                    tracing::error!(%fault, "nothing is measured any more");
                }
            });
            Some(address)
        }
        None => None,
    };
    let scheme = if certificates.is_some() { "https" } else { "http" };
    let door = Door::new(store.clone(), key, &settings, Arc::clone(&measures), ended.clone())?;
    tracing::info!(%address, platform = %platform_fingerprint, "the host serves");
    let listening =
        Listening { listener, certificates, router: router(door), measures, ending: ended.clone() };
    let served = tokio::spawn(serve(listening, beside, store, settings.clock, ended));
    let url = format!("{scheme}://{address}");
    Ok(Running { url, address, metrics, platform_fingerprint, ending, served })
}

async fn serve(
    listening: Listening,
    mut beside: JoinSet<()>,
    store: Store,
    clock: Clock,
    mut ended: watch::Receiver<bool>,
) -> Result<(), HostError> {
    {
        let store = store.clone();
        beside.spawn(async move { store.look_outside(clock).await });
    }
    let late = async {
        // A sender that is gone has nobody left to tell: that ends it too.
        let _ = ended.wait_for(|ended| *ended).await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        () = listening.serve() => {}
        () = late => tracing::warn!("requests were still running when the host ended"),
    }
    beside.shutdown().await;
    // The last handle waits for the writing thread, which must not block this one.
    let _ = tokio::task::spawn_blocking(move || drop(store)).await;
    tracing::info!("the host has ended");
    Ok(())
}
