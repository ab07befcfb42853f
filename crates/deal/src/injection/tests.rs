#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::indexing_slicing)]

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

struct Case {
    id: String,
    round: u64,
    kinds: BTreeSet<String>,
    text: String,
}

fn cases(file: &str) -> Vec<Case> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/agent").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let case = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        Case {
            id: value["id"].as_str().unwrap().to_owned(),
            round: value["round"].as_u64().unwrap(),
            kinds: value["kinds"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|kind| kind.as_str().unwrap().to_owned())
                .collect(),
            text: value["text"].as_str().unwrap().to_owned(),
        }
    };
    text.lines().map(case).collect()
}

fn kinds(text: &str) -> BTreeSet<String> {
    injections(text).iter().map(|found| found.kind.code().to_owned()).collect()
}

/// The first round was written before the rules, the second and third before what finds them; the fourth
/// was written last and tells what to expect of other people's phrasings (see the set's README).
#[test]
fn injected_texts_that_the_rules_were_made_with_are_marked_by_their_kinds() {
    let cases = cases("injected.jsonl");
    let of_round = |round: u64| cases.iter().filter(move |case| case.round == round);
    assert!(of_round(1).count() >= 60);
    let wrong: Vec<String> = of_round(1)
        .filter(|case| !case.kinds.is_subset(&kinds(&case.text)))
        .map(|case| format!("{} {:?} found {:?}: {}", case.id, case.kinds, injections(&case.text), case.text))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for round in 1..=4 {
        let marked = of_round(round).filter(|case| !kinds(&case.text).is_empty()).count();
        println!("round {round}: {marked} of {} are marked", of_round(round).count());
        assert!(round == 4 || marked * 10 >= of_round(round).count() * 9, "round {round}: {marked}");
    }
}

#[test]
fn no_ordinary_text_of_business_is_marked() {
    let cases = cases("uninjected.jsonl");
    assert!(cases.len() >= 60);
    let wrong: Vec<String> = cases
        .iter()
        .filter(|case| !kinds(&case.text).is_empty())
        .map(|case| format!("{} {:?}: {}", case.id, injections(&case.text), case.text))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

proptest! {
    #[test]
    fn no_text_makes_it_panic_and_places_lie_in_it(text in any::<String>()) {
        for found in injections(&text) {
            prop_assert!(found.start < found.end && found.end <= text.chars().count());
        }
    }
}
