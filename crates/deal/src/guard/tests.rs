#![allow(clippy::unwrap_used, clippy::indexing_slicing)]
use money::{Currency, Money};

use super::*;
use crate::history::PastMove;
use crate::samples::{a, full_mandate, line, mandate, terms, usd};
use crate::{Authority, Limits, Line};

const DAY: i64 = 86_400_000;
/// The samples' offers expire then.
const EXPIRES: i64 = 1_790_766_000_000;

fn history(our_counters: u32) -> History {
    History { our_counters, ..History::default() }
}

fn rules(counter: &Terms, our_counters: u32) -> Vec<Rule> {
    check(counter, Some(&mandate()), &history(our_counters)).into_iter().map(|v| v.rule).collect()
}

/// What blocks under the full mandate, fourteen days before the counter expires.
fn full(change: impl FnOnce(&mut Terms)) -> Vec<Rule> {
    let mut counter = terms(36, vec![seats("500", "seat/year", "2080")], None);
    counter.conditions = vec!["Price hold at renewal".to_owned()];
    change(&mut counter);
    blocking(check(&counter, Some(&full_mandate()), &at(EXPIRES - 14 * DAY, &[])))
}

fn at(now_unix_ms: i64, moves: &[(bool, &str)]) -> History {
    let moves: Vec<PastMove> = moves
        .iter()
        .map(|(ours, price)| PastMove {
            ours: *ours,
            terms: terms(36, vec![seats("500", "seat/year", price)], None),
        })
        .collect();
    History { our_counters: 0, moves, now_unix_ms }
}

fn seats(quantity: &str, unit: &str, price: &str) -> Line {
    Line { sku: Some("CRM-ENT".to_owned()), ..line(quantity, unit, price) }
}

fn blocking(found: Vec<Violation>) -> Vec<Rule> {
    found.into_iter().filter(|violation| violation.blocks).map(|violation| violation.rule).collect()
}

#[test]
fn at_the_limit_is_within_it() {
    let counter = terms(36, vec![line("500", "seat/year", "2500")], Some("1250000"));
    assert_eq!(rules(&counter, 4), []);
    assert_eq!(rules(&counter, 5), [Rule::Rounds]);
    assert_eq!(check_acceptance(&counter, Some(&mandate()), &history(9)), []);
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
    // 500 × 40 a week is a million a year and looks like 20,000.
    let weekly = terms(36, vec![line("500", "seat/week", "40")], None);
    assert_eq!(rules(&weekly, 0), [Rule::Unit]);
}

#[test]
fn a_line_may_not_outlast_the_mandate() {
    let mut long = line("1", "seat/year", "1");
    long.term_months = Some(37);
    assert_eq!(rules(&terms(12, vec![long], None), 0), [Rule::Term]);
    assert_eq!(rules(&terms(48, vec![], None), 0), [Rule::Term]);
    assert_eq!(full(|counter| counter.term_months = 11), [Rule::Term]);
    assert_eq!(full(|counter| counter.lines[0].term_months = Some(6)), [Rule::Term]);
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
    let found = check(&counter, None, &history(99));
    assert!(found.iter().all(|violation| !violation.blocks));
    assert_eq!(found.len(), 1);
}

#[test]
fn a_counter_within_everything_passes() {
    assert_eq!(full(|_| {}), []);
}

#[test]
fn single_lines_have_limits_of_their_own() {
    assert_eq!(full(|counter| counter.lines[0].unit_price = a("2400.505")), []);
    assert_eq!(full(|counter| counter.lines[0].unit_price = a("2400.506")), [Rule::LineWalkAway]);
    let monthly = |price: &'static str| {
        move |counter: &mut Terms| {
            counter.lines = vec![seats("1", "seat/month", price)];
        }
    };
    assert_eq!(full(monthly("200.04")), []);
    assert_eq!(full(monthly("200.05")), [Rule::LineWalkAway]);
    // Paid once, a price cannot be held against one for a year.
    assert_eq!(full(|counter| counter.lines[0].unit = "seat".to_owned()), [Rule::LineBasis]);
    let unlisted = |counter: &mut Terms| counter.lines[0].sku = Some("OTHER".to_owned());
    assert_eq!(full(unlisted), []);
}

#[test]
fn no_year_costs_more_than_the_budget() {
    let uplift = |percent: &'static str| {
        move |counter: &mut Terms| {
            counter.lines = vec![seats("500", "seat/year", "2400")];
            counter.conditions.push(format!("Price uplift of {percent} % a year"));
        }
    };
    // 1,200,000 × 1.03² = 1,273,080; in a fourth year 1,311,272.40.
    assert_eq!(full(uplift("3")), []);
    let beyond = check(
        &{
            let mut counter = terms(48, vec![line("500", "seat/year", "2400")], None);
            counter.conditions.push("Price uplift of 3 % a year".to_owned());
            counter
        },
        Some(&longer()),
        &History::default(),
    );
    assert_eq!(
        beyond.iter().find(|v| v.rule == Rule::Budget).unwrap().found,
        Measure::Money(Money::new(a("1311272.4"), usd()))
    );
    // What is paid once is paid in the first year.
    let once = |counter: &mut Terms| {
        counter.lines = vec![seats("500", "seat/year", "2080"), line("1", "setup", "260001")];
    };
    assert_eq!(full(once), [Rule::WalkAway, Rule::Budget]);
    assert_eq!(full(uplift("3.01")), [Rule::Uplift]);
}

fn longer() -> Mandate {
    let limits = Limits { longest_term_months: Some(60), ..full_mandate().limits().clone() };
    Mandate::new(1, usd(), limits).unwrap()
}

#[test]
fn conditions_are_held_to_the_mandate() {
    let with = |condition: &'static str| full(move |counter| counter.conditions.push(condition.to_owned()));
    assert_eq!(with("Net 30"), []);
    assert_eq!(with("Net 29"), [Rule::Payment]);
    assert_eq!(with("Payment in advance"), [Rule::Payment]);
    assert_eq!(with("Notice of 91 days"), [Rule::Notice]);
    assert_eq!(with("Prices rise with CPI + 2 %"), [Rule::ConditionUnclear]);
    assert_eq!(with("Payment as agreed"), [Rule::ConditionUnclear]);
    assert_eq!(with("The contract renews automatically"), [Rule::ConditionRefused]);
    assert_eq!(with("No automatic renewal"), []);
    let mut counter = terms(36, vec![seats("1", "seat/year", "1")], None);
    counter.conditions = vec!["No automatic renewal".to_owned()];
    let said: Vec<Rule> =
        check(&counter, Some(&full_mandate()), &at(EXPIRES - 14 * DAY, &[])).iter().map(|v| v.rule).collect();
    assert_eq!(said, [Rule::ConditionRefused, Rule::ConditionWanted]);
}

#[test]
fn a_counter_stays_open_as_long_as_the_mandate_says() {
    let counter = terms(36, vec![seats("1", "seat/year", "1")], None);
    let open = |left: i64| blocking(check(&counter, Some(&full_mandate()), &at(EXPIRES - left, &[])));
    for (left, rules) in [
        (7 * DAY, vec![]),
        // Sent a minute after it was drafted.
        (7 * DAY - 60_000, vec![]),
        (6 * DAY, vec![Rule::Expiry]),
        (30 * DAY, vec![]),
        (30 * DAY + 1, vec![Rule::Expiry]),
        (0, vec![Rule::Expiry]),
        (-DAY, vec![Rule::Expiry]),
    ] {
        assert_eq!(open(left), rules, "{left}");
    }
}

#[test]
fn nothing_binding_leaves_after_the_deadline() {
    let deadline = full_mandate().limits().deadline_unix_ms.unwrap();
    let mut counter = terms(36, vec![seats("1", "seat/year", "1")], None);
    counter.expires_at_unix_ms = deadline;
    let judge = |counter: &Terms, now| blocking(check(counter, Some(&full_mandate()), &at(now, &[])));
    assert_eq!(judge(&counter, deadline - 10 * DAY), []);
    counter.expires_at_unix_ms = deadline + 1;
    assert_eq!(judge(&counter, deadline - 10 * DAY), [Rule::Deadline]);
    let accepted = |now| blocking(check_acceptance(&counter, Some(&full_mandate()), &at(now, &[])));
    assert_eq!(accepted(deadline - 1), []);
    assert_eq!(accepted(deadline), [Rule::Deadline]);
}

#[test]
fn authority_reaches_as_far_as_the_owner_said() {
    let counter = terms(36, vec![seats("1", "seat/year", "1")], None);
    let judged = |authority| {
        let limits = Limits { authority: Some(authority), ..mandate().limits().clone() };
        let mandate = Mandate::new(1, usd(), limits).unwrap();
        let countered = blocking(check(&counter, Some(&mandate), &History::default()));
        (countered, blocking(check_acceptance(&counter, Some(&mandate), &History::default())))
    };
    assert_eq!(judged(Authority::Discuss), (vec![Rule::Authority], vec![Rule::Authority]));
    assert_eq!(judged(Authority::Propose), (vec![], vec![Rule::Authority]));
    assert_eq!(judged(Authority::Bind), (vec![], vec![]));
}

#[test]
fn concessions_shrink_and_wait_for_an_answer() {
    let judge = |moves: &[(bool, &str)], price: &str| {
        let counter = terms(36, vec![seats("500", "seat/year", price)], None);
        blocking(check(&counter, Some(&full_mandate()), &at(EXPIRES - 14 * DAY, moves)))
    };
    let (ours, theirs) = (true, false);
    let thread = [(theirs, "2800"), (ours, "1900"), (theirs, "2700"), (ours, "2000"), (theirs, "2600")];
    assert_eq!(judge(&thread, "2100"), []);
    assert_eq!(judge(&thread, "2100.01"), [Rule::GrowingConcession]);
    // One that was taken back does not make room for a larger one.
    let back = [&thread[..], &[(ours, "1950"), (theirs, "2550")]].concat();
    assert_eq!(judge(&back, "2050"), []);
    assert_eq!(judge(&back, "2051"), [Rule::GrowingConcession]);
    // The first has nothing before it.
    assert_eq!(judge(&thread[..3], "2300"), []);
    // Unanswered: not a cent more, and less is free.
    assert_eq!(judge(&thread[..4], "2000.01"), [Rule::AgainstOneself]);
    assert_eq!(judge(&thread[..4], "1990"), []);
    // More seats at the old price are no concession.
    let mut more = terms(36, vec![seats("600", "seat/year", "2000")], None);
    more.conditions = vec![];
    assert_eq!(blocking(check(&more, Some(&full_mandate()), &at(EXPIRES - 14 * DAY, &thread[..4]))), []);
}

#[test]
fn a_counter_above_their_offer_is_said() {
    let counter = terms(36, vec![seats("500", "seat/year", "2300")], None);
    let found = check(&counter, Some(&mandate()), &at(0, &[(false, "2200")]));
    assert_eq!(found.iter().map(|v| (v.rule, v.blocks)).collect::<Vec<_>>(), [(Rule::AboveTheirs, false)]);
}

#[test]
fn every_rule_has_a_name_of_its_own() {
    let names: std::collections::BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    assert_eq!(names.len(), Rule::ALL.len());
}
