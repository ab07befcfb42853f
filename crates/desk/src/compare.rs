//! Two offers of a deal beside each other, whichever they are.

use anp::time::Moment;
use store::tables::sessions;

use crate::offer_view::{OfferSeen, offer_view};
use crate::state::Desk;
use crate::trouble::gone;
use crate::view::{OfferView, Problem};

impl Desk {
    /// The later-named offer, with every change told against the first-named one. Each is
    /// a session's id and an event's number.
    ///
    /// # Errors
    /// Where one of them is not here or is no offer.
    pub fn compare_offers(&self, from: (&str, u32), to: (&str, u32)) -> Result<OfferView, Problem> {
        let log_of = |session: &str| {
            let row = self.read(|db| Ok(sessions::get(db, session)?))?.ok_or_else(|| gone("the session"))?;
            Ok::<_, Problem>((self.verified(&row)?, row.deal.unwrap_or_default()))
        };
        let ((before, _), (after, deal)) = (log_of(from.0)?, log_of(to.0)?);
        let known = self.known(&deal, None)?;
        let at = |log: &anp::verify::VerifiedLog, seq: u32| {
            let event = log
                .events()
                .iter()
                .map(anp::verify::VerifiedEvent::event)
                .find(|event| event.seq == u64::from(seq))?;
            Some((event.stated.payload().offer()?.clone(), event.at.clone()))
        };
        let (old, _) = at(&before, from.1).ok_or_else(|| gone("the offer"))?;
        let (new, when) = at(&after, to.1).ok_or_else(|| gone("the offer"))?;
        let now = self.0.sources.now();
        let at = Moment::parse(&when).unwrap_or(now);
        Ok(offer_view(&OfferSeen { offer: &new, last: Some(&old), at, now, known: &known }))
    }
}
