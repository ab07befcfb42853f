//! Amounts that are said on a base, brought to a year and to one unit and held against what may be told.

use money::Amount;

use super::bases::{Base, Phrase, Span, base_of};
use super::confidential::Confidential;
use super::figures::{DealFigures, SecretFigures, Written};
use super::numerals::n;
use super::quantities::{Quantity, Sort};
use super::tokens::Token;

/// Decimals that divisions keep.
const DECIMALS: u32 = 12;
/// Quantities and terms of one deal that are compared.
const MOST: usize = 50;
/// Days on which an office works in a year, as people count them.
const WORKING_DAYS: [u32; 10] = [220, 225, 230, 240, 250, 251, 252, 253, 260, 261];

/// Totals per year and prices per unit and year, with what lies between them, in all currencies.
#[derive(Default)]
pub(super) struct Yearly {
    totals: Vec<Amount>,
    units: Vec<Amount>,
    /// Both in the deal's own currency alone.
    at_home: (Vec<Amount>, Vec<Amount>),
    /// The prices alone, in the deal's own currency.
    prices: Vec<Amount>,
}

impl Yearly {
    /// The price of one unit for a year.
    pub(super) fn is_unit(&self, value: &Amount) -> bool {
        self.prices.contains(value)
    }

    fn of(&self, by_unit: bool) -> &[Amount] {
        if by_unit { &self.units } else { &self.totals }
    }

    /// What may be told where no other currency is named.
    fn at_home(&self, by_unit: bool) -> &[Amount] {
        let (totals, units) = &self.at_home;
        if by_unit { units } else { totals }
    }
}

/// What an amount on a base is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trace {
    Told,
    Secret,
    Nothing,
}

/// The yearly figures of a deal, told and denied.
pub(super) fn yearly(deal: &DealFigures, secret: &SecretFigures) -> (Yearly, Yearly) {
    let units_of = |totals: &[Amount], own: &[Amount]| -> Vec<Amount> {
        let quantities = || deal.quantities.iter().filter(|quantity| **quantity > n(1)).take(MOST);
        let shares = totals
            .iter()
            .flat_map(|total| quantities().filter_map(move |quantity| total.div_rounded(quantity, DECIMALS)));
        own.iter().cloned().chain(shares).collect()
    };
    let told_units = units_of(&deal.told_annual, &deal.told_unit);
    let secret_units = units_of(&secret.annual, &secret.unit);
    let told = Yearly {
        totals: exchanged(among(&deal.told_annual), deal),
        units: exchanged(among(&told_units), deal),
        at_home: (among(&deal.told_annual), among(&told_units)),
        prices: told_units.clone(),
    };
    let denied = Yearly {
        totals: exchanged(between(&secret.annual, &deal.told_annual), deal),
        units: exchanged(between(&secret_units, &told_units), deal),
        at_home: (Vec::new(), Vec::new()),
        prices: secret_units,
    };
    (told, denied)
}

/// Figures and what lies between any two of them.
fn among(figures: &[Amount]) -> Vec<Amount> {
    let figures = figures.get(..figures.len().min(MOST * 4)).unwrap_or_default();
    let gaps = figures
        .iter()
        .enumerate()
        .flat_map(|(at, one)| figures.iter().skip(at + 1).map(move |other| (one - other).abs()));
    figures.iter().cloned().chain(gaps).filter(Amount::is_positive).collect()
}

/// Secrets, and what lies between each of them and any other figure.
fn between(secrets: &[Amount], told: &[Amount]) -> Vec<Amount> {
    let told = told.get(..told.len().min(MOST * 4)).unwrap_or_default();
    let gaps = secrets.iter().flat_map(|secret| told.iter().map(move |told| (secret - told).abs()));
    among(secrets).into_iter().chain(gaps).filter(Amount::is_positive).collect()
}

fn exchanged(figures: Vec<Amount>, deal: &DealFigures) -> Vec<Amount> {
    let rates = deal.rates.iter().take(20);
    let mut others: Vec<Amount> =
        rates.flat_map(|rate| figures.iter().map(move |figure| figure * rate)).collect();
    others.extend(figures);
    others.sort();
    others.dedup();
    others
}

/// How near a figure comes, where it is said.
fn nearest(written: &Written, figures: &[Amount], wide: bool) -> Option<Amount> {
    figures
        .iter()
        .filter(|figure| if wide { written.nears(figure) } else { written.tells(figure, false) })
        .map(|figure| (&written.value - figure).abs())
        .min()
}

impl Confidential {
    /// What an amount tells on the base that it is said on, where there is one.
    pub(super) fn on_its_base(
        &self,
        quantity: &Quantity,
        phrases: &[Phrase],
        places: &[(usize, usize)],
        tokens: &[Token],
        abroad: bool,
    ) -> Option<Trace> {
        if phrases.is_empty() || matches!(quantity.sort, Sort::Percent | Sort::Counted) {
            return None;
        }
        let base = base_of((quantity.first, quantity.last), phrases, places, tokens)?;
        let small = quantity.readings.iter().all(|reading| reading.value < n(100));
        if small && !matches!(quantity.sort, Sort::Money) {
            return None;
        }
        let trace = self.traces(quantity, &base, abroad);
        // `within 30 days` says when.
        let when = base.lasts && base.units.is_none() && matches!(base.span, Some(Span::Days(_)));
        (trace != Trace::Nothing || !when && !base.thing).then_some(trace)
    }

    /// What an amount tells on a base.
    fn traces(&self, quantity: &Quantity, base: &Base, abroad: bool) -> Trace {
        // What may be told is told as it is likeliest read.
        let mut all = quantity.readings.iter().map(|reading| self.trace(reading, base, abroad));
        match all.next() {
            Some(Trace::Nothing) if all.any(|trace| trace == Trace::Secret) => Trace::Secret,
            first => first.unwrap_or(Trace::Nothing),
        }
    }

    fn trace(&self, reading: &Written, base: &Base, abroad: bool) -> Trace {
        let units = base.units.clone().or((base.unknown || base.thing).then(|| n(1)));
        let by_unit = units.is_some();
        let own = match &units {
            Some(units) => reading.over(&n(1), units),
            None => Some(reading.clone()),
        };
        let Some(mut own) = own else { return Trace::Nothing };
        // Of monthly payments it says how long they go on.
        let yearly = base.span.as_ref().is_none_or(|span| *span == Span::Months(n(12)) || base.lasts);
        if let Some(parts) = base.parts.as_ref().filter(|_| yearly) {
            own = own.times(parts);
        }
        let first = match &base.span {
            Some(span) => self.to_a_year(&own, span),
            None => vec![own.clone()],
        };
        // What is not said: for how long, or that it is for one unit.
        let mut second: Vec<Written> = Vec::new();
        match &base.span {
            None => {
                second.extend(self.to_a_year(&own, &Span::Months(n(1))));
                second.extend(self.to_a_year(&own, &Span::Term));
            }
            Some(_) if base.lasts => second.push(own),
            Some(_) => {}
        }
        let both = || first.iter().chain(&second);
        let tells =
            |years: &[Written], by_unit: bool| years.iter().any(|own| self.is_told(own, by_unit, abroad));
        let exactly = |own: &Written| self.is_denied(own, by_unit, false);
        // Days and hours are counted in several ways: what is a secret by one of them is none told by another.
        let several = first.len() > 1 && !matches!(base.span, Some(Span::Term));
        if several && first.iter().any(exactly) {
            Trace::Secret
        } else if tells(&first, by_unit) {
            Trace::Told
        } else if first.iter().any(exactly) {
            Trace::Secret
        } else if tells(&second, by_unit) || !by_unit && (tells(&first, true) || tells(&second, true)) {
            Trace::Told
        } else if both().any(|own| self.is_denied(own, by_unit, true))
            || !by_unit && both().any(|own| self.is_denied(own, true, true))
        {
            Trace::Secret
        } else {
            Trace::Nothing
        }
    }

    /// A yearly figure that may be told, and no secret lies closer.
    fn is_told(&self, written: &Written, by_unit: bool, abroad: bool) -> bool {
        let (told, denied) = &self.yearly;
        let told = if abroad { told.of(by_unit) } else { told.at_home(by_unit) };
        let Some(off) = nearest(written, told, false) else { return false };
        nearest(written, denied.of(by_unit), true).is_none_or(|secret| off <= secret)
    }

    fn is_denied(&self, written: &Written, by_unit: bool, wide: bool) -> bool {
        nearest(written, self.yearly.1.of(by_unit), wide).is_some()
    }

    /// What it comes to in a year, in each way that people count it.
    fn to_a_year(&self, written: &Written, span: &Span) -> Vec<Written> {
        let times = |numerator: u32, length: &Amount| written.over(&n(numerator), length);
        match span {
            Span::Months(months) => times(12, months).into_iter().collect(),
            Span::Weeks(weeks) => times(52, weeks).into_iter().collect(),
            Span::Days(days) => [365, 360, 366].into_iter().filter_map(|many| times(many, days)).collect(),
            Span::WorkingDays(days) => {
                WORKING_DAYS.into_iter().filter_map(|many| times(many, days)).collect()
            }
            Span::Hours(hours) => {
                [2_080, 2_000, 8_760].into_iter().filter_map(|many| times(many, hours)).collect()
            }
            Span::Term => self.terms.iter().filter_map(|months| times(12, &n(*months))).collect(),
        }
    }
}

impl Written {
    /// So many times a part of it.
    fn over(&self, times: &Amount, parts: &Amount) -> Option<Self> {
        let share = |value: &Amount| (value * times).div_rounded(parts, DECIMALS);
        Some(Self {
            value: share(&self.value)?,
            grain: share(&self.grain)?,
            fine: share(&self.fine)?,
            digits: self.digits,
        })
    }
}
