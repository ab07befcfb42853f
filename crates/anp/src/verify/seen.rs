//! An event as the rules see it, whether a tree was built for it or not.

use super::payloads::{self, Read};
use crate::digest::{EventHash, Fingerprint, PayloadHash};
use crate::event::{Actor, Kind};
use crate::json::{self, Value};
use crate::time::Moment;

/// An event as it stands in the log. What is not there, or is not what it must be, is none.
pub(super) struct Seen<'a> {
    /// The tree, where one was built; faults show what stands in it.
    pub(super) tree: Option<&'a Value>,
    pub(super) seq: Option<u64>,
    pub(super) actor: Option<Actor>,
    pub(super) kind: Option<Kind>,
    /// The time as text, and as a moment.
    pub(super) at: &'a str,
    pub(super) moment: Option<Moment>,
    pub(super) payload: Read,
    pub(super) payload_hash: Option<PayloadHash>,
    pub(super) prev: Option<EventHash>,
    pub(super) hash: Option<EventHash>,
    pub(super) proof: Proof<'a>,
}

/// What is known of an event's hash and signature.
pub(super) enum Proof<'a> {
    /// As they stand, to be checked.
    Claimed {
        /// `signature`
        signature: Option<&'a Value>,
        /// `signer`
        signer: Option<&'a Value>,
    },
    /// The payload has the hash that is stated, the event too, and this key of the log's,
    /// or none, has signed it.
    Held(Option<Fingerprint>),
}

impl<'a> Seen<'a> {
    /// An event of which the tree was built.
    pub(super) fn of(event: &'a Value) -> Self {
        let text = |member: &str| text(event, member);
        let kind = Kind::parse(text("kind"));
        Self {
            tree: Some(event),
            seq: event.get("seq").and_then(Value::as_count),
            actor: Actor::parse(text("actor")),
            kind,
            at: text("at"),
            moment: Moment::parse(text("at")).ok(),
            payload: payloads::read(kind, event.get("payload").unwrap_or(&Value::Null)),
            payload_hash: PayloadHash::parse(text("payload_hash")).ok(),
            prev: EventHash::parse(text("prev_hash")).ok(),
            hash: EventHash::parse(text("event_hash")).ok(),
            proof: Proof::Claimed { signature: event.get("signature"), signer: event.get("signer") },
        }
    }

    /// A member's text as it stands; empty where it is no text.
    pub(super) fn text(&self, member: &str) -> String {
        let Some(tree) = self.tree else {
            // Without a tree every member was what it must be, and is written as it was read.
            return match member {
                "actor" => self.actor.map(|actor| actor.to_string()),
                "kind" => self.kind.map(|kind| kind.to_string()),
                "payload_hash" => self.payload_hash.map(|hash| hash.to_string()),
                "prev_hash" => self.prev.map(|hash| hash.to_string()),
                "event_hash" => self.hash.map(|hash| hash.to_string()),
                "at" => Some(self.at.to_owned()),
                _ => None,
            }
            .unwrap_or_default();
        };
        text(tree, member).to_owned()
    }

    /// What stands as its number.
    pub(super) fn seq_text(&self) -> String {
        let stated = match self.tree {
            Some(tree) => tree.get("seq").map(json::canonical),
            None => self.seq.map(|seq| seq.to_string()),
        };
        stated.unwrap_or_else(|| "none".to_owned())
    }
}

fn text<'a>(event: &'a Value, member: &str) -> &'a str {
    event.get(member).and_then(Value::as_text).unwrap_or_default()
}
