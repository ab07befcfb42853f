//! How likely words say something: a weight for every word and for two that stand side by side.
//!
//! A rule knows a phrasing; weights know which words such sentences are made of, in any order. A text's
//! terms count the more the seldomer they are, and the whole is normed, so that a long sentence says no more
//! than a short one. The weights are fitted offline by logistic regression on labelled sets; what is read
//! here is a list of terms, each with its rarity and one weight for everything that is asked for, all in
//! hundredths.

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

/// The whole where it has three sentences or fewer, else every two that follow each other: the length of
/// the texts by which weights of mails are fitted.
pub(crate) fn passages(words: &[Word]) -> Vec<(usize, usize)> {
    let ends = words.iter().filter(|word| word.kind == Kind::Break).count();
    if ends <= 3 {
        return vec![(0, words.len())];
    }
    let alone = |(start, end): &(usize, usize)| {
        let inner = words.get(*start..end.saturating_sub(1)).unwrap_or_default();
        inner.iter().all(|word| word.kind != Kind::Break)
    };
    stretches(words).into_iter().filter(|stretch| !alone(stretch)).collect()
}

/// Weights of terms.
#[derive(Debug, Default)]
pub(crate) struct Likely {
    terms: HashMap<&'static str, Weights>,
    /// What is no term and counts as it is: `base`, which always holds, and what callers name.
    plain: HashMap<&'static str, Vec<f64>>,
}

#[derive(Debug)]
struct Weights {
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
    /// Reads `rarity weight… term` lines; what has no rarity counts as it is ([`Likely::plain`]).
    pub(crate) fn read(text: &'static str, outcomes: usize) -> Self {
        let mut likely = Self::default();
        for line in lines(text) {
            let mut parts = line.splitn(outcomes + 2, ' ');
            let hundredths: Vec<f64> = parts
                .by_ref()
                .take(outcomes + 1)
                .filter_map(|part| part.parse::<i32>().ok())
                .map(|value| f64::from(value) / 100.0)
                .collect();
            let (Some((rarity, of)), Some(term)) = (hundredths.split_first(), parts.next()) else { continue };
            if *rarity == 0.0 {
                likely.plain.insert(term, of.to_vec());
            } else {
                likely.terms.insert(term, Weights { rarity: *rarity, of: of.to_vec() });
            }
        }
        likely
    }

    /// The weight of something that is no term; `base` holds always.
    pub(crate) fn plain(&self, name: &str, outcome: usize) -> f64 {
        self.plain.get(name).and_then(|of| of.get(outcome)).copied().unwrap_or_default()
    }

    /// What the terms add for one outcome, and by which of them, the strongest first.
    pub(crate) fn adds(&self, terms: &[Term], outcome: usize) -> (f64, Vec<Share>) {
        let known: Vec<(&Term, &Weights)> =
            terms.iter().filter_map(|term| Some((term, self.terms.get(term.text.as_str())?))).collect();
        let norm = known.iter().map(|(_, weights)| weights.rarity * weights.rarity).sum::<f64>().sqrt();
        if norm <= 0.0 {
            return (0.0, Vec::new());
        }
        let mut shares: Vec<Share> = known
            .iter()
            .map(|(term, weights)| Share {
                weight: weights.of.get(outcome).copied().unwrap_or_default() * weights.rarity / norm,
                first: term.first,
                last: term.last,
            })
            .collect();
        let sum = shares.iter().map(|share| share.weight).sum();
        shares.sort_by(|one, other| other.weight.total_cmp(&one.weight));
        (sum, shares)
    }

    /// How many terms there are.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.terms.len()
    }
}

/// A sum of weights as a probability.
pub(crate) fn probability(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp())
}
