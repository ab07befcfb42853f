//! Starting and ending.

use std::net::SocketAddr;
use std::time::Duration;

use anp::digest::Fingerprint;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::http::{Door, router};
use crate::store::Store;
use crate::{Clock, HostError, Place, Settings, keys};

/// How long requests in flight may take once the host is to end.
const GRACE: Duration = Duration::from_secs(10);

/// A host that serves. Dropping it ends it, without waiting for the end.
#[derive(Debug)]
pub struct Running {
    /// Where, `http://ADDR:PORT`.
    pub url: String,
    /// Where.
    pub address: SocketAddr,
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

/// Serves a data folder until it is told to end. Must be called within a tokio runtime.
///
/// # Errors
/// [`HostError`] where the folder, its key or its database cannot be used, or the
/// address not be listened on.
pub async fn start(settings: Settings) -> Result<Running, HostError> {
    let place = Place::from(&settings);
    let store = Store::open(&place).await?;
    let data = place.data;
    let fault = |source| HostError::Database { path: data.clone(), source };
    let org = store.standing().await.map_err(fault)?;
    let org = org.ok_or_else(|| HostError::NotInitialised { folder: data.clone() })?;
    let key = keys::read_known(&data, org.platform)?;
    let platform_fingerprint = key.fingerprint();
    let listen = |source| HostError::Listen { address: settings.listen, source };
    let listener = TcpListener::bind(settings.listen).await.map_err(listen)?;
    let address = listener.local_addr().map_err(listen)?;
    let (ending, ended) = watch::channel(false);
    let door = Door::new(store.clone(), key, settings.clock.clone(), &settings.limits, ended.clone())?;
    let clock = settings.clock;
    tracing::info!(%address, platform = %platform_fingerprint, "the host serves");
    let served = tokio::spawn(serve(listener, door, store, clock, ended));
    Ok(Running { url: format!("http://{address}"), address, platform_fingerprint, ending, served })
}

async fn serve(
    listener: TcpListener,
    door: Door,
    store: Store,
    clock: Clock,
    ended: watch::Receiver<bool>,
) -> Result<(), HostError> {
    let told = |mut ended: watch::Receiver<bool>| async move {
        // A sender that is gone has nobody left to tell: that ends it too.
        let _ = ended.wait_for(|ended| *ended).await;
    };
    let outside = {
        let store = store.clone();
        tokio::spawn(async move { store.look_outside(clock).await })
    };
    let service = router(door).into_make_service_with_connect_info::<SocketAddr>();
    let serving = axum::serve(listener, service).with_graceful_shutdown(told(ended.clone()));
    let late = async {
        told(ended).await;
        tokio::time::sleep(GRACE).await;
    };
    let served = tokio::select! {
        served = serving => served.map_err(HostError::Serve),
        () = late => {
            tracing::warn!("requests were still running when the host ended");
            Ok(())
        }
    };
    outside.abort();
    let _ = outside.await;
    // The last handle waits for the writing thread, which must not block this one.
    let _ = tokio::task::spawn_blocking(move || drop(store)).await;
    tracing::info!("the host has ended");
    served
}
