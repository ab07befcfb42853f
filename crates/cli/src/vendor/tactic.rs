//! What Contoso's agent does next, from what stands in the log. Pure: a run that was
//! interrupted goes on where the log says it stood.

use anp::event::{Actor, Kind};
use anp::payload::{Authority, Envelope, Line, Message, Offer, Payload};
use anp::time::Moment;
use anp::verify::VerifiedEvent;
use money::{Amount, Currency, CurrencyError};

/// What to do next.
#[derive(Debug, Clone, PartialEq)]
pub enum Move {
    /// Say this.
    Say(Box<Payload>),
    /// Wait for the buyer.
    Wait,
    /// The session is closed; the reason that stands there.
    Closed(Option<String>),
}

/// How long an offer stands, in milliseconds: three days.
const VALID_MILLIS: i64 = 3 * 24 * 60 * 60 * 1000;

/// Seats that are offered.
const SEATS: u32 = 500;

/// Messages that are answered in one session, so that two machines never greet each
/// other without end.
const REPLIES: usize = 20;

/// The seat's price in the first offer and in the two revisions that are prepared.
const PREPARED: [u32; 3] = [1200, 1140, 1088];

/// From which of the prepared offers on premier support is in it.
const PREMIER_FROM: usize = 2;

/// Contoso's mandate.
pub fn mandate() -> Envelope {
    let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
    Envelope {
        party: "Contoso".to_owned(),
        agent_name: "Contoso Seller Agent".to_owned(),
        may_discuss: texts(&["pricing", "term", "seat counts", "support levels"]),
        may_disclose: texts(&["list prices", "volume discounts", "support plans"]),
        will_not_disclose: Some(texts(&["floor prices", "other customers' terms"])),
        offer_authority: Authority::ProposeOnly,
        human_contact: Some("sales@contoso.example".to_owned()),
    }
}

/// Contoso's agent, selling in one currency.
#[derive(Debug, Clone, Copy)]
pub struct Contoso(Currency);

impl Contoso {
    /// Sells in dollars.
    ///
    /// # Errors
    /// Never in fact; the code is read as any other.
    pub fn in_dollars() -> Result<Self, CurrencyError> {
        Currency::parse("USD").map(Self)
    }

    /// The next move. `answered` is the last event that was already considered.
    pub fn next(self, events: &[VerifiedEvent], answered: u64, now: Moment) -> Move {
        let all = || events.iter().map(VerifiedEvent::event);
        if let Some(close) = all().find(|event| event.stated.kind() == Kind::SessionClose) {
            let Payload::SessionClose(reason) = close.stated.payload() else { return Move::Closed(None) };
            return Move::Closed(reason.reason.clone());
        }
        let offers = |actor: Actor| {
            all().filter(move |event| event.actor == actor).filter_map(|event| event.stated.payload().offer())
        };
        let made = offers(Actor::VendorAgent).count();
        let Some(last) = offers(Actor::VendorAgent).next_back() else {
            return say(Payload::Offer(self.prepared(0, now)));
        };
        let theirs = offers(Actor::Buyer).next_back();
        let new = || all().filter(|event| event.actor == Actor::Buyer && event.seq > answered.max(2));
        // What is formal is answered first; one answer covers all that came in between.
        let formal = new().rfind(|event| matches!(event.stated.kind(), Kind::CounterOffer | Kind::Decline));
        let message = new().rfind(|event| event.stated.kind() == Kind::Message);
        let replies =
            all().filter(|event| event.actor == Actor::VendorAgent && event.stated.kind() == Kind::Message);
        let may_reply = replies.count() < REPLIES;
        match formal.map(|event| event.stated.payload()) {
            // Equal terms are an acceptance; the close that says so follows.
            Some(Payload::CounterOffer(counter)) if same_terms(counter, last) => Move::Wait,
            Some(Payload::CounterOffer(_)) => {
                say(Payload::CounterOffer(self.revised(made, last, theirs, now)))
            }
            Some(Payload::Decline(_)) => say(Payload::Offer(self.revised(made, last, theirs, now))),
            _ => match message.filter(|_| may_reply) {
                Some(message) => say(Payload::Message(reply(message.seq, last))),
                None => Move::Wait,
            },
        }
    }

    /// The offer after `made` of them: a prepared one while there is one, then half of
    /// the distance to the buyer's position.
    fn revised(self, made: usize, last: &Offer, theirs: Option<&Offer>, now: Moment) -> Offer {
        if made < PREPARED.len() {
            return self.prepared(made, now);
        }
        let lines = last.line_items.iter().enumerate().map(|(place, line)| {
            let target = theirs.and_then(|offer| counterpart(offer, line, place));
            Line { unit_price: nearer(&line.unit_price, target.map(|line| &line.unit_price)), ..line.clone() }
        });
        self.complete(lines.collect(), now)
    }

    fn prepared(self, place: usize, now: Moment) -> Offer {
        let price = PREPARED.get(place).copied().unwrap_or(PREPARED[0]);
        let mut lines = vec![self.line("CRM-ENT", "CRM Enterprise seats", SEATS, "seat/year", price)];
        if place >= PREMIER_FROM {
            lines.push(self.line("SUP-PRM", "Premier support", 1, "plan/year", 21_000));
        }
        self.complete(lines, now)
    }

    fn complete(self, line_items: Vec<Line>, now: Moment) -> Offer {
        let total = line_items.iter().map(|line| &line.quantity * &line.unit_price).sum();
        // Whole minutes: nobody reads the seconds of an expiry.
        let minute = now.millis().saturating_sub(now.millis().rem_euclid(60_000));
        Offer {
            currency: self.0,
            term_months: 36,
            expires_at: Moment::from_millis(minute).plus_millis(VALID_MILLIS).to_text(),
            line_items,
            total_annual: Some(total),
            conditions: Some(
                ["Net 30 days", "Billed annually in advance", "Prices hold for the whole term"]
                    .map(str::to_owned)
                    .to_vec(),
            ),
            notes: None,
        }
    }

    fn line(self, sku: &str, description: &str, quantity: u32, unit: &str, price: u32) -> Line {
        Line {
            sku: Some(sku.to_owned()),
            description: description.to_owned(),
            quantity: Amount::from(quantity),
            unit: unit.to_owned(),
            unit_price: Amount::from(price),
            currency: self.0,
            term_months: None,
        }
    }
}

fn say(payload: Payload) -> Move {
    Move::Say(Box::new(payload))
}

/// Whether two offers say the same of what is bought, for how much and how long.
fn same_terms(a: &Offer, b: &Offer) -> bool {
    a.currency == b.currency && a.term_months == b.term_months && a.line_items == b.line_items
}

fn reply(to: u64, last: &Offer) -> Message {
    let body = format!(
        "Thank you for your message (event {to}). Our last offer stands until {}. A counter-offer is the quickest way \
         for us to answer on price, term or quantities.",
        last.expires_at
    );
    Message { subject: None, body }
}

/// The buyer's line for one of ours: by sku, else by position.
fn counterpart<'a>(offer: &'a Offer, line: &Line, place: usize) -> Option<&'a Line> {
    let by_sku = offer.line_items.iter().find(|other| other.sku.is_some() && other.sku == line.sku);
    by_sku.or_else(|| offer.line_items.get(place).filter(|other| other.sku.is_none()))
}

/// Half of the way from our price to theirs, in cents; theirs where less than a cent is
/// left. Never upwards.
fn nearer(ours: &Amount, theirs: Option<&Amount>) -> Amount {
    let Some(theirs) = theirs.filter(|theirs| *theirs < ours) else { return ours.clone() };
    let middle = (ours + theirs).div_rounded(&Amount::from(2_u32), 2);
    middle.filter(|middle| middle < ours).unwrap_or_else(|| theirs.clone())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_way_in_cents_and_never_upwards() {
        let amount = |text: &str| Amount::parse(text).unwrap();
        for (ours, theirs, expected) in [
            ("1088", "1043", "1065.5"),
            ("1088", "1087.99", "1087.99"),
            ("100.01", "100", "100"),
            ("100.02", "100", "100.01"),
            ("100", "100", "100"),
            ("100", "200", "100"),
            ("100", "0", "50"),
        ] {
            assert_eq!(nearer(&amount(ours), Some(&amount(theirs))), amount(expected), "{ours} {theirs}");
        }
        assert_eq!(nearer(&amount("5"), None), amount("5"));
    }

    #[test]
    fn the_prepared_offers_keep_the_protocols_bounds() {
        let now = Moment::parse("2026-07-11T09:00:59.999Z").unwrap();
        let contoso = Contoso::in_dollars().unwrap();
        for (place, total) in [(0, "600000"), (1, "570000"), (2, "565000")] {
            let offer = contoso.prepared(place, now).checked().unwrap();
            assert_eq!(offer.total(), Amount::parse(total).unwrap());
            assert_eq!(offer.expires_at, "2026-07-14T09:00:00.000Z");
        }
        assert!(Envelope::read(&mandate().to_value()).is_ok());
    }

    #[test]
    fn a_session_without_an_offer_begins_with_one() {
        let contoso = Contoso::in_dollars().unwrap();
        let Move::Say(first) = contoso.next(&[], 0, Moment::from_millis(0)) else { unreachable!() };
        assert!(matches!(*first, Payload::Offer(_)));
    }
}
