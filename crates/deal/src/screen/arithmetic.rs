//! Figures that are told apart and come to a secret together: sums, differences, products, shares.

use money::Amount;

use super::quantities::{Quantity, Sort, token};
use super::tokens::Token;

/// Quantities of one text that are put together; more are a table.
const MOST: usize = 60;
/// How many others stand between two that belong together at most.
const FAR: usize = 2;

/// Pairs and threes of quantities that come to one of the totals, by the numbers of the first and the last.
/// Only an exact result counts, or one within the last digit of a product: of a total of six figures and more
/// nobody meets it by chance.
pub(super) fn comes_to(
    totals: &[Amount],
    told: &[Amount],
    quantities: &[&Quantity],
    tokens: &[Token],
) -> Option<(usize, usize)> {
    let large = |total: &&Amount| **total >= Amount::from(10_000_u32);
    let totals: Vec<&Amount> = totals.iter().filter(large).collect();
    let own: Vec<&Quantity> = quantities.iter().copied().take(MOST).collect();
    let sentence = |quantity: &Quantity| tokens.get(quantity.first).map(|token| token.sentence);
    for (at, one) in own.iter().enumerate() {
        for (skip, other) in own.iter().skip(at + 1).take(FAR + 1).enumerate() {
            if sentence(one) != sentence(other) {
                break;
            }
            if same_again(one, other, tokens) || both_told(told, one, other, tokens) {
                continue;
            }
            let between = own.get(at + 1..=at + skip).unwrap_or_default();
            if together(&totals, one, other, between) {
                return Some((one.first, other.last));
            }
        }
    }
    None
}

/// `10,000 tickets a year … at 130 each`: so many things at so much money, in one sentence or the next, that come to a
/// total exactly. What is counted may be anything.
pub(super) fn multiplies_out(
    totals: &[Amount],
    quantities: &[Quantity],
    tokens: &[Token],
) -> Option<(usize, usize)> {
    let sentence =
        |quantity: &Quantity| tokens.get(quantity.first).map(|token| token.sentence).unwrap_or_default();
    let value = |quantity: &Quantity| quantity.readings.first().map(|reading| reading.value.clone());
    let one = Amount::from(1_u32);
    let counts = quantities.iter().filter(|quantity| matches!(quantity.sort, Sort::Counted | Sort::Noun));
    // `two payments of 550,000`
    let each = |quantity: &Quantity| {
        let before = quantity.first.checked_sub(1).map(|at| token(tokens, at)).unwrap_or_default();
        matches!(before, "of" | "at")
            && value(quantity).is_some_and(|value| value >= Amount::from(10_000_u32))
    };
    let prices: Vec<&Quantity> = quantities
        .iter()
        .filter(|quantity| matches!(quantity.sort, Sort::Money) || each(quantity))
        .take(MOST)
        .collect();
    counts.take(MOST).find_map(|many| {
        let counted = value(many).filter(|counted| *counted > one)?;
        prices.iter().find_map(|price| {
            let each = value(price).filter(|each| *each > one)?;
            let near = sentence(many).abs_diff(sentence(price)) <= 1;
            let product = &counted * &each;
            (near && totals.contains(&product))
                .then(|| (many.first.min(price.first), many.last.max(price.last)))
        })
    })
}

/// `1,000,000 a year, or 250,000 a quarter`: the same said again, and no sum.
fn same_again(one: &Quantity, other: &Quantity, tokens: &[Token]) -> bool {
    let between = tokens.get(one.last + 1..other.first).unwrap_or_default();
    between.iter().any(|token| {
        matches!(token.text.as_str(), "or" | "i.e" | "ie" | "which" | "namely" | "hence" | "resp")
    })
}

/// Two facts beside each other are no sum unless it is said.
fn both_told(told: &[Amount], one: &Quantity, other: &Quantity, tokens: &[Token]) -> bool {
    let told =
        |quantity: &Quantity| quantity.readings.first().is_some_and(|reading| told.contains(&reading.value));
    let between = tokens.get(one.last + 1..other.first).unwrap_or_default();
    let said = between.iter().any(|token| {
        matches!(
            token.text.as_str(),
            "plus" | "+" | "and" | "add" | "&" | "minus" | "-" | "less" | "times" | "*" | "x" | "×" | "by"
        )
    });
    told(one) && told(other) && !said
}

fn together(totals: &[&Amount], one: &Quantity, other: &Quantity, between: &[&Quantity]) -> bool {
    one.readings.iter().any(|one| {
        other.readings.iter().any(|other| {
            let middle = between.first().and_then(|quantity| quantity.readings.first());
            let sum = &one.value + &other.value;
            let three = middle.map(|middle| &sum + &middle.value);
            let gap = (&one.value - &other.value).abs();
            let product = other.times(&one.value);
            let turned = one.times(&other.value);
            totals.iter().any(|total| {
                let exactly =
                    [Some(&sum), three.as_ref(), Some(&gap)].into_iter().flatten().any(|it| it == *total);
                let proper = one.value != **total && other_is_not(&other.value, total);
                let share = !other.value.is_zero() && *total * &other.value == one.value;
                proper
                    && (exactly
                        || product.value == **total
                        || (other.digits >= 5 && product.tells(total, false))
                        || (one.digits >= 5 && turned.tells(total, false))
                        || share && other.value > Amount::from(1_u32))
            })
        })
    })
}

/// A total beside nothing, or times one, is the total itself.
fn other_is_not(value: &Amount, total: &Amount) -> bool {
    value != total && !value.is_zero()
}
