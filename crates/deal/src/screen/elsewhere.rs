//! Figures of other things than a price, shares, and what the money of a secret buys.

use money::Amount;

use super::ciphers::times_of_day;
use super::confidential::Confidential;
use super::context::Context;
use super::figures::Written;
use super::quantities::{Quantity, Sort, counts_months, counts_units, is_dimension, of_them};
use super::reason::ReasonKind;
use super::tokens::Token;

impl Confidential {
    /// A time of day that shows a secret total's digits, noughts aside.
    pub(super) fn is_a_time_of_day(&self, text: &str) -> bool {
        let bare = |digits: &str| digits.trim_end_matches('0').to_owned();
        times_of_day(text).any(|time| self.totals_in_digits().any(|total| bare(&total) == bare(&time)))
    }

    /// A figure of machines, goods, journeys or campaigns, in a sentence or a line that speaks of no price: a
    /// setting, a size, a serial. A secret total in full is none of these.
    pub(super) fn is_of_something_else(
        &self,
        quantity: &Quantity,
        tokens: &[Token],
        context: &Context<'_>,
    ) -> bool {
        let plain = matches!(quantity.sort, Sort::Bare | Sort::Noun) && !quantity.spelled;
        let total = quantity.readings.iter().any(|reading| {
            reading.value >= Amount::from(10_000_u32) && self.denied.totals.contains(&reading.value)
        });
        let first = quantity.first;
        // `half of it`
        let fraction =
            quantity.in_words && quantity.readings.iter().all(|reading| reading.value < Amount::from(1_u32));
        let percent = |reading: &Written| reading.times(&Amount::from(100_u32)).value;
        if fraction
            && matches!(quantity.sort, Sort::Bare)
            && !context.of_prices(first)
            && !context.of_limits(first)
            && !quantity.readings.iter().any(|reading| self.denied.percents.contains(&percent(reading)))
        {
            return true;
        }
        if !quantity.scaled && !context.names_money(first) && is_dimension(tokens, quantity) {
            return true;
        }
        // `gasket 1.25 mm`
        let thin = tokens.get(quantity.last).is_some_and(|unit| unit.text == "mm" && unit.space);
        let by = first
            .checked_sub(1)
            .is_some_and(|at| tokens.get(at).is_some_and(|by| matches!(by.text.as_str(), "x" | "×")));
        if thin
            && plain
            && !context.names_money(first)
            && !context.of_limits(first)
            && (by || context.elsewhere(first))
        {
            return true;
        }
        if !plain
            || total
            || context.of_limits(first)
            || context.names_money(first)
            || context.of_the_deal(first)
        {
            return false;
        }
        if of_them(tokens, quantity.last) || context.of_machines(first) {
            return true;
        }
        // What stands for nothing that is counted, or in six figures, could be an amount all the same; and what
        // is a consequence of a secret asks for more than one word that speaks of something else.
        let small = quantity.readings.iter().all(|reading| reading.value < Amount::from(100_000_u32));
        let denied = self.denies(quantity, true);
        let counts = context.grows_by(first) && !denied;
        small
            && !quantity.scaled
            && (counts || context.elsewhere(first) && (!denied || context.surely_elsewhere(first)))
    }

    pub(super) fn percent(&self, quantity: &Quantity, context: &Context<'_>) -> Option<ReasonKind> {
        // `99.954 %` is no ninety-nine thousand.
        let proper = |reading: &&Written| reading.value <= Amount::from(1_000_u32);
        let first = quantity.readings.iter().find(proper).or(quantity.readings.first())?;
        let off = |figures: &[Amount], wide: bool| {
            figures
                .iter()
                .filter(|figure| if wide { first.nears(figure) } else { first.tells(figure, false) })
                .map(|figure| (&first.value - figure).abs())
                .min()
        };
        let all_of_it = first.value == Amount::from(100_u32) && !context.of_the_deal(quantity.first);
        // What a secret comes to, said of one of the figures that are known, is no escalator's.
        let exactly = |figures: &[Amount]| figures.contains(&first.value);
        let of_a_fact = exactly(&self.denied.percents)
            && !exactly(&self.told.percents)
            && first.value > Amount::from(5_u32)
            && context.of_a_known_figure(quantity.first);
        if of_a_fact {
            return Some(ReasonKind::SecretFigure);
        }
        let foreign = context.foreign_percent(quantity.first);
        if all_of_it || foreign || context.share_of_things(quantity.first, quantity.last) {
            return None;
        }
        let denied = off(&self.denied.percents, true).is_some();
        let nearly_all = first.value >= Amount::from(97_u32) && first.value < Amount::from(100_u32);
        if !denied
            && !context.of_prices(quantity.first)
            && (nearly_all || context.counts_things(quantity.first))
        {
            return None;
        }
        match (off(&self.told.percents, false), off(&self.denied.percents, true)) {
            (Some(told), Some(secret)) if secret < told => Some(ReasonKind::SecretFigure),
            (Some(_), _) => None,
            (None, Some(_)) => Some(ReasonKind::SecretFigure),
            (None, None) => Some(ReasonKind::UntracedFigure),
        }
    }

    /// `That money buys 446 seats at your price`: so many units or months as a secret total pays for.
    pub(super) fn buys_so_many(
        &self,
        quantity: &Quantity,
        tokens: &[Token],
        context: &Context<'_>,
    ) -> Option<ReasonKind> {
        let first = quantity.readings.first()?;
        let units = counts_units(tokens, quantity.last);
        let months = counts_months(tokens, quantity.last);
        if !(units || months) || !context.buys(quantity.first) || self.told.counts.contains(&first.value) {
            return None;
        }
        let bought = if units { &self.denied.units_bought } else { &self.denied.months_bought };
        // A round number of seats is anybody's.
        let telling = if units { first.digits >= 3 } else { first.value > Amount::from(2_u32) };
        let tells = |exact: &Amount| (&first.value - exact).abs() < first.fine;
        let exactly = first.digits >= 2 && bought.contains(&first.value);
        (telling && bought.iter().any(tells) || exactly).then_some(ReasonKind::UntracedFigure)
    }
}
