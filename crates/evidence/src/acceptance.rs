//! Whether a reason accepts an offer. The protocol has no kind for it: a close of the
//! buyer's accepts whose reason names the vendor's latest offer, while that stands, and
//! which follows the buyer's own counter-offer with the same terms.

use anp::digest::EventHash;
use anp::event::{Actor, Stated};
use anp::payload::{Offer, Payload};
use anp::time::Moment;

use crate::record::{Record, Row};
use crate::terms::terms_of;

/// A reason that names an event as accepted.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Acceptance {
    /// It accepts the offer that stands at this place.
    Holds(u64),
    /// It does not.
    Not {
        /// The event that it names, where there is one.
        names: Option<u64>,
        why: String,
    },
}

/// Judges the reason of an event; none where it names no event as accepted. `sound` says
/// whether the event at a place has no fault.
pub(crate) fn acceptance(record: &Record, row: &Row, sound: &dyn Fn(u64) -> bool) -> Option<Acceptance> {
    let (Payload::SessionClose(reason) | Payload::Decline(reason)) = row.stated.as_ref()?.payload() else {
        return None;
    };
    let named = EventHash(deal::accepted_event(reason.reason.as_deref()?)?).to_string();
    let before = || record.rows.iter().filter(|other| other.place < row.place);
    let offer = before().find(|other| other.event_hash == named);
    Some(match judged(record, row, offer, sound) {
        Ok(place) => Acceptance::Holds(place),
        Err(why) => Acceptance::Not { names: offer.map(|offer| offer.place), why },
    })
}

fn judged(
    record: &Record,
    row: &Row,
    named: Option<&Row>,
    sound: &dyn Fn(u64) -> bool,
) -> Result<u64, String> {
    let no = |why: &str| Err(why.to_owned());
    if !matches!(row.stated.as_ref().map(Stated::payload), Some(Payload::SessionClose(_))) {
        return no("only the close of a session accepts, and this is none");
    }
    if row.actor != Actor::Buyer.as_str() {
        return no("only the buyer accepts, and this is the vendor’s close");
    }
    let Some(named) = named else { return no("no event before this one has that hash") };
    if named.actor == Actor::Buyer.as_str() {
        return no("that event is the buyer’s own");
    }
    let Some(offer) = offer(named) else { return no("that event is no offer") };
    let after = || record.rows.iter().filter(|other| other.place > named.place && other.place < row.place);
    if let Some(later) = after().find(|other| other.actor == named.actor && self::offer(other).is_some()) {
        return Err(format!("the vendor had replaced that offer with event {}", later.place));
    }
    if let Some(declined) = after().find(|other| matches!(payload(other), Some(Payload::Decline(_)))) {
        return Err(format!("that offer had been declined by event {}", declined.place));
    }
    if Moment::parse(&row.at).is_ok_and(|at| offer.expires() <= at) {
        return no("that offer had expired by then");
    }
    let ours = after().filter(|other| other.actor == row.actor).rfind(|other| self::offer(other).is_some());
    let Some((counter, terms)) = ours.and_then(|ours| Some((ours, self::offer(ours)?))) else {
        return no("no counter-offer of the buyer with its terms stands between them");
    };
    if !deal::terms_equal(&terms_of(terms), &terms_of(offer)) {
        return Err(format!("the buyer’s counter-offer, event {}, has other terms", counter.place));
    }
    let platform = record.keys.iter().find(|key| key.name == Actor::Buyer.as_str());
    let platform = platform.and_then(|platform| Some(platform.key?.fingerprint().to_string()));
    if row.signer.is_none() || row.signer == platform {
        return no("no person signed this close");
    }
    if counter.signer != row.signer {
        return Err(format!("the buyer’s counter-offer, event {}, is signed by another key", counter.place));
    }
    if let Some(unsound) = [named, counter, row].into_iter().find(|row| !sound(row.place)) {
        return Err(format!("event {} does not hold", unsound.place));
    }
    Ok(named.place)
}

fn payload(row: &Row) -> Option<&Payload> {
    row.stated.as_ref().map(Stated::payload)
}

fn offer(row: &Row) -> Option<&Offer> {
    payload(row).and_then(Payload::offer)
}
