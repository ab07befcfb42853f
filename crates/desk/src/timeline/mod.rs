//! A deal as the window shows it: mails and protocol events on one timeline.

mod card;
mod entries;
mod holds;
mod mails;
mod outgoing;
mod quotes;

pub(crate) use card::{bundle_view, faults_json, stored_faults, verdict_view};
pub(crate) use holds::{held, hold_that_is_held, holds_of};
pub(crate) use mails::MailsRead;
pub(crate) use quotes::any_held;

use std::sync::Arc;

use anp::event::Actor;
use anp::time::Moment;
use anp::verify::VerifiedLog;
use deal::HoldState;
use store::tables::{deals, disputes, outbox, pins, sessions, settings};

use crate::ledger;
use crate::mail_quotes::known_quotes;
use crate::people::count;
use crate::state::Desk;
use crate::trouble::gone;
use crate::view::{DealState, DealView, Entry, Missing, Problem, ProblemCode, RoundPoint};

/// A session with everything that its views are made of.
pub(crate) struct SessionState {
    pub(crate) session: sessions::Session,
    /// The proven log; none where the replica itself does not verify any more.
    pub(crate) log: Result<Arc<VerifiedLog>, Problem>,
    pub(crate) dispute: Option<disputes::Dispute>,
    pub(crate) pin: Option<pins::Pinned>,
    pub(crate) answers: Vec<outbox::Answer>,
    /// Fingerprint of the desk's own agent's key.
    pub(crate) agent: Option<String>,
    /// Who is of the organisation, where its ledger is to be believed.
    pub(crate) office: Option<Arc<ledger::Known>>,
}

impl SessionState {
    /// Whether a person at this desk vouched for the vendor's key.
    pub(crate) fn pinned(&self) -> bool {
        self.pin.as_ref().is_some_and(|pin| pin.fingerprint == self.session.fingerprint)
    }

    pub(crate) fn disputed(&self) -> bool {
        self.dispute.is_some() || self.log.is_err()
    }

    pub(crate) fn stand(&self) -> Stand {
        let holds = self.log.as_ref().map(|log| holds_of(log)).unwrap_or_default();
        Stand {
            disputed: self.disputed(),
            unsettled: outbox::Unsettled::of(&self.answers),
            held: held(self).is_some(),
            closed: self.session.closed,
            last_hold: holds.last().map(|hold| hold.state),
        }
    }
}

/// The faults of a disputed document.
pub(crate) fn faults_of(dispute: &disputes::Dispute) -> Vec<crate::view::FaultView> {
    card::stored_faults(&dispute.faults)
}

impl Desk {
    pub(crate) fn session_state(&self, session: sessions::Session) -> Result<SessionState, Problem> {
        let log = self.verified(&session);
        let office = self.office().ok().flatten();
        self.read(|db| {
            Ok(SessionState {
                log,
                dispute: disputes::standing(db, &session.id)?,
                pin: pins::get(db, &session.agent_id)?,
                answers: outbox::of_session(db, &session.id)?,
                agent: settings::get(db, "agent_fingerprint")?,
                office,
                session,
            })
        })
    }

    pub(crate) fn sessions_of(&self, deal: &str) -> Result<Vec<SessionState>, Problem> {
        let all = self.read(|db| Ok(sessions::of_deal(db, deal)?))?;
        all.into_iter().map(|session| self.session_state(session)).collect()
    }

    /// The whole deal.
    ///
    /// # Errors
    /// Where it is not here or the database cannot be read.
    pub fn deal(&self, id: &str) -> Result<DealView, Problem> {
        let deal = self.read(|db| Ok(deals::get(db, id)?))?.ok_or_else(|| gone(Missing::Deal))?;
        let states = self.sessions_of(id)?;
        let signer = self.now().signer.clone();
        let owned_by_me = signer.as_ref().is_some_and(|signer| self.owned(id, signer).is_ok());
        // A ledger that is not to be believed stands among the problems; what it says is not shown.
        let told = signer.as_ref().and_then(|signer| {
            let known = self.deal_ledger(id).ok()?;
            let (drafts, comments) = (self.drafts(&known, signer).ok()?, self.comments(&known, signer).ok()?);
            Some((drafts, comments, self.stops(&known, signer).ok()?))
        });
        let (drafts, comments, stops) = told.unwrap_or_default();
        let people = self.people_of(&deal, signer.as_deref())?;
        let now = self.0.sources.now();
        let known = self.known(id, signer.as_deref().filter(|_| owned_by_me))?;
        let files = mails::Files {
            folder: self.attachment_folder(),
            coming: self.coming(),
            read: &self.0.mailboxes.read,
        };
        let (mut timeline, quotes) =
            self.read(|db| Ok((mails::entries(db, id, &files)?, known_quotes(db, id)?)))?;
        let of_quotes = quotes::entries(&quotes, &timeline, now, &known);
        timeline.extend(of_quotes);
        for state in &states {
            timeline.extend(entries::entries(state, now, &known));
            timeline.extend(outgoing::entries(state));
        }
        let (of_media, media) = self.media_of(&deal)?;
        timeline.extend(of_media);
        order(&mut timeline);
        let (mandate, sealed) = match signer.filter(|_| owned_by_me) {
            Some(signer) => match self.mandate_view(id, &signer) {
                Err(problem) if problem.code == ProblemCode::MandateSealed => (None, true),
                mandate => (mandate?, false),
            },
            None => (None, false),
        };
        let looked = self.read(|db| crate::seen::looked(db, id, &timeline, &states))?;
        let vendor_offers = states.iter().filter_map(|state| state.log.as_ref().ok());
        let round = vendor_offers.map(|log| holds_of(log).len()).sum::<usize>() + quotes.len();
        let reading = self.deal_reading(id, &timeline)?;
        let mode = self.mode_view(id)?;
        Ok(DealView {
            id: deal.id.clone(),
            title: deal.title.clone(),
            vendor: deal.vendor.clone(),
            owner: deal.owner_name.clone(),
            owned_by_me,
            state: deal_state(
                &states.iter().map(SessionState::stand).collect::<Vec<_>>(),
                any_held(&quotes),
                media,
            ),
            round: count(round),
            timeline,
            reading,
            mode,
            ledgers: states.iter().map(card::ledger_card).collect(),
            mandate_sealed: mandate.is_none() && sealed,
            mandate,
            rounds: states.iter().flat_map(rounds).collect(),
            people,
            drafts,
            comments,
            stops,
            unread: looked.unread,
            marks: looked.marks,
        })
    }
}

/// What of a session decides where its deal stands.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "facts of a session that do not depend on each other")]
pub(crate) struct Stand {
    pub(crate) disputed: bool,
    /// What is not settled of our answers.
    pub(crate) unsettled: outbox::Unsettled,
    pub(crate) held: bool,
    pub(crate) closed: bool,
    pub(crate) last_hold: Option<HoldState>,
}

/// What a deal waits for, the most pressing first. `media` is where its seller of media leaves it.
pub(crate) fn deal_state(stands: &[Stand], quote_held: bool, media: Option<DealState>) -> DealState {
    if stands.iter().any(|stand| stand.disputed) {
        return DealState::Disputed;
    }
    if media == Some(DealState::DeliveryUnknown) || stands.iter().any(|stand| stand.unsettled.tried) {
        return DealState::DeliveryUnknown;
    }
    let undecided = |stand: &Stand| stand.held && !stand.unsettled.decided;
    if quote_held || media == Some(DealState::HeldOffer) || stands.iter().any(undecided) {
        return DealState::HeldOffer;
    }
    if stands.iter().any(|stand| stand.unsettled.waits) {
        return DealState::AnswerWaits;
    }
    let media = media.unwrap_or(DealState::Quiet);
    let Some(last) = stands.last() else { return media };
    match (last.closed, last.last_hold) {
        (_, Some(HoldState::Accepted)) => DealState::Accepted,
        (true, _) => DealState::Closed,
        (false, Some(HoldState::Countered | HoldState::Declined)) => DealState::WaitingForVendor,
        _ => media,
    }
}

/// By time; what has the same time keeps its channel's order.
fn order(timeline: &mut [Entry]) {
    timeline.sort_by_key(|entry| Moment::parse(&entry.at).map_or(i64::MAX, Moment::millis));
}

fn rounds(state: &SessionState) -> Vec<RoundPoint> {
    let Ok(log) = &state.log else { return Vec::new() };
    log.events()
        .iter()
        .map(anp::verify::VerifiedEvent::event)
        .filter_map(|event| {
            let offer = event.stated.payload().offer()?;
            let total = deal::figures(&crate::terms::terms_of(offer)).annual_total?;
            Some(RoundPoint {
                seq: u32::try_from(event.seq).ok()?,
                vendor: event.actor == Actor::VendorAgent,
                annual_total: total.to_string(),
                at: event.at.clone(),
            })
        })
        .collect()
}
