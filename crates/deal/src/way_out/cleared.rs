//! A signed answer that the guardrail has let through at the moment of sending.

use std::fmt;

use super::leaving::AnswerKind;
use super::signed::Signed;
use crate::payload::{leaves, says};
use crate::{History, Mandate, Terms, Violation, guard};

/// A signed answer that may be sent now. It lives only as long as one attempt: between two of them the
/// mandate may have changed and the hour has.
#[derive(Debug, Clone, Copy)]
pub struct Cleared<'a> {
    signed: &'a Signed,
}

impl<'a> Cleared<'a> {
    /// The answer.
    pub fn signed(&self) -> &'a Signed {
        self.signed
    }
}

/// Why an answer is not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClearError {
    /// The mandate, as it is now, forbids it.
    Outside(Vec<Violation>),
    /// The counter has expired before it was sent.
    Expired,
    /// The terms given are not those of the payload.
    TermsDiffer,
}

impl fmt::Display for ClearError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Outside(_) => "the mandate, as it is now, forbids the answer",
            Self::Expired => "the counter has expired before it could be sent",
            Self::TermsDiffer => "the terms are not those of the signed payload",
        })
    }
}

impl std::error::Error for ClearError {}

impl Signed {
    /// Guards the answer once more, with the mandate and the hour of now. `terms` are those of its first
    /// event; they are held against the very bytes that were signed. The history must not count the
    /// answer itself.
    ///
    /// # Errors
    /// [`ClearError`] where it must not be sent.
    pub fn clear(
        &self,
        terms: Option<&Terms>,
        mandate: Option<&Mandate>,
        history: &History,
    ) -> Result<Cleared<'_>, ClearError> {
        let formal = matches!(self.kind(), AnswerKind::Counter | AnswerKind::Accept);
        if !formal {
            return Ok(Cleared { signed: self });
        }
        let terms = terms.ok_or(ClearError::TermsDiffer)?;
        let payload = self.exact_events().first().map(|event| event.payload.as_str());
        if !payload.and_then(leaves).is_some_and(|read| says(&read, terms)) {
            return Err(ClearError::TermsDiffer);
        }
        if terms.expired(history.now_unix_ms) {
            return Err(ClearError::Expired);
        }
        let found = match self.kind() {
            AnswerKind::Accept => guard::check_acceptance(terms, mandate, history),
            _ => guard::check(terms, mandate, history),
        };
        let blocking: Vec<Violation> = found.into_iter().filter(|violation| violation.blocks).collect();
        if blocking.is_empty() { Ok(Cleared { signed: self }) } else { Err(ClearError::Outside(blocking)) }
    }
}
