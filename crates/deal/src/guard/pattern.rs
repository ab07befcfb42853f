//! How our counters move from one to the next.

use money::{Amount, Money};

use super::finding::{Measure, Rule, Violation, blocking, said};
use crate::history::repriced;
use crate::{History, Mandate, Terms, figures};

/// Concessions against the mandate. What lines cannot be compared with says nothing here: the totals have
/// limits of their own.
pub(super) fn concessions(counter: &Terms, mandate: &Mandate, history: &History) -> Vec<Violation> {
    let Some(total) = figures(counter).annual_total else { return Vec::new() };
    let sum = |amount: &Amount| Measure::Money(Money::new(amount.clone(), counter.currency));
    let mut found = Vec::new();
    let before: Vec<Amount> = history.ours().filter_map(|ours| repriced(ours, counter)).collect();
    if let Some(last) = before.last() {
        let step = &total - last;
        if mandate.limits().not_against_oneself && history.unanswered() && step.is_positive() {
            found.push(blocking(Rule::AgainstOneself, sum(&total), sum(last)));
        }
        let largest_allowed = last_concession(&before);
        if let Some(allowed) =
            largest_allowed.filter(|allowed| mandate.limits().concessions_shrink && step > *allowed)
        {
            found.push(blocking(Rule::GrowingConcession, sum(&step), sum(&allowed)));
        }
    }
    if let Some(theirs) = history.latest_of_vendor().and_then(|theirs| repriced(theirs, counter))
        && total > theirs
    {
        found.push(said(Rule::AboveTheirs, sum(&total), sum(&theirs)));
    }
    found
}

/// The latest step of ours towards the vendor. One that was taken back is none.
fn last_concession(totals: &[Amount]) -> Option<Amount> {
    totals
        .windows(2)
        .rev()
        .filter_map(|pair| match pair {
            [one, next] => Some(next - one),
            _ => None,
        })
        .find(Amount::is_positive)
}
