//! What a search found.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What was found so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FoundView {
    /// The best first.
    pub hits: Vec<Hit>,
    /// Whether older mails and events are still being taken into the index.
    pub still_reading: bool,
}

/// Something found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Hit {
    /// What it is.
    pub kind: HitKind,
    /// The deal to open.
    pub deal: Option<String>,
    /// The deal's title, inert.
    pub deal_title: String,
    /// The entry of its timeline.
    pub entry: Option<String>,
    /// Subject, first words, or name, inert.
    pub title: String,
    /// Who wrote it, inert.
    pub who: String,
    /// When, RFC 3339.
    pub at: String,
    /// The lines of an offer that hold a word that was asked for.
    pub lines: Vec<HitLine>,
}

/// What a hit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum HitKind {
    /// A deal, by its title or vendor.
    Deal,
    /// A mail.
    Mail,
    /// An offer or counter.
    Offer,
    /// A message of a session.
    Message,
    /// Another event.
    Event,
}

/// A line of an offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct HitLine {
    /// Stock-keeping unit.
    pub sku: Option<String>,
    /// What it is, inert.
    pub description: String,
    /// Decimal text.
    pub unit_price: String,
    /// Currency.
    pub currency: String,
    /// Unit, inert.
    pub unit: String,
}
