//! What verification must catch in the text itself, and what makes a text no log.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod ledger;

use anp::json::{self, FlawKind, MAX_FLAWS};
use anp::verify::{Check, Outcome, Trust, judge};
use ledger::{Draft, faults, message, offer, pins, verdict};

fn with(from: &str, to: &str) -> String {
    let text = Draft::whole().text();
    assert_eq!(text.matches(from).count(), 1, "{from}");
    text.replacen(from, to, 1)
}

#[test]
fn duplicate_keys_are_red_wherever_they_stand() {
    let at_top = Draft::whole().text().replacen('{', r#"{"protocol":"ANP/0.1","#, 1);
    assert_eq!(faults(&at_top, &pins()), [(None, Check::Json)]);
    let second_events = Draft::whole().text().replacen(r#","events":["#, r#","events":[],"events":["#, 1);
    assert_eq!(faults(&second_events, &pins()), [(None, Check::Json)]);
    let in_session = with(r#""sandbox":false"#, r#""sandbox":true,"sandbox":false"#);
    assert_eq!(faults(&in_session, &pins()), [(None, Check::Json)]);
    let in_event = with(r#"{"seq":3,"#, r#"{"seq":3,"kind":"decline","#);
    assert_eq!(faults(&in_event, &pins()), [(Some(3), Check::Json)]);
    let price = r#""unit_price":1200}"#;
    let in_payload = with(price, r#""unit_price":1,"unit_price":1200}"#);
    assert_eq!(faults(&in_payload, &pins()), [(Some(3), Check::Json)]);
    // Spelt in two ways it is still the same key.
    let escaped = with(price, r#""unit_pric\u0065":1,"unit_price":1200}"#);
    assert_eq!(faults(&escaped, &pins()), [(Some(3), Check::Json)]);
    let detail = verdict(&escaped, &pins()).faults[0].detail();
    assert!(detail.contains("events[2].payload.line_items[0].unit_price"), "{detail}");
}

#[test]
fn lone_surrogates_and_numbers_that_no_double_holds_are_red() {
    let body = r#""body":"A good price, we think.""#;
    for half in [r"\ud800", r"\udc00", r"\ud800\ud800", r"\ud83dx", r"\uDE00\uD83D"] {
        let text = with(body, &format!(r#""body":"A good price, we think.{half}""#));
        let found = faults(&text, &pins());
        assert!(
            found.iter().all(|fault| *fault == (Some(4), Check::Json)) && !found.is_empty(),
            "{half}: {found:?}"
        );
    }
    let pair = faults(&with(body, r#""body":"\ud83d\ude00""#), &pins());
    assert_eq!(pair, [(Some(4), Check::PayloadHash)], "a pair is a character");
    for number in ["1e400", "-1e400", "1e-400", "9007199254740993", "123456789012345678901234567890"] {
        let text = with(r#""unit_price":1200}"#, &format!(r#""unit_price":{number}}}"#));
        assert_eq!(faults(&text, &pins()), [(Some(3), Check::Json)], "{number}");
    }
    let outside = with(r#""event_count":8"#, r#""event_count":8,"size":9007199254740993"#);
    assert_eq!(faults(&outside, &pins()), [(None, Check::Json)]);
}

#[test]
fn the_same_value_in_another_spelling_is_the_same_log() {
    let good = Draft::whole().text();
    for (from, to) in [
        (r#""unit_price":1200}"#, r#""unit_price":1.2e3}"#),
        (r#""unit_price":1200}"#, r#""unit_price":1200.000}"#),
        (r#""seq":3,"#, r#" "seq" : 3.0 ,"#),
        (r#""body":"A good"#, r#""body":"\u0041 good"#),
    ] {
        assert!(good.contains(from), "{from}");
        assert_eq!(faults(&good.replacen(from, to, 1), &pins()), [], "{to}");
    }
}

#[test]
fn nesting_without_end_is_red_and_ends() {
    for (open, close) in [("[", "]"), (r#"{"a":"#, "}")] {
        let deep = format!("{}0{}", open.repeat(100_000), close.repeat(100_000));
        let in_payload = with(r#""body":"A good price, we think.""#, &format!(r#""body":{deep}"#));
        let found = faults(&in_payload, &pins());
        assert_eq!(found, [(Some(4), Check::Json)]);
        let elsewhere = Draft::whole().text().replacen('{', &format!(r#"{{"x":{deep},"#), 1);
        assert_eq!(faults(&elsewhere, &pins()), [(None, Check::Json)]);
        let alone = judge(deep.as_bytes(), &Trust::default()).verdict;
        assert_eq!(alone.outcome, Outcome::Unreadable);
        let torn = judge(open.repeat(100_000).as_bytes(), &Trust::default()).verdict;
        assert_eq!(torn.outcome, Outcome::Unreadable);
    }
}

#[test]
fn what_is_no_log_is_unreadable() {
    let good = Draft::whole().text();
    let texts: Vec<Vec<u8>> = vec![
        vec![],
        b" ".to_vec(),
        b"null".to_vec(),
        b"[]".to_vec(),
        b"{}".to_vec(),
        b"{\"events\":{}}".to_vec(),
        b"{\"events\":null}".to_vec(),
        [b"\xef\xbb\xbf", good.as_bytes()].concat(),
        [good.as_bytes(), b"{}"].concat(),
        [good.as_bytes(), b"\0"].concat(),
        good.as_bytes()[..good.len() - 1].to_vec(),
        good.replacen("ANP", "\u{1}", 1).into_bytes(),
        good.bytes().map(|byte| if byte == b'A' { 0xff } else { byte }).collect(),
        good.encode_utf16().flat_map(u16::to_le_bytes).collect(),
    ];
    for text in texts {
        let verdict = judge(&text, &pins()).verdict;
        assert_eq!(verdict.outcome, Outcome::Unreadable, "{}", String::from_utf8_lossy(&text));
        assert!(!verdict.anchored);
    }
    let white = format!("\n\t {good} \r\n");
    assert_eq!(verdict(&white, &pins()).outcome, Outcome::Green);
}

/// A text of a megabyte could ask for gigabytes: a long key over many flaws.
#[test]
fn flaws_under_a_long_key_stay_small() {
    let flaws = r#""":0,"#.repeat(MAX_FLAWS + 10);
    let text = format!(r#"{{"{}":{{{flaws}"":0}}}}"#, "k".repeat(1_000_000));
    let parsed = json::parse(text.as_bytes()).unwrap();
    assert_eq!(parsed.flaws.len(), MAX_FLAWS);
    let kept: usize = parsed.flaws.iter().map(|flaw| flaw.path.to_string().len()).max().unwrap();
    assert!(kept < 200, "{kept}");
    assert!(parsed.flaws.iter().all(|flaw| flaw.kind == FlawKind::DuplicateKey));
}

#[test]
fn the_last_of_many_duplicates_stands_as_peers_keep_it() {
    let members: Vec<String> = (0..200).map(|at| format!(r#""k{}":{at}"#, at % 40)).collect();
    let parsed = json::parse(format!("{{{}}}", members.join(",")).as_bytes()).unwrap();
    assert_eq!(parsed.flaws.len(), 160);
    let object = parsed.value.as_object().unwrap();
    assert_eq!(object.len(), 40);
    for (place, (name, value)) in object.iter().enumerate() {
        assert_eq!((name.as_str(), value.as_count()), (&*format!("k{place}"), Some(160 + place as u64)));
    }
}

#[test]
fn a_fault_repeats_little_of_the_logs_own_text_and_nothing_that_acts() {
    let hostile = "\\u001b[31m\\u202e".repeat(500);
    let text = with(r#""kind":"decline""#, &format!(r#""kind":"{hostile}""#));
    for fault in verdict(&text, &pins()).faults {
        let detail = fault.detail();
        assert!(detail.chars().count() < 2_000 && !detail.contains(['\u{1b}', '\u{202e}']), "{detail}");
    }
}

#[test]
fn every_fault_of_an_event_and_every_event_is_told() {
    let mut log = Draft::begun().vendor(offer(1.0)).vendor(message("x")).value();
    log["events"][2]["payload"]["term_months"] = 0.into();
    log["events"][2]["at"] = "never".into();
    log["events"][3]["payload"]["body"] = "y".into();
    let found = faults(&log.to_string(), &pins());
    for fault in [
        (Some(3), Check::PayloadSchema),
        (Some(3), Check::PayloadHash),
        (Some(3), Check::At),
        (Some(3), Check::EventHash),
        (Some(4), Check::PayloadHash),
    ] {
        assert!(found.contains(&fault), "{fault:?} in {found:?}");
    }
    assert_eq!(found.len(), 5, "{found:?}");
}
