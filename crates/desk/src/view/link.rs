//! Where a link leads.

use serde::{Deserialize, Serialize};
use specta::Type;

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LinkTarget {
    /// The deal to open.
    pub deal: String,
    /// The entry of its timeline.
    pub entry: Option<String>,
}
