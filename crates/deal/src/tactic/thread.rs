//! Tactics that only a thread shows: what changes from message to message.

use money::Amount;

use super::figures::{headline, totals_of};
use super::judge::{Findings, evidence};
use super::rulebook::RULEBOOK;
use super::slices::{slices, steps_in_percent};
use super::voices::two_voices;
use super::words::{Word, words};
use super::{Evidence, Family, Tactic};

/// Messages of a thread that are read, the last ones.
const MOST_MESSAGES: usize = 200;
/// An addition beyond this share of the whole, in percent, is no slice.
const SLICE_PERCENT: u32 = 12;

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

/// The thread's tactics, the surest first; empty where none is named.
pub fn thread_tactics(thread: &[Said]) -> Vec<Tactic> {
    let skipped = thread.len().saturating_sub(MOST_MESSAGES);
    let thread = Thread::of(thread.get(skipped..).unwrap_or_default(), skipped);
    let mut named: Vec<Tactic> = [
        thread.shrinking(),
        thread.flinch(),
        thread.impasse(),
        thread.good_cop(),
        thread.nibble(),
        thread.salami().or_else(|| thread.piecemeal()),
    ]
    .into_iter()
    .flatten()
    .collect();
    named.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
    named
}

struct Message<'a> {
    said: &'a Said,
    place: usize,
    words: Vec<Word>,
    findings: Findings,
    /// True where somebody says that it is agreed.
    agrees: bool,
}

struct Thread<'a> {
    messages: Vec<Message<'a>>,
    /// The vendor's totals: which message, how much.
    totals: Vec<(usize, Amount)>,
}

impl<'a> Thread<'a> {
    fn of(thread: &'a [Said], skipped: usize) -> Self {
        let messages: Vec<Message<'a>> = thread
            .iter()
            .enumerate()
            .map(|(at, said)| {
                let words = words(&said.text);
                let findings = Findings::of(&words);
                let agrees = agrees(&words);
                Message { said, place: at + skipped, words, findings, agrees }
            })
            .collect();
        let totals = totals_of(thread);
        Self { messages, totals }
    }

    fn vendors(&self) -> impl Iterator<Item = (usize, &Message<'a>)> {
        self.messages.iter().enumerate().filter(|(_, message)| message.said.by_vendor)
    }

    /// The whole message or its figure, as evidence.
    fn figure(&self, at: usize, rule: &str) -> Option<Evidence> {
        let message = self.messages.get(at)?;
        let (start, end) = headline(&message.words).unwrap_or((0, message.said.text.chars().count()));
        Some(Evidence::of(&message.said.text, message.place, (start, end), rule))
    }

    /// Two or more steps down, each smaller than the one before.
    fn shrinking(&self) -> Option<Tactic> {
        let mut steps: Vec<(usize, Amount)> = self.steps().filter(|(_, step)| step.is_negative()).collect();
        if steps.is_empty() {
            steps = steps_in_percent(self.vendors().map(|(at, message)| (at, message.words.as_slice())));
        }
        let smaller =
            steps.windows(2).all(|pair| matches!(pair, [(_, one), (_, two)] if two.abs() < one.abs()));
        (steps.len() >= 2 && smaller).then(|| Tactic {
            family: Family::Shrinking,
            confidence: if steps.len() > 2 { 0.95 } else { 0.85 },
            evidence: steps.iter().filter_map(|(at, _)| self.figure(*at, "thread/shrinking")).collect(),
        })
    }

    /// Changes of the vendor's total, at their messages.
    fn steps(&self) -> impl Iterator<Item = (usize, Amount)> {
        self.totals
            .windows(2)
            .filter_map(|pair| match pair {
                [(_, before), (at, after)] => Some((*at, after - before)),
                _ => None,
            })
            .filter(|(_, step)| !step.is_zero())
    }

    /// Hits of a family over some of the vendor's messages, joined.
    fn joined(&self, family: Family, from: usize, named: f64) -> Option<Tactic> {
        let mut missing = 1.0;
        let mut shown = Vec::new();
        for (_, message) in self.vendors().filter(|(at, _)| *at >= from) {
            let (score, hits) = message.findings.score(family);
            missing *= 1.0 - score;
            shown.extend(evidence(&message.said.text, &message.words, hits, message.place));
        }
        let score: f64 = 1.0 - missing;
        (score >= named).then(|| Tactic { family, confidence: rounded(score), evidence: shown })
    }

    /// Shock in the vendor's answer to the buyer's words.
    fn flinch(&self) -> Option<Tactic> {
        let answers = self.messages.windows(2).filter_map(|pair| match pair {
            [buyer, vendor] if !buyer.said.by_vendor && vendor.said.by_vendor => Some(vendor),
            _ => None,
        });
        let best = answers
            .map(|message| (message.findings.score(Family::Flinch), message))
            .max_by(|((one, _), _), ((two, _), _)| one.total_cmp(two));
        let ((score, hits), message) = best?;
        (score >= 0.65).then(|| Tactic {
            family: Family::Flinch,
            confidence: rounded(score),
            evidence: evidence(&message.said.text, &message.words, hits, message.place),
        })
    }

    fn impasse(&self) -> Option<Tactic> {
        self.joined(Family::Impasse, 0, 0.7)
    }

    /// A friend's words and a hard voice besides: one of them alone is no pair.
    fn good_cop(&self) -> Option<Tactic> {
        let vendors = || {
            self.vendors().map(|(_, message)| (message.place, &message.said.text, message.words.as_slice()))
        };
        let by_words = self.joined(Family::GoodCop, 0, 0.78);
        let Some(shown) = two_voices(vendors()) else { return by_words };
        let said = by_words.map_or(0.0, |tactic| tactic.confidence);
        let confidence = rounded((0.8_f64).max(said));
        Some(Tactic { family: Family::GoodCop, confidence, evidence: shown })
    }

    /// The first message in which it was agreed.
    fn agreed(&self) -> Option<usize> {
        self.messages.iter().position(|message| message.agrees)
    }

    /// Small wishes after the agreement.
    fn nibble(&self) -> Option<Tactic> {
        let agreed = self.agreed()?;
        self.joined(Family::Nibble, agreed, 0.65)
    }

    /// Messages of the vendor with a small figure that comes on top and that nobody asked for.
    fn extras(&self) -> Vec<usize> {
        let vendors = self.vendors().map(|(at, message)| (at, message.words.as_slice()));
        slices(vendors, SLICE_PERCENT).into_iter().filter(|at| !self.was_asked(*at)).collect()
    }

    /// The vendor's wishes that each come right after the buyer gave in on the one before: piece by piece, with no
    /// price of the whole on the table.
    fn pieces(&self) -> Vec<usize> {
        let mut found = Vec::new();
        let mut given = false;
        for (at, message) in self.messages.iter().enumerate() {
            if !message.said.by_vendor {
                given = gives_in(message);
            } else if std::mem::take(&mut given) && wishes(message) {
                found.push(at);
            }
        }
        if self.totals.is_empty() { found } else { Vec::new() }
    }

    fn piecemeal(&self) -> Option<Tactic> {
        let pieces = self.pieces();
        let whole = |at: &usize| {
            let message = self.messages.get(*at)?;
            let all = (0, message.said.text.trim_end().chars().count());
            Some(Evidence::of(&message.said.text, message.place, all, "thread/piecemeal"))
        };
        (pieces.len() >= 2).then(|| Tactic {
            family: Family::Salami,
            confidence: if pieces.len() > 2 { 0.8 } else { 0.7 },
            evidence: pieces.iter().filter_map(whole).collect(),
        })
    }

    /// Two or more small additions that the buyer did not ask for.
    fn salami(&self) -> Option<Tactic> {
        let whole = self.totals.first().map(|(_, total)| total.clone()).unwrap_or_default();
        let largest = whole * Amount::from(SLICE_PERCENT);
        let mut slices: Vec<usize> = self
            .steps()
            .filter(|(at, step)| {
                step.is_positive() && step * Amount::from(100_u32) <= largest && !self.was_asked(*at)
            })
            .map(|(at, _)| at)
            .chain(self.extras())
            .collect();
        slices.sort_unstable();
        slices.dedup();
        let after_agreement = self.agreed().is_some_and(|agreed| slices.iter().all(|at| *at >= agreed));
        let enough = if after_agreement { 3 } else { 2 };
        (slices.len() >= enough).then(|| Tactic {
            family: Family::Salami,
            confidence: if slices.len() > 2 { 0.95 } else { 0.85 },
            evidence: slices.iter().filter_map(|at| self.figure(*at, "thread/salami")).collect(),
        })
    }

    /// True where the buyer's words before a message ask for more.
    fn was_asked(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.messages.get(before));
        before.is_some_and(|message| {
            !message.said.by_vendor
                && message.words.iter().any(|word| {
                    matches!(
                        word.text.as_str(),
                        "include"
                            | "add"
                            | "additional"
                            | "need"
                            | "extend"
                            | "extra"
                            | "cost"
                            | "costs"
                            | "option"
                    )
                })
        })
    }
}

/// `OK`, `Fine.`, `Yes, agreed`: what was wished is given.
fn gives_in(message: &Message<'_>) -> bool {
    let refuses =
        message.words.iter().any(|word| matches!(word.text.as_str(), "not" | "no" | "but" | "however"));
    let first = message.words.first().map(|word| word.text.as_str()).unwrap_or_default();
    let yes = matches!(
        first,
        "ok" | "okay"
            | "fine"
            | "alright"
            | "sure"
            | "yes"
            | "agreed"
            | "accepted"
            | "granted"
            | "good"
            | "right"
            | "all"
    );
    !refuses && (yes || message.agrees)
}

/// A further wish, by its words or by what leads on to it.
fn wishes(message: &Message<'_>) -> bool {
    let leads = message.words.iter().any(|word| {
        matches!(
            word.text.as_str(),
            "next" | "now" | "also" | "then" | "another" | "further" | "additionally" | "remaining"
        )
    });
    let meets = message.words.iter().any(|word| {
        matches!(
            word.text.as_str(),
            "see" | "sent" | "invitation" | "meeting" | "call" | "attached" | "thank" | "thanks" | "follows"
        )
    });
    let asked =
        [Family::Nibble, Family::Salami].into_iter().any(|family| message.findings.score(family).0 >= 0.5);
    !meets && (leads || asked)
}

fn agrees(words: &[Word]) -> bool {
    let mut seen = RULEBOOK.lexicon.seen(words);
    let mut found = false;
    for rule in &RULEBOOK.agreed {
        if !seen.places(rule).is_empty() {
            if rule.weight < 0 {
                return false;
            }
            found = true;
        }
    }
    found
}

fn rounded(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}
