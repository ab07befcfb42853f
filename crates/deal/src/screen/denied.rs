//! The numbers that must not leave.

use std::collections::{HashMap, HashSet};

use money::Amount;

use super::fold::fold;
use super::readings::{Number, Reading, any_reading};
use super::{Facts, Nature};
use crate::Mandate;

/// Below this a derived figure is so small that it stands in texts by chance (`22 days`): it counts only
/// beside money.
const SMALL: u32 = 100;
/// Facts beyond these many are left out, the largest deal being 200 lines.
const MAX_FACTS: usize = 512;

/// How surely a number tells the secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tells {
    BesideMoney,
    Always,
}

/// Debug is not derived: these are the secrets.
#[derive(Default)]
pub(super) struct Denied {
    prose: HashMap<Number, Tells>,
    /// Rounded to three to six digits, as one writes before a suffix (`91.7k`), by number of digits.
    suffixed: HashSet<(Number, usize)>,
    price: HashSet<Number>,
    count: HashSet<Number>,
}

impl Denied {
    pub(super) fn of(mandate: &Mandate, facts: &Facts) -> Self {
        let mut denied = Self::default();
        if let Some(target) = mandate.target_annual() {
            denied.add(target.expose_secret(), facts, false);
        }
        if let Some(walk_away) = mandate.walk_away_annual() {
            denied.add(walk_away.expose_secret(), facts, true);
        }
        denied
    }

    /// True where a number that tells a secret can be read in the text.
    pub(super) fn stands_in(&self, text: &str, nature: Nature) -> bool {
        match nature {
            Nature::Echo => false,
            Nature::Prose => any_reading(&fold(text), |reading| self.tells(reading)),
            Nature::Price => holds(&self.price, text),
            Nature::Count => holds(&self.count, text),
        }
    }

    fn tells(&self, reading: &Reading) -> bool {
        let told = self.prose.get(&reading.number).copied();
        if told == Some(Tells::Always) || (told.is_some() && reading.near_money) {
            return true;
        }
        reading
            .suffixed_digits
            .is_some_and(|digits| self.suffixed.contains(&(reading.number.clone(), digits)))
    }

    fn add(&mut self, secret: &Amount, facts: &Facts, walk_away: bool) {
        if let Some(number) = Number::of_amount(secret) {
            if walk_away {
                self.count.insert(number.clone());
                self.price.insert(number.clone());
            }
            self.prose.insert(number, Tells::Always);
        }
        self.add_suffixed(secret);
        for derived in derivations(secret, facts) {
            let tells = if derived < Amount::from(SMALL) { Tells::BesideMoney } else { Tells::Always };
            for number in as_written(&derived) {
                if walk_away {
                    self.price.insert(number.clone());
                }
                let told = self.prose.entry(number).or_insert(tells);
                *told = (*told).max(tells);
            }
            self.add_suffixed(&derived);
        }
    }

    fn add_suffixed(&mut self, value: &Amount) {
        let whole_digits = value.round_half_up(0).to_string().len();
        for digits in 3..=6_usize {
            // Rounded in units of a power of ten: the amount is scaled down, rounded, scaled up.
            let Some(drop) = whole_digits.checked_sub(digits).and_then(|drop| u32::try_from(drop).ok())
            else {
                continue;
            };
            let unit = (0..drop).fold(Amount::from(1_u32), |unit, _| unit * Amount::from(10_u32));
            let rounded = value.div_rounded(&unit, 0).map(|scaled| scaled * &unit);
            if let Some(number) = rounded.as_ref().and_then(Number::of_amount) {
                self.suffixed.insert((number, digits));
            }
        }
    }
}

fn holds(denied: &HashSet<Number>, text: &str) -> bool {
    // A typed number, so it has one reading.
    Amount::parse(text)
        .ok()
        .as_ref()
        .and_then(Number::of_amount)
        .is_some_and(|number| denied.contains(&number))
}

/// A month's and a quarter's share, the figure over each term, and each of these per unit.
fn derivations(secret: &Amount, facts: &Facts) -> Vec<Amount> {
    let twelve = Amount::from(12_u32);
    // Enough decimals that rounding again to two gives what a person's calculator gives.
    let share = |whole: &Amount, of: &Amount| whole.div_rounded(of, 12);
    let mut derived: Vec<Amount> =
        [share(secret, &twelve), share(secret, &Amount::from(4_u32))].into_iter().flatten().collect();
    for months in facts.terms_months.iter().take(MAX_FACTS) {
        derived.extend(share(&(secret * Amount::from(*months)), &twelve));
    }
    let mut quantities: Vec<&Amount> =
        facts.quantities.iter().filter(|q| **q > Amount::from(1_u32)).take(MAX_FACTS).collect();
    quantities.sort();
    quantities.dedup();
    for quantity in quantities {
        derived.extend(share(secret, quantity));
        derived.extend(share(secret, &(quantity * &twelve)));
    }
    derived
}

/// A figure as people write it: exactly where that ends, else rounded or cut at up to two decimals.
fn as_written(value: &Amount) -> Vec<Number> {
    let half = |decimals: u32| {
        let texts = ["0.5", "0.05", "0.005"];
        texts.get(decimals as usize).and_then(|text| Amount::parse(text).ok()).unwrap_or_default()
    };
    let mut written: Vec<Number> = Number::of_amount(value).into_iter().collect();
    for decimals in 0..=2 {
        let rounded = value.round_half_up(decimals);
        let cut = (value - half(decimals)).round_half_up(decimals);
        // Where the value has no more decimals, half a unit less rounds back up to it.
        written.extend(
            [rounded, cut].iter().filter(|number| number.is_positive()).filter_map(Number::of_amount),
        );
    }
    written
}
