//! Table `org`: the one organisation and its door.

use anp::digest::Fingerprint;

use super::super::{StoreFault, Stored};
use super::Hold;

/// The organisation and its door.
#[derive(Debug, Clone)]
pub struct Org {
    /// Its name.
    pub name: String,
    /// When its host was made.
    pub founded_at: String,
    /// Fingerprint of the platform key.
    pub platform: Fingerprint,
    /// Canonical JSON of its mandate envelope.
    pub envelope: String,
    /// The living handle; none while the channel is off.
    pub handle: Option<String>,
    /// How often the channel was switched on.
    pub opening: i64,
}

/// A row as it is kept.
pub struct Row {
    pub name: String,
    pub founded_at: String,
    pub platform_fingerprint: String,
    pub envelope: String,
    /// Empty while the channel is off.
    pub handle: String,
    pub opening: i64,
}

impl Row {
    /// The organisation that it says.
    pub fn org(self) -> Stored<Org> {
        let platform = Fingerprint::parse(&self.platform_fingerprint)
            .map_err(|_| StoreFault::Damaged { table: "org", what: "no fingerprint".to_owned() })?;
        Ok(Org {
            name: self.name,
            founded_at: self.founded_at,
            platform,
            envelope: self.envelope,
            handle: (!self.handle.is_empty()).then_some(self.handle),
            opening: self.opening,
        })
    }
}

/// The table.
pub trait Orgs {
    /// The organisation; none in a database that was not initialised.
    fn org_if_any(&self, hold: Hold) -> Stored<Option<Org>>;
    /// The organisation.
    fn org(&self, hold: Hold) -> Stored<Org> {
        self.org_if_any(hold)?.ok_or_else(|| StoreFault::Damaged { table: "org", what: "no row".to_owned() })
    }
    /// Founds it.
    fn insert_org(&self, org: &Org) -> Stored<()>;
    /// Writes the door: envelope, handle and opening.
    fn set_door(&self, org: &Org) -> Stored<()>;
}
