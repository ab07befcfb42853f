//! Speech about our limits without a figure: where the ceiling lies, that a guess is right.

use std::sync::LazyLock;

use crate::likely::{Likely, probability, stretches, terms};
use crate::tactic::pattern::{Lexicon, Rule, lines};
use crate::tactic::words::{Kind, Word, words};

struct Talk {
    lexicon: Lexicon,
    rules: Vec<Rule>,
}

static TALK: LazyLock<Talk> = LazyLock::new(|| {
    let text = include_str!("words/talk.txt");
    let is_rule = |line: &&str| line.starts_with('-') || line.starts_with(|c: char| c.is_ascii_digit());
    let mut lexicon = Lexicon::default();
    let classes: Vec<&str> = lines(text).filter(|line| !is_rule(line)).collect();
    lexicon.learn_classes(&classes.join("\n"));
    let mut rules: Vec<Rule> = lines(text).filter(is_rule).filter_map(|line| lexicon.rule(line)).collect();
    for rule in &mut rules {
        lexicon.note_begin(rule);
    }
    Talk { lexicon, rules }
});

/// From so likely on a stretch is taken for speech about our limits.
const LIKELY: f64 = 0.4;

/// Of fewer words than these, of which no rule knows the phrasing, more is asked: a member's name (`total_budget`) or `What time is it?` has a few
/// words that such speech has too, and none that would speak against it.
const FEW: usize = 8;
/// More by so much for each word that lacks.
const LACKING: f64 = 0.12;

/// A rule of this weight, in percent, is not weighed.
const SURE: i32 = 90;

/// How likely words are such speech. The weights know the words, the rules the phrasings; both were fitted
/// together (`tests/data/agent`).
static WEIGHTS: LazyLock<Likely> =
    LazyLock::new(|| Likely::read(include_str!("words/talk_weights.txt"), 1, 100.0));

/// Where a text speaks of our limits, in code points of it; a sentence that only refuses to speak of them
/// is none.
pub(super) fn talk(text: &str) -> Vec<(usize, usize)> {
    let words = words(text);
    let Spoken { hits, refused, surely } = Spoken::of(&words);
    let inside = |places: &[(usize, usize)], (start, end): (usize, usize)| {
        places.iter().filter(|(at, _)| (start..end).contains(at)).count()
    };
    let mut found: Vec<(usize, usize)> = Vec::new();
    for stretch in stretches(&words) {
        let (start, end) = stretch;
        let own = words.get(start..end).unwrap_or_default();
        let said = own.iter().filter(|word| word.kind != Kind::Break).count();
        let sum = WEIGHTS.plain("base", 0)
            + WEIGHTS.adds(&terms(own), 0)
            + weight("hit", inside(&hits, stretch))
            + weight("refused", inside(&refused, stretch));
        let known = inside(&hits, stretch) > 0;
        let lacking = u32::try_from(FEW.saturating_sub(if known { FEW } else { said })).unwrap_or(0);
        let likely = probability(sum) >= LIKELY + LACKING * f64::from(lacking);
        if !likely && inside(&surely, stretch) == 0 {
            continue;
        }
        // The phrasing where a rule knows it, else all that was said.
        let places = hits.iter().filter(|(at, _)| (start..end).contains(at)).copied();
        let before = found.len();
        found.extend(places);
        if found.len() == before {
            found.push((start, end.saturating_sub(1)));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
        .into_iter()
        .filter_map(|(first, last)| Some((words.get(first)?.start as usize, words.get(last)?.end as usize)))
        .collect()
}

/// What rules add that hold once, or more often.
fn weight(name: &str, times: usize) -> f64 {
    let times = u32::try_from(times.min(2)).unwrap_or(2);
    WEIGHTS.plain(name, 0) * f64::from(times)
}

/// What the rules find: first and last words.
struct Spoken {
    /// Speech about our limits that its sentence does not refuse.
    hits: Vec<(usize, usize)>,
    /// Those among them that need no weighing: codes, fractions of a price, answers to a guess.
    surely: Vec<(usize, usize)>,
    /// Refusals to speak of them.
    refused: Vec<(usize, usize)>,
}

impl Spoken {
    fn of(words: &[Word]) -> Self {
        let mut seen = TALK.lexicon.seen(words);
        let (mut hits, mut refused, mut surely) = (Vec::new(), Vec::new(), Vec::new());
        for rule in &TALK.rules {
            let places = seen.places(rule);
            if rule.weight >= SURE {
                surely.extend(&places);
            }
            if rule.weight < 0 { refused.extend(places) } else { hits.extend(places) }
        }
        let sentence = |at: usize| words.iter().take(at).filter(|word| word.kind == Kind::Break).count();
        hits.retain(|(at, _)| {
            let own = sentence(*at);
            let refusal = refused.iter().any(|(at, _)| sentence(*at) == own);
            !refusal || turns(words, own, sentence)
        });
        surely.retain(|place| hits.contains(place));
        Self { hits, surely, refused }
    }
}

/// How often the rules hold, and how often one refuses, for the fit of the weights.
#[cfg(test)]
pub(crate) fn spoken(words: &[Word]) -> [usize; 2] {
    let Spoken { hits, refused, .. } = Spoken::of(words);
    [hits.len().min(2), refused.len().min(2)]
}

/// True where a sentence takes back what it refused (`we do not say so, but …`).
fn turns(words: &[Word], own: usize, sentence: impl Fn(usize) -> usize) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        matches!(word.text.as_str(), "but" | "however" | "although" | "though" | "yet" | "still" | "except")
            && sentence(at) == own
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_our_limits_lie_is_told_and_a_refusal_tells_nothing() {
        for text in [
            "Our ceiling is well above what you asked.",
            "We could go a bit higher.",
            "Yes, your guess was spot on.",
            "You are within our budget.",
            "There is still room on our side.",
            "We don't say so, but our limit is higher than your last figure.",
        ] {
            assert!(!talk(text).is_empty(), "{text}");
        }
        for text in [
            "We do not discuss our internal budget or limits.",
            "We neither confirm nor deny figures you suggest.",
            "Our target date for the launch is in May.",
            "The rate limit of the interface is documented.",
            "Please move the meeting a bit later.",
            "What time is it?",
            "We are thinking about it.",
            "reason",
            "total_budget",
        ] {
            assert_eq!(talk(text), vec![], "{text}");
        }
    }
}
