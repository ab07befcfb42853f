//! How a rule is held against the words of a text.

use super::pattern::{Alternatives, Atom, Element, Lexicon, MAX_DEPTH, Rule, Sequence, is_of};
use super::term_set::TermSet;
use super::words::{Kind, Word};

/// Steps that one text may take at most; a hostile text ends there with what was found until then.
const MAX_STEPS: u32 = 4_000_000;

/// A text's words with what the lexicon sees in them.
pub(crate) struct Seen<'a> {
    lexicon: &'a Lexicon,
    words: &'a [Word],
    terms: Vec<Vec<u32>>,
    /// All of them.
    there: TermSet,
    steps: u32,
}

impl<'a> Seen<'a> {
    pub(super) fn of(lexicon: &'a Lexicon, words: &'a [Word], terms: Vec<Vec<u32>>) -> Self {
        let mut there = TermSet::default();
        terms.iter().flatten().for_each(|term| there.add(*term));
        Self { lexicon, words, terms, there, steps: 0 }
    }

    /// Counts steps from here on anew.
    pub(super) fn begin(&mut self) {
        self.steps = 0;
    }

    /// The first and last word of every place where a rule holds; one for each beginning.
    pub(crate) fn places(&mut self, rule: &Rule) -> Vec<(usize, usize)> {
        let mut places = Vec::new();
        if !rule.may_hold(&self.there) {
            return places;
        }
        for start in 0..self.words.len() {
            if !rule.may_begin(self.terms_at(start)) {
                continue;
            }
            if let Some(end) = self.holds_from(&rule.elements, start).filter(|end| *end > start) {
                places.push((start, end.saturating_sub(1)));
            }
        }
        places
    }

    fn holds_from(&mut self, elements: &[Element], at: usize) -> Option<usize> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return None;
        }
        let Some((element, rest)) = elements.split_first() else { return Some(at) };
        match element {
            Element::One(alternatives) => self.after(alternatives, at, rest),
            Element::Perhaps(alternatives) => {
                self.after(alternatives, at, rest).or_else(|| self.holds_from(rest, at))
            }
            Element::Gap(long) => {
                for gap in 0..=usize::from(*long) {
                    if let Some(end) = self.holds_from(rest, at + gap) {
                        return Some(end);
                    }
                    if self.is_break(at + gap) {
                        return None;
                    }
                }
                None
            }
            Element::Not(alternatives) => {
                if !self.ends_of(alternatives, at).is_empty() {
                    return None;
                }
                self.holds_from(rest, at)
            }
            Element::NotBefore(alternatives) => {
                let stands = (1..=3).any(|back| {
                    at.checked_sub(back).is_some_and(|start| self.ends_of(alternatives, start).contains(&at))
                });
                if stands { None } else { self.holds_from(rest, at) }
            }
            Element::Begin => {
                let begins = at == 0 || self.is_break(at - 1);
                if begins { self.holds_from(rest, at) } else { None }
            }
            Element::End => {
                if at < self.words.len() && self.is_break(at) {
                    self.holds_from(rest, at + 1)
                } else {
                    None
                }
            }
        }
    }

    fn is_break(&self, at: usize) -> bool {
        self.words.get(at).is_none_or(|word| word.kind == Kind::Break)
    }

    fn terms_at(&self, at: usize) -> &[u32] {
        self.terms.get(at).map_or(&[], Vec::as_slice)
    }

    fn after(&mut self, alternatives: &Alternatives, at: usize, rest: &[Element]) -> Option<usize> {
        self.ends_of(alternatives, at).into_iter().find_map(|end| self.holds_from(rest, end))
    }

    fn ends_of(&self, alternatives: &Alternatives, at: usize) -> Vec<usize> {
        let mut ends = Vec::new();
        if alternatives.may_begin(self.terms_at(at)) {
            self.ends(&alternatives.sequences, at, &mut ends, 0);
        }
        ends
    }

    /// Where one of the sequences may end that begins here.
    fn ends(&self, sequences: &[Sequence], at: usize, ends: &mut Vec<usize>, depth: u8) {
        if depth > MAX_DEPTH {
            return;
        }
        for sequence in sequences {
            let mut places = vec![at];
            for atom in sequence {
                let mut next = Vec::new();
                for place in places {
                    match atom {
                        Atom::Term(term) => {
                            if self.terms.get(place).is_some_and(|terms| terms.contains(term)) {
                                next.push(place + 1);
                            }
                        }
                        Atom::Of(kind) => {
                            if self.words.get(place).is_some_and(|word| is_of(word.kind, *kind)) {
                                next.push(place + 1);
                            }
                        }
                        Atom::Class(class) => {
                            if let Some(sequences) = self.lexicon.class_sequences.get(*class as usize) {
                                self.ends(sequences, place, &mut next, depth + 1);
                            }
                        }
                    }
                }
                next.dedup();
                places = next;
                if places.is_empty() {
                    break;
                }
            }
            for place in places {
                if !ends.contains(&place) {
                    ends.push(place);
                }
            }
        }
    }
}
