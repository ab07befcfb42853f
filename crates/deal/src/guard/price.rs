//! Prices, totals, the currency and the units that they rest on.

use money::{Amount, Money};

use super::finding::{Measure, Rule, Violation, blocking, said};
use crate::clause::{Clause, clauses};
use crate::figures::Figures;
use crate::{Line, LineLimit, Mandate, Period, Secret, Terms};

pub(super) fn check(terms: &Terms, figures: &Figures, mandate: &Mandate) -> Vec<Violation> {
    let mut found: Vec<Violation> = foreign_currency(terms, mandate).into_iter().collect();
    found.extend(unread_unit(terms, mandate));
    // Another currency is a finding of its own; its figures say nothing beside these limits.
    if terms.currency == mandate.currency() {
        found.extend(total(terms, figures, mandate));
        found.extend(years(terms, figures, mandate));
    }
    if !mandate.limits().lines.is_empty() {
        let lines = terms.lines.iter().enumerate();
        found.extend(lines.filter_map(|(place, line)| of_line(place, line, mandate)));
    }
    found
}

fn foreign_currency(terms: &Terms, mandate: &Mandate) -> Option<Violation> {
    first_foreign(terms, mandate.currency())
        .map(|(line, found, limit)| Violation { line, ..blocking(Rule::Currency, found, limit) })
}

pub(super) fn first_foreign(
    terms: &Terms,
    wanted: money::Currency,
) -> Option<(Option<usize>, Measure, Measure)> {
    let lines = terms.lines.iter().enumerate().map(|(place, line)| (Some(place), line.currency));
    std::iter::once((None, terms.currency))
        .chain(lines)
        .find(|(_, currency)| *currency != wanted)
        .map(|(place, currency)| (place, Measure::Currency(currency), Measure::Currency(wanted)))
}

/// A price a week that is taken for one that is paid once would pass every limit.
fn unread_unit(terms: &Terms, mandate: &Mandate) -> Option<Violation> {
    let limits = mandate.limits();
    let bound =
        limits.walk_away_annual.is_some() || limits.budget_annual.is_some() || !limits.lines.is_empty();
    let place = terms.lines.iter().position(|line| Period::unread(&line.unit)).filter(|_| bound)?;
    Some(Violation { line: Some(place), ..blocking(Rule::Unit, Measure::Nothing, Measure::Nothing) })
}

fn sum(amount: &Amount, terms: &Terms) -> Measure {
    Measure::Money(Money::new(amount.clone(), terms.currency))
}

fn secret(limit: &Secret<Amount>, mandate: &Mandate) -> Measure {
    Measure::Secret(limit.clone(), mandate.currency())
}

/// The greater of computed and stated total counts: both are what we would be held to.
fn greatest<'a>(terms: &'a Terms, figures: &'a Figures) -> Option<&'a Amount> {
    [figures.annual_total.as_ref(), terms.total_annual.as_ref()].into_iter().flatten().max()
}

fn total(terms: &Terms, figures: &Figures, mandate: &Mandate) -> Option<Violation> {
    let limit = mandate.walk_away_annual()?;
    let greatest = greatest(terms, figures)?;
    (greatest > limit.expose_secret())
        .then(|| blocking(Rule::WalkAway, sum(greatest, terms), secret(limit, mandate)))
}

/// The dearest year: the first, with what is paid once, or the last that begins, after every uplift.
fn years(terms: &Terms, figures: &Figures, mandate: &Mandate) -> Option<Violation> {
    let limit = mandate.budget_annual()?;
    let first = greatest(terms, figures)?.clone();
    let percent = greatest_uplift(terms);
    let dearest = last_year(terms, figures, percent.as_ref()).into_iter().fold(first, Amount::max);
    (dearest > *limit.expose_secret())
        .then(|| blocking(Rule::Budget, sum(&dearest, terms), secret(limit, mandate)))
}

/// The highest uplift that the conditions name; one that is unclear is a finding of its own.
pub(super) fn greatest_uplift(terms: &Terms) -> Option<Amount> {
    let said = terms.conditions.iter().flat_map(|condition| clauses(condition));
    said.filter_map(|clause| match clause {
        Clause::UpliftPercent(percent) => Some(percent),
        _ => None,
    })
    .max()
}

/// What the recurring lines come to in the last year that begins within the term.
fn last_year(terms: &Terms, figures: &Figures, percent: Option<&Amount>) -> Option<Amount> {
    if figures.mixed_currencies {
        return None;
    }
    let rate = Amount::from(1_u32)
        + percent.unwrap_or(&Amount::zero()).div_exact(&Amount::from(100_u32)).unwrap_or_default();
    let years = terms.longest_term_months().div_ceil(12).clamp(1, 50);
    let grown = (1..years).fold(Amount::from(1_u32), |grown, _| grown * &rate);
    let recurring = figures.lines.iter().filter(|line| line.period != Period::Once).map(|line| &line.annual);
    Some(recurring.sum::<Amount>() * grown)
}

fn of_line(place: usize, line: &Line, mandate: &Mandate) -> Option<Violation> {
    let at = |violation: Violation| Some(Violation { line: Some(place), ..violation });
    let Some(LineLimit { basis, walk_away, .. }) = mandate.line_limit(line) else {
        return at(said(Rule::LineUnlisted, Measure::Nothing, Measure::Nothing));
    };
    let limit = walk_away.as_ref().filter(|_| line.currency == mandate.currency())?;
    let period = Period::of_unit(&line.unit);
    if (period == Period::Once) != (*basis == Period::Once) {
        return at(blocking(Rule::LineBasis, Measure::Nothing, Measure::Nothing));
    }
    let price = &line.unit_price * period.annual_factor();
    if price <= *limit.expose_secret() {
        return None;
    }
    let found = Measure::Money(Money::new(price, line.currency));
    at(blocking(Rule::LineWalkAway, found, secret(limit, mandate)))
}

pub(super) fn stated(terms: &Terms, figures: &Figures) -> Option<Violation> {
    let stated = terms.total_annual.as_ref().filter(|_| figures.stated_differs_by.is_some())?;
    let annual = figures.annual_total.as_ref()?;
    Some(said(Rule::StatedTotal, sum(stated, terms), sum(annual, terms)))
}
