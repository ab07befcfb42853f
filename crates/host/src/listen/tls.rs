//! The certificate that vendors see, read again when its files change.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anp::digest::BodyHash;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use crate::HostError;

/// The files, and how often they are looked at.
#[derive(Debug, Clone)]
pub struct TlsFiles {
    /// The certificate and those between it and the root, PEM.
    pub certificates: PathBuf,
    /// Its private key, PEM.
    pub key: PathBuf,
    /// How often they are looked at.
    pub every: Duration,
}

/// What connections are encrypted with at present.
#[derive(Clone)]
pub struct Certificates(watch::Receiver<Arc<ServerConfig>>);

impl Certificates {
    /// What a connection that begins now is encrypted with.
    pub fn current(&self) -> Arc<ServerConfig> {
        Arc::clone(&self.0.borrow())
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, HostError> {
    std::fs::read(path).map_err(|source| HostError::File { path: path.to_owned(), source })
}

/// Both files as they stand now. Which bytes they were is for telling a change; the
/// key's are not kept.
fn read(files: &TlsFiles) -> Result<(BodyHash, ServerConfig), HostError> {
    let invalid = |path: &Path, why: String| HostError::File {
        path: path.to_owned(),
        source: std::io::Error::new(std::io::ErrorKind::InvalidData, why),
    };
    let certificates = bytes(&files.certificates)?;
    let key = zeroize::Zeroizing::new(bytes(&files.key)?);
    let mark = BodyHash::of(&[certificates.as_slice(), key.as_slice()].concat());
    let chain = CertificateDer::pem_slice_iter(&certificates)
        .collect::<Result<Vec<_>, _>>()
        .map_err(|fault| invalid(&files.certificates, fault.to_string()))?;
    let key = PrivateKeyDer::from_pem_slice(&key).map_err(|fault| invalid(&files.key, fault.to_string()))?;
    let mut config =
        ServerConfig::builder_with_provider(Arc::new(rustls::crypto::aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|fault| invalid(&files.certificates, fault.to_string()))?
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .map_err(|fault| invalid(&files.certificates, fault.to_string()))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok((mark, config))
}

/// Reads the files, and gives what keeps reading them for as long as it is polled. New
/// files that cannot be used leave the old certificate in its place: half a renewal
/// must not shut the door.
///
/// # Errors
/// [`HostError::File`] where they cannot be used now.
pub fn open(files: TlsFiles) -> Result<(Certificates, impl Future<Output = ()> + Send), HostError> {
    let (first, config) = read(&files)?;
    let (change, current) = watch::channel(Arc::new(config));
    let keep = async move {
        let mut known = first;
        let mut troubled = false;
        let mut every = tokio::time::interval(files.every);
        every.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            every.tick().await;
            match read(&files) {
                Ok((mark, _)) if mark == known => troubled = false,
                Ok((mark, config)) => {
                    known = mark;
                    troubled = false;
                    change.send_replace(Arc::new(config));
                    tracing::info!("the certificate was renewed");
                }
                Err(fault) if !troubled => {
                    troubled = true;
                    tracing::error!(%fault, "the new certificate cannot be used; the one before serves on");
                }
                Err(_) => {}
            }
        }
    };
    Ok((Certificates(current), keep))
}
