//! A clean end: where a cap of the mandate is reached, how to end by a word is drafted for the owner,
//! on the protocol, by mail and to a seller of media. It is a draft alone and goes the way of every answer.

use std::collections::HashSet;

use anp::event::Actor;
use deal::{Cap, History, cap_hit};
use mail::mime;
use store::tables::{mail_accounts, mails, sealed_mandates};

use crate::review::latest;
use crate::state::{Desk, Signer};
use crate::survey::Survey;
use crate::timeline::SessionState;
use crate::timeline::held;
use crate::view::{AnswerForm, CleanEndPlace, CleanEndView, Need, NeedKind, Problem};

impl Desk {
    /// Where in a deal a cap is reached and nothing was said to that yet, with drafts: the best final
    /// offer first, then the withdrawal.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn clean_ends(&self, deal: &str) -> Result<Vec<CleanEndView>, Problem> {
        let signer = self.signer()?;
        if self.owned(deal, &signer).is_err() {
            return Ok(Vec::new());
        }
        let states = self.sessions_of(deal)?;
        self.ends_of(deal, &states, &signer)
    }

    fn past_deadline(&self, deal: &str, signer: &Signer) -> bool {
        let mandate = self.read(|db| crate::mandate::current(db, deal, signer)).ok().flatten();
        let now_unix_ms = self.0.sources.now().millis();
        let history = History { now_unix_ms, ..History::default() };
        mandate.is_some_and(|mandate| cap_hit(&mandate, &history) == Some(Cap::Deadline))
    }

    fn ends_of(
        &self,
        deal: &str,
        states: &[SessionState],
        signer: &Signer,
    ) -> Result<Vec<CleanEndView>, Problem> {
        let Some(mandate) = self.read(|db| crate::mandate::current(db, deal, signer))? else {
            return Ok(Vec::new());
        };
        let mut ends = Vec::new();
        for state in states.iter().filter(|state| !state.session.closed && !state.disputed()) {
            let Ok(log) = &state.log else { continue };
            let waits = held(state).is_some();
            let cap = cap_hit(&mandate, &self.history(deal, log)?);
            // While our last word stands and the deadline has not come, it is their turn.
            let Some(cap) = cap.filter(|cap| waits || *cap == Cap::Deadline) else { continue };
            let ours = latest(log, Actor::Buyer).map(|seen| seen.point.seq);
            let mut answers = Vec::new();
            // What was declined already is not declined again.
            if waits {
                answers.push(AnswerForm::Decline { reason: final_words(ours) });
            }
            answers.push(AnswerForm::Close { reason: final_words(ours) });
            ends.push(CleanEndView {
                place: CleanEndPlace::Session {
                    session: state.session.id.clone(),
                    counterparty: state.session.agent_name.clone(),
                    answers,
                },
                cap: cap.name().to_owned(),
            });
        }
        let now_unix_ms = self.0.sources.now().millis();
        let by_mail = cap_hit(&mandate, &History { now_unix_ms, ..History::default() });
        if let Some(cap) = by_mail
            && let Some(mail) = self.unanswered_mail(deal)?
        {
            let body = final_words(None);
            ends.push(CleanEndView { place: CleanEndPlace::Mail { mail, body }, cap: cap.name().to_owned() });
        }
        ends.extend(self.end_of_media(deal, &mandate)?);
        Ok(ends)
    }

    /// Where proposals of a seller of media are still on the table: what is declined leaves it.
    fn end_of_media(&self, deal: &str, mandate: &deal::Mandate) -> Result<Option<CleanEndView>, Problem> {
        let (seller, proposals, history) = self.on_the_table(deal)?;
        let cap = cap_hit(mandate, &history).filter(|_| !proposals.is_empty());
        Ok(cap.map(|cap| CleanEndView {
            place: CleanEndPlace::Media { seller, proposals, detail: final_words(None) },
            cap: cap.name().to_owned(),
        }))
    }

    /// The deal's last mail, where it is the vendor's.
    fn unanswered_mail(&self, deal: &str) -> Result<Option<String>, Problem> {
        self.read(|db| {
            let Some(last) = mails::of_deal(db, deal)?.pop() else { return Ok(None) };
            let own = mail_accounts::all(db)?;
            let from = mime::read(&last.raw, None).map(|mail| mail.from.address).unwrap_or_default();
            // Without a mailbox there is nothing to answer from.
            let theirs = own.iter().all(|account| !account.address.eq_ignore_ascii_case(&from));
            Ok((theirs && !own.is_empty()).then(|| last.id.to_string()))
        })
    }
}

/// Says that it ends and tells no limit: that one was reached would be telling.
fn final_words(our_counter: Option<u32>) -> String {
    match our_counter {
        Some(seq) => format!(
            "We end this negotiation here. Our counter of event {seq} was our best final offer. \
             Thank you for the time that you gave to it."
        ),
        None => "We end this negotiation here without an agreement. Thank you for the time that you gave \
                 to it."
            .to_owned(),
    }
}

pub(crate) fn of_ends(desk: &Desk, surveys: &[Survey], needs: &mut Vec<Need>) -> Result<(), Problem> {
    let Ok(signer) = desk.signer() else { return Ok(()) };
    // Where no mandate says so, nothing ends; its owner alone can tell.
    let mandated: HashSet<String> = desk.read(|db| Ok(sealed_mandates::deals(db)?))?.into_iter().collect();
    for survey in surveys.iter().filter(|survey| mandated.contains(&survey.row.id)) {
        let deal = &survey.row.id;
        if desk.owned(deal, &signer).is_err() {
            continue;
        }
        // Logs are proven here only where something can be found: an offer or a proposal waits, or the hour
        // has come.
        let waits = |glance: &crate::glance::Glance| glance.held.is_some();
        let held = survey.sessions.iter().any(|one| matches!(&one.glance, Some(Ok(glance)) if waits(glance)));
        if !held && !desk.past_deadline(deal, &signer) && !desk.proposals_wait(deal) {
            continue;
        }
        // A mandate that does not open is said at the deal; the list of what waits goes on.
        for end in desk.clean_ends(deal).unwrap_or_default() {
            let place = match &end.place {
                CleanEndPlace::Session { session, .. } => session,
                CleanEndPlace::Mail { mail, .. } => mail,
                CleanEndPlace::Media { seller, .. } => seller,
            };
            needs.push(Need {
                id: format!("end:{place}"),
                deal: Some(deal.clone()),
                title: survey.row.title.clone(),
                who: survey.row.vendor.clone(),
                deadline: None,
                what: NeedKind::CleanEnd { cap: end.cap },
            });
        }
    }
    Ok(())
}
