//! Reaching the server: the address, encryption, and what every connection is told.

use std::path::PathBuf;
use std::str::FromStr as _;
use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::HostError;

/// Longest that a connection may take to come about.
const CONNECT: Duration = Duration::from_secs(5);

/// Longest that a request waits for a connection that is free.
const FREE: Duration = Duration::from_secs(10);

/// What every connection is told. A statement that hangs must not hold its locks for
/// ever, and a host that lost the line must not either.
const TOLD: &str = "SET statement_timeout = '15s'; SET idle_in_transaction_session_timeout = '30s'; \
     SET client_min_messages = warning";

/// A PostgreSQL database, or one of an engine that speaks its wire.
#[derive(Clone)]
pub struct Address {
    config: Config,
    tls: ClientConfig,
}

impl core::fmt::Debug for Address {
    /// Without the password.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.shown())
    }
}

impl Address {
    /// Reads `postgres://…` or `host=… dbname=…`. `roots` is a PEM file with the
    /// certificates that vouch for the server, in place of the system's.
    ///
    /// # Errors
    /// [`HostError::Input`] for an address that is none; its text is not repeated, since
    /// it may hold a password.
    pub fn read(text: &str, roots: Option<&PathBuf>) -> Result<Self, HostError> {
        let wrong = |why: String| HostError::Input { what: "the database's address", why };
        let mut config = Config::from_str(text)
            .map_err(|_| wrong("must be `postgres://USER@HOST:PORT/NAME` or `host=… dbname=…`".to_owned()))?;
        config.application_name("countersign").connect_timeout(CONNECT).keepalives(true);
        let remote = config.get_hosts().iter().any(|host| match host {
            Host::Tcp(name) => {
                name != "localhost" && name.parse::<std::net::IpAddr>().map_or(true, |ip| !ip.is_loopback())
            }
            Host::Unix(_) => false,
        });
        // `prefer` would go on in the clear with whoever claims to speak no TLS.
        if config.get_ssl_mode() == SslMode::Prefer {
            config.ssl_mode(if remote || roots.is_some() { SslMode::Require } else { SslMode::Disable });
        }
        let trusted = match config.get_ssl_mode() {
            SslMode::Disable => RootCertStore::empty(),
            _ => certificates(roots)?,
        };
        let tls =
            ClientConfig::builder_with_provider(Arc::new(rustls::crypto::aws_lc_rs::default_provider()))
                .with_safe_default_protocol_versions()
                .map_err(|fault| wrong(fault.to_string()))?
                .with_root_certificates(trusted)
                .with_no_client_auth();
        Ok(Self { config, tls })
    }

    /// Sets the password, where the address itself is not to hold it.
    pub fn set_password(&mut self, password: &str) {
        self.config.password(password);
    }

    /// As people are shown it: without user and password.
    pub fn shown(&self) -> String {
        let host = self.config.get_hosts().first().map_or_else(String::new, |host| match host {
            Host::Tcp(name) => name.clone(),
            Host::Unix(path) => path.display().to_string(),
        });
        let port = self.config.get_ports().first().copied().unwrap_or(5432);
        format!("postgres://{host}:{port}/{}", self.config.get_dbname().unwrap_or_default())
    }

    /// Where, for an error.
    pub fn place(&self) -> PathBuf {
        PathBuf::from(self.shown())
    }

    /// What a connection is made of.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// What encrypts a connection.
    pub fn tls(&self) -> MakeRustlsConnect {
        MakeRustlsConnect::new(self.tls.clone())
    }

    /// A pool of up to `most` connections. Nothing is connected yet.
    ///
    /// # Errors
    /// [`HostError::Input`] where there is no room for one.
    pub fn pool(&self, most: usize) -> Result<Pool, HostError> {
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager::from_config(self.config.clone(), self.tls(), recycling);
        let tell = Hook::async_fn(|client, _| {
            Box::pin(async move { client.batch_execute(TOLD).await.map_err(HookError::Backend) })
        });
        Pool::builder(manager)
            .max_size(most.max(2))
            .post_create(tell)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(FREE))
            .create_timeout(Some(CONNECT))
            .recycle_timeout(Some(CONNECT))
            .build()
            .map_err(|fault| HostError::Input { what: "the database's connections", why: fault.to_string() })
    }
}

/// The certificates of a file, or the system's.
fn certificates(roots: Option<&PathBuf>) -> Result<RootCertStore, HostError> {
    use rustls::pki_types::CertificateDer;
    use rustls::pki_types::pem::PemObject as _;
    let mut store = RootCertStore::empty();
    let Some(path) = roots else {
        store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        return Ok(store);
    };
    let unreadable = |why: String| HostError::File {
        path: path.clone(),
        source: std::io::Error::new(std::io::ErrorKind::InvalidData, why),
    };
    let found = CertificateDer::pem_file_iter(path).map_err(|fault| unreadable(fault.to_string()))?;
    for certificate in found {
        let certificate = certificate.map_err(|fault| unreadable(fault.to_string()))?;
        store.add(certificate).map_err(|fault| unreadable(fault.to_string()))?;
    }
    if store.is_empty() {
        return Err(unreadable("it holds no certificate".to_owned()));
    }
    Ok(store)
}
