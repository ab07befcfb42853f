//! Vendors as the org owner sees them.

use serde::{Deserialize, Serialize};
use specta::Type;

/// A registered vendor agent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct VendorView {
    /// Registration id.
    pub agent_id: String,
    /// Agent's name, inert.
    pub agent_name: String,
    /// Vendor's name, inert.
    pub vendor_name: String,
    /// Contact address, inert.
    pub contact: String,
    /// Fingerprint of its key.
    pub fingerprint: String,
    /// Where it stands.
    pub status: VendorStatus,
    /// When it registered.
    pub registered_at: String,
    /// Who verified or revoked it last, and when.
    pub decided_by: Option<String>,
    /// When.
    pub decided_at: Option<String>,
    /// Other contact addresses under which the same key came.
    pub conflicts: Vec<ConflictView>,
}

/// A conflicting registration of the same key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ConflictView {
    /// Agent's name, inert.
    pub agent_name: String,
    /// Vendor's name, inert.
    pub vendor_name: String,
    /// Contact address, inert.
    pub contact: String,
    /// When it came.
    pub at: String,
}

/// Status of a registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum VendorStatus {
    /// Waits for a person.
    Sandbox,
    /// Verified by a person.
    Verified,
    /// Refused everywhere.
    Revoked,
}
