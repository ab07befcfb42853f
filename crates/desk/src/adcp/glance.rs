//! What lists and deadlines need of a deal's dealings with its seller: read off the bytes, and kept in
//! memory as long as nothing of them changes. Stored nowhere.

use std::collections::HashMap;
use std::sync::Arc;

use adcp::course::Said;
use anp::time::Moment;
use store::tables::adcp::{self as rows, State};
use store::tables::seen;

use super::book::{Arrived, Book, Exchange, Proposal};
use super::review::total_of;
use super::send::known_until;
use super::show_proposal::stage;
use super::timeline::first_end;
use crate::state::{Desk, locked};
use crate::survey::Survey;
use crate::view::{AdcpStage, DealState, Need, NeedKind, Problem};

/// What lists and deadlines need of a deal's dealings with its seller.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct MediaGlance {
    holds: Vec<Held>,
    doubts: Vec<(u32, String, i64)>,
    answers: Vec<Answered>,
    last: Option<DealState>,
}

/// Terms that the seller holds for us.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Held {
    proposal: String,
    ends: Moment,
    total: Option<(String, String)>,
}

/// The answer that counts of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Answered {
    /// Number of the message that brought it.
    message: u64,
    request: u32,
    holds: bool,
    ends: Option<Moment>,
}

/// The glances that are known, each with the mark that it was taken at.
pub(crate) type MediaGlances = HashMap<String, (String, Arc<MediaGlance>)>;

impl MediaGlance {
    pub(crate) fn of(book: &Book) -> Self {
        let held = |proposal: &Proposal| {
            // Before the first moment nothing has ended: what is held is told with its end.
            let held = stage(proposal, Moment::from_millis(0)) == AdcpStage::Held;
            let total = proposal.terms().and_then(total_of);
            let total = total.map(|total| (total.amount.to_string(), total.currency.as_str().to_owned()));
            let free = held && book.unsettled(proposal.id()).is_none();
            Some(Held {
                proposal: proposal.id().to_owned(),
                ends: proposal.expires().filter(|_| free)?,
                total,
            })
        };
        let doubt = |exchange: &&Exchange| exchange.row.state == State::Sent && exchange.row.sends > 0;
        let doubts = book.exchanges.iter().filter(doubt);
        Self {
            holds: book.proposals.iter().filter_map(held).collect(),
            doubts: doubts
                .map(|doubt| (doubt.row.number, doubt.row.key.clone(), known_until(&doubt.row)))
                .collect(),
            answers: book.exchanges.iter().filter_map(answered).collect(),
            last: last(book),
        }
    }

    /// Where it leaves the deal at a moment; none where no seller was asked for anything.
    pub(crate) fn state(&self, now: Moment) -> Option<DealState> {
        if !self.doubts.is_empty() {
            return Some(DealState::DeliveryUnknown);
        }
        if self.holds.iter().any(|held| held.ends > now) {
            return Some(DealState::HeldOffer);
        }
        self.last
    }

    /// When the first of its holds ends.
    pub(crate) fn deadline(&self, now: Moment) -> Option<(Moment, String)> {
        let open = self.holds.iter().map(|held| held.ends).filter(|ends| *ends > now);
        open.min().map(|ends| (ends, ends.to_text()))
    }
}

fn answered(exchange: &Exchange) -> Option<Answered> {
    let judged = exchange.answer.as_ref()?;
    let brought = |arrived: &&Arrived| matches!(arrived.said, Said::Answer | Said::NeedsInput);
    let message = exchange.arrived.iter().find(brought)?.number;
    let (request, holds) = (exchange.row.number, judged.judgement.holds());
    Some(Answered { message, request, holds, ends: first_end(judged) })
}

/// Where a deal is left once nothing presses: bought, over, or with the seller.
fn last(book: &Book) -> Option<DealState> {
    let last = book.exchanges.last()?;
    if last.unsettled() {
        return Some(DealState::WaitingForVendor);
    }
    let known = || book.proposals.iter().filter(|proposal| proposal.verified);
    let bought = known().rev().find(|proposal| proposal.accepted.is_some());
    Some(match bought {
        Some(bought) if bought.ends_media_buy() => DealState::Closed,
        Some(_) => DealState::Accepted,
        None if known().next().is_some() && known().all(|proposal| proposal.declined) => DealState::Closed,
        None => DealState::Quiet,
    })
}

impl Desk {
    /// Glances at every deal that has asked a seller for something.
    pub(crate) fn media_glances(&self) -> Result<HashMap<String, Arc<MediaGlance>>, Problem> {
        let mut glances = HashMap::new();
        for (deal, mark) in self.read(|db| Ok(rows::marks(db)?))? {
            let known = locked(&self.0.adcp.glances).get(&deal).filter(|(at, _)| *at == mark).cloned();
            let glance = if let Some((_, glance)) = known {
                glance
            } else {
                let glance = Arc::new(MediaGlance::of(&self.read(|db| Book::read(db, &deal))?));
                locked(&self.0.adcp.glances).insert(deal.clone(), (mark, Arc::clone(&glance)));
                glance
            };
            glances.insert(deal, glance);
        }
        Ok(glances)
    }
}

/// What of media waits for the person here.
pub(crate) fn of_media(desk: &Desk, surveys: &[Survey], needs: &mut Vec<Need>) -> Result<(), Problem> {
    let now = desk.0.sources.now();
    let seen: HashMap<String, u64> =
        desk.read(|db| Ok(seen::at_place(db, seen::MEDIA)?))?.into_iter().collect();
    for survey in surveys {
        let Some(glance) = &survey.media else { continue };
        let deal = &survey.row.id;
        let need = |id: String, deadline: Option<String>, what: NeedKind| Need {
            id,
            deal: Some(deal.clone()),
            title: survey.row.title.clone(),
            who: survey.row.vendor.clone(),
            deadline,
            what,
        };
        for held in glance.holds.iter().filter(|held| held.ends > now) {
            let (total, currency) = held.total.clone().unzip();
            let (proposal, currency) = (held.proposal.clone(), currency.unwrap_or_default());
            let what = NeedKind::MediaHold { proposal, total, currency };
            needs.push(need(format!("media_hold:{deal}:{}", held.proposal), Some(held.ends.to_text()), what));
        }
        for (number, key, until) in &glance.doubts {
            let until = Some(Moment::from_millis(*until).to_text());
            needs.push(need(format!("media_doubt:{key}"), until, NeedKind::MediaDoubt { number: *number }));
        }
        let upto = seen.get(deal).copied().unwrap_or(0);
        for answered in glance.answers.iter().filter(|answered| answered.message > upto) {
            let ends = answered.ends.filter(|ends| *ends > now).map(Moment::to_text);
            let what = NeedKind::MediaAnswer { number: answered.request, holds: answered.holds };
            needs.push(need(format!("media_answer:{}", answered.message), ends, what));
        }
    }
    Ok(())
}
