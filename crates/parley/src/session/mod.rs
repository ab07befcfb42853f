//! The session of one side: `(state, event, time) → (state, messages to send)`.
//!
//! `Open → Offered → AcceptSent → Ended`, with counters looping through `Offered`.
//! Every state is the fold of its log: see [`crate::log`].

mod decide;
mod ended;
mod hear;
mod lapse;
mod reduce;
mod repeat;
mod settle;
mod view;

use std::collections::BTreeMap;
use std::sync::Arc;

use anp::time::Moment;

use crate::caps::{Role, Setup};
use crate::cause::Cause;
use crate::envelope::{Body, Kind, Substance};
use crate::mandate::Cleared;
use crate::terms::{Round, Terms, TermsHash};
use crate::transcript::{Link, link};

pub use reduce::reduce;
pub use settle::{NotSettled, Settlement, settlement_statement};
pub use view::Uncertain;

/// Where one side stands by its own record.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Phase {
    /// No offer yet.
    Open,
    /// An offer is live.
    Offered,
    /// This side accepted the live offer and waits for the offeror's judgement. It never
    /// ends by its own clock.
    AcceptSent {
        /// How often the accept was sent.
        sends: u8,
        /// When it was last sent.
        last: Moment,
    },
    /// The accept was repeated as often as was allowed, and no answer came. The
    /// offeror's late answer or a person's word leads out.
    Unresolved,
    /// Over.
    Ended(End),
}

/// How a session ended for this side.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum End {
    /// A deal.
    Accepted(Agreement),
    /// An offer was rejected.
    Rejected {
        /// By which side.
        by: Role,
        /// Why.
        cause: Cause,
    },
    /// The live offer expired.
    Expired {
        /// Its round.
        round: Round,
    },
    /// A side left.
    Withdrawn {
        /// Which.
        by: Role,
        /// Why.
        cause: Cause,
    },
    /// A person settled what had stayed unanswered.
    Settled(Settlement),
}

/// A deal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Agreement {
    /// The round agreed on.
    pub round: Round,
    /// The terms agreed on.
    pub terms: TermsHash,
    /// The transcript up to the accept, as this side has it.
    pub transcript: Link,
    /// Whose word it stands on.
    pub standing: Standing,
}

/// Whose word a deal stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Standing {
    /// This side made the offer and held the accept for good, in time by its clock.
    Judged,
    /// The offeror confirmed, with the same terms and the same transcript.
    Confirmed,
    /// The offeror confirmed other terms or another transcript. Nothing may act on it.
    Disputed {
        /// The transcript that it named.
        theirs: Link,
    },
}

/// What happens to a session.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Event {
    /// A message of the other side came.
    Heard(Substance),
    /// This side decided.
    Decided(Decision),
    /// Time went by.
    Tick,
    /// A person settled it.
    Settled(Settlement),
}

/// An act of this side.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The first offer, or a counter.
    Offer(Cleared),
    /// The live offer is accepted.
    Accept(Cleared),
    /// The live offer is rejected.
    Reject {
        /// What this side would have agreed to.
        final_offer: Option<Terms>,
    },
    /// This side leaves.
    Withdraw,
}

/// What [`reduce`] makes of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The state after it.
    pub session: Session,
    /// Whether it differs from the state before. Only then the event belongs into the log,
    /// and it must be there before anything is sent.
    pub changed: bool,
    /// What to send, in order.
    pub send: Vec<Substance>,
    /// What became of the event.
    pub notice: Notice,
}

/// What became of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// It took effect, or there was nothing to do.
    Done,
    /// The message was known already, or speaks of what is past.
    Known,
    /// A decision was not possible.
    Refused(Refusal),
    /// A decision met a cap: the session ended cleanly instead.
    CapHit(Cause),
    /// The other side broke the protocol; its message changed nothing.
    Fault(ProtocolFault),
}

/// Why a decision was not possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The session is over.
    Ended,
    /// An accept of ours waits for its answer.
    AcceptPending,
    /// It is the other side's turn.
    NotOurTurn,
    /// The clearance is for another act, round, offer or session.
    NotCleared,
    /// The terms lie beyond this session's mandate.
    BeyondMandate,
    /// The offer would have expired before it is sent.
    ExpiryPassed,
    /// Nothing is unresolved.
    NothingToSettle,
}

/// How the other side broke the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProtocolFault {
    /// The message belongs to another session.
    OtherSession,
    /// A message of this round and kind came before with other content.
    OtherContent,
    /// The round is none that could come now.
    NotNext,
    /// Only the receiver of the live offer accepts, counters or rejects.
    NotTheirTurn,
    /// It answers an offer or accept that this side never made.
    AnswersNothing,
    /// It contradicts what the other side said before.
    Contradicts,
}

/// Where a message stands in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The round that it names.
    pub round: Round,
    /// Its kind.
    pub kind: Kind,
    /// Whose it is.
    pub by: Role,
}

/// A session as one side has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    setup: Arc<Setup>,
    record: BTreeMap<Place, Substance>,
    live: Round,
    phase: Phase,
}

// What was fixed before the start is the same in every state of a session.
impl core::hash::Hash for Session {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        (self.setup.role, &self.record, self.live, &self.phase).hash(state);
    }
}

impl Session {
    /// A session in which nothing was said.
    pub fn begin(setup: Setup) -> Self {
        Self { setup: Arc::new(setup), record: BTreeMap::new(), live: Round(0), phase: Phase::Open }
    }

    /// What was fixed before it started.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Where this side stands.
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The live offer's round; 0 before any.
    pub const fn live(&self) -> Round {
        self.live
    }

    /// Every message of the session, in the order of rounds. The same on both sides once
    /// they have reconciled.
    pub const fn record(&self) -> &BTreeMap<Place, Substance> {
        &self.record
    }

    /// Who makes the offer of a round.
    pub const fn author(round: Round) -> Role {
        if round.0 % 2 == 1 { Role::Opener } else { Role::Answerer }
    }

    /// An offer's body parts, where it was made.
    pub fn offer(&self, round: Round) -> Option<(&crate::envelope::Expiry, &Terms)> {
        match self.said(round, Kind::Offer, Self::author(round))?.body() {
            Body::Offer { expires_at, terms, .. } => Some((expires_at, terms)),
            _ => None,
        }
    }

    /// The transcript: offers up to a round, and behind it the accept of that round if it
    /// was said. None where an offer is missing.
    pub fn transcript(&self, round: Round, with_accept: bool) -> Option<Link> {
        let mut head = Link::ZERO;
        for number in 1..=round.0 {
            let author = Self::author(Round(number));
            let offer = self.said(Round(number), Kind::Offer, author)?;
            head = link(head, number, author.name(), offer);
        }
        if with_accept {
            let acceptor = Self::author(round).other();
            let accept = self.said(round, Kind::Accept, acceptor)?;
            head = link(head, round.next().0, acceptor.name(), accept);
        }
        Some(head)
    }

    fn me(&self) -> Role {
        self.setup.role
    }

    fn peer(&self) -> Role {
        self.setup.role.other()
    }

    /// True where this side is the receiver of the live offer.
    fn receives(&self) -> bool {
        self.live.0 > 0 && Self::author(self.live) == self.peer()
    }

    fn said(&self, round: Round, kind: Kind, by: Role) -> Option<&Substance> {
        self.record.get(&Place { round, kind, by })
    }

    /// Puts a message of this side on record and gives it back for sending. What stands
    /// there already is said again instead, so that no place ever holds two contents.
    fn say(&mut self, body: Body) -> Substance {
        let place = Place { round: body.round(), kind: body.kind(), by: self.me() };
        let session = &self.setup.session;
        self.record.entry(place).or_insert_with(|| Substance::of(session.clone(), body)).clone()
    }

    fn keep(&mut self, message: &Substance, by: Role) {
        let place = Place { round: message.body().round(), kind: message.body().kind(), by };
        self.record.entry(place).or_insert_with(|| message.clone());
    }
}
