//! A signed answer that guardrail and screen have let through at the moment of sending.

use std::fmt;

use parley::vote::{Quorum, VoteMatter};

use super::draft::fields;
use super::judged::with_own;
use super::leaving::AnswerKind;
use super::signed::Signed;
use crate::digest::Hash;
use crate::payload::{Leaf, leaves, says};
use crate::screen::{Scenario, Screen, ScreenDown, ScreenFinding};
use crate::{History, Mandate, Terms, Violation, guard};

/// A signed answer that may be sent now. It lives only as long as one attempt: between two of them the
/// mandate may have changed and the hour has, and the screen may have died.
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
    /// The screen, asked again, finds what nobody has released.
    Stopped(Vec<ScreenFinding>),
    /// The screen could not be asked again.
    ScreenDown(ScreenDown),
    /// The quorum is one for another answer, or its vote is not the one that the decision names.
    Quorum,
}

impl fmt::Display for ClearError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Outside(_) => "the mandate, as it is now, forbids the answer",
            Self::Expired => "the counter has expired before it could be sent",
            Self::Quorum => "the vote that is demanded by now is not the one that was decided on",
            Self::TermsDiffer => "the terms are not those of the signed payload",
            Self::Stopped(_) => "the screen, asked again, stops the answer",
            Self::ScreenDown(down) => return down.fmt(f),
        })
    }
}

impl std::error::Error for ClearError {}

impl Signed {
    /// What a vote on this answer is about. `terms` are those of its first event.
    pub fn to_vote_on(&self, terms: Option<&Terms>) -> VoteMatter {
        self.leaving().to_vote_on(terms, None)
    }

    /// Hash of the proposal whose passed vote the decision names.
    pub fn vote(&self) -> Option<&Hash> {
        self.leaving().vote.as_ref()
    }

    /// Guards and screens the answer once more, with the mandate, the deal's figures and the hour of now.
    /// `terms` are those of its first event; they are held against the very bytes that were signed. The
    /// history must not count the answer itself. `quorum` is what the organisation demands by now: what
    /// was decided without a vote is not sent once one is demanded.
    ///
    /// # Errors
    /// [`ClearError`] where it must not be sent.
    pub fn clear(
        &self,
        terms: Option<&Terms>,
        mandate: Option<&Mandate>,
        history: &History,
        (screen, scenario): (&dyn Screen, &Scenario),
        quorum: &Quorum,
    ) -> Result<Cleared<'_>, ClearError> {
        let events = self.exact_events();
        let read: Option<Vec<Vec<Leaf>>> = events.iter().map(|event| leaves(&event.payload)).collect();
        let read = read.ok_or(ClearError::TermsDiffer)?;
        let formal = matches!(self.kind(), AnswerKind::Counter | AnswerKind::Accept);
        // A request to a seller of media is cleared by its own terms.
        if self.kind().of_media() {
            return Err(ClearError::TermsDiffer);
        }
        let terms = terms.filter(|_| formal);
        if formal {
            let terms = terms.ok_or(ClearError::TermsDiffer)?;
            if !read.first().is_some_and(|read| says(read, terms)) {
                return Err(ClearError::TermsDiffer);
            }
            if !self.voted(quorum, &self.to_vote_on(Some(terms))) {
                return Err(ClearError::Quorum);
            }
            self.guarded_again(terms, mandate, history)?;
        } else if self.leaving().by_mail.is_some() && !self.voted(quorum, &self.to_vote_on(None)) {
            return Err(ClearError::Quorum);
        }
        self.screened_again(&read, (screen, &with_own(scenario, terms)))
    }

    /// Whether the quorum is for exactly this, and its vote the one that the decision names.
    pub(super) fn voted(&self, quorum: &Quorum, matter: &VoteMatter) -> bool {
        let decided_on = quorum.proposal().is_none_or(|proposal| self.vote() == Some(&proposal.0));
        quorum.covers(matter) && decided_on
    }

    /// The last word before it is sent.
    pub(super) fn screened_again(
        &self,
        read: &[Vec<Leaf>],
        (screen, scenario): (&dyn Screen, &Scenario),
    ) -> Result<Cleared<'_>, ClearError> {
        let fields = fields(self.kind(), self.exact_events(), read);
        let found = screen.screen(&fields, scenario).map_err(ClearError::ScreenDown)?;
        let unreleased =
            |finding: &ScreenFinding| finding.kind.blocks() || !self.released().contains(finding);
        let stopped: Vec<ScreenFinding> = found.into_iter().filter(unreleased).collect();
        if stopped.is_empty() { Ok(Cleared { signed: self }) } else { Err(ClearError::Stopped(stopped)) }
    }

    fn guarded_again(
        &self,
        terms: &Terms,
        mandate: Option<&Mandate>,
        history: &History,
    ) -> Result<(), ClearError> {
        if terms.expired(history.now_unix_ms) {
            return Err(ClearError::Expired);
        }
        let found = match self.kind() {
            AnswerKind::Accept => guard::check_acceptance(terms, mandate, history),
            _ => guard::check(terms, mandate, history),
        };
        let blocking: Vec<Violation> = found.into_iter().filter(|violation| violation.blocks).collect();
        if blocking.is_empty() { Ok(()) } else { Err(ClearError::Outside(blocking)) }
    }
}
