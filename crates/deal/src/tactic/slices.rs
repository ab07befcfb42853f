//! Small figures along a thread: what comes on top of the whole, and steps down in percent.

use money::Amount;

use super::figures::value;
use super::rulebook::RULEBOOK;
use super::words::{Kind, Word};

/// The vendor's messages behind the first figure that name one which is a small part of it, no new total, and
/// none that comes off.
pub(super) fn slices<'a>(
    messages: impl Iterator<Item = (usize, &'a [Word])>,
    most_percent: u32,
) -> Vec<usize> {
    let mut base: Option<Amount> = None;
    let mut found = Vec::new();
    for (at, words) in messages {
        let figures: Vec<Amount> = figures(words, base.as_ref());
        let Some(whole) = &base else {
            base = figures.into_iter().max();
            continue;
        };
        let small = |figure: &Amount| figure * Amount::from(100_u32) <= whole * Amount::from(most_percent);
        let slice = !figures.is_empty() && figures.iter().all(small) && !goes_down(words);
        if slice {
            found.push(at);
        }
    }
    found
}

/// Figures that can be money: marked, or of three digits and no year; beside a price per unit also smaller
/// ones that a rate or `another` stands at.
fn figures(words: &[Word], base: Option<&Amount>) -> Vec<Amount> {
    let hundred = Amount::from(100_u32);
    let year = Amount::from(1900_u32)..=Amount::from(2100_u32);
    let word = |at: usize| words.get(at).map(|word| word.text.as_str()).unwrap_or_default();
    let by_unit = base.is_none_or(|base| *base < Amount::from(2_000_u32));
    let read = |(at, figure): (usize, &Word)| {
        let value = value(&figure.text).filter(Amount::is_positive)?;
        let rated = matches!(word(at + 1), "a" | "per" | "each" | "more" | "extra" | "apiece");
        let added =
            at.checked_sub(1).is_some_and(|at| matches!(word(at), "another" | "plus" | "add" | "costs"));
        match figure.kind {
            Kind::Money => Some(value),
            Kind::Number if value >= hundred && !year.contains(&value) => Some(value),
            Kind::Number if by_unit && (rated || added) => Some(value),
            _ => None,
        }
    };
    words.iter().enumerate().filter_map(read).collect()
}

fn goes_down(words: &[Word]) -> bool {
    let mut seen = RULEBOOK.lexicon.seen(words);
    RULEBOOK.lower.iter().any(|rule| !seen.places(rule).is_empty())
}

/// Discounts that grow from message to message, or are added to one another, as steps down.
pub(super) fn steps_in_percent<'a>(
    messages: impl Iterator<Item = (usize, &'a [Word])>,
) -> Vec<(usize, Amount)> {
    let mut steps: Vec<(usize, Amount)> = Vec::new();
    let mut whole = Amount::zero();
    for (at, words) in messages.filter(|(_, words)| goes_down(words)) {
        let Some(place) = words.iter().rposition(|word| word.kind == Kind::Percent) else { continue };
        let Some(said) = words.get(place).and_then(|word| value(&word.text)) else { continue };
        let more = words.get(place.saturating_sub(3)..place).unwrap_or_default().iter().any(|word| {
            matches!(
                word.text.as_str(),
                "another" | "further" | "additional" | "extra" | "more" | "again" | "plus"
            )
        });
        let step = if more && !steps.is_empty() { said } else { &said - &whole };
        if step.is_positive() {
            whole += &step;
            steps.push((at, -step));
        }
    }
    // Of two discounts nobody can say that they shrink.
    if steps.len() < 3 { Vec::new() } else { steps }
}
