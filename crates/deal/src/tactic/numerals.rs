//! Numbers in words.

use money::Amount;

use super::words::{Kind, Word};
use crate::number_words::SMALL;

/// `four hundred and eighty thousand`, `three ten`: the value of number words and where they end.
pub(super) fn in_words(words: &[Word], first: usize) -> Option<(usize, Amount)> {
    let mut whole = 0_u64;
    let mut part = 0_u64;
    let mut last = None;
    let mut at = first;
    while let Some(word) = words.get(at) {
        let follows = |ahead: usize| words.get(at + ahead).is_some_and(|next| small(&next.text).is_some());
        match (small(&word.text), word.text.as_str()) {
            // `three ten` and `four twenty` are hundreds, `thirty five` is a sum.
            (Some(more), _) if (1..10).contains(&part) && more >= 10 && last.is_some() => {
                part = part.checked_mul(100)?.checked_add(more)?;
            }
            (Some(more), _) => part = part.checked_add(more)?,
            (None, "hundred") => part = part.max(1).checked_mul(100)?,
            (None, "thousand") => {
                whole = whole.checked_add(part.max(1).checked_mul(1_000)?)?;
                part = 0;
            }
            (None, "million") => {
                whole = whole.checked_add(part.max(1).checked_mul(1_000_000)?)?;
                part = 0;
            }
            (None, "and") if last.is_some() && part.is_multiple_of(100) && follows(1) => {
                at += 1;
                continue;
            }
            (None, "half") if last.is_none() => {
                return Some((at, Amount::parse("0.5").ok()?));
            }
            _ => break,
        }
        last = Some(at);
        at += 1;
        if word.times > 1 {
            whole = whole.checked_add(part.checked_mul(u64::from(word.times))?)?;
            part = 0;
        }
        if word.kind == Kind::Percent {
            break;
        }
    }
    let value = Amount::parse(&whole.checked_add(part)?.to_string()).ok()?;
    last.map(|last| (last, value))
}

fn small(word: &str) -> Option<u64> {
    let known = SMALL.iter().find(|(known, _)| *known == word).map(|(_, value)| u64::from(*value));
    known.or_else(|| (word == "zero").then_some(0))
}
