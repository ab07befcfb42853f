//! Two offers of a deal beside each other, whichever they are.

use anp::payload::Offer;
use anp::time::Moment;
use anp::verify::VerifiedEvent;
use store::tables::{mail_quotes, mails, sessions};

use crate::mail_quotes::offer_of;
use crate::offer_view::{OfferSeen, offer_view};
use crate::state::Desk;
use crate::trouble::gone;
use crate::view::{Missing, OfferView, Problem};

/// What a quote's place begins with; its id follows.
const QUOTE: &str = "quote:";

/// An offer with when it came, and to which deal.
struct Placed {
    offer: Offer,
    at: String,
    deal: String,
}

impl Desk {
    /// The later-named offer, with every change told against the first-named one. Each is
    /// a session's id and an event's number, or `quote:` and a quote's id.
    ///
    /// # Errors
    /// Where one of them is not here or is no offer.
    pub fn compare_offers(&self, from: (&str, u32), to: (&str, u32)) -> Result<OfferView, Problem> {
        let (old, new) = (self.placed(from)?, self.placed(to)?);
        let known = self.known(&new.deal, None)?;
        let now = self.0.sources.now();
        let at = Moment::parse(&new.at).unwrap_or(now);
        Ok(offer_view(&OfferSeen { offer: &new.offer, last: Some(&old.offer), at, now, known: &known }))
    }

    fn placed(&self, (place, seq): (&str, u32)) -> Result<Placed, Problem> {
        if let Some(quote) = place.strip_prefix(QUOTE) {
            let found = self.read(|db| {
                let Some(quote) = mail_quotes::get(db, quote)? else { return Ok(None) };
                Ok(mails::get(db, quote.mail)?.zip(mails::deal_of(db, quote.mail)?).map(|mail| (quote, mail)))
            })?;
            let (quote, (mail, deal)) = found.ok_or_else(|| gone(Missing::Offer))?;
            return Ok(Placed { offer: offer_of(&quote.payload)?, at: mail.at, deal });
        }
        let row = self.read(|db| Ok(sessions::get(db, place)?))?.ok_or_else(|| gone(Missing::Session))?;
        let log = self.verified(&row)?;
        let mut events = log.events().iter().map(VerifiedEvent::event);
        let event = events.find(|event| event.seq == u64::from(seq)).ok_or_else(|| gone(Missing::Offer))?;
        let offer = event.stated.payload().offer().ok_or_else(|| gone(Missing::Offer))?.clone();
        Ok(Placed { offer, at: event.at.clone(), deal: row.deal.unwrap_or_default() })
    }
}
