//! What ties events together: numbers, the hash of the one before, each one's own hash,
//! and heads that were seen.

use super::seen::{Proof, Seen};
use super::trust::Trust;
use super::verdict::{Check, Fault, Faults};
use crate::digest::EventHash;
use crate::event::{Head, Preimage, SessionId};

/// What the next event has to join.
pub(super) struct Links<'a> {
    session: Option<&'a SessionId>,
    seen: &'a [Head],
    /// The hashes that the next event may name as the one before: as it was stated and,
    /// where that was false, as it should have been.
    before: [Option<EventHash>; 2],
    /// The numbers that the next event may follow: as it was stated and, where that was
    /// false, as it should have been.
    last_seq: [u64; 2],
}

impl<'a> Links<'a> {
    pub(super) fn start(session: Option<&'a SessionId>, trust: &'a Trust, head: &Head) -> Self {
        Self { session, seen: &trust.seen, before: [Some(head.hash), None], last_seq: [head.seq; 2] }
    }

    /// Numbers run on from the event before, so that one gap is one fault. Gives the
    /// number that the event's hash covers.
    pub(super) fn seq(&mut self, place: u64, event: &Seen<'_>, faults: &mut Faults) -> u64 {
        let [expected, else_expected] = self.last_seq.map(|last| last.saturating_add(1));
        let runs_on = event.seq.is_some_and(|seq| seq == expected || seq == else_expected);
        let stated = event.seq.unwrap_or(expected);
        self.last_seq = if runs_on { [stated; 2] } else { [stated, expected] };
        if !runs_on {
            faults.push(Fault::event(
                place,
                Check::Seq,
                expected,
                event.seq_text(),
                "The events' numbers have a gap, a repetition or a jump",
            ));
        }
        event.seq.unwrap_or(place)
    }

    pub(super) fn prev(&self, place: u64, event: &Seen<'_>, faults: &mut Faults) {
        let known = self.before.iter().flatten().next();
        // What stands before states no hash and none can be computed: nothing to hold against.
        if known.is_none() && event.prev.is_some() {
            return;
        }
        if event.prev.is_none() || !self.before.contains(&event.prev) {
            let expected = known;
            faults.push(Fault::event(
                place,
                Check::PrevHash,
                expected.map_or_else(|| "a hash".to_owned(), ToString::to_string),
                event.text("prev_hash"),
                "The event does not follow the one that stands before it",
            ));
        }
    }

    /// Recomputes the event's hash from what stands there; remembers what the next may
    /// name, and holds heads that were seen against it. Says whether it holds.
    pub(super) fn hash(&mut self, place: u64, seq: u64, event: &Seen<'_>, faults: &mut Faults) -> bool {
        let computed = self.computed(seq, event);
        if event.hash.is_none() || (computed.is_some() && computed != event.hash) {
            faults.push(Fault::event(
                place,
                Check::EventHash,
                computed.map_or_else(|| "a hash".to_owned(), |hash| hash.to_string()),
                event.text("event_hash"),
                "The event's hash does not cover what stands there",
            ));
        }
        self.before = [event.hash, computed];
        for head in self.seen.iter().filter(|head| head.seq == place && Some(head.hash) != event.hash) {
            faults.push(Fault::event(
                place,
                Check::SeenHead,
                head.hash,
                event.text("event_hash"),
                "The event is not the one that was seen here before",
            ));
        }
        event.hash.is_some() && computed == event.hash
    }

    /// Something that is no event stands here: what follows it can be held against nothing.
    pub(super) fn no_event(&mut self) {
        let expected = self.last_seq[0].saturating_add(1);
        self.last_seq = [expected; 2];
        self.before = [None, None];
    }

    fn computed(&self, seq: u64, event: &Seen<'_>) -> Option<EventHash> {
        if let Proof::Held(_) = event.proof {
            return event.hash;
        }
        let preimage = Preimage {
            session: self.session?.as_str(),
            seq,
            actor: &event.text("actor"),
            kind: &event.text("kind"),
            payload: event.payload_hash?,
            prev: event.prev?,
            at: event.at,
        };
        Some(preimage.hash())
    }
}
