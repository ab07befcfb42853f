//! Every buyer event held against this desk's own record of what it decided and sent.
//! An unknown one is red: a signature covers no place, so it could have been copied.

use anp::event::{Actor, Kind};
use anp::verify::{Check, Fault, Standing, VerifiedEvent};

/// A payload that this desk may have left on the chain.
pub(crate) struct Left {
    pub(crate) kind: String,
    pub(crate) payload_hash: String,
    /// Its place, where it is known.
    pub(crate) seq: Option<u64>,
}

/// Faults of events that claim to be ours and are not on record. What was sent once may
/// stand once: each place that is not known yet is given to one event alone.
pub(crate) fn unknown(events: &[VerifiedEvent], left: &[Left]) -> Vec<Fault> {
    let mut open: Vec<&Left> = left.iter().filter(|left| left.seq.is_none()).collect();
    events
        .iter()
        .filter(|event| event.event().actor == Actor::Buyer)
        .filter_map(|event| judge(event, left, &mut open))
        .collect()
}

fn judge(verified: &VerifiedEvent, left: &[Left], open: &mut Vec<&Left>) -> Option<Fault> {
    let event = verified.event();
    let kind = event.stated.kind();
    let fault = |expected: &str, sentence: &str| {
        Some(Fault::event(
            event.seq,
            Check::OwnRecord,
            expected,
            format!("{kind} {}", event.stated.hash()),
            sentence,
        ))
    };
    match verified.standing() {
        Standing::Platform if kind == Kind::Envelope => None,
        Standing::Member(_) => {
            let hash = event.stated.hash().to_string();
            let same = |left: &Left| left.kind == kind.as_str() && left.payload_hash == hash;
            if left.iter().any(|left| left.seq == Some(event.seq) && same(left)) {
                return None;
            }
            if let Some(place) = open.iter().position(|left| same(left)) {
                open.remove(place);
                return None;
            }
            fault(
                "an answer that was decided here",
                "An answer in our name stands here that nobody here decided",
            )
        }
        _ => fault("a person's decision", "The host speaks for us where only a person may"),
    }
}
