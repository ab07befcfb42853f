//! Connections: taken in, encrypted where that is wished, cut off where they dawdle, and
//! finished when the host ends.

pub mod proxy;
pub mod tls;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt as _;

use crate::measure::Measures;
use tls::Certificates;

/// How long a connection may take to agree on encryption, and a request to send its
/// head. A connection that is kept open and says nothing ends after this too.
const PATIENCE: Duration = Duration::from_secs(15);

/// Most connections at once; more wait in the system's queue.
const MOST: usize = 8192;

/// How long to wait when the system has no room for a connection.
const NO_ROOM: Duration = Duration::from_millis(100);

/// All that taking in connections needs.
pub struct Listening {
    pub listener: TcpListener,
    pub certificates: Option<Certificates>,
    pub router: Router,
    pub measures: Arc<Measures>,
    /// Turns true when the host ends.
    pub ending: watch::Receiver<bool>,
}

impl Listening {
    /// Serves until told to end, then finishes what it has taken in.
    pub async fn serve(self) {
        let finishing = GracefulShutdown::new();
        let room = Arc::new(Semaphore::new(MOST));
        let mut ending = self.ending.clone();
        loop {
            let Ok(place) = Arc::clone(&room).acquire_owned().await else { break };
            let taken = tokio::select! {
                biased;
                // A sender that is gone has nobody left to tell: that ends it too.
                _ = ending.wait_for(|ending| *ending) => break,
                taken = self.listener.accept() => taken,
            };
            let (stream, peer) = match taken {
                Ok(taken) => taken,
                Err(fault) => {
                    tracing::debug!(%fault, "a connection was not taken in");
                    tokio::time::sleep(NO_ROOM).await;
                    continue;
                }
            };
            let watcher = finishing.watcher();
            let (router, certificates) = (self.router.clone(), self.certificates.clone());
            let measures = Arc::clone(&self.measures);
            tokio::spawn(async move {
                let _open = measures.connection();
                let served = async {
                    let _ = stream.set_nodelay(true);
                    match certificates {
                        None => talk(stream, peer, router, watcher).await,
                        Some(certificates) => match encrypted(stream, &certificates).await {
                            Ok(stream) => talk(stream, peer, router, watcher).await,
                            Err(fault) => tracing::debug!(%fault, "a connection was not encrypted"),
                        },
                    }
                };
                served.await;
                drop(place);
            });
        }
        drop(self.listener);
        finishing.shutdown().await;
    }
}

async fn encrypted(
    stream: TcpStream,
    certificates: &Certificates,
) -> std::io::Result<tokio_rustls::server::TlsStream<TcpStream>> {
    let acceptor = tokio_rustls::TlsAcceptor::from(certificates.current());
    tokio::time::timeout(PATIENCE, acceptor.accept(stream)).await?
}

async fn talk<S>(stream: S, peer: SocketAddr, router: Router, watcher: hyper_util::server::graceful::Watcher)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let answer = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .serve_connection(TokioIo::new(stream), answer);
    if let Err(fault) = watcher.watch(connection).await {
        tracing::debug!(%fault, "a connection broke off");
    }
}
