//! A stream to a server: encrypted, or to this machine itself.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt as _;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use super::trouble::{Cause, Step, Trouble, at, of_io};

/// How long reaching a server may take.
const REACH: Duration = Duration::from_secs(20);

/// How the stream is kept from others' eyes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Security {
    /// TLS from the first byte.
    Tls,
    /// TLS after a word of the protocol.
    StartTls,
    /// None; only to this machine itself, where a bridge may listen.
    ThisMachine,
}

/// A server's place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Server {
    /// Its name or address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How it is spoken to.
    pub security: Security,
}

/// Whose word on certificates counts.
#[derive(Debug, Clone)]
pub struct Trust(pub(crate) Arc<ClientConfig>);

impl Trust {
    /// Those whom the system trusts.
    ///
    /// # Errors
    /// Where the system's certificates cannot be had.
    pub fn of_the_system() -> Result<Self, Trouble> {
        let none = |_| at(Step::Tls, Cause::Certificate(super::CertificateFault::Other));
        let config = builder()?.with_platform_verifier().map_err(none)?.with_no_client_auth();
        Ok(Self(Arc::new(config)))
    }

    /// These alone, in DER: an organisation's own.
    ///
    /// # Errors
    /// Where one of them is no certificate.
    pub fn only(roots: &[Vec<u8>]) -> Result<Self, Trouble> {
        let mut store = RootCertStore::empty();
        for root in roots {
            let unfit = |_| at(Step::Tls, Cause::Certificate(super::CertificateFault::Other));
            store.add(CertificateDer::from(root.clone())).map_err(unfit)?;
        }
        let config = builder()?.with_root_certificates(store).with_no_client_auth();
        Ok(Self(Arc::new(config)))
    }
}

fn builder() -> Result<rustls::ConfigBuilder<ClientConfig, rustls::WantsVerifier>, Trouble> {
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let builder = ClientConfig::builder_with_provider(provider);
    builder.with_safe_default_protocol_versions().map_err(|_| at(Step::Tls, Cause::NoTls))
}

/// Any stream that goes both ways.
pub trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// Waits no longer than `patience`.
pub async fn within<T>(
    patience: Duration,
    step: Step,
    work: impl Future<Output = Result<T, Trouble>>,
) -> Result<T, Trouble> {
    tokio::time::timeout(patience, work).await.unwrap_or(Err(at(step, Cause::TimedOut)))
}

/// Reaches a server; nothing is spoken yet.
pub async fn connect(server: &Server) -> Result<TcpStream, Trouble> {
    let asked = (server.host.as_str(), server.port);
    let found = within(REACH, Step::Name, async {
        tokio::net::lookup_host(asked).await.map_err(|_| at(Step::Name, Cause::NoSuchName))
    });
    let places: Vec<_> = found.await?.collect();
    if places.is_empty() {
        return Err(at(Step::Name, Cause::NoSuchName));
    }
    if server.security == Security::ThisMachine && !places.iter().all(|place| is_here(place.ip())) {
        return Err(at(Step::Connect, Cause::NotThisMachine));
    }
    within(REACH, Step::Connect, async {
        let stream = TcpStream::connect(places.as_slice()).await;
        let stream = stream.map_err(|error| at(Step::Connect, of_io(&error)))?;
        // Requests are small and each waits for its answer.
        let _ = stream.set_nodelay(true);
        Ok(stream)
    })
    .await
}

const fn is_here(address: IpAddr) -> bool {
    address.is_loopback()
}

/// Puts TLS over a stream.
pub async fn secured<S: Duplex>(
    stream: S,
    server: &Server,
    trust: &Trust,
) -> Result<tokio_rustls::client::TlsStream<S>, Trouble> {
    let unfit = |_| at(Step::Tls, Cause::Certificate(super::CertificateFault::WrongName));
    let name = ServerName::try_from(server.host.clone()).map_err(unfit)?;
    within(REACH, Step::Tls, async {
        let connector = TlsConnector::from(Arc::clone(&trust.0));
        connector.connect(name, stream).await.map_err(|error| {
            let cause = of_io(&error);
            // What hangs up on the first word of TLS does not speak it.
            at(Step::Tls, if cause == Cause::Closed { Cause::NoTls } else { cause })
        })
    })
    .await
}
