//! An offer as people compare it.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::BesideView;

/// An offer or counter, with every figure computed here from the verified payload.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct OfferView {
    /// ISO 4217-like code, three capital letters.
    pub currency: String,
    /// Term of the offer in months.
    pub term_months: u32,
    /// End of validity, RFC 3339.
    pub expires_at: String,
    /// True where it had expired when it was appended, or has since.
    pub expired: bool,
    /// The lines, in the vendor's order; lines that the last offer had and this one lacks come last.
    pub lines: Vec<LineView>,
    /// Computed annual total of the recurring lines and one-off lines, as the protocol sums them
    /// (quantity × unit price × periods a year); none where currencies are mixed.
    pub annual_total: Option<String>,
    /// Computed total over the term; none where currencies are mixed.
    pub term_total: Option<String>,
    /// The total the author stated.
    pub stated_total: Option<String>,
    /// Stated minus computed where they differ.
    pub stated_differs_by: Option<String>,
    /// True where lines name different currencies.
    pub mixed_currencies: bool,
    /// Change of the annual total against the same side's last offer.
    pub total_since: ChangeView,
    /// Change of the term against the same side's last offer.
    pub term_since: ChangeView,
    /// Conditions, inert text.
    pub conditions: Vec<String>,
    /// Conditions that are new since the same side's last offer (subset of `conditions`).
    pub conditions_new: Vec<String>,
    /// Conditions that fell away since.
    pub conditions_gone: Vec<String>,
    /// Notes, inert text.
    pub notes: Option<String>,
    /// How each total was computed, a line of arithmetic each.
    pub working: Vec<String>,
    /// Beside benchmarks and the mandate.
    pub beside: BesideView,
}

/// One line item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct LineView {
    /// Stock-keeping unit, where given.
    pub sku: Option<String>,
    /// What is sold, inert text.
    pub description: String,
    /// Decimal text.
    pub quantity: String,
    /// Unit as written (`seat/year`).
    pub unit: String,
    /// Decimal text.
    pub unit_price: String,
    /// Currency of the line.
    pub currency: String,
    /// The line's own term where it has one.
    pub term_months: Option<u32>,
    /// Quantity × unit price × periods a year (`once` lines: their one price).
    pub annual: String,
    /// True where the unit names no period: paid once.
    pub once: bool,
    /// Figure over the term.
    pub over_term: String,
    /// Unit price against the matching line of the same side's last offer.
    pub price_since: ChangeView,
    /// Quantity against the same.
    pub quantity_since: ChangeView,
    /// True for a line that the last offer had and this one lacks (its figures are the old ones).
    pub dropped: bool,
}

/// How a figure moved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ChangeView {
    /// There is nothing to compare with (first offer).
    First,
    /// New in this offer.
    New,
    /// Unchanged.
    Same,
    /// Went up.
    Up {
        /// Amount, without sign.
        by: String,
        /// Per cent with one decimal, without sign; none from zero.
        percent: Option<String>,
        /// The figure before.
        from: String,
    },
    /// Went down.
    Down {
        /// Amount, without sign.
        by: String,
        /// Per cent with one decimal, without sign; none from zero.
        percent: Option<String>,
        /// The figure before.
        from: String,
    },
}

/// The form on which a counter is written: the same fields as an offer, as the person typed them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct OfferForm {
    /// Three capital letters.
    pub currency: String,
    /// Whole months, 1–120.
    pub term_months: String,
    /// RFC 3339.
    pub expires_at: String,
    /// The lines.
    pub lines: Vec<LineForm>,
    /// Stated annual total; empty: none is stated.
    pub total_annual: String,
    /// Conditions.
    pub conditions: Vec<String>,
    /// Notes; empty: none.
    pub notes: String,
}

/// One line of the form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct LineForm {
    /// Empty: none.
    pub sku: String,
    /// What is bought.
    pub description: String,
    /// Decimal text.
    pub quantity: String,
    /// Unit.
    pub unit: String,
    /// Decimal text.
    pub unit_price: String,
    /// Currency.
    pub currency: String,
    /// Empty: the offer's term.
    pub term_months: String,
}
