//! An answer ready to be sent, until its last event stands in the log.

use std::fmt;

use super::leaving::{EventPoint, ExactEvent, HeadPoint, Leaving, shows_leaving};
use super::seal::{LedgerPlace, Refused, Seal, SealError};
use super::statement::Decision;
use crate::digest::Hash;

/// A signed answer. The desk keeps it ([`Signed::to_parts`]) before it sends anything.
#[derive(Debug, PartialEq, Eq)]
pub struct Signed {
    leaving: Leaving,
    decision: Decision,
    signatures: Vec<[u8; 64]>,
    /// The places of those events that stand in the log already.
    landed: Vec<EventPoint>,
}

/// One event as it is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignedEvent<'a> {
    /// Kind, canonical payload and its hash.
    pub exact: &'a ExactEvent,
    /// Signature over [`crate::authorship_message`].
    pub signature: &'a [u8; 64],
    /// Fingerprint of the signing key.
    pub signer: &'a Hash,
}

/// An event that the host reports between the head that was seen and the head that there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Between {
    /// Its number.
    pub seq: u32,
    /// What it is.
    pub kind: BetweenKind,
}

/// What came in between, by either side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BetweenKind {
    /// A message: shown, and the approval binds again.
    Message,
    /// An offer.
    Offer,
    /// A counter.
    CounterOffer,
    /// A decline.
    Decline,
    /// The close of the session.
    Close,
    /// A new declared mandate.
    Envelope,
    /// Anything else; no approval was given with it in view.
    Other,
}

impl BetweenKind {
    /// True where it makes an approval stale.
    pub fn matters(self) -> bool {
        self != Self::Message
    }
}

/// Why an answer was not bound to the new head.
#[derive(Debug, PartialEq, Eq)]
pub enum Unbound {
    /// Something that matters came in between. The signed answer is gone: a person looks again.
    Stale {
        /// The events that matter.
        came: Vec<Between>,
    },
    /// It could not be judged or signed; the answer is given back as it was.
    Refused(Box<Refused<Signed, RebindError>>),
}

/// Why it could not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RebindError {
    /// The events given are not exactly those between the two heads.
    NotAllBetween,
    /// The new head is of another session.
    OtherSession,
    /// The ledger's place names another ledger than the decision did.
    OtherLedger,
    /// The key did not sign.
    Seal(SealError),
}

/// What is left to do once an event stands in the log.
#[derive(Debug, PartialEq, Eq)]
pub enum Landing {
    /// More events are to be sent.
    Underway(Signed),
    /// All stand in the log.
    Sent(Sent),
}

/// The place at which an event is said to have landed cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LandingError;

impl fmt::Display for LandingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an event lands just behind the head that it was bound to")
    }
}

impl std::error::Error for LandingError {}

/// A sent answer: every event stands in the log, at these places.
#[derive(Debug, PartialEq, Eq)]
pub struct Sent {
    leaving: Leaving,
    decision: Decision,
    landed: Vec<EventPoint>,
}

impl Sent {
    shows_leaving!();

    /// The decision behind it.
    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    /// Where its events stand, in order.
    pub fn landed(&self) -> &[EventPoint] {
        &self.landed
    }
}

impl Signed {
    pub(super) fn new(
        leaving: Leaving,
        decision: Decision,
        signatures: Vec<[u8; 64]>,
        landed: Vec<EventPoint>,
    ) -> Self {
        Self { leaving, decision, signatures, landed }
    }

    shows_leaving!();

    pub(super) fn leaving(&self) -> &Leaving {
        &self.leaving
    }

    pub(super) fn signatures(&self) -> &[[u8; 64]] {
        &self.signatures
    }

    /// The decision behind it.
    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    /// Where those events stand that have landed, in order.
    pub fn landed_points(&self) -> &[EventPoint] {
        &self.landed
    }

    /// The head on which the next event must be appended, and on no other.
    pub fn expected_head(&self) -> HeadPoint {
        match self.landed.last().filter(|_| self.landed.len() > self.decision.landed) {
            Some(EventPoint { seq, hash }) => {
                HeadPoint { session: self.leaving.head.session.clone(), seq: *seq, hash: *hash }
            }
            None => self.leaving.head.clone(),
        }
    }

    /// The events still to be sent, in order; never empty.
    pub fn pending(&self) -> Vec<SignedEvent<'_>> {
        self.leaving
            .events
            .iter()
            .zip(&self.signatures)
            .skip(self.landed.len())
            .map(|(exact, signature)| SignedEvent {
                exact,
                signature,
                signer: &self.decision.person.fingerprint,
            })
            .collect()
    }

    /// The next event stands in the log at this place: just behind [`Signed::expected_head`].
    ///
    /// # Errors
    /// [`LandingError`] where the place is another, with the answer as it was.
    pub fn landed(mut self, at: EventPoint) -> Result<Landing, Box<Refused<Self, LandingError>>> {
        if Some(at.seq) != self.expected_head().seq.checked_add(1) {
            return Err(Refused::boxed(self, LandingError));
        }
        self.landed.push(at);
        Ok(if self.landed.len() < self.leaving.events.len() {
            Landing::Underway(self)
        } else {
            Landing::Sent(Sent { leaving: self.leaving, decision: self.decision, landed: self.landed })
        })
    }

    /// The head has moved: binds the approval to the new one if nothing that matters came in between.
    /// `came` must be every event from the expected head (exclusive) to the new head (inclusive).
    ///
    /// # Errors
    /// [`Unbound::Stale`] where something that matters came: the answer is consumed. [`Unbound::Refused`]
    /// where that cannot be told or the key does not sign.
    pub fn rebind(
        self,
        new_head: HeadPoint,
        came: &[Between],
        at_unix_ms: i64,
        place: LedgerPlace,
        seal: &dyn Seal,
    ) -> Result<Self, Unbound> {
        let expected = self.expected_head();
        let refused = |signed, why| Err(Unbound::Refused(Refused::boxed(signed, why)));
        if new_head.session != expected.session {
            return refused(self, RebindError::OtherSession);
        }
        if place.ledger_id != self.decision.place.ledger_id {
            return refused(self, RebindError::OtherLedger);
        }
        let between = (expected.seq..new_head.seq).map(|seq| seq + 1);
        if came.is_empty() || !came.iter().map(|event| event.seq).eq(between) {
            return refused(self, RebindError::NotAllBetween);
        }
        let matters: Vec<Between> = came.iter().filter(|event| event.kind.matters()).copied().collect();
        if !matters.is_empty() {
            return Err(Unbound::Stale { came: matters });
        }
        let leaving = Leaving { head: new_head, ..self.leaving.clone() };
        let person = self.decision.person.clone();
        let bound = (self.landed.len(), Some(self.decision.statement_hash));
        match Decision::make(&leaving, person, at_unix_ms, bound, place, seal) {
            Ok(decision) => Ok(Self { leaving, decision, ..self }),
            Err(error) => refused(self, RebindError::Seal(error)),
        }
    }
}
