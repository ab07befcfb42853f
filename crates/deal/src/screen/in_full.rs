//! A secret total in full, and a figure that is an amount in millions of this deal's size: no open list of words
//! excuses them.
//!
//! Elsewhere whatever stands behind a number may be what it counts. Here it may not: the words that a writer can put
//! behind a total are endless, and only what is known to be counted or measured makes it a count.

use money::Amount;

use super::behind::says_what_it_does;
use super::confidential::Confidential;
use super::context::Context;
use super::quantities::{Quantity, Sort, is_money, token};
use super::tokens::{Kind, Token};
use super::typed::is_unit;

/// Units that have no plural, or are written without one.
fn has_no_plural(word: &str) -> bool {
    !is_unit(&format!("{word}s")) || word.chars().count() <= 3
}

/// `1,250,000 rows`, `1.25 million active users`: right behind it, or behind one word, stands what is known to be
/// counted, as it is written of many. `1.25M redline` counts nothing.
fn counts_known_things(quantity: &Quantity, tokens: &[Token]) -> bool {
    let dash = tokens.get(quantity.last + 1).is_some_and(|dash| dash.text == "-" && !dash.space);
    let joined = usize::from(dash || token(tokens, quantity.last + 1) == "of");
    let word = |skip: usize| {
        tokens
            .get(quantity.last + joined + skip)
            .filter(|word| word.kind == Kind::Word)
            .map(|word| word.text.as_str())
    };
    let counted = |word: &str| is_unit(word) && !is_money(word) && (joined == 1 || has_no_plural(word));
    if joined == 0 && says_what_it_does(tokens, quantity.last + 1) {
        return false;
    }
    word(1).is_some_and(|first| counted(first) || !is_money(first) && word(2).is_some_and(counted))
}

impl Confidential {
    /// A secret total in full that counts nothing known.
    pub(super) fn stands_in_full(&self, quantity: &Quantity, tokens: &[Token]) -> bool {
        !matches!(quantity.sort, Sort::Percent)
            && (self.is_a_total(quantity) || self.follows_in_full(quantity))
            && !counts_known_things(quantity, tokens)
    }

    /// What follows from a secret, with so many digits that nobody meets it by chance.
    fn follows_in_full(&self, quantity: &Quantity) -> bool {
        quantity.readings.first().is_some_and(|reading| {
            reading.value >= Amount::from(20_000_u32)
                && reading.digits >= 4
                && self.denied.money.contains(&reading.value)
                && !self.told.money.contains(&reading.value)
        })
    }

    /// `There are 250,000 left above what we offered`: what lies between a secret and what both know, said as a
    /// difference.
    pub(super) fn stands_as_a_gap(
        &self,
        quantity: &Quantity,
        tokens: &[Token],
        context: &Context<'_>,
    ) -> bool {
        matches!(quantity.sort, Sort::Noun | Sort::Bare)
            && context.compares(quantity.first, quantity.last)
            && !counts_known_things(quantity, tokens)
            && quantity.readings.first().is_some_and(|reading| {
                reading.value >= Amount::from(10_000_u32)
                    && self.denied.gaps.contains(&reading.value)
                    && !self.told.gaps.contains(&reading.value)
            })
    }

    /// `1.15 million clears our bar`, `1,156,000 feels fair`: as much as this deal could come to, before a word that counts
    /// nothing known.
    pub(super) fn could_be_a_total(
        &self,
        quantity: &Quantity,
        tokens: &[Token],
        context: &Context<'_>,
    ) -> bool {
        let totals = || self.told.totals.iter().chain(&self.denied.totals);
        let (Some(least), Some(most)) = (totals().min(), totals().max()) else { return false };
        let four = Amount::from(4_u32);
        quantity.readings.first().is_some_and(|reading| {
            reading.value >= Amount::from(10_000_u32)
                && &reading.value * &four >= *least
                && reading.value <= most * &four
        }) && !counts_known_things(quantity, tokens)
            && !context.far_elsewhere(quantity.first)
    }

    /// `I'd get 1.24 through`: a figure of this deal's size in millions, in a sentence that somebody says of himself and
    /// that names nothing else that could be meant.
    pub(super) fn could_be_millions(&self, quantity: &Quantity, context: &Context<'_>) -> bool {
        let first = quantity.first;
        let totals = || self.told.totals.iter().chain(&self.denied.totals);
        let (Some(least), Some(most)) = (totals().min(), totals().max()) else { return false };
        let speaks = |word: &str| {
            matches!(
                word,
                "we" | "i" | "our" | "my" | "us" | "me" | "i'd" | "we'd" | "i'll" | "we'll" | "i'm" | "we're"
            )
        };
        matches!(quantity.sort, Sort::Bare | Sort::Noun)
            && !quantity.scaled
            && !quantity.in_words
            && context.any(first, speaks)
            && !context.elsewhere(first)
            && !context.names_things(first)
            && quantity.readings.first().is_some_and(|reading| {
                let total = &reading.value * &Amount::from(1_000_000_u32);
                !reading.value.is_whole()
                    && (least..=most).contains(&&total)
                    && !self
                        .told
                        .totals
                        .iter()
                        .any(|told| reading.times(&Amount::from(1_000_000_u32)).tells(told, false))
            })
    }

    /// `we'd bite at 1.1`: a secret total in millions, before a word that counts nothing known.
    pub(super) fn stands_in_millions(
        &self,
        quantity: &Quantity,
        tokens: &[Token],
        context: &Context<'_>,
    ) -> bool {
        let million = Amount::from(1_000_000_u32);
        matches!(quantity.sort, Sort::Noun)
            && !quantity.scaled
            && !counts_known_things(quantity, tokens)
            && !context.elsewhere(quantity.first)
            && !context.names_things(quantity.first)
            && quantity.readings.first().is_some_and(|reading| {
                let total = &reading.value * &million;
                !reading.value.is_whole()
                    && self.denied.totals.contains(&total)
                    && !self.told.totals.contains(&total)
            })
    }
}
