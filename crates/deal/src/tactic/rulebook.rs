//! The rules, read once.

use std::sync::LazyLock;

use super::Family;
use super::concepts::Concepts;
use super::marks::{self, MARKS, Mark};
use super::pattern::{Lexicon, Rule, lines};

/// All rules.
#[derive(Debug)]
pub(super) struct Rulebook {
    pub(super) lexicon: Lexicon,
    pub(super) rules: Vec<(Family, Rule)>,
    /// They speak against every family.
    pub(super) benign: Vec<Rule>,
    /// What a thread's messages are marked by.
    pub(super) marks: Vec<(Mark, Rule)>,
    pub(super) concepts: Concepts,
}

/// Read at first use and the same for ever.
pub(super) static RULEBOOK: LazyLock<Rulebook> = LazyLock::new(Rulebook::read);

const CLASSES: &str = include_str!("rules/classes.txt");
const BENIGN: &str = include_str!("rules/benign.txt");

pub(super) const FILES: [(Family, &str); 15] = [
    (Family::Deadline, include_str!("rules/deadline.txt")),
    (Family::Increase, include_str!("rules/increase.txt")),
    (Family::Final, include_str!("rules/final.txt")),
    (Family::Authority, include_str!("rules/authority.txt")),
    (Family::Bundle, include_str!("rules/bundle.txt")),
    (Family::Lockin, include_str!("rules/lockin.txt")),
    (Family::Anchor, include_str!("rules/anchor.txt")),
    (Family::Bypass, include_str!("rules/bypass.txt")),
    (Family::Scarcity, include_str!("rules/scarcity.txt")),
    (Family::GoodCop, include_str!("rules/goodcop.txt")),
    (Family::Nibble, include_str!("rules/nibble.txt")),
    (Family::Salami, include_str!("rules/salami.txt")),
    (Family::Flinch, include_str!("rules/flinch.txt")),
    (Family::Shrinking, include_str!("rules/shrinking.txt")),
    (Family::Impasse, include_str!("rules/impasse.txt")),
];

impl Rulebook {
    fn read() -> Self {
        let mut lexicon = Lexicon::default();
        lexicon.learn_classes(CLASSES);
        let mut rules = Vec::new();
        for (family, text) in FILES {
            for (number, line) in (1..).zip(lines(text)) {
                let id = format!("{}/{number}", family.code());
                rules.extend(lexicon.rule(line).map(|rule| (family, rule.named(id))));
            }
        }
        let mut benign: Vec<Rule> = lines(BENIGN).filter_map(|line| lexicon.rule(line)).collect();
        let mut marks = marks::read(&mut lexicon);
        let mut concepts = Concepts::read(|line| lexicon.rule(line));
        let all = rules.iter_mut().map(|(_, rule)| rule).chain(&mut benign);
        let all = all.chain(marks.iter_mut().map(|(_, rule)| rule)).chain(concepts.rules_mut());
        all.for_each(|rule| lexicon.note_begin(rule));
        Self { lexicon, rules, benign, marks, concepts }
    }
}

/// All texts that make up the rules, for their version.
pub(super) const TEXTS: [&str; 6] = [
    CLASSES,
    BENIGN,
    MARKS,
    super::concepts::CONCEPTS,
    super::concepts::WORD_WEIGHTS,
    super::concepts::SENSE_WEIGHTS,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_rule_and_every_class_is_explained() {
        let written: usize = FILES.iter().map(|(_, text)| lines(text).count()).sum();
        assert_eq!(RULEBOOK.rules.len(), written);
        assert_eq!(RULEBOOK.benign.len(), lines(BENIGN).count());
        assert_eq!(RULEBOOK.marks.len(), lines(MARKS).count());
        assert_eq!(RULEBOOK.concepts.unread(), 0);
        assert_eq!(RULEBOOK.lexicon.unexplained(), Vec::<&str>::new());
    }
}
