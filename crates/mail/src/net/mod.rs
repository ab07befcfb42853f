//! The way to a mail server, for IMAP and SMTP alike: its name, the connection, TLS, and
//! which of these did not hold.

mod bearing;
mod trouble;
mod wire;

pub use trouble::{Cause, CertificateFault, Step, Trouble};
pub use wire::{Duplex, Security, Server, Trust};

pub(crate) use bearing::Bearing;
pub(crate) use trouble::{at, of_io};
pub(crate) use wire::{connect, secured, within};

use zeroize::Zeroizing;

/// How long a server may take for each thing that it is asked.
pub const PATIENCE: std::time::Duration = std::time::Duration::from_mins(1);

/// What proves to the server who asks. Shown nowhere, wiped when it is dropped.
#[derive(Clone)]
pub enum Secret {
    /// A password.
    Password(Zeroizing<String>),
    /// An OAuth 2 access token.
    Bearer(Zeroizing<String>),
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Password(_) => "Password",
            Self::Bearer(_) => "Bearer",
        })
    }
}

/// Who asks.
#[derive(Debug, Clone)]
pub struct Login {
    /// The name at the server, commonly the address.
    pub user: String,
    /// The proof.
    pub secret: Secret,
}
