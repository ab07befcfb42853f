//! What the guards said about a deal, for the window.

use anp::office::{Said, kind};
use store::tables::ledger_pending;

use super::said;
use crate::ledger::Known;
use crate::state::{Desk, Signer};
use crate::view::{Problem, StopView};

impl Desk {
    /// What the guards said about a deal at every desk, in order; what waits for the host stands last.
    pub(crate) fn stops(&self, known: &Known, signer: &Signer) -> Result<Vec<StopView>, Problem> {
        let office = self.office()?;
        let office = office.as_ref().and_then(|known| known.office.as_ref());
        let view = |payload: &str, by: String, mine: bool, at: &str| {
            let (channel, when, verdict, rules) = said::read(&Said::of(payload))?;
            Some(StopView { at: at.to_owned(), by, mine, channel, when, verdict, rules, waits: false })
        };
        let stands = known.of_kind(kind::STOPPED).filter_map(|entry| {
            let by = entry.statement.signer().fingerprint();
            let member = office.and_then(|office| office.by_key(by));
            let name = member.map_or_else(|| by.to_string(), |member| member.name.clone());
            view(entry.statement.wording().payload(), name, by == signer.key.fingerprint(), &entry.at)
        });
        let mut all: Vec<StopView> = stands.collect();
        let deal = known.chain.ledger().as_str();
        let waiting = self.read(|db| Ok(ledger_pending::of_ledger(db, deal)?))?;
        let waiting = waiting.iter().filter(|row| row.kind == kind::STOPPED);
        all.extend(waiting.filter_map(|row| {
            let shown = view(&row.payload, signer.name.clone(), true, &row.at)?;
            Some(StopView { waits: true, ..shown })
        }));
        Ok(all)
    }
}
