//! The screen: what a text would tell, before it leaves.
//!
//! Two rules. **Deny**: a figure of the mandate in any dress, and whatever follows from it by arithmetic,
//! blocks; no person may release it. **Allow**: a figure that could be read as money, price, share or
//! multiple of the deal must follow from something that may be told; words that tell where a limit lies,
//! and what nobody can read, are no better. They hold the answer, and the deal's owner may release exactly
//! those places of exactly those bytes.
//!
//! | field | compared with |
//! |---|---|
//! | [`Nature::Prose`]: subject, body, reason, conditions, notes, description, sku, unit | both rules ([`Confidential`]) |
//! | [`Nature::Price`]: a line's `unit_price`, the offer's `total_annual`, typed as numbers | the limits above which there is no deal, and their shares |
//! | [`Nature::Count`]: quantity and term, typed as numbers | those limits themselves |
//! | [`Nature::Echo`]: an acceptance, proven to say what the vendor said | nothing |
//!
//! The owner may counter at exactly the target, so the target is no secret in a price field of a counter
//! that the owner approves. The walk-away and the budget leave in no field: a counter at exactly the
//! walk-away waits until the owner has moved the mandate. What was said openly in the deal before, by
//! either side, is told: a line that repeats it, or a figure of it, is not held again, and a secret in it
//! blocks all the same.
//!
//! The screen stands behind a trait since it runs in a process of its own; one that cannot run says
//! [`ScreenDown`], and nothing leaves.

mod addends;
mod amounts;
mod arithmetic;
mod bases;
mod behind;
mod book;
mod calculation;
mod confidential;

#[cfg(test)]
mod cases;
mod ciphers;
mod codes;
mod context;
mod disguises;
#[cfg(test)]
mod dresses;
mod east;
mod elsewhere;
mod fields;
mod figures;
mod garbled;
#[cfg(test)]
mod grid;
mod hidden;
mod in_full;
#[cfg(test)]
mod kinds;
mod labelled;
mod laid_out;
mod languages;
mod lexicon;
mod listed;
mod markup;
mod mixed;
mod moments;
mod names;
mod numerals;
mod opaque;
mod packed;
mod parts_of;
mod per_what;
mod pictures;
mod places;
mod prices;
#[cfg(test)]
mod probes;
#[cfg(test)]
mod puzzles;
mod quantities;
mod rates;
mod ratios;
mod reading;
mod reason;
mod respelled;
mod riddles;
mod scales;
mod scenario;
mod serials;
mod settings;
mod shared_out;
mod signs;
mod slang;
mod slips;
mod sounds;
#[cfg(test)]
mod speeches;
mod sums;
mod talk;
#[cfg(test)]
mod tests;
mod things;
mod tokens;
mod tongues;
mod topics;
mod traced;
mod typed;
mod vague;
pub(crate) mod views;
mod wording;

use std::fmt;

pub(crate) use book::rule_text;
pub use confidential::Confidential;
pub use fields::InThisProcess;
pub use figures::{DealFigures, SecretFigures};
pub use reason::{ReasonKind, ScreenReason};
pub use scenario::Scenario;
#[cfg(test)]
pub(crate) use talk::spoken;

/// Which rules judge. A screen in another process that follows others is not believed.
pub const SCREEN_RULES: u32 = 10;

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

/// Something that keeps an answer from simply leaving: why and where, never what. Where it `blocks`
/// ([`ReasonKind::blocks`]) no person may release it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScreenFinding {
    /// Where the field stands ([`Field::place`]).
    pub place: String,
    /// Why.
    pub kind: ReasonKind,
    /// First code point of the field's text.
    pub start: usize,
    /// Behind the last one.
    pub end: usize,
    /// True where an encoding or a disguise hid it; the place is the whole text then.
    pub decoded: bool,
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
    /// It answered something that is no judgement of what it was asked.
    Garbled,
    /// It follows other rules than this program.
    OtherRules,
    /// The additional scanner outside could not be asked, or answered something else than its verdict.
    OutsideUnavailable,
    /// The additional scanner outside did not answer in time.
    OutsideTimedOut,
}

impl ScreenDown {
    /// All of them.
    pub(crate) const ALL: [Self; 8] = [
        Self::TooMuch,
        Self::Unreadable,
        Self::Unavailable,
        Self::TimedOut,
        Self::Garbled,
        Self::OtherRules,
        Self::OutsideUnavailable,
        Self::OutsideTimedOut,
    ];

    /// Its name in records.
    pub fn code(self) -> &'static str {
        match self {
            Self::TooMuch => "too_much",
            Self::Unreadable => "unreadable",
            Self::Unavailable => "unavailable",
            Self::TimedOut => "timed_out",
            Self::Garbled => "garbled",
            Self::OtherRules => "other_rules",
            Self::OutsideUnavailable => "outside_unavailable",
            Self::OutsideTimedOut => "outside_timed_out",
        }
    }

    /// Reads [`ScreenDown::code`].
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|down| down.code() == code)
    }
}

impl fmt::Display for ScreenDown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooMuch => "there is more text than the screen reads",
            Self::Unreadable => "the payload is not canonical JSON",
            Self::Unavailable => "the screen does not run",
            Self::TimedOut => "the screen did not answer in time",
            Self::Garbled => "the screen answered something that is no judgement",
            Self::OtherRules => "the screen follows other rules than this program",
            Self::OutsideUnavailable => "the additional scanner gave no verdict",
            Self::OutsideTimedOut => "the additional scanner did not answer in time",
        })
    }
}

impl std::error::Error for ScreenDown {}

/// Something that screens.
pub trait Screen {
    /// Everything that keeps the fields from leaving; empty where they may. Without a secret a screen
    /// that is down still says so.
    ///
    /// # Errors
    /// [`ScreenDown`] where it cannot judge.
    fn screen(&self, fields: &[Field], scenario: &Scenario) -> Result<Vec<ScreenFinding>, ScreenDown>;
}
