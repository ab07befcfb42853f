//! Conditions against what the mandate bounds, wants and refuses.

use super::finding::{Measure, Rule, Violation, blocking, said};
use crate::clause::{Clause, Subject, clauses};
use crate::likewise::{Bearing, bearing};
use crate::{Mandate, Terms};

pub(super) fn check(terms: &Terms, mandate: &Mandate) -> Vec<Violation> {
    let mut found = Vec::new();
    for (place, condition) in terms.conditions.iter().enumerate() {
        found.extend(clauses(condition).iter().filter_map(|clause| bounded(place, clause, mandate)));
        found.extend(refused(place, condition, mandate));
    }
    found.extend(wanted(terms, mandate));
    found
}

fn bounded(place: usize, clause: &Clause, mandate: &Mandate) -> Option<Violation> {
    let limits = mandate.limits();
    let days = |rule, number: u32, span: crate::Span| {
        let bound = span.broken_by(number)?;
        Some(blocking(rule, Measure::Days(number), Measure::Days(bound)))
    };
    match clause {
        Clause::PaymentDays(number) => days(Rule::Payment, *number, limits.payment_days),
        Clause::NoticeDays(number) => days(Rule::Notice, *number, limits.notice_days),
        Clause::UpliftPercent(percent) => {
            let most = limits.most_uplift_percent.as_ref().filter(|most| percent > most)?;
            Some(blocking(Rule::Uplift, Measure::Percent(percent.clone()), Measure::Percent(most.clone())))
        }
        Clause::Unclear(subject) => {
            let bound = match subject {
                Subject::Payment => !limits.payment_days.is_open(),
                Subject::Notice => !limits.notice_days.is_open(),
                // An uplift that cannot be told makes the later years' cost unknown too.
                Subject::Uplift => limits.most_uplift_percent.is_some() || limits.budget_annual.is_some(),
            };
            let found = Measure::Condition(place);
            bound.then(|| blocking(Rule::ConditionUnclear, found, Measure::Nothing))
        }
    }
}

fn refused(place: usize, condition: &str, mandate: &Mandate) -> Vec<Violation> {
    let listed = mandate.limits().conditions_refused.iter().enumerate();
    listed
        .filter_map(|(listed, refused)| {
            let (found, limit) = (Measure::Condition(place), Measure::Listed(listed));
            match bearing(condition, refused)? {
                Bearing::Says => Some(blocking(Rule::ConditionRefused, found, limit)),
                Bearing::Denies => Some(said(Rule::ConditionRefused, found, limit)),
            }
        })
        .collect()
}

fn wanted(terms: &Terms, mandate: &Mandate) -> Vec<Violation> {
    let listed = mandate.limits().conditions_wanted.iter().enumerate();
    listed
        .filter(|(_, wanted)| {
            !terms.conditions.iter().any(|condition| bearing(condition, wanted) == Some(Bearing::Says))
        })
        .map(|(listed, _)| said(Rule::ConditionWanted, Measure::Nothing, Measure::Listed(listed)))
        .collect()
}
