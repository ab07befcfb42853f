//! Every buyer event held against this desk's own record of what it decided and sent.
//! An unknown one is red: a signature covers no place, so it could have been copied.

use anp::digest::Fingerprint;
use anp::event::{Actor, Event, Kind};
use anp::verify::{Check, Fault, Standing, VerifiedEvent};

/// A payload that this desk may have left on the chain.
#[derive(Debug, Clone)]
pub(crate) struct Left {
    pub(crate) kind: String,
    pub(crate) payload_hash: String,
    /// Its place, where it is known.
    pub(crate) seq: Option<u64>,
    /// Whose key must have signed it, where that is not this desk's own record.
    pub(crate) signer: Option<Fingerprint>,
}

/// Gives payloads that stand in what was verified before their places, so that each stands
/// once.
pub(crate) fn spend(left: &mut [Left], events: &[VerifiedEvent]) {
    for event in events.iter().map(VerifiedEvent::event).filter(|event| event.actor == Actor::Buyer) {
        let fits = |left: &&mut Left| left.seq.is_none() && left.is(event);
        if let Some(left) = left.iter_mut().find(fits) {
            left.seq = Some(event.seq);
        }
    }
}

impl Left {
    fn is(&self, event: &Event) -> bool {
        let by = event.authorship.as_ref().map(|(_, signer)| *signer);
        self.kind == event.stated.kind().as_str()
            && self.payload_hash == event.stated.hash().to_string()
            && self.signer.is_none_or(|signer| by == Some(signer))
    }
}

/// Faults of events that claim to be ours and are not on record. What was sent once may
/// stand once: each place that is not known yet is given to one event alone.
pub(crate) fn unknown(events: &[VerifiedEvent], left: &[Left], agent: Option<&str>) -> Vec<Fault> {
    let mut open: Vec<&Left> = left.iter().filter(|left| left.seq.is_none()).collect();
    events
        .iter()
        .filter(|event| event.event().actor == Actor::Buyer)
        .filter_map(|event| judge(event, left, agent, &mut open))
        .collect()
}

fn judge(
    verified: &VerifiedEvent,
    left: &[Left],
    agent: Option<&str>,
    open: &mut Vec<&Left>,
) -> Option<Fault> {
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
    let signer = event.authorship.as_ref().map(|(_, signer)| signer.to_string());
    match verified.standing() {
        Standing::Platform if kind == Kind::Envelope => None,
        Standing::Member(_) if kind != Kind::Message && signer.is_some() && signer.as_deref() == agent => {
            fault(
                "a person's signature",
                "The desk's agent may sign messages alone, and here it stands under something else",
            )
        }
        Standing::Member(_) => {
            if left.iter().any(|left| left.seq == Some(event.seq) && left.is(event)) {
                return None;
            }
            if let Some(place) = open.iter().position(|left| left.is(event)) {
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
