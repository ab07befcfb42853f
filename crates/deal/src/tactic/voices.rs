//! Two voices on the vendor's side: a hard one and a soft one, which is what good cop and bad cop are.

use super::Evidence;
use super::judge::{Hit, evidence, sentences};
use super::pattern::Rule;
use super::rulebook::RULEBOOK;
use super::words::Word;

/// Hard and soft words in different sentences of the vendor's messages, as evidence; none where one of them
/// lacks. One voice alone is somebody's limits, or somebody's kindness.
pub(super) fn two_voices<'a>(
    messages: impl Iterator<Item = (usize, &'a String, &'a [Word])>,
) -> Option<Vec<Evidence>> {
    let (mut hard, mut soft) = (Vec::new(), Vec::new());
    let mut shown = Vec::new();
    for (place, text, words) in messages {
        let sentence = sentences(words);
        let mut both = Vec::new();
        for (rules, found) in [(&RULEBOOK.hard, &mut hard), (&RULEBOOK.soft, &mut soft)] {
            for hit in hits(rules, words) {
                found.push((place, sentence.get(hit.first).copied().unwrap_or_default()));
                both.push(hit);
            }
        }
        shown.extend(evidence(text, words, apart(both), place));
    }
    hard.iter().any(|one| soft.iter().any(|other| one != other)).then_some(shown)
}

fn hits(rules: &'static [Rule], words: &[Word]) -> Vec<Hit> {
    let mut seen = RULEBOOK.lexicon.seen(words);
    let places = |rule: &'static Rule| {
        seen.places(rule)
            .into_iter()
            .map(|(first, last)| Hit::shown_by_list(rule, first, last))
            .collect::<Vec<_>>()
    };
    rules.iter().flat_map(places).collect()
}

/// Of places that overlap the first.
fn apart(hits: Vec<Hit>) -> Vec<Hit> {
    let mut kept: Vec<Hit> = Vec::new();
    for hit in hits {
        if kept.iter().all(|other| hit.last < other.first || other.last < hit.first) {
            kept.push(hit);
        }
    }
    kept
}
