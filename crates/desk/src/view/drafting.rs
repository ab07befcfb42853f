//! Counters that are proposed.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::OfferForm;

/// A counter that is proposed. `Debug` keeps the reasons to itself.
#[derive(Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ProposalView {
    /// By which strategy (`step`, `hold`, `longer_term`, `shorter_term`, `more_volume`).
    pub strategy: String,
    /// Its annual total, decimal text.
    pub annual_total: String,
    /// The form, filled with it.
    pub form: OfferForm,
    /// Why these numbers, for those who may see the mandate.
    pub reasons: Vec<ReasonView>,
    /// What could be said with it; its figures were filled in from the counter.
    pub text: String,
}

impl core::fmt::Debug for ProposalView {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "ProposalView({})", self.strategy)
    }
}

/// A reason: which, and its figures in their order.
#[derive(Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ReasonView {
    /// `opening`, `curve`, `no_larger_than`, `stands`, `spread`, `rounded`, `term`, `volume`, `once_left`.
    pub kind: String,
    /// Its figures, decimal text.
    pub figures: Vec<String>,
}

impl core::fmt::Debug for ReasonView {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "ReasonView({})", self.kind)
    }
}
