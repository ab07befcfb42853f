//! Amounts that a count beside them shares out or multiplies: `Legal (40 people) carries 88,000`, `250 working days, and
//! 5,000 on each of them`.

use money::Amount;

use super::confidential::Confidential;
use super::context::Context;
use super::quantities::{Quantity, Sort, token};
use super::tokens::Token;
use super::topics::is_things;

/// Amounts and counts of one text that are held against each other.
const MOST: usize = 60;
/// Sentences between the two.
const FAR: usize = 1;

impl Confidential {
    /// An amount that comes to a secret total so many times, or to a secret price as the share of each.
    pub(super) fn shares_out(
        &self,
        quantities: &[Quantity],
        tokens: &[Token],
        context: &Context<'_>,
    ) -> Option<(usize, usize)> {
        let sentence =
            |quantity: &Quantity| tokens.get(quantity.first).map(|token| token.sentence).unwrap_or_default();
        let counts: Vec<&Quantity> = quantities
            .iter()
            .filter(|quantity| matches!(quantity.sort, Sort::Counted) && !quantity.scaled)
            .take(MOST)
            .collect();
        // `batches of 50,000`
        let counted = |quantity: &Quantity| {
            let of = quantity.first.checked_sub(1).is_some_and(|at| token(tokens, at) == "of");
            of && quantity.first.checked_sub(2).is_some_and(|at| is_things(token(tokens, at)))
        };
        let amounts = quantities.iter().filter(|quantity| {
            let large =
                quantity.readings.first().is_some_and(|reading| reading.value >= Amount::from(1_000_u32));
            let bare = matches!(quantity.sort, Sort::Bare)
                && !context.surely_elsewhere(quantity.first)
                && !counted(quantity);
            large && (bare || matches!(quantity.sort, Sort::Money))
        });
        amounts.take(MOST).find_map(|amount| {
            let value = &amount.readings.first()?.value;
            let told = self.told.money.contains(value);
            counts
                .iter()
                .filter(|count| sentence(amount).abs_diff(sentence(count)) <= FAR)
                .find(|count| {
                    let Some(many) = count.readings.first().map(|reading| &reading.value) else {
                        return false;
                    };
                    let small = *many < Amount::from(2_u32) || *many > Amount::from(100_000_u32);
                    !small && !told && self.comes_by(value, many)
                })
                .map(|_| (amount.first, amount.last))
        })
    }

    fn comes_by(&self, value: &Amount, many: &Amount) -> bool {
        let whole = value * many;
        let total = self.denied.totals.contains(&whole) && !self.told.totals.contains(&whole);
        let (told, denied) = &self.yearly;
        let unit =
            value.div_rounded(many, 6).is_some_and(|unit| denied.is_unit(&unit) && !told.is_unit(&unit));
        total || unit
    }
}
