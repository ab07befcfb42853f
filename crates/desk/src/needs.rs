//! What waits for the person here, from every part of the house. A new part adds its own
//! finder to [`FINDERS`] and its kind to [`NeedKind`].

#![allow(clippy::unnecessary_wraps, reason = "finders have one shape, whether they can fail or not")]

use anp::time::Moment;
use deal::HoldState;

use crate::glance::Unanswered;
use crate::state::Desk;
use crate::survey::{Survey, Surveyed};
use crate::view::{DealState, Need, NeedKind, Problem};

/// Finds what waits, given what is known of every deal.
type Finder = fn(&Desk, &[Survey], &mut Vec<Need>) -> Result<(), Problem>;

const FINDERS: &[Finder] =
    &[of_deals, crate::adcp::of_media, crate::quorum::of_votes, crate::clean_end::of_ends, unsorted, vendors];

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
        for surveyed in &survey.sessions {
            let Some(Ok(glance)) = &surveyed.glance else { continue };
            if let Some(held) = glance.held.as_ref().filter(|_| !surveyed.decided()) {
                let id = format!("held:{}:{}", surveyed.session.id, held.seq);
                let (annual_total, currency) = (held.annual_total.clone(), held.currency.clone());
                let what = NeedKind::HeldOffer { seq: held.seq, annual_total, currency };
                needs.push(need(id, Some(held.expires_at.clone()), what));
            }
            if let Some(ours) = glance.unanswered.as_ref().filter(|ours| ending(surveyed, ours, now)) {
                let id = format!("ours:{}:{}", surveyed.session.id, ours.seq);
                needs.push(need(id, Some(ours.expires_at.clone()), NeedKind::OurOfferEnds { seq: ours.seq }));
            }
        }
        for kept in survey.quotes.iter().filter(|kept| kept.state == HoldState::Held) {
            let terms = crate::terms::terms_of(&kept.offer);
            let what = NeedKind::HeldQuote {
                annual_total: deal::figures(&terms).annual_total.map(|total| total.to_string()),
                currency: terms.currency.as_str().to_owned(),
            };
            needs.push(need(format!("quote:{}", kept.quote.id), Some(terms.expires_at), what));
        }
        match survey.row.state {
            DealState::Disputed => {
                let what = NeedKind::Disputed { seq: survey.row.disputed_at };
                needs.push(need(format!("disputed:{}", survey.row.id), None, what));
            }
            // A request to a seller of media in doubt has a need of its own, with its number.
            DealState::DeliveryUnknown if survey.sessions.iter().any(Surveyed::unclear) => {
                needs.push(need(format!("unknown:{}", survey.row.id), None, NeedKind::DeliveryUnknown));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether our unanswered offer ends soon.
fn ending(surveyed: &Surveyed, ours: &Unanswered, now: Moment) -> bool {
    let left = ours.expires.millis() - now.millis();
    !surveyed.session.closed && !surveyed.disputed() && (1..ENDS_SOON).contains(&left)
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
