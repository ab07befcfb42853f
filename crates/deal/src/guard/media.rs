//! Terms of a seller of media against the mandate.

use money::Amount;

use super::bounds;
use super::finding::{Measure, Rule, Violation, blocking};
use crate::{AnswerKind, Authority, History, Mandate, MediaRequest, MediaTerms, Secret};

/// Holds a request to a seller of media against the mandate: the authority that it takes, the deadline, and
/// what the terms cost that it would have held or accepts. The mandate's limits for a year are the most that
/// such a buy may cost in all. Without a mandate nothing is forbidden.
pub fn check_media(request: &MediaRequest, mandate: Option<&Mandate>, history: &History) -> Vec<Violation> {
    let Some(mandate) = mandate else { return Vec::new() };
    let needed = match request.kind {
        AnswerKind::AcceptProposal => Some(Authority::Bind),
        AnswerKind::DeclineProposals => None,
        _ => Some(Authority::Propose),
    };
    let Some(needed) = needed else { return Vec::new() };
    let mut found = bounds::within(mandate, needed, history);
    // New drafts with other terms are what a counter is elsewhere.
    if request.kind == AnswerKind::ReviseProposals {
        found.extend(bounds::rounds(mandate, history));
    }
    found.extend(request.terms.iter().flat_map(|terms| spent(terms, mandate)));
    found
}

fn spent(terms: &MediaTerms, mandate: &Mandate) -> Vec<Violation> {
    if terms.ends {
        return Vec::new();
    }
    let limits = [(Rule::WalkAway, mandate.walk_away_annual()), (Rule::Budget, mandate.budget_annual())];
    let limits: Vec<(Rule, &Secret<Amount>)> =
        limits.into_iter().filter_map(|(rule, limit)| Some((rule, limit?))).collect();
    let Some(total) = &terms.total else {
        // Terms without a total can cost anything.
        let untold = |(rule, _): &(Rule, _)| blocking(*rule, Measure::Nothing, Measure::Nothing);
        return limits.iter().take(1).map(untold).collect();
    };
    if total.currency != mandate.currency() {
        let (found, limit) = (Measure::Currency(total.currency), Measure::Currency(mandate.currency()));
        return vec![blocking(Rule::Currency, found, limit)];
    }
    let above = limits.into_iter().filter(|(_, limit)| total.amount > *limit.expose_secret());
    above
        .map(|(rule, limit)| {
            blocking(rule, Measure::Money(total.clone()), Measure::Secret(limit.clone(), mandate.currency()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::BTreeSet;

    use money::{Currency, Money};

    use super::*;
    use crate::samples::{a, mandate};

    fn found(total: Option<&str>, currency: &str, ends: bool) -> Vec<Rule> {
        let total = total.map(|total| Money::new(a(total), Currency::parse(currency).unwrap()));
        let terms = MediaTerms { digest: String::new(), total, ends, until_unix_ms: None };
        let request =
            MediaRequest { kind: AnswerKind::AcceptProposal, theirs: BTreeSet::new(), terms: vec![terms] };
        let walk_away = mandate();
        let blocks = |found: Vec<Violation>| found.into_iter().filter(|one| one.blocks).map(|one| one.rule);
        blocks(check_media(&request, Some(&walk_away), &History::default())).collect()
    }

    #[test]
    fn a_revision_beyond_the_last_round_is_not_asked_for() {
        let limits = crate::Limits { most_rounds: Some(2), ..crate::Limits::default() };
        let capped = Mandate::new(1, mandate().currency(), limits).unwrap();
        let blocks = |kind, our_counters| {
            let request = MediaRequest { kind, theirs: BTreeSet::new(), terms: Vec::new() };
            let history = History { our_counters, ..History::default() };
            check_media(&request, Some(&capped), &history).iter().any(|found| found.blocks)
        };
        assert!(!blocks(AnswerKind::ReviseProposals, 1));
        assert!(blocks(AnswerKind::ReviseProposals, 2));
        // What is on the table can still be held, bought and declined.
        for kind in [AnswerKind::FinalizeProposals, AnswerKind::AcceptProposal, AnswerKind::DeclineProposals]
        {
            assert!(!blocks(kind, 9));
        }
    }

    #[test]
    fn what_costs_more_than_the_owner_would_pay_is_not_accepted() {
        let walk_away = mandate().walk_away_annual().unwrap().expose_secret().to_string();
        let currency = mandate().currency();
        let more = (a(&walk_away) + a("0.01")).to_string();
        assert_eq!(found(Some(&walk_away), currency.as_str(), false), []);
        assert_eq!(found(Some(&more), currency.as_str(), false), [Rule::WalkAway]);
        assert_eq!(found(Some(&more), currency.as_str(), true), [], "an end spends nothing");
        assert_eq!(found(Some("1"), "JPY", false), [Rule::Currency]);
        assert_eq!(
            found(None, currency.as_str(), false),
            [Rule::WalkAway],
            "what is not told may be anything"
        );
    }
}
