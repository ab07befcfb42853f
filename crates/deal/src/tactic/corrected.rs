//! What persons said about words like these before.

use super::concepts::BY_WORDS;
use super::words::{Kind, Word, words};
use super::{Evidence, Family, Tactic};

/// Shorter phrases say too little to be found again by themselves, in words.
const SHORTEST_PHRASE: usize = 3;
/// How sure a person's own word is.
const BY_A_PERSON: f64 = 0.95;
/// The rule that such a name is given by.
const RULE: &str = "person";

/// A person's word about a text of the same author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// The text that was judged, as it stood.
    pub text: String,
    /// The words in it that had shown the tactic.
    pub phrases: Vec<String>,
    /// The family concerned.
    pub family: Family,
    /// True where it is played, false where it is not.
    pub played: bool,
}

/// Judges as persons judged: a text that says the same as a corrected one (three of four words in common)
/// wholly, another one in the phrases that are the same. What was said last counts.
pub(super) fn correct(text: &str, own: &[Word], corrections: &[Correction], named: &mut Vec<Tactic>) {
    for correction in corrections {
        let alike = alike(own, &words(&correction.text));
        let of_family = |tactic: &Tactic| tactic.family == correction.family;
        if alike {
            named.retain(|tactic| !of_family(tactic));
        } else if !correction.played {
            let known: Vec<Vec<String>> =
                correction.phrases.iter().map(|phrase| said(&words(phrase))).collect();
            for tactic in named.iter_mut().filter(|tactic| of_family(tactic)) {
                let before = tactic.evidence.len();
                tactic.evidence.retain(|shown| !known.contains(&said(&words(&shown.text))));
                // Words that only lean towards a family do not stand against a person's word.
                if tactic.evidence.len() < before
                    && tactic.evidence.iter().all(|shown| shown.rule == BY_WORDS)
                {
                    tactic.evidence.clear();
                }
            }
            named.retain(|tactic| !of_family(tactic) || !tactic.evidence.is_empty());
        }
        if correction.played && !named.iter().any(of_family) {
            let places = places(own, &correction.phrases);
            let evidence: Vec<Evidence> = match (places.is_empty(), alike) {
                (false, _) => places.into_iter().map(|place| Evidence::of(text, 0, place, RULE)).collect(),
                (true, true) => vec![Evidence::of(text, 0, (0, text.chars().count()), RULE)],
                (true, false) => continue,
            };
            named.push(Tactic { family: correction.family, confidence: BY_A_PERSON, evidence });
        }
    }
}

/// Where phrases stand word by word, in code points.
fn places(own: &[Word], phrases: &[String]) -> Vec<(usize, usize)> {
    let spoken: Vec<&Word> = own.iter().filter(|word| word.kind != Kind::Break).collect();
    let mut found = Vec::new();
    for phrase in phrases.iter().map(|phrase| said(&words(phrase))) {
        if phrase.len() < SHORTEST_PHRASE {
            continue;
        }
        let same = |window: &&[&Word]| window.iter().map(|word| &word.text).eq(&phrase);
        if let Some([first, .., last]) = spoken.windows(phrase.len()).find(same) {
            found.push((first.start as usize, last.end as usize));
        }
    }
    found.sort_unstable();
    found
}

fn said(words: &[Word]) -> Vec<String> {
    words.iter().filter(|word| word.kind != Kind::Break).map(|word| word.text.clone()).collect()
}

/// Three of four words in common, of both together.
fn alike(one: &[Word], other: &[Word]) -> bool {
    let (one, other) = (vocabulary(one), vocabulary(other));
    let common = one.iter().filter(|word| other.contains(*word)).count();
    !one.is_empty() && common * 7 >= (one.len() + other.len()) * 3
}

fn vocabulary(words: &[Word]) -> Vec<String> {
    let mut vocabulary: Vec<String> =
        words.iter().filter(|word| word.kind == Kind::Word).map(|word| word.text.clone()).collect();
    vocabulary.sort();
    vocabulary.dedup();
    vocabulary
}
