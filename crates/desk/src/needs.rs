//! What waits for the person here, from every part of the house. A new part adds its own
//! finder to [`FINDERS`] and its kind to [`NeedKind`].

#![allow(clippy::unnecessary_wraps, reason = "finders have one shape, whether they can fail or not")]

use anp::event::Actor;
use anp::time::Moment;
use anp::verify::VerifiedEvent;

use crate::review::latest;
use crate::state::Desk;
use crate::timeline::{SessionState, held};
use crate::today::Survey;
use crate::view::{DealState, Need, NeedKind, Problem};

/// Finds what waits, given what is known of every deal.
type Finder = fn(&Desk, &[Survey], &mut Vec<Need>) -> Result<(), Problem>;

const FINDERS: &[Finder] = &[of_deals, unsorted, vendors];

/// How long before its end our own offer is told to run out, in milliseconds: three days.
const ENDS_SOON: i64 = 3 * 24 * 60 * 60 * 1000;

impl Desk {
    /// All of it: what has a deadline first, by it; then what stands still until somebody acts.
    pub(crate) fn needs(&self, surveys: &[Survey]) -> Result<Vec<Need>, Problem> {
        let mut needs = Vec::new();
        for find in FINDERS {
            find(self, surveys, &mut needs)?;
        }
        needs.sort_by_key(|need| {
            need.deadline
                .as_deref()
                .and_then(|text| Moment::parse(text).ok())
                .map_or(i64::MAX, Moment::millis)
        });
        Ok(needs)
    }
}

fn of_deals(desk: &Desk, surveys: &[Survey], needs: &mut Vec<Need>) -> Result<(), Problem> {
    let now = desk.0.sources.now();
    for survey in surveys {
        let need = |id: String, deadline: Option<String>, what: NeedKind| Need {
            id,
            deal: Some(survey.row.id.clone()),
            title: survey.row.title.clone(),
            who: survey.row.vendor.clone(),
            deadline,
            what,
        };
        for state in &survey.states {
            if let Some((seq, deadline, annual_total, currency)) = held_offer(state) {
                let id = format!("held:{}:{seq}", state.session.id);
                needs.push(need(id, Some(deadline), NeedKind::HeldOffer { seq, annual_total, currency }));
            }
            if let Some((seq, deadline)) = ours_ending(state, now) {
                let id = format!("ours:{}:{seq}", state.session.id);
                needs.push(need(id, Some(deadline), NeedKind::OurOfferEnds { seq }));
            }
        }
        match survey.row.state {
            DealState::Disputed => {
                let what = NeedKind::Disputed { seq: survey.row.disputed_at };
                needs.push(need(format!("disputed:{}", survey.row.id), None, what));
            }
            DealState::DeliveryUnknown => {
                needs.push(need(format!("unknown:{}", survey.row.id), None, NeedKind::DeliveryUnknown));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Event, end, annual total and currency of the offer that is held.
fn held_offer(state: &SessionState) -> Option<(u32, String, Option<String>, String)> {
    let hold = held(state)?;
    let log = state.log.as_ref().ok()?;
    let event =
        log.events().iter().map(VerifiedEvent::event).find(|event| event.seq == u64::from(hold.seq))?;
    let offer = event.stated.payload().offer()?;
    let terms = crate::terms::terms_of(offer);
    let annual = deal::figures(&terms).annual_total.map(|total| total.to_string());
    Some((hold.seq, offer.expires_at.clone(), annual, terms.currency.as_str().to_owned()))
}

/// Our last offer, where the vendor has not answered it and it ends soon.
fn ours_ending(state: &SessionState, now: Moment) -> Option<(u32, String)> {
    if state.session.closed || state.disputed() {
        return None;
    }
    let log = state.log.as_ref().ok()?;
    let ours = latest(log, Actor::Buyer)?;
    let answered = latest(log, Actor::VendorAgent).is_some_and(|theirs| theirs.point.seq > ours.point.seq);
    let left = ours.offer.expires().millis() - now.millis();
    let soon = (1..ENDS_SOON).contains(&left);
    (soon && !answered).then(|| (ours.point.seq, ours.offer.expires_at.clone()))
}

fn unsorted(desk: &Desk, surveys: &[Survey], needs: &mut Vec<Need>) -> Result<(), Problem> {
    for row in desk.unsorted(surveys)? {
        needs.push(Need {
            id: format!("unsorted:{}", row.session),
            deal: None,
            title: row.agent_name,
            who: row.party,
            deadline: None,
            what: NeedKind::Unsorted { session: row.session },
        });
    }
    Ok(())
}

fn vendors(desk: &Desk, _: &[Survey], needs: &mut Vec<Need>) -> Result<(), Problem> {
    for vendor in desk.vendors() {
        if vendor.status == crate::view::VendorStatus::Sandbox {
            needs.push(Need {
                id: format!("vendor:{}", vendor.agent_id),
                deal: None,
                title: vendor.agent_name.clone(),
                who: vendor.vendor_name.clone(),
                deadline: None,
                what: NeedKind::VendorWaits { agent_id: vendor.agent_id },
            });
        }
    }
    Ok(())
}
