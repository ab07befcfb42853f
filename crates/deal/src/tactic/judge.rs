//! What the rules found, weighed.

use super::concepts::Named;
use super::corrected::{Correction, correct};
use super::pattern::Rule;
use super::rulebook::{RULEBOOK, Rulebook};
use super::seen::Seen;
use super::words::{Kind, Word, words};
use super::{Evidence, Family, Tactic};

/// Evidence that says less is not shown.
const SHOWN: f64 = 0.3;
const MOST_EVIDENCE: usize = 6;

/// The tactics of one text, the surest first; empty where none is named.
pub fn tactics(text: &str) -> Vec<Tactic> {
    tactics_corrected(text, &[])
}

/// The same with what persons corrected about the same author's texts before.
pub fn tactics_corrected(text: &str, corrections: &[Correction]) -> Vec<Tactic> {
    let words = words(text);
    let mut seen = RULEBOOK.lexicon.seen(&words);
    let findings = Findings::in_seen(&mut seen, &words);
    let shown = RULEBOOK.concepts.shown(&mut seen, &words);
    let by_rules = Family::OF_TEXTS.map(|family| (family, findings.score(family)));
    let scores = by_rules.each_ref().map(|(_, (score, _))| *score);
    let mut named: Vec<Tactic> = RULEBOOK
        .concepts
        .judge(&scores, &shown)
        .into_iter()
        .map(|Named { family, likely, places }| {
            let kept = by_rules.iter().find(|(of, _)| *of == family).map(|(_, (_, kept))| kept.clone());
            let shown = shown_by(kept.unwrap_or_default(), places);
            Tactic { family, confidence: rounded(likely), evidence: evidence(text, &words, shown, 0) }
        })
        .collect();
    correct(text, &words, corrections, &mut named);
    named.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
    named
}

/// The places of the rules, then those of concepts and words that stand elsewhere. What is named is always
/// shown by something.
fn shown_by(mut kept: Vec<Hit>, places: Vec<Hit>) -> Vec<Hit> {
    for place in places {
        if kept.iter().all(|hit| place.last < hit.first || hit.last < place.first) {
            kept.push(place);
        }
    }
    let strongest = kept.iter_mut().max_by(|one, other| one.weight.total_cmp(&other.weight));
    if let Some(strongest) = strongest {
        strongest.weight = strongest.weight.max(SHOWN);
    }
    kept
}

/// One place where a rule holds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    pub(super) weight: f64,
    pub(super) first: usize,
    pub(super) last: usize,
    sentence: usize,
    /// The rule's name, or the concept's.
    pub(super) rule: &'static str,
}

impl Hit {
    /// A place that a rule of a list shows.
    pub(super) fn shown_by_list(rule: &'static Rule, first: usize, last: usize) -> Self {
        Self { weight: f64::from(rule.weight) / 100.0, first, last, sentence: 0, rule: &rule.id }
    }

    /// A figure that shows something by what it is.
    pub(super) fn shown_by_figure(name: &'static str, first: usize, last: usize) -> Self {
        Self { weight: 1.0, first, last, sentence: 0, rule: name }
    }

    /// A place that a concept shows; its weight tells how much of it is shown.
    pub(super) fn shown_by_concept(weight: f64, name: &'static str, first: usize, last: usize) -> Self {
        Self { weight, first, last, sentence: 0, rule: name }
    }
}

pub(super) struct Findings {
    hits: Vec<(Family, Hit)>,
    against: Vec<(Option<Family>, Hit)>,
}

impl Findings {
    pub(super) fn of(words: &[Word]) -> Self {
        Self::in_seen(&mut RULEBOOK.lexicon.seen(words), words)
    }

    /// Of words that were looked at already.
    pub(super) fn in_seen(seen: &mut Seen<'_>, words: &[Word]) -> Self {
        let book: &'static Rulebook = &RULEBOOK;
        let sentences = sentences(words);
        seen.begin();
        let mut findings = Self { hits: Vec::new(), against: Vec::new() };
        let mut look = |rule: &'static Rule| -> Vec<Hit> {
            let weight = f64::from(rule.weight.abs()) / 100.0;
            seen.places(rule)
                .into_iter()
                .map(|(first, last)| Hit {
                    weight,
                    first,
                    last,
                    sentence: sentences.get(first).copied().unwrap_or_default(),
                    rule: &rule.id,
                })
                .collect()
        };
        for (family, rule) in &book.rules {
            for hit in look(rule) {
                if rule.weight < 0 {
                    findings.against.push((Some(*family), hit));
                } else {
                    findings.hits.push((*family, hit));
                }
            }
        }
        for rule in &book.benign {
            findings.against.extend(look(rule).into_iter().map(|hit| (None, hit)));
        }
        findings
    }

    /// How surely a family is played, and the places that say so. What speaks against weakens what stands
    /// in its sentence and in those beside it; of places that overlap the strongest counts.
    pub(super) fn score(&self, family: Family) -> (f64, Vec<Hit>) {
        let mut hits: Vec<Hit> = self
            .hits
            .iter()
            .filter(|(of, _)| *of == family)
            .map(|(_, hit)| self.weakened(family, *hit))
            .collect();
        hits.sort_by(|one, other| other.weight.total_cmp(&one.weight));
        let mut kept: Vec<Hit> = Vec::new();
        for hit in hits {
            if kept.iter().all(|other| hit.last < other.first || other.last < hit.first) {
                kept.push(hit);
            }
        }
        let missing: f64 = kept.iter().map(|hit| 1.0 - hit.weight).product();
        (1.0 - missing, kept)
    }

    fn weakened(&self, family: Family, mut hit: Hit) -> Hit {
        for (of, against) in &self.against {
            if of.is_none_or(|of| of == family) && against.sentence.abs_diff(hit.sentence) <= 1 {
                hit.weight *= 1.0 - against.weight;
            }
        }
        hit
    }
}

pub(super) fn sentences(words: &[Word]) -> Vec<usize> {
    let mut sentence = 0;
    words
        .iter()
        .map(|word| {
            let own = sentence;
            sentence += usize::from(word.kind == Kind::Break);
            own
        })
        .collect()
}

/// The places as evidence, in their order, those that touch joined.
pub(super) fn evidence(text: &str, words: &[Word], mut hits: Vec<Hit>, message: usize) -> Vec<Evidence> {
    hits.retain(|hit| hit.weight >= SHOWN);
    hits.truncate(MOST_EVIDENCE);
    hits.sort_by_key(|hit| hit.first);
    hits.iter()
        .filter_map(|hit| {
            // A rule may end with a sentence; its mark is no evidence.
            let inner = words.get(hit.first..=hit.last)?;
            let (first, last) = (inner.first()?, inner.iter().rfind(|word| word.kind != Kind::Break)?);
            Some(Evidence::of(text, message, (first.start as usize, last.end as usize), hit.rule))
        })
        .collect()
}

fn rounded(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}

/// Of places that overlap the first, in their order.
pub(super) fn apart(hits: Vec<Hit>) -> Vec<Hit> {
    let mut kept: Vec<Hit> = Vec::new();
    for hit in hits {
        if kept.iter().all(|other| hit.last < other.first || other.last < hit.first) {
            kept.push(hit);
        }
    }
    kept
}
