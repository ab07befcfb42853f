//! What changed since the same side's last offer.

use money::Amount;

use crate::figures::figures;
use crate::{Line, Period, Terms};

/// How a figure moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// There was no offer before.
    First,
    /// The last offer had nothing to compare with (another currency or period counts as nothing).
    New,
    /// Unchanged.
    Same,
    /// Went up.
    Up(Move),
    /// Went down.
    Down(Move),
}

/// By how much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// Without sign.
    pub by: Amount,
    /// Per cent of the figure before, one decimal, without sign; none from zero.
    pub percent: Option<Amount>,
    /// The figure before.
    pub from: Amount,
}

/// One line against its match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineChange {
    /// Index of the matching line in the last offer.
    pub matched: Option<usize>,
    /// Unit price. [`Change::New`] where the units name different periods or the currencies differ:
    /// a price a month is not below a price a year.
    pub price: Change,
    /// Quantity.
    pub quantity: Change,
    /// True where the match has another unit text.
    pub unit_changed: bool,
}

/// An offer against the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The lines, in the order of the current offer.
    pub lines: Vec<LineChange>,
    /// Indexes of lines of the last offer that this one lacks.
    pub dropped: Vec<usize>,
    /// Term in months.
    pub term: Change,
    /// Computed annual total.
    pub total: Change,
    /// Indexes of conditions that the last offer did not have.
    pub conditions_new: Vec<usize>,
    /// Conditions of the last offer that fell away.
    pub conditions_gone: Vec<String>,
}

/// Compares an offer with the same side's last one. Lines match by stock-keeping unit; those left over
/// match by position, unless both name a unit (then they are different things).
pub fn compare(last: Option<&Terms>, current: &Terms) -> Comparison {
    let Some(last) = last else { return first(current) };
    let matches = match_lines(&last.lines, &current.lines);
    let lines = current
        .lines
        .iter()
        .zip(&matches)
        .map(|(line, matched)| line_change(matched.and_then(|at| last.lines.get(at)), *matched, line))
        .collect();
    let dropped = (0..last.lines.len()).filter(|at| !matches.contains(&Some(*at))).collect();
    let total = match (figures(last).annual_total, figures(current).annual_total) {
        (Some(before), Some(now)) if last.currency == current.currency => change(&before, &now),
        _ => Change::New,
    };
    Comparison {
        lines,
        dropped,
        term: change(&Amount::from(last.term_months), &Amount::from(current.term_months)),
        total,
        conditions_new: (0_usize..)
            .zip(&current.conditions)
            .filter(|(_, condition)| !last.conditions.contains(condition))
            .map(|(at, _)| at)
            .collect(),
        conditions_gone: last
            .conditions
            .iter()
            .filter(|condition| !current.conditions.contains(condition))
            .cloned()
            .collect(),
    }
}

/// How a figure moved from `before` to `now`.
pub fn change(before: &Amount, now: &Amount) -> Change {
    let by = now - before;
    let moved = || Move {
        by: by.abs(),
        percent: Amount::ratio_percent(&by.abs(), &before.abs(), 1),
        from: before.clone(),
    };
    if by.is_zero() {
        Change::Same
    } else if by.is_positive() {
        Change::Up(moved())
    } else {
        Change::Down(moved())
    }
}

fn first(current: &Terms) -> Comparison {
    let line =
        LineChange { matched: None, price: Change::First, quantity: Change::First, unit_changed: false };
    Comparison {
        lines: vec![line; current.lines.len()],
        dropped: Vec::new(),
        term: Change::First,
        total: Change::First,
        conditions_new: Vec::new(),
        conditions_gone: Vec::new(),
    }
}

pub(crate) fn match_lines(last: &[Line], current: &[Line]) -> Vec<Option<usize>> {
    let mut taken = vec![false; last.len()];
    let mut take = |at: usize| taken.get_mut(at).is_some_and(|slot| !std::mem::replace(slot, true));
    let mut matches: Vec<Option<usize>> = current
        .iter()
        .map(|line| {
            let sku = line.sku.as_ref()?;
            (0..last.len())
                .filter(|at| last.get(*at).is_some_and(|old| old.sku.as_ref() == Some(sku)))
                .find(|at| take(*at))
        })
        .collect();
    for ((at, line), matched) in (0_usize..).zip(current).zip(&mut matches) {
        let Some(old) = last.get(at).filter(|_| matched.is_none()) else { continue };
        let different_things = line.sku.is_some() && old.sku.is_some();
        if !different_things && take(at) {
            *matched = Some(at);
        }
    }
    matches
}

fn line_change(old: Option<&Line>, matched: Option<usize>, line: &Line) -> LineChange {
    let Some(old) = old else {
        return LineChange { matched, price: Change::New, quantity: Change::New, unit_changed: false };
    };
    let comparable =
        old.currency == line.currency && Period::of_unit(&old.unit) == Period::of_unit(&line.unit);
    LineChange {
        matched,
        price: if comparable { change(&old.unit_price, &line.unit_price) } else { Change::New },
        quantity: change(&old.quantity, &line.quantity),
        unit_changed: old.unit != line.unit,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;
    use crate::samples::{a, line, terms};

    fn with_sku(sku: &str, price: &str) -> Line {
        Line { sku: Some(sku.to_owned()), ..line("10", "seat/year", price) }
    }

    fn moved(by: &str, percent: Option<&str>, from: &str) -> Move {
        Move { by: a(by), percent: percent.map(a), from: a(from) }
    }

    #[test]
    fn a_figure_moves() {
        assert_eq!(change(&a("1140"), &a("1003.2")), Change::Down(moved("136.8", Some("12"), "1140")));
        assert_eq!(change(&a("3"), &a("4")), Change::Up(moved("1", Some("33.3"), "3")));
        assert_eq!(change(&a("0"), &a("4")), Change::Up(moved("4", None, "0")));
        assert_eq!(change(&a("4.0"), &a("4")), Change::Same);
    }

    #[test]
    fn the_first_offer_has_nothing_to_compare_with() {
        let comparison = compare(None, &terms(12, vec![line("1", "seat", "2")], None));
        assert_eq!(comparison.lines[0].price, Change::First);
        assert_eq!(comparison.total, Change::First);
        assert_eq!(comparison.term, Change::First);
    }

    #[test]
    fn lines_match_by_sku_and_then_by_place() {
        let last =
            terms(12, vec![with_sku("A", "10"), with_sku("B", "20"), line("1", "seat/year", "5")], None);
        let current = terms(
            24,
            vec![with_sku("B", "18"), with_sku("C", "1"), line("2", "seat/year", "5"), line("1", "x", "1")],
            None,
        );
        let comparison = compare(Some(&last), &current);
        let matched: Vec<_> = comparison.lines.iter().map(|line| line.matched).collect();
        assert_eq!(matched, [Some(1), None, Some(2), None]);
        // In the same place, yet each with a name of its own: two different things.
        let renamed = compare(
            Some(&terms(12, vec![with_sku("A", "10")], None)),
            &terms(12, vec![with_sku("Z", "9")], None),
        );
        assert_eq!(renamed.lines[0].matched, None);
        assert_eq!(renamed.dropped, [0]);
        assert_eq!(comparison.dropped, [0]);
        assert_eq!(comparison.lines[0].price, Change::Down(moved("2", Some("10"), "20")));
        assert_eq!(comparison.lines[1].price, Change::New);
        assert_eq!(comparison.lines[2].quantity, Change::Up(moved("1", Some("100"), "1")));
        assert_eq!(comparison.term, Change::Up(moved("12", Some("100"), "12")));
    }

    #[test]
    fn one_sku_twice_matches_in_order() {
        let last = terms(12, vec![with_sku("A", "10"), with_sku("A", "20")], None);
        let comparison = compare(Some(&last), &last);
        let matched: Vec<_> = comparison.lines.iter().map(|line| line.matched).collect();
        assert_eq!(matched, [Some(0), Some(1)]);
        assert_eq!(comparison.total, Change::Same);
        assert!(comparison.dropped.is_empty());
    }

    #[test]
    fn a_price_a_month_is_not_below_a_price_a_year() {
        let last = terms(12, vec![line("1", "seat/year", "120")], None);
        let current = terms(12, vec![line("1", "seat/month", "10")], None);
        let comparison = compare(Some(&last), &current);
        assert_eq!(comparison.lines[0].price, Change::New);
        assert!(comparison.lines[0].unit_changed);
        assert_eq!(comparison.total, Change::Same);
    }

    #[test]
    fn conditions_come_and_go() {
        let mut last = terms(12, vec![], None);
        last.conditions = vec!["net 30".into(), "auto-renewal".into()];
        let mut current = terms(12, vec![], None);
        current.conditions = vec!["net 60".into(), "auto-renewal".into()];
        let comparison = compare(Some(&last), &current);
        assert_eq!(comparison.conditions_new, [0]);
        assert_eq!(comparison.conditions_gone, ["net 30"]);
    }
}
