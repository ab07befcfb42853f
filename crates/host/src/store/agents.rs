//! Table `agents`: vendors' registrations.

use anp::keys::PublicKey;
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{StoreFault, Stored};

pub(super) const SQL: &str = "
CREATE TABLE agents (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    public_key TEXT NOT NULL UNIQUE,
    agent_name TEXT NOT NULL,
    vendor_name TEXT NOT NULL,
    contact_email TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('sandbox', 'verified', 'revoked')),
    registered_at TEXT NOT NULL,
    -- Who verified or revoked it, and when; empty while nobody has.
    decided_by TEXT NOT NULL,
    decided_at TEXT NOT NULL
) STRICT;
";

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

const COLUMNS: &str = "id, public_key, agent_name, vendor_name, contact_email, status, registered_at, \
     decided_by, decided_at";

fn agent(row: &Row<'_>) -> rusqlite::Result<Stored<Agent>> {
    let id: String = row.get("id")?;
    let key: String = row.get("public_key")?;
    let status: String = row.get("status")?;
    let (by, at): (String, String) = (row.get("decided_by")?, row.get("decided_at")?);
    let (Ok(public_key), Some(status)) = (PublicKey::parse(&key), Status::parse(&status)) else {
        let what = format!("no key or status of {id}");
        return Ok(Err(StoreFault::Damaged { table: "agents", what }));
    };
    Ok(Ok(Agent {
        id,
        public_key,
        agent_name: row.get("agent_name")?,
        vendor_name: row.get("vendor_name")?,
        contact_email: row.get("contact_email")?,
        status,
        registered_at: row.get("registered_at")?,
        decided: (!by.is_empty()).then_some((by, at)),
    }))
}

/// A registration by id.
pub(super) fn find(connection: &Connection, id: &str) -> Stored<Option<Agent>> {
    connection
        .prepare_cached(&format!("SELECT {COLUMNS} FROM agents WHERE id = ?"))?
        .query_row([id], agent)
        .optional()?
        .transpose()
}

/// A registration by its key.
pub(super) fn find_key(connection: &Connection, key: &PublicKey) -> Stored<Option<Agent>> {
    connection
        .prepare_cached(&format!("SELECT {COLUMNS} FROM agents WHERE public_key = ?"))?
        .query_row([key.to_string()], agent)
        .optional()?
        .transpose()
}

/// All, in the order in which they came.
pub(super) fn all(connection: &Connection) -> Stored<Vec<Agent>> {
    let mut statement = connection.prepare_cached(&format!("SELECT {COLUMNS} FROM agents ORDER BY place"))?;
    let rows = statement.query_map([], agent)?.collect::<rusqlite::Result<Vec<_>>>()?;
    rows.into_iter().collect()
}

pub(super) fn insert(connection: &Connection, agent: &Agent) -> Stored<()> {
    let (by, at) = agent.decided.clone().unwrap_or_default();
    connection
        .prepare_cached(&format!("INSERT INTO agents ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"))?
        .execute(params![
            agent.id,
            agent.public_key.to_string(),
            agent.agent_name,
            agent.vendor_name,
            agent.contact_email,
            agent.status.as_str(),
            agent.registered_at,
            by,
            at
        ])?;
    Ok(())
}

pub(super) fn decide(connection: &Connection, id: &str, status: Status, by: &str, at: &str) -> Stored<()> {
    connection
        .prepare_cached("UPDATE agents SET status = ?, decided_by = ?, decided_at = ? WHERE id = ?")?
        .execute(params![status.as_str(), by, at, id])?;
    Ok(())
}
