//! Registrations as operators and desks see them.

use anp::contact::MOST_WRONG;
use serde::Serialize;

use crate::store::{MailedCode, vendors};

/// A registration as operators and desks see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Vendor {
    /// Registration id.
    pub agent_id: String,
    /// The agent's name.
    pub agent_name: String,
    /// The vendor it names.
    pub vendor_name: String,
    /// The contact it gave.
    pub contact_email: String,
    /// The key.
    pub public_key: String,
    /// The key's fingerprint.
    pub fingerprint: String,
    /// `sandbox`, `verified` or `revoked`.
    pub status: &'static str,
    /// When it came.
    pub registered_at: String,
    /// A person's id or `local operator`.
    pub decided_by: Option<String>,
    /// When that was.
    pub decided_at: Option<String>,
    /// Later registrations of the same key under other names or contacts.
    pub conflicts: Vec<Conflict>,
    /// The code that was last mailed to the contact.
    pub code: Option<ContactCode>,
}

/// What became of a code for a registration's contact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ContactCode {
    /// `sending`, `sent`, `not_sent` or `unknown`: how far its mail has come; `closed`
    /// after too many wrong tries; `answered`.
    pub state: &'static str,
    /// The id of the person who asked for it.
    pub asked_by: String,
    /// When that was.
    pub asked_at: String,
    /// Until when it serves.
    pub expires_at: String,
    /// Wrong tries that it bears still.
    pub tries_left: u32,
    /// Who answered with it: the registration's own id, or a person's.
    pub answered_by: Option<String>,
    /// When that was.
    pub answered_at: Option<String>,
}

impl From<MailedCode> for ContactCode {
    fn from(code: MailedCode) -> Self {
        let tries_left = MOST_WRONG.saturating_sub(code.wrong);
        let state = match (&code.answered, tries_left) {
            (Some(_), _) => "answered",
            (None, 0) => "closed",
            (None, _) => code.delivery.as_str(),
        };
        let (answered_by, answered_at) = code.answered.unzip();
        Self {
            state,
            asked_by: code.asked_by,
            asked_at: code.asked_at,
            expires_at: code.expires_at,
            tries_left,
            answered_by,
            answered_at,
        }
    }
}

/// A registration of a key that was registered already.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// The name it gave.
    pub agent_name: String,
    /// The vendor it named.
    pub vendor_name: String,
    /// The contact it gave.
    pub contact_email: String,
    /// When it came.
    pub at: String,
}

impl From<vendors::Vendor> for Vendor {
    fn from(vendor: vendors::Vendor) -> Self {
        let vendors::Vendor { agent, conflicts, code } = vendor;
        let (decided_by, decided_at) = agent.decided.unzip();
        Self {
            fingerprint: agent.public_key.fingerprint().to_string(),
            public_key: agent.public_key.to_string(),
            agent_id: agent.id,
            agent_name: agent.agent_name,
            vendor_name: agent.vendor_name,
            contact_email: agent.contact_email,
            status: agent.status.as_str(),
            registered_at: agent.registered_at,
            decided_by,
            decided_at,
            conflicts: conflicts
                .into_iter()
                .map(|other| Conflict {
                    agent_name: other.agent_name,
                    vendor_name: other.vendor_name,
                    contact_email: other.contact_email,
                    at: other.at,
                })
                .collect(),
            code: code.map(ContactCode::from),
        }
    }
}
