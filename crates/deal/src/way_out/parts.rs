//! A signed answer at rest, and back.
//!
//! The desk writes the parts down before it sends. Read back they are only claims: a [`Signed`] comes of
//! them only where the decision's own signature covers all that matters, so that whoever can write to the
//! database still cannot make one. (How many events have landed is the desk's own word: the host's
//! compare-and-set holds it against the log.)

use std::fmt;

use super::draft::fits;
use super::leaving::{AnswerKind, EventPoint, ExactEvent, HeadPoint, Leaving};
use super::seal::{LedgerPlace, Person};
use super::signed::Signed;
use super::statement::{DECISION_KIND, Decision, authorship_message, ledger_message, statement};
use crate::ScreenFinding;
use crate::digest::Hash;

/// Says whether the key with this fingerprint, one that the desk knows as a person's own, made this
/// signature over this message.
pub type Verify<'a> = dyn Fn(&Hash, &[u8], &[u8; 64]) -> bool + 'a;

/// A signed answer as plain values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedParts {
    /// Which kind of answer it is.
    pub kind: AnswerKind,
    /// Its events with their signatures.
    pub events: Vec<SignedEventParts>,
    /// The vendor's event that is answered.
    pub answers: Option<EventPoint>,
    /// The head that the decision binds.
    pub head: HeadPoint,
    /// Version of the mandate that it was guarded by.
    pub mandate_version: Option<u32>,
    /// What the screen held and the person released.
    pub released: Vec<ScreenFinding>,
    /// The proposal whose vote passed, where one was demanded.
    pub vote: Option<Hash>,
    /// Who decided.
    pub person: Person,
    /// The decision.
    pub decision: DecisionParts,
    /// Where those events stand that have landed.
    pub landed: Vec<EventPoint>,
}

/// An event of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedEventParts {
    /// Kind, canonical payload and its hash.
    pub exact: ExactEvent,
    /// Its authorship signature.
    pub signature: [u8; 64],
}

/// The decision as plain values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecisionParts {
    /// When, in milliseconds since 1970.
    pub at_unix_ms: i64,
    /// Events that had landed when it was made.
    pub landed: usize,
    /// The statement that it binds again.
    pub rebinds: Option<Hash>,
    /// The statement.
    pub statement: String,
    /// Its hash.
    pub statement_hash: Hash,
    /// Its place on the desk ledger.
    pub place: LedgerPlace,
    /// Its signature.
    pub signature: [u8; 64],
}

/// Why parts are no signed answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResumeError {
    /// Events, kind and landed places do not belong together, or nothing is left to send.
    Shape,
    /// An answer that takes the deal's owner and that somebody else decided.
    NotOwner,
    /// The statement is not that of these parts.
    Statement,
    /// The decision's signature does not verify.
    DecisionSignature,
    /// A payload's hash is not that of its bytes.
    PayloadHash,
    /// An event's signature does not verify.
    EventSignature,
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Shape => "the stored answer does not hold together",
            Self::NotOwner => "the stored answer was not decided by the deal's owner",
            Self::Statement => "the stored decision does not say what the stored answer says",
            Self::DecisionSignature => "the stored decision's signature does not verify",
            Self::PayloadHash => "a stored payload is not the one that was decided",
            Self::EventSignature => "a stored event's signature does not verify",
        })
    }
}

impl std::error::Error for ResumeError {}

impl Signed {
    /// The answer as plain values, to be kept before anything is sent.
    pub fn to_parts(&self) -> SignedParts {
        let leaving = self.leaving();
        let decision = self.decision();
        let events = leaving.events.iter().zip(self.signatures());
        SignedParts {
            kind: leaving.kind,
            events: events
                .map(|(exact, signature)| SignedEventParts { exact: exact.clone(), signature: *signature })
                .collect(),
            answers: leaving.answers,
            head: leaving.head.clone(),
            mandate_version: leaving.mandate_version,
            released: leaving.released.clone(),
            vote: leaving.vote,
            person: decision.person.clone(),
            decision: DecisionParts {
                at_unix_ms: decision.at_unix_ms,
                landed: decision.landed,
                rebinds: decision.rebinds,
                statement: decision.statement.clone(),
                statement_hash: decision.statement_hash,
                place: decision.place.clone(),
                signature: decision.signature,
            },
            landed: self.landed_points().to_vec(),
        }
    }

    /// Takes up an answer that was decided and signed before.
    ///
    /// # Errors
    /// [`ResumeError`] where anything in the parts is not covered by the person's signatures.
    pub fn resume(
        parts: SignedParts,
        sha256: &dyn Fn(&[u8]) -> Hash,
        verify: &Verify<'_>,
    ) -> Result<Self, ResumeError> {
        let SignedParts {
            kind,
            events,
            answers,
            head,
            mandate_version,
            released,
            vote,
            person,
            decision,
            landed,
        } = parts;
        let (events, signatures): (Vec<ExactEvent>, Vec<[u8; 64]>) =
            events.into_iter().map(|event| (event.exact, event.signature)).unzip();
        let by_mail = None;
        let leaving = Leaving { kind, events, answers, head, mandate_version, released, vote, by_mail };
        if !shape_holds(&leaving, decision.landed, &landed) {
            return Err(ResumeError::Shape);
        }
        if leaving.takes_owner() && !person.owns_deal {
            return Err(ResumeError::NotOwner);
        }
        let said =
            statement(&leaving, &person, decision.at_unix_ms, decision.landed, decision.rebinds.as_ref());
        if said != decision.statement || sha256(said.as_bytes()) != decision.statement_hash {
            return Err(ResumeError::Statement);
        }
        let message = ledger_message(&decision.place, DECISION_KIND, &decision.statement_hash);
        if !verify(&person.fingerprint, message.as_bytes(), &decision.signature) {
            return Err(ResumeError::DecisionSignature);
        }
        for (event, signature) in leaving.events.iter().zip(&signatures) {
            if sha256(event.payload.as_bytes()) != event.payload_hash {
                return Err(ResumeError::PayloadHash);
            }
            let message = authorship_message(&event.kind, &event.payload_hash);
            if !verify(&person.fingerprint, message.as_bytes(), signature) {
                return Err(ResumeError::EventSignature);
            }
        }
        let DecisionParts {
            at_unix_ms,
            landed: had_landed,
            rebinds,
            statement,
            statement_hash,
            place,
            signature,
        } = decision;
        let decision = Decision {
            person,
            at_unix_ms,
            landed: had_landed,
            rebinds,
            statement,
            statement_hash,
            place,
            signature,
        };
        Ok(Self::new(leaving, decision, signatures, landed))
    }
}

fn shape_holds(leaving: &Leaving, landed_when_decided: usize, landed: &[EventPoint]) -> bool {
    fits(leaving.kind, &leaving.events)
        && landed.len() < leaving.events.len()
        && landed_when_decided <= landed.len()
        && landed.windows(2).all(|pair| matches!(pair, [one, next] if one.seq < next.seq))
}
