//! Text of a counterparty that speaks to a machine: found and shown, and nothing follows from it.
//!
//! Nothing in this house obeys what it reads, so that a text of this kind can do no harm that its finding
//! would prevent. A person should know all the same that somebody tried. What is found is marked by its
//! kind, with the words that show it; a text without a mark is not proven harmless.
//!
//! Places are Unicode code points of the text as it came in, from `start` up to but without `end`.

mod carried;
mod rulebook;
mod signs;
#[cfg(test)]
mod tests;

use crate::tactic::pattern::lines;
use crate::tactic::words::{Kind, words};
use rulebook::RULEBOOK;

pub(crate) use rulebook::rule_texts;

/// Characters of a text that are read.
const MAX_CHARS: usize = 200_000;
/// Marks of one text.
const MOST: usize = 24;

/// What a text that speaks to a machine does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InjectionKind {
    /// It speaks to a model or an agent that reads.
    Addresses,
    /// It asks to set rules aside, to follow others, or to keep something from people.
    Overrides,
    /// It poses as another voice of a conversation with a model.
    Role,
    /// It looks like the call of a tool, or asks for one.
    Tool,
    /// It asks for what only the reader has.
    Exfiltration,
    /// It says something in characters that nobody sees, or turns the reading order.
    Hidden,
    /// Something of the other kinds, encoded.
    Encoded,
}

impl InjectionKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Addresses,
        Self::Overrides,
        Self::Role,
        Self::Tool,
        Self::Exfiltration,
        Self::Hidden,
        Self::Encoded,
    ];

    /// Its code in records and for the window.
    pub fn code(self) -> &'static str {
        match self {
            Self::Addresses => "addresses",
            Self::Overrides => "overrides",
            Self::Role => "role",
            Self::Tool => "tool",
            Self::Exfiltration => "exfiltration",
            Self::Hidden => "hidden",
            Self::Encoded => "encoded",
        }
    }

    /// The kind with this code.
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// A place that speaks to a machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Injection {
    /// What it does.
    pub kind: InjectionKind,
    /// First code point.
    pub start: usize,
    /// Behind the last code point.
    pub end: usize,
    /// The rule that found it.
    pub rule: String,
}

/// The places of a text that speak to a machine, in their order; of places of one kind that overlap the
/// first counts.
pub fn injections(text: &str) -> Vec<Injection> {
    let text: String = text.chars().take(MAX_CHARS).collect();
    let mut found = spoken(&text);
    found.extend(signs::notations(&text));
    found.extend(signs::hidden(&text));
    found.extend(carried::carried(&text));
    found.sort_by_key(|place| (place.start, place.end, place.kind));
    let mut kept: Vec<Injection> = Vec::new();
    for place in found {
        let same = |known: &Injection| known.kind == place.kind && place.start < known.end;
        if !kept.iter().any(same) {
            kept.push(place);
        }
    }
    kept.truncate(MOST);
    kept
}

/// The line that `kind/number` names.
pub(crate) fn rule_text(name: &str) -> Option<&'static str> {
    let (kind, number) = name.split_once('/')?;
    let kind = InjectionKind::of_code(kind)?;
    let (_, text) = rulebook::FILES.into_iter().find(|(of, _)| *of == kind)?;
    lines(text).nth(number.parse::<usize>().ok()?.checked_sub(1)?)
}

/// What the rules find in the words as a reader's eye would read them.
fn spoken(text: &str) -> Vec<Injection> {
    let words = words(text);
    let mut seen = RULEBOOK.lexicon.seen(&words);
    let mut found = Vec::new();
    for (kind, rule) in &RULEBOOK.rules {
        for (first, last) in seen.places(rule) {
            let inner = words.get(first..=last).unwrap_or_default();
            let last = inner.iter().rfind(|word| word.kind != Kind::Break);
            if let (Some(first), Some(last)) = (inner.first(), last) {
                found.push(Injection {
                    kind: *kind,
                    start: first.start as usize,
                    end: last.end as usize,
                    rule: rule.id.clone(),
                });
            }
        }
    }
    found
}

/// True where the rules for speech find anything.
fn speaks(text: &str) -> bool {
    !spoken(text).is_empty() || !signs::notations(text).is_empty()
}
