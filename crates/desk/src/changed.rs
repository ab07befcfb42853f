//! What the window is told when something changed: what, and nothing of it.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// The frame: stage, host, problems, counts, guide.
    App,
    /// The list of deals.
    Today,
    /// A deal; the id says which.
    Deal,
    /// What was read in a deal's mails and events; the id says which deal's.
    Reading,
    /// Vendors.
    Vendors,
    /// The channel.
    Channel,
    /// The mailboxes.
    Mail,
    /// A piece of work; the id says which.
    Work,
}

/// Something changed; the window asks again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Changed {
    /// What.
    pub topic: Topic,
    /// Which, for a deal or a piece of work.
    pub id: Option<String>,
}
