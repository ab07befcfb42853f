//! Figures of other things than a price, shares, and what the money of a secret buys.

use money::Amount;

use super::ciphers::{spoken_times, times_of_day};
use super::confidential::Confidential;
use super::context::Context;
use super::figures::Written;
use super::quantities::{Quantity, Sort, counts_months, counts_units, token};
use super::reason::ReasonKind;
use super::things::{is_dimension, of_them};
use super::tokens::Token;

impl Confidential {
    /// A time of day that shows a secret total's digits, noughts aside.
    pub(super) fn is_a_time_of_day(&self, text: &str) -> bool {
        let bare = |digits: &str| digits.trim_end_matches('0').to_owned();
        times_of_day(text)
            .chain(spoken_times(text))
            .any(|time| self.totals_in_digits().any(|total| bare(&total) == bare(&time)))
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
        // `-Xmx1250m`, `the heap grows from 110M to 1.3G`
        let size = |at: usize| {
            tokens
                .get(at)
                .is_some_and(|unit| !unit.space && matches!(unit.text.as_str(), "m" | "g" | "k" | "t"))
        };
        if (quantity.scaled && size(quantity.last) || !quantity.scaled && size(quantity.last + 1))
            && context.of_memory(first)
            && !context.names_money(first)
            && !context.of_prices(first)
            && !context
                .any(first, |word| matches!(word, "we" | "pay" | "afford" | "deal" | "ceiling" | "sign"))
        {
            return true;
        }
        // A line that a machine wrote speaks of limits of its own.
        if plain && !total && context.of_machines(first) {
            return true;
        }
        if plain
            && !total
            && !quantity.scaled
            && context.of_headcount(first)
            && quantity.readings.iter().any(|reading| reading.value.is_whole() && reading.digits > 1)
            && quantity.readings.first().is_some_and(|reading| reading.value.is_whole())
            && !context.compares(first, quantity.last)
        {
            return true;
        }
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
            || context.clearly_of_the_deal(first)
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
            && (counts
                || context.elsewhere(first) && (!denied || context.surely_elsewhere(first))
                || context.far_elsewhere(first))
    }

    /// A number of up to five figures without a scale or a name of money, or a share, in words that speak neither of
    /// the deal nor of prices, limits or differences: it meets a secret by chance. Where little else is said, or the
    /// sentence beside it speaks of such things, it is no chance.
    pub(super) fn stands_for_nothing(&self, quantity: &Quantity, context: &Context<'_>) -> bool {
        let first = quantity.first;
        let small = quantity.readings.iter().all(|reading| reading.value < Amount::from(100_000_u32));
        let bare = matches!(quantity.sort, Sort::Bare | Sort::Noun) && !quantity.scaled && !quantity.spelled;
        let share = matches!(quantity.sort, Sort::Percent);
        // `1.25` is how people speak of millions.
        let broken = bare && quantity.readings.iter().any(|reading| !reading.value.is_whole());
        let millions = broken
            && self.denies(quantity, true)
            && !context.elsewhere(first)
            && !context.names_things(first);
        let alone = bare && !quantity.in_words || share && !context.weighs(first);
        let told =
            context.speaks_of_sums(first) || context.compares(first, quantity.last) || context.roughly(first);
        // A price or a share that follows from a secret asks for words that speak of something else.
        let follows = quantity.readings.iter().any(|reading| {
            if share {
                self.denied.percents.iter().any(|percent| reading.nears(percent))
            } else {
                reading.digits >= 3 && self.denied.plain.contains(&reading.value)
            }
        });
        small && alone && !millions && !told && (!follows || context.surely_elsewhere(first))
    }

    /// `1250`, in words that speak of nothing that is counted or measured: a secret total without its thousands.
    pub(super) fn is_total_in_thousands(&self, quantity: &Quantity, context: &Context<'_>) -> bool {
        let first = quantity.first;
        let bare = matches!(quantity.sort, Sort::Bare) && !quantity.scaled && !quantity.in_words;
        bare && !context.elsewhere(first)
            && !context.names_things(first)
            && quantity.readings.first().is_some_and(|reading| {
                let total = &reading.value * &Amount::from(1_000_u32);
                reading.value >= Amount::from(100_u32)
                    && self.denied.totals.contains(&total)
                    && !self.told.totals.contains(&total)
            })
    }

    /// Nine figures or more without a mark between, far above all that this deal could come to: a number of a paper.
    /// One that holds a secret total's digits is none.
    pub(super) fn is_beyond_the_deal(&self, quantity: &Quantity, tokens: &[Token]) -> bool {
        let text = tokens.get(quantity.first).map(|token| token.text.as_str()).unwrap_or_default();
        let plain = quantity.first == quantity.last
            && text.len() >= 9
            && text.chars().all(|c| c.is_ascii_digit())
            && !matches!(quantity.sort, Sort::Money | Sort::Percent);
        let most = self.told.totals.iter().chain(&self.denied.totals).max();
        plain
            && !self.totals_in_digits().any(|total| text.contains(&total))
            && most.is_some_and(|most| {
                quantity.readings.iter().all(|reading| reading.value > most * &Amount::from(500_u32))
            })
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
        let nearly_all = first.value >= Amount::from(97_u32) && first.value <= Amount::from(105_u32);
        if !denied
            && !context.of_prices(quantity.first)
            && (nearly_all
                || context.counts_things(quantity.first)
                || context.names_things(quantity.first)
                    && !context.names_money(quantity.first)
                    && !context.of_limits(quantity.first)
                    && !context.of_a_known_figure(quantity.first))
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

    /// `1.309M including VAT of 19 percent`: what a secret total comes to with a tax of which the sentence names the rate.
    pub(super) fn comes_with_tax(&self, quantities: &[Quantity], tokens: &[Token]) -> Option<(usize, usize)> {
        const TAXES: [&str; 12] =
            ["vat", "tax", "taxes", "gst", "mwst", "ust", "tva", "iva", "btw", "moms", "gross", "brutto"];
        let sentence = |at: usize| tokens.get(at).map(|token| token.sentence);
        let taxed: Vec<usize> = tokens
            .iter()
            .filter(|token| TAXES.contains(&token.text.as_str()))
            .map(|token| token.sentence)
            .collect();
        let rates = quantities.iter().filter(|rate| {
            matches!(rate.sort, Sort::Percent) && sentence(rate.first).is_some_and(|own| taxed.contains(&own))
        });
        let hundred = Amount::from(100_u32);
        rates.take(8).find_map(|rate| {
            let percent = &rate.readings.first()?.value;
            let with = percent + &hundred;
            quantities
                .iter()
                .filter(|gross| {
                    sentence(gross.first) == sentence(rate.first)
                        && !matches!(gross.sort, Sort::Percent | Sort::Counted)
                })
                .find(|gross| {
                    gross.readings.iter().any(|reading| {
                        let tells = |total: &Amount| {
                            let total = (total * &with).div_rounded(&hundred, 6).unwrap_or_default();
                            reading.value >= Amount::from(10_000_u32) && reading.tells(&total, true)
                        };
                        self.denied.totals.iter().any(tells) && !self.told.totals.iter().any(tells)
                    })
                })
                .map(|gross| (gross.first, gross.last))
        })
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
        let days = counts_days(tokens, quantity);
        if !(units || months || days)
            || !context.buys(quantity.first)
            || self.told.counts.contains(&first.value)
        {
            return None;
        }
        let bought = match (units, months) {
            (true, _) => &self.denied.units_bought,
            (_, true) => &self.denied.months_bought,
            _ => &self.denied.days_bought,
        };
        // A round number of seats is anybody's.
        let year = (1..=5_u32).any(|years| first.value == Amount::from(12 * years));
        let telling =
            if units || days { first.digits >= 3 } else { first.value > Amount::from(2_u32) && !year };
        let tells = |exact: &Amount| (&first.value - exact).abs() < first.fine;
        let exactly = first.digits >= 2 && bought.contains(&first.value);
        (telling && bought.iter().any(tells) || exactly).then_some(ReasonKind::UntracedFigure)
    }
}

/// `339 days`, `day 339`
fn counts_days(tokens: &[Token], quantity: &Quantity) -> bool {
    let before = quantity.first.checked_sub(1).map(|at| token(tokens, at)).unwrap_or_default();
    let day = |word: &str| matches!(word, "day" | "days" | "tag" | "tage" | "tagen" | "jour" | "jours");
    day(before) || day(token(tokens, quantity.last + 1)) || day(token(tokens, quantity.last))
}

/// `3,200 calls on a Monday and 1,100 on a Friday`: a count goes on without its unit, where its sentence speaks
/// of no price.
pub(super) fn counts_on(
    quantity: &Quantity,
    all: &[Quantity],
    tokens: &[Token],
    context: &Context<'_>,
) -> bool {
    let sentence = |quantity: &Quantity| tokens.get(quantity.first).map(|token| token.sentence);
    let small = quantity.readings.first().is_some_and(|reading| reading.value < Amount::from(1_000_000_u32));
    let bare = matches!(quantity.sort, Sort::Bare)
        && !quantity.scaled
        && !quantity.spelled
        && quantity.readings.first().is_some_and(|reading| reading.value.is_whole());
    let counted = |other: &Quantity| {
        other.last < quantity.first
            && sentence(other) == sentence(quantity)
            && matches!(other.sort, Sort::Counted)
    };
    bare && small
        && !context.of_the_deal(quantity.first)
        && !context.of_limits(quantity.first)
        && !context.compares(quantity.first, quantity.last)
        && all.iter().rev().find(|other| other.last < quantity.first).is_some_and(counted)
}
