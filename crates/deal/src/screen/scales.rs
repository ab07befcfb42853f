//! Scales that stand apart from their numbers: `one point two five. Millions, that is.`, `all figures in thousands`.

use money::Amount;

use super::bases::is_short;
use super::confidential::Confidential;
use super::numerals::{Part, parts, ten_to};
use super::quantities::{Quantity, Sort, is_money, token};
use super::reading::exact;
use super::tokens::{Kind, Token};

/// Scales of one text that are looked at.
const MOST: usize = 16;
/// Numbers of one text that are held against them.
const MOST_NUMBERS: usize = 200;

/// A scale that no number stands before.
struct Loose {
    power: u32,
    at: usize,
}

/// Gives numbers the scale that the next sentence says, and names the powers that are said elsewhere in the text.
pub(super) fn said_later(quantities: &mut Vec<Quantity>, tokens: &[Token]) -> Vec<u32> {
    let loose = loose(quantities, tokens);
    // The word of a scale alone is no number here.
    let alone = |quantity: &Quantity| {
        loose.iter().any(|scale| {
            quantity.last == scale.at
                && (quantity.first == scale.at || token(tokens, quantity.first) == "hundred")
        })
    };
    quantities.retain(|quantity| !alone(quantity));
    let sentence = |at: usize| tokens.get(at).map(|token| token.sentence).unwrap_or_default();
    for scale in &loose {
        let own = sentence(scale.at);
        let first = tokens.partition_point(|token| token.sentence < own);
        // The sentence says little more: the last number before it is meant.
        let alone =
            is_short(tokens, own) && !quantities.iter().any(|quantity| sentence(quantity.first) == own);
        let meant = quantities.iter_mut().rev().find(|quantity| {
            alone
                && quantity.last < first
                && sentence(quantity.first) + 1 == own
                && !quantity.scaled
                && matches!(quantity.sort, Sort::Bare | Sort::Noun | Sort::Money)
                && quantity.readings.iter().all(|reading| reading.value < ten_to(6))
        });
        if let Some(quantity) = meant {
            let factor = ten_to(scale.power);
            quantity.readings.iter_mut().for_each(|reading| *reading = reading.times(&factor));
            quantity.scaled = true;
        }
    }
    let mut powers: Vec<u32> = loose.into_iter().map(|scale| scale.power).collect();
    powers.sort_unstable();
    powers.dedup();
    powers
}

fn loose(quantities: &[Quantity], tokens: &[Token]) -> Vec<Loose> {
    let taken = |at: usize| {
        let next = quantities.partition_point(|quantity| quantity.last < at);
        quantities.get(next).is_some_and(|quantity| quantity.first < at && quantity.scaled)
    };
    let counts = |at: usize| {
        // `millions of users`
        token(tokens, at + 1) == "of" && !(2..=3).any(|skip| is_money(token(tokens, at + skip)))
    };
    tokens
        .iter()
        .enumerate()
        .filter(|(_, word)| word.kind == Kind::Word)
        .filter_map(|(at, word)| {
            let one = || parts(word.text.strip_suffix('s')?);
            let power = match parts(&word.text).or_else(one)?.as_slice() {
                [Part::Scale(power)] if (3..=9).contains(power) => *power,
                _ => return None,
            };
            let before = at.checked_sub(1).map(|at| token(tokens, at)).unwrap_or_default();
            let figure = at
                .checked_sub(1)
                .and_then(|at| tokens.get(at))
                .is_some_and(|before| before.kind == Kind::Figure);
            let hundred = before == "hundred";
            let numbered = figure
                || !hundred
                    && parts(before).is_some_and(|parts| !matches!(parts.first(), Some(Part::And | Part::A)))
                || matches!(before, "some" | "several" | "few" | "many" | "of");
            let plural = word.text.ends_with('s')
                || matches!(before, "in" | "a" | "hundred" | "." | "," | "(" | "as" | "");
            let power = if hundred { power + 2 } else { power };
            (!numbered && plural && !taken(at) && !counts(at)).then_some(Loose { power, at })
        })
        .take(MOST)
        .collect()
}

impl Confidential {
    /// A number that is a secret total by a scale that the text names elsewhere, or two numbers side by side that are.
    pub(super) fn is_scaled_elsewhere(
        &self,
        quantities: &[Quantity],
        powers: &[u32],
    ) -> Option<(usize, usize)> {
        if powers.is_empty() {
            return None;
        }
        let own: Vec<&Quantity> = quantities
            .iter()
            .filter(|quantity| {
                !quantity.scaled && matches!(quantity.sort, Sort::Bare | Sort::Noun | Sort::Money)
            })
            .take(MOST_NUMBERS)
            .collect();
        let secret = |value: &Amount| {
            exact(value).digits >= 2
                && powers.iter().any(|power| {
                    let scaled = value * ten_to(*power);
                    self.denied.totals.contains(&scaled) && !self.told.totals.contains(&scaled)
                })
        };
        let one = own.iter().find(|quantity| quantity.readings.iter().any(|reading| secret(&reading.value)));
        if let Some(quantity) = one {
            return Some((quantity.first, quantity.last));
        }
        // `Twelve. Then fifty. Thousands.`
        own.windows(2).find_map(|pair| {
            let [one, other] = pair else { return None };
            let digits = |quantity: &Quantity| {
                let value = &quantity.readings.first()?.value;
                (value.is_whole() && *value < ten_to(3)).then(|| value.to_string())
            };
            let joined = Amount::parse(&format!("{}{}", digits(one)?, digits(other)?)).ok()?;
            secret(&joined).then_some((one.first, other.last))
        })
    }
}
