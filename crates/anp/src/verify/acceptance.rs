//! Version 0.1 has no kind for accepting: it is the buyer's counter with the terms of the
//! vendor's offer, and then a close whose reason names that offer. A close that says so
//! without being so is a note, since the protocol knows no such rule.

use super::document::Notes;
use super::seen::Seen;
use super::verdict::Note;
use crate::digest::{EventHash, PayloadHash};
use crate::event::{Actor, Kind};
use crate::json::Value;
use crate::time::Moment;

/// What a close's reason begins with where it accepts.
const ACCEPTED: &str = "accepted ";

/// The vendor's latest offer, and the buyer's answer to it.
#[derive(Debug, Default)]
pub(super) struct Acceptance {
    /// Whether events lie before the document, and so perhaps an offer.
    continues: bool,
    offer: Option<Offered>,
    /// The payload of the buyer's last counter since that offer.
    counter: Option<PayloadHash>,
}

#[derive(Debug)]
struct Offered {
    hash: EventHash,
    payload: PayloadHash,
    expires: Option<Moment>,
}

impl Acceptance {
    pub(super) fn start(continues: bool) -> Self {
        Self { continues, ..Self::default() }
    }

    /// Takes a sound event; a close that names an offer is held against it.
    pub(super) fn take(&mut self, seq: u64, event: &Seen<'_>, at: Moment, notes: &mut Notes) {
        let (Some(actor), Some(kind), Some(hash)) = (event.actor, event.kind, event.hash) else { return };
        match (kind, actor) {
            (Kind::Offer | Kind::CounterOffer, Actor::VendorAgent) => {
                let expires = event.payload.says.and_then(|says| says.expires);
                self.offer = Some(Offered { hash, payload: event.payload.hash, expires });
                self.counter = None;
            }
            (Kind::Offer | Kind::CounterOffer, Actor::Buyer) => self.counter = Some(event.payload.hash),
            (Kind::SessionClose, _) => {
                let Some(named) = accepted(event.tree) else { return };
                if let Some(why) = self.amiss(actor, named, at) {
                    let detail = format!("the close says that an offer is accepted, and {why}");
                    notes.push(Note { seq: Some(seq), detail });
                }
            }
            _ => {}
        }
    }

    fn amiss(&self, actor: Actor, named: &str, at: Moment) -> Option<&'static str> {
        if actor != Actor::Buyer {
            return Some("it is not the buyer's: nobody accepts an own offer");
        }
        let Some(offer) = &self.offer else {
            return (!self.continues).then_some("the vendor has made none");
        };
        if EventHash::parse(named) != Ok(offer.hash) {
            return Some("what it names is not the vendor's latest offer");
        }
        if offer.expires.is_some_and(|expires| expires <= at) {
            return Some("the offer had expired by then");
        }
        match self.counter {
            None => Some("no counter by the buyer with its terms stands behind the offer"),
            Some(counter) if counter != offer.payload => {
                Some("the buyer's last counter does not state the offer's terms word for word")
            }
            Some(_) => None,
        }
    }
}

/// What a close's reason says was accepted.
fn accepted(tree: Option<&Value>) -> Option<&str> {
    tree?.get("payload")?.get("reason")?.as_text()?.strip_prefix(ACCEPTED)
}
