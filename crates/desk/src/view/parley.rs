//! Typed negotiations, for the window.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Problem, ScreenView};

/// What a bound asks of a member of the terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ParleyBoundRule {
    /// A number of at most this.
    AtMost,
    /// A number of at least this.
    AtLeast,
    /// A time not before this.
    NotBefore,
    /// A time not after this.
    NotAfter,
    /// Exactly this text.
    Is,
}

/// The account at `AgentPub`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AgentPubView {
    /// All before `/messages`; none where there is no account.
    pub base: Option<String>,
    /// How the channel does.
    pub state: AgentPubState,
}

/// How the channel does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AgentPubState {
    /// No account.
    #[default]
    Apart,
    /// It answers.
    Joined,
    /// It cannot be reached, or asks to be left alone for a while.
    Away,
    /// It refuses the account's key.
    Refused,
    /// It answers something else than was documented.
    Confused,
    /// The account's key cannot be had from the keychain.
    KeyMissing,
}

/// A bound on a member of the terms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ParleyBoundForm {
    /// The member's name.
    pub member: String,
    /// What it must keep.
    pub rule: ParleyBoundRule,
    /// The limit as text.
    pub limit: String,
}

/// What is fixed before a negotiation starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ParleyForm {
    /// The deal.
    pub deal: String,
    /// The other side's address on the channel.
    pub peer: String,
    /// The thread, where the other side has begun it; empty for a new one.
    pub session: String,
    /// Whether this side makes the first offer.
    pub opens: bool,
    /// Whether the other side confirms accepts. Parties that speak the guide alone do not.
    pub confirms: bool,
    /// The most rounds.
    pub max_rounds: String,
    /// When this side ends it, RFC 3339.
    pub deadline: String,
    /// The budget and other bounds.
    pub bounds: Vec<ParleyBoundForm>,
    /// What a rejection for a cap carries, as JSON; may be empty.
    pub best_final: String,
}

/// What the owner does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum ParleyAct {
    /// The first offer, or a counter.
    Offer {
        /// JSON.
        terms: String,
        /// RFC 3339.
        expires_at: String,
        /// For their people.
        note: String,
    },
    /// Accepts the live offer.
    Accept {
        /// The hash of the terms that were shown.
        terms_hash: String,
    },
    /// Rejects the live offer and ends the session.
    Reject {
        /// JSON; may be empty.
        final_offer: String,
    },
    /// Leaves.
    Withdraw,
    /// Says how an accept that stayed unanswered came out.
    Settle {
        /// Whether there is a deal.
        deal: bool,
    },
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum ParleyDone {
    /// Done, and on its way.
    Done,
    /// It met a cap: the session was ended cleanly instead.
    CapHit {
        /// Which.
        cause: String,
    },
    /// The screen stops it, and nothing was done. What is held may be released by the owner.
    Stopped {
        /// What was found where.
        screen: ScreenView,
        /// The message that would leave, as JSON.
        message: String,
    },
}

/// Where this side stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ParleyPhase {
    /// No offer yet.
    Open,
    /// An offer is live.
    Offered,
    /// Accepted here; the offeror's word is missing.
    AcceptSent,
    /// No answer came to the accept.
    Unresolved,
    /// A deal.
    Accepted,
    /// Rejected.
    Rejected,
    /// The offer expired.
    Expired,
    /// A side left.
    Withdrawn,
    /// A person settled that there is a deal.
    SettledDeal,
    /// A person settled that there is none.
    SettledNoDeal,
}

/// What must be said to be uncertain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ParleyUncertain {
    /// Whether the accept landed in time.
    LandedInTime,
    /// No confirmation can come.
    NoConfirmation,
    /// Whether the other side knows.
    TheyKnow,
    /// The records differ.
    Disputed,
}

/// A message of the session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ParleySaid {
    /// Its round.
    pub round: u32,
    /// `offer`, `accept`, `reject`, `withdraw`, `confirm`, `nack`.
    pub what: String,
    /// Whether it is this side's.
    pub ours: bool,
    /// The cause that it gives, as it is written.
    pub cause: Option<String>,
    /// The terms that it carries, as canonical JSON.
    pub terms: Option<String>,
    /// What goes along for people, inert. No decision reads it.
    pub note: Option<String>,
}

/// A negotiation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ParleyView {
    /// Session and thread.
    pub session: String,
    /// The deal.
    pub deal: String,
    /// The other side's address, by the channel's word.
    pub peer: String,
    /// Whether the other side confirms accepts.
    pub confirms: bool,
    /// Where this side stands by its own record.
    pub phase: ParleyPhase,
    /// Who ended it, where a side did: true for this one.
    pub ended_by_us: Option<bool>,
    /// Why it ended, as the record writes it.
    pub cause: Option<String>,
    /// The live round; 0 before any offer.
    pub round: u32,
    /// The most rounds.
    pub max_rounds: u32,
    /// When this side ends it.
    pub deadline: String,
    /// Whether the live offer is this side's.
    pub live_is_ours: bool,
    /// Whether this side may act.
    pub our_turn: bool,
    /// The live terms, as canonical JSON.
    pub terms: Option<String>,
    /// Their hash.
    pub terms_hash: Option<String>,
    /// When the live offer expires.
    pub expires_at: Option<String>,
    /// Bounded members that the live terms do not keep.
    pub beyond: Vec<String>,
    /// Members of the live terms that no bound judges.
    pub unjudged: Vec<String>,
    /// How often the accept was sent.
    pub accept_sends: u32,
    /// What is not certain.
    pub uncertain: Vec<ParleyUncertain>,
    /// Everything said, in order of rounds. The last of the other side's is where it
    /// stands by what it told.
    pub said: Vec<ParleySaid>,
    /// The transcript up to the live round, and the accept where there is one.
    pub transcript: Option<String>,
    /// The transcript that the other side named, where it is another.
    pub their_transcript: Option<String>,
    /// The bounds of the terms, fixed before the start.
    pub bounds: Vec<ParleyBoundForm>,
    /// How many messages of this side's no service has taken yet.
    pub unsent: u32,
    /// Why one of them is kept back: a vote that is demanded by now, or the screen.
    pub held: Option<Problem>,
    /// What the screen found in it, where it is the screen that keeps it.
    pub kept: Option<ParleyKept>,
}

/// A message that was decided and that the screen keeps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ParleyKept {
    /// Names exactly this message.
    pub id: String,
    /// The message, as JSON.
    pub message: String,
    /// What was found where. What is held may be released by the owner.
    pub screen: ScreenView,
}
