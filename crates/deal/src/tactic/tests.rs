#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};

use money::Amount;
use proptest::prelude::*;

use super::*;

pub(super) struct Case {
    pub(super) id: String,
    pub(super) truth: BTreeSet<String>,
    pub(super) text: Option<String>,
    thread: Vec<Said>,
    /// True where the text is read as the command line reads it: as a thread where it holds one.
    whole: bool,
}

/// The cases of a labelled set; `None` where the file is not here.
pub(super) fn cases(file: &str) -> Option<Vec<Case>> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/agent").join(file);
    let text = std::fs::read_to_string(path).ok()?;
    let whole = |case: Case| Case { whole: file.starts_with("lone-"), ..case };
    Some(text.lines().map(|line| whole(case(&serde_json::from_str(line).unwrap()))).collect())
}

fn case(value: &serde_json::Value) -> Case {
    let text_of = |value: &serde_json::Value| value.as_str().map(str::to_owned);
    let said = |message: &serde_json::Value| Said {
        by_vendor: message["from"] == "vendor",
        text: text_of(&message["text"]).unwrap(),
        total_annual: message["offer"].get("total_annual").map(|t| Amount::parse(&t.to_string()).unwrap()),
    };
    Case {
        id: text_of(&value["id"]).unwrap(),
        truth: value["families"].as_array().unwrap().iter().filter_map(text_of).collect(),
        text: text_of(&value["text"]),
        thread: ["messages", "thread"]
            .iter()
            .filter_map(|name| value[name].as_array())
            .flatten()
            .map(said)
            .collect(),
        whole: false,
    }
}

impl Case {
    pub(super) fn named(&self) -> BTreeSet<String> {
        let named = match &self.text {
            Some(text) if self.whole => match transcript(text) {
                Some(found) => {
                    let said: Vec<Said> = found.messages.into_iter().map(|message| message.said).collect();
                    thread_tactics(&said)
                }
                None => lone_tactics(text),
            },
            Some(text) => tactics(text),
            None => thread_tactics(&self.thread),
        };
        let of_threads = |tactic: &&Tactic| !self.whole || Family::OF_THREADS.contains(&tactic.family);
        named.iter().filter(of_threads).map(|tactic| tactic.family.code().to_owned()).collect()
    }

    /// The number in its name.
    pub(super) fn number(&self) -> u32 {
        self.id.trim_start_matches(char::is_alphabetic).parse().unwrap()
    }
}

/// Right, wrongly named, missed.
pub(super) type Score = [u32; 3];

pub(super) fn scores(cases: &[Case], named: impl Fn(&Case) -> BTreeSet<String>) -> BTreeMap<String, Score> {
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for case in cases {
        let named = named(case);
        for family in case.truth.union(&named) {
            let at = match (case.truth.contains(family), named.contains(family)) {
                (true, true) => 0,
                (false, true) => 1,
                _ => 2,
            };
            for row in [family.as_str(), "all"] {
                scores.entry(row.to_owned()).or_default()[at] += 1;
            }
        }
    }
    scores
}

/// What a buyer's list of words would find.
pub(super) fn by_keyword(case: &Case) -> BTreeSet<String> {
    let words: [(&str, &[&str]); 15] = [
        ("deadline", &["deadline", "expire", "quarter", "until", "by friday", "end of"]),
        ("increase", &["increase", "uplift", "go up", "rise"]),
        ("final", &["final", "best and final", "take it or leave"]),
        ("authority", &["approv", "policy", "authority", "my boss", "my manager"]),
        ("bundle", &["bundle", "package", "together"]),
        ("lockin", &["year", "commit", "minimum", "exclusiv"]),
        ("anchor", &["list price", "normally", "market", "typically"]),
        ("bypass", &["your ceo", "your cfo", "your boss", "directly"]),
        ("scarcity", &["only", "competitor", "special", "favour"]),
        ("goodcop", &["my boss", "my side", "director"]),
        ("nibble", &["one more", "small thing", "just one"]),
        ("salami", &["another", "extra", "small"]),
        ("flinch", &["wow", "shock", "joking"]),
        ("shrinking", &["nothing left", "hardly"]),
        ("impasse", &["deadlock", "impasse", "walk away"]),
    ];
    let vendors = case.thread.iter().filter(|said| said.by_vendor).map(|said| said.text.as_str());
    let text: String =
        case.text.as_deref().into_iter().chain(vendors).collect::<Vec<_>>().join("\n").to_lowercase();
    let for_threads = Family::OF_THREADS.map(Family::code);
    words
        .iter()
        .filter(|(family, _)| for_threads.contains(family) == case.text.is_none())
        .filter(|(_, words)| words.iter().any(|word| text.contains(word)))
        .map(|(family, _)| (*family).to_owned())
        .collect()
}

/// Wilson's interval for a share, at 95 %.
pub(super) fn wilson(right: u32, of: u32) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (n, p, z) = (f64::from(of), f64::from(right) / f64::from(of), 1.96);
    let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (middle - half, middle + half)
}

pub(super) fn table(name: &str, scores: &BTreeMap<String, Score>) {
    println!("| {name} | right | wrong | missed | precision | recall |\n|---|---|---|---|---|---|");
    for (family, [right, wrong, missed]) in scores {
        let share = |of: u32| {
            let (low, high) = wilson(*right, of);
            let share = if of == 0 { 0.0 } else { f64::from(*right) / f64::from(of) };
            format!("{share:.2} ({low:.2}–{high:.2})")
        };
        println!(
            "| {family} | {right} | {wrong} | {missed} | {} | {} |",
            share(right + wrong),
            share(right + missed)
        );
    }
}

/// Prints the scores of a set, without its texts: `AGENT_SET=tactics-train.jsonl cargo test -p deal --lib
/// tactic::tests::scores_of -- --nocapture`; with `AGENT_SHOW=1` also what went wrong. `AGENT_PART=3` takes the
/// cases alone whose number is divisible by three, `AGENT_PART=-3` the others.
#[test]
fn scores_of_a_set_on_request() {
    let Ok(file) = std::env::var("AGENT_SET") else { return };
    let mut cases = cases(&file).unwrap();
    if let Some(every) = std::env::var("AGENT_PART").ok().and_then(|part| part.parse::<i32>().ok()) {
        cases.retain(|case| case.number().is_multiple_of(every.unsigned_abs()) == (every > 0));
    }
    table("rules", &scores(&cases, Case::named));
    let harmless: Vec<&Case> = cases.iter().filter(|case| case.truth.is_empty()).collect();
    let named = harmless.iter().filter(|case| !case.named().is_empty()).count();
    println!("without a tactic {}, named all the same {named}", harmless.len());
    let mut of_threads: BTreeMap<&str, u32> = BTreeMap::new();
    for text in cases.iter().filter(|case| !case.whole).filter_map(|case| case.text.as_deref()) {
        for tactic in lone_tactics(text).iter().filter(|tactic| Family::OF_THREADS.contains(&tactic.family)) {
            *of_threads.entry(tactic.family.code()).or_default() += 1;
            if std::env::var("AGENT_SHOW").is_ok() {
                println!("alone {} {} {text}", tactic.family, tactic.confidence);
            }
        }
    }
    println!("a thread's tactic in a text alone: {of_threads:?}");
    table("keywords", &scores(&cases, by_keyword));
    // The commonest answer to any one family is that it is not played.
    table("majority", &scores(&cases, |_| BTreeSet::new()));
    if std::env::var("AGENT_SHOW").is_ok() {
        for case in cases.iter().filter(|case| case.named() != case.truth) {
            let thread: Vec<&str> = case.thread.iter().map(|said| said.text.as_str()).collect();
            println!("{} {:?} {:?} {:?} {thread:?}", case.id, case.truth, case.named(), case.text);
        }
    }
}

/// Prints the marks of each message of a case: `AGENT_SET=FILE AGENT_CASE=ID`.
#[test]
fn marks_of_a_case_on_request() {
    let (Ok(file), Ok(id)) = (std::env::var("AGENT_SET"), std::env::var("AGENT_CASE")) else { return };
    let case = cases(&file).unwrap().into_iter().find(|case| case.id == id).unwrap();
    println!("{:?}", thread_tactics(&case.thread));
    for said in &case.thread {
        let words = super::words::words(&said.text);
        println!("{} {}", said.by_vendor, said.text);
        for marked in super::marks::Marks::of(&words).each() {
            let inner = &words[marked.hit.first..=marked.hit.last];
            let text: Vec<&str> = inner.iter().map(|word| word.text.as_str()).collect();
            println!("    {:?} {}", marked.mark, text.join(" "));
        }
    }
}

/// Sets of single texts by whose weights are fitted, the two further authors' among them.
const FITTED: [&str; 13] = [
    "tactics-train.jsonl",
    "tactics-own.jsonl",
    "tactics-wide.jsonl",
    "tactics-third.jsonl",
    "tactics-fourth.jsonl",
    "tactics-fifth.jsonl",
    "unseen-first/tactic_sentences.jsonl",
    "unseen-second/tactic_sentences.jsonl",
    "tactics-sixth-a.jsonl",
    "tactics-sixth-b.jsonl",
    "tactics-sixth-c.jsonl",
    "tactics-sixth-d.jsonl",
    "tactics-seventh.jsonl",
];

/// Writes what each case of the sets shows, for the fit of the weights: `AGENT_FEATURES=FILE`; with
/// `AGENT_SET` of that set alone.
#[test]
fn features_on_request() {
    let Ok(to) = std::env::var("AGENT_FEATURES") else { return };
    let alone = std::env::var("AGENT_SET").ok();
    let mut lines = String::new();
    for file in alone.as_deref().map_or(FITTED.to_vec(), |alone| vec![alone]) {
        for case in cases(file).unwrap() {
            let words = super::words::words(case.text.as_deref().unwrap());
            let findings = super::judge::Findings::of(&words);
            let book = &*super::rulebook::RULEBOOK;
            let shown = book.concepts.names_of(&book.concepts.shown(&mut book.lexicon.seen(&words), &words));
            let rules: BTreeMap<&str, f64> =
                Family::OF_TEXTS.map(|family| (family.code(), findings.score(family).0)).into();
            let line = serde_json::json!({
                "set": file, "id": case.id, "truth": case.truth, "rules": rules, "shown": shown,
                "terms": crate::likely::terms(&words).into_iter().map(|term| term.text).collect::<Vec<_>>(),
                "words": words.iter().map(|word| (word.text.as_str(), format!("{:?}", word.kind))).collect::<Vec<_>>(),
            });
            lines.push_str(&line.to_string());
            lines.push('\n');
        }
    }
    std::fs::write(to, lines).unwrap();
}

#[test]
fn what_the_rules_were_made_with_they_know() {
    for file in ["tactics-train.jsonl", "threads-train.jsonl", "tactics-own.jsonl"] {
        let scores = scores(&cases(file).unwrap(), Case::named);
        let [right, wrong, missed] = scores["all"];
        assert!(right * 10 >= (right + wrong) * 9, "precision in {file}: {scores:?}");
        assert!(right * 10 >= (right + missed) * 9, "recall in {file}: {scores:?}");
    }
}

/// The sets of whole threads and of texts that hold or show one, two thirds of which were in view.
#[test]
fn what_threads_show_is_named() {
    for file in [
        "threads-fourth.jsonl",
        "threads-fifth.jsonl",
        "threads-sixth.jsonl",
        "threads-seventh.jsonl",
        "lone-fifth.jsonl",
    ] {
        let scores = scores(&cases(file).unwrap(), Case::named);
        let [right, wrong, missed] = scores["all"];
        assert!(right * 10 >= (right + wrong) * 9, "precision in {file}: {scores:?}");
        assert!(right * 10 >= (right + missed) * 9, "recall in {file}: {scores:?}");
    }
}

#[test]
fn a_thread_is_shown_by_its_words_and_figures() {
    let mut many = 0;
    for case in cases("threads-fifth.jsonl").unwrap() {
        for tactic in thread_tactics(&case.thread) {
            assert!(!tactic.evidence.is_empty(), "{} {}", case.id, tactic.family);
            for shown in &tactic.evidence {
                let text = &case.thread[shown.message].text;
                let there: String = text.chars().skip(shown.start).take(shown.end - shown.start).collect();
                assert_eq!(there, shown.text);
                assert!(!shown.rule.is_empty() && case.thread[shown.message].by_vendor, "{}", case.id);
                many += 1;
            }
        }
    }
    assert!(many > 300, "{many}");
}

#[test]
fn evidence_is_what_stands_there() {
    let text = "Grüße! Our last-and-ﬁnal offer — sign it by Friday, or the discount’s gone.";
    let found = tactics(text);
    assert!(found.iter().any(|tactic| tactic.family == Family::Final), "{found:?}");
    for evidence in found.iter().flat_map(|tactic| &tactic.evidence) {
        let there: String = text.chars().skip(evidence.start).take(evidence.end - evidence.start).collect();
        assert_eq!(there, evidence.text);
        assert!(!there.is_empty());
    }
}

#[test]
fn a_dress_hides_nothing() {
    for text in ["tаke it оr leаve it", "Take\u{200B} it or le\u{00AD}ave it", "ＴＡＫＥ ＩＴ or leave it"]
    {
        assert!(tactics(text).iter().any(|tactic| tactic.family == Family::Final), "{text}");
    }
}

#[test]
fn a_correction_is_used_for_words_that_say_the_same() {
    let text = "The pallets leave our warehouse on Thursday afternoon as always.";
    assert_eq!(tactics(text), vec![]);
    let correction =
        |played| Correction { text: text.to_owned(), phrases: vec![], family: Family::Deadline, played };
    let again = "The pallets leave our warehouse on Thursday afternoon, as always!";
    let named = tactics_corrected(again, &[correction(true)]);
    assert_eq!(named.len(), 1);
    assert_eq!(named[0].family, Family::Deadline);
    assert_eq!(tactics_corrected(again, &[correction(true), correction(false)]), vec![]);
    assert_eq!(tactics_corrected("A different text about nothing.", &[correction(true)]), vec![]);
}

proptest! {
    #[test]
    fn no_thread_makes_it_panic(lines in prop::collection::vec("(> |>> |Vendor: |Buyer: |From: )?[ -~é]{0,60}", 0..12)) {
        let text = lines.join("\n");
        let whole: Vec<char> = text.chars().collect();
        let found = transcript(&text).map(|found| found.messages).unwrap_or_default();
        let said: Vec<Said> = found.iter().map(|message| message.said.clone()).collect();
        for evidence in thread_tactics(&said).into_iter().flat_map(|tactic| tactic.evidence) {
            let message = &found[evidence.message];
            prop_assert!(message.start + evidence.end <= whole.len());
            prop_assert!(evidence.start <= evidence.end);
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>()) {
        for tactic in lone_tactics(&text) {
            prop_assert!((0.0..=1.0).contains(&tactic.confidence));
            for evidence in tactic.evidence {
                prop_assert!(evidence.start < evidence.end && evidence.end <= text.chars().count());
            }
        }
    }
}
