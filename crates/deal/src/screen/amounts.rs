//! Amounts of money held against what may be told and what must not be.

use money::Amount;

use super::confidential::Confidential;
use super::context::Context;
use super::figures::Written;
use super::quantities::{Quantity, Sort, is_money};
use super::reason::ReasonKind;

impl Confidential {
    /// A figure that stands, or could stand, for money.
    ///
    /// `on_base`: it is said for so many units or so long, and comes to nothing on that base that may be told.
    pub(super) fn money(
        &self,
        quantity: &Quantity,
        context: &Context<'_>,
        marked: bool,
        on_base: bool,
    ) -> Option<ReasonKind> {
        let exactly =
            |figures: &[Amount]| quantity.readings.iter().any(|reading| figures.contains(&reading.value));
        let first = quantity.readings.first()?;
        // A secret total itself never passes for a consequence of something told.
        if exactly(&self.denied.totals) && !exactly(&self.told.totals) {
            return Some(ReasonKind::SecretFigure);
        }
        // `Insurance of 10 million` and `10 million dollars` alike; a secret's own figure is none of theirs.
        let foreign = (marked || quantity.scaled)
            && if exactly(&self.denied.plain) {
                context.only_foreign_money(quantity.first)
            } else {
                context.foreign_money(quantity.first)
            };
        // Nobody travels or eats for as much as this deal comes to.
        let least = self.told.totals.iter().chain(&self.denied.totals).min();
        let large = least.is_some_and(|least| &first.value * &Amount::from(4_u32) >= *least);
        if foreign && !(large && context.of_petty_money(quantity.first)) {
            return None;
        }
        // `250,000 more than` is a difference, whatever else comes to 250,000.
        if context.compares(quantity.first, quantity.last)
            && exactly(&self.denied.gaps)
            && !exactly(&self.told.gaps)
        {
            return Some(ReasonKind::SecretFigure);
        }
        // `On our 2,000 a seat I can put 500` counts no seats.
        let put = || {
            matches!(quantity.sort, Sort::Bare)
                && exactly(&self.denied.gaps)
                && context.any(quantity.first, |word| {
                    matches!(
                        word,
                        "put" | "add" | "give" | "more" | "another" | "top" | "extra" | "still" | "find"
                    )
                })
                && context.any(quantity.first, |word| {
                    matches!(word, "seat" | "user" | "licence" | "license" | "head")
                })
        };
        let known = if self.speaks_abroad(context) { &self.told.money } else { &self.home.0 };
        let counted = !marked && self.told.counts.contains(&first.value) && !put();
        if !counted && self.is_secret_at_home(first) {
            return Some(ReasonKind::UntracedFigure);
        }
        if counted {
            return None;
        }
        // A quarter of what may be told is one where a quarter is spoken of; else it is what else comes to so much.
        if known.contains(&first.value)
            && !on_base
            && (self.told.plain.contains(&first.value)
                || !self.denied.plain.contains(&first.value)
                || context.names_a_part(quantity.first))
        {
            return None;
        }
        if exactly(&self.denied.money) {
            return Some(ReasonKind::SecretFigure);
        }
        let roughly = context.roughly(quantity.first);
        let nearest = |figures: &[Amount], wide: bool| {
            figures
                .iter()
                .filter(|figure| if wide { first.nears(figure) } else { first.tells(figure, roughly) })
                .map(|figure| (&first.value - figure).abs())
                .min()
        };
        let scales: &[u32] = if quantity.scaled { &[] } else { &[1_000, 1_000_000] };
        let told = nearest(known, false).filter(|off| !on_base && !off.is_zero());
        let secret = nearest(&self.denied.money, true);
        match (told, secret) {
            (Some(told), Some(secret)) if secret < told => return Some(ReasonKind::SecretFigure),
            (Some(_), _) => return None,
            (None, Some(_)) => return Some(ReasonKind::SecretFigure),
            (None, None) => {}
        }
        for scale in scales {
            let larger = first.times(&Amount::from(*scale));
            if first.digits >= 2 && self.told.totals.iter().any(|total| larger.tells(total, false)) {
                return None;
            }
            if first.digits >= 2 && self.denied.totals.iter().any(|total| larger.nears(total)) {
                return Some(ReasonKind::SecretFigure);
            }
        }
        Some(ReasonKind::UntracedFigure)
    }

    /// True where another currency may be meant: it is named somewhere, or nothing is known of which is the deal's own.
    pub(super) fn speaks_abroad(&self, context: &Context<'_>) -> bool {
        let own = words_of(&self.currency);
        context.names_anywhere(|word| is_money(word) && !own.contains(&word))
    }

    /// The same of a quantity as it is likeliest read.
    pub(super) fn is_held_at_home(&self, quantity: &Quantity) -> bool {
        quantity.readings.first().is_some_and(|reading| self.is_secret_at_home(reading))
    }

    /// What may be told in another currency alone, and is a secret in the deal's own: a person knows which of
    /// them is meant.
    fn is_secret_at_home(&self, written: &Written) -> bool {
        let tells = |figures: &[Amount]| figures.iter().any(|figure| written.tells(figure, false));
        let (told, denied) = &self.home;
        tells(&self.told.money) && !tells(told) && tells(denied)
    }

    pub(super) fn denies_exactly(&self, quantity: &Quantity) -> bool {
        quantity.readings.iter().any(|reading| {
            self.denied.money.contains(&reading.value) && !self.told.money.contains(&reading.value)
        })
    }

    /// True where one of its readings is a secret, with its thousands left out too.
    pub(super) fn denies(&self, quantity: &Quantity, scales: bool) -> bool {
        let total = |reading: &Written| self.denied.totals.iter().any(|total| reading.nears(total));
        // A small number that stands for nothing is soon the share of some difference in some weeks.
        let loose = |reading: &Written| {
            matches!(quantity.sort, Sort::Bare | Sort::Noun) && reading.value < Amount::from(1_000_u32)
        };
        quantity.readings.iter().any(|reading| {
            (if loose(reading) { &self.denied.plain } else { &self.denied.money }).contains(&reading.value)
                // What a calculator shows of a share, with its digits.
                || (reading.digits >= 5 && self.denied.money.iter().any(|figure| reading.nears(figure)))
                || (scales
                    && reading.digits >= 2
                    && [1_000_u32, 1_000_000]
                        .iter()
                        .any(|scale| total(&reading.times(&Amount::from(*scale)))))
        })
    }
}

/// By what a currency is called besides its code; of others than these the code alone is known.
fn words_of(currency: &str) -> &'static [&'static str] {
    match currency {
        "USD" => &[
            "usd", "us$", "$", "dollar", "dollars", "bucks", "buck", "grand", "large", "money", "cents", "rs",
        ],
        "EUR" => &["eur", "€", "euro", "euros", "cent", "cents", "grand", "large", "money"],
        "GBP" => &["gbp", "£", "pound", "pounds", "sterling", "quid", "pence", "grand", "large", "money"],
        _ => &["grand", "large", "money"],
    }
}

/// Where it comes to a secret on its base: in thousands, or in words that speak of nothing else.
pub(super) fn is_surely_money(quantity: &Quantity, context: &Context<'_>) -> bool {
    let elsewhere = context.elsewhere(quantity.first) || context.names_things(quantity.first);
    !elsewhere || quantity.readings.iter().any(|reading| reading.value >= Amount::from(1_000_u32))
}
