//! Ends, and the causes that they give to what comes later.

use super::{End, Session};
use crate::caps::{Dialect, Role};
use crate::cause::Cause;
use crate::envelope::{Body, Substance};
use crate::terms::Round;

impl End {
    /// True for a deal, by either side's word or a person's.
    pub const fn is_deal(&self) -> bool {
        match self {
            Self::Accepted(_) => true,
            Self::Settled(settlement) => settlement.deal(),
            Self::Rejected { .. } | Self::Expired { .. } | Self::Withdrawn { .. } => false,
        }
    }

    /// The cause by which a message after this end is refused.
    pub fn cause(&self, session: &Session) -> Cause {
        match self {
            Self::Accepted(agreement) => Cause::Agreed(agreement.round),
            Self::Settled(settlement) if settlement.deal() => Cause::Agreed(settlement.round()),
            Self::Settled(_) => Cause::Person,
            Self::Expired { round } => {
                let at = session.offer(*round).map(|(expires_at, _)| expires_at.text().to_owned());
                Cause::ExpiredAt(at.unwrap_or_default())
            }
            Self::Withdrawn { cause, .. } | Self::Rejected { cause, .. } if cause.is_cap() => cause.clone(),
            Self::Withdrawn { .. } => Cause::Withdrawn,
            Self::Rejected { .. } => Cause::Rejected,
        }
    }
}

impl Session {
    /// Refuses an accept or offer that came too late or fits nothing. Parties that speak
    /// the guide alone get a `reject`, which they understand.
    pub(super) fn refuse(&mut self, round: Round, cause: Cause) -> Substance {
        let body = match self.setup.dialect {
            Dialect::Full => Body::Nack { round, cause },
            Dialect::Guide => Body::Reject { round, cause: Some(cause), final_offer: None },
        };
        self.say(body)
    }

    /// The end to which the other side's refusal leads.
    pub(super) fn end_by_peer(&self, cause: Cause) -> End {
        let by: Role = self.peer();
        match cause {
            Cause::ExpiredAt(_) => End::Expired { round: self.live },
            Cause::Withdrawn => End::Withdrawn { by, cause },
            _ => End::Rejected { by, cause },
        }
    }
}
