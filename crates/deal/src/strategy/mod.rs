//! Counters by strategy, each number with its reason; and texts that code fills.
//!
//! A proposal is arithmetic on what is known: their offer, our counters, the mandate, the rounds left.
//! It is held against the guardrail before it is shown, and the person edits it. Its reasons may name
//! secrets, so they are for those who may see the mandate; its text cannot ([`fill`]).

mod curve;
mod template;
#[cfg(test)]
mod tests;

use money::Amount;

use crate::{History, Mandate, Secret, Terms, check};

pub use template::{TemplateError, fill};

/// A way to counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// A step along the concession curve: what is left to the target, by the rounds left, each step
    /// smaller than the one before.
    Step,
    /// The same figures as last time: it is their turn.
    Hold,
    /// Their own term made longer, for a lower price.
    LongerTerm,
    /// A shorter term at the price of the step, so that less is bound.
    ShorterTerm,
    /// More of what is counted, for a lower price of each.
    MoreVolume,
}

impl Strategy {
    /// Its name for records and the window.
    pub fn id(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Hold => "hold",
            Self::LongerTerm => "longer_term",
            Self::ShorterTerm => "shorter_term",
            Self::MoreVolume => "more_volume",
        }
    }
}

/// A counter that a strategy makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// By which.
    pub strategy: Strategy,
    /// The counter.
    pub terms: Terms,
    /// Its annual total.
    pub total: Amount,
    /// Why these numbers, in their order.
    pub reasons: Vec<Reason>,
}

/// Why a number is what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The first counter lies as far below the target as their offer lies above it, at most a quarter.
    Opening {
        /// Their annual total.
        theirs: Amount,
        /// The target.
        target: Secret<Amount>,
    },
    /// Our last counter, and a share of what is left to the target.
    Curve {
        /// Our last annual total.
        last: Amount,
        /// The target.
        target: Secret<Amount>,
        /// Rounds left, this one included.
        rounds_left: u32,
    },
    /// The step was made no larger than the last.
    NoLargerThan(Amount),
    /// Our last counter stands.
    Stands(Amount),
    /// The whole is spread evenly over the recurring lines, so many per cent of their prices.
    Spread(Amount),
    /// Prices were rounded down to what people write.
    Rounded,
    /// The term was changed, and the price by so many per cent for it.
    Term {
        /// Months of theirs.
        from: u32,
        /// Months of ours.
        to: u32,
        /// Per cent off the price.
        off_percent: u32,
    },
    /// Quantities were raised by a tenth, and the price lowered by so many per cent.
    Volume(u32),
    /// Their price of this line is paid once and was left.
    OnceLeft(usize),
}

/// Proposals within the mandate, the likeliest first. Without a target or an offer of theirs there are
/// none: then nothing is known that a number could rest on.
pub fn proposals(mandate: &Mandate, history: &History, expires: (&str, i64)) -> Vec<Proposal> {
    let (Some(theirs), Some(target)) = (history.latest_of_vendor(), mandate.target_annual()) else {
        return Vec::new();
    };
    if theirs.mixed_currencies() || theirs.currency != mandate.currency() {
        return Vec::new();
    }
    let mut base = theirs.clone();
    expires.0.clone_into(&mut base.expires_at);
    base.expires_at_unix_ms = expires.1;
    base.total_annual = None;
    base.notes = None;
    let made = [
        curve::step(&base, target, mandate, history),
        curve::hold(&base, history),
        curve::longer(&base, target, mandate, history),
        curve::shorter(&base, target, mandate, history),
        curve::more(&base, target, mandate, history),
    ];
    let within = |proposal: &Proposal| {
        check(&proposal.terms, Some(mandate), history).iter().all(|violation| !violation.blocks)
    };
    made.into_iter().flatten().filter(within).collect()
}
