//! How a sentence was changed, word by word.

/// A stretch of a changed sentence, with the blanks that follow its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wording {
    /// It stands in both.
    Same(String),
    /// It stood in the old one only.
    Gone(String),
    /// It stands in the new one only.
    New(String),
}

/// A sentence that took another's place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reworded {
    /// Place of the old one among those that are gone.
    pub gone: usize,
    /// Place of the new one among those that are new.
    pub new: usize,
    /// The change, in reading order; what is gone before what came for it.
    pub parts: Vec<Wording>,
}

/// Sentences longer than this, in words, are not compared word by word.
const MOST_WORDS: usize = 400;

/// How many word pairs are looked at in all: whoever writes two hundred long conditions
/// must not make the reader's machine work for minutes.
const MOST_PAIRS: usize = 2_000_000;

/// Pairs sentences that share at least half of their words, each at most once, the most
/// alike first, and says what changed within each pair.
pub fn reworded(gone: &[&str], new: &[&str]) -> Vec<Reworded> {
    let olds: Vec<Vec<&str>> = gone.iter().map(|text| words(text)).collect();
    let news: Vec<Vec<&str>> = new.iter().map(|text| words(text)).collect();
    let mut budget = MOST_PAIRS;
    let mut alike = Vec::new();
    for (from, old) in olds.iter().enumerate() {
        for (to, new) in news.iter().enumerate() {
            let cost = old.len() * new.len();
            if old.len() > MOST_WORDS || new.len() > MOST_WORDS || cost > budget {
                continue;
            }
            budget -= cost;
            let shared = *common(old, new).first().and_then(|row| row.first()).unwrap_or(&0);
            if shared * 4 >= old.len() + new.len() {
                alike.push((shared * 1000 / (old.len() + new.len()).max(1), from, to));
            }
        }
    }
    alike.sort_by(|a, b| b.0.cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut pairs: Vec<Reworded> = Vec::new();
    for (_, from, to) in alike {
        if pairs.iter().any(|pair| pair.gone == from || pair.new == to) {
            continue;
        }
        if let (Some(old), Some(new)) = (olds.get(from), news.get(to)) {
            pairs.push(Reworded { gone: from, new: to, parts: parts(old, new) });
        }
    }
    pairs
}

fn words(text: &str) -> Vec<&str> {
    text.split_inclusive(char::is_whitespace).collect()
}

fn same(a: &str, b: &str) -> bool {
    a.trim_end() == b.trim_end()
}

/// `table[i][j]`: how many words the rests from `i` and `j` have in common, in order.
fn common(old: &[&str], new: &[&str]) -> Vec<Vec<usize>> {
    let mut table = vec![vec![0; new.len() + 1]; old.len() + 1];
    for (i, word) in old.iter().enumerate().rev() {
        let below = table.get(i + 1).cloned().unwrap_or_default();
        let Some(row) = table.get_mut(i) else { continue };
        for (j, other) in new.iter().enumerate().rev() {
            let at = |row: &[usize], place: usize| row.get(place).copied().unwrap_or(0);
            let best =
                if same(word, other) { at(&below, j + 1) + 1 } else { at(&below, j).max(at(row, j + 1)) };
            if let Some(cell) = row.get_mut(j) {
                *cell = best;
            }
        }
    }
    table
}

fn parts(old: &[&str], new: &[&str]) -> Vec<Wording> {
    let table = common(old, new);
    let at = |i: usize, j: usize| table.get(i).and_then(|row| row.get(j)).copied().unwrap_or(0);
    let (mut i, mut j) = (0, 0);
    let mut parts = Vec::new();
    loop {
        match (old.get(i), new.get(j)) {
            (Some(word), Some(other)) if same(word, other) => {
                push(&mut parts, Wording::Same((*other).to_owned()));
                (i, j) = (i + 1, j + 1);
            }
            (Some(word), other) if other.is_none() || at(i + 1, j) >= at(i, j + 1) => {
                push(&mut parts, Wording::Gone((*word).to_owned()));
                i += 1;
            }
            (_, Some(other)) => {
                push(&mut parts, Wording::New((*other).to_owned()));
                j += 1;
            }
            (_, None) => return parts,
        }
    }
}

fn push(parts: &mut Vec<Wording>, part: Wording) {
    match (parts.last_mut(), part) {
        (Some(Wording::Same(text)), Wording::Same(more))
        | (Some(Wording::Gone(text)), Wording::Gone(more))
        | (Some(Wording::New(text)), Wording::New(more)) => text.push_str(&more),
        (_, part) => parts.push(part),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;

    #[test]
    fn the_changed_word_is_told() {
        let found = reworded(&["Price cap of 3 % at renewal"], &["Net 45", "Price cap of 5 % at renewal"]);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].gone, found[0].new), (0, 1));
        let said = |text: &str| text.to_owned();
        assert_eq!(
            found[0].parts,
            [
                Wording::Same(said("Price cap of ")),
                Wording::Gone(said("3 ")),
                Wording::New(said("5 ")),
                Wording::Same(said("% at renewal")),
            ]
        );
    }

    #[test]
    fn what_shares_little_is_another_sentence() {
        assert_eq!(reworded(&["Auto-renewal applies"], &["Net 60 days after invoice"]), []);
        assert_eq!(reworded(&[], &["anything"]), []);
    }

    #[test]
    fn the_most_alike_are_paired_and_each_once() {
        let found = reworded(
            &["Support by phone on working days", "Support by phone"],
            &["Support by phone on all days", "Support by phone"],
        );
        let pairs: Vec<_> = found.iter().map(|pair| (pair.gone, pair.new)).collect();
        assert_eq!(pairs, [(1, 1), (0, 0)]);
    }

    #[test]
    fn joined_again_the_parts_are_both_sentences() {
        let (old, new) = ("Either party may end it with 30 days notice", "Either party may end it at once");
        let parts = &reworded(&[old], &[new])[0].parts;
        let join = |keep: fn(&Wording) -> Option<&String>| {
            parts.iter().filter_map(keep).map(String::as_str).collect::<String>()
        };
        let now = join(|part| match part {
            Wording::Same(text) | Wording::New(text) => Some(text),
            Wording::Gone(_) => None,
        });
        assert_eq!(now.trim(), new);
        let was = join(|part| match part {
            Wording::Same(text) | Wording::Gone(text) => Some(text),
            Wording::New(_) => None,
        });
        assert_eq!(was.trim(), old);
    }

    #[test]
    fn many_long_sentences_do_not_take_long() {
        let long = vec!["word "; 399].concat();
        let all = vec![long.as_str(); 200];
        assert!(reworded(&all, &all).len() <= 200);
        let longer = vec!["word "; 5000].concat();
        assert_eq!(reworded(&[&longer], &[&longer]), []);
    }
}
