//! What an offer costs in each year of its term, uplifts included.

use money::Amount;

use crate::clause::{Clause, Subject, clauses};
use crate::{Figures, Line, Period, Terms, figures};

/// The years of an offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Years {
    /// From the first.
    pub years: Vec<Year>,
    /// Their sum.
    pub total: Amount,
    /// The uplift that is calculated with, in per cent a year; the highest where conditions name several.
    pub uplift_percent: Amount,
    /// True where a condition speaks of an uplift and names no number: later years may cost more.
    pub uplift_unclear: bool,
    /// True where something is no finite decimal and was rounded half up to what can be paid.
    pub rounded: bool,
    /// The arithmetic, a line of text each.
    pub working: Vec<String>,
}

/// One year.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Year {
    /// From 1.
    pub number: u32,
    /// What falls due in it; a year that the term cuts short counts by its months.
    pub cost: Amount,
}

/// Each year's cost: a recurring line's annual figure, raised once a year from the second on, for the
/// months of its term that lie in the year; what is paid once stands in the first. None where currencies
/// are mixed.
pub fn years(terms: &Terms) -> Option<Years> {
    let figures = figures(terms);
    if figures.mixed_currencies {
        return None;
    }
    let (uplift_percent, uplift_unclear) = uplift(terms);
    let last = terms.longest_term_months().div_ceil(12).max(1);
    let hundred = Amount::from(100_u32);
    let rate = (&hundred + &uplift_percent).div_exact(&hundred)?;
    let mut grown = Amount::from(1_u32);
    let mut made = Years {
        years: Vec::new(),
        total: Amount::zero(),
        uplift_percent,
        uplift_unclear,
        rounded: false,
        working: Vec::new(),
    };
    for number in 1..=last {
        made.add(number, &grown, terms, &figures);
        grown = grown * &rate;
    }
    made.working.push(format!("over the term: the sum of {last} years = {} {}", made.total, terms.currency));
    Some(made)
}

impl Years {
    fn add(&mut self, number: u32, grown: &Amount, terms: &Terms, figures: &Figures) {
        let mut cost = Amount::zero();
        let mut summands = Vec::new();
        for (line, figure) in terms.lines.iter().zip(&figures.lines) {
            let months = months_in(line, terms.term_months, number);
            let part = if figure.period == Period::Once {
                if number > 1 {
                    continue;
                }
                figure.annual.clone()
            } else if months == 0 {
                continue;
            } else {
                let whole = &figure.annual * grown * Amount::from(months);
                let twelve = Amount::from(12_u32);
                whole.div_exact(&twelve).unwrap_or_else(|| {
                    self.rounded = true;
                    let places = terms.currency.minor_units().max(line.unit_price.decimals());
                    whole.div_rounded(&twelve, places).unwrap_or_default()
                })
            };
            if summands.len() < 12 {
                summands.push(part.to_string());
            }
            cost += part;
        }
        let raised = if number == 1 || self.uplift_percent.is_zero() {
            String::new()
        } else {
            format!(" (each × (1 + {} %)^{})", self.uplift_percent, number - 1)
        };
        let sum = if terms.lines.len() > 12 {
            format!("{} lines", terms.lines.len())
        } else {
            summands.join(" + ")
        };
        self.working.push(format!("year {number}: {sum}{raised} = {cost} {}", terms.currency));
        self.total += &cost;
        self.years.push(Year { number, cost });
    }
}

/// Months of a line's term that lie in a year.
fn months_in(line: &Line, offer_months: u32, year: u32) -> u32 {
    line.term_months.unwrap_or(offer_months).saturating_sub((year - 1) * 12).min(12)
}

fn uplift(terms: &Terms) -> (Amount, bool) {
    let said: Vec<Clause> = terms.conditions.iter().flat_map(|condition| clauses(condition)).collect();
    let unclear = said.contains(&Clause::Unclear(Subject::Uplift));
    let most = said.into_iter().filter_map(|clause| match clause {
        Clause::UpliftPercent(percent) => Some(percent),
        _ => None,
    });
    (most.max().unwrap_or_default(), unclear)
}
