#![allow(clippy::unwrap_used, clippy::indexing_slicing)]
use super::*;
use crate::PastMove;
use crate::samples::{a, line, mandate, terms};

const SOON: (&str, i64) = ("2026-09-30T11:00:00Z", 1_790_766_000_000);

fn history(prices: &[(bool, &str)]) -> History {
    let moves: Vec<PastMove> = prices
        .iter()
        .map(|(ours, price)| PastMove {
            ours: *ours,
            terms: terms(24, vec![line("500", "seat/year", price)], None),
        })
        .collect();
    let our_counters = u32::try_from(moves.iter().filter(|one| one.ours).count()).unwrap();
    History { our_counters, moves, now_unix_ms: 0 }
}

fn made(prices: &[(bool, &str)]) -> Vec<(&'static str, String, u32)> {
    proposals(&mandate(), &history(prices), SOON)
        .into_iter()
        .map(|proposal| (proposal.strategy.id(), proposal.total.to_string(), proposal.terms.term_months))
        .collect()
}

#[test]
fn the_first_counter_lies_below_the_target_as_they_lie_above() {
    // Target 1,100,000, theirs 1,200,000: 1,000,000, at 2,000 a seat.
    let all = made(&[(false, "2400")]);
    assert_eq!(all[0], ("step", "1000000".to_owned(), 24));
    assert_eq!(all[1], ("longer_term", "970000".to_owned(), 36));
    assert_eq!(all[2], ("shorter_term", "1000000".to_owned(), 12));
    assert_eq!(all[3].0, "more_volume");
    assert_eq!(all.len(), 4);
}

#[test]
fn steps_shrink_and_end_at_the_target() {
    let mut moves = vec![(false, "2400".to_owned())];
    let mut totals = Vec::new();
    for theirs in ["2390", "2380", "2370", "2360", "2350"] {
        let borrowed: Vec<(bool, &str)> = moves.iter().map(|(ours, price)| (*ours, price.as_str())).collect();
        let step = proposals(&mandate(), &history(&borrowed), SOON).remove(0);
        assert_eq!(step.strategy, Strategy::Step);
        totals.push(step.total.clone());
        moves.push((true, step.terms.lines[0].unit_price.to_string()));
        moves.push((false, theirs.to_owned()));
    }
    let steps: Vec<Amount> = totals.windows(2).map(|pair| &pair[1] - &pair[0]).collect();
    assert!(steps.windows(2).all(|pair| pair[1] <= pair[0]), "{steps:?}");
    assert!(totals.iter().all(|total| *total <= a("1100000")));
    assert_eq!(totals.last().unwrap(), &a("1100000"));
}

#[test]
fn nothing_is_proposed_on_nothing() {
    assert!(proposals(&mandate(), &History::default(), SOON).is_empty());
    let held = made(&[(false, "2400"), (true, "2000"), (false, "2390")]);
    assert!(held.iter().any(|one| *one == ("hold", "1000000".to_owned(), 24)));
}

#[test]
fn reasons_keep_the_target_to_those_who_may_see_it() {
    let all = proposals(&mandate(), &history(&[(false, "2400")]), SOON);
    assert!(all.iter().all(|proposal| !proposal.reasons.is_empty()));
    assert!(!format!("{:?}", all[0].reasons).contains("1100000"));
}

#[test]
fn a_text_has_the_offers_figures_and_no_others() {
    let offer = terms(36, vec![line("500", "seat/year", "2080")], None);
    let template = "We counter with {{currency}} {{unit_price:1}} for each {{unit:1}} over {{term_months}} months, \
                    {{currency}} {{annual_total}} a year.";
    assert_eq!(
        fill(template, &offer).unwrap(),
        "We counter with USD 2080 for each seat/year over 36 months, USD 1040000 a year."
    );
    for (text, error) in [
        ("Our target is 1,100,000.", TemplateError::Figure),
        ("Nicht über １２ im Jahr", TemplateError::Figure),
        ("٣ months", TemplateError::Figure),
        ("{{target}}", TemplateError::UnknownPlace),
        ("{{unit_price:2}}", TemplateError::NothingThere),
        ("{{unit_price:0}}", TemplateError::NothingThere),
        ("{{unit_price", TemplateError::Unclosed),
    ] {
        assert_eq!(fill(text, &offer), Err(error), "{text}");
    }
}
