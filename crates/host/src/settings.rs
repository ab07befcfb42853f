//! What a host is started with.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use crate::{Clock, DatabaseAddress, Proxies, Smtp, TlsFiles};

/// What a host is started with.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The data folder, made by [`crate::operator::init`].
    pub data: PathBuf,
    /// What keeps the organisation's record.
    pub keeping: Keeping,
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Where vendors and desks reach this host, where that is known: `https://…`.
    pub public_url: Option<String>,
    /// The certificate; without one the host speaks plain HTTP, for loopback and behind
    /// a proxy.
    pub tls: Option<TlsFiles>,
    /// The proxies that say whose request they pass on.
    pub proxies: Proxies,
    /// Where operators measure.
    pub metrics: Option<SocketAddr>,
    /// By what codes are mailed to vendors' contacts; without it desks mail them.
    pub smtp: Option<Smtp>,
    /// How much is let in.
    pub limits: Limits,
    /// Where time comes from.
    pub clock: Clock,
}

impl Settings {
    /// The protocol page's limits and the machine's clock.
    pub fn new(data: impl Into<PathBuf>, listen: SocketAddr) -> Self {
        Self {
            data: data.into(),
            keeping: Keeping::Sqlite,
            listen,
            public_url: None,
            tls: None,
            proxies: Proxies::default(),
            metrics: None,
            smtp: None,
            limits: Limits::default(),
            clock: Clock::system(),
        }
    }
}

/// What keeps the organisation's record.
#[derive(Debug, Clone)]
pub enum Keeping {
    /// SQLite in the data folder: one machine.
    Sqlite,
    /// A PostgreSQL database, which any number of hosts share.
    Postgres(Box<Shared>),
}

/// A database that hosts share.
#[derive(Debug, Clone)]
pub struct Shared {
    /// Where it is.
    pub address: DatabaseAddress,
    /// Most connections of one host, at least 2.
    pub connections: usize,
    /// Whether hosts wake each other by `LISTEN` and `NOTIFY`. Without it, or where the
    /// engine knows neither, a change is seen within a second all the same.
    pub notify: bool,
}

impl Shared {
    /// With 16 connections, and hosts that wake each other.
    pub const fn new(address: DatabaseAddress) -> Self {
        Self { address, connections: 16, notify: true }
    }
}

/// Where a host keeps what is its own: the data folder with the platform key, and the
/// record there or elsewhere.
#[derive(Debug, Clone)]
pub struct Place {
    /// The data folder.
    pub data: PathBuf,
    /// What keeps the record.
    pub keeping: Keeping,
}

impl From<&Path> for Place {
    fn from(data: &Path) -> Self {
        Self { data: data.to_owned(), keeping: Keeping::Sqlite }
    }
}

impl From<&PathBuf> for Place {
    fn from(data: &PathBuf) -> Self {
        Self::from(data.as_path())
    }
}

impl From<&Settings> for Place {
    fn from(settings: &Settings) -> Self {
        Self { data: settings.data.clone(), keeping: settings.keeping.clone() }
    }
}

impl From<&Self> for Place {
    fn from(place: &Self) -> Self {
        place.clone()
    }
}

/// How much is let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Registrations from one address (an IPv6 address counts by its first 64 bits).
    pub registrations: Rate,
    /// Signed requests by one agent or person.
    pub requests: Rate,
    /// Appends to one session.
    pub appends: Rate,
    /// Largest body, in bytes.
    pub body: usize,
    /// Long polls of one person that wait at once, at one host.
    pub polls: usize,
}

impl Default for Limits {
    /// 60 then 1 a second, 200 then 50, 100 then 20, 2 MiB, 16 polls.
    fn default() -> Self {
        Self {
            registrations: Rate::of(60, 1),
            requests: Rate::of(200, 50),
            appends: Rate::of(100, 20),
            body: 2 * 1024 * 1024,
            polls: 16,
        }
    }
}

/// So many at once, then so many a second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// At once.
    pub burst: NonZeroU32,
    /// A second, after that.
    pub per_second: NonZeroU32,
}

impl Rate {
    /// A rate; 0 counts as 1.
    pub const fn of(burst: u32, per_second: u32) -> Self {
        Self { burst: at_least_one(burst), per_second: at_least_one(per_second) }
    }
}

const fn at_least_one(count: u32) -> NonZeroU32 {
    match NonZeroU32::new(count) {
        Some(count) => count,
        None => NonZeroU32::MIN,
    }
}
