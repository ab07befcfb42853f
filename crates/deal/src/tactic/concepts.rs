//! Concepts that vendors' words show, and how much each says for a family, beside what single words say.
//!
//! A rule knows a phrasing; a concept knows many words for one thing (a time limit, a superior, a loss).
//! `rules/concepts.txt` lists what shows each; `rules/word_weights.txt` holds the weights of concepts, rules,
//! stems and pairs of stems, `rules/sense_weights.txt` those that words have by their meaning, so that a word
//! that no labelled text has says what its neighbours in meaning say. Both were fitted offline by logistic
//! regression on the training parts of the sets in `tests/data/agent` (see its README).

use std::collections::BTreeMap;

use super::Family;
use super::judge::Hit;
use super::pattern::{Rule, lines};
use super::seen::Seen;
use super::words::Word;
use crate::likely::{Known, Likely, Share, Term, forms, passages, probability, terms};

pub(super) const CONCEPTS: &str = include_str!("rules/concepts.txt");
pub(super) const WORD_WEIGHTS: &str = include_str!("rules/word_weights.txt");
pub(super) const SENSE_WEIGHTS: &str = include_str!("rules/sense_weights.txt");
/// The name under which a record keeps what words show by their weights.
pub(super) const BY_WORDS: &str = "words";

/// A word that adds less to the logit is not shown, unless nothing else is.
const STRONG: f64 = 0.35;
/// Words that are shown by their weights alone.
const MOST_WORDS: usize = 4;

/// The weights of words are written in tenths.
const TO_ONE: f64 = 10.0;
/// A family is named from here on; on folds by author the names are right in 85 of 100 cases.
const NAMED: f64 = 0.45;
/// Nothing is named of a text that less likely plays anything at all.
const PLAYED: f64 = 0.4;

/// How many families a text can show.
const FAMILIES: usize = Family::OF_TEXTS.len();
/// What is asked for: each of them, in their order, then whether any is played.
const ASKED: usize = FAMILIES + 1;
type Sums = [f64; ASKED];

/// The concepts with what shows them, and the weights.
#[derive(Debug, Default)]
pub(super) struct Concepts {
    names: Vec<String>,
    /// Their names in records.
    ids: Vec<String>,
    shown_by: Vec<(usize, Rule)>,
    /// What holds without anything.
    base: Sums,
    /// What the rules' score for each family adds, at most.
    rules: Vec<Sums>,
    /// What each concept adds.
    of: Vec<Sums>,
    joint: Joint,
    words: Likely,
    senses: Likely,
}

/// What a family's sum is weighed with: that anything is played, and how far the sum is ahead of the other
/// families' best. Most texts play one tactic, and a harmless one speaks a little for several.
#[derive(Debug, Default)]
struct Joint {
    any: f64,
    ahead: f64,
}

/// A family that is named.
#[derive(Debug)]
pub(super) struct Named {
    pub(super) family: Family,
    pub(super) likely: f64,
    /// The concepts and words that say so.
    pub(super) places: Vec<Hit>,
}

/// A concept's place.
#[derive(Debug, Clone, Copy)]
struct Mention {
    first: usize,
    last: usize,
}

/// What stands in a stretch of a text: its terms, its words as they are, and where it begins.
#[derive(Debug)]
struct Passage {
    start: usize,
    terms: Vec<Term>,
    forms: Vec<Term>,
}

/// The concepts that a text shows, by their numbers, with the place of the first time.
#[derive(Debug, Default)]
pub(super) struct Shown {
    concepts: BTreeMap<usize, Mention>,
    passages: Vec<Passage>,
}

/// What a passage's words say, looked up.
struct Heard<'a> {
    start: usize,
    terms: Known<'a>,
    forms: Known<'a>,
}

impl Heard<'_> {
    fn adds(&self, outcome: usize) -> f64 {
        self.terms.adds(outcome) + self.forms.adds(outcome)
    }

    /// Which words do, the strongest first, in places of the whole text.
    fn shares(&self, outcome: usize) -> Vec<Share> {
        let mut shares = self.terms.shares(outcome);
        shares.extend(self.forms.shares(outcome));
        for share in &mut shares {
            (share.first, share.last) = (share.first + self.start, share.last + self.start);
        }
        shares.sort_by(|one, other| other.weight.total_cmp(&one.weight));
        shares
    }
}

impl Concepts {
    pub(super) fn read(mut rule: impl FnMut(&str) -> Option<Rule>) -> Self {
        let words = Likely::read(WORD_WEIGHTS, ASKED, TO_ONE);
        let senses = Likely::read(SENSE_WEIGHTS, ASKED, TO_ONE);
        let mut concepts = Self { words, senses, ..Self::default() };
        for line in lines(CONCEPTS) {
            let Some((name, rest)) = line.split_once(' ') else { continue };
            let at = concepts.names.iter().position(|known| known == name).unwrap_or_else(|| {
                concepts.names.push(name.to_owned());
                concepts.ids.push(format!("concept/{name}"));
                concepts.names.len() - 1
            });
            concepts.shown_by.extend(rule(&format!("1 {rest}")).map(|rule| (at, rule)));
        }
        let plain = |name: &str| std::array::from_fn(|outcome| concepts.words.plain(name, outcome));
        let of = concepts.ids.iter().map(|id| plain(id)).collect();
        let rules = Family::OF_TEXTS.map(|family| plain(&format!("rules/{}", family.code()))).to_vec();
        let base = plain("base");
        let joint = Joint { any: concepts.words.plain("joint", 0), ahead: concepts.words.plain("joint", 1) };
        Self { base, rules, of, joint, ..concepts }
    }

    pub(super) fn rules_mut(&mut self) -> impl Iterator<Item = &mut Rule> {
        self.shown_by.iter_mut().map(|(_, rule)| rule)
    }

    /// What the words show.
    pub(super) fn shown(&self, seen: &mut Seen<'_>, words: &[Word]) -> Shown {
        let mut concepts: BTreeMap<usize, Mention> = BTreeMap::new();
        seen.begin();
        for (concept, rule) in &self.shown_by {
            for (first, last) in seen.places(rule) {
                let known = concepts.entry(*concept).or_insert(Mention { first, last });
                if first < known.first {
                    *known = Mention { first, last };
                }
            }
        }
        let passage = |(start, end): (usize, usize)| {
            let words = words.get(start..end).unwrap_or_default();
            Passage { start, terms: terms(words), forms: forms(words) }
        };
        Shown { concepts, passages: passages(words).into_iter().map(passage).collect() }
    }

    /// The families that are played, by the concepts, the words and the rules' scores.
    pub(super) fn judge(&'static self, scores: &[f64], shown: &Shown) -> Vec<Named> {
        let heard: Vec<Heard<'_>> = shown
            .passages
            .iter()
            .map(|Passage { start, terms, forms }| Heard {
                start: *start,
                terms: self.words.known(terms),
                forms: self.senses.known(forms),
            })
            .collect();
        let by_words: Vec<(f64, Option<&Heard<'_>>)> = (0..ASKED)
            .map(|outcome| {
                let best = heard.iter().map(|heard| (heard.adds(outcome), Some(heard)));
                best.max_by(|(one, _), (other, _)| one.total_cmp(other)).unwrap_or((0.0, None))
            })
            .collect();
        let sum = |(outcome, (by_words, _)): (usize, &(f64, Option<&Heard<'_>>))| {
            let weight = |of: &Sums| of.get(outcome).copied().unwrap_or_default();
            let by_rules: f64 = self.rules.iter().zip(scores).map(|(of, score)| weight(of) * score).sum();
            let by_concepts: f64 =
                shown.concepts.keys().filter_map(|concept| self.of.get(*concept)).map(weight).sum();
            weight(&self.base) + by_rules + by_concepts + by_words
        };
        let sums: Vec<f64> = by_words.iter().enumerate().map(sum).collect();
        let Some((any, sums)) = sums.split_last() else { return Vec::new() };
        if probability(*any) < PLAYED {
            return Vec::new();
        }
        let likely = |(at, sum): (usize, &f64)| {
            let others = sums.iter().enumerate().filter(|(other, _)| *other != at);
            let best = others.map(|(_, sum)| *sum).fold(f64::NEG_INFINITY, f64::max);
            probability(sum + self.joint.any * any + self.joint.ahead * (sum - best))
        };
        let likely = sums.iter().enumerate().map(likely);
        let named =
            Family::OF_TEXTS.into_iter().zip(likely).enumerate().filter(|(_, (_, likely))| *likely >= NAMED);
        named
            .map(|(outcome, (family, likely))| {
                let heard = by_words.get(outcome).and_then(|(_, heard)| *heard);
                Named { family, likely, places: self.places(outcome, shown, heard) }
            })
            .collect()
    }

    /// The concepts that speak for a family where they stand, then the words that do.
    fn places(&'static self, outcome: usize, shown: &Shown, heard: Option<&Heard<'_>>) -> Vec<Hit> {
        let weight = |concept: &usize| self.of.get(*concept).and_then(|of| of.get(outcome)).copied();
        let mut places: Vec<(f64, usize, Mention)> = shown
            .concepts
            .iter()
            .filter_map(|(concept, mention)| Some((weight(concept)?, *concept, *mention)))
            .filter(|(weight, ..)| *weight > 0.0)
            .collect();
        places.sort_by(|(one, ..), (other, ..)| other.total_cmp(one));
        let mut kept: Vec<Hit> = Vec::new();
        for (weight, concept, mention) in places {
            if kept.iter().all(|hit| mention.last < hit.first || hit.last < mention.first) {
                let name = self.ids.get(concept).map_or("", String::as_str);
                kept.push(Hit::shown_by_concept(weight, name, mention.first, mention.last));
            }
        }
        let shares = heard.map(|heard| heard.shares(outcome)).unwrap_or_default();
        let strongest = if kept.is_empty() { shares.first().copied() } else { None };
        let strong = shares.into_iter().filter(|share| share.weight >= STRONG).take(MOST_WORDS);
        for share in strongest.into_iter().chain(strong) {
            if kept.iter().all(|hit| share.last < hit.first || hit.last < share.first) {
                kept.push(Hit::shown_by_concept(share.weight, BY_WORDS, share.first, share.last));
            }
        }
        kept
    }

    /// What a text shows, by name.
    #[cfg(test)]
    pub(super) fn names_of(&self, shown: &Shown) -> Vec<String> {
        shown.concepts.keys().filter_map(|at| self.names.get(*at).cloned()).collect()
    }

    /// Weights of no known concept or family.
    #[cfg(test)]
    pub(super) fn unread(&self) -> usize {
        let known = |name: &&str| {
            matches!(*name, "base" | "joint")
                || self.ids.iter().any(|id| id == name)
                || name.strip_prefix("rules/").is_some_and(|code| Family::of_code(code).is_some())
        };
        self.words.plain_names().filter(|name| !known(name)).count()
    }
}
