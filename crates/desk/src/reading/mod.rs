//! What is read in inbound mails, events and threads: the tactic that is played and speech to machines.
//!
//! It follows the tables, piece by piece and in the background, after a mail or an event has been stored and
//! told of: nothing waits for it. What is found is kept with the version of the rules and stated on the
//! deal's ledger by its owner's desk, by names of rules and hashes alone. Nothing follows from a reading but
//! that it is shown.

mod correct;
mod found;
mod pieces;
mod show;
mod state;
mod thread;

pub(crate) use found::{Found, Named, Shown};
pub(crate) use pieces::Entry;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use anp::event::Actor;
use anp::verify::{VerifiedEvent, VerifiedLog};
use store::Connection;
use store::tables::{corrections, readings, sessions};

use crate::aside::changed;
use crate::changed::Topic;
use crate::state::Desk;
use crate::view::Problem;

/// Mails and sessions that are read at once: a moment's work.
const PIECE: u32 = 20;

/// The version of all rules: a digest of their texts.
pub(crate) static RULES: LazyLock<String> = LazyLock::new(|| crate::explain::version_of(deal::rule_texts()));

/// What one pass came to.
pub(crate) struct Pass {
    pub(crate) deals: BTreeSet<String>,
    pub(crate) more: bool,
}

impl Desk {
    /// Reads what is new until the program ends: at the start, and whenever something changed.
    pub(crate) async fn read_on(&self) {
        let mut changes = self.changes();
        loop {
            while self.read_pass().await {}
            if !changed(&mut changes).await {
                return;
            }
        }
    }

    /// One pass; true where there is more.
    async fn read_pass(&self) -> bool {
        #[cfg(feature = "fault-injection")]
        let _held = self.0.reading.lock().await;
        let reader = self.clone();
        let pass = self.0.reading_on.done(move || reader.read_some()).await;
        let more = match pass {
            Some(Ok(pass)) => {
                for deal in &pass.deals {
                    self.tell(Topic::Reading, Some(deal));
                }
                pass.more
            }
            Some(Err(problem)) => {
                tracing::warn!(code = ?problem.code, "inbound texts could not be read");
                false
            }
            None => false,
        };
        if let Err(problem) = self.state_readings().await {
            tracing::warn!(code = ?problem.code, "readings could not be stated");
        }
        if let Err(problem) = self.answer_routine().await {
            tracing::warn!(code = ?problem.code, "routine messages were not answered");
        }
        more
    }

    /// Reads a piece of what is new.
    pub(crate) fn read_some(&self) -> Result<Pass, Problem> {
        let rules = RULES.as_str();
        let (mails, behind) = self.read(|db| {
            Ok((readings::mails_behind(db, rules, PIECE)?, readings::sessions_behind(db, rules, PIECE)?))
        })?;
        let more = !mails.is_empty() || behind.len() >= PIECE as usize;
        let mut made = Vec::new();
        let mut deals = BTreeSet::new();
        for readings::UnreadMail { id, deal, at, raw } in mails {
            let entry = self.read(|db| pieces::of_mail(db, id, &at, &raw))?;
            made.push(self.reading_of(entry, &deal, &[])?);
            deals.insert(deal);
        }
        let mut upto = Vec::new();
        for (id, from) in behind {
            let Some(row) = self.read(|db| Ok(sessions::get(db, &id)?))? else { continue };
            let Some(deal) = row.deal.clone() else { continue };
            // A replica that does not verify is not read; it is not asked again either.
            if let Ok(log) = self.verified(&row) {
                for event in inbound(&log).filter(|event| event.event().seq > from) {
                    let entry = pieces::of_event(&row, event.event());
                    made.push(self.reading_of(entry, &deal, &structure(&log, event).unwrap_or_default())?);
                    deals.insert(deal.clone());
                }
            }
            upto.push((id, deal, row.head_seq));
        }
        self.write_aside(|db| {
            for reading in &made {
                readings::put(db, reading)?;
            }
            for (session, deal, head) in &upto {
                readings::set_upto(db, (session, deal), rules, *head)?;
            }
            Ok::<_, Problem>(())
        })?;
        for deal in &deals {
            self.read_thread(deal)?;
        }
        Ok(Pass { deals, more })
    }

    /// An entry's reading; of our own entries there is an empty one, so that they are not asked about again.
    fn reading_of(
        &self,
        entry: Entry,
        deal: &str,
        figures: &[deal::Structural],
    ) -> Result<readings::Reading, Problem> {
        let known = self.read(|db| corrections_of(db, &entry.author))?;
        let found = if entry.ours { Found::default() } else { found::found(&entry, &known, figures) };
        Ok(readings::Reading {
            deal: deal.to_owned(),
            rules: RULES.clone(),
            found: found.text()?,
            model: if entry.ours { "[]".to_owned() } else { String::new() },
            stated: entry.ours,
            entry: entry.id,
            author: entry.author,
            subject: entry.subject,
            at: entry.at,
        })
    }
}

fn inbound(log: &VerifiedLog) -> impl DoubleEndedIterator<Item = &VerifiedEvent> {
    log.events().iter().filter(|event| event.event().actor == Actor::VendorAgent)
}

/// What an offer's figures show, beside the vendor's offer before it.
fn structure(log: &VerifiedLog, verified: &VerifiedEvent) -> Option<Vec<deal::Structural>> {
    let event = verified.event();
    let offer = event.stated.payload().offer()?;
    let before = inbound(log)
        .rev()
        .map(VerifiedEvent::event)
        .filter(|other| other.seq < event.seq)
        .find_map(|other| other.stated.payload().offer());
    let at = anp::time::Moment::parse(&event.at).ok()?;
    let last = before.map(crate::terms::terms_of);
    Some(deal::structural(last.as_ref(), &crate::terms::terms_of(offer), at.millis()))
}

/// What people said about an author's texts.
pub(crate) fn corrections_of(db: &Connection, author: &str) -> Result<Vec<deal::Correction>, Problem> {
    let said = corrections::of_author(db, author)?;
    Ok(said
        .into_iter()
        .filter_map(|said| {
            Some(deal::Correction {
                family: deal::Family::of_code(&said.family)?,
                played: said.played,
                phrases: serde_json::from_str(&said.phrases).ok()?,
                text: said.text,
            })
        })
        .collect())
}

#[cfg(feature = "fault-injection")]
impl Desk {
    /// Holds reading up for as long as what is returned lives.
    pub async fn hold_reading(&self) -> tokio::sync::OwnedMutexGuard<()> {
        std::sync::Arc::clone(&self.0.reading).lock_owned().await
    }
}
