//! An answer that may be decided: the one place where a decision is made.

use std::fmt;

use parley::vote::{Quorum, VoteMatter};

use super::decided::Decided;
use super::judged::Judged;
use super::leaving::{HeadPoint, Leaving, shows_leaving};
use super::seal::{LedgerPlace, Person, Refused, Seal, SealError};
use super::statement::Decision;
use crate::Violation;

/// An answer that neither the guardrail nor the screen stops, or of which everything that the screen holds
/// was released.
#[derive(Debug)]
pub struct Screened {
    leaving: Leaving,
    judged: Judged,
    violations: Vec<Violation>,
}

/// Why nothing was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecideError {
    /// A formal answer takes the deal's owner, and so does one of which something was released.
    NotOwner,
    /// The counter, or the offer that would be accepted, has expired.
    Expired,
    /// At this moment the mandate forbids it: its deadline has come, or the counter would no longer stay
    /// open for long enough.
    Outside,
    /// A payload's hash is not that of its bytes.
    PayloadHash,
    /// The quorum is one for another answer.
    Quorum,
    /// The ledger's id is empty or has control characters, so it could pose as another message.
    LedgerId,
    /// The key did not sign.
    Seal(SealError),
}

impl fmt::Display for DecideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOwner => f.write_str("only the deal's owner decides this"),
            Self::Expired => f.write_str("the offer has expired"),
            Self::Outside => f.write_str("the mandate forbids it by now"),
            Self::PayloadHash => f.write_str("a payload's hash is not that of its bytes"),
            Self::Quorum => f.write_str("the quorum is for another answer"),
            Self::LedgerId => f.write_str("the desk ledger's id is not usable"),
            Self::Seal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DecideError {}

impl Screened {
    pub(super) fn new(leaving: Leaving, judged: Judged, violations: Vec<Violation>) -> Self {
        Self { leaving, judged, violations }
    }

    shows_leaving!();

    /// The head that the person saw.
    pub fn head(&self) -> &HeadPoint {
        &self.leaving.head
    }

    /// The guardrail's findings; none of them blocks.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// When the terms that would bind run out, in milliseconds since 1970.
    pub fn expires_unix_ms(&self) -> Option<i64> {
        self.judged.until_unix_ms()
    }

    /// What a vote on this answer is about.
    pub fn to_vote_on(&self) -> VoteMatter {
        self.leaving.to_vote_on(self.judged.terms(), self.judged.media())
    }

    /// The guardrail's findings at this hour: what would let nobody decide is among them.
    pub fn violations_at(&self, at_unix_ms: i64) -> Vec<Violation> {
        self.judged.violations(at_unix_ms)
    }

    /// The person decides. This is the only place where a decision comes into being. The guardrail is
    /// asked once more, at the hour of the decision; that the mandate is still the one kept here is the
    /// caller's to see ([`Screened::mandate_version`]). `quorum` says that the organisation demands no vote
    /// on this answer, or that the vote passed; the decision then names it.
    ///
    /// # Errors
    /// [`Refused`] with this state and a [`DecideError`], so that a locked keychain can be unlocked and
    /// the same answer decided again.
    pub fn decide(
        self,
        by: Person,
        at_unix_ms: i64,
        place: LedgerPlace,
        seal: &dyn Seal,
        quorum: &Quorum,
    ) -> Result<Decided, Box<Refused<Self, DecideError>>> {
        if let Err(why) = self.may_decide(&by, at_unix_ms, &place, seal, quorum) {
            return Err(Refused::boxed(self, why));
        }
        let vote = quorum.proposal().map(|proposal| proposal.0);
        let leaving = Leaving { vote, ..self.leaving.clone() };
        match Decision::make(&leaving, by, at_unix_ms, (0, None), place, seal) {
            Ok(decision) => Ok(Decided::new(leaving, decision)),
            Err(error) => Err(Refused::boxed(self, DecideError::Seal(error))),
        }
    }

    fn may_decide(
        &self,
        by: &Person,
        at_unix_ms: i64,
        place: &LedgerPlace,
        seal: &dyn Seal,
        quorum: &Quorum,
    ) -> Result<(), DecideError> {
        if self.leaving.takes_owner() && !by.owns_deal {
            return Err(DecideError::NotOwner);
        }
        if self.judged.expired(at_unix_ms) {
            return Err(DecideError::Expired);
        }
        if self.violations_at(at_unix_ms).iter().any(|violation| violation.blocks) {
            return Err(DecideError::Outside);
        }
        if !quorum.covers(&self.to_vote_on()) {
            return Err(DecideError::Quorum);
        }
        if place.ledger_id.is_empty() || place.ledger_id.chars().any(char::is_control) {
            return Err(DecideError::LedgerId);
        }
        let bound = |event: &crate::ExactEvent| seal.sha256(event.payload.as_bytes()) == event.payload_hash;
        if self.leaving.events.iter().all(bound) { Ok(()) } else { Err(DecideError::PayloadHash) }
    }
}
