//! What went before in a deal, for the guardrail.

use anp::event::Actor;
use anp::verify::{VerifiedEvent, VerifiedLog};
use deal::{History, PastMove};
use store::tables::sessions;

use crate::people::count;
use crate::state::Desk;
use crate::terms::terms_of;
use crate::view::Problem;

impl Desk {
    /// The moves of a session, and how many counters of ours stand in all sessions of its deal: opening
    /// another session does not begin the count anew.
    pub(crate) fn history(&self, deal: &str, log: &VerifiedLog) -> Result<History, Problem> {
        let session = log.session().as_str();
        let mut our_counters = ours(log);
        for other in self.read(|db| Ok(sessions::all(db)?))? {
            if other.deal.as_deref() == Some(deal) && other.id != session {
                // One that does not verify is in dispute, and counted as far as it was proven.
                our_counters += self.verified(&other).map_or(0, |log| ours(&log));
            }
        }
        Ok(History {
            our_counters: count(our_counters),
            moves: moves(log),
            now_unix_ms: self.0.sources.now().millis(),
        })
    }
}

fn ours(log: &VerifiedLog) -> usize {
    let counters = log
        .events()
        .iter()
        .map(VerifiedEvent::event)
        .filter(|event| event.actor == Actor::Buyer && event.stated.payload().offer().is_some());
    counters.count()
}

fn moves(log: &VerifiedLog) -> Vec<PastMove> {
    log.events()
        .iter()
        .map(VerifiedEvent::event)
        .filter_map(|event| {
            let offer = event.stated.payload().offer()?;
            Some(PastMove { ours: event.actor == Actor::Buyer, terms: terms_of(offer) })
        })
        .collect()
}
