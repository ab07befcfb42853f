//! Tactics that only a deal's thread shows, over mails and sessions together.

use anp::digest::{PayloadHash, sha256};
use anp::event::Actor;
use anp::payload::Payload;
use anp::time::Moment;
use anp::verify::VerifiedEvent;
use deal::{Correction, Said};
use store::tables::{mails, readings, sessions};

use super::found::{add, kept, small};
use super::{Found, RULES, Shown, corrections_of, pieces};
use crate::state::Desk;
use crate::view::Problem;

/// Messages of a thread that are read, the last ones.
const MOST: usize = 200;

/// A message of the thread with its place on the timeline.
struct Turn {
    entry: String,
    /// The part that its words come from.
    part: &'static str,
    at: i64,
    said: Said,
}

impl Desk {
    /// Reads a deal's thread anew, if it is another than the one that was read.
    pub(super) fn read_thread(&self, deal: &str) -> Result<(), Problem> {
        let turns = self.turns(deal)?;
        let ids: Vec<&str> = turns.iter().map(|turn| turn.entry.as_str()).collect();
        let subject = PayloadHash(sha256(ids.join("\n").as_bytes())).to_string();
        let entry = format!("thread:{deal}");
        let known = self.read(|db| {
            let known = readings::of_deal(db, deal)?.into_iter().find(|known| known.entry == entry);
            Ok(known.filter(|known| known.subject == subject && known.rules == *RULES))
        })?;
        if known.is_some() || turns.is_empty() {
            return Ok(());
        }
        let corrected = self.read(|db| corrections_of(db, &entry))?;
        let found = thread_found(&turns, &corrected);
        let reading = readings::Reading {
            entry,
            deal: deal.to_owned(),
            author: String::new(),
            rules: RULES.clone(),
            subject,
            found: found.text()?,
            model: "[]".to_owned(),
            stated: false,
            at: self.stamp(),
        };
        self.write(|db| Ok(readings::put(db, &reading)?))
    }

    fn turns(&self, deal: &str) -> Result<Vec<Turn>, Problem> {
        let mut turns = Vec::new();
        let (mails, all) = self.read(|db| Ok((mails::of_deal(db, deal)?, sessions::of_deal(db, deal)?)))?;
        for row in mails {
            let entry = self.read(|db| pieces::of_mail(db, row.id, &row.at, &row.raw))?;
            let text = entry.pieces.into_iter().find(|piece| piece.part == "text");
            let Some(text) = text else { continue };
            let said = Said { by_vendor: !entry.ours, text: text.text, total_annual: None };
            turns.push(Turn { entry: entry.id, part: "text", at: millis(&row.at), said });
        }
        for row in all {
            let Ok(log) = self.verified(&row) else { continue };
            for event in log.events().iter().map(VerifiedEvent::event) {
                let (part, text, total_annual) = match event.stated.payload() {
                    Payload::Offer(offer) | Payload::CounterOffer(offer) => {
                        let total = deal::figures(&crate::terms::terms_of(offer)).annual_total;
                        ("notes", offer.notes.clone().unwrap_or_default(), total)
                    }
                    Payload::Message(message) => ("body", message.body.clone(), None),
                    Payload::Decline(reason) | Payload::SessionClose(reason) => {
                        ("reason", reason.reason.clone().unwrap_or_default(), None)
                    }
                    Payload::SessionOpen(_) | Payload::Envelope(_) => continue,
                };
                let by_vendor = event.actor == Actor::VendorAgent;
                let entry = format!("event:{}:{}", row.id, event.seq);
                let said = Said { by_vendor, text, total_annual };
                turns.push(Turn { entry, part, at: millis(&event.at), said });
            }
        }
        turns.sort_by_key(|turn| turn.at);
        let skipped = turns.len().saturating_sub(MOST);
        turns.drain(..skipped);
        Ok(turns)
    }
}

fn millis(at: &str) -> i64 {
    Moment::parse(at).map_or(i64::MAX, Moment::millis)
}

fn thread_found(turns: &[Turn], corrected: &[Correction]) -> Found {
    let said: Vec<Said> = turns.iter().map(|turn| turn.said.clone()).collect();
    let mut found = Found::default();
    for tactic in deal::thread_tactics(&said) {
        let shown: Vec<Shown> = tactic
            .evidence
            .into_iter()
            .filter_map(|evidence| {
                let turn = turns.get(evidence.message)?;
                let figure = turn.said.total_annual.as_ref().filter(|_| evidence.rule.starts_with("thread/"));
                Some(Shown {
                    entry: turn.entry.clone(),
                    part: figure.map_or(turn.part, |_| "annual_total").to_owned(),
                    start: figure.map_or(small(evidence.start), |_| 0),
                    end: figure.map_or(small(evidence.end), |_| 0),
                    text: figure.map_or_else(|| kept(&evidence.text), |_| String::new()),
                    rule: evidence.rule,
                    figures: figure.into_iter().map(ToString::to_string).collect(),
                })
            })
            .collect();
        let places: Vec<String> = shown.iter().map(place).collect();
        let said = corrected.iter().rev().find(|said| said.family == tactic.family);
        // A thread that goes on shows more than a person has judged.
        let judged =
            said.is_some_and(|said| !said.played && places.iter().all(|at| said.phrases.contains(at)));
        if !judged {
            add(&mut found.tactics, tactic.family.code(), tactic.confidence, shown);
        }
    }
    found
}

/// By what a correction of a thread's tactic knows its evidence again.
pub(super) fn place(shown: &Shown) -> String {
    format!("{} {} {}-{}", shown.entry, shown.part, shown.start, shown.end)
}
