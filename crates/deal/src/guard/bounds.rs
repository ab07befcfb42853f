//! Term, rounds, authority, deadline and how long a counter stays open.

use super::finding::{Measure, Rule, Violation, blocking};
use crate::{Authority, History, Mandate, Span, Terms};

const DAY_MS: i64 = 86_400_000;

/// Every part of it binds within the mandate's term.
pub(super) fn term(terms: &Terms, mandate: &Mandate) -> Option<Violation> {
    let limits = mandate.limits();
    let span = Span { least: limits.shortest_term_months, most: limits.longest_term_months };
    let own =
        terms.lines.iter().enumerate().filter_map(|(place, line)| Some((Some(place), line.term_months?)));
    std::iter::once((None, terms.term_months)).chain(own).find_map(|(line, months)| {
        let bound = span.broken_by(months)?;
        Some(Violation { line, ..blocking(Rule::Term, Measure::Months(months), Measure::Months(bound)) })
    })
}

pub(super) fn counter(counter: &Terms, mandate: &Mandate, history: &History) -> Vec<Violation> {
    let limits = mandate.limits();
    let late = limits
        .deadline_unix_ms
        .filter(|deadline| history.now_unix_ms >= *deadline || counter.expires_at_unix_ms > *deadline)
        .map(|deadline| {
            let found = history.now_unix_ms.max(counter.expires_at_unix_ms);
            blocking(Rule::Deadline, Measure::Moment(found), Measure::Moment(deadline))
        });
    [
        authority(mandate, Authority::Propose),
        rounds(mandate, history),
        late,
        expiry(counter, limits.expiry_days, history.now_unix_ms),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// That another round is left.
pub(super) fn rounds(mandate: &Mandate, history: &History) -> Option<Violation> {
    let round = history.our_counters.saturating_add(1);
    let most = mandate.limits().most_rounds.filter(|most| round > *most)?;
    Some(blocking(Rule::Rounds, Measure::Rounds(round), Measure::Rounds(most)))
}

/// That it may be done at all, and still.
pub(super) fn within(mandate: &Mandate, needed: Authority, history: &History) -> Vec<Violation> {
    let deadline = mandate.limits().deadline_unix_ms.filter(|deadline| history.now_unix_ms >= *deadline);
    let late = deadline.map(|deadline| {
        blocking(Rule::Deadline, Measure::Moment(history.now_unix_ms), Measure::Moment(deadline))
    });
    [authority(mandate, needed), late].into_iter().flatten().collect()
}

fn authority(mandate: &Mandate, needed: Authority) -> Option<Violation> {
    let given = mandate.limits().authority.filter(|given| *given < needed)?;
    Some(blocking(Rule::Authority, Measure::Authority(needed), Measure::Authority(given)))
}

/// A begun day counts whole, so that a counter which is drafted with its days to the minute is not
/// refused when it is sent a minute later.
fn expiry(counter: &Terms, days: Span, now_unix_ms: i64) -> Option<Violation> {
    if days.is_open() {
        return None;
    }
    let left = counter.expires_at_unix_ms.saturating_sub(now_unix_ms);
    let open = if left <= 0 { 0 } else { (left - 1) / DAY_MS + 1 };
    let open = u32::try_from(open).unwrap_or(u32::MAX);
    let bound = days.broken_by(open).or_else(|| (open == 0).then_some(1))?;
    Some(blocking(Rule::Expiry, Measure::Days(open), Measure::Days(bound)))
}
