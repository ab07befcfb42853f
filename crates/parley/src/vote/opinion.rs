//! What agents think: shown, never counted. Agents that read the same summary are one
//! opinion, however many they are.

use anp::digest::PayloadHash;

use super::ballot::Choice;

/// An agent's advice.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Advice {
    /// The agent, as the rule names it.
    pub agent: String,
    /// What it would choose.
    pub choice: Choice,
    /// Why.
    pub reason: String,
    /// SHA-256 of all that it read.
    pub source: PayloadHash,
}

/// One opinion: all advice that comes from one source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opinion<'a> {
    /// What was read.
    pub source: PayloadHash,
    /// Who read it, with what each made of it.
    pub advice: Vec<&'a Advice>,
}

impl Opinion<'_> {
    /// The choice on which all that read the source agree; none where they differ.
    pub fn choice(&self) -> Option<Choice> {
        let first = self.advice.first()?.choice;
        self.advice.iter().all(|advice| advice.choice == first).then_some(first)
    }
}

/// Groups advice by its source, in the order in which sources first came.
pub(super) fn by_source(all: &[Advice]) -> Vec<Opinion<'_>> {
    let mut opinions: Vec<Opinion<'_>> = Vec::new();
    for advice in all {
        match opinions.iter_mut().find(|opinion| opinion.source == advice.source) {
            Some(opinion) => opinion.advice.push(advice),
            None => opinions.push(Opinion { source: advice.source, advice: vec![advice] }),
        }
    }
    opinions
}
