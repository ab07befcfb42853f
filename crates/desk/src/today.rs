//! The first screen: what needs this person, by deadline.

use std::collections::HashMap;

use anp::time::Moment;
use mail::mime;
use store::tables::{deals, disputes, mail_places, mails, seen, sessions};

use crate::mail_sort::{Belongs, belongs, looks_alike};
use crate::people::count;
use crate::state::Desk;
use crate::timeline::{SessionState, deal_state, held};
use crate::view::{DealRow, DealState, Problem, TodayView, UnsortedMail, UnsortedRow};

/// A deal with everything that its line in a list is made of.
pub(crate) struct Survey {
    pub(crate) row: DealRow,
    pub(crate) states: Vec<SessionState>,
}

impl Desk {
    /// What needs this person and what does not.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn today(&self) -> Result<TodayView, Problem> {
        let surveys = self.survey()?;
        let needs = self.needs(&surveys)?;
        let unsorted = self.unsorted(&surveys)?;
        let waits = |row: &DealRow| {
            matches!(row.state, DealState::HeldOffer | DealState::Disputed | DealState::DeliveryUnknown)
        };
        let rows = surveys.into_iter().map(|survey| survey.row);
        let (mut needs_you, quiet): (Vec<_>, Vec<_>) = rows.partition(waits);
        needs_you.sort_by_key(|row| {
            row.deadline.as_deref().and_then(|text| Moment::parse(text).ok()).map_or(i64::MAX, Moment::millis)
        });
        let unsorted_mails = self.unsorted_mails(&needs_you, &quiet)?;
        Ok(TodayView { needs, needs_you, quiet, unsorted, unsorted_mails })
    }

    /// All deals, the newest first.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn deals(&self) -> Result<Vec<DealRow>, Problem> {
        Ok(self.survey()?.into_iter().map(|survey| survey.row).collect())
    }

    /// Every deal with its sessions. Each table is read once, however many deals there are.
    fn survey(&self) -> Result<Vec<Survey>, Problem> {
        let (all, sessions, unseen) =
            self.read(|db| Ok((deals::all(db)?, sessions::all(db)?, seen::unseen(db)?)))?;
        let mut unseen: HashMap<String, u64> = unseen.into_iter().collect();
        let mut of_deal: HashMap<String, Vec<SessionState>> = HashMap::new();
        for session in sessions {
            if let Some(deal) = session.deal.clone() {
                of_deal.entry(deal).or_default().push(self.session_state(session)?);
            }
        }
        Ok(all
            .into_iter()
            .map(|deal| {
                let states = of_deal.remove(&deal.id).unwrap_or_default();
                let unread = unseen.remove(&deal.id).unwrap_or(0);
                Survey { row: row(deal, &states, unread), states }
            })
            .collect())
    }

    /// Sessions that belong to no deal, with a guess at one.
    pub(crate) fn unsorted(&self, surveys: &[Survey]) -> Result<Vec<UnsortedRow>, Problem> {
        let all = self.read(|db| Ok(sessions::all(db)?))?;
        let mut unsorted = Vec::new();
        for session in all.into_iter().filter(|session| session.deal.is_none()) {
            let linked = self.read(|db| Ok(deals::by_agent(db, &session.agent_id)?))?;
            let rows = || surveys.iter().map(|survey| &survey.row);
            let suggestion = rows()
                .find(|row| linked.contains(&row.id))
                .or_else(|| rows().find(|row| same_vendor(&row.vendor, &session.party)))
                .cloned();
            unsorted.push(UnsortedRow {
                session: session.id,
                agent_name: session.agent_name,
                party: session.party,
                opened_at: session.opened_at,
                events: u32::try_from(session.head_seq).unwrap_or(u32::MAX),
                suggestion,
            });
        }
        unsorted.extend(self.refused_from_the_start()?);
        Ok(unsorted)
    }

    /// Mails that fit no deal, the newest first.
    fn unsorted_mails(&self, some: &[DealRow], others: &[DealRow]) -> Result<Vec<UnsortedMail>, Problem> {
        self.read(|db| {
            let mut rows = Vec::new();
            for row in mails::without_deal(db)? {
                let Ok(mail) = mime::read(&row.raw, None) else { continue };
                let own = mail_places::origin(db, row.id)?.map(|origin| origin.address);
                let suggested = match belongs(db, &mail, own.as_deref())? {
                    Belongs::To(deal) | Belongs::Unsure(Some(deal)) => Some(deal),
                    Belongs::Unsure(None) | Belongs::Nowhere => None,
                };
                let suggestion =
                    some.iter().chain(others).find(|deal| suggested.as_ref() == Some(&deal.id)).cloned();
                let name = Some(mail.from.name.clone()).filter(|name| !name.is_empty());
                rows.push(UnsortedMail {
                    mail: row.id.to_string(),
                    author: name.unwrap_or_else(|| mail.from.address.clone()),
                    looks_like: looks_alike(db, &mail.from)?,
                    from: mail.from.address,
                    subject: mail.subject,
                    at: row.at,
                    suggestion,
                });
            }
            rows.reverse();
            Ok(rows)
        })
    }

    /// Sessions whose very first document did not verify: there is no replica of them.
    fn refused_from_the_start(&self) -> Result<Vec<UnsortedRow>, Problem> {
        self.read(|db| {
            let mut rows = Vec::new();
            for session in disputes::sessions(db)? {
                if sessions::get(db, &session)?.is_none()
                    && let Some(dispute) = disputes::standing(db, &session)?
                {
                    rows.push(UnsortedRow {
                        session,
                        agent_name: String::new(),
                        party: String::new(),
                        opened_at: dispute.found_at,
                        events: count(0),
                        suggestion: None,
                    });
                }
            }
            Ok(rows)
        })
    }
}

fn row(deal: deals::Deal, states: &[SessionState], unread: u64) -> DealRow {
    DealRow {
        state: deal_state(states),
        deadline: states.iter().filter_map(deadline).min_by_key(|(moment, _)| *moment).map(|(_, text)| text),
        disputed_at: states.iter().find_map(disputed_at),
        id: deal.id,
        title: deal.title,
        vendor: deal.vendor,
        unread: u32::try_from(unread).unwrap_or(u32::MAX),
    }
}

/// Whether a session's party is a deal's vendor, by name. Only a suggestion: a person
/// assigns.
fn same_vendor(vendor: &str, party: &str) -> bool {
    let plain = |text: &str| text.trim().to_lowercase();
    !vendor.trim().is_empty() && plain(vendor) == plain(party)
}

fn deadline(state: &SessionState) -> Option<(Moment, String)> {
    let hold = held(state)?;
    let log = state.log.as_ref().ok()?;
    let event = log
        .events()
        .iter()
        .map(anp::verify::VerifiedEvent::event)
        .find(|event| event.seq == u64::from(hold.seq))?;
    let offer = event.stated.payload().offer()?;
    Some((offer.expires(), offer.expires_at.clone()))
}

fn disputed_at(state: &SessionState) -> Option<u32> {
    if !state.disputed() {
        return None;
    }
    let faults = state.dispute.as_ref().map(crate::timeline::faults_of).unwrap_or_default();
    let head = u32::try_from(state.session.head_seq).unwrap_or(u32::MAX);
    Some(faults.iter().find_map(|fault| fault.seq).unwrap_or(head))
}
