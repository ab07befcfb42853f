//! What became of each offer of the vendor, from the events of its session alone.

use crate::digest::Hash;

/// An offer that waits, or waited, for the owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hold {
    /// Number of the vendor's event.
    pub seq: u32,
    /// Its event hash.
    pub event_hash: Hash,
    /// Where it stands.
    pub state: HoldState,
    /// The event that brought it there; none while it is held.
    pub by_seq: Option<u32>,
}

/// Where a hold stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HoldState {
    /// It waits for the owner.
    Held,
    /// We countered it.
    Countered,
    /// We accepted it.
    Accepted,
    /// We declined it.
    Declined,
    /// A later offer of the vendor took its place before we answered.
    Superseded,
    /// The session was closed before we answered.
    Ended,
}

/// An event of the session, as far as holds are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HoldEvent {
    /// Its number.
    pub seq: u32,
    /// What happened.
    pub what: HoldCause,
}

/// What can move a hold. Messages, envelopes and the vendor's own decline move none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HoldCause {
    /// An offer or counter of the vendor, with its event hash.
    VendorOffer(Hash),
    /// A counter of ours.
    OurCounter,
    /// A decline of ours: it declines the vendor's latest offer.
    OurDecline,
    /// A close of ours whose reason accepts this event ([`crate::accepted_event`]).
    OurAcceptance(Hash),
    /// Any other close, by either side.
    Close,
}

/// The holds of a session, in the order of its offers. Nothing after a close counts.
pub fn holds(events: &[HoldEvent]) -> Vec<Hold> {
    let mut holds: Vec<Hold> = Vec::new();
    for event in events {
        step(&mut holds, *event);
        if matches!(event.what, HoldCause::OurAcceptance(_) | HoldCause::Close) {
            break;
        }
    }
    holds
}

/// One transition: of the latest hold, the only one that can still wait.
fn step(holds: &mut Vec<Hold>, event: HoldEvent) {
    let latest = holds.last_mut();
    match event.what {
        HoldCause::VendorOffer(event_hash) => {
            move_held(latest, HoldState::Superseded, event.seq);
            holds.push(Hold { seq: event.seq, event_hash, state: HoldState::Held, by_seq: None });
        }
        HoldCause::OurCounter => move_held(latest, HoldState::Countered, event.seq),
        HoldCause::OurDecline => move_held(latest, HoldState::Declined, event.seq),
        HoldCause::OurAcceptance(accepted) => match latest {
            // The equal counter stands just before the close, so the hold is countered by then. An
            // older offer's hash accepts nothing: that offer no longer stood.
            Some(hold)
                if hold.event_hash == accepted
                    && matches!(hold.state, HoldState::Held | HoldState::Countered) =>
            {
                hold.state = HoldState::Accepted;
                hold.by_seq = Some(event.seq);
            }
            other => move_held(other, HoldState::Ended, event.seq),
        },
        HoldCause::Close => move_held(latest, HoldState::Ended, event.seq),
    }
}

fn move_held(hold: Option<&mut Hold>, state: HoldState, seq: u32) {
    if let Some(hold) = hold.filter(|hold| hold.state == HoldState::Held) {
        hold.state = state;
        hold.by_seq = Some(seq);
    }
}

#[cfg(test)]
mod tests {
    use super::HoldCause::{Close, OurAcceptance, OurCounter, OurDecline, VendorOffer};
    use super::*;
    use HoldState::{Accepted, Countered, Declined, Ended, Held, Superseded};

    const FIRST: Hash = [1; 32];
    const SECOND: Hash = [2; 32];

    /// The states that these events lead to, with the event that did.
    fn told(causes: &[HoldCause]) -> Vec<(HoldState, Option<u32>)> {
        let events: Vec<_> = (3..).zip(causes).map(|(seq, what)| HoldEvent { seq, what: *what }).collect();
        holds(&events).into_iter().map(|hold| (hold.state, hold.by_seq)).collect()
    }

    #[test]
    fn every_way_a_hold_can_go() {
        let offer = VendorOffer(FIRST);
        let next = VendorOffer(SECOND);
        for (causes, states) in [
            (vec![], vec![]),
            (vec![OurCounter, Close], vec![]),
            (vec![offer], vec![(Held, None)]),
            (vec![offer, next], vec![(Superseded, Some(4)), (Held, None)]),
            (vec![offer, OurCounter], vec![(Countered, Some(4))]),
            (vec![offer, OurCounter, next], vec![(Countered, Some(4)), (Held, None)]),
            (vec![offer, OurDecline, OurCounter], vec![(Declined, Some(4))]),
            (vec![offer, OurCounter, OurDecline], vec![(Countered, Some(4))]),
            (vec![offer, Close], vec![(Ended, Some(4))]),
            (vec![offer, OurDecline, Close], vec![(Declined, Some(4))]),
            (vec![offer, OurCounter, OurAcceptance(FIRST)], vec![(Accepted, Some(5))]),
            (vec![offer, OurAcceptance(FIRST)], vec![(Accepted, Some(4))]),
            (vec![offer, OurAcceptance(SECOND)], vec![(Ended, Some(4))]),
            (vec![offer, OurDecline, OurAcceptance(FIRST)], vec![(Declined, Some(4))]),
            (vec![offer, next, OurAcceptance(FIRST)], vec![(Superseded, Some(4)), (Ended, Some(5))]),
            (vec![offer, Close, next, OurCounter], vec![(Ended, Some(4))]),
            (vec![OurAcceptance(FIRST), offer], vec![]),
        ] {
            assert_eq!(told(&causes), states, "{causes:?}");
        }
    }
}
