//! What became of each offer of the vendor.

use anp::event::{Actor, Kind};
use anp::payload::Payload;
use anp::verify::{VerifiedEvent, VerifiedLog};
use deal::{Hold, HoldCause, HoldEvent, HoldState, accepted_event, holds};

use super::SessionState;

/// The holds of a verified log.
pub(crate) fn holds_of(log: &VerifiedLog) -> Vec<Hold> {
    let events: Vec<HoldEvent> = log.events().iter().filter_map(cause).collect();
    holds(&events)
}

/// The hold that waits for the owner.
pub(crate) fn held(state: &SessionState) -> Option<Hold> {
    hold_that_is_held(state.log.as_ref().ok()?)
}

/// The same of a log.
pub(crate) fn hold_that_is_held(log: &VerifiedLog) -> Option<Hold> {
    holds_of(log).into_iter().rev().find(|hold| hold.state == HoldState::Held)
}

fn cause(verified: &VerifiedEvent) -> Option<HoldEvent> {
    let event = verified.event();
    let what = match (event.actor, event.stated.kind()) {
        (Actor::VendorAgent, Kind::Offer | Kind::CounterOffer) => HoldCause::VendorOffer(*event.hash.bytes()),
        (Actor::Buyer, Kind::Offer | Kind::CounterOffer) => HoldCause::OurCounter,
        (Actor::Buyer, Kind::Decline) => HoldCause::OurDecline,
        (actor, Kind::SessionClose) => match accepted(event.stated.payload()) {
            Some(hash) if actor == Actor::Buyer => HoldCause::OurAcceptance(hash),
            _ => HoldCause::Close,
        },
        _ => return None,
    };
    Some(HoldEvent { seq: u32::try_from(event.seq).ok()?, what })
}

/// The event that a close accepts.
pub(super) fn accepted(payload: &Payload) -> Option<deal::Hash> {
    match payload {
        Payload::SessionClose(reason) => reason.reason.as_deref().and_then(accepted_event),
        _ => None,
    }
}
