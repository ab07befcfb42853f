//! Decisions by a group: a rule fixed and hashed before the first ballot, signed ballots
//! with a reason, default deny.

mod ballot;
mod demand;
mod election;
mod opinion;
mod rule;

pub use ballot::{Ballot, BallotFault, Choice, MAX_REASON, SignedBallot};
pub use demand::{
    BadDemand, Demand, Demands, Lacking, MAX_DEMANDS, MAX_WITHIN_MS, Quorum, VoteMatter, Worth,
};
pub use election::{Cast, Denial, Election, Glimpse, Kept, NotCounted, Outcome, PassedVote};
pub use opinion::{Advice, Opinion};
pub use rule::{BadRule, Proposal, ProposalHash, Rule, RuleHash, Seat, Voter};
