//! The little language in which the rules are written, and how a rule is held against words.
//!
//! A rule is a line: its weight in percent (below zero: it speaks against), then elements parted by
//! spaces. An element is a list of alternatives parted by `|`; an alternative is a sequence of atoms
//! joined by `_`. Atoms: a word, the beginning of one (`sign*`), a class (`@when`), a number (`#`), a
//! percentage (`#%`), money (`#$`), `31st` (`#o`). `x?` may be left out, `!x` must not come next, `<!x`
//! must not stand before, `~` passes over up to four words and `~9` over nine, `//` is the end of a
//! sentence, `^` its beginning. Nothing but `//` passes over the end of a sentence.

use std::collections::HashMap;

pub(crate) use super::seen::Seen;
use super::term_set::TermSet;
use super::words::{Kind, Word};
use crate::plain::Plain;

pub(super) const MAX_DEPTH: u8 = 6;
/// The first numbers of terms stand for kinds of figures.
const KINDS: [Kind; MANY_KINDS as usize] = [Kind::Number, Kind::Percent, Kind::Money, Kind::Ordinal];
const MANY_KINDS: u32 = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Atom {
    Term(u32),
    Class(u32),
    Of(Kind),
}

pub(super) type Sequence = Vec<Atom>;

/// Sequences of which one must be there.
#[derive(Debug)]
pub(super) struct Alternatives {
    pub(super) sequences: Vec<Sequence>,
    /// Terms with which one of them begins; `None` where that is not known.
    firsts: Option<TermSet>,
}

impl Alternatives {
    /// False where none of them can begin with such a word.
    pub(super) fn may_begin(&self, terms: &[u32]) -> bool {
        self.firsts.as_ref().is_none_or(|firsts| terms.iter().any(|term| firsts.has(*term)))
    }
}

#[derive(Debug)]
pub(super) enum Element {
    One(Alternatives),
    Perhaps(Alternatives),
    Gap(u8),
    Not(Alternatives),
    NotBefore(Alternatives),
    Begin,
    End,
}

/// A rule: how much it says, and what it looks for.
#[derive(Debug)]
pub(crate) struct Rule {
    /// By which records name it; its book gives it.
    pub(crate) id: String,
    /// In percent; below zero it speaks against.
    pub(crate) weight: i32,
    pub(super) elements: Vec<Element>,
}

impl Rule {
    /// The same under a name.
    pub(crate) fn named(self, id: String) -> Self {
        Self { id, ..self }
    }

    /// True where a text that has these terms may hold it: one of each of its elements is there.
    pub(super) fn may_hold(&self, there: &TermSet) -> bool {
        self.elements.iter().all(|element| match element {
            Element::One(alternatives) => {
                alternatives.firsts.as_ref().is_none_or(|firsts| firsts.meets(there))
            }
            _ => true,
        })
    }

    /// False where it cannot begin with such a word.
    pub(super) fn may_begin(&self, terms: &[u32]) -> bool {
        let first =
            self.elements.iter().find(|element| !matches!(element, Element::Begin | Element::NotBefore(_)));
        !matches!(first, Some(Element::One(alternatives)) if !alternatives.may_begin(terms))
    }
}

/// Words, beginnings and classes that rules speak of.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    words: HashMap<String, u32>,
    beginnings: HashMap<String, u32>,
    classes: HashMap<String, u32>,
    pub(super) class_sequences: Vec<Vec<Sequence>>,
    terms: u32,
}

impl Lexicon {
    /// Reads `name: alternative alternative …` lines; a name that stands twice is added to.
    pub(crate) fn learn_classes(&mut self, text: &str) {
        for line in lines(text) {
            if let Some((name, alternatives)) = line.split_once(':') {
                let class = self.class(name.trim());
                let sequences: Vec<Sequence> =
                    alternatives.split_whitespace().map(|alternative| self.sequence(alternative)).collect();
                if let Some(known) = self.class_sequences.get_mut(class as usize) {
                    known.extend(sequences);
                }
            }
        }
    }

    fn class(&mut self, name: &str) -> u32 {
        if let Some(class) = self.classes.get(name) {
            return *class;
        }
        let class = u32::try_from(self.class_sequences.len()).unwrap_or(u32::MAX);
        self.classes.insert(name.to_owned(), class);
        self.class_sequences.push(Vec::new());
        class
    }

    /// A name that a rule uses and no line explains.
    #[cfg(test)]
    pub(crate) fn unexplained(&self) -> Vec<&str> {
        let empty = |class: u32| self.class_sequences.get(class as usize).is_none_or(Vec::is_empty);
        self.classes.iter().filter(|(_, class)| empty(**class)).map(|(name, _)| name.as_str()).collect()
    }

    fn term(&mut self, text: &str) -> u32 {
        // Words of texts come in their plain dress, so those of the rules are put into it, too.
        let plain: String = Plain::of(text, usize::MAX).chars.into_iter().collect();
        let (map, key) = match plain.strip_suffix('*') {
            Some(beginning) => (&mut self.beginnings, beginning),
            None => (&mut self.words, plain.as_str()),
        };
        if let Some(term) = map.get(key) {
            return *term;
        }
        let term = self.terms + MANY_KINDS;
        map.insert(key.to_owned(), term);
        self.terms += 1;
        term
    }

    fn sequence(&mut self, text: &str) -> Sequence {
        text.split(['_', '-']).map(|atom| self.atom(atom)).collect()
    }

    fn atom(&mut self, text: &str) -> Atom {
        match text {
            "#" => Atom::Of(Kind::Number),
            "#%" => Atom::Of(Kind::Percent),
            "#$" => Atom::Of(Kind::Money),
            "#o" => Atom::Of(Kind::Ordinal),
            _ => match text.strip_prefix('@') {
                Some(class) => Atom::Class(self.class(class)),
                None => Atom::Term(self.term(text)),
            },
        }
    }

    fn alternatives(&mut self, text: &str) -> Alternatives {
        Alternatives {
            sequences: text.split('|').map(|sequence| self.sequence(sequence)).collect(),
            firsts: None,
        }
    }

    /// Reads a rule's line; `None` where it has no weight.
    pub(crate) fn rule(&mut self, line: &str) -> Option<Rule> {
        let (weight, rest) = line.split_once(char::is_whitespace)?;
        let weight = weight.parse().ok()?;
        let elements = rest.split_whitespace().map(|text| self.element(text)).collect();
        Some(Rule { id: String::new(), weight, elements })
    }

    /// Notes with which words a rule and its elements can begin, once all classes are known.
    pub(crate) fn note_begin(&self, rule: &mut Rule) {
        for element in &mut rule.elements {
            if let Element::One(alternatives)
            | Element::Perhaps(alternatives)
            | Element::Not(alternatives)
            | Element::NotBefore(alternatives) = element
            {
                let mut firsts = TermSet::default();
                let known = self.firsts(&alternatives.sequences, &mut firsts, 0);
                alternatives.firsts = known.then_some(firsts);
            }
        }
    }

    /// False where it is not known what comes first.
    fn firsts(&self, sequences: &[Sequence], begins: &mut TermSet, depth: u8) -> bool {
        depth <= MAX_DEPTH
            && sequences.iter().all(|sequence| match sequence.first() {
                Some(Atom::Term(term)) => {
                    begins.add(*term);
                    true
                }
                Some(Atom::Class(class)) => self
                    .class_sequences
                    .get(*class as usize)
                    .is_some_and(|sequences| self.firsts(sequences, begins, depth + 1)),
                Some(Atom::Of(kind)) => {
                    kinds(*kind, is_of).for_each(|term| begins.add(term));
                    true
                }
                None => false,
            })
    }

    fn element(&mut self, text: &str) -> Element {
        if let Some(long) = text.strip_prefix('~') {
            return Element::Gap(long.parse().unwrap_or(4));
        }
        if let Some(rest) = text.strip_prefix("<!") {
            return Element::NotBefore(self.alternatives(rest));
        }
        if let Some(rest) = text.strip_prefix('!') {
            return Element::Not(self.alternatives(rest));
        }
        match text {
            "^" => Element::Begin,
            "//" => Element::End,
            _ => match text.strip_suffix('?') {
                Some(rest) => Element::Perhaps(self.alternatives(rest)),
                None => Element::One(self.alternatives(text)),
            },
        }
    }

    /// Says of each word which terms it is.
    pub(crate) fn seen<'a>(&'a self, words: &'a [Word]) -> Seen<'a> {
        Seen::of(self, words, words.iter().map(|word| self.terms_of(word)).collect())
    }

    fn terms_of(&self, word: &Word) -> Vec<u32> {
        if word.kind == Kind::Break {
            return Vec::new();
        }
        let mut terms: Vec<u32> = self.words.get(&word.text).copied().into_iter().collect();
        for (end, c) in word.text.char_indices() {
            let beginning = word.text.get(..end + c.len_utf8()).unwrap_or_default();
            terms.extend(self.beginnings.get(beginning));
        }
        terms.extend(kinds(word.kind, |one, other| one == other));
        terms
    }
}

/// The terms that stand for kinds of figures, of those that fit one.
fn kinds(kind: Kind, fits: fn(Kind, Kind) -> bool) -> impl Iterator<Item = u32> {
    (0..).zip(KINDS).filter(move |(_, of)| fits(*of, kind)).map(|(term, _)| term)
}

/// Money is a number too; a percentage and a day of the month are none.
pub(super) fn is_of(kind: Kind, wanted: Kind) -> bool {
    kind == wanted || (wanted == Kind::Number && kind == Kind::Money)
}

/// The lines of a file of rules, without remarks.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("--"))
}

#[cfg(test)]
mod tests {
    use super::super::words::words;
    use super::*;

    fn holds(rule: &str, text: &str) -> bool {
        let mut lexicon = Lexicon::default();
        lexicon.learn_classes("day: monday the_#o\nday: end_of_@day");
        let rule = lexicon.rule(rule);
        let words = words(text);
        rule.is_some_and(|rule| !lexicon.seen(&words).places(&rule).is_empty())
    }

    #[test]
    fn each_element_does_what_it_says() {
        for (rule, text, expected) in [
            ("50 sign* ~ by @day", "Please sign it by the 3rd", true),
            ("50 sign* ~ by @day", "Please sign. Not by Monday", false),
            ("50 sign* ~ by @day", "signed off by end of Monday", true),
            ("50 sign* ~2 monday", "sign this one very soon Monday", false),
            ("50 the? price", "price", true),
            ("50 <!no price", "no price", false),
            ("50 price !list", "price list", false),
            ("50 ^ price", "Hello. Price", true),
            ("50 ^ price", "a price", false),
            ("50 go // then", "Go. Then", true),
            ("50 #% less|more", "22% more", true),
            ("50 #% less|more", "22 more", false),
            ("50 take_it_or_leave_it", "Take it, or leave it!", true),
        ] {
            assert_eq!(holds(rule, text), expected, "{rule} / {text}");
        }
    }

    #[test]
    fn a_hostile_text_ends() {
        let text = "sign ".repeat(20_000);
        assert!(!holds("50 sign ~9 sign ~9 sign ~9 sign ~9 sign ~9 no", &text));
    }
}
