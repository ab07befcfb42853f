//! `screen` and `tactic` as scripts meet them: exit codes and JSON.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn fed(arguments: &[&str], text: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // One that refuses its arguments or the length ends without reading.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    child.wait_with_output().unwrap()
}

fn scenario() -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let scenario = json!({
        "currency": "USD",
        "secret": {"target_total_annual": 1_100_000, "walk_away_total_annual": 1_250_000, "budget": 1_300_000},
        "public": {"seats": 500, "term_months": 36, "vendor_offer_total_annual": 1_400_000, "our_last_offer_total_annual": 1_000_000},
        "approved_counter": {"total_annual": 1_040_000, "unit_price": 2_080},
        "rates": {"EUR": 0.92, "GBP": 0.79},
    });
    file.write_all(scenario.to_string().as_bytes()).unwrap();
    file
}

#[test]
fn the_screen_exits_by_its_outcome_and_never_says_the_secret() {
    let file = scenario();
    let path = file.path().to_str().unwrap();
    for (text, code, outcome) in [
        ("We counter at $1,040,000 per year for 500 seats.", 0, "passed"),
        ("Our cap is 1,250,000 dollars.", 1, "blocked"),
        ("There is still room on our side.", 3, "held"),
        ("", 0, "passed"),
    ] {
        let output = fed(&["screen", "--scenario", path, "--json"], text);
        assert_eq!(output.status.code(), Some(code), "{text}");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["outcome"], outcome, "{text}");
        assert_eq!(report["reasons"].as_array().unwrap().is_empty(), code == 0, "{text}");
        let bare = fed(&["screen", "--scenario", path], text);
        assert_eq!(bare.status.code(), Some(code), "{text}");
        for stream in [&output.stdout, &output.stderr, &bare.stdout, &bare.stderr] {
            let said = String::from_utf8_lossy(stream);
            assert!(!said.contains("1,250,000") && !said.contains("1250000"), "{said}");
        }
    }
}

#[test]
fn a_screen_that_cannot_judge_never_says_that_a_text_may_leave() {
    let missing = fed(&["screen", "--scenario", "/nowhere/scenario.json"], "hello");
    assert_eq!(missing.status.code(), Some(2));
    let file = scenario();
    let long = "a ".repeat(600_000);
    let output = fed(&["screen", "--scenario", file.path().to_str().unwrap()], &long);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_tactic_is_named_with_its_words() {
    let text = "This price is only valid until Friday; after that it goes up by 20%.";
    let output = fed(&["tactic", "--json"], text);
    assert_eq!(output.status.code(), Some(0));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let letters: Vec<char> = text.chars().collect();
    for tactic in report["tactics"].as_array().unwrap() {
        assert!(tactic["family"].is_string());
        assert!((0.0..=1.0).contains(&tactic["confidence"].as_f64().unwrap()));
        for piece in tactic["evidence"].as_array().unwrap() {
            let place = |name: &str| usize::try_from(piece[name].as_u64().unwrap()).unwrap();
            let there: String = letters[place("start")..place("end")].iter().collect();
            assert_eq!(piece["text"], json!(there));
        }
    }
    assert!(!report["tactics"].as_array().unwrap().is_empty());
    let none = fed(&["tactic", "--json"], "Thank you, we received the file.");
    let report: Value = serde_json::from_slice(&none.stdout).unwrap();
    assert_eq!(report["tactics"], json!([]));
}

#[test]
fn a_thread_is_the_same_thread_in_every_form() {
    let said = [
        ("vendor", "We would like EUR 100,000 a year."),
        ("buyer", "We offer EUR 70,000."),
        ("vendor", "We can do EUR 95,000."),
        ("buyer", "EUR 72,000 from us."),
        ("vendor", "EUR 93,000."),
        ("vendor", "EUR 92,500."),
    ];
    let messages: Vec<Value> = said.iter().map(|(from, text)| json!({"from": from, "text": text})).collect();
    let lines: Vec<String> = said.iter().map(|(from, text)| format!("{from}: {text}")).collect();
    let families = |text: &str| {
        let output = fed(&["tactic", "--json"], text);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let named = report["tactics"].as_array().unwrap().iter();
        named.map(|tactic| tactic["family"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let as_lines = families(&lines.join("\n"));
    assert!(as_lines.contains(&"shrinking".to_owned()), "{as_lines:?}");
    for form in [json!(messages), json!({"messages": messages}), json!({"thread": messages})] {
        assert_eq!(families(&form.to_string()), as_lines, "{form}");
    }
}

#[test]
fn a_mail_that_quotes_the_others_is_a_thread_and_a_message_too() {
    let text = "Thanks Mei! One small thing: we need you to pay the certification, 490 each.\n\n\
                On 3 May, Mei wrote:\n> Approved, we accept the offer at 77,000.\n> Please send the contract.\n";
    let output = fed(&["tactic", "--json"], text);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let letters: Vec<char> = text.chars().collect();
    let nibble = report["tactics"].as_array().unwrap().iter().find(|tactic| tactic["family"] == "nibble");
    for piece in nibble.unwrap()["evidence"].as_array().unwrap() {
        let place = |name: &str| usize::try_from(piece[name].as_u64().unwrap()).unwrap();
        let there: String = letters[place("start")..place("end")].iter().collect();
        assert_eq!(piece["text"], json!(there));
        assert!(place("end") < 80, "ours is no evidence: {piece}");
    }
}

#[test]
fn a_message_alone_may_show_what_threads_show() {
    let families = |text: &str| {
        let report: Value = serde_json::from_slice(&fed(&["tactic", "--json"], text).stdout).unwrap();
        let named = report["tactics"].as_array().unwrap().iter();
        named.map(|tactic| tactic["family"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let pair =
        "I'd take your figure at once. My boss wants to cancel everything; help me and I can calm him down.";
    assert!(families(pair).contains(&"goodcop".to_owned()));
    let late = "Before we sign, one more little thing: would you cover the freight as well?";
    assert!(families(late).contains(&"nibble".to_owned()));
    assert!(!families("Before we sign, please check the address.").contains(&"nibble".to_owned()));
}
