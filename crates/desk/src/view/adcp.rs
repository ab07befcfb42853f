//! Media bought by typed proposals (AdCP), for the window: the seller, what is asked for and
//! what was answered. How an answer was judged stands in `adcp_answer`.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{AdcpAnswer, AdcpError, AdcpProposal, AdcpWish, Problem, Review};

/// Which account acts at the seller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AdcpAccount {
    /// By the seller's own id of it.
    Id {
        /// The id.
        id: String,
    },
    /// By brand and operator.
    Natural {
        /// The brand's domain.
        brand: String,
        /// The domain of who acts for it.
        operator: String,
    },
}

/// A seller as it is given to a deal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AdcpSellerForm {
    /// The deal.
    pub deal: String,
    /// Address of the seller's MCP endpoint; `http` on this machine alone.
    pub url: String,
    /// The bearer token; goes to the keychain. Empty keeps the one that is there.
    pub token: String,
    /// The account that buys.
    pub account: AdcpAccount,
    /// Domain of the brand that is advertised.
    pub brand: String,
}

/// A deal's seller and what it says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AdcpSeller {
    /// Address of its endpoint.
    pub url: String,
    /// The account that buys.
    pub account: AdcpAccount,
    /// Domain of the brand.
    pub brand: String,
    /// When it was asked for its capabilities; none where it never answered.
    pub asked_at: Option<String>,
    /// The release that is spoken; none where it speaks none of 3.2.
    pub version: Option<String>,
    /// The releases that it names, inert.
    pub versions: Vec<String>,
    /// How long it remembers what it answered, in seconds; none: nothing is sent to it.
    pub replay_seconds: Option<u32>,
    /// The typed requirements that it declares (`total_budget`, `cpm`, `impressions`, `flight`,
    /// `product_changes`, `alternatives`, `criteria`); none where it declares nothing: all may be sent,
    /// and `partial` or `unable` borne.
    pub dimensions: Option<Vec<String>>,
    /// The most alternatives that may be asked for; 10 where it names no limit.
    pub max_alternatives: u32,
    /// The mutations of a proposal's life that it serves.
    pub tools: Vec<String>,
    /// Products that have come along with answers so far.
    pub products: Vec<AdcpProduct>,
    /// Trouble with it, until it answers well again.
    pub problem: Option<Problem>,
}

/// A product that the seller has described.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AdcpProduct {
    /// Its id.
    pub id: String,
    /// Its name, inert; empty where none came.
    pub name: String,
}

/// What a revision asks for, as the builder has it. Empty texts ask for nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AdcpRevision {
    /// The proposal that it starts from.
    pub proposal: String,
    /// For an accepted proposal: what the change is.
    pub change: Option<AdcpChange>,
    /// The least total budget, decimal.
    pub budget_min: String,
    /// The most.
    pub budget_max: String,
    /// Its currency.
    pub budget_currency: String,
    /// The highest fixed price of a thousand, decimal.
    pub cpm_max: String,
    /// Its currency.
    pub cpm_currency: String,
    /// The least impressions.
    pub impressions_min: String,
    /// RFC 3339.
    pub start_no_later_than: String,
    /// RFC 3339.
    pub end_no_earlier_than: String,
    /// Products that are to be there, by id.
    pub include: Vec<String>,
    /// Products that are not.
    pub omit: Vec<String>,
    /// So many drafts with different terms, 2 to 10.
    pub alternatives: String,
    /// Criteria in place of the source's, as JSON.
    pub criteria: String,
    /// What is asked for in words.
    pub ask: String,
    /// The media buy's frequency cap is to go.
    pub remove_frequency_cap: bool,
}

/// What a revision of an accepted proposal leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AdcpChange {
    /// Other terms of the media buy.
    Amendment,
    /// Its end.
    Cancellation,
}

/// Why a proposal is pursued no further.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AdcpDeclineReason {
    /// Price.
    Price,
    /// Inventory does not fit.
    InventoryFit,
    /// The audience does not.
    AudienceFit,
    /// The time does not.
    Timing,
    /// The budget is another one now.
    BudgetChanged,
    /// Another approach was chosen.
    SelectedAlternative,
    /// Another reason; `detail` says it.
    Other,
}

/// What somebody wants of the seller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AdcpForm {
    /// First proposals for a brief.
    Request {
        /// What is wanted, in words.
        brief: String,
        /// Criteria as JSON; may be empty.
        criteria: String,
    },
    /// New drafts with other terms.
    Revise {
        /// At most 25, each source once.
        revisions: Vec<AdcpRevision>,
    },
    /// Holds on exactly these drafts: all of them or none.
    Finalize {
        /// The drafts.
        proposals: Vec<String>,
        /// The departures (their ids) that the person has accepted.
        departures: Vec<String>,
    },
    /// The held proposal is bought, changed or ended as it says.
    Accept {
        /// The held proposal.
        proposal: String,
        /// The digest that was shown.
        digest: String,
        /// Whether the person signs the proposal's insertion order with it.
        sign_order: bool,
        /// The departures (their ids) that the person has accepted.
        departures: Vec<String>,
    },
    /// Drafts are pursued no further.
    Decline {
        /// Which.
        proposals: Vec<String>,
        /// Why.
        reason: AdcpDeclineReason,
        /// What the seller may know beyond it; needed where the reason is another.
        detail: String,
    },
}

/// What a revision's undeclared requirements would say in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AdcpWords {
    /// The requirements that the seller does not declare.
    pub undeclared: Vec<String>,
    /// The revision without them, and with their words in `ask`. Used where a person chooses so.
    pub instead: AdcpRevision,
}

/// Something that is wrong with a request before it is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AdcpFault {
    /// Which rule (`bounds`, `unsupported_dimension`, …).
    pub rule: String,
    /// Where, as a JSON Pointer.
    pub path: String,
    /// What stands there; inert, English.
    pub detail: String,
}

/// The review of a request: exactly what would leave. Approving names the ticket.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct AdcpReview {
    /// As for every answer; its one event is the task with its arguments, byte for byte.
    pub review: Review,
    /// What preflight found; with a fault the ticket stands for nothing.
    pub faults: Vec<AdcpFault>,
    /// When the hold that would be accepted ends.
    pub hold_ends: Option<String>,
}

/// Where a request stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AdcpState {
    /// Decided, and on its way.
    Sending,
    /// It may have been done: no answer came. It is settled by the same bytes under the same key.
    Doubt,
    /// The seller asks to wait; the same bytes go again.
    Waiting,
    /// The seller has taken it and works on it; it is asked for.
    Pending,
    /// Answered, and the answer holds.
    Answered,
    /// Answered, and the answer does not hold: nothing of it can be used.
    Faulty,
    /// A task error: nothing was done.
    Refused,
    /// The seller waits for something that the protocol cannot give: its people are to be asked.
    NeedsInput,
    /// A person gave up finding out what became of it.
    GivenUp,
}

/// What a request was for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AdcpAct {
    /// First proposals.
    Request,
    /// New drafts.
    Revise,
    /// New drafts that amend an accepted proposal.
    Amend,
    /// A draft that ends a media buy.
    Cancel,
    /// A hold.
    Finalize,
    /// A hold is bought.
    Accept,
    /// No further.
    Decline,
}

/// One request with everything that came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct AdcpExchange {
    /// The idempotency key: its name.
    pub key: String,
    /// Number within the deal, from 1.
    pub number: u32,
    /// What it was for.
    pub act: AdcpAct,
    /// The task's name on the wire.
    pub tool: String,
    /// Where it stands.
    pub state: AdcpState,
    /// Who decided it.
    pub decided_by: String,
    /// When.
    pub decided_at: String,
    /// The arguments, byte for byte as they were sent.
    pub arguments: String,
    /// How often they were sent.
    pub sends: u32,
    /// Until when the seller knows it again; after that a doubt can no longer be settled by sending.
    pub replay_until: String,
    /// When it is sent or asked for again by itself; none where nothing is to be done.
    pub again_at: Option<String>,
    /// The seller's task, where it works on it.
    pub task: Option<String>,
    /// The last error, where one came.
    pub error: Option<AdcpError>,
    /// Trouble on the line at the last attempt.
    pub problem: Option<Problem>,
    /// What was asked for, source by source.
    pub asked: Vec<AdcpAsked>,
    /// The answer, judged.
    pub answer: Option<AdcpAnswer>,
    /// Whether a person may have it sent again as it is (to settle a doubt, or to hear the answer again).
    pub may_repeat: bool,
    /// Whether a person may give up on it.
    pub may_give_up: bool,
}

/// What was asked for of one source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct AdcpAsked {
    /// The source; none for first proposals.
    pub proposal: Option<String>,
    /// Each requirement.
    pub wishes: Vec<AdcpWish>,
}

/// A media buy that came of an acceptance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AdcpMediaBuy {
    /// The seller's id of it.
    pub id: String,
    /// The accepted proposal that it stands at.
    pub proposal: String,
    /// The seller's word for its state, inert.
    pub status: String,
    /// Whether an accepted cancellation ended it.
    pub ended: bool,
}

/// A deal's dealings with its seller of media.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct AdcpView {
    /// The deal.
    pub deal: String,
    /// Whether the person here may decide.
    pub owned_by_me: bool,
    /// The seller, once one is given.
    pub seller: Option<AdcpSeller>,
    /// Requests, the oldest first.
    pub exchanges: Vec<AdcpExchange>,
    /// All proposals in the order in which they came; each names its parent.
    pub proposals: Vec<AdcpProposal>,
    /// What was bought.
    pub media_buys: Vec<AdcpMediaBuy>,
}
