//! Mail that the host sends: codes for vendors' contacts, and nothing else.

use std::path::PathBuf;

use anp::contact::Words;
use anp::time::Moment;
use mail::net::{Login, Secret, Security, Server, Trust};
use mail::smtp::{Handed, Letter, Parcel, hand_over};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use zeroize::Zeroizing;

use crate::store::Delivery;
use crate::{HostError, random};

/// A mail server as settings name it.
#[derive(Debug, Clone)]
pub struct MailServer {
    /// Its name.
    pub server: String,
    /// Its port.
    pub port: u16,
    /// `tls` from the first byte, `starttls`, or `this_machine` for a server on loopback.
    pub security: String,
    /// The address from which is written.
    pub from: String,
    /// Certificates that vouch for it where the system's do not, PEM.
    pub roots: Option<PathBuf>,
}

/// By what the host sends mail. The password is shown by no debug print.
#[derive(Debug, Clone)]
pub struct Smtp {
    server: Server,
    trust: Trust,
    login: Option<Login>,
    from: String,
}

fn wrong(why: impl Into<String>) -> HostError {
    HostError::Input { what: "the mail server (smtp)", why: why.into() }
}

impl Smtp {
    /// By this server, as this user.
    ///
    /// # Errors
    /// [`HostError::Input`] for a setting that cannot be, [`HostError::File`] where the
    /// certificates cannot be read. Nothing is reached for yet.
    pub fn new(named: MailServer, login: Option<(String, Zeroizing<String>)>) -> Result<Self, HostError> {
        let security = match named.security.as_str() {
            "tls" => Security::Tls,
            "starttls" => Security::StartTls,
            "this_machine" => Security::ThisMachine,
            _ => return Err(wrong("`security` must be tls, starttls or this_machine")),
        };
        let domain = named.from.rsplit_once('@').map(|(_, domain)| domain);
        if named.from.contains(char::is_whitespace) || domain.is_none_or(str::is_empty) {
            return Err(wrong("`from` must be a mail address"));
        }
        let trust = match (&named.roots, security) {
            (Some(path), _) => Trust::only(&roots(path)?),
            (None, Security::ThisMachine) => Trust::only(&[]),
            (None, _) => Trust::of_the_system(),
        };
        Ok(Self {
            server: Server { host: named.server, port: named.port, security },
            trust: trust.map_err(|trouble| wrong(trouble.to_string()))?,
            login: login.map(|(user, password)| Login { user, secret: Secret::Password(password) }),
            from: named.from,
        })
    }

    /// Hands a mail over, once; who asked is told how far it came.
    pub(crate) async fn hand_over(&self, name: &str, to: String, words: Words, at: Moment) -> Delivery {
        let domain = self.from.rsplit_once('@').map_or("localhost", |(_, domain)| domain);
        let Ok(id) = random::id() else { return Delivery::NotSent };
        let letter = Letter {
            from: self.from.clone(),
            name: name.to_owned(),
            to: vec![to.clone()],
            subject: words.subject,
            body: words.body.as_str().to_owned(),
            message_id: format!("{id}@{domain}"),
            in_reply_to: None,
            references: Vec::new(),
            at_unix_ms: at.millis(),
        };
        let Ok(raw) = letter.written() else {
            tracing::warn!("a registration's contact is no address that mail can be sent to");
            return Delivery::NotSent;
        };
        let parcel = Parcel { from: self.from.clone(), to: vec![to], raw };
        match hand_over(&self.server, &self.trust, self.login.as_ref(), &parcel).await {
            Handed::Taken => Delivery::Sent,
            Handed::NotSent(trouble) => {
                tracing::error!(%trouble, "a code could not be mailed");
                Delivery::NotSent
            }
            Handed::Unknown(trouble) => {
                tracing::warn!(%trouble, "whether a code was mailed is not known");
                Delivery::Unknown
            }
        }
    }
}

fn roots(path: &PathBuf) -> Result<Vec<Vec<u8>>, HostError> {
    let file = |source| HostError::File { path: path.clone(), source };
    let text = std::fs::read(path).map_err(file)?;
    CertificateDer::pem_slice_iter(&text)
        .map(|read| read.map(|certificate| certificate.to_vec()))
        .collect::<Result<_, _>>()
        .map_err(|fault| file(std::io::Error::new(std::io::ErrorKind::InvalidData, fault.to_string())))
}
