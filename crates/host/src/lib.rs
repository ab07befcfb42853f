//! The org's HTTP door for vendors' agents and for desks.
//!
//! [`start`] serves a data folder that [`operator::init`] has made. The acts in
//! [`operator`] work on the same folder, from another process too, while it is served:
//! the database is the only truth, and every request asks it.
#![forbid(unsafe_code)]

pub mod care;
mod chain;
mod clock;
mod door;
mod error;
mod fault;
mod http;
mod keys;
mod listen;
mod measure;
pub mod operator;
mod post;
mod random;
mod registrations;
mod sandbox;
mod serve;
mod settings;
mod store;

pub use anp::roles::{Act, Role, may};
pub use clock::Clock;
pub use error::{HostError, PostgresFault, StoreFault};
#[cfg(feature = "fault-injection")]
pub use fault::Point as CrashPoint;
pub use listen::proxy::Proxies;
pub use listen::tls::TlsFiles;
pub use post::{MailServer, Smtp};
pub use serve::{Running, start};
pub use settings::{Keeping, Limits, Place, Rate, Settings, Shared};
pub use store::DatabaseAddress;
