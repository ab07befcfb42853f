//! Concepts that vendors' words show, and how much each, or two in one sentence, says for a family.
//!
//! A rule knows a phrasing; a concept knows many words for one thing (a time limit, a superior, a loss).
//! `rules/concepts.txt` lists what shows each; `rules/weights.txt` holds the weights, fitted offline by
//! logistic regression on the training parts of the sets in `tests/data/agent` (see its README).

use std::collections::{BTreeMap, HashMap};

use super::Family;
use super::judge::{Hit, sentences};
use super::pattern::{Lexicon, Rule, lines};
use super::words::Word;
use crate::likely::{Likely, Share, Term, passages, probability, terms};

pub(super) const CONCEPTS: &str = include_str!("rules/concepts.txt");
pub(super) const WEIGHTS: &str = include_str!("rules/weights.txt");
pub(super) const WORD_WEIGHTS: &str = include_str!("rules/word_weights.txt");
/// The name under which a record keeps what words show by their weights.
pub(super) const BY_WORDS: &str = "words";

/// A word that adds less to the logit is not shown.
const STRONG: f64 = 0.35;
/// Words that are shown by their weights alone.
const MOST_WORDS: usize = 4;

/// One concept, or two in one sentence, by their numbers; the lower number first.
type Feature = (usize, Option<usize>);

/// The concepts with what shows them, and the weights.
#[derive(Debug, Default)]
pub(super) struct Concepts {
    names: Vec<String>,
    /// Their names in records.
    ids: Vec<String>,
    shown_by: Vec<(usize, Rule)>,
    families: Vec<Weights>,
    words: Likely,
}

#[derive(Debug)]
struct Weights {
    family: Family,
    /// What holds without any concept.
    base: f64,
    /// What the rules' score adds, at most.
    rules: f64,
    of: HashMap<Feature, f64>,
}

/// A concept's place.
#[derive(Debug, Clone, Copy)]
struct Mention {
    first: usize,
    last: usize,
}

/// The concepts that a text shows: for each feature the places of the first time.
#[derive(Debug, Default)]
pub(super) struct Shown {
    features: BTreeMap<Feature, Vec<Mention>>,
    /// The terms of each passage, and where it begins.
    passages: Vec<(usize, Vec<Term>)>,
}

impl Concepts {
    pub(super) fn read(lexicon: &mut Lexicon) -> Self {
        let words = Likely::read(WORD_WEIGHTS, Family::OF_TEXTS.len());
        let mut concepts = Self { words, ..Self::default() };
        for line in lines(CONCEPTS) {
            let Some((name, rest)) = line.split_once(' ') else { continue };
            let at = concepts.names.iter().position(|known| known == name).unwrap_or_else(|| {
                concepts.names.push(name.to_owned());
                concepts.ids.push(format!("concept/{name}"));
                concepts.names.len() - 1
            });
            concepts.shown_by.extend(lexicon.rule(&format!("1 {rest}")).map(|rule| (at, rule)));
        }
        for line in lines(WEIGHTS) {
            concepts.learn(line);
        }
        concepts
    }

    /// `family feature weight`, the weight in hundredths; a feature is a concept, two joined by `+`,
    /// `base` or `rules`.
    fn learn(&mut self, line: &str) -> Option<()> {
        let mut parts = line.split_whitespace();
        let family = Family::of_code(parts.next()?)?;
        let feature = parts.next()?;
        let weight = f64::from(parts.next()?.parse::<i32>().ok()?) / 100.0;
        if self.families.iter().all(|known| known.family != family) {
            self.families.push(Weights { family, base: 0.0, rules: 0.0, of: HashMap::new() });
        }
        let number = |name: &str| self.names.iter().position(|known| known == name);
        let feature = match (feature, feature.split_once('+')) {
            ("base" | "rules", _) => None,
            (_, Some((one, other))) => Some((number(one)?, Some(number(other)?))),
            (one, None) => Some((number(one)?, None)),
        };
        let weights = self.families.iter_mut().find(|known| known.family == family)?;
        match feature {
            Some(feature) => {
                weights.of.insert(feature, weight);
            }
            None if parts_is_base(line) => weights.base = weight,
            None => weights.rules = weight,
        }
        Some(())
    }

    pub(super) fn rules_mut(&mut self) -> impl Iterator<Item = &mut Rule> {
        self.shown_by.iter_mut().map(|(_, rule)| rule)
    }

    /// What the words show.
    pub(super) fn shown(&self, lexicon: &Lexicon, words: &[Word]) -> Shown {
        let sentences = sentences(words);
        let mut seen = lexicon.seen(words);
        let mut by_sentence: BTreeMap<usize, BTreeMap<usize, Mention>> = BTreeMap::new();
        for (concept, rule) in &self.shown_by {
            for (first, last) in seen.places(rule) {
                let sentence = sentences.get(first).copied().unwrap_or_default();
                let there = by_sentence.entry(sentence).or_default();
                there.entry(*concept).or_insert(Mention { first, last });
            }
        }
        let passage =
            |(start, end): (usize, usize)| (start, terms(words.get(start..end).unwrap_or_default()));
        let passages = passages(words).into_iter().map(passage).collect();
        let mut shown = Shown { passages, ..Shown::default() };
        for concepts in by_sentence.values() {
            for (one, at) in concepts {
                shown.features.entry((*one, None)).or_insert_with(|| vec![*at]);
                for (other, beside) in concepts.range(one + 1..) {
                    shown.features.entry((*one, Some(*other))).or_insert_with(|| vec![*at, *beside]);
                }
            }
        }
        shown
    }

    /// How likely a family is played, by the concepts and the rules' score, and the places that say so.
    pub(super) fn judge(&'static self, family: Family, rules: f64, shown: &Shown) -> (f64, Vec<Hit>) {
        let Some(weights) = self.families.iter().find(|known| known.family == family) else {
            return (rules, Vec::new());
        };
        let (by_words, shares) = self.by_words(family, shown);
        let mut sum = weights.base + weights.rules * rules + by_words;
        let mut places: Vec<(f64, usize, Mention)> = Vec::new();
        for (feature, mentions) in &shown.features {
            let weight = weights.of.get(feature).copied().unwrap_or_default();
            sum += weight;
            let concepts = std::iter::once(feature.0).chain(feature.1);
            for (concept, mention) in concepts.zip(mentions).filter(|_| weight > 0.0) {
                places.push((weight, concept, *mention));
            }
        }
        places.sort_by(|(one, ..), (other, ..)| other.total_cmp(one));
        let mut kept: Vec<Hit> = Vec::new();
        for (weight, concept, mention) in places {
            if kept.iter().all(|hit| mention.last < hit.first || hit.last < mention.first) {
                let name = self.ids.get(concept).map_or("", String::as_str);
                kept.push(Hit::shown_by_concept(weight, name, mention.first, mention.last));
            }
        }
        for share in shares {
            if kept.iter().all(|hit| share.last < hit.first || hit.last < share.first) {
                kept.push(Hit::shown_by_concept(share.weight, BY_WORDS, share.first, share.last));
            }
        }
        (probability(sum), kept)
    }

    /// What the words of the passage say that speaks most for a family, and the words that do.
    fn by_words(&self, family: Family, shown: &Shown) -> (f64, Vec<Share>) {
        let outcome = Family::OF_TEXTS.iter().position(|of| *of == family).unwrap_or(usize::MAX);
        let judged = shown.passages.iter().map(|(start, terms)| (start, self.words.adds(terms, outcome)));
        let best = judged.max_by(|(_, (one, _)), (_, (other, _))| one.total_cmp(other));
        let Some((start, (sum, shares))) = best else { return (0.0, Vec::new()) };
        let strong = shares.into_iter().filter(|share| share.weight >= STRONG).take(MOST_WORDS);
        let moved =
            strong.map(|share| Share { first: share.first + start, last: share.last + start, ..share });
        (sum, moved.collect())
    }

    /// What a text shows, by name.
    #[cfg(test)]
    pub(super) fn names_of(&self, shown: &Shown) -> Vec<String> {
        let name = |at: usize| self.names.get(at).cloned().unwrap_or_default();
        let named = |(one, other): &Feature| match other {
            Some(other) => format!("{}+{}", name(*one), name(*other)),
            None => name(*one),
        };
        shown.features.keys().map(named).collect()
    }

    /// Lines that name no known concept or family.
    #[cfg(test)]
    pub(super) fn unread(&self) -> usize {
        let read: usize = self.families.iter().map(|weights| weights.of.len() + 2).sum();
        lines(WEIGHTS).count().abs_diff(read)
    }
}

fn parts_is_base(line: &str) -> bool {
    line.split_whitespace().nth(1) == Some("base")
}
