//! The guardrail: a counter against the mandate, in code alone. No prose reaches a finding.
//!
//! It is a pure function of the terms, the mandate and what went before, and is asked three times: when
//! an answer is drafted, when it is decided, and again when it is sent, each time with the mandate and
//! the hour of that moment. What cannot be judged (another currency, a unit whose period is not read, a
//! clause without a number) counts as outside.

mod book;
mod bounds;
mod conditions;
mod finding;
mod media;
mod pattern;
mod price;
#[cfg(test)]
mod tests;

pub(crate) use book::{rule_text, text};
pub use finding::{Measure, Rule, Violation};
pub use media::check_media;

use crate::figures::figures;
use crate::{Authority, History, Mandate, Terms};
use finding::said;

/// Holds a counter against the mandate. Without a mandate nothing is forbidden.
pub fn check(counter: &Terms, mandate: Option<&Mandate>, history: &History) -> Vec<Violation> {
    let Some(mandate) = mandate else { return without(counter) };
    let mut found = of_terms(counter, mandate);
    found.extend(bounds::counter(counter, mandate, history));
    found.extend(pattern::concessions(counter, mandate, history));
    found
}

/// The same for an acceptance, which ends the rounds and so is none.
pub fn check_acceptance(accepted: &Terms, mandate: Option<&Mandate>, history: &History) -> Vec<Violation> {
    let Some(mandate) = mandate else { return without(accepted) };
    let mut found = of_terms(accepted, mandate);
    found.extend(bounds::within(mandate, Authority::Bind, history));
    found
}

/// What holds of any terms that we could be bound by.
fn of_terms(terms: &Terms, mandate: &Mandate) -> Vec<Violation> {
    let figures = figures(terms);
    let mut found = price::check(terms, &figures, mandate);
    found.extend(bounds::term(terms, mandate));
    found.extend(conditions::check(terms, mandate));
    found.extend(price::stated(terms, &figures));
    found
}

fn without(terms: &Terms) -> Vec<Violation> {
    let figures = figures(terms);
    let mixed = figures.mixed_currencies.then(|| price::first_foreign(terms, terms.currency)).flatten();
    let mut found: Vec<Violation> = mixed
        .map(|(place, found, limit)| Violation { line: place, ..said(Rule::Currency, found, limit) })
        .into_iter()
        .collect();
    found.extend(price::stated(terms, &figures));
    found
}
