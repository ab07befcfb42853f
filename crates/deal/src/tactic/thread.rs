//! Tactics that only a thread shows: what changes from message to message.

use std::collections::HashSet;

use money::Amount;

use super::course::{Point, Step, shrinking, totals};
use super::figures::{Figure, Sort, figures};
use super::judge::{Findings, evidence, sentences, tactics};
use super::marks::Marks;
use super::quoted::unquoted;
use super::voices::two_voices;
use super::wishes::wished;
use super::words::{Kind, Word, words};
use super::{Evidence, Family, Tactic};

/// Messages of a thread that are read, the last ones.
const MOST_MESSAGES: usize = 200;

/// Words of a message that are read for its thread; what is played is played early, and a hostile mail is long.
const MOST_WORDS: usize = 5_000;
/// Of a message alone a thread's tactic is named from here on: what went before is not known.
const LONE: f64 = 0.75;

/// A message of a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// True where the vendor's side wrote it.
    pub by_vendor: bool,
    /// Its words.
    pub text: String,
    /// The annual total of the offer that came with it; where none did, a figure in the vendor's words
    /// stands in.
    pub total_annual: Option<Amount>,
}

/// The thread's tactics, the surest first; empty where none is named. A message alone is a thread, too: it may
/// show the pair of voices or a wish by itself.
pub fn thread_tactics(thread: &[Said]) -> Vec<Tactic> {
    let skipped = thread.len().saturating_sub(MOST_MESSAGES);
    let thread = Thread::of(thread.get(skipped..).unwrap_or_default(), skipped);
    let down = shrinking(&thread.messages, &thread.totals).unwrap_or_default();
    let mut named = wished(&thread.messages, &thread.totals, &down);
    let good_cop = thread.good_cop();
    // A hard voice speaks of an end and of an insult, too, and what is agreed with it is no deal.
    let (impasse, flinch) = if good_cop.is_some() { (0.85, 0.85) } else { (0.7, 0.65) };
    named.retain(|tactic| good_cop.is_none() || tactic.confidence >= 0.85);
    named.extend(
        [thread.shown_down(&down), thread.flinch(flinch), thread.impasse(impasse), good_cop]
            .into_iter()
            .flatten(),
    );
    named.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
    named
}

/// The tactics of a message that came alone: its own, and those of a thread that it shows by itself.
pub fn lone_tactics(text: &str) -> Vec<Tactic> {
    let said = Said { by_vendor: true, text: text.to_owned(), total_annual: None };
    let of_thread = thread_tactics(&[said]).into_iter().filter(|tactic| tactic.confidence >= LONE);
    let mut named = tactics(text);
    named.extend(of_thread);
    named.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
    named
}

/// A message with what is seen in it.
pub(super) struct Message<'a> {
    pub(super) said: &'a Said,
    /// Its number in the thread.
    pub(super) place: usize,
    pub(super) words: Vec<Word>,
    pub(super) figures: Vec<Figure>,
    pub(super) marks: Marks,
    findings: Findings,
    /// Sentences that are questions.
    questions: HashSet<usize>,
}

impl<'a> Message<'a> {
    fn of(said: &'a Said, place: usize, alone: bool) -> Self {
        let mut words = words(&said.text);
        if !alone {
            // What a mail quotes was said before, and stands there.
            unquoted(&said.text, &mut words);
        }
        words.truncate(MOST_WORDS);
        let (figures, marks, findings) = (figures(&words), Marks::of(&words), Findings::of(&words));
        let ends = words.iter().zip(sentences(&words)).filter(|(word, _)| word.kind == Kind::Break);
        let questions = ends.filter(|(word, _)| word.text == "?").map(|(_, sentence)| sentence).collect();
        Self { said, place, words, figures, marks, findings, questions }
    }

    /// True where a sentence is a question.
    pub(super) fn asks(&self, sentence: usize) -> bool {
        self.questions.contains(&sentence)
    }
}

struct Thread<'a> {
    messages: Vec<Message<'a>>,
    /// The vendor's totals.
    totals: Vec<Point>,
}

impl<'a> Thread<'a> {
    fn of(thread: &'a [Said], skipped: usize) -> Self {
        let alone = thread.len() == 1;
        let messages: Vec<Message<'a>> =
            thread.iter().enumerate().map(|(at, said)| Message::of(said, at + skipped, alone)).collect();
        let totals = totals(&messages);
        Self { messages, totals }
    }

    fn vendors(&self) -> impl Iterator<Item = &Message<'a>> {
        self.messages.iter().filter(|message| message.said.by_vendor)
    }

    /// A place among the words, or the whole message, as evidence.
    fn shown(&self, at: usize, place: Option<(usize, usize)>, rule: &str) -> Option<Evidence> {
        let message = self.messages.get(at)?;
        let inner = place.and_then(|(first, last)| {
            Some((message.words.get(first)?.start as usize, message.words.get(last)?.end as usize))
        });
        let whole = || (0, message.said.text.chars().count());
        Some(Evidence::of(&message.said.text, message.place, inner.unwrap_or_else(whole), rule))
    }

    fn shown_down(&self, steps: &[Step]) -> Option<Tactic> {
        (!steps.is_empty()).then(|| Tactic {
            family: Family::Shrinking,
            confidence: if steps.len() > 2 { 0.95 } else { 0.85 },
            evidence: steps
                .iter()
                .filter_map(|step| self.shown(step.at, step.place, "thread/shrinking"))
                .collect(),
        })
    }

    /// Hits of a family over the vendor's messages, joined.
    fn joined(&self, family: Family, named: f64) -> Option<Tactic> {
        let mut missing = 1.0;
        let mut shown = Vec::new();
        for message in self.vendors() {
            let (score, hits) = message.findings.score(family);
            missing *= 1.0 - score;
            shown.extend(evidence(&message.said.text, &message.words, hits, message.place));
        }
        let score: f64 = 1.0 - missing;
        (score >= named).then(|| Tactic { family, confidence: rounded(score), evidence: shown })
    }

    /// Shock in the vendor's answer to the buyer's words; a message that stands alone answers something.
    fn flinch(&self, named: f64) -> Option<Tactic> {
        let mut best: Option<(f64, Tactic)> = None;
        for (at, message) in self.messages.iter().enumerate().filter(|(_, message)| message.said.by_vendor) {
            let before = at.checked_sub(1).and_then(|before| self.messages.get(before));
            if self.messages.len() > 1 && before.is_none_or(|before| before.said.by_vendor) {
                continue;
            }
            if self.messages.len() == 1 && !speaks_of_price(message) {
                continue;
            }
            let (score, hits) = message.findings.score(Family::Flinch);
            let mut shown = evidence(&message.said.text, &message.words, hits, message.place);
            let mut missing = 1.0 - score;
            if let Some(place) = echo(message, before) {
                missing *= 0.5;
                shown.extend(self.shown(at, Some(place), "thread/echo"));
                shown.sort_by_key(|evidence| evidence.start);
            }
            let score: f64 = 1.0 - missing;
            if best.as_ref().is_none_or(|(known, _)| score > *known) {
                best = Some((
                    score,
                    Tactic { family: Family::Flinch, confidence: rounded(score), evidence: shown },
                ));
            }
        }
        best.filter(|(score, _)| *score >= named).map(|(_, tactic)| tactic)
    }

    fn impasse(&self, named: f64) -> Option<Tactic> {
        self.joined(Family::Impasse, named)
    }

    fn good_cop(&self) -> Option<Tactic> {
        two_voices(&self.messages)
    }
}

/// Shock about something else is no tactic.
fn speaks_of_price(message: &Message<'_>) -> bool {
    message.figures.iter().any(|figure| figure.sort != Sort::Count)
        || message.words.iter().any(|word| {
            matches!(
                word.text.as_str(),
                "price"
                    | "number"
                    | "figure"
                    | "offer"
                    | "counter"
                    | "counteroffer"
                    | "bid"
                    | "proposal"
                    | "quote"
                    | "budget"
                    | "discount"
                    | "rate"
            )
        })
}

/// `Thirty-five?`: the buyer's figure said again as a question of its own.
fn echo(message: &Message<'_>, before: Option<&Message<'_>>) -> Option<(usize, usize)> {
    let short = |figure: &&Figure| {
        let ends = message.words.get(figure.last + 1..).unwrap_or_default().iter().take(2);
        let asked =
            ends.into_iter().find(|word| word.kind == Kind::Break).is_some_and(|word| word.text == "?");
        let begins = message.words.get(figure.first.saturating_sub(2)..figure.first).unwrap_or_default();
        let short = figure.first == 0 || begins.iter().any(|word| word.kind == Kind::Break);
        asked && short
    };
    let said = |figure: &&Figure| {
        before.is_none_or(|before| before.figures.iter().any(|other| alike(&other.value, &figure.value)))
    };
    message.figures.iter().filter(short).find(said).map(|figure| (figure.first, figure.last))
}

/// The same, or the same in thousands.
fn alike(one: &Amount, other: &Amount) -> bool {
    let thousand = Amount::from(1_000_u32);
    one == other || *one == other * &thousand || one * &thousand == *other
}

pub(super) fn rounded(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}
