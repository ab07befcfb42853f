//! Ballots, advice and reminders: each an entry on the deal's ledger, counted or not.

use anp::digest::PayloadHash;
use anp::json::{self, Value};
use anp::office::kind;
use parley::vote::{Advice, Ballot, Choice, MAX_REASON};

use super::elections::Stand;
use crate::state::Desk;
use crate::trouble::{defect, gone};
use crate::view::{Missing, Problem, Unfit, VoteView};
use crate::wire_form::invalid;

impl Desk {
    /// Casts the ballot of the person here, signed with their own key. It stands on the
    /// ledger whatever becomes of it: one that comes late or from outside is kept and does
    /// not count.
    ///
    /// # Errors
    /// Where the vote is not here, the ballot has no reason, or the host does not answer.
    pub async fn cast_ballot(
        &self,
        deal: &str,
        proposal: &str,
        choice: &str,
        reason: &str,
    ) -> Result<VoteView, Problem> {
        let signer = self.signer()?;
        let held = self.vote(deal, proposal)?;
        let choice = Choice::parse(choice).ok_or_else(|| invalid("choice", Unfit::Unknown))?;
        let ballot = Ballot::on(held.election.proposal(), signer.key.fingerprint(), choice, reason)
            .map_err(|_| invalid("reason", Unfit::Length).with("least", 1).with("most", MAX_REASON))?;
        let said = json::parse_flawless(ballot.sign(&signer.key).to_json().as_bytes())
            .map_err(|_| defect("ballot"))?;
        let payload = json::canonical(&Value::object([("ballot", said)]));
        self.note(deal, (kind::BALLOT, &payload)).await?;
        self.vote_view(deal, proposal)
    }

    /// Reminds those who have not voted: it stands on the ledger, and each finds it under
    /// Today.
    ///
    /// # Errors
    /// Where the vote is not here or not open, the person does not own the deal, or the host does
    /// not answer.
    pub async fn remind_voters(&self, deal: &str, proposal: &str) -> Result<VoteView, Problem> {
        let signer = self.signer()?;
        self.owned(deal, &signer)?;
        if self.vote(deal, proposal)?.stands() != Stand::Open {
            return Err(gone(Missing::OpenVote));
        }
        let payload = json::canonical(&Value::object([("proposal_id", Value::from(proposal))]));
        self.note(deal, (kind::REMINDER, &payload)).await?;
        self.vote_view(deal, proposal)
    }

    /// Takes down what an agent thinks of a proposal. It is shown and never counted; `read`
    /// is all that the agent has read, for agents that read the same are one opinion.
    ///
    /// # Errors
    /// Where the vote is not here or not open, the rule does not name the agent, it gives no
    /// reason or has read nothing, or the host does not answer.
    pub async fn advise_vote(
        &self,
        (deal, proposal): (&str, &str),
        agent: &str,
        choice: &str,
        reason: &str,
        read: &str,
    ) -> Result<VoteView, Problem> {
        let held = self.vote(deal, proposal)?;
        if held.stands() != Stand::Open {
            return Err(gone(Missing::OpenVote));
        }
        if !held.election.proposal().rule.advisors().iter().any(|named| named == agent) {
            return Err(invalid("agent", Unfit::Advisor));
        }
        let choice = Choice::parse(choice).ok_or_else(|| invalid("choice", Unfit::Unknown))?;
        let reason = reason.trim();
        if reason.is_empty() || reason.chars().count() > MAX_REASON {
            return Err(invalid("reason", Unfit::Length).with("least", 1).with("most", MAX_REASON));
        }
        // Nobody can be told apart by having read nothing.
        let read = read.trim();
        if read.is_empty() {
            return Err(invalid("read", Unfit::Required));
        }
        let source = PayloadHash(anp::digest::sha256(read.as_bytes()));
        let advice = Advice { agent: agent.to_owned(), choice, reason: reason.to_owned(), source };
        // The first word of each stands: of a second the person is told before it is stated.
        if !held.election.clone().advise(advice, self.0.sources.now()) {
            return Err(invalid("agent", Unfit::Taken));
        }
        let payload = json::canonical(&Value::object([
            ("agent", Value::from(agent)),
            ("choice", Value::from(choice.name())),
            ("proposal_id", Value::from(proposal)),
            ("reason", Value::from(reason)),
            ("source", Value::from(source.to_string())),
        ]));
        self.note(deal, (kind::ADVICE, &payload)).await?;
        self.vote_view(deal, proposal)
    }

    /// States something of a vote now, or not at all: it counts from when the host takes it.
    pub(super) async fn note(&self, deal: &str, said: (&str, &str)) -> Result<(), Problem> {
        self.state_now(&*self.signer()?, deal, said).await?;
        self.told_of_vote(deal);
        Ok(())
    }
}
