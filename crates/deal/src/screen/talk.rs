//! Speech about our limits without a figure: where the ceiling lies, that a guess is right.

use std::sync::LazyLock;

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

/// Where a text speaks of our limits, in code points of it; a sentence that only refuses to speak of them
/// is none.
pub(super) fn talk(text: &str) -> Vec<(usize, usize)> {
    let words = words(text);
    let mut seen = TALK.lexicon.seen(&words);
    let mut found = Vec::new();
    let mut refused = Vec::new();
    for rule in &TALK.rules {
        let places = seen.places(rule);
        if rule.weight < 0 { refused.extend(places) } else { found.extend(places) }
    }
    let sentence = |at: usize| words.iter().take(at).filter(|word| word.kind == Kind::Break).count();
    found.retain(|(at, _)| {
        let own = sentence(*at);
        let refusal = refused.iter().any(|(at, _)| sentence(*at) == own);
        !refusal || turns(&words, own, sentence)
    });
    found
        .into_iter()
        .filter_map(|(first, last)| Some((words.get(first)?.start as usize, words.get(last)?.end as usize)))
        .collect()
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
        ] {
            assert_eq!(talk(text), vec![], "{text}");
        }
    }
}
