//! The first screen: what needs this person, by deadline.

use anp::time::Moment;
use mail::mime;
use store::tables::{deals, disputes, mail_places, mails, sessions};

use crate::mail_sort::{Belongs, KnownSenders, belongs};
use crate::people::count;
use crate::state::Desk;
use crate::survey::Survey;
use crate::view::{DealRow, DealState, DealsAsked, DealsPage, Problem, TodayView, UnsortedMail, UnsortedRow};

/// Deals that are told beside those that wait; the others stand on the list of deals.
const MOST_QUIET: usize = 60;

/// Mails without a deal that are told at once.
const MOST_MAILS: u32 = 40;

/// Deals on one page of the list.
const PAGE: usize = 100;

impl Desk {
    /// What needs this person and what does not.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn today(&self) -> Result<TodayView, Problem> {
        let surveys = self.survey()?;
        let needs = self.needs(&surveys)?;
        let unsorted = self.unsorted(&surveys)?;
        let deals = count(surveys.len());
        let rows = surveys.iter().map(|survey| survey.row.clone());
        let (mut needs_you, mut quiet): (Vec<_>, Vec<_>) = rows.partition(waits);
        needs_you.sort_by_key(|row| {
            row.deadline.as_deref().and_then(|text| Moment::parse(text).ok()).map_or(i64::MAX, Moment::millis)
        });
        let unsorted_mails = self.unsorted_mails(&needs_you, &quiet)?;
        // What is new first; otherwise the newest deals.
        quiet.sort_by_key(|row| row.unread == 0);
        let checking = count(quiet.iter().filter(|row| row.state == DealState::Checking).count());
        quiet.truncate(MOST_QUIET);
        Ok(TodayView { needs, needs_you, quiet, unsorted, unsorted_mails, deals, checking })
    }

    /// A page of the deals whose title or vendor holds all of the words, what waits first, then
    /// the newest.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn deals(&self, asked: &DealsAsked) -> Result<DealsPage, Problem> {
        let words: Vec<String> = asked.words.split_whitespace().map(str::to_lowercase).collect();
        let surveys = self.survey()?;
        let mut rows: Vec<&DealRow> = surveys.iter().map(|survey| &survey.row).collect();
        rows.retain(|row| {
            let said = || format!("{} {}", row.title, row.vendor).to_lowercase();
            let holds = |said: &String| words.iter().all(|word| said.contains(word));
            asked.state.is_none_or(|state| row.state == state) && (words.is_empty() || holds(&said()))
        });
        rows.sort_by_key(|row| !waits(row));
        let total = count(rows.len());
        let from = usize::try_from(asked.from).unwrap_or(usize::MAX);
        Ok(DealsPage { rows: rows.into_iter().skip(from).take(PAGE).cloned().collect(), total })
    }

    /// How many deals wait for this person, and how many things have no deal yet.
    pub(crate) fn counts(&self) -> Result<(u32, u32), Problem> {
        let waiting = self.survey()?.iter().filter(|survey| waits(&survey.row)).count();
        let (sessions, mails) =
            self.read(|db| Ok((sessions::without_deal(db)?.len(), mails::count_without_deal(db)?)))?;
        let refused = self.refused_from_the_start()?.len();
        let mails = u32::try_from(mails).unwrap_or(u32::MAX);
        Ok((count(waiting), count(sessions + refused).saturating_add(mails)))
    }

    /// Sessions that belong to no deal, with a guess at one.
    pub(crate) fn unsorted(&self, surveys: &[Survey]) -> Result<Vec<UnsortedRow>, Problem> {
        let mut unsorted = Vec::new();
        for session in self.read(|db| Ok(sessions::without_deal(db)?))? {
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
            let (mut rows, senders) = (Vec::new(), KnownSenders::of(db));
            for row in mails::newest_without_deal(db, MOST_MAILS)? {
                let Ok(mail) = mime::read(&row.raw, None) else { continue };
                let own = mail_places::origin(db, row.id)?.map(|origin| origin.address);
                let suggested = match belongs(&senders, &mail, own.as_deref())? {
                    Belongs::To(deal) | Belongs::Unsure(Some(deal)) => Some(deal),
                    Belongs::Unsure(None) | Belongs::Nowhere => None,
                };
                let suggestion =
                    some.iter().chain(others).find(|deal| suggested.as_ref() == Some(&deal.id)).cloned();
                let name = Some(mail.from.name.clone()).filter(|name| !name.is_empty());
                rows.push(UnsortedMail {
                    mail: row.id.to_string(),
                    author: name.unwrap_or_else(|| mail.from.address.clone()),
                    looks_like: senders.imitated(&mail.from)?,
                    from: mail.from.address,
                    subject: mail.subject,
                    at: row.at,
                    suggestion,
                });
            }
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

fn waits(row: &DealRow) -> bool {
    use DealState::{AnswerWaits, DeliveryUnknown, Disputed, HeldOffer};
    matches!(row.state, HeldOffer | Disputed | DeliveryUnknown | AnswerWaits)
}

/// Whether a session's party is a deal's vendor, by name. Only a suggestion: a person
/// assigns.
fn same_vendor(vendor: &str, party: &str) -> bool {
    let plain = |text: &str| text.trim().to_lowercase();
    !vendor.trim().is_empty() && plain(vendor) == plain(party)
}
