//! What an offer comes to, with the working.
//!
//! Two totals are told apart. The **protocol's** total is Σ quantity × unit price, whatever the units
//! are. The **annual** total, ours and for people, takes the period that a unit names into account
//! ([`Period`]). Lines that are paid once count in the annual total with their one price, and in the
//! total over the term with the same.

use money::Amount;

use crate::{Line, Period, Step, Terms};

/// One line's figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineFigures {
    /// How often the price falls due.
    pub period: Period,
    /// Quantity × unit price: the protocol's figure.
    pub extended: Amount,
    /// Quantity × unit price × periods a year; the one price where it is paid once.
    pub annual: Amount,
    /// Over the line's own term, or the offer's where it has none; the one price where it is paid once.
    pub over_term: Amount,
    /// True where `over_term` is no finite decimal and was rounded half up.
    pub over_term_rounded: bool,
}

/// An offer's figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// The lines, in the offer's order.
    pub lines: Vec<LineFigures>,
    /// Σ quantity × unit price; none where currencies are mixed.
    pub protocol_total: Option<Amount>,
    /// Σ of the lines' annual figures; none where currencies are mixed.
    pub annual_total: Option<Amount>,
    /// Σ of the lines' figures over their terms; none where currencies are mixed.
    pub term_total: Option<Amount>,
    /// Stated total minus computed annual total, where one is stated, both exist and they differ.
    pub stated_differs_by: Option<Amount>,
    /// True where a line's currency is not the offer's.
    pub mixed_currencies: bool,
    /// The arithmetic, in its order.
    pub working: Vec<Step>,
}

/// Computes them all, exactly; only a line's figure over the term is ever rounded.
pub fn figures(terms: &Terms) -> Figures {
    let mixed_currencies = terms.mixed_currencies();
    let mut working = Vec::new();
    let mut lines = Vec::with_capacity(terms.lines.len());
    for (line, number) in terms.lines.iter().zip(1_u32..) {
        lines.push(line_figures(line, number, terms.term_months, &mut working));
    }
    let total = |pick: fn(&LineFigures) -> &Amount| {
        (!mixed_currencies).then(|| lines.iter().map(pick).sum::<Amount>())
    };
    let protocol_total = total(|line| &line.extended);
    let annual_total = total(|line| &line.annual);
    let term_total = total(|line| &line.over_term);
    if mixed_currencies {
        working.push(Step::Mixed);
    } else {
        working.push(sum(terms, &lines, true));
        working.push(sum(terms, &lines, false));
    }
    let stated_differs_by =
        terms.total_annual.as_ref().zip(annual_total.as_ref()).and_then(|(stated, annual)| {
            let by = stated - annual;
            if by.is_zero() {
                return None;
            }
            working.push(Step::Stated {
                stated: stated.clone(),
                computed: annual.clone(),
                by: by.clone(),
                without_periods: protocol_total.as_ref() == Some(stated),
            });
            Some(by)
        });
    Figures { lines, protocol_total, annual_total, term_total, stated_differs_by, mixed_currencies, working }
}

fn line_figures(line: &Line, number: u32, offer_months: u32, working: &mut Vec<Step>) -> LineFigures {
    let period = Period::of_unit(&line.unit);
    let extended = line.extended();
    let annual = &extended * period.annual_factor();
    let months = line.term_months.unwrap_or(offer_months);
    let a_year = period.a_year();
    working.push(Step::Line {
        line: number,
        quantity: line.quantity.clone(),
        unit_price: line.unit_price.clone(),
        a_year,
        gives: annual.clone(),
        currency: line.currency,
    });
    if a_year.is_none() {
        return LineFigures { period, over_term: annual.clone(), annual, extended, over_term_rounded: false };
    }
    let twelve = Amount::from(12_u32);
    let twelvefold = &annual * Amount::from(months);
    let (over_term, over_term_rounded) = match twelvefold.div_exact(&twelve) {
        Some(exact) => (exact, false),
        None => (twelvefold.div_rounded(&twelve, over_term_places(line)).unwrap_or_default(), true),
    };
    working.push(Step::Term {
        line: number,
        months,
        annual: annual.clone(),
        gives: over_term.clone(),
        currency: line.currency,
        rounded_to: over_term_rounded.then(|| over_term_places(line)),
    });
    LineFigures { period, extended, annual, over_term, over_term_rounded }
}

/// Rounded to what can be paid, or as finely as the price itself is given where that is finer.
fn over_term_places(line: &Line) -> u32 {
    line.currency.minor_units().max(line.unit_price.decimals())
}

/// Two hundred summands are no working that anybody reads.
const MOST_SUMMANDS: usize = 12;

fn sum(terms: &Terms, lines: &[LineFigures], annual: bool) -> Step {
    let pick = |line: &LineFigures| if annual { line.annual.clone() } else { line.over_term.clone() };
    let all: Vec<Amount> = lines.iter().map(pick).collect();
    Step::Sum {
        annual,
        gives: all.iter().sum(),
        lines: u32::try_from(all.len()).unwrap_or(u32::MAX),
        summands: if all.len() > MOST_SUMMANDS { Vec::new() } else { all },
        currency: terms.currency,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;
    use crate::samples::{a, line, terms, usd};

    #[test]
    fn a_year_is_a_year() {
        let figures = figures(&terms(36, vec![line("500", "seat/year", "2800")], Some("1400000")));
        assert_eq!(figures.annual_total, Some(a("1400000")));
        assert_eq!(figures.protocol_total, figures.annual_total);
        assert_eq!(figures.term_total, Some(a("4200000")));
        assert_eq!(figures.stated_differs_by, None);
        let working: Vec<String> = figures.working.iter().map(ToString::to_string).collect();
        assert_eq!(
            working,
            [
                "line 1: 500 × 2800 = 1400000 USD a year",
                "line 1, 36 months: 1400000 × 36 / 12 = 4200000 USD",
                "annual total: 1400000 = 1400000 USD",
                "over the term: 4200000 = 4200000 USD",
            ]
        );
    }

    #[test]
    fn a_month_counts_twelvefold_and_the_stated_total_is_marked() {
        let lines = vec![line("10", "user/mo", "9.99"), line("1", "setup", "500")];
        let figures = figures(&terms(18, lines, Some("599.9")));
        assert_eq!(figures.lines[0].annual, a("1198.8"));
        assert_eq!(figures.lines[0].over_term, a("1798.2"));
        assert_eq!(figures.lines[1].annual, a("500"));
        assert_eq!(figures.lines[1].over_term, a("500"));
        assert_eq!(figures.protocol_total, Some(a("599.9")));
        assert_eq!(figures.annual_total, Some(a("1698.8")));
        assert_eq!(figures.stated_differs_by, Some(a("-1098.9")));
        assert!(figures.working.last().unwrap().to_string().contains("without the periods"));
    }

    #[test]
    fn a_line_follows_its_own_term() {
        let mut own = line("1", "module/quarter", "100");
        own.term_months = Some(24);
        let figures = figures(&terms(36, vec![own, line("1", "seat/year", "100")], None));
        assert_eq!(figures.lines[0].over_term, a("800"));
        assert_eq!(figures.lines[1].over_term, a("300"));
        assert_eq!(figures.term_total, Some(a("1100")));
    }

    #[test]
    fn what_does_not_divide_is_rounded_and_says_so() {
        let figures = figures(&terms(7, vec![line("1", "seat/year", "100")], None));
        assert_eq!(figures.lines[0].over_term, a("58.33"));
        assert!(figures.lines[0].over_term_rounded);
        let step = figures.working[1].to_string();
        assert!(step.ends_with("= 58.33 USD, rounded to 2 decimals"), "{step}");
        // A month's price needs no division, whatever the months.
        let monthly = super::figures(&terms(7, vec![line("3", "seat/month", "1e-7")], None));
        assert_eq!(monthly.lines[0].over_term, a("0.0000021"));
        assert!(!monthly.lines[0].over_term_rounded);
    }

    #[test]
    fn mixed_currencies_have_no_total() {
        let mut euros = line("1", "seat/year", "100");
        euros.currency = money::Currency::parse("EUR").unwrap();
        for lines in [vec![euros.clone()], vec![euros, line("1", "seat/year", "100")]] {
            let figures = figures(&terms(12, lines, Some("200")));
            assert!(figures.mixed_currencies);
            assert_eq!(figures.annual_total, None);
            assert_eq!(figures.protocol_total, None);
            assert_eq!(figures.term_total, None);
            assert_eq!(figures.stated_differs_by, None);
        }
        assert_eq!(usd().as_str(), "USD");
    }
}
