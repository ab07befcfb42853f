//! Fabrikam Industries, the sandbox's buyer: deterministic, so that a vendor's tests
//! can assert exact values. It knows a vendor's payload and its own last position, and
//! nothing of the organisation. Pure: its answers depend on no clock, an offer that has
//! expired included.

use anp::payload::{Authority, Envelope, Line, Message, Offer, Payload};
use money::Amount;

/// Fabrikam's term, in months.
const TERM_MONTHS: u32 = 24;

const COUNTER_NOTES: &str =
    "Fabrikam Industries asks for 12% off the opening prices and commits to 24 months.";
const MIDPOINT_NOTES: &str =
    "Fabrikam Industries meets each revised price halfway between it and its own last position.";
const PARKED: &str = "This revision is within 3% of Fabrikam Industries' position. It waits for its owner's \
     decision; no counter-offer follows.";
const ACKNOWLEDGED: &str =
    "Fabrikam Industries has received this message. Its sandbox answers offers and counter-offers.";

/// Fabrikam's mandate.
pub fn envelope() -> Envelope {
    let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
    Envelope {
        party: "Fabrikam Industries".to_owned(),
        agent_name: "Fabrikam Industries Negotiation Agent".to_owned(),
        may_discuss: texts(&["prices", "term", "payment terms", "support"]),
        may_disclose: texts(&["its counter-offers", "its rules, which are published"]),
        will_not_disclose: None,
        offer_authority: Authority::BindWithHumanApproval,
        human_contact: None,
    }
}

/// What Fabrikam answers to a vendor's payload; `position` is its own last counter.
pub fn answer(said: &Payload, position: Option<&Offer>) -> Option<Payload> {
    match said {
        Payload::Offer(offer) | Payload::CounterOffer(offer) => Some(negotiate(offer, position)),
        Payload::Message(_) => Some(message(ACKNOWLEDGED)),
        Payload::SessionOpen(_) | Payload::Envelope(_) | Payload::Decline(_) | Payload::SessionClose(_) => {
            None
        }
    }
}

fn message(body: &str) -> Payload {
    Payload::Message(Message { subject: None, body: body.to_owned() })
}

fn negotiate(offer: &Offer, position: Option<&Offer>) -> Payload {
    // A position in another currency says nothing about these prices: the vendor opens anew.
    let Some(position) = position.filter(|position| position.currency == offer.currency) else {
        return counter(offer, COUNTER_NOTES, |line, _| twelve_percent_below(line));
    };
    if is_close(&offer.total(), &position.total()) {
        return message(PARKED);
    }
    counter(offer, MIDPOINT_NOTES, |line, place| match counterpart(offer, place, position) {
        Some(own) => midpoint(line, own),
        // A line that Fabrikam has never priced opens like a first offer's.
        None => twelve_percent_below(line),
    })
}

/// Within 3 % of the position, the bound included.
fn is_close(total: &Amount, position: &Amount) -> bool {
    total * &Amount::from(100_u32) <= position * &Amount::from(103_u32)
}

/// Fabrikam's line for the vendor's at `place`: the one of the same sku (of several the
/// one at the same place), else the one at the same place, unless its sku says that it
/// belongs to another line of this offer.
fn counterpart<'a>(offer: &Offer, place: usize, position: &'a Offer) -> Option<&'a Line> {
    let sku = offer.line_items.get(place)?.sku.as_ref();
    let beside = position.line_items.get(place);
    let same = |own: &&Line| sku.is_some() && own.sku.as_ref() == sku;
    let others = |own: &&Line| {
        own.sku.is_some() && offer.line_items.iter().any(|line| line.sku.is_some() && line.sku == own.sku)
    };
    beside
        .filter(same)
        .or_else(|| position.line_items.iter().find(same))
        .or_else(|| beside.filter(|own| !others(own)))
}

fn counter(offer: &Offer, notes: &str, price: impl Fn(&Line, usize) -> Amount) -> Payload {
    let lines = offer.line_items.iter().enumerate();
    Payload::CounterOffer(Offer {
        currency: offer.currency,
        term_months: TERM_MONTHS,
        expires_at: offer.expires_at.clone(),
        line_items: lines
            .map(|(place, line)| Line { unit_price: price(line, place), ..line.clone() })
            .collect(),
        total_annual: None,
        conditions: None,
        notes: Some(notes.to_owned()),
    })
}

fn twelve_percent_below(line: &Line) -> Amount {
    rounded(&(&line.unit_price * &decimal("0.88")), line)
}

fn midpoint(line: &Line, own: &Line) -> Amount {
    rounded(&(&(&line.unit_price + &own.unit_price) * &decimal("0.5")), line)
}

/// A constant of this file.
fn decimal(text: &str) -> Amount {
    Amount::parse(text).unwrap_or_default()
}

/// Rounded to the currency's minor units, or the vendor's own decimals where those are finer.
fn rounded(price: &Amount, line: &Line) -> Amount {
    price.round_half_up(line.currency.minor_units().max(line.unit_price.decimals()))
}

#[cfg(test)]
mod tests;
