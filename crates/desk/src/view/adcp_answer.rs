//! An answer of a seller of media, judged, and the proposals that came.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::AdcpFault;

/// A requirement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AdcpWish {
    /// Bounds of the total budget, inclusive.
    TotalBudget {
        /// The least.
        min: Option<String>,
        /// The most.
        max: Option<String>,
        /// Currency.
        currency: String,
    },
    /// A ceiling on the fixed price of a thousand, of every purchase.
    Cpm {
        /// The most.
        max: String,
        /// Currency.
        currency: String,
    },
    /// The least impressions, all purchases together.
    Impressions {
        /// The least.
        min: String,
    },
    /// Bounds of the flight.
    Flight {
        /// RFC 3339.
        start_no_later_than: Option<String>,
        /// RFC 3339.
        end_no_earlier_than: Option<String>,
    },
    /// A product is to be there, or not.
    Product {
        /// Its id.
        product: String,
        /// Whether it is to be there.
        include: bool,
    },
    /// So many drafts with different terms.
    Alternatives {
        /// How many.
        count: u32,
    },
    /// Criteria, as canonical JSON.
    Criteria {
        /// The criteria.
        json: String,
    },
    /// The media buy's frequency cap is to go.
    NoFrequencyCap,
    /// Words; nothing computes them.
    Ask {
        /// The words, ours.
        text: String,
    },
    /// A hold on exactly these terms.
    Hold,
}

/// What stands in a draft's terms where a requirement looks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AdcpFound {
    /// A sum, or the highest price of a thousand.
    Money {
        /// Decimal.
        amount: String,
        /// Currency.
        currency: String,
    },
    /// A count.
    Count {
        /// Decimal.
        count: String,
    },
    /// The flight, as it is written (`asap` too).
    Flight {
        /// Its start.
        start: String,
        /// Its end.
        end: String,
    },
    /// Whether a product is among the purchases.
    Product {
        /// Whether it is.
        there: bool,
    },
    /// Nothing that could be judged.
    Nothing,
}

/// What the seller says of a requirement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AdcpClaim {
    /// It is met.
    Met,
    /// It is not.
    Unmet,
    /// It says nothing of it.
    Unsaid,
}

/// A requirement at one draft: recomputed, beside the seller's claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AdcpCell {
    /// Whether the terms meet it; none where only a person can tell.
    pub met: Option<bool>,
    /// What stands there.
    pub found: AdcpFound,
    /// What the seller says.
    pub claim: AdcpClaim,
}

/// A requirement across the drafts of a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AdcpRow {
    /// The requirement.
    pub wish: AdcpWish,
    /// One for each draft, in the order of [`AdcpResult::proposals`].
    pub cells: Vec<AdcpCell>,
}

/// What was answered to one source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AdcpResult {
    /// The source; empty for first proposals.
    pub source: String,
    /// The wire's word: `proposed`, `revised`, `partial`, `unable`, `finalized`, `declined`, …; inert.
    pub outcome: String,
    /// The wire's code of a reason, inert.
    pub reason_code: Option<String>,
    /// The seller's words, inert.
    pub reason: Option<String>,
    /// The seller's suggestions, inert.
    pub suggestions: Vec<String>,
    /// How the seller has understood the words (`targeting_resolution`), as canonical JSON.
    pub understood: Option<String>,
    /// Ids of the proposals that came, in their order.
    pub proposals: Vec<String>,
    /// Each requirement, recomputed on each of them.
    pub rows: Vec<AdcpRow>,
}

/// Something that a person is to see before choosing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AdcpDeparture {
    /// Its name in forms: the exchange's number and the place.
    pub id: String,
    /// Where, as a JSON Pointer into the answer.
    pub path: String,
    /// What; inert, English.
    pub detail: String,
    /// The product that it is about, where it is about one.
    pub product: Option<String>,
    /// What the seller writes there, as canonical JSON.
    pub written: Option<String>,
}

/// An answer with our verdict on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct AdcpAnswer {
    /// When it came.
    pub came_at: String,
    /// The body, byte for byte as it came.
    pub text: String,
    /// SHA-256 of these bytes, hex.
    pub sha256: String,
    /// Whether the seller says that it answered this before: a picture of then.
    pub replayed: bool,
    /// Whether nothing is wrong with it.
    pub holds: bool,
    /// Everything that is wrong.
    pub faults: Vec<AdcpFault>,
    /// What the seller discloses as other than asked for.
    pub departures: Vec<AdcpDeparture>,
    /// What could not be judged.
    pub unchecked: Vec<AdcpFault>,
    /// Source by source.
    pub results: Vec<AdcpResult>,
}

/// An error as the seller wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AdcpError {
    /// Its code, inert; none where only words came.
    pub code: Option<String>,
    /// Its words, inert.
    pub message: String,
    /// Which member of the request, inert.
    pub field: Option<String>,
    /// What it says it supports, where that is the trouble; inert.
    pub supported: Option<Vec<String>>,
    /// What can be done.
    pub remedy: AdcpRemedy,
}

/// What can be done about an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AdcpRemedy {
    /// Nothing by hand: it is sent again by itself.
    Wait,
    /// Another request.
    NewRequest,
    /// The insertion order is to be signed with the acceptance.
    SignOrder,
    /// Fresh terms: revise the draft, then finalize.
    FreshTerms,
    /// Nothing.
    None,
}

/// Where a proposal stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AdcpStage {
    /// A draft.
    Draft,
    /// Held until `expires_at`.
    Held,
    /// Its hold, or the draft, has ended.
    Ended,
    /// Accepted.
    Accepted,
    /// Declined here.
    Declined,
    /// It came in an answer that does not hold: nothing can be done with it.
    Faulty,
}

/// A purchase of a proposal's terms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AdcpPurchase {
    /// The product's id.
    pub product: String,
    /// Its name, inert; empty where none came.
    pub name: String,
    /// The wire's word (`cpm`, …), inert.
    pub pricing_model: String,
    /// The fixed price, decimal.
    pub fixed_price: Option<String>,
    /// The floor of an auction, decimal.
    pub floor_price: Option<String>,
    /// Currency, inert.
    pub currency: String,
    /// Impressions, decimal.
    pub impressions: Option<String>,
    /// As written.
    pub start: String,
    /// As written.
    pub end: String,
}

/// A place at which a proposal's terms differ from its parent's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AdcpDifference {
    /// Where, as a JSON Pointer into the terms.
    pub path: String,
    /// As it was, as canonical JSON; none where it is new.
    pub before: Option<String>,
    /// As it is; none where it is gone.
    pub after: Option<String>,
}

/// A proposal.
#[allow(clippy::struct_excessive_bools, reason = "one for each button")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AdcpProposal {
    /// The seller's id of it.
    pub id: String,
    /// The proposal that it comes from.
    pub parent: Option<String>,
    /// The wire's word: `new_media_buy`, `media_buy_update`, `media_buy_cancellation`.
    pub kind: String,
    /// Where it stands.
    pub stage: AdcpStage,
    /// Its name, inert.
    pub name: String,
    /// Its description, inert.
    pub description: Option<String>,
    /// The key of the request that brought it.
    pub exchange: String,
    /// When it came.
    pub came_at: String,
    /// The digest that the seller states.
    pub digest_stated: Option<String>,
    /// The digest computed of the terms as they came.
    pub digest: Option<String>,
    /// Whether the two are the same.
    pub digest_holds: bool,
    /// The total budget, decimal.
    pub total: Option<String>,
    /// Its currency.
    pub currency: Option<String>,
    /// Start of the flight, as written.
    pub start: Option<String>,
    /// Its end.
    pub end: Option<String>,
    /// What is bought.
    pub purchases: Vec<AdcpPurchase>,
    /// When the hold, or the draft, ends.
    pub expires_at: Option<String>,
    /// From when on that end is close: too little time to decide in calm.
    pub warn_at: Option<String>,
    /// The media buy that it made, changes or ends.
    pub media_buy: Option<String>,
    /// The seller's id of the insertion order that goes with it.
    pub insertion_order: Option<String>,
    /// Whether that is to be signed with the acceptance.
    pub order_needs_signature: bool,
    /// Where its terms differ from its parent's.
    pub differences: Vec<AdcpDifference>,
    /// Departures of its products, each to be accepted before it is chosen.
    pub departures: Vec<String>,
    /// The terms, canonical.
    pub terms: String,
    /// Whether it may be revised into new drafts.
    pub may_revise: bool,
    /// Whether a hold may be asked for.
    pub may_finalize: bool,
    /// Whether it may be accepted.
    pub may_accept: bool,
    /// Whether it may be declined.
    pub may_decline: bool,
    /// Whether the media buy at it may be amended or cancelled.
    pub may_change: bool,
}
