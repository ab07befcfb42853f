//! Votes: what the organisation demands, and where each vote stands for the person here.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{OfferView, ReviewEvent};

/// What the organisation demands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct QuorumRulesView {
    /// Whether the person here may change it.
    pub may_set: bool,
    /// The person here, as a rule would name them.
    pub you: QuorumPersonForm,
    /// Since when it stands so.
    pub set_at: Option<String>,
    /// In order: of those that apply the first counts.
    pub rules: Vec<QuorumRuleForm>,
}

/// One demand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct QuorumRuleForm {
    /// `offer`, `accept`; none of them means both.
    pub acts: Vec<String>,
    /// The value from which on it applies; empty for any.
    pub from_amount: String,
    /// Its currency.
    pub from_currency: String,
    /// Whose votes count.
    pub seats: Vec<QuorumSeatForm>,
    /// How many must say yes.
    pub needed: String,
    /// How long a vote is open, in hours.
    pub hours: String,
    /// Agents that may advise.
    pub advisors: Vec<String>,
}

/// One vote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct QuorumSeatForm {
    /// Whose it is.
    pub holder: QuorumPersonForm,
    /// Who may vote in this place.
    pub stand_ins: Vec<QuorumPersonForm>,
}

/// A person of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct QuorumPersonForm {
    /// For people.
    pub name: String,
    /// The fingerprint of the person's key; blanks do not matter.
    pub key: String,
}

/// A vote, as much of it as the person here may see.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct VoteView {
    /// The proposal's id.
    pub proposal: String,
    /// The deal.
    pub deal: String,
    /// Who asked.
    pub by: String,
    /// When.
    pub opened_at: String,
    /// From when on silence has denied.
    pub deadline: String,
    /// What is voted on.
    pub subject: VoteSubject,
    /// How many must say yes.
    pub needed: u32,
    /// How many have; none as long as the ballots are hidden.
    pub yes: Option<u32>,
    /// Each vote, and who has cast it.
    pub seats: Vec<SeatView>,
    /// Whether a ballot of the person here could still count.
    pub may_vote: bool,
    /// Whether the person here has voted.
    pub has_voted: bool,
    /// Whether the person here owns the deal.
    pub owns: bool,
    /// How it came out.
    pub outcome: VoteOutcome,
    /// The ballots that may be seen.
    pub ballots: Vec<BallotView>,
    /// What agents think, one opinion a source; hidden as long as the ballots are.
    pub opinions: Vec<OpinionView>,
    /// Agents that may advise.
    pub advisors: Vec<String>,
    /// When the voters were reminded last.
    pub reminded_at: Option<String>,
    /// SHA-256 of the rule.
    pub rule_hash: String,
    /// SHA-256 of the proposal: what ballots are bound to.
    pub proposal_hash: String,
    /// Whether an answer was decided with it.
    pub used: bool,
}

/// Where a voted answer would leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum VoteChannel {
    /// In a session of the protocol.
    Session,
    /// By mail; the mail itself is among what is shown.
    Mail,
    /// To a seller of media.
    Media,
}

/// What is voted on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum VoteSubject {
    /// An answer.
    Answer {
        /// The session.
        session: String,
        /// Where it would leave.
        channel: VoteChannel,
        /// `counter`, `accept`, `accept_proposal`.
        what: String,
        /// The vendor's event that it answers.
        answers_seq: Option<u32>,
        /// The terms, with their figures.
        offer: Option<Box<OfferView>>,
        /// Exactly what would be signed.
        events: Vec<ReviewEvent>,
    },
    /// An act in a typed negotiation.
    Act {
        /// The session.
        session: String,
        /// `offer`, `accept`.
        what: String,
        /// Its round.
        round: u32,
        /// The terms as canonical JSON, inert.
        terms: String,
        /// When the offer ends.
        expires_at: String,
    },
}

/// One vote of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SeatView {
    /// Whose it is.
    pub name: String,
    /// Who may vote in this place.
    pub stand_ins: Vec<String>,
    /// Who has voted in it; not how.
    pub voted: Option<String>,
}

/// How a vote came out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum VoteOutcome {
    /// Not yet.
    Open,
    /// Enough said yes.
    Passed {
        /// When.
        at: String,
    },
    /// Not enough.
    Denied {
        /// When.
        at: String,
        /// Whether the deadline passed; otherwise so many said no that it is out of reach.
        by_silence: bool,
    },
}

/// A ballot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct BallotView {
    /// Whose, by the rule's name; the key's fingerprint for others.
    pub voter: String,
    /// `approve`, `reject`, `abstain`.
    pub choice: String,
    /// Why, inert.
    pub reason: String,
    /// When it came.
    pub at: String,
    /// Why it does not count, where it does not: `late`, `outside`, `already_voted`, …
    pub not_counted: Option<String>,
}

/// What all agents that read the same think.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct OpinionView {
    /// SHA-256 of what was read.
    pub source: String,
    /// The choice on which all agree.
    pub choice: Option<String>,
    /// What each made of it.
    pub advice: Vec<AdviceView>,
}

/// An agent's advice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AdviceView {
    /// The agent.
    pub agent: String,
    /// What it would choose.
    pub choice: String,
    /// Why, inert.
    pub reason: String,
}
