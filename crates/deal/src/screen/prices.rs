//! Numbers typed as prices, totals and counts: what of them no field may say.

use std::collections::HashSet;

use money::Amount;

use super::figures::{DealFigures, SecretFigures};

/// Debug is not derived: these are the secrets.
pub(super) struct Barred {
    prices: HashSet<Amount>,
    counts: HashSet<Amount>,
}

impl Barred {
    pub(super) fn of(secret: &SecretFigures, deal: &DealFigures) -> Self {
        let mut prices = HashSet::new();
        for limit in &secret.limits {
            prices.extend(shares(limit, deal).iter().flat_map(as_written));
        }
        let twelve = Amount::from(12_u32);
        for unit in &secret.unit_limits {
            prices.extend(as_written(unit));
            prices.extend(unit.div_rounded(&twelve, DECIMALS).iter().flat_map(as_written));
        }
        Self { prices, counts: secret.limits.iter().cloned().collect() }
    }

    /// True where a price field must not say this number.
    pub(super) fn as_price(&self, text: &str) -> bool {
        Amount::parse(text).is_ok_and(|number| self.prices.contains(&number))
    }

    /// True where a quantity or term must not.
    pub(super) fn as_count(&self, text: &str) -> bool {
        Amount::parse(text).is_ok_and(|number| self.counts.contains(&number))
    }
}

/// Enough decimals that rounding again to two gives what a person's calculator gives.
const DECIMALS: u32 = 12;
/// Quantities beyond these are left out, the largest deal being 200 lines.
const MOST: usize = 512;

/// The figure, a month's and a quarter's share, the figure over each term, and a year's and a month's share
/// per unit. No finer: a week's share of a limit is soon the price of something else.
fn shares(limit: &Amount, deal: &DealFigures) -> Vec<Amount> {
    let (four, twelve) = (Amount::from(4_u32), Amount::from(12_u32));
    let mut all = vec![limit.clone()];
    all.extend([&four, &twelve].into_iter().filter_map(|part| limit.div_rounded(part, DECIMALS)));
    for months in deal.terms_months.iter().take(MOST) {
        all.extend((limit * Amount::from(*months)).div_rounded(&twelve, DECIMALS));
    }
    for quantity in deal.quantities.iter().filter(|quantity| **quantity > Amount::from(1_u32)).take(MOST) {
        all.extend(limit.div_rounded(quantity, DECIMALS));
        all.extend(limit.div_rounded(&(quantity * &twelve), DECIMALS));
    }
    all
}

/// A figure as people write it: exactly where that ends, else rounded or cut at up to two decimals.
fn as_written(value: &Amount) -> Vec<Amount> {
    let mut written = vec![value.clone()];
    for (decimals, half) in (0..=2).zip(["0.5", "0.05", "0.005"]) {
        let half = Amount::parse(half).unwrap_or_default();
        written.extend([value.round_half_up(decimals), (value - &half).round_half_up(decimals)]);
    }
    written.retain(Amount::is_positive);
    written
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::samples::a;

    #[test]
    fn a_limit_stands_in_no_price_and_the_target_may() {
        let secret = SecretFigures {
            annual: vec![a("1100000"), a("1250000")],
            limits: vec![a("1250000")],
            unit_limits: vec![a("2400.505")],
            ..SecretFigures::default()
        };
        let deal =
            DealFigures { quantities: vec![a("500")], terms_months: vec![36], ..DealFigures::default() };
        let barred = Barred::of(&secret, &deal);
        for price in ["1250000", "2500", "2500.00", "104166.67", "104166.66", "208.33", "3750000", "2400.51"]
        {
            assert!(barred.as_price(price), "{price}");
        }
        for price in ["1100000", "2200", "1250001", "2499.99", "6.85"] {
            assert!(!barred.as_price(price), "{price}");
        }
        assert!(barred.as_count("1250000") && !barred.as_count("2500"));
    }
}
