//! What the rules found in an entry, as it is kept.

use deal::{Correction, Structural};
use serde::{Deserialize, Serialize};

use super::pieces::Entry;
use crate::trouble::defect;
use crate::view::Problem;

/// Characters of the words that show something, as they are kept beside their place.
const MOST_SHOWN: usize = 240;

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Found {
    pub(crate) tactics: Vec<Named>,
    pub(crate) marks: Vec<Mark>,
}

/// A tactic with what shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Named {
    pub(crate) family: String,
    /// Confidence in percent.
    pub(crate) percent: u32,
    pub(crate) shown: Vec<Shown>,
}

/// Words or figures that show it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Shown {
    /// The entry; of a thread there are several.
    pub(crate) entry: String,
    pub(crate) part: String,
    /// Code points; both 0 where a figure of an offer shows it.
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) text: String,
    pub(crate) rule: String,
    pub(crate) figures: Vec<String>,
}

/// A place that speaks to a machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Mark {
    pub(crate) kind: String,
    pub(crate) part: String,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) text: String,
    pub(crate) rule: String,
}

impl Found {
    pub(crate) fn text(&self) -> Result<String, Problem> {
        serde_json::to_string(self).map_err(|_| defect("reading text"))
    }

    /// As it was kept; nothing where it does not read, as after an earlier version.
    pub(crate) fn of(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }
}

/// Reads an entry: words, then the figures of its offer.
pub(super) fn found(entry: &Entry, known: &[Correction], figures: &[Structural]) -> Found {
    let mut found = Found::default();
    for piece in &entry.pieces {
        if piece.speech {
            for tactic in deal::tactics_corrected(&piece.text, known) {
                let shown = tactic.evidence.into_iter().map(|evidence| Shown {
                    entry: entry.id.clone(),
                    part: piece.part.clone(),
                    start: small(evidence.start),
                    end: small(evidence.end),
                    text: kept(&evidence.text),
                    rule: evidence.rule,
                    figures: Vec::new(),
                });
                add(&mut found.tactics, tactic.family.code(), tactic.confidence, shown.collect());
            }
        }
        for mark in deal::injections(&piece.text) {
            let words = piece.text.chars().skip(mark.start).take(mark.end.saturating_sub(mark.start));
            found.marks.push(Mark {
                kind: mark.kind.code().to_owned(),
                part: piece.part.clone(),
                start: small(mark.start),
                end: small(mark.end),
                text: words.take(MOST_SHOWN).collect(),
                rule: mark.rule,
            });
        }
    }
    for figure in figures {
        let shown = Shown {
            entry: entry.id.clone(),
            part: figure.place.clone(),
            start: 0,
            end: 0,
            text: String::new(),
            rule: figure.rule.to_owned(),
            figures: figure.figures.clone(),
        };
        add(&mut found.tactics, figure.family.code(), figure.confidence, vec![shown]);
    }
    let not_played = |named: &Named| {
        let said = known.iter().rev().find(|said| said.family.code() == named.family);
        // A person's word about figures counts for the same rule of the same author.
        said.is_some_and(|said| {
            !said.played && named.shown.iter().all(|shown| said.phrases.contains(&shown.rule))
        })
    };
    found.tactics.retain(|named| !not_played(named));
    found.tactics.sort_by_key(|named| std::cmp::Reverse(named.percent));
    found
}

/// Two findings of one family strengthen each other.
pub(super) fn add(tactics: &mut Vec<Named>, family: &str, confidence: f64, shown: Vec<Shown>) {
    match tactics.iter_mut().find(|named| named.family == family) {
        Some(named) => {
            let before = f64::from(named.percent) / 100.0;
            named.percent = percent(1.0 - (1.0 - before) * (1.0 - confidence)).min(99);
            named.shown.extend(shown);
        }
        None => tactics.push(Named { family: family.to_owned(), percent: percent(confidence), shown }),
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of one, rounded")]
fn percent(confidence: f64) -> u32 {
    (confidence.clamp(0.0, 1.0) * 100.0).round() as u32
}

pub(super) fn small(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

pub(super) fn kept(text: &str) -> String {
    text.chars().take(MOST_SHOWN).collect()
}
