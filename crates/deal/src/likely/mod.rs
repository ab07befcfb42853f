//! How likely words say something: a weight for every word and for two that stand side by side.
//!
//! A rule knows a phrasing; weights know which words such sentences are made of, in any order. A text's
//! terms count the more the seldomer they are, and the whole is normed, so that a long sentence says no more
//! than a short one. The weights are fitted offline by logistic regression on labelled sets; what is read
//! here is a list of terms, each with its rarity and one weight for everything that is asked for.

mod stem;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::tactic::pattern::lines;
use crate::tactic::words::{Kind, Word};

/// A word or two, and where they stand among the text's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Term {
    pub(crate) text: String,
    pub(crate) first: usize,
    pub(crate) last: usize,
}

/// The terms of words, each once, at its first place. Pairs do not reach over the end of a sentence.
pub(crate) fn terms(words: &[Word]) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    let mut known: std::collections::HashSet<String> = std::collections::HashSet::new();
    let mut before: Option<String> = None;
    for (at, word) in words.iter().enumerate() {
        let text = match word.kind {
            Kind::Break => {
                before = None;
                continue;
            }
            Kind::Number => "#".to_owned(),
            Kind::Percent => "#%".to_owned(),
            Kind::Money => "#$".to_owned(),
            Kind::Ordinal => "#o".to_owned(),
            Kind::Word => stem::stem(&word.text),
        };
        let pair = before.map(|before| (format!("{before} {text}"), at - 1));
        for (text, first) in pair.into_iter().chain([(text.clone(), at)]) {
            if known.insert(text.clone()) {
                found.push(Term { text, first, last: at });
            }
        }
        before = Some(text);
    }
    found
}

/// The words as they are written, each once, at its first place; no figures.
pub(crate) fn forms(words: &[Word]) -> Vec<Term> {
    let mut known: std::collections::HashSet<&str> = std::collections::HashSet::new();
    let written = words.iter().enumerate().filter(|(_, word)| word.kind == Kind::Word);
    written
        .filter(|(_, word)| known.insert(&word.text))
        .map(|(at, word)| Term { text: word.text.clone(), first: at, last: at })
        .collect()
}

/// Stretches of one sentence and of two, and the whole where it is no longer than that: what is said in a
/// sentence is not weakened by the rest of a mail.
pub(crate) fn stretches(words: &[Word]) -> Vec<(usize, usize)> {
    let mut sentences: Vec<(usize, usize)> = Vec::new();
    let mut start = 0;
    for (at, word) in words.iter().enumerate() {
        if word.kind == Kind::Break || at + 1 == words.len() {
            sentences.push((start, at + 1));
            start = at + 1;
        }
    }
    let pairs = sentences.windows(2).filter_map(|pair| Some((pair.first()?.0, pair.last()?.1)));
    let pairs: Vec<(usize, usize)> = pairs.collect();
    sentences.into_iter().chain(pairs).collect()
}

/// The whole where it has five sentences or fewer, else four that follow each other, every second time: the
/// length of the texts by which weights of mails are fitted.
pub(crate) fn passages(words: &[Word]) -> Vec<(usize, usize)> {
    const WHOLE: usize = 5;
    const LONG: usize = 4;
    let breaks = words.iter().enumerate().filter(|(_, word)| word.kind == Kind::Break);
    let mut ends: Vec<usize> = breaks.map(|(at, _)| at + 1).collect();
    if ends.last().is_none_or(|end| *end < words.len()) {
        ends.push(words.len());
    }
    if ends.len() <= WHOLE {
        return vec![(0, words.len())];
    }
    let starts: Vec<usize> = std::iter::once(0).chain(ends.iter().copied()).take(ends.len()).collect();
    let last = ends.len() - LONG;
    // The last one ends with the text, so that nothing is left out.
    (0..last)
        .step_by(2)
        .chain([last])
        .filter_map(|at| Some((*starts.get(at)?, *ends.get(at + LONG - 1)?)))
        .collect()
}

/// Weights of terms.
#[derive(Debug, Default)]
pub(crate) struct Likely {
    terms: HashMap<&'static str, Weights>,
    /// What is no term and counts as it is: `base`, which always holds, and what callers name.
    plain: HashMap<&'static str, Vec<f64>>,
}

#[derive(Debug)]
pub(crate) struct Weights {
    rarity: f64,
    of: Vec<f64>,
}

/// What one thing that is asked for is shown by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Share {
    pub(crate) weight: f64,
    pub(crate) first: usize,
    pub(crate) last: usize,
}

impl Likely {
    /// Reads `rarity weight… term` lines; what has no rarity counts as it is ([`Likely::plain`]). A term's
    /// weights are so many to one, all else is in hundredths.
    pub(crate) fn read(text: &'static str, outcomes: usize, to_one: f64) -> Self {
        let mut likely = Self::default();
        for line in lines(text) {
            let mut parts = line.splitn(outcomes + 2, ' ');
            let mut numbers = parts.by_ref().take(outcomes + 1).filter_map(|part| part.parse::<i32>().ok());
            let Some(rarity) = numbers.next().map(|rarity| f64::from(rarity) / 100.0) else { continue };
            let to_one = if rarity == 0.0 { 100.0 } else { to_one };
            let of: Vec<f64> = numbers.map(|weight| f64::from(weight) / to_one).collect();
            let Some(term) = parts.next() else { continue };
            if rarity == 0.0 {
                likely.plain.insert(term, of);
            } else {
                likely.terms.insert(term, Weights { rarity, of });
            }
        }
        likely
    }

    /// The weight of something that is no term; `base` holds always.
    pub(crate) fn plain(&self, name: &str, outcome: usize) -> f64 {
        self.plain.get(name).and_then(|of| of.get(outcome)).copied().unwrap_or_default()
    }

    /// Those of the terms that are known, looked up once for all outcomes.
    pub(crate) fn known<'a>(&'a self, terms: &'a [Term]) -> Known<'a> {
        let terms: Vec<(&Term, &Weights)> =
            terms.iter().filter_map(|term| Some((term, self.terms.get(term.text.as_str())?))).collect();
        let norm = terms.iter().map(|(_, weights)| weights.rarity * weights.rarity).sum::<f64>().sqrt();
        Known { terms, norm }
    }

    /// What the terms add for one outcome.
    pub(crate) fn adds(&self, terms: &[Term], outcome: usize) -> f64 {
        self.known(terms).adds(outcome)
    }

    /// What counts as it is, by name.
    #[cfg(test)]
    pub(crate) fn plain_names(&self) -> impl Iterator<Item = &'static str> {
        self.plain.keys().copied()
    }

    /// How many terms there are.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.terms.len()
    }
}

/// Known terms of a text with their weights.
#[derive(Debug, Default)]
pub(crate) struct Known<'a> {
    terms: Vec<(&'a Term, &'a Weights)>,
    norm: f64,
}

impl Known<'_> {
    /// What they add for one outcome.
    pub(crate) fn adds(&self, outcome: usize) -> f64 {
        self.each(outcome).map(|share| share.weight).sum()
    }

    /// By which of them, the strongest first.
    pub(crate) fn shares(&self, outcome: usize) -> Vec<Share> {
        let mut shares: Vec<Share> = self.each(outcome).collect();
        shares.sort_by(|one, other| other.weight.total_cmp(&one.weight));
        shares
    }

    fn each(&self, outcome: usize) -> impl Iterator<Item = Share> {
        self.terms.iter().filter(|_| self.norm > 0.0).map(move |(term, weights)| Share {
            weight: weights.of.get(outcome).copied().unwrap_or_default() * weights.rarity / self.norm,
            first: term.first,
            last: term.last,
        })
    }
}

/// A sum of weights as a probability.
pub(crate) fn probability(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp())
}
