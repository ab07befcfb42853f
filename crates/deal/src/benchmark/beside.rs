//! An offer beside benchmarks and the mandate, line by line.

use money::Amount;

use super::{Band, Benchmark, Years, speaking, years};
use crate::{Figures, Line, Mandate, Period, Secret, Terms, figures};

/// An offer beside what is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferBeside {
    /// The lines, in the offer's order.
    pub lines: Vec<LineBeside>,
    /// The distance of the annual total from the mandate's target.
    pub target: Option<Target>,
    /// What it costs year by year; none where currencies are mixed.
    pub years: Option<Years>,
    /// What is odd about the offer as a whole.
    pub traps: Vec<Trap>,
}

/// A line beside what is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineBeside {
    /// Where its price stands among what others pay.
    pub band: Option<Band>,
    /// The place of the benchmark that speaks for it, in the list that was given.
    pub benchmark: Option<usize>,
    /// The distance from the mandate's target for this line.
    pub target: Option<Target>,
    /// What is odd about it.
    pub traps: Vec<Trap>,
    /// How the comparison was made, a line of text each. No secret stands in it.
    pub working: Vec<String>,
}

/// A distance from a target, for those who may see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The target.
    pub target: Secret<Amount>,
    /// The offer's figure less the target: above zero it is dearer.
    pub by: Secret<Amount>,
    /// The same in per cent of the target, one decimal.
    pub percent: Option<Secret<Amount>>,
}

/// What is easily overlooked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Trap {
    /// No total is stated.
    TotalMissing,
    /// The stated total is not the computed annual one.
    TotalWrong,
    /// The stated total is right only if the periods of the units are left out.
    TotalIgnoresPeriods,
    /// Lines name different currencies, so there is no total.
    MixedCurrencies,
    /// Some lines are priced by the month or quarter beside others by the year.
    PeriodsMixed,
    /// A line's term is not the offer's.
    TermDiffers,
    /// A line's currency is not the offer's.
    CurrencyDiffers,
    /// The unit names a period that is not read: no annual figure is right.
    UnitUnread,
    /// The benchmark's unit names another period; both were made comparable.
    UnitConverted,
    /// One is paid once and the other again and again: they are not compared.
    UnitIncomparable,
    /// The benchmark counts something else (`seat` beside `server`): compare with care.
    UnitOther,
    /// The benchmark is in another currency: not compared.
    BenchmarkCurrency,
    /// A condition raises prices by an amount that cannot be told.
    UpliftUnclear,
}

impl Trap {
    /// Its name for records and the window.
    pub fn id(self) -> &'static str {
        match self {
            Self::TotalMissing => "total_missing",
            Self::TotalWrong => "total_wrong",
            Self::TotalIgnoresPeriods => "total_ignores_periods",
            Self::MixedCurrencies => "mixed_currencies",
            Self::PeriodsMixed => "periods_mixed",
            Self::TermDiffers => "term_differs",
            Self::CurrencyDiffers => "currency_differs",
            Self::UnitUnread => "unit_unread",
            Self::UnitConverted => "unit_converted",
            Self::UnitIncomparable => "unit_incomparable",
            Self::UnitOther => "unit_other",
            Self::BenchmarkCurrency => "benchmark_currency",
            Self::UpliftUnclear => "uplift_unclear",
        }
    }
}

/// Compares an offer line by line.
pub fn beside(terms: &Terms, benchmarks: &[Benchmark], mandate: Option<&Mandate>) -> OfferBeside {
    let figures = figures(terms);
    let years = years(terms);
    let mandate = mandate.filter(|mandate| mandate.currency() == terms.currency);
    let target = mandate
        .and_then(Mandate::target_annual)
        .zip(figures.annual_total.as_ref())
        .map(|(target, annual)| distance(annual, target));
    OfferBeside {
        lines: terms.lines.iter().map(|line| of_line(line, terms, benchmarks, mandate)).collect(),
        target,
        traps: of_offer(terms, &figures, years.as_ref()),
        years,
    }
}

fn of_offer(terms: &Terms, figures: &Figures, years: Option<&Years>) -> Vec<Trap> {
    let mut traps = Vec::new();
    let mut note = |stands: bool, trap: Trap| {
        if stands {
            traps.push(trap);
        }
    };
    let differs = figures.stated_differs_by.is_some();
    let protocols = terms.total_annual.is_some() && terms.total_annual == figures.protocol_total;
    note(terms.total_annual.is_none(), Trap::TotalMissing);
    note(differs && protocols, Trap::TotalIgnoresPeriods);
    note(differs && !protocols, Trap::TotalWrong);
    note(figures.mixed_currencies, Trap::MixedCurrencies);
    let mut recurring: Vec<Period> =
        figures.lines.iter().map(|line| line.period).filter(|period| *period != Period::Once).collect();
    recurring.dedup();
    note(recurring.len() > 1, Trap::PeriodsMixed);
    note(years.is_some_and(|years| years.uplift_unclear), Trap::UpliftUnclear);
    traps
}

fn of_line(line: &Line, terms: &Terms, benchmarks: &[Benchmark], mandate: Option<&Mandate>) -> LineBeside {
    let mut made =
        LineBeside { band: None, benchmark: None, target: None, traps: Vec::new(), working: Vec::new() };
    if line.term_months.is_some_and(|months| months != terms.term_months) {
        made.traps.push(Trap::TermDiffers);
    }
    if line.currency != terms.currency {
        made.traps.push(Trap::CurrencyDiffers);
    }
    if Period::unread(&line.unit) {
        made.traps.push(Trap::UnitUnread);
        return made;
    }
    let period = Period::of_unit(&line.unit);
    let price = &line.unit_price * period.annual_factor();
    if let Some(limit) =
        mandate.filter(|_| line.currency == terms.currency).and_then(|mandate| mandate.line_limit(line))
        && (limit.basis == Period::Once) == (period == Period::Once)
    {
        made.target = limit.target.as_ref().map(|target| distance(&price, target));
    }
    if let Some(benchmark) = speaking(benchmarks, line) {
        made.benchmark = benchmarks.iter().position(|one| std::ptr::eq(one, benchmark));
        against(&mut made, line, benchmark, (period, price));
    }
    made
}

fn against(made: &mut LineBeside, line: &Line, benchmark: &Benchmark, (period, price): (Period, Amount)) {
    let theirs = Period::of_unit(&benchmark.unit);
    if benchmark.currency != line.currency {
        made.traps.push(Trap::BenchmarkCurrency);
        return;
    }
    if (theirs == Period::Once) != (period == Period::Once) {
        made.traps.push(Trap::UnitIncomparable);
        return;
    }
    if theirs != period {
        made.traps.push(Trap::UnitConverted);
    }
    if Period::counted(&benchmark.unit) != Period::counted(&line.unit) {
        made.traps.push(Trap::UnitOther);
    }
    let times =
        |period: Period| period.a_year().filter(|times| *times > 1).map(|times| format!(" × {times}"));
    let per = if period == Period::Once { "once" } else { "a year" };
    made.working.push(format!(
        "offered: {}{} = {price} {} {per}",
        line.unit_price,
        times(period).unwrap_or_default(),
        line.currency
    ));
    for point in &benchmark.points {
        made.working.push(format!(
            "p{}: {}{} = {} {} {per}",
            point.rank,
            point.price,
            times(theirs).unwrap_or_default(),
            &point.price * theirs.annual_factor(),
            benchmark.currency
        ));
    }
    made.band = Band::of(price, benchmark.yearly());
}

fn distance(figure: &Amount, target: &Secret<Amount>) -> Target {
    let by = figure - target.expose_secret();
    let percent = Amount::ratio_percent(&by, target.expose_secret(), 1).map(Secret::new);
    Target { target: target.clone(), by: Secret::new(by), percent }
}
