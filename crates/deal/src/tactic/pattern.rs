//! The little language in which the rules are written, and how a rule is held against words.
//!
//! A rule is a line: its weight in percent (below zero: it speaks against), then elements parted by
//! spaces. An element is a list of alternatives parted by `|`; an alternative is a sequence of atoms
//! joined by `_`. Atoms: a word, the beginning of one (`sign*`), a class (`@when`), a number (`#`), a
//! percentage (`#%`), money (`#$`), `31st` (`#o`). `x?` may be left out, `!x` must not come next, `<!x`
//! must not stand before, `~` passes over up to four words and `~9` over nine, `//` is the end of a
//! sentence, `^` its beginning. Nothing but `//` passes over the end of a sentence.

use std::collections::HashMap;

use super::term_set::TermSet;
use super::words::{Kind, Word};
use crate::plain::Plain;

/// Steps that one text may take at most; a hostile text ends there with what was found until then.
const MAX_STEPS: u32 = 4_000_000;
const MAX_DEPTH: u8 = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Atom {
    Term(u32),
    Class(u32),
    Of(Kind),
}

type Sequence = Vec<Atom>;

#[derive(Debug)]
enum Element {
    One(Vec<Sequence>),
    Perhaps(Vec<Sequence>),
    Gap(u8),
    Not(Vec<Sequence>),
    NotBefore(Vec<Sequence>),
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
    elements: Vec<Element>,
    /// Terms with which it can begin; `None` where it can begin with anything.
    begins: Option<TermSet>,
}

impl Rule {
    /// The same under a name.
    pub(crate) fn named(self, id: String) -> Self {
        Self { id, ..self }
    }
}

/// Words, beginnings and classes that rules speak of.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    words: HashMap<String, u32>,
    beginnings: HashMap<String, u32>,
    classes: HashMap<String, u32>,
    class_sequences: Vec<Vec<Sequence>>,
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
        let term = self.terms;
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

    fn sequences(&mut self, text: &str) -> Vec<Sequence> {
        text.split('|').map(|sequence| self.sequence(sequence)).collect()
    }

    /// Reads a rule's line; `None` where it has no weight.
    pub(crate) fn rule(&mut self, line: &str) -> Option<Rule> {
        let (weight, rest) = line.split_once(char::is_whitespace)?;
        let weight = weight.parse().ok()?;
        let elements = rest.split_whitespace().map(|text| self.element(text)).collect();
        Some(Rule { id: String::new(), weight, elements, begins: None })
    }

    /// Notes with which words a rule can begin, once all classes are known.
    pub(crate) fn note_begin(&self, rule: &mut Rule) {
        let mut begins = TermSet::default();
        let known = rule.elements.iter().find_map(|element| match element {
            Element::Begin | Element::NotBefore(_) => None,
            Element::One(sequences) => Some(self.firsts(sequences, &mut begins, 0)),
            _ => Some(false),
        });
        rule.begins = (known == Some(true)).then_some(begins);
    }

    /// False where a figure may come first.
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
                Some(Atom::Of(_)) | None => false,
            })
    }

    fn element(&mut self, text: &str) -> Element {
        if let Some(long) = text.strip_prefix('~') {
            return Element::Gap(long.parse().unwrap_or(4));
        }
        if let Some(rest) = text.strip_prefix("<!") {
            return Element::NotBefore(self.sequences(rest));
        }
        if let Some(rest) = text.strip_prefix('!') {
            return Element::Not(self.sequences(rest));
        }
        match text {
            "^" => Element::Begin,
            "//" => Element::End,
            _ => match text.strip_suffix('?') {
                Some(rest) => Element::Perhaps(self.sequences(rest)),
                None => Element::One(self.sequences(text)),
            },
        }
    }

    /// Says of each word which terms it is.
    pub(crate) fn seen<'a>(&'a self, words: &'a [Word]) -> Seen<'a> {
        let terms = words.iter().map(|word| self.terms_of(word)).collect();
        Seen { lexicon: self, words, terms, steps: 0 }
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
        terms
    }
}

/// The lines of a file of rules, without remarks.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("--"))
}

/// A text's words with what the lexicon sees in them.
pub(crate) struct Seen<'a> {
    lexicon: &'a Lexicon,
    words: &'a [Word],
    terms: Vec<Vec<u32>>,
    steps: u32,
}

impl Seen<'_> {
    /// The first and last word of every place where a rule holds; one for each beginning.
    pub(crate) fn places(&mut self, rule: &Rule) -> Vec<(usize, usize)> {
        let mut places = Vec::new();
        for start in 0..self.words.len() {
            if let (Some(wanted), Some(terms)) = (&rule.begins, self.terms.get(start))
                && !terms.iter().any(|term| wanted.has(*term))
            {
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
            Element::One(sequences) => self.after(sequences, at, rest),
            Element::Perhaps(sequences) => {
                self.after(sequences, at, rest).or_else(|| self.holds_from(rest, at))
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
            Element::Not(sequences) => {
                if self.any_end(sequences, at) {
                    return None;
                }
                self.holds_from(rest, at)
            }
            Element::NotBefore(sequences) => {
                let stands = (1..=3).any(|back| {
                    at.checked_sub(back).is_some_and(|start| {
                        let mut ends = Vec::new();
                        self.ends(sequences, start, &mut ends, 0);
                        ends.contains(&at)
                    })
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

    fn any_end(&self, sequences: &[Sequence], at: usize) -> bool {
        let mut ends = Vec::new();
        self.ends(sequences, at, &mut ends, 0);
        !ends.is_empty()
    }

    fn after(&mut self, sequences: &[Sequence], at: usize, rest: &[Element]) -> Option<usize> {
        let mut ends = Vec::new();
        self.ends(sequences, at, &mut ends, 0);
        ends.into_iter().find_map(|end| self.holds_from(rest, end))
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

/// Money is a number too; a percentage and a day of the month are none.
fn is_of(kind: Kind, wanted: Kind) -> bool {
    kind == wanted || (wanted == Kind::Number && kind == Kind::Money)
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
