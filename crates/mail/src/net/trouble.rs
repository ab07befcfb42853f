//! Where a conversation with a mail server broke off, and why. No text of the server's
//! and no secret is in it.

use std::io;

/// What was being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// Looking up the server's name.
    Name,
    /// Reaching it.
    Connect,
    /// TLS with its certificate.
    Tls,
    /// Its first words.
    Greeting,
    /// Logging in.
    Login,
    /// Opening the folder.
    Folder,
    /// Reading mails.
    Reading,
    /// Filing a copy.
    Filing,
    /// Handing a mail over, before its text was sent.
    Envelope,
    /// Handing over its text: it may have arrived.
    Delivery,
}

/// What is wrong with a certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CertificateFault {
    /// Its time is over or has not begun.
    Expired,
    /// It is for another name.
    WrongName,
    /// Nobody who is trusted here vouches for it.
    UnknownIssuer,
    /// Anything else.
    Other,
}

/// Why it broke off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The name is not known.
    NoSuchName,
    /// Nothing listens there.
    Refused,
    /// The network does not lead there.
    Unreachable,
    /// No answer in time.
    TimedOut,
    /// The connection ended.
    Closed,
    /// The certificate does not hold.
    Certificate(CertificateFault),
    /// What listens there speaks no TLS, or none that is secure.
    NoTls,
    /// The server offers no encryption on this port.
    NoStartTls,
    /// Without TLS nothing is spoken but to this machine itself.
    NotThisMachine,
    /// The server offers no way to log in that this program takes.
    NoWayIn,
    /// The server does not accept name and proof.
    Denied,
    /// There is no such folder, or it may not be opened.
    NoSuchFolder,
    /// The server refuses: for good.
    Rejected,
    /// The server refuses for now.
    Deferred,
    /// What it sends is not what it was asked for.
    Confused,
    /// It announces or sends more than was asked for.
    TooMuch,
}

/// Where and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[error("mail server: {step:?} failed: {cause:?}")]
pub struct Trouble {
    /// Where.
    pub step: Step,
    /// Why.
    pub cause: Cause,
}

pub const fn at(step: Step, cause: Cause) -> Trouble {
    Trouble { step, cause }
}

/// What an error of the stream says, TLS within it included.
pub fn of_io(error: &io::Error) -> Cause {
    if let Some(tls) = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
        return of_tls(tls);
    }
    match error.kind() {
        io::ErrorKind::ConnectionRefused => Cause::Refused,
        io::ErrorKind::TimedOut => Cause::TimedOut,
        io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => Cause::Unreachable,
        _ => Cause::Closed,
    }
}

fn of_tls(error: &rustls::Error) -> Cause {
    use rustls::{CertificateError as Fault, Error};
    match error {
        Error::InvalidCertificate(fault) => Cause::Certificate(match fault {
            Fault::Expired
            | Fault::ExpiredContext { .. }
            | Fault::NotValidYet
            | Fault::NotValidYetContext { .. } => CertificateFault::Expired,
            Fault::NotValidForName | Fault::NotValidForNameContext { .. } => CertificateFault::WrongName,
            Fault::UnknownIssuer => CertificateFault::UnknownIssuer,
            _ => CertificateFault::Other,
        }),
        _ => Cause::NoTls,
    }
}
