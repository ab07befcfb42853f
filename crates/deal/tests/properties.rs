//! What holds for any offer, against plain whole-number arithmetic.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use deal::{
    History, HoldCause, HoldEvent, HoldState, Limits, Line, Mandate, Period, Rule, Secret, Terms, check,
    compare, figures, holds,
};
use money::{Amount, Currency};
use proptest::prelude::*;

const UNITS: [(&str, u32); 4] = [("seat/year", 1), ("seat/month", 12), ("seat/quarter", 4), ("setup", 1)];

/// A line in whole numbers: quantity, price in cents, which unit, own term.
type Plain = (u32, u32, usize, Option<u32>);

fn usd() -> Currency {
    Currency::parse("USD").unwrap()
}

fn cents(cents: u128) -> Amount {
    Amount::parse(&format!("{cents}e-2")).unwrap()
}

fn plain_lines() -> impl Strategy<Value = Vec<Plain>> {
    prop::collection::vec((1_u32..10_000, 0_u32..10_000_000, 0_usize..4, prop::option::of(1_u32..=120)), 1..8)
}

fn terms(term_months: u32, lines: &[Plain], stated: Option<u64>) -> Terms {
    Terms {
        currency: usd(),
        term_months,
        expires_at: "2026-09-30T11:00:00Z".to_owned(),
        expires_at_unix_ms: 0,
        lines: lines
            .iter()
            .map(|(quantity, price, unit, term_months)| Line {
                sku: None,
                description: "x".to_owned(),
                quantity: Amount::from(*quantity),
                unit: UNITS[*unit].0.to_owned(),
                unit_price: cents(u128::from(*price)),
                currency: usd(),
                term_months: *term_months,
            })
            .collect(),
        total_annual: stated.map(|stated| cents(u128::from(stated))),
        conditions: Vec::new(),
        notes: None,
    }
}

fn annual_cents(lines: &[Plain]) -> u128 {
    lines.iter().map(|(q, p, unit, _)| u128::from(*q) * u128::from(*p) * u128::from(UNITS[*unit].1)).sum()
}

proptest! {
    #[test]
    fn figures_are_those_of_whole_numbers(months in 1_u32..=120, lines in plain_lines(), stated in prop::option::of(0_u64..1_000_000)) {
        let figures = figures(&terms(months, &lines, stated));
        let extended: u128 = lines.iter().map(|(q, p, ..)| u128::from(*q) * u128::from(*p)).sum();
        prop_assert_eq!(figures.protocol_total, Some(cents(extended)));
        prop_assert_eq!(figures.annual_total, Some(cents(annual_cents(&lines))));
        let mut over = Amount::zero();
        for ((q, p, unit, own), line) in lines.iter().zip(&figures.lines) {
            let annual = u128::from(*q) * u128::from(*p) * u128::from(UNITS[*unit].1);
            let twelvefold = annual * u128::from(own.unwrap_or(months));
            // A twelfth is a finite decimal where a third is whole; else half up, in cents.
            let expected = if line.period == Period::Once {
                cents(annual)
            } else if twelvefold % 3 == 0 {
                Amount::parse(&format!("{}e-4", twelvefold / 3 * 25)).unwrap()
            } else {
                cents((twelvefold * 2 + 12) / 24)
            };
            prop_assert_eq!(line.over_term_rounded, line.period != Period::Once && twelvefold % 3 != 0);
            prop_assert_eq!(&line.over_term, &expected);
            over += expected;
        }
        prop_assert_eq!(figures.term_total, Some(over));
        let annual = i128::try_from(annual_cents(&lines)).unwrap();
        let differs = stated.map(|stated| i128::from(stated) - annual).filter(|by| *by != 0);
        prop_assert_eq!(
            figures.stated_differs_by,
            differs.map(|by| Amount::parse(&format!("{by}e-2")).unwrap())
        );
    }

    #[test]
    fn nothing_beyond_the_mandate_passes(
        months in 1_u32..=120,
        lines in plain_lines(),
        stated in prop::option::of(0_u64..200_000_000_000),
        walk_away in 1_u64..200_000_000_000,
        (longest, most, made) in (1_u32..=120, 1_u32..6, 0_u32..8),
    ) {
        let counter = terms(months, &lines, stated);
        let limits = Limits {
            target_annual: None,
            walk_away_annual: Some(Secret::new(cents(u128::from(walk_away)))),
            longest_term_months: Some(longest),
            most_rounds: Some(most),
            ..Limits::default()
        };
        let mandate = Mandate::new(1, usd(), limits).unwrap();
        let found = check(&counter, Some(&mandate), &History { our_counters: made, ..History::default() });
        let blocks = |rule| found.iter().any(|violation| violation.rule == rule && violation.blocks);
        let too_dear = annual_cents(&lines) > u128::from(walk_away) || stated.is_some_and(|stated| stated > walk_away);
        prop_assert_eq!(blocks(Rule::WalkAway), too_dear);
        let longest_line = lines.iter().filter_map(|(.., own)| *own).max().unwrap_or(0);
        prop_assert_eq!(blocks(Rule::Term), months.max(longest_line) > longest);
        prop_assert_eq!(blocks(Rule::Rounds), made >= most);
        prop_assert!(!blocks(Rule::Currency));
    }

    #[test]
    fn every_line_is_matched_once_or_dropped(last in plain_lines(), current in plain_lines()) {
        let (last, current) = (terms(12, &last, None), terms(12, &current, None));
        let comparison = compare(Some(&last), &current);
        let mut seen: Vec<usize> = comparison.lines.iter().filter_map(|line| line.matched).collect();
        seen.extend(&comparison.dropped);
        seen.sort_unstable();
        prop_assert_eq!(seen, (0..last.lines.len()).collect::<Vec<_>>());
        prop_assert_eq!(comparison.lines.len(), current.lines.len());
    }

    #[test]
    fn any_unit_has_a_period(unit in any::<String>()) {
        let _ = Period::of_unit(&unit);
    }

    #[test]
    fn at_most_the_last_offer_waits(causes in prop::collection::vec(0_u8..5, 0..12)) {
        let events: Vec<HoldEvent> = (1_u32..).zip(&causes).map(|(seq, cause)| HoldEvent {
            seq,
            what: match cause {
                0 => HoldCause::VendorOffer([u8::try_from(seq).unwrap(); 32]),
                1 => HoldCause::OurCounter,
                2 => HoldCause::OurDecline,
                3 => HoldCause::OurAcceptance([1; 32]),
                _ => HoldCause::Close,
            },
        }).collect();
        let holds = holds(&events);
        for (at, hold) in holds.iter().enumerate() {
            let waits = hold.state == HoldState::Held;
            prop_assert_eq!(waits, hold.by_seq.is_none());
            prop_assert!(!waits || at + 1 == holds.len());
            prop_assert!(hold.by_seq.is_none_or(|by| by > hold.seq));
        }
        let closed = causes.iter().any(|cause| *cause >= 3);
        prop_assert!(!closed || holds.iter().all(|hold| hold.state != HoldState::Held));
    }
}
