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
    /// The contact's domain, inert.
    pub domain: String,
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
    /// The code that was last mailed to the contact, by the host's word.
    pub code: Option<CodeView>,
    /// By what a code would be mailed.
    pub code_way: CodeWay,
}

/// A code that was mailed to a vendor's contact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct CodeView {
    /// What became of it.
    pub state: CodeState,
    /// Who asked for it.
    pub asked_by: String,
    /// When.
    pub asked_at: String,
    /// Until when it serves.
    pub expires_at: String,
    /// Wrong tries that it bears still.
    pub tries_left: u32,
    /// Who typed it; none where the vendor's agent answered by itself, with its key.
    pub typed_by: Option<String>,
    /// When it was answered.
    pub answered_at: Option<String>,
}

/// What became of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum CodeState {
    /// Its mail is being handed over.
    Sending,
    /// A mail server took it.
    Sent,
    /// Its mail surely did not leave.
    NotSent,
    /// Its mail may have left.
    Unknown,
    /// It came back.
    Answered,
    /// It serves no more: its time is over.
    Expired,
    /// It serves no more: there were too many wrong tries.
    Closed,
}

/// By what a code would be mailed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum CodeWay {
    /// The host mails it.
    Host,
    /// This desk does, from a mailbox of the person's.
    Desk {
        /// The mailbox.
        from: String,
    },
    /// Neither the host nor this desk has a mailbox.
    Nobody,
}

/// What became of typing a code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct CodeTyped {
    /// Whether it is the one that was mailed.
    pub fits: bool,
    /// All vendors, as they stand then.
    pub vendors: Vec<VendorView>,
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
