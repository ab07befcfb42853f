//! Which negotiation tactic a vendor's words play, with the words that show it.
//!
//! Rules with evidence over normalised text: [`words`] takes a text apart, [`pattern`] is the language
//! that the rules under `rules/` are written in, [`concepts`] knows many words for one thing and what two
//! things in one sentence say, [`judge`] weighs what they find. Nothing is decided by
//! any of it: it is shown to a person, who may correct it. "No tactic named" is an answer.
//!
//! Places are Unicode code points of the text as it came in, from `start` up to but without `end`.

mod concepts;
mod corrected;
mod course;
mod family;
mod figures;
mod judge;
mod marks;
mod numerals;
pub(crate) mod pattern;
#[cfg(test)]
mod put_aside_tests;
mod quoted;
mod rulebook;
mod seen;
mod structure;
mod term_set;
#[cfg(test)]
mod tests;
mod thread;
mod transcript;
mod voices;
mod wishes;
pub(crate) mod words;

pub use corrected::Correction;
pub use family::{Counsel, Family};
pub use judge::{tactics, tactics_corrected};
pub use structure::{Structural, structural};
pub use thread::{Said, lone_tactics, thread_tactics};
pub use transcript::{Spoken, Transcript, transcript};

/// The line of the rules that a record names, as it is written; of a concept its first.
pub(crate) fn rule_text(rule: &str) -> Option<&'static str> {
    if let Some(name) = rule.strip_prefix("concept/") {
        return pattern::lines(concepts::CONCEPTS).find(|line| line.split(' ').next() == Some(name));
    }
    if let Some(name) = rule.strip_prefix("mark/") {
        return pattern::lines(marks::MARKS).find(|line| line.split(' ').next() == Some(name));
    }
    if rule == concepts::BY_WORDS {
        return concepts::WORD_WEIGHTS.lines().next();
    }
    let (family, number) = rule.split_once('/')?;
    let family = Family::of_code(family)?;
    let (_, text) = rulebook::FILES.into_iter().find(|(of, _)| *of == family)?;
    pattern::lines(text).nth(number.parse::<usize>().ok()?.checked_sub(1)?)
}

/// Every text that the rules are made of, for a digest that is their version.
pub(crate) fn rule_texts() -> impl Iterator<Item = &'static str> {
    rulebook::FILES.into_iter().map(|(_, text)| text).chain(rulebook::TEXTS)
}

/// A tactic that is played.
#[derive(Debug, Clone, PartialEq)]
pub struct Tactic {
    /// Which.
    pub family: Family,
    /// From 0 to 1: of so many named with this confidence, about this share is right.
    pub confidence: f64,
    /// The words that show it, in their order; of a thread's tactic, across its messages.
    pub evidence: Vec<Evidence>,
}

/// Words that show a tactic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// Which message of a thread, from 0; 0 for a text alone.
    pub message: usize,
    /// First code point.
    pub start: usize,
    /// Behind the last code point.
    pub end: usize,
    /// The words themselves, exactly as they stand there.
    pub text: String,
    /// The rule or concept that found them ([`rule_text`]), or a person's correction.
    pub rule: String,
}

impl Evidence {
    fn of(text: &str, message: usize, (start, end): (usize, usize), rule: &str) -> Self {
        let words = text.chars().skip(start).take(end.saturating_sub(start)).collect();
        Self { message, start, end, text: words, rule: rule.to_owned() }
    }
}
