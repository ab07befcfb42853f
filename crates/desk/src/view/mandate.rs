//! The mandate of a deal, for the eyes of those who may see it.

use serde::{Deserialize, Serialize};
use specta::Type;

/// A version of a mandate. `Debug` keeps the figures to itself.
#[derive(Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct MandateView {
    /// Version, from 1.
    pub version: u32,
    /// When it was set.
    pub made_at: String,
    /// Currency.
    pub currency: String,
    /// Annual target total; secret towards the vendor.
    pub target_annual: Option<String>,
    /// Annual walk-away total; secret towards the vendor.
    pub walk_away_annual: Option<String>,
    /// Longest acceptable term in months.
    pub longest_term_months: Option<u32>,
    /// Most rounds.
    pub most_rounds: Option<u32>,
    /// All that is set, as it goes into the form.
    pub form: MandateForm,
    /// The whole mandate in numbered clauses, as a lawyer reads it.
    pub text: String,
    /// What the desk ledger says of it: SHA-256 over a salt and the mandate, hex.
    pub commitment: String,
    /// Topics of the mandate's public frame that the organisation's declared envelope lacks.
    pub undeclared: Vec<String>,
    /// True where the mandate lets the buyer's side do more than the envelope declares.
    pub authority_undeclared: bool,
}

/// The mandate as typed by the owner; empty text means not set. `Debug` keeps the figures to itself.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize, Type)]
pub struct MandateForm {
    /// Three capital letters.
    pub currency: String,
    /// Decimal text.
    pub target_annual: String,
    /// Decimal text.
    pub walk_away_annual: String,
    /// Decimal text: the most that any year may cost.
    pub budget_annual: String,
    /// Limits of single lines.
    pub lines: Vec<LineLimitForm>,
    /// Whole number.
    pub shortest_term_months: String,
    /// Whole number.
    pub longest_term_months: String,
    /// Whole number: days that we have to pay.
    pub payment_days_least: String,
    /// Whole number.
    pub payment_days_most: String,
    /// Decimal text, per cent a year.
    pub uplift_percent_most: String,
    /// Whole number.
    pub notice_days_least: String,
    /// Whole number.
    pub notice_days_most: String,
    /// Whole number: days that a counter stays open.
    pub expiry_days_least: String,
    /// Whole number.
    pub expiry_days_most: String,
    /// Conditions that are wanted.
    pub conditions_wanted: Vec<String>,
    /// Conditions that are not accepted.
    pub conditions_refused: Vec<String>,
    /// What may be discussed.
    pub may_discuss: Vec<String>,
    /// What may be told.
    pub may_disclose: Vec<String>,
    /// Empty, `none`, `propose_only` or `bind_with_human_approval`.
    pub authority: String,
    /// Whole number.
    pub most_rounds: String,
    /// RFC 3339.
    pub deadline: String,
    /// Each concession at most as large as the one before.
    pub concessions_shrink: bool,
    /// A counter that was not answered is not improved.
    pub not_against_oneself: bool,
}

/// Limits of one line.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize, Type)]
pub struct LineLimitForm {
    /// Its stock-keeping unit or its description.
    pub name: String,
    /// True where `name` is a stock-keeping unit.
    pub by_sku: bool,
    /// True where its prices are paid once; else they are for a unit and year.
    pub once: bool,
    /// Decimal text.
    pub target: String,
    /// Decimal text.
    pub walk_away: String,
}

macro_rules! keeps_to_itself {
    ($($name:ident),*) => {$(
        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($name), "(…)"))
            }
        }
    )*};
}
keeps_to_itself!(MandateView, MandateForm, LineLimitForm);
