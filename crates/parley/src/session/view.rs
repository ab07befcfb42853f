//! What a state means for people.

use super::{End, Phase, Session, Standing};
use crate::caps::Dialect;
use crate::envelope::{Body, Kind};
use crate::terms::Round;

/// What is not certain, and must be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Uncertain {
    /// Whether the accept landed, and in time by the offeror's clock.
    LandedInTime,
    /// The other side speaks the guide alone, so that no confirmation can come.
    NoConfirmation,
    /// Whether the other side knows that its accept held: it understands no confirmation.
    TheyKnow,
    /// Both sides have other terms or another transcript on record.
    Disputed,
}

impl Session {
    /// What of this state is not certain.
    pub fn uncertain(&self) -> Vec<Uncertain> {
        let guide = self.setup.dialect == Dialect::Guide;
        match &self.phase {
            Phase::AcceptSent { .. } | Phase::Unresolved if guide => {
                vec![Uncertain::LandedInTime, Uncertain::NoConfirmation]
            }
            Phase::AcceptSent { .. } | Phase::Unresolved => vec![Uncertain::LandedInTime],
            Phase::Ended(End::Accepted(agreement)) => match agreement.standing {
                Standing::Disputed { .. } => vec![Uncertain::Disputed],
                Standing::Judged if guide => vec![Uncertain::TheyKnow],
                Standing::Judged | Standing::Confirmed => Vec::new(),
            },
            Phase::Ended(End::Settled(settlement)) => {
                self.contradicted(settlement.deal()).then_some(Uncertain::Disputed).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether the offeror's late answer says something else than the person settled.
    fn contradicted(&self, deal: bool) -> bool {
        let peer = self.peer();
        let said = |kind| self.said(self.live, kind, peer);
        let refused = said(Kind::Nack).is_some() || said(Kind::Reject).is_some();
        let ours = self.transcript(self.live, true);
        let confirmed = said(Kind::Confirm).map(|confirm| match confirm.body() {
            Body::Confirm { transcript, .. } => Some(*transcript) == ours,
            _ => false,
        });
        match confirmed {
            Some(equal) => !deal || !equal,
            None => deal && refused,
        }
    }

    /// Rounds that are left before the cap.
    pub fn rounds_left(&self) -> u32 {
        self.setup.caps.max_rounds.saturating_sub(self.live.0)
    }

    /// True where this side may accept, counter or reject now.
    pub fn our_turn(&self) -> bool {
        match self.phase {
            Phase::Open => self.setup.role == crate::caps::Role::Opener,
            Phase::Offered => self.receives(),
            _ => false,
        }
    }

    /// The round of the next offer.
    pub const fn next_round(&self) -> Round {
        self.live.next()
    }
}
