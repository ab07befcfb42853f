//! Table `agents`: vendors' registrations.

use anp::keys::PublicKey;

use super::super::{StoreFault, Stored};
use super::Hold;

/// How far a registration is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// No person has confirmed it: the sandbox alone.
    Sandbox,
    /// A person has.
    Verified,
    /// Refused everywhere, for good.
    Revoked,
}

impl Status {
    /// Text on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sandbox => "sandbox",
            Self::Verified => "verified",
            Self::Revoked => "revoked",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::Sandbox, Self::Verified, Self::Revoked].into_iter().find(|status| status.as_str() == text)
    }
}

/// A vendor's registration.
#[derive(Debug, Clone)]
#[allow(clippy::struct_field_names, reason = "the protocol's own name")]
pub struct Agent {
    /// A UUID.
    pub id: String,
    /// The key.
    pub public_key: PublicKey,
    /// 3–120 characters.
    pub agent_name: String,
    /// 1–160 characters.
    pub vendor_name: String,
    /// 3–320 characters.
    pub contact_email: String,
    /// How far it is trusted.
    pub status: Status,
    /// When it came.
    pub registered_at: String,
    /// Who verified or revoked it, and when.
    pub decided: Option<(String, String)>,
}

/// A row as it is kept.
#[allow(clippy::struct_field_names, reason = "the column's name")]
pub struct Row {
    pub id: String,
    pub public_key: String,
    pub agent_name: String,
    pub vendor_name: String,
    pub contact_email: String,
    pub status: String,
    pub registered_at: String,
    /// Empty while nobody has decided.
    pub decided_by: String,
    pub decided_at: String,
}

impl Row {
    /// The registration that it says.
    pub fn agent(self) -> Stored<Agent> {
        let (Ok(public_key), Some(status)) =
            (PublicKey::parse(&self.public_key), Status::parse(&self.status))
        else {
            let what = format!("no key or status of {}", self.id);
            return Err(StoreFault::Damaged { table: "agents", what });
        };
        Ok(Agent {
            id: self.id,
            public_key,
            agent_name: self.agent_name,
            vendor_name: self.vendor_name,
            contact_email: self.contact_email,
            status,
            registered_at: self.registered_at,
            decided: (!self.decided_by.is_empty()).then_some((self.decided_by, self.decided_at)),
        })
    }
}

/// The table.
pub trait Agents {
    /// A registration by id.
    fn agent(&self, id: &str, hold: Hold) -> Stored<Option<Agent>>;
    /// A registration by its key.
    fn agent_with_key(&self, key: &PublicKey, hold: Hold) -> Stored<Option<Agent>>;
    /// All, in the order in which they came.
    fn agents(&self) -> Stored<Vec<Agent>>;
    /// A new one.
    fn insert_agent(&self, agent: &Agent) -> Stored<()>;
    /// A person's word on one.
    fn set_agent_status(&self, id: &str, status: Status, by: &str, at: &str) -> Stored<()>;
}
