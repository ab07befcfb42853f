//! How well what was put aside of the sets when weights were fitted is known.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::indexing_slicing)]

use std::collections::BTreeSet;

use super::tactics;
use super::tests::{Case, by_keyword, cases, scores, table};

/// The four further authors' sets.
const SIXTH: [(&str, u32); 4] = [
    ("tactics-sixth-a.jsonl", 3),
    ("tactics-sixth-b.jsonl", 3),
    ("tactics-sixth-c.jsonl", 3),
    ("tactics-sixth-d.jsonl", 3),
];
/// Those of who wrote the rules.
const OWN: [(&str, u32); 2] = [("tactics-wide.jsonl", 3), ("tactics-third.jsonl", 5)];

/// What was put aside of sets when the weights were fitted: the cases whose number is divisible by theirs.
fn put_aside(files: &[(&str, u32)]) -> Vec<Case> {
    let mut all = Vec::new();
    for (file, every) in files.iter().copied() {
        all.extend(cases(file).unwrap().into_iter().filter(|case| case.number().is_multiple_of(every)));
    }
    all
}

#[test]
fn what_was_put_aside_is_known_too() {
    let cases = put_aside(&OWN);
    let scores = scores(&cases, Case::named);
    table("put aside", &scores);
    let [right, wrong, missed] = scores["all"];
    assert!(right * 100 >= (right + wrong) * 83, "precision: {scores:?}");
    assert!(right * 100 >= (right + missed) * 75, "recall: {scores:?}");
}

/// Half of what these play is said without any of the usual words, so far less of it is found than of what
/// who wrote the rules put aside; a list of words and the commonest answer stand beside it.
#[test]
fn of_further_authors_more_is_known_than_a_list_of_words_knows() {
    let cases = put_aside(&SIXTH);
    let scored = scores(&cases, Case::named);
    table("put aside, further authors", &scored);
    let keywords = scores(&cases, by_keyword);
    table("keywords", &keywords);
    table("majority", &scores(&cases, |_| BTreeSet::new()));
    let harmless = cases.iter().filter(|case| case.truth.is_empty());
    let (mut named, mut many) = (0, 0);
    for case in harmless {
        many += 1;
        named += u32::from(!case.named().is_empty());
    }
    println!("without a tactic {many}, named all the same {named}");
    let [right, wrong, missed] = scored["all"];
    assert!(right * 100 >= (right + wrong) * 77, "precision: {scored:?}");
    assert!(right * 100 >= (right + missed) * 57, "recall: {scored:?}");
    assert!(named * 100 <= many * 15, "harmless: {named} of {many}");
    assert!(keywords["all"][0] * 3 < right, "{keywords:?}");
}

#[test]
fn what_is_named_is_shown_by_words_of_the_text() {
    for case in put_aside(&OWN).into_iter().chain(put_aside(&SIXTH)) {
        let text = case.text.unwrap();
        for tactic in tactics(&text) {
            assert!(!tactic.evidence.is_empty(), "{text}");
            for shown in &tactic.evidence {
                let there: String = text.chars().skip(shown.start).take(shown.end - shown.start).collect();
                assert_eq!(there, shown.text);
                assert!(there.chars().any(char::is_alphanumeric), "{text}: {there}");
            }
        }
    }
}

/// Of so many named with a confidence about that share is right, on texts that no weight has seen. The table
/// is printed; its mean distance (the expected calibration error) and Brier's score are held.
#[test]
fn a_confidence_means_what_it_says() {
    let mut bins = [(0_u32, 0_u32, 0.0_f64); 5];
    let (mut brier, mut many) = (0.0, 0_u32);
    for case in put_aside(&OWN).into_iter().chain(put_aside(&SIXTH)) {
        for tactic in tactics(case.text.as_deref().unwrap()) {
            let right = case.truth.contains(tactic.family.code());
            let truth = if right { 1.0 } else { 0.0 };
            brier += (tactic.confidence - truth) * (tactic.confidence - truth);
            many += 1;
            let bin = [0.6, 0.7, 0.8, 0.9, 1.1].iter().position(|end| tactic.confidence < *end).unwrap();
            bins[bin].0 += 1;
            bins[bin].1 += u32::from(right);
            bins[bin].2 += tactic.confidence;
        }
    }
    println!("| named with about | so many | right |\n|---|---|---|");
    let mut error = 0.0;
    for (named, right, sum) in bins.into_iter().filter(|(named, ..)| *named > 0) {
        let (said, was) = (sum / f64::from(named), f64::from(right) / f64::from(named));
        println!("| {said:.2} | {named} | {was:.2} |");
        error += (said - was).abs() * f64::from(named) / f64::from(many);
    }
    let brier = brier / f64::from(many);
    println!("expected calibration error {error:.3}, Brier {brier:.3}");
    assert!(error < 0.12 && brier < 0.15, "{error} {brier}");
}
