//! What may be told, what must not be, and everything that follows from either by arithmetic.

use money::Amount;

/// Decimals that divisions keep; a person's calculator shows fewer.
const DECIMALS: u32 = 10;
/// Terms that a secret is also compared over, in months, whatever the deal's are.
const YEARS: [u32; 4] = [24, 36, 48, 60];
/// Figures beyond these are left out.
const MOST: usize = 20_000;
/// Quantities by which a unit's secret is multiplied.
const MOST_LINES: usize = 50;

/// A figure of the deal, per year unless said otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DealFigures {
    /// Totals per year that may be told: the vendor's offers, ours, the approved one.
    pub told_annual: Vec<Amount>,
    /// Prices per unit and year that may be told.
    pub told_unit: Vec<Amount>,
    /// Other amounts that may be told, as they stand (a one-off fee of the vendor's).
    pub told_other: Vec<Amount>,
    /// Numbers that are no money and may be told: seats, months, days.
    pub counts: Vec<Amount>,
    /// Percentages that may be told (an uplift's cap).
    pub percents: Vec<Amount>,
    /// By what a yearly total is divided for a unit's price.
    pub quantities: Vec<Amount>,
    /// Terms in months.
    pub terms_months: Vec<u32>,
    /// What one unit of the deal's currency is in others.
    pub rates: Vec<Amount>,
    /// ISO 4217 code of the deal's currency; empty where it is not known.
    pub currency: String,
}

/// What must not be told. Debug says nothing of it.
#[derive(Clone, Default)]
pub struct SecretFigures {
    /// Totals per year.
    pub annual: Vec<Amount>,
    /// Prices per unit and year.
    pub unit: Vec<Amount>,
    /// Those of `annual` above which there is no deal: they leave in no price field either.
    pub limits: Vec<Amount>,
    /// Those of `unit` above which there is no deal.
    pub unit_limits: Vec<Amount>,
    /// Amounts that stand for themselves.
    pub other: Vec<Amount>,
    /// Percentages.
    pub percents: Vec<Amount>,
    /// Counts, such as months or rounds; they are compared only where the deal is spoken of.
    pub counts: Vec<Amount>,
}

impl std::fmt::Debug for SecretFigures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("…")
    }
}

/// All that follows, ready to be compared with.
#[derive(Default)]
pub(super) struct Consequences {
    pub(super) money: Vec<Amount>,
    /// Those of `money` that people speak of without naming what they are: totals and differences, in all, per unit,
    /// per month and over the term.
    pub(super) plain: Vec<Amount>,
    pub(super) percents: Vec<Amount>,
    pub(super) counts: Vec<Amount>,
    /// For how many units, and how many months, of something told a secret total pays.
    pub(super) units_bought: Vec<Amount>,
    pub(super) months_bought: Vec<Amount>,
    pub(super) days_bought: Vec<Amount>,
    /// What lies between two totals.
    pub(super) gaps: Vec<Amount>,
    /// The totals themselves, which people write without their thousands (`1.25`).
    pub(super) totals: Vec<Amount>,
}

/// The money of what may be told and of what must not be in the deal's own currency alone.
pub(super) fn at_home(deal: &DealFigures, secret: &SecretFigures) -> (Vec<Amount>, Vec<Amount>) {
    let home = DealFigures { rates: Vec::new(), ..deal.clone() };
    (told(&home).money, denied(secret, &home).money)
}

fn n(value: u32) -> Amount {
    Amount::from(value)
}

/// What may be told, with its arithmetic.
pub(super) fn told(deal: &DealFigures) -> Consequences {
    let mut all = Consequences::default();
    for annual in &deal.told_annual {
        forms(annual, deal, &YEARS, &mut all.money);
        gaps(annual, deal, &mut all.plain);
        all.totals.push(annual.clone());
    }
    for unit in &deal.told_unit {
        shares(unit, deal, &[], &mut all.money);
        gaps(unit, deal, &mut all.plain);
    }
    for (at, one) in deal.told_annual.iter().enumerate() {
        for other in deal.told_annual.iter().skip(at + 1) {
            let gap = (one - other).abs();
            gaps(&gap, deal, &mut all.money);
            gaps(&gap, deal, &mut all.plain);
            by_unit_and_month(&gap, deal, &mut all.gaps);
            percents(one, other, &mut all.percents);
            percents(other, one, &mut all.percents);
        }
    }
    for amount in &deal.told_other {
        in_currencies(amount, deal, &mut all.money);
        in_currencies(amount, deal, &mut all.plain);
    }
    all.percents.extend(deal.percents.iter().cloned());
    all.counts.extend(deal.counts.iter().chain(&deal.quantities).chain(&deal.rates).cloned());
    for months in &deal.terms_months {
        all.counts.push(n(*months));
        all.counts.extend(n(*months).div_rounded(&n(12), 2));
    }
    all
}

/// What must not be told, with its arithmetic.
pub(super) fn denied(secret: &SecretFigures, deal: &DealFigures) -> Consequences {
    let mut all = Consequences::default();
    for annual in &secret.annual {
        forms(annual, deal, &YEARS, &mut all.money);
        gaps(annual, deal, &mut all.plain);
        all.totals.push(annual.clone());
        for told in &deal.told_annual {
            let gap = (annual - told).abs();
            gaps(&gap, deal, &mut all.plain);
            forms(&gap, deal, &YEARS, &mut all.money);
            by_unit_and_month(&gap, deal, &mut all.gaps);
            percents(annual, told, &mut all.percents);
            percents(told, annual, &mut all.percents);
        }
        gap_shares(annual, deal, &mut all.percents);
        bought(annual, deal, &mut all);
    }
    for (at, one) in secret.annual.iter().enumerate() {
        for other in secret.annual.iter().skip(at + 1) {
            forms(&(one - other).abs(), deal, &YEARS, &mut all.money);
            percents(one, other, &mut all.percents);
        }
    }
    for unit in &secret.unit {
        shares(unit, deal, &YEARS, &mut all.money);
        for quantity in deal.quantities.iter().filter(|quantity| **quantity > n(1)).take(MOST_LINES) {
            shares(&(unit * quantity), deal, &[], &mut all.money);
        }
        for told in &deal.told_unit {
            in_currencies(&(unit - told).abs(), deal, &mut all.money);
            percents(unit, told, &mut all.percents);
        }
    }
    for amount in &secret.other {
        in_currencies(amount, deal, &mut all.money);
    }
    for amount in secret.unit.iter().chain(&secret.other) {
        gaps(amount, deal, &mut all.plain);
    }
    all.percents.extend(secret.percents.iter().cloned());
    all.counts.extend(secret.counts.iter().cloned());
    all
}

/// So many units at a told unit price, so many months at a told total, as the money of a secret total buys.
fn bought(annual: &Amount, deal: &DealFigures, all: &mut Consequences) {
    let quantities = || deal.quantities.iter().filter(|quantity| **quantity > n(1)).take(MOST_LINES);
    let by_seat = deal
        .told_annual
        .iter()
        .flat_map(|total| quantities().filter_map(move |quantity| total.div_rounded(quantity, DECIMALS)));
    for price in deal.told_unit.iter().take(MOST_LINES).cloned().chain(by_seat.take(MOST_LINES * 4)) {
        all.units_bought.extend(annual.div_rounded(&price, 4));
    }
    for total in deal.told_annual.iter().take(MOST_LINES * 4) {
        all.months_bought.extend((annual * n(12)).div_rounded(total, 4));
        // As long as the term's money lasts, too.
        for months in &deal.terms_months {
            all.months_bought.extend((annual * n(*months)).div_rounded(total, 4));
        }
        all.days_bought.extend((annual * n(365)).div_rounded(total, 4));
    }
}

/// A yearly total per month, quarter and half, over the term and over some years, per unit, and all of
/// these in other currencies.
fn forms(annual: &Amount, deal: &DealFigures, years: &[u32], into: &mut Vec<Amount>) {
    shares(annual, deal, years, into);
    for quantity in deal.quantities.iter().filter(|quantity| **quantity > n(1)).take(50) {
        if let Some(unit) = annual.div_rounded(quantity, DECIMALS) {
            shares(&unit, deal, years, into);
        }
    }
}

/// How two told totals differ, per year, month and term, in all and per unit. No finer: a quarter of one
/// difference is soon another that is secret.
fn gaps(gap: &Amount, deal: &DealFigures, into: &mut Vec<Amount>) {
    let units = deal.quantities.iter().filter(|quantity| **quantity > n(1)).take(50);
    let of_units: Vec<Amount> = units.filter_map(|quantity| gap.div_rounded(quantity, DECIMALS)).collect();
    for gap in std::iter::once(gap).chain(&of_units) {
        in_currencies(gap, deal, into);
        if let Some(month) = gap.div_rounded(&n(12), DECIMALS) {
            in_currencies(&month, deal, into);
        }
        for months in &deal.terms_months {
            let term = (gap * n(*months)).div_rounded(&n(12), DECIMALS);
            if let Some(term) = term {
                in_currencies(&term, deal, into);
            }
        }
    }
}

/// A difference in all, per unit, and of both per month.
fn by_unit_and_month(gap: &Amount, deal: &DealFigures, into: &mut Vec<Amount>) {
    let units = deal.quantities.iter().filter(|quantity| **quantity > n(1)).take(MOST_LINES);
    let per_unit = units.filter_map(|quantity| gap.div_rounded(quantity, DECIMALS));
    for gap in std::iter::once(gap.clone()).chain(per_unit) {
        into.extend(gap.div_rounded(&n(12), DECIMALS));
        into.push(gap);
    }
}

fn shares(annual: &Amount, deal: &DealFigures, years: &[u32], into: &mut Vec<Amount>) {
    if into.len() > MOST {
        return;
    }
    in_currencies(annual, deal, into);
    for part in [12_u32, 4, 2, 6, 24, 26, 52, 260, 365] {
        if let Some(share) = annual.div_rounded(&n(part), DECIMALS) {
            in_currencies(&share, deal, into);
        }
    }
    for months in deal.terms_months.iter().chain(years) {
        if let Some(term) = (annual * n(*months)).div_rounded(&n(12), DECIMALS) {
            in_currencies(&term, deal, into);
        }
    }
}

fn in_currencies(amount: &Amount, deal: &DealFigures, into: &mut Vec<Amount>) {
    if !amount.is_positive() {
        return;
    }
    into.push(amount.clone());
    for rate in deal.rates.iter().take(20) {
        into.push(amount * rate);
    }
}

/// How one total stands to another, in percent: of it, off it, on it.
fn percents(part: &Amount, whole: &Amount, into: &mut Vec<Amount>) {
    let Some(of) = Amount::ratio_percent(part, whole, 8) else { return };
    into.push((&of - n(100)).abs());
    into.push(of);
}

/// How far along between two told totals a secret lies, in percent, from either end.
fn gap_shares(secret: &Amount, deal: &DealFigures, into: &mut Vec<Amount>) {
    for one in &deal.told_annual {
        for other in &deal.told_annual {
            let gap = other - one;
            if gap.is_zero() {
                continue;
            }
            into.extend(Amount::ratio_percent(&(secret - one), &gap, 8).filter(money::Amount::is_positive));
        }
    }
}

/// A number as somebody wrote it: its value and the size of its last written digit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) value: Amount,
    /// One of its last digit (`1.25` million: ten thousand).
    pub(super) grain: Amount,
    /// One of its last digit with the zeros that were written out; of `1,250,000` one.
    pub(super) fine: Amount,
    /// Digits that say something.
    pub(super) digits: usize,
}

impl Written {
    pub(super) fn times(&self, factor: &Amount) -> Self {
        Self {
            value: &self.value * factor,
            grain: &self.grain * factor,
            fine: &self.fine * factor,
            digits: self.digits,
        }
    }

    /// True where it is the figure, rounded as it was written. Zeros that were written out are digits, unless
    /// it is said to be a rough figure: else every round number would pass for one near it.
    pub(super) fn tells(&self, figure: &Amount, roughly: bool) -> bool {
        let off = (&self.value - figure).abs();
        let grain = if roughly { &self.grain } else { &self.fine };
        off.is_zero() || (self.digits >= 2 && &off + &off <= *grain)
    }

    /// True where it is the figure rounded up, down or cut.
    pub(super) fn nears(&self, figure: &Amount) -> bool {
        let off = (&self.value - figure).abs();
        off.is_zero() || (self.digits >= 2 && off < self.grain)
    }
}
