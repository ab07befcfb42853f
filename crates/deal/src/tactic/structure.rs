//! What an offer's figures play, whatever its words say.

use money::Amount;

use super::Family;
use crate::Terms;
use crate::compare::{Change, Comparison, compare};
use crate::date::civil_day;

const HOUR: i64 = 3_600_000;
/// An offer that lives no longer than this leaves no time to compare.
const SHORT_HOURS: i64 = 72;
/// The last days of a quarter, in which sellers count.
const QUARTER_END_DAYS: i64 = 10;
/// A rise of a line's price from here on is a threat carried out, in percent.
const RISE_PERCENT: u32 = 2;

/// A member of an offer that shows a tactic.
#[derive(Debug, Clone, PartialEq)]
pub struct Structural {
    /// Which tactic.
    pub family: Family,
    /// From 0 to 1. Set by hand, by how seldom the figures have another reason; not measured.
    pub confidence: f64,
    /// The member (`expires_at`, `term_months`, `line_items[1].unit_price`).
    pub place: String,
    /// The rule, by name.
    pub rule: &'static str,
    /// The figures, as records and the window show them.
    pub figures: Vec<String>,
}

/// What the figures of an offer show, given the same side's last offer and when it came, in milliseconds
/// since 1970.
pub fn structural(last: Option<&Terms>, terms: &Terms, came_unix_ms: i64) -> Vec<Structural> {
    let mut found: Vec<Structural> = expiry(terms, came_unix_ms).into_iter().collect();
    if let Some(last) = last {
        let compared = compare(Some(last), terms);
        found.extend(longer(&compared, terms));
        found.extend(dearer(&compared, terms));
        found.extend(added(&compared, terms));
    }
    found
}

/// An end so near that it presses, the more at a quarter's end.
fn expiry(terms: &Terms, came: i64) -> Option<Structural> {
    let hours = terms.expires_at_unix_ms.checked_sub(came)?.div_euclid(HOUR);
    if !(0..=SHORT_HOURS).contains(&hours) {
        return None;
    }
    let at_quarters_end = days_to_quarters_end(terms.expires_at_unix_ms) < QUARTER_END_DAYS;
    let confidence = match (hours <= 24, at_quarters_end) {
        (true, true) => 0.9,
        (true, false) => 0.75,
        (false, true) => 0.7,
        (false, false) => 0.55,
    };
    let rule = if at_quarters_end { "structure/expiry_quarter_end" } else { "structure/expiry_short" };
    Some(Structural {
        family: Family::Deadline,
        confidence,
        place: "expires_at".to_owned(),
        rule,
        figures: vec![hours.to_string()],
    })
}

/// Days from a moment to the last day of its calendar quarter, both in Universal Time.
fn days_to_quarters_end(unix_ms: i64) -> i64 {
    let day = unix_ms.div_euclid(24 * HOUR);
    let begins = |day: i64| {
        let (_, month, of_month) = civil_day(day);
        of_month == 1 && matches!(month, 1 | 4 | 7 | 10)
    };
    (0..93).find(|ahead| begins(day + ahead + 1)).unwrap_or(93)
}

/// The term grew since the last offer.
fn longer(compared: &Comparison, terms: &Terms) -> Option<Structural> {
    let Change::Up(moved) = &compared.term else { return None };
    let bound = terms.term_months >= 24;
    bound.then(|| Structural {
        family: Family::Lockin,
        confidence: 0.7,
        place: "term_months".to_owned(),
        rule: "structure/longer_term",
        figures: vec![moved.from.to_string(), terms.term_months.to_string()],
    })
}

/// A line's price rose since the last offer.
fn dearer(compared: &Comparison, terms: &Terms) -> Option<Structural> {
    let least = Amount::from(RISE_PERCENT);
    compared.lines.iter().zip(&terms.lines).enumerate().find_map(|(at, (change, line))| {
        let Change::Up(moved) = &change.price else { return None };
        let steep = moved.percent.as_ref().is_some_and(|percent| *percent >= least);
        steep.then(|| Structural {
            family: Family::Increase,
            confidence: 0.65,
            place: format!("line_items[{at}].unit_price"),
            rule: "structure/price_rose",
            figures: vec![moved.from.to_string(), line.unit_price.to_string()],
        })
    })
}

/// Lines came in that the last offer did not have, while what was there stands unchanged or dearer.
fn added(compared: &Comparison, terms: &Terms) -> Option<Structural> {
    let new: Vec<usize> = compared
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.matched.is_none())
        .map(|(at, _)| at)
        .collect();
    let first = new.first()?;
    let dearer = matches!(compared.total, Change::Up(_)) && compared.dropped.is_empty();
    dearer.then(|| Structural {
        family: Family::Bundle,
        confidence: 0.55,
        place: format!("line_items[{first}]"),
        rule: "structure/lines_added",
        figures: vec![new.len().to_string(), terms.lines.len().to_string()],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    const DAY: i64 = 24 * HOUR;

    #[test]
    fn quarters_end_where_they_end() {
        // 2026-12-31, 2026-12-22, 2026-09-30, 2026-10-01.
        for (day, left) in [(20_818, 0), (20_809, 9), (20_726, 0), (20_727, 91)] {
            assert_eq!(days_to_quarters_end(day * DAY + 5), left, "{day}");
        }
    }

    #[test]
    fn an_end_presses_when_it_is_near_and_more_at_a_quarters_end() {
        let came = 20_817 * DAY + 2 * HOUR;
        let ends = |hours: i64| crate::Terms { expires_at_unix_ms: came + hours * HOUR, ..sample() };
        let names = |hours: i64| -> Vec<&str> {
            structural(None, &ends(hours), came).into_iter().map(|found| found.rule).collect()
        };
        assert_eq!(names(20), ["structure/expiry_quarter_end"]);
        assert_eq!(names(14 * 24), Vec::<&str>::new());
        assert_eq!(names(-1), Vec::<&str>::new());
        let confidence = |hours| structural(None, &ends(hours), came).first().map(|found| found.confidence);
        assert!(confidence(20) > confidence(60));
    }

    #[test]
    fn a_longer_term_a_dearer_line_and_a_new_one_are_seen() {
        let last = sample();
        let mut terms = last.clone();
        terms.term_months = last.term_months + 24;
        assert_eq!(rules(&last, &terms), ["structure/longer_term"]);
        let mut terms = last.clone();
        if let Some(line) = terms.lines.first_mut() {
            line.unit_price = &line.unit_price * Amount::from(2_u32);
        }
        assert_eq!(rules(&last, &terms), ["structure/price_rose"]);
        let mut terms = last.clone();
        let extra = terms.lines.first().cloned();
        terms.lines.extend(extra.map(|line| crate::Line { sku: Some("EXTRA".to_owned()), ..line }));
        assert_eq!(rules(&last, &terms), ["structure/lines_added"]);
        assert_eq!(rules(&last, &last), Vec::<&str>::new());
    }

    fn sample() -> Terms {
        samples::terms(12, vec![samples::line("500", "seat/year", "1140")], None)
    }

    fn rules(last: &Terms, terms: &Terms) -> Vec<&'static str> {
        structural(Some(last), terms, 0).into_iter().map(|found| found.rule).collect()
    }
}
