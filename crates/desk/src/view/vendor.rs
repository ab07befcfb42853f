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
    /// What should make a person look twice before verifying it.
    pub warnings: Vec<VendorWarning>,
    /// Other contact addresses under which the same key came.
    pub conflicts: Vec<ConflictView>,
}

/// Something that looks like something known and is not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct VendorWarning {
    /// What looks so.
    pub kind: VendorWarningKind,
    /// What it looks like; empty where scripts are mixed.
    pub like: String,
}

/// What looks like something known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum VendorWarningKind {
    /// The vendor's name looks like that of a known vendor.
    Name,
    /// The contact's domain looks like that of a known vendor.
    Domain,
    /// A word mixes alphabets that look alike.
    Scripts,
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
