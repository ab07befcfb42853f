//! A message that the desk's own agent answers, within its caps.
//!
//! The agent's key is no [`Seal`]: nothing that decides or signs takes it but
//! [`Screened::answer_routinely`], and that takes messages alone.

use parley::vote::Demands;

use std::fmt;

use super::leaving::AnswerKind;
use super::screened::{DecideError, Screened};
use super::seal::{LedgerPlace, Person, Seal, SealError, SealRefusal};
use super::signed::Signed;
use crate::Allowance;
use crate::digest::Hash;

/// The key of the desk's agent, and the hash that goes with it.
pub trait AgentSeal {
    /// The key's fingerprint.
    fn agent_fingerprint(&self) -> Hash;

    /// SHA-256.
    fn agent_sha256(&self, bytes: &[u8]) -> Hash;

    /// An Ed25519 signature over the message.
    ///
    /// # Errors
    /// [`SealRefusal`] where the key cannot be had.
    fn agent_sign(&self, message: &[u8]) -> Result<[u8; 64], SealRefusal>;
}

/// Why the agent's answer does not leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoutineError {
    /// It is no message: whatever is formal waits for the deal's owner.
    Formal,
    /// It could not be decided.
    Decide(DecideError),
    /// The key did not sign.
    Seal(SealError),
}

impl fmt::Display for RoutineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Formal => f.write_str("the agent may sign messages alone"),
            Self::Decide(error) => error.fmt(f),
            Self::Seal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RoutineError {}

/// The agent's key in the place of a person's, for the length of one message.
struct AsSeal<'a>(&'a dyn AgentSeal);

impl Seal for AsSeal<'_> {
    fn fingerprint(&self) -> Hash {
        self.0.agent_fingerprint()
    }

    fn sha256(&self, bytes: &[u8]) -> Hash {
        self.0.agent_sha256(bytes)
    }

    fn sign(&self, message: &[u8]) -> Result<[u8; 64], SealRefusal> {
        self.0.agent_sign(message)
    }
}

impl Screened {
    /// The agent answers with a message, guarded and screened like every answer, and signs it. The leave
    /// that it was given is used up. `id` and `name` are the agent's at the host.
    ///
    /// # Errors
    /// [`RoutineError`]; the answer and the leave are gone then.
    pub fn answer_routinely(
        self,
        (id, name): (&str, &str),
        _: Allowance,
        at_unix_ms: i64,
        place: LedgerPlace,
        key: &dyn AgentSeal,
    ) -> Result<Signed, RoutineError> {
        if self.kind() != AnswerKind::Message {
            return Err(RoutineError::Formal);
        }
        let seal = AsSeal(key);
        let agent = Person {
            id: id.to_owned(),
            name: name.to_owned(),
            fingerprint: seal.fingerprint(),
            owns_deal: false,
        };
        // A message binds nobody, so no vote can be demanded on it.
        let quorum = Demands::default()
            .settle(&self.to_vote_on(), None)
            .map_err(|_| RoutineError::Decide(DecideError::Quorum))?;
        let decided = self
            .decide(agent, at_unix_ms, place, &seal, &quorum)
            .map_err(|refused| RoutineError::Decide(refused.why))?;
        decided.sign(&seal).map_err(|refused| RoutineError::Seal(refused.why))
    }
}
