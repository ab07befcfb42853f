//! The answer's way out: `Draft → Guarded → Screened → Decided → Signed → Sent`, by way of [`Held`] where
//! the screen wants a person to look.
//!
//! Each state consumes the one before, has private fields, and is made in one place: [`Draft::new`],
//! [`Draft::guard`], [`Guarded::screen`] (or [`Held::release`], which names everything that is held),
//! [`Screened::decide`], [`Decided::sign`] (and
//! [`Signed::resume`], for an answer whose decision was signed before the desk stopped),
//! [`Signed::landed`]. What asks for a [`Signed`] can therefore not be reached without a person's
//! decision, and a decision not without the guardrail and the screen having read the very bytes that
//! will leave.

mod cleared;
mod decided;
mod draft;
mod guarded;
mod held;
mod judged;
mod leaving;
mod media;
mod parts;
mod routine;
mod screened;
mod seal;
mod signed;
mod statement;
#[cfg(test)]
mod tests;

pub use cleared::{ClearError, Cleared};
pub use decided::Decided;
pub use draft::{Draft, DraftError, MIME_SHA256};
pub use guarded::{Guarded, Passage, ScreenRefusal};
pub use held::{Held, ReleaseError};
pub use leaving::{Answer, AnswerKind, Bound, EventPoint, ExactEvent, HeadPoint};
pub use media::{Attempt, MediaRequest, MediaTerms};
pub use parts::{DecisionParts, ResumeError, SignedEventParts, SignedParts, Verify};
pub use routine::{AgentSeal, RoutineError};
pub use screened::{DecideError, Screened};
pub use seal::{LedgerPlace, Person, Refused, Seal, SealError, SealRefusal};
pub use signed::{
    Between, BetweenKind, Landing, LandingError, RebindError, Sent, Signed, SignedEvent, Unbound,
};
pub use statement::{DECISION_KIND, Decision, authorship_message, ledger_message, vote_subject, with_handed};

#[cfg(test)]
pub(crate) use statement::quoted;
