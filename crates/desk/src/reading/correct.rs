//! A person's word about a named tactic: kept, stated, and used from then on.

use anp::json::{self, Value};
use deal::Family;
use store::tables::{corrections, mails, readings, sessions};

use super::pieces::{self, Entry};
use super::{Found, RULES, thread};
use crate::changed::Topic;
use crate::ledger;
use crate::state::Desk;
use crate::trouble::gone;
use crate::view::{Missing, Problem, Unfit};
use crate::wire_form::invalid;

/// The kind under which a correction stands on a deal's ledger.
const KIND: &str = "tactic_corrected";

impl Desk {
    /// A person says that a tactic is not played in an entry, or that another one is. The same words of the
    /// same author are judged so from now on.
    ///
    /// # Errors
    /// Where the entry has no such reading, or a family is none.
    pub async fn correct_tactic(
        &self,
        deal: &str,
        entry: &str,
        family: &str,
        instead: Option<&str>,
    ) -> Result<(), Problem> {
        let signer = self.signer()?;
        let wrong = Family::of_code(family).ok_or_else(|| invalid("family", Unfit::Unknown))?;
        let right = instead
            .map(|code| Family::of_code(code).ok_or_else(|| invalid("instead", Unfit::Unknown)))
            .transpose()?;
        let of_deal = self.read(|db| Ok(readings::of_deal(db, deal)?))?;
        let reading = of_deal
            .into_iter()
            .find(|reading| reading.entry == entry)
            .ok_or_else(|| gone(Missing::Reading))?;
        let found = Found::of(&reading.found);
        let named = found.tactics.iter().find(|named| named.family == wrong.code());
        let named = named.ok_or_else(|| gone(Missing::Tactic))?;
        let of_thread = entry.starts_with("thread:");
        let phrases: Vec<String> = named
            .shown
            .iter()
            .map(|shown| match (of_thread, shown.text.is_empty()) {
                (true, _) => thread::place(shown),
                // Figures are known again by the rule that saw them.
                (false, true) => shown.rule.clone(),
                (false, false) => shown.text.clone(),
            })
            .collect();
        let text = if of_thread { String::new() } else { self.text_of(entry)? };
        let author = if of_thread { entry.to_owned() } else { reading.author.clone() };
        let at = self.stamp();
        let said = |family: Family, played| corrections::Correction {
            id: self.0.sources.id(),
            deal: deal.to_owned(),
            entry: entry.to_owned(),
            author: author.clone(),
            family: family.code().to_owned(),
            played,
            text: text.clone(),
            phrases: serde_json::to_string(&phrases).unwrap_or_default(),
            by_name: signer.name.clone(),
            at: at.clone(),
        };
        let all: Vec<corrections::Correction> =
            [said(wrong, false)].into_iter().chain(right.map(|right| said(right, true))).collect();
        let statement = json::canonical(&Value::object([
            ("entry", entry.into()),
            ("hash", reading.subject.as_str().into()),
            ("instead", right.map_or(Value::Null, |right| right.code().into())),
            ("rules", RULES.as_str().into()),
            ("tactic", wrong.code().into()),
        ]));
        let _alone = self.0.sending.lock().await;
        self.write(|db| {
            for said in &all {
                corrections::add(db, said)?;
            }
            readings::forget(db, deal, &reading.author)?;
            ledger::state(db, deal, (KIND, &statement), &signer, &at)
        })?;
        self.tell(Topic::Deal, Some(deal));
        Ok(())
    }

    /// What somebody says in an entry, all pieces together.
    pub(crate) fn text_of(&self, entry: &str) -> Result<String, Problem> {
        let spoken = |entry: Entry| {
            let speech = entry.pieces.into_iter().filter(|piece| piece.speech).map(|piece| piece.text);
            speech.collect::<Vec<_>>().join("\n\n")
        };
        Ok(self.entry_of(entry)?.map(spoken).unwrap_or_default())
    }

    /// An entry as it is read, by its id.
    pub(crate) fn entry_of(&self, id: &str) -> Result<Option<Entry>, Problem> {
        if let Some(number) = id.strip_prefix("mail:").and_then(|number| number.parse().ok()) {
            let Some(row) = self.read(|db| Ok(mails::get(db, number)?))? else { return Ok(None) };
            return self.read(|db| pieces::of_mail(db, row.id, &row.at, &row.raw)).map(Some);
        }
        let place = id.strip_prefix("event:").and_then(|rest| rest.rsplit_once(':'));
        let Some((session, seq)) = place else { return Ok(None) };
        let Some(row) = self.read(|db| Ok(sessions::get(db, session)?))? else { return Ok(None) };
        let log = self.verified(&row)?;
        let event = log.events().iter().map(anp::verify::VerifiedEvent::event);
        let event = event.into_iter().find(|event| event.seq.to_string() == seq);
        Ok(event.map(|event| pieces::of_event(&row, event)))
    }
}
