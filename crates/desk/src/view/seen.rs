//! What a person has looked at.

use serde::{Deserialize, Serialize};
use specta::Type;

/// How far a place of a deal was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SeenMark {
    /// `mails`, `media`, or the id of a session.
    pub place: String,
    /// Number of the last mail, message or event.
    pub upto: u32,
}
