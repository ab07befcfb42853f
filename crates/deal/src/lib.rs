//! The buyer's rules: terms, figures, mandate, screening, holds and decisions. Pure.
//!
//! Money and text alone: no clock, no disk, no network, no async, and nothing of any protocol's types.
//! Time, hashes and signatures come in as arguments.
#![forbid(unsafe_code)]

mod accept;
mod compare;
mod digest;
mod figures;
mod guard;
mod hold;
mod mandate;
mod period;
#[cfg(test)]
mod samples;
mod terms;

pub use accept::{acceptance_reason, accepted_event, terms_equal};
pub use compare::{Change, Comparison, LineChange, Move, change, compare};
pub use digest::Hash;
pub use figures::{Figures, LineFigures, figures};
pub use guard::{History, Measure, Rule, Violation, check, check_acceptance};
pub use hold::{Hold, HoldCause, HoldEvent, HoldState, holds};
pub use mandate::{Limits, Mandate, MandateError, Secret};
pub use period::Period;
pub use terms::{Line, Terms};
