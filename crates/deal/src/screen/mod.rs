//! The screen: a text or number equal to a secret of the mandate does not leave.
//!
//! What is compared with what:
//!
//! | field | compared with |
//! |---|---|
//! | [`Nature::Prose`]: subject, body, reason, conditions, notes, description, sku, unit | target and walk-away, and their derivations |
//! | [`Nature::Price`]: a line's `unit_price`, the offer's `total_annual`, typed as numbers | walk-away and its derivations alone |
//! | [`Nature::Count`]: quantity and term, typed as numbers | the walk-away itself |
//! | [`Nature::Echo`]: an acceptance, proven to say what the vendor said | nothing |
//!
//! The owner may counter at exactly the target, so the target is no secret in a price field of a counter
//! that the owner approves; said in words it would be one. The walk-away leaves in no field: a counter at
//! exactly the walk-away waits until the owner has moved the mandate. Derivations are a month's, a
//! quarter's and a whole term's share, and a unit's price for the quantities of the deal ([`Facts`]).
//!
//! The screen stands behind a trait since it will run in a process of its own; one that cannot run says
//! [`ScreenDown`], and nothing leaves.

mod confidential;

#[cfg(test)]
mod cases;
mod codes;
mod context;
mod denied;
mod disguises;
mod figures;
mod fold;
mod names;
mod numerals;
mod opaque;
mod packed;
mod places;
mod quantities;
mod reading;
mod readings;
mod talk;
#[cfg(test)]
mod tests;
mod tokens;
mod tongues;
mod typed;
pub(crate) mod views;
mod wording;

use std::fmt;

use money::Amount;

use crate::Mandate;
use denied::Denied;

pub use confidential::{Confidential, ReasonKind, ScreenReason};
pub use figures::{DealFigures, SecretFigures};

/// The most text that one answer may bring before the screen, in bytes; more than any payload of the
/// protocol can hold.
pub const MAX_SCREENED_BYTES: usize = 1 << 20;

/// What a field is, which says what it is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Nature {
    /// Words of ours.
    Prose,
    /// A price or total of the approved offer.
    Price,
    /// A quantity or a term of the approved offer.
    Count,
    /// What the vendor said itself and knows.
    Echo,
}

/// A field of what is to leave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Where it stands (`conditions[1]`).
    pub place: String,
    /// Its text; numbers as decimal text.
    pub text: String,
    /// What it is.
    pub nature: Nature,
}

/// Figures of the deal from which a secret could be told by division.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts {
    /// Quantities of lines (seats): a secret per unit is a secret.
    pub quantities: Vec<Amount>,
    /// Terms in months: a secret over the term is a secret.
    pub terms_months: Vec<u32>,
}

/// The screen's word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScreenVerdict {
    /// Nothing found.
    Passed,
    /// Something found; which secret and where in the field is not said.
    Blocked {
        /// The fields concerned, each once, in their order.
        places: Vec<String>,
    },
}

/// The screen could not run: nothing leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScreenDown {
    /// More text than [`MAX_SCREENED_BYTES`].
    TooMuch,
    /// What is to leave cannot be read as the canonical JSON it should be.
    Unreadable,
    /// The screen does not run, or ended.
    Unavailable,
    /// It did not answer in time.
    TimedOut,
}

impl fmt::Display for ScreenDown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooMuch => "there is more text than the screen reads",
            Self::Unreadable => "the payload is not canonical JSON",
            Self::Unavailable => "the screen does not run",
            Self::TimedOut => "the screen did not answer in time",
        })
    }
}

impl std::error::Error for ScreenDown {}

/// Something that screens.
pub trait Screen {
    /// Judges the fields. Without a mandate there is no secret, but a screen that is down still says so.
    ///
    /// # Errors
    /// [`ScreenDown`] where it cannot judge.
    fn screen(
        &self,
        fields: &[Field],
        facts: &Facts,
        mandate: Option<&Mandate>,
    ) -> Result<ScreenVerdict, ScreenDown>;
}

/// The screen by equal numbers, in whatever digits, separators and suffixes they are written.
///
/// It does not read numbers in words, encodings, other currencies or differences.
#[derive(Debug, Clone, Copy, Default)]
pub struct EqualNumbers;

impl Screen for EqualNumbers {
    fn screen(
        &self,
        fields: &[Field],
        facts: &Facts,
        mandate: Option<&Mandate>,
    ) -> Result<ScreenVerdict, ScreenDown> {
        if fields.iter().map(|field| field.text.len()).sum::<usize>() > MAX_SCREENED_BYTES {
            return Err(ScreenDown::TooMuch);
        }
        let Some(mandate) = mandate else { return Ok(ScreenVerdict::Passed) };
        let denied = Denied::of(mandate, facts);
        let mut places: Vec<String> = Vec::new();
        for field in fields {
            if denied.stands_in(&field.text, field.nature) && places.last() != Some(&field.place) {
                places.push(field.place.clone());
            }
        }
        Ok(if places.is_empty() { ScreenVerdict::Passed } else { ScreenVerdict::Blocked { places } })
    }
}
