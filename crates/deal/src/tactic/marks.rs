//! Marks of a thread's messages: that it is agreed, that something comes on top, that a third person is hard.
//!
//! `rules/marks.txt` lists what shows each. A mark names nothing by itself: how they follow each other along a
//! thread does.

use std::collections::HashSet;

use super::judge::{Hit, sentences};
use super::pattern::{Lexicon, Rule, lines};
use super::rulebook::RULEBOOK;
use super::words::Word;

pub(super) const MARKS: &str = include_str!("rules/marks.txt");

/// What a list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Mark {
    /// The whole is agreed: papers, orders and signatures are spoken of.
    Closing,
    /// A price or terms are agreed.
    Settled,
    /// What is said before a signature.
    Implied,
    /// Something is agreed.
    Agreed,
    /// Not yet, or only if.
    Unagreed,
    /// It is let pass.
    Yields,
    /// It is not.
    Refuses,
    /// More is asked for.
    Asked,
    /// More is asked for, where it is a question.
    Asking,
    /// It was the other side's wish.
    AsYouAsked,
    /// It costs nothing.
    Given,
    /// Less is delivered for the same.
    Less,
    /// A step down.
    Lower,
    /// A question of the daily work.
    Admin,
    /// A wish is called small.
    Small,
    /// It comes up in passing.
    Aside,
    /// Asked for or taken for granted.
    Request,
    /// Comes on top.
    OnTop,
    /// What a supplier slices off.
    Burden,
    /// A third person.
    Third,
    /// Hard words.
    Hard,
    /// Words of a friend.
    Soft,
    /// The offer to win somebody over.
    Bring,
    /// Something to go to them with is asked for.
    Plea,
}

const NAMES: [(&str, &str, Mark); 24] = [
    ("closing", "mark/closing", Mark::Closing),
    ("settled", "mark/settled", Mark::Settled),
    ("implied", "mark/implied", Mark::Implied),
    ("less", "mark/less", Mark::Less),
    ("agreed", "mark/agreed", Mark::Agreed),
    ("unagreed", "mark/unagreed", Mark::Unagreed),
    ("yields", "mark/yields", Mark::Yields),
    ("refuses", "mark/refuses", Mark::Refuses),
    ("asked", "mark/asked", Mark::Asked),
    ("asking", "mark/asking", Mark::Asking),
    ("asyouasked", "mark/asyouasked", Mark::AsYouAsked),
    ("given", "mark/given", Mark::Given),
    ("lower", "mark/lower", Mark::Lower),
    ("admin", "mark/admin", Mark::Admin),
    ("small", "mark/small", Mark::Small),
    ("aside", "mark/aside", Mark::Aside),
    ("request", "mark/request", Mark::Request),
    ("ontop", "mark/ontop", Mark::OnTop),
    ("burden", "mark/burden", Mark::Burden),
    ("third", "mark/third", Mark::Third),
    ("hard", "mark/hard", Mark::Hard),
    ("soft", "mark/soft", Mark::Soft),
    ("plea", "mark/plea", Mark::Plea),
    ("bring", "mark/bring", Mark::Bring),
];

/// The lists, read.
pub(super) fn read(lexicon: &mut Lexicon) -> Vec<(Mark, Rule)> {
    let read = |line: &str| {
        let (name, rest) = line.split_once(' ')?;
        let (_, id, mark) = NAMES.into_iter().find(|(known, ..)| *known == name)?;
        // How much of it is shown as evidence; a mark has no weight of its own.
        let rule = lexicon.rule(&format!("60 {rest}"))?;
        Some((mark, rule.named(id.to_owned())))
    };
    lines(MARKS).filter_map(read).collect()
}

/// A place that a list shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Marked {
    pub(super) mark: Mark,
    pub(super) sentence: usize,
    pub(super) hit: Hit,
}

/// The marks of one message.
#[derive(Debug, Default)]
pub(super) struct Marks {
    all: Vec<Marked>,
    by_sentence: HashSet<(Mark, usize)>,
}

impl Marks {
    pub(super) fn of(words: &[Word]) -> Self {
        let sentences = sentences(words);
        let mut seen = RULEBOOK.lexicon.seen(words);
        let mut found = Vec::new();
        for (mark, rule) in &RULEBOOK.marks {
            for (first, last) in seen.places(rule) {
                let sentence = sentences.get(first).copied().unwrap_or_default();
                found.push(Marked { mark: *mark, sentence, hit: Hit::shown_by_list(rule, first, last) });
            }
        }
        let by_sentence = found.iter().map(|marked: &Marked| (marked.mark, marked.sentence)).collect();
        Self { all: found, by_sentence }
    }

    /// All of them.
    #[cfg(test)]
    pub(super) fn each(&self) -> &[Marked] {
        &self.all
    }

    pub(super) fn all(&self, mark: Mark) -> impl Iterator<Item = &Marked> {
        self.all.iter().filter(move |marked| marked.mark == mark)
    }

    pub(super) fn has(&self, mark: Mark) -> bool {
        self.all(mark).next().is_some()
    }

    pub(super) fn has_in(&self, mark: Mark, sentence: usize) -> bool {
        self.by_sentence.contains(&(mark, sentence))
    }
}
