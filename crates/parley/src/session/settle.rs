//! What no answer came to, a person settles.

use anp::OWN_DOMAIN;
use anp::digest::Fingerprint;
use anp::keys::{PublicKey, Signature};

use super::{Phase, Session};
use crate::mandate::Approval;
use crate::terms::Round;

/// A person's word on an accept that stayed unanswered: signed, checked, and for this
/// session and round alone.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Settlement {
    session: crate::terms::SessionId,
    round: Round,
    deal: bool,
    person: Fingerprint,
    signature: [u8; 64],
}

/// The signature does not hold, or there is nothing to settle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("nothing is unresolved, or the signature is not over this settlement")]
pub struct NotSettled;

/// What the person signs.
pub fn settlement_statement(session: &Session, deal: bool) -> String {
    let outcome = if deal { "deal" } else { "no-deal" };
    format!("{OWN_DOMAIN}\nparley-settle\n{}\n{}\n{outcome}", session.setup.session, session.live)
}

impl Settlement {
    /// Takes a person's word; `key` must be a person's, as the caller knows.
    ///
    /// # Errors
    /// [`NotSettled`] where nothing is unresolved or the signature does not hold.
    pub fn clear(
        session: &Session,
        deal: bool,
        approval: &Approval,
        key: &PublicKey,
    ) -> Result<Self, NotSettled> {
        let statement = settlement_statement(session, deal);
        let theirs = key.fingerprint() == approval.person;
        let signed = key.verify(statement.as_bytes(), &approval.signature).is_ok();
        if session.phase != Phase::Unresolved || !theirs || !signed {
            return Err(NotSettled);
        }
        Ok(Self {
            session: session.setup.session.clone(),
            round: session.live,
            deal,
            person: approval.person,
            signature: approval.signature.0,
        })
    }

    /// Whether there is a deal.
    pub const fn deal(&self) -> bool {
        self.deal
    }

    /// The round that was accepted.
    pub const fn round(&self) -> Round {
        self.round
    }

    /// Whose word it is, with the signature.
    pub const fn approval(&self) -> Approval {
        Approval { person: self.person, signature: Signature(self.signature) }
    }

    pub(super) fn fits(&self, session: &Session) -> bool {
        self.session == session.setup.session && self.round == session.live
    }
}
