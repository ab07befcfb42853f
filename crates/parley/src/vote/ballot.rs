//! Ballots: a choice with a reason, signed with the voter's own key.

use anp::OWN_DOMAIN;
use anp::digest::{Fingerprint, sha256};
use anp::json::{self, Value};
use anp::keys::{PublicKey, SecretKey, Signature};

use super::rule::{Proposal, ProposalHash};

/// Longest reason, in characters.
pub const MAX_REASON: usize = 2000;

/// Longest ballot that is read, in bytes.
const MAX_BALLOT_BYTES: usize = 32 * 1024;

/// What a voter says. Everything but `Approve` is no yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// Yes.
    Approve,
    /// No.
    Reject,
    /// Neither; counts as voted, not as a yes.
    Abstain,
}

impl Choice {
    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Approve => "approve",
            Self::Reject => "reject",
            Self::Abstain => "abstain",
        }
    }

    /// Reads a name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Approve, Self::Reject, Self::Abstain].into_iter().find(|choice| choice.name() == name)
    }
}

/// A ballot.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ballot {
    /// The proposal's id, as the guide has it.
    pub proposal_id: String,
    /// The proposal with its rule: what the voter saw is what the ballot counts for.
    pub proposal: ProposalHash,
    /// The voter's key.
    pub voter: Fingerprint,
    /// The choice.
    pub choice: Choice,
    /// Why, in the voter's words.
    pub reason: String,
}

/// A ballot with a signature that has not been judged yet.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SignedBallot {
    ballot: Ballot,
    signature: [u8; 64],
}

/// Why something is no ballot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BallotFault {
    /// No reason, or one beyond [`MAX_REASON`].
    #[error("a ballot needs a reason of at most 2000 characters")]
    Reason,
    /// Not a ballot's form.
    #[error("the text is no ballot")]
    Malformed,
}

impl Ballot {
    /// A ballot on a proposal.
    ///
    /// # Errors
    /// [`BallotFault::Reason`] without a reason or with one too long.
    pub fn on(
        proposal: &Proposal,
        voter: Fingerprint,
        choice: Choice,
        reason: &str,
    ) -> Result<Self, BallotFault> {
        let reason = reason.trim();
        if reason.is_empty() || reason.chars().count() > MAX_REASON {
            return Err(BallotFault::Reason);
        }
        Ok(Self {
            proposal_id: proposal.id.clone(),
            proposal: proposal.hash(),
            voter,
            choice,
            reason: reason.to_owned(),
        })
    }

    fn value(&self) -> Value {
        Value::object([
            ("choice", Value::from(self.choice.name())),
            ("proposal", Value::from(self.proposal.to_string())),
            ("proposal_id", Value::from(self.proposal_id.as_str())),
            ("reason", Value::from(self.reason.as_str())),
            ("type", Value::from("vote")),
            ("voter", Value::from(self.voter.to_string())),
        ])
    }

    /// What the voter signs.
    pub fn statement(&self) -> String {
        let payload = anp::digest::PayloadHash(sha256(json::canonical(&self.value()).as_bytes()));
        format!("{OWN_DOMAIN}\nballot\n{payload}")
    }

    /// Signs it.
    pub fn sign(self, voter: &SecretKey) -> SignedBallot {
        let signature = voter.sign(self.statement().as_bytes()).0;
        SignedBallot { ballot: self, signature }
    }
}

impl SignedBallot {
    /// What it says, judged or not.
    pub const fn ballot(&self) -> &Ballot {
        &self.ballot
    }

    /// Whether the voter's key signed it.
    pub fn holds(&self, key: &PublicKey) -> bool {
        key.fingerprint() == self.ballot.voter
            && key.verify(self.ballot.statement().as_bytes(), &Signature(self.signature)).is_ok()
    }

    /// As canonical JSON.
    pub fn to_json(&self) -> String {
        let mut value = self.ballot.value();
        if let Value::Object(members) = &mut value {
            members.push(("signature".to_owned(), Value::from(Signature(self.signature).to_string())));
        }
        json::canonical(&value)
    }

    /// Reads a ballot. Its signature is judged when it is cast.
    ///
    /// # Errors
    /// [`BallotFault`] for what has another form; a ballot is written in one way alone.
    pub fn parse(text: &str) -> Result<Self, BallotFault> {
        if text.len() > MAX_BALLOT_BYTES {
            return Err(BallotFault::Malformed);
        }
        let read = || {
            let value = json::parse_flawless(text.as_bytes()).ok()?;
            let text = |name: &str| value.get(name).and_then(Value::as_text);
            let ballot = Ballot {
                proposal_id: text("proposal_id")?.to_owned(),
                proposal: ProposalHash::parse(text("proposal")?)?,
                voter: Fingerprint::parse(text("voter")?).ok()?,
                choice: Choice::parse(text("choice")?)?,
                reason: text("reason")?.to_owned(),
            };
            let signature = Signature::parse(text("signature")?).ok()?.0;
            Some(Self { ballot, signature })
        };
        let signed = read().filter(|signed| signed.to_json() == text).ok_or(BallotFault::Malformed)?;
        let reason = &signed.ballot.reason;
        if reason.trim().is_empty() || reason.chars().count() > MAX_REASON {
            return Err(BallotFault::Reason);
        }
        Ok(signed)
    }
}
