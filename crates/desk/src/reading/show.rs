//! Readings for the window.

use store::tables::{corrections, readings};

use super::{Found, RULES};
use crate::people::count;
use crate::state::Desk;
use crate::view::{
    CorrectionView, DealReading, Entry, EntryReading, MarkView, Problem, ShownView, TacticBy, TacticView,
};

impl Desk {
    /// What was read in a deal's entries, and how many wait to be read.
    pub(crate) fn deal_reading(&self, deal: &str, timeline: &[Entry]) -> Result<DealReading, Problem> {
        let (made, said) =
            self.read(|db| Ok((readings::of_deal(db, deal)?, corrections::of_deal(db, deal)?)))?;
        let inbound =
            |entry: &&Entry| !entry.ours && (entry.id.starts_with("mail:") || entry.id.starts_with("event:"));
        let read = |entry: &&Entry| made.iter().any(|reading| reading.entry == entry.id);
        let waiting = timeline.iter().filter(inbound).filter(|entry| !read(entry)).count();
        let thread_id = format!("thread:{deal}");
        let mut entries = Vec::new();
        let mut thread = Vec::new();
        for reading in &made {
            let found = Found::of(&reading.found);
            let tactics = tactics(&found, TacticBy::Rules);
            if reading.entry == thread_id {
                thread = tactics;
                continue;
            }
            let corrected: Vec<CorrectionView> =
                said.iter().filter(|said| said.entry == reading.entry).map(correction).collect();
            let model = tactics_of_model(reading);
            entries.push(EntryReading {
                entry: reading.entry.clone(),
                tactics,
                marks: marks(&found),
                model,
                corrections: corrected,
            });
        }
        let thread_corrections = said.iter().filter(|said| said.entry == thread_id).map(correction).collect();
        Ok(DealReading { rules: RULES.clone(), waiting: count(waiting), entries, thread, thread_corrections })
    }
}

fn correction(said: &corrections::Correction) -> CorrectionView {
    CorrectionView {
        family: said.family.clone(),
        played: said.played,
        by: said.by_name.clone(),
        at: said.at.clone(),
    }
}

fn tactics_of_model(reading: &readings::Reading) -> Vec<TacticView> {
    let found =
        Found { tactics: serde_json::from_str(&reading.model).unwrap_or_default(), marks: Vec::new() };
    tactics(&found, TacticBy::Model)
}

fn tactics(found: &Found, by: TacticBy) -> Vec<TacticView> {
    found
        .tactics
        .iter()
        .map(|named| TacticView {
            family: named.family.clone(),
            percent: named.percent,
            by: if named.shown.iter().any(|shown| shown.rule == "person") { TacticBy::Person } else { by },
            shown: named
                .shown
                .iter()
                .map(|shown| ShownView {
                    entry: shown.entry.clone(),
                    part: shown.part.clone(),
                    start: shown.start,
                    end: shown.end,
                    text: shown.text.clone(),
                    rule: shown.rule.clone(),
                    figures: shown.figures.clone(),
                })
                .collect(),
        })
        .collect()
}

fn marks(found: &Found) -> Vec<MarkView> {
    found
        .marks
        .iter()
        .map(|mark| MarkView {
            kind: mark.kind.clone(),
            part: mark.part.clone(),
            start: mark.start,
            end: mark.end,
            text: mark.text.clone(),
            rule: mark.rule.clone(),
        })
        .collect()
}
