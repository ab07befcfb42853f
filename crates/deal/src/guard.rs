//! The guardrail: a counter against the mandate, in code alone. No prose reaches a finding.

use money::{Amount, Currency, Money};

use crate::figures::figures;
use crate::{Mandate, Secret, Terms};

/// What went before in the session, as far as the mandate limits it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct History {
    /// Counters of ours that stand in the session already.
    pub our_counters: u32,
}

/// Which rule speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// The annual total, computed or stated, lies above the walk-away.
    WalkAway,
    /// The counter binds for longer than the mandate allows.
    Term,
    /// The counter would be one round too many.
    Rounds,
    /// The counter's or a line's currency is not the mandate's, so its total cannot be judged.
    Currency,
    /// The stated total is not the computed annual total. Said, not forbidden: the protocol sums without
    /// the periods.
    StatedTotal,
}

impl Rule {
    /// The rule's name for records and the window.
    pub fn id(self) -> &'static str {
        match self {
            Self::WalkAway => "walk_away",
            Self::Term => "term",
            Self::Rounds => "rounds",
            Self::Currency => "currency",
            Self::StatedTotal => "stated_total",
        }
    }
}

/// A value in a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    /// A sum that the counterparty may see.
    Money(Money),
    /// A sum of the mandate: for those who may see it.
    Secret(Secret<Amount>, Currency),
    /// Months.
    Months(u32),
    /// Rounds.
    Rounds(u32),
    /// A currency.
    Currency(Currency),
}

/// A finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Which rule.
    pub rule: Rule,
    /// What the counter says.
    pub found: Measure,
    /// What the mandate says.
    pub limit: Measure,
    /// True where it forbids sending; the way past it is a new version of the mandate.
    pub blocks: bool,
}

/// Holds a counter against the mandate. Without a mandate nothing is forbidden.
pub fn check(counter: &Terms, mandate: Option<&Mandate>, history: &History) -> Vec<Violation> {
    let mut found = check_terms(counter, mandate);
    if let Some(most) = mandate.and_then(Mandate::most_rounds) {
        let round = history.our_counters.saturating_add(1);
        if round > most {
            found.push(blocking(Rule::Rounds, Measure::Rounds(round), Measure::Rounds(most)));
        }
    }
    found
}

/// The same for an acceptance, which ends the rounds and so is none.
pub fn check_acceptance(counter: &Terms, mandate: Option<&Mandate>) -> Vec<Violation> {
    check_terms(counter, mandate)
}

fn check_terms(counter: &Terms, mandate: Option<&Mandate>) -> Vec<Violation> {
    let figures = figures(counter);
    let mut found = Vec::new();
    if let Some(mandate) = mandate {
        found.extend(foreign_currency(counter, mandate));
        found.extend(walk_away(counter, figures.annual_total.as_ref(), mandate));
        let longest = counter.longest_term_months();
        if let Some(limit) = mandate.longest_term_months().filter(|limit| longest > *limit) {
            found.push(blocking(Rule::Term, Measure::Months(longest), Measure::Months(limit)));
        }
    } else if figures.mixed_currencies {
        found.extend(first_foreign(counter, counter.currency).map(|(found, limit)| Violation {
            rule: Rule::Currency,
            found,
            limit,
            blocks: false,
        }));
    }
    if let (Some(stated), Some(annual), true) =
        (&counter.total_annual, &figures.annual_total, figures.stated_differs_by.is_some())
    {
        let sum = |amount: &Amount| Measure::Money(Money::new(amount.clone(), counter.currency));
        found.push(Violation {
            rule: Rule::StatedTotal,
            found: sum(stated),
            limit: sum(annual),
            blocks: false,
        });
    }
    found
}

fn foreign_currency(counter: &Terms, mandate: &Mandate) -> Option<Violation> {
    first_foreign(counter, mandate.currency()).map(|(found, limit)| blocking(Rule::Currency, found, limit))
}

fn first_foreign(counter: &Terms, wanted: Currency) -> Option<(Measure, Measure)> {
    std::iter::once(counter.currency)
        .chain(counter.lines.iter().map(|line| line.currency))
        .find(|currency| *currency != wanted)
        .map(|currency| (Measure::Currency(currency), Measure::Currency(wanted)))
}

/// The greater of computed and stated total counts: both are what we would be held to.
fn walk_away(counter: &Terms, annual: Option<&Amount>, mandate: &Mandate) -> Option<Violation> {
    // Another currency is a finding of its own; its figures say nothing beside this limit.
    let limit = mandate.walk_away_annual().filter(|_| counter.currency == mandate.currency())?;
    let greatest = [annual, counter.total_annual.as_ref()].into_iter().flatten().max()?;
    (greatest > limit.expose_secret()).then(|| {
        blocking(
            Rule::WalkAway,
            Measure::Money(Money::new(greatest.clone(), counter.currency)),
            Measure::Secret(limit.clone(), mandate.currency()),
        )
    })
}

fn blocking(rule: Rule, found: Measure, limit: Measure) -> Violation {
    Violation { rule, found, limit, blocks: true }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::samples::{a, line, mandate, terms, usd};

    fn rules(counter: &Terms, our_counters: u32) -> Vec<Rule> {
        check(counter, Some(&mandate()), &History { our_counters }).into_iter().map(|v| v.rule).collect()
    }

    #[test]
    fn at_the_limit_is_within_it() {
        let counter = terms(36, vec![line("500", "seat/year", "2500")], Some("1250000"));
        assert_eq!(rules(&counter, 4), []);
        assert_eq!(rules(&counter, 5), [Rule::Rounds]);
        assert_eq!(check_acceptance(&counter, Some(&mandate())), []);
    }

    #[test]
    fn a_cent_above_the_walk_away_blocks() {
        let counter = terms(36, vec![line("1", "suite/year", "1250000.01")], None);
        let [violation] = check(&counter, Some(&mandate()), &History::default()).try_into().unwrap();
        assert!(violation.blocks);
        assert_eq!(violation.rule, Rule::WalkAway);
        assert_eq!(violation.found, Measure::Money(Money::new(a("1250000.01"), usd())));
        assert!(!format!("{:?}", violation.limit).contains("125"));
    }

    #[test]
    fn neither_a_period_nor_a_stated_total_gets_round_it() {
        let monthly = terms(36, vec![line("500", "seat/month", "210")], None);
        assert_eq!(rules(&monthly, 0), [Rule::WalkAway]);
        let stated = terms(36, vec![line("500", "seat/year", "2000")], Some("1250001"));
        assert_eq!(rules(&stated, 0), [Rule::WalkAway, Rule::StatedTotal]);
    }

    #[test]
    fn a_line_may_not_outlast_the_mandate() {
        let mut long = line("1", "seat/year", "1");
        long.term_months = Some(37);
        assert_eq!(rules(&terms(12, vec![long], None), 0), [Rule::Term]);
        assert_eq!(rules(&terms(48, vec![], None), 0), [Rule::Term]);
    }

    #[test]
    fn another_currency_cannot_be_judged() {
        let mut euros = line("1", "seat/year", "1");
        euros.currency = Currency::parse("EUR").unwrap();
        assert_eq!(rules(&terms(12, vec![euros], None), 0), [Rule::Currency]);
        let mut whole = terms(12, vec![], None);
        whole.currency = Currency::parse("EUR").unwrap();
        assert_eq!(rules(&whole, 0), [Rule::Currency]);
    }

    #[test]
    fn without_a_mandate_nothing_is_forbidden() {
        let counter = terms(120, vec![line("1", "seat/year", "1e12")], Some("1"));
        let found = check(&counter, None, &History { our_counters: 99 });
        assert!(found.iter().all(|violation| !violation.blocks));
        assert_eq!(found.len(), 1);
    }
}
