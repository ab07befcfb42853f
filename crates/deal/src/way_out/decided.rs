//! An answer that a person has decided.

use super::leaving::{HeadPoint, Leaving, shows_leaving};
use super::seal::{Refused, Seal, SealError, sign_as};
use super::signed::Signed;
use super::statement::{Decision, authorship_message};

/// A decided answer, not yet signed for the wire.
#[derive(Debug)]
pub struct Decided {
    leaving: Leaving,
    decision: Decision,
}

impl Decided {
    pub(super) fn new(leaving: Leaving, decision: Decision) -> Self {
        Self { leaving, decision }
    }

    shows_leaving!();

    /// The head that the decision binds.
    pub fn head(&self) -> &HeadPoint {
        &self.leaving.head
    }

    /// The decision.
    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    /// Signs each event with the key that signed the decision.
    ///
    /// # Errors
    /// [`Refused`] with this state where the key is another or cannot be had.
    pub fn sign(self, seal: &dyn Seal) -> Result<Signed, Box<Refused<Self, SealError>>> {
        let signatures = self
            .leaving
            .events
            .iter()
            .map(|event| {
                sign_as(&self.decision.person, seal, &authorship_message(&event.kind, &event.payload_hash))
            })
            .collect::<Result<Vec<_>, _>>();
        match signatures {
            Ok(signatures) => Ok(Signed::new(self.leaving, self.decision, signatures, Vec::new())),
            Err(why) => Err(Refused::boxed(self, why)),
        }
    }
}
