//! The guardrail's findings for the owner's eyes, secrets of the mandate included.

use anp::time::Moment;
use deal::{Mandate, Measure, Rule, Violation};

use crate::view::GuardFinding;

/// The texts that findings point at by their places.
pub(crate) struct Listed<'a> {
    /// The counter's conditions.
    pub(crate) conditions: &'a [String],
    /// The mandate with what it wants and refuses.
    pub(crate) mandate: Option<&'a Mandate>,
}

/// Findings as the window shows them.
pub(crate) fn findings(found: &[Violation], listed: &Listed<'_>) -> Vec<GuardFinding> {
    found.iter().map(|violation| finding(violation, listed)).collect()
}

fn finding(violation: &Violation, listed: &Listed<'_>) -> GuardFinding {
    GuardFinding {
        rule: violation.rule.id().to_owned(),
        blocks: violation.blocks,
        line: violation.line.map(|place| crate::people::count(place + 1)),
        found: measure(&violation.found, violation.rule, listed),
        limit: measure(&violation.limit, violation.rule, listed),
    }
}

fn measure(measure: &Measure, rule: Rule, listed: &Listed<'_>) -> String {
    match measure {
        Measure::Money(money) => format!("{} {}", money.currency.as_str(), money.amount),
        Measure::Secret(amount, currency) => format!("{} {}", currency.as_str(), amount.expose_secret()),
        Measure::Months(months) => format!("{months} months"),
        Measure::Days(days) => format!("{days} days"),
        Measure::Percent(percent) => format!("{percent} %"),
        Measure::Rounds(rounds) => format!("round {rounds}"),
        Measure::Currency(currency) => currency.as_str().to_owned(),
        Measure::Moment(at) => Moment::from_millis(*at).to_text(),
        Measure::Condition(place) => listed.conditions.get(*place).cloned().unwrap_or_default(),
        Measure::Listed(place) => {
            let limits = listed.mandate.map(Mandate::limits);
            let list = limits.map(|limits| match rule {
                Rule::ConditionWanted => &limits.conditions_wanted,
                _ => &limits.conditions_refused,
            });
            list.and_then(|list| list.get(*place)).cloned().unwrap_or_default()
        }
        Measure::Authority(authority) => authority.as_str().to_owned(),
        Measure::Nothing => String::new(),
    }
}
