//! What may and must not be told in a deal, for the screen.
//!
//! The secrets are the sealed mandate's. What may be told is what the other side knows already: offers and
//! counters that stand in the deal's logs, and the words of its record, mails and checkpoints included.

use anp::payload::{Offer, Payload};
use anp::verify::VerifiedEvent;
use deal::{Mandate, Scenario};
use mail::mime;
use store::tables::mails;

use crate::export::checkpoints;
use crate::state::Desk;
use crate::terms::terms_of;
use crate::view::Problem;

/// Mails of the deal that are read, the latest.
const MOST_MAILS: usize = 40;
/// Bytes of the record's words that the screen is told.
const MOST_WORDS: usize = 400_000;

impl Desk {
    /// The scenario of a deal under a mandate.
    pub(crate) fn scenario(&self, deal: &str, mandate: Option<&Mandate>) -> Result<Scenario, Problem> {
        let mut scenario = Scenario::default();
        if let Some(mandate) = mandate {
            scenario.keep(mandate);
        }
        for state in self.sessions_of(deal)? {
            let Ok(log) = &state.log else { continue };
            for event in log.events().iter().rev().map(VerifiedEvent::event) {
                hear(&mut scenario, event.stated.payload());
            }
            for note in checkpoints(&self.0.root, log.session().as_str())? {
                scenario.hear_own_checkpoint(&note);
            }
        }
        crate::adcp::tell(&self.read(|db| crate::adcp::Book::read(db, deal))?, &mut scenario);
        let letters = self.read(|db| Ok(mails::of_deal(db, deal)?))?;
        for letter in letters.iter().rev().take(MOST_MAILS) {
            if let Ok(letter) = mime::read(&letter.raw, None) {
                scenario.hear(&letter.subject);
                scenario.hear(&letter.text);
            }
        }
        let mut words = 0;
        scenario.said.retain(|text| {
            words += text.len();
            words <= MOST_WORDS
        });
        Ok(scenario)
    }
}

fn hear(scenario: &mut Scenario, payload: &Payload) {
    match payload {
        Payload::Offer(offer) | Payload::CounterOffer(offer) => {
            scenario.tell(&terms_of(offer));
            hear_offer(scenario, offer);
        }
        Payload::Message(message) => {
            scenario.hear(message.subject.as_deref().unwrap_or_default());
            scenario.hear(&message.body);
        }
        Payload::Decline(reason) | Payload::SessionClose(reason) => {
            scenario.hear(reason.reason.as_deref().unwrap_or_default());
        }
        Payload::SessionOpen(_) | Payload::Envelope(_) => {}
    }
}

fn hear_offer(scenario: &mut Scenario, offer: &Offer) {
    for condition in offer.conditions.iter().flatten() {
        scenario.hear(condition);
    }
    scenario.hear(offer.notes.as_deref().unwrap_or_default());
    for line in &offer.line_items {
        scenario.hear(&line.description);
        scenario.hear(&line.unit);
        scenario.hear(line.sku.as_deref().unwrap_or_default());
    }
}
