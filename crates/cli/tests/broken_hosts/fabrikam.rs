//! The sandbox buyer, and the ways in which it may miscalculate.

use anp::event::Kind;
use anp::json::Value;
use anp::payload::{Authority, Envelope, Line, Message, Offer, Payload};
use money::Amount;

use super::record::Session;
use super::{Fault, Host};

pub fn envelope(offer_authority: Authority) -> Envelope {
    Envelope {
        party: "Fabrikam Industries".to_owned(),
        agent_name: "Fabrikam's agent".to_owned(),
        may_discuss: vec!["prices".to_owned()],
        may_disclose: Vec::new(),
        will_not_disclose: None,
        offer_authority,
        human_contact: None,
    }
}

fn amount(text: &str) -> Amount {
    Amount::parse(text).unwrap()
}

impl Host {
    /// What Fabrikam answers, in order.
    pub fn answers(&self, session: &mut Session, said: &Payload) -> Vec<(Kind, Value)> {
        let offer = match said {
            Payload::Offer(offer) | Payload::CounterOffer(offer) => offer,
            Payload::Message(_) if !self.has(Fault::MessagesUnanswered) => return vec![message("Received.")],
            _ => return Vec::new(),
        };
        let Some(last) = session.positions.last() else {
            let share = if self.has(Fault::TenPercentBelow) { "0.9" } else { "0.88" };
            return vec![self.counter(session, offer, |line, _| {
                self.rounded(&(&line.unit_price * &amount(share)), line)
            })];
        };
        let position = if self.has(Fault::MidpointFromFirstCounter) {
            session.positions.first().unwrap_or(last).clone()
        } else {
            last.clone()
        };
        let counter = |host: &Self, session: &mut Session| {
            host.counter(session, offer, |line, place| host.midpoint(offer, line, place, &position))
        };
        if session.parked && self.has(Fault::SilentAfterParking) {
            return Vec::new();
        }
        if self.parks(offer, last) {
            session.parked = true;
            let mut answers = vec![message("Parked for the owner.")];
            if self.has(Fault::ParksAndCounters) {
                answers.push(counter(self, session));
            }
            return answers;
        }
        vec![counter(self, session)]
    }

    fn rounded(&self, price: &Amount, line: &Line) -> Amount {
        let finer = if self.has(Fault::CentsCut) { 0 } else { line.unit_price.decimals() };
        price.round_half_up(line.currency.minor_units().max(finer))
    }

    fn parks(&self, offer: &Offer, position: &Offer) -> bool {
        let percent = if self.has(Fault::ParksWithinFivePercent) { "1.05" } else { "1.03" };
        let (total, bound) = (offer.total(), &position.total() * &amount(percent));
        if self.has(Fault::BoundExcluded) { total < bound } else { total <= bound }
    }

    fn midpoint(&self, offer: &Offer, line: &Line, place: usize, position: &Offer) -> Amount {
        let half = amount("0.5");
        if self.has(Fault::MidpointOfTotals) {
            let (theirs, ours) = (offer.total(), position.total());
            let share = (&(&theirs + &ours) * &half).div_rounded(&theirs, 6).unwrap();
            return self.rounded(&(&line.unit_price * &share), line);
        }
        let same = |own: &&Line| own.sku.is_some() && own.sku == line.sku;
        let by_sku = position.line_items.iter().find(same).filter(|_| !self.has(Fault::MatchedByPlace));
        let own = by_sku.or_else(|| position.line_items.get(place)).unwrap_or(line);
        self.rounded(&(&(&line.unit_price + &own.unit_price) * &half), line)
    }

    fn counter(
        &self,
        session: &mut Session,
        offer: &Offer,
        price: impl Fn(&Line, usize) -> Amount,
    ) -> (Kind, Value) {
        let lines = offer.line_items.iter().enumerate();
        let counter = Offer {
            expires_at: if self.has(Fault::ExpiryChanged) {
                "2099-12-31T00:00:00Z".to_owned()
            } else {
                offer.expires_at.clone()
            },
            term_months: if self.has(Fault::TermKept) { offer.term_months } else { 24 },
            line_items: lines
                .map(|(place, line)| Line { unit_price: price(line, place), ..line.clone() })
                .collect(),
            total_annual: None,
            conditions: None,
            notes: None,
            ..offer.clone()
        };
        session.positions.push(counter.clone());
        (Kind::CounterOffer, Payload::CounterOffer(counter).to_value())
    }
}

fn message(body: &str) -> (Kind, Value) {
    let message = Message { subject: None, body: body.to_owned() };
    (Kind::Message, Payload::Message(message).to_value())
}
