//! A negotiation for the window.

use std::collections::HashMap;

use anp::json;
use parley::caps::Setup;
use parley::envelope::{Body, Envelope, Substance};
use parley::mandate::Limit;
use parley::session::{End, Phase, Place, Session, Standing, Uncertain};
use store::Connection;
use store::tables::parleys;

use super::keep::take_up;
use super::wire;
use crate::people::count;
use crate::state::Desk;
use crate::view::{
    ParleyBoundForm, ParleyBoundRule, ParleyPhase, ParleySaid, ParleyUncertain, ParleyView, Problem,
};

impl Desk {
    /// The negotiations of a deal, the oldest first.
    ///
    /// # Errors
    /// Where the database cannot be read, or a log in it is not what it claims.
    pub fn parleys(&self, deal: &str) -> Result<Vec<ParleyView>, Problem> {
        let keys = self.approver();
        let mut views = self.read(|db| {
            let waiting = parleys::due(db, i64::MAX)?;
            let rows = parleys::all(db)?;
            let of_deal = rows.into_iter().filter(|row| row.deal == deal);
            of_deal
                .map(|row| {
                    let notes = notes(db, &row)?;
                    let unsent = waiting.iter().filter(|out| out.session == row.session && out.sends == 0);
                    let mut view = view(&row, &take_up(db, &row.session, &keys)?.session, &notes);
                    view.unsent = count(unsent.count());
                    Ok(view)
                })
                .collect::<Result<Vec<_>, Problem>>()
        })?;
        for view in views.iter_mut().filter(|view| view.unsent > 0) {
            if let Some((problem, kept)) = self.kept_back(&view.session)? {
                (view.held, view.kept) = (Some(problem), kept);
            }
        }
        Ok(views)
    }
}

/// Notes by the digest of the message that they came with: they stand outside of the machine.
type Notes = HashMap<[u8; 32], String>;

fn notes(db: &Connection, row: &parleys::Parley) -> Result<Notes, Problem> {
    let heard = parleys::heard(db, &row.session)?;
    let theirs = heard.into_iter().filter(|heard| heard.sender == row.peer).filter_map(|heard| {
        let value = json::parse_flawless(heard.message.as_bytes()).ok()?;
        wire::incoming(&value)?.says.ok()
    });
    let ours = parleys::sent(db, &row.session)?;
    let ours = ours.iter().filter_map(|message| Envelope::read(message.as_bytes()).ok());
    let with_note = theirs.chain(ours).filter_map(|envelope| {
        let note = envelope.note().filter(|note| !note.is_empty())?.to_owned();
        Some((*envelope.substance().digest(), note))
    });
    Ok(with_note.collect())
}

fn view(row: &parleys::Parley, session: &Session, notes: &Notes) -> ParleyView {
    let setup = session.setup();
    let live = session.live();
    let offer = session.offer(live);
    let (phase, by, cause) = standing(session);
    let accepted = session.transcript(live, true).or_else(|| session.transcript(live, false));
    ParleyView {
        session: row.session.clone(),
        deal: row.deal.clone(),
        peer: row.peer.clone(),
        confirms: setup.dialect == parley::caps::Dialect::Full,
        phase,
        ended_by_us: by.map(|by| by == setup.role),
        cause,
        round: live.0,
        max_rounds: setup.caps.max_rounds,
        deadline: setup.caps.deadline.to_text(),
        live_is_ours: live.0 > 0 && Session::author(live) == setup.role,
        our_turn: session.our_turn(),
        terms: offer.map(|(_, terms)| terms.canonical().to_owned()),
        terms_hash: offer.map(|(_, terms)| terms.hash().to_string()),
        expires_at: offer.map(|(expires_at, _)| expires_at.moment().to_text()),
        beyond: offer
            .and_then(|(_, terms)| setup.caps.mandate.judge(terms).err())
            .map(|beyond| beyond.members)
            .unwrap_or_default(),
        unjudged: offer.map(|(_, terms)| setup.caps.mandate.unjudged(terms)).unwrap_or_default(),
        accept_sends: match session.phase() {
            Phase::AcceptSent { sends, .. } => u32::from(*sends),
            Phase::Unresolved => u32::from(setup.retry.sends),
            _ => 0,
        },
        uncertain: session.uncertain().into_iter().map(uncertain).collect(),
        said: session.record().iter().map(|(place, message)| said(session, *place, message, notes)).collect(),
        transcript: accepted.filter(|_| live.0 > 0).map(|link| link.to_string()),
        their_transcript: match session.phase() {
            Phase::Ended(End::Accepted(agreement)) => match agreement.standing {
                Standing::Disputed { theirs } => Some(theirs.to_string()),
                Standing::Judged | Standing::Confirmed => None,
            },
            _ => None,
        },
        bounds: bounds(setup),
        unsent: 0,
        held: None,
        kept: None,
    }
}

fn bounds(setup: &Setup) -> Vec<ParleyBoundForm> {
    let bounds = setup.caps.mandate.bounds.iter().map(|bound| {
        let (rule, limit) = match &bound.limit {
            Limit::AtMost(limit) => (ParleyBoundRule::AtMost, limit.to_string()),
            Limit::AtLeast(limit) => (ParleyBoundRule::AtLeast, limit.to_string()),
            Limit::NotBefore(limit) => (ParleyBoundRule::NotBefore, limit.to_text()),
            Limit::NotAfter(limit) => (ParleyBoundRule::NotAfter, limit.to_text()),
            Limit::Is(text) => (ParleyBoundRule::Is, text.clone()),
        };
        ParleyBoundForm { member: bound.member.clone(), rule, limit }
    });
    bounds.collect()
}

fn standing(session: &Session) -> (ParleyPhase, Option<parley::caps::Role>, Option<String>) {
    let end = match session.phase() {
        Phase::Open => return (ParleyPhase::Open, None, None),
        Phase::Offered => return (ParleyPhase::Offered, None, None),
        Phase::AcceptSent { .. } => return (ParleyPhase::AcceptSent, None, None),
        Phase::Unresolved => return (ParleyPhase::Unresolved, None, None),
        Phase::Ended(end) => end,
    };
    match end {
        End::Accepted(_) => (ParleyPhase::Accepted, None, None),
        End::Rejected { by, cause } => (ParleyPhase::Rejected, Some(*by), Some(cause.to_string())),
        End::Withdrawn { by, cause } => (ParleyPhase::Withdrawn, Some(*by), Some(cause.to_string())),
        End::Expired { .. } => (ParleyPhase::Expired, None, None),
        End::Settled(settlement) if settlement.deal() => (ParleyPhase::SettledDeal, None, None),
        End::Settled(_) => (ParleyPhase::SettledNoDeal, None, None),
    }
}

const fn uncertain(uncertain: Uncertain) -> ParleyUncertain {
    match uncertain {
        Uncertain::LandedInTime => ParleyUncertain::LandedInTime,
        Uncertain::NoConfirmation => ParleyUncertain::NoConfirmation,
        Uncertain::TheyKnow => ParleyUncertain::TheyKnow,
        Uncertain::Disputed => ParleyUncertain::Disputed,
    }
}

fn said(session: &Session, place: Place, message: &Substance, notes: &Notes) -> ParleySaid {
    let (cause, terms) = match message.body() {
        Body::Offer { terms, .. } | Body::Confirm { terms, .. } => (None, Some(terms)),
        Body::Reject { cause, final_offer, .. } => (cause.as_ref(), final_offer.as_ref()),
        Body::Withdraw { cause, .. } => (cause.as_ref(), None),
        Body::Nack { cause, .. } => (Some(cause), None),
        Body::Accept { .. } => (None, None),
    };
    ParleySaid {
        round: place.round.0,
        what: place.kind.name().to_owned(),
        ours: place.by == session.setup().role,
        cause: cause.map(ToString::to_string),
        terms: terms.map(|terms| terms.canonical().to_owned()),
        note: notes.get(message.digest()).cloned(),
    }
}
