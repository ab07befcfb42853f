//! What lists and deadlines need of a session: read off its proven log, and kept in memory
//! as long as the head stands. Of thousands of sessions the glances are kept and the logs
//! are not. Stored nowhere, so it cannot disagree with the record.

use std::collections::HashMap;
use std::sync::Arc;

use anp::event::Actor;
use anp::time::Moment;
use anp::verify::{VerifiedEvent, VerifiedLog};
use deal::HoldState;
use store::tables::sessions::Session;

use crate::review::latest;
use crate::state::{Desk, locked};
use crate::timeline::{hold_that_is_held, holds_of};
use crate::view::Problem;

/// A glance at a session, or that its replica does not verify.
pub(crate) type Glanced = Result<Arc<Glance>, Problem>;

/// What lists and deadlines need of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Glance {
    /// The offer that is held.
    pub(crate) held: Option<HeldOffer>,
    /// Where the last of its holds stands.
    pub(crate) last_hold: Option<HoldState>,
    /// Our last offer, where the vendor has not answered it.
    pub(crate) unanswered: Option<Unanswered>,
}

/// The offer that is held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HeldOffer {
    /// Its event.
    pub(crate) seq: u32,
    /// When it ends.
    pub(crate) expires: Moment,
    /// The same as it stands in the offer.
    pub(crate) expires_at: String,
    /// Decimal text; none where it cannot be summed.
    pub(crate) annual_total: Option<String>,
    /// Its currency.
    pub(crate) currency: String,
}

/// An offer of ours that the vendor has not answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unanswered {
    /// Its event.
    pub(crate) seq: u32,
    /// When it ends.
    pub(crate) expires: Moment,
    /// The same as it stands in the offer.
    pub(crate) expires_at: String,
}

impl Glance {
    fn of(log: &VerifiedLog) -> Self {
        Self {
            held: held_offer(log),
            last_hold: holds_of(log).last().map(|hold| hold.state),
            unanswered: unanswered(log),
        }
    }
}

fn held_offer(log: &VerifiedLog) -> Option<HeldOffer> {
    let hold = hold_that_is_held(log)?;
    let event =
        log.events().iter().map(VerifiedEvent::event).find(|event| event.seq == u64::from(hold.seq))?;
    let offer = event.stated.payload().offer()?;
    let terms = crate::terms::terms_of(offer);
    Some(HeldOffer {
        seq: hold.seq,
        expires: offer.expires(),
        expires_at: offer.expires_at.clone(),
        annual_total: deal::figures(&terms).annual_total.map(|total| total.to_string()),
        currency: terms.currency.as_str().to_owned(),
    })
}

fn unanswered(log: &VerifiedLog) -> Option<Unanswered> {
    let ours = latest(log, Actor::Buyer)?;
    let answered = latest(log, Actor::VendorAgent).is_some_and(|theirs| theirs.point.seq > ours.point.seq);
    (!answered).then(|| Unanswered {
        seq: ours.point.seq,
        expires: ours.offer.expires(),
        expires_at: ours.offer.expires_at.clone(),
    })
}

/// The glances that are known, each with the head that it was taken at.
pub(crate) type Glances = HashMap<String, (u64, Glanced)>;

impl Desk {
    /// The glance at a session where it is known, without reading its log.
    pub(crate) fn known_glance(&self, session: &Session) -> Option<Glanced> {
        let glances = locked(&self.0.glances);
        let (head, glance) = glances.get(&session.id)?;
        (*head == session.head_seq).then(|| glance.clone())
    }

    /// The glance at a session; its log is proven for it where it was not yet.
    pub(crate) fn glance(&self, session: &Session) -> Glanced {
        if let Some(known) = self.known_glance(session) {
            return known;
        }
        let glance = self.verified(session).map(|log| Arc::new(Glance::of(&log)));
        locked(&self.0.glances).insert(session.id.clone(), (session.head_seq, glance.clone()));
        self.moved();
        glance
    }
}
