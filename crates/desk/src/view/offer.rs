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
    /// Conditions that took the place of another: each pairs one of `conditions_gone` with one
    /// of `conditions_new`.
    pub conditions_changed: Vec<RewordedView>,
    /// How each total was computed, a step each.
    pub working: Vec<StepView>,
    /// Beside benchmarks and the mandate.
    pub beside: BesideView,
}

/// A condition that was changed, word by word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct RewordedView {
    /// As it stood, inert.
    pub was: String,
    /// As it stands, inert.
    pub now: String,
    /// The stretches in reading order, inert.
    pub parts: Vec<WordingView>,
}

/// A stretch of a changed condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct WordingView {
    /// Where it stands.
    pub kind: WordingKind,
    /// Its words, inert.
    pub text: String,
}

/// Where a stretch of words stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum WordingKind {
    /// In both.
    Same,
    /// In the old one only.
    Gone,
    /// In the new one only.
    New,
}

/// A step of the arithmetic. Amounts are decimal text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StepView {
    /// Quantity × unit price (× how often a year).
    Line {
        /// Number of the line from 1.
        line: u32,
        /// Quantity.
        quantity: String,
        /// Unit price.
        unit_price: String,
        /// How often a year; none where it is paid once.
        a_year: Option<u32>,
        /// What it gives.
        gives: String,
        /// The line's currency.
        currency: String,
    },
    /// The annual figure × months / 12.
    Term {
        /// Number of the line from 1.
        line: u32,
        /// Months.
        months: u32,
        /// The annual figure.
        annual: String,
        /// What it gives.
        gives: String,
        /// The line's currency.
        currency: String,
        /// Decimals to which it was rounded.
        rounded_to: Option<u32>,
    },
    /// The sum over the lines.
    Sum {
        /// Of the annual figures, or of those over the term.
        annual: bool,
        /// Empty where they are too many to be read.
        summands: Vec<String>,
        /// How many lines.
        lines: u32,
        /// What it gives.
        gives: String,
        /// The offer's currency.
        currency: String,
    },
    /// Lines name different currencies.
    Mixed,
    /// The stated total is not the computed one.
    Stated {
        /// As stated.
        stated: String,
        /// As computed.
        computed: String,
        /// Stated − computed, with its sign.
        by: String,
        /// Whether the stated one leaves the periods out.
        without_periods: bool,
        /// The offer's currency.
        currency: String,
    },
}

/// Where an offer stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct OfferPlace {
    /// Id of the session.
    pub session: String,
    /// Number of its event.
    pub seq: u32,
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
