//! The first screen: what needs the person here, by deadline.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{DealRow, DealState, UnsortedMail, UnsortedRow};

/// The first screen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct TodayView {
    /// Everything that waits for this person: what has a deadline first, by it.
    pub needs: Vec<Need>,
    /// Deals that need this person, by deadline.
    pub needs_you: Vec<DealRow>,
    /// Others: those with something new, then the newest. Not all, where there are many.
    pub quiet: Vec<DealRow>,
    /// Sessions without a deal.
    pub unsorted: Vec<UnsortedRow>,
    /// Mails without a deal.
    pub unsorted_mails: Vec<UnsortedMail>,
    /// How many deals there are.
    pub deals: u32,
    /// Deals whose records are still being proven since the start.
    pub checking: u32,
}

/// Which deals are asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct DealsAsked {
    /// Words that title or vendor must hold; none asks for all.
    pub words: String,
    /// Where they must stand; anywhere, if none is given.
    pub state: Option<DealState>,
    /// How many of them are left out at the beginning.
    pub from: u32,
}

/// A page of the list of deals.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct DealsPage {
    /// Up to a hundred.
    pub rows: Vec<DealRow>,
    /// How many there are on all pages.
    pub total: u32,
}

/// One thing that waits for the person here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Need {
    /// Stable: the same thing has the same id until it is done.
    pub id: String,
    /// The deal it belongs to.
    pub deal: Option<String>,
    /// The deal's title, or the name of what waits, inert.
    pub title: String,
    /// The other side, inert.
    pub who: String,
    /// When it is too late, RFC 3339.
    pub deadline: Option<String>,
    /// What it is.
    pub what: NeedKind,
}

/// What waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum NeedKind {
    /// An offer is held; the deadline is its expiry.
    HeldOffer {
        /// Its event.
        seq: u32,
        /// Decimal text; none where it cannot be summed.
        annual_total: Option<String>,
        /// Its currency.
        currency: String,
    },
    /// An offer out of a file that came by mail is held; the deadline is its expiry.
    HeldQuote {
        /// Decimal text; none where it cannot be summed.
        annual_total: Option<String>,
        /// Its currency.
        currency: String,
    },
    /// Our own offer runs out soon without an answer.
    OurOfferEnds {
        /// Its event.
        seq: u32,
    },
    /// A chain is in dispute.
    Disputed {
        /// The event at which it breaks.
        seq: Option<u32>,
    },
    /// It is unknown whether an answer of ours arrived.
    DeliveryUnknown,
    /// A cap of the mandate is reached: the negotiation is to be ended by a word.
    CleanEnd {
        /// `rounds`, `deadline`.
        cap: String,
    },
    /// A vote waits for this person's ballot; the deadline is the vote's.
    Ballot {
        /// The proposal.
        proposal: String,
        /// Who asked.
        by: String,
        /// Whether the voters were reminded.
        reminded: bool,
    },
    /// A vote passed: what it is on may be sent.
    VotePassed {
        /// The proposal.
        proposal: String,
    },
    /// A seller of media holds terms; the deadline is the hold's end.
    MediaHold {
        /// The proposal.
        proposal: String,
        /// Decimal text of what it costs in all; none where its terms do not say.
        total: Option<String>,
        /// Its currency; empty where there is no total.
        currency: String,
    },
    /// It is unknown what became of a request to a seller of media; the deadline is when the seller's
    /// memory of it ends.
    MediaDoubt {
        /// The request's number.
        number: u32,
    },
    /// An answer of a seller of media that nobody has looked at; the deadline is the first end of a
    /// proposal in it.
    MediaAnswer {
        /// The request's number.
        number: u32,
        /// Whether nothing is wrong with it.
        holds: bool,
    },
    /// A session belongs to no deal yet.
    Unsorted {
        /// Its id.
        session: String,
    },
    /// A vendor's agent waits to be verified.
    VendorWaits {
        /// Id of its registration.
        agent_id: String,
    },
}
