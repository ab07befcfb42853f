#![allow(clippy::unwrap_used, clippy::indexing_slicing)]
use super::*;
use crate::samples::{a, full_mandate, line, terms, usd};

fn crm(unit: &str, prices: [&str; 3]) -> Benchmark {
    Benchmark {
        sku: Some("CRM-ENT".to_owned()),
        description: Some("CRM Enterprise".to_owned()),
        currency: usd(),
        unit: unit.to_owned(),
        points: [25, 50, 75]
            .into_iter()
            .zip(prices)
            .map(|(rank, price)| Point { rank, price: a(price) })
            .collect(),
        region: None,
        source: Some("Survey".to_owned()),
        date: Some("2026-03".to_owned()),
    }
}

fn seats(unit: &str, price: &str) -> Line {
    Line { sku: Some("crm-ent".to_owned()), ..line("500", unit, price) }
}

#[test]
fn a_price_has_its_place_in_the_band() {
    let points = crm("seat/year", ["1000", "1100", "1300"]).yearly();
    for (price, position, from_median) in [
        ("999.99", Position::Below(25), "-9.1"),
        ("1000", Position::About(a("25")), "-9.1"),
        ("1050", Position::About(a("37.5")), "-4.5"),
        ("1100", Position::About(a("50")), "0"),
        ("1200", Position::About(a("62.5")), "9.1"),
        ("1300.01", Position::Above(75), "18.2"),
    ] {
        let band = Band::of(a(price), points.clone()).unwrap();
        assert_eq!((band.position, band.from_median_percent), (position, Some(a(from_median))), "{price}");
    }
    assert_eq!(Band::of(a("1"), Vec::new()), None);
    // A price that a quarter and a half of all paid.
    let flat = crm("seat/year", ["1000", "1000", "1300"]).yearly();
    assert_eq!(Band::of(a("1000"), flat).unwrap().position, Position::About(a("50")));
}

#[test]
fn months_stand_beside_years() {
    let offer = terms(36, vec![seats("seat/month", "95")], Some("570000"));
    let made = beside(&offer, &[crm("seat/year", ["1000", "1100", "1300"])], None);
    let first = &made.lines[0];
    assert_eq!(first.band.as_ref().unwrap().price, a("1140"));
    assert_eq!(first.band.as_ref().unwrap().position, Position::About(a("55")));
    assert_eq!(first.traps, [Trap::UnitConverted]);
    assert_eq!(first.working[0], "offered: 95 × 12 = 1140 USD a year");
    assert_eq!(made.traps, []);
    let beside_monthly = beside(&offer, &[crm("seat/month", ["80", "90", "100"])], None);
    assert_eq!(beside_monthly.lines[0].band.as_ref().unwrap().points[1].price, a("1080"));
    assert_eq!(beside_monthly.lines[0].traps, []);
}

#[test]
fn what_cannot_be_compared_is_said_and_not_compared() {
    let traps = |benchmark: Benchmark, unit: &str| {
        let made = beside(&terms(36, vec![seats(unit, "95")], None), &[benchmark], None);
        (made.lines[0].band.is_some(), made.lines[0].traps.clone())
    };
    let yearly = || crm("seat/year", ["1", "2", "3"]);
    assert_eq!(traps(yearly(), "seat"), (false, vec![Trap::UnitIncomparable]));
    assert_eq!(traps(yearly(), "seat/week"), (false, vec![Trap::UnitUnread]));
    assert_eq!(traps(yearly(), "server/year"), (true, vec![Trap::UnitOther]));
    let euros = Benchmark { currency: money::Currency::parse("EUR").unwrap(), ..yearly() };
    assert_eq!(traps(euros, "seat/year"), (false, vec![Trap::BenchmarkCurrency]));
}

#[test]
fn the_offer_as_a_whole_has_traps_of_its_own() {
    let traps = |lines, stated| beside(&terms(36, lines, stated), &[], None).traps;
    assert_eq!(traps(vec![seats("seat/month", "95")], Some("47500")), [Trap::TotalIgnoresPeriods]);
    assert_eq!(traps(vec![seats("seat/month", "95")], Some("47501")), [Trap::TotalWrong]);
    let mixed = vec![seats("seat/month", "95"), line("1", "suite/year", "1")];
    assert_eq!(traps(mixed, None), [Trap::TotalMissing, Trap::PeriodsMixed]);
    let mut euros = line("1", "suite/year", "1");
    euros.currency = money::Currency::parse("EUR").unwrap();
    euros.term_months = Some(12);
    let made = beside(&terms(36, vec![seats("seat/year", "95"), euros], Some("1")), &[], None);
    assert_eq!(made.traps, [Trap::MixedCurrencies]);
    assert_eq!(made.lines[1].traps, [Trap::TermDiffers, Trap::CurrencyDiffers]);
    assert_eq!(made.years, None);
}

#[test]
fn the_one_that_speaks_is_by_sku_in_the_currency_and_the_latest() {
    let older = Benchmark { date: Some("2025-12".to_owned()), ..crm("seat/year", ["1", "2", "3"]) };
    let newer = crm("seat/year", ["4", "5", "6"]);
    let described =
        Benchmark { sku: None, date: Some("2027".to_owned()), ..crm("seat/year", ["7", "8", "9"]) };
    let all = [older, newer.clone(), described.clone()];
    let mut wanted = seats("seat/year", "1");
    assert_eq!(speaking(&all, &wanted), Some(&newer));
    wanted.sku = None;
    wanted.description = "crm enterprise".to_owned();
    assert_eq!(speaking(&all, &wanted).unwrap().points, described.points);
    wanted.description = "something else".to_owned();
    assert_eq!(speaking(&all, &wanted), None);
}

#[test]
fn targets_are_for_those_who_may_see_them() {
    let offer = terms(36, vec![seats("seat/month", "200")], None);
    let made = beside(&offer, &[], Some(&full_mandate()));
    let total = made.target.unwrap();
    assert_eq!(total.by.expose_secret(), &a("100000"));
    assert_eq!(total.percent.as_ref().unwrap().expose_secret(), &a("9.1"));
    let of_line = made.lines[0].target.as_ref().unwrap();
    assert_eq!(of_line.by.expose_secret(), &a("400"));
    assert!(!format!("{of_line:?} {total:?} {:?}", made.lines[0].working).contains("400"));
}

#[test]
fn the_years_of_a_term_add_up() {
    let mut offer = terms(30, vec![seats("seat/year", "1000"), line("1", "setup", "20000")], None);
    offer.conditions = vec!["Price uplift of 5 % a year".to_owned()];
    let made = years(&offer).unwrap();
    let costs: Vec<String> = made.years.iter().map(|year| year.cost.to_string()).collect();
    // 500,000 and 20,000; 525,000; half of 551,250.
    assert_eq!(costs, ["520000", "525000", "275625"]);
    assert_eq!((made.total.to_string().as_str(), made.rounded), ("1320625", false));
    assert_eq!(made.working.last().unwrap(), "over the term: the sum of 3 years = 1320625 USD");
    // Without an uplift it is the plain figure over the term.
    let plain = terms(30, vec![seats("seat/month", "95"), line("1", "setup", "20000")], None);
    assert_eq!(Some(years(&plain).unwrap().total), figures(&plain).term_total);
    offer.conditions = vec!["Prices rise with CPI".to_owned()];
    assert!(years(&offer).unwrap().uplift_unclear);
    let third = terms(1, vec![line("1", "seat/year", "100")], None);
    let made = years(&third).unwrap();
    assert_eq!((made.total.to_string().as_str(), made.rounded), ("8.33", true));
}

use crate::figures;
