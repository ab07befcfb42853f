#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::indexing_slicing,
    clippy::format_collect,
    clippy::similar_names
)]
//! Whole texts held against a scenario: the protocol's vectors and sets of our own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use money::Amount;
use proptest::prelude::*;
use serde_json::Value;

use super::*;

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn a(text: &str) -> Amount {
    Amount::parse(text).unwrap()
}

/// The vectors' scenario.
fn screen() -> Confidential {
    let deal = DealFigures {
        told_annual: vec![a("1400000"), a("1000000"), a("1040000")],
        told_unit: vec![a("2080")],
        quantities: vec![a("500")],
        terms_months: vec![36],
        rates: vec![a("0.92"), a("0.79")],
        ..DealFigures::default()
    };
    let annual = ["1100000", "1250000", "1300000"].map(a).to_vec();
    Confidential::new(&deal, &SecretFigures { annual, ..SecretFigures::default() })
}

/// Two deals more, of other sizes, currencies and terms.
fn smaller() -> [(&'static str, Confidential); 2] {
    let confidential = |annual: [&str; 3], unit, seats, months, secret: [&str; 3], rates: &[&str]| {
        let deal = DealFigures {
            told_annual: annual.map(a).to_vec(),
            told_unit: vec![a(unit)],
            quantities: vec![a(seats)],
            terms_months: vec![months],
            rates: rates.iter().copied().map(a).collect(),
            ..DealFigures::default()
        };
        let annual = secret.map(a).to_vec();
        Confidential::new(&deal, &SecretFigures { annual, ..SecretFigures::default() })
    };
    let euros = ["468000", "380000", "402000"];
    let pounds = ["86400", "66000", "69600"];
    [
        ("b", confidential(euros, "1675", "240", 24, ["420000", "455000", "462000"], &["1.09"])),
        ("c", confidential(pounds, "580", "120", 12, ["74400", "81000", "84000"], &[])),
    ]
}

fn outcome(screen: &Confidential, text: &str) -> &'static str {
    let reasons = screen.reasons(text);
    match (reasons.iter().any(|reason| reason.kind.blocks()), reasons.is_empty()) {
        (true, _) => "blocked",
        (false, false) => "held",
        (false, true) => "passed",
    }
}

/// Cases by what was expected and what came, and those that came out wrong.
fn judged(path: &Path) -> Option<(BTreeMap<String, u32>, Vec<String>)> {
    let text = std::fs::read_to_string(path).ok()?;
    let (screen, others) = (screen(), smaller());
    let mut counts = BTreeMap::new();
    let mut wrong = Vec::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let expect = case["expect"].as_str().unwrap();
        let deal = case["deal"].as_str();
        let screen =
            others.iter().find(|(name, _)| Some(*name) == deal).map_or(&screen, |(_, screen)| screen);
        let came = outcome(screen, case["text"].as_str().unwrap());
        *counts.entry(format!("{expect} {came}")).or_insert(0) += 1;
        if (expect == "pass") != (came == "passed") {
            let kinds: Vec<&str> = screen
                .reasons(case["text"].as_str().unwrap())
                .iter()
                .map(|reason| reason.kind.code())
                .collect();
            wrong.push(format!("{} {} {} {came}", case["id"], case["class"], kinds.join(",")));
        }
    }
    Some((counts, wrong))
}

/// Prints the outcomes of a set without its texts: `SCREEN_SET=PATH cargo test -p deal --lib
/// screen::cases -- --nocapture`.
#[test]
fn outcomes_of_a_set_on_request() {
    let Ok(file) = std::env::var("SCREEN_SET") else { return };
    let (counts, wrong) = judged(Path::new(&file)).unwrap();
    println!("{counts:?}");
    for case in wrong {
        println!("{case}");
    }
}

/// The same of the grid: `SCREEN_GRID=1250000`.
#[test]
fn the_grid_on_request() {
    let secret = std::env::var("SCREEN_GRID").ok().and_then(|text| text.parse().ok());
    if let Some(secret) = secret {
        super::grid::print(secret);
    }
}

#[test]
fn the_vectors_leaks_stay_and_their_benign_texts_leave() {
    let path = here("../../../shared/vectors/screening/cases.jsonl");
    let Some((_, wrong)) = judged(&path) else {
        assert!(std::env::var("CI").is_err(), "the screening vectors are missing");
        println!("skipped: no screening vectors");
        return;
    };
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn our_own_set_comes_out_right() {
    let (_, wrong) = judged(&here("../../tests/data/agent/screening-own.jsonl")).unwrap();
    assert_eq!(wrong, Vec::<String>::new());
}

/// Sets that were in view when the rules were made: a change that loses what they knew is seen here.
#[test]
fn what_was_in_view_stays_known() {
    for (file, most_passed, most_stopped) in [
        ("screening-third.jsonl", 6, 8),
        ("screening-talk.jsonl", 40, 8),
        ("screening-second.jsonl", 2, 6),
        ("screening-fourth.jsonl", 0, 3),
        ("screening-fifth.jsonl", 4, 14),
        ("screening-sixth.jsonl", 28, 54),
        ("screening-talk-second.jsonl", 36, 24),
    ] {
        let (counts, wrong) = judged(&here("../../tests/data/agent").join(file)).unwrap();
        let many = |name: &str| counts.get(name).copied().unwrap_or_default();
        assert!(many("block passed") <= most_passed, "{file}: {counts:?} {wrong:?}");
        assert!(many("pass held") + many("pass blocked") <= most_stopped, "{file}: {counts:?} {wrong:?}");
    }
}

/// What blocks in JSON as it stands blocks whatever its laid-out reading says, which loses escapes.
#[test]
fn what_blocks_in_raw_json_blocks() {
    let text = r#"{"note":"\x31\x32\x35\x30\x30\x30\x30"}"#;
    assert!(super::laid_out::laid_out(text).is_some_and(|laid| outcome(&screen(), laid.trim()) != "blocked"));
    assert_eq!(outcome(&screen(), text), "blocked");
}

#[test]
fn a_reason_says_where_and_never_what() {
    let text = "Fine. Our cap is 1,250,000 dollars.";
    let reasons = screen().reasons(text);
    let shown = format!("{reasons:?}");
    assert!(!shown.contains("250"), "{shown}");
    let figure = reasons.iter().find(|reason| reason.kind == ReasonKind::SecretFigure).unwrap();
    let there: String = text.chars().skip(figure.start).take(figure.end - figure.start).collect();
    assert_eq!(there, "1,250,000");
}

proptest! {
    #[test]
    fn any_secret_is_kept_in_many_dresses(secret in 1_500_000_u32..90_000_000, dress in 0_usize..6) {
        let deal = DealFigures { told_annual: vec![a("1000000")], ..DealFigures::default() };
        let secrets = SecretFigures { annual: vec![Amount::from(secret)], ..SecretFigures::default() };
        let screen = Confidential::new(&deal, &secrets);
        let digits = secret.to_string();
        let text = match dress {
            0 => format!("Our cap is {digits}."),
            1 => digits.chars().map(|c| format!("{c} ")).collect(),
            2 => digits.chars().map(|c| char::from_u32(u32::from(c) - 0x30 + 0xFF10).unwrap()).collect(),
            3 => digits.chars().rev().collect(),
            4 => digits.bytes().map(|byte| format!("%{byte:02x}")).collect(),
            _ => digits.chars().map(|c| format!("{c}\u{200B}")).collect(),
        };
        prop_assert_ne!(outcome(&screen, &text), "passed", "{}", text);
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>()) {
        let _ = screen().reasons(&text);
    }

    #[test]
    fn no_figures_make_it_panic(text in "[0-9 ,.'/%$kmM-]{0,60}( (one|point|half|and|a|quarter|million|hundred)){0,8}") {
        let _ = screen().reasons(&text);
    }
}
