//! Whole logs and their times: verdicts and schemas say the same.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ledger;
mod shapes;

use anp::time::Moment;
use anp::verify::{Outcome, Trust, judge};
use ledger::Draft;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use shapes::schema;
use support::vectors;

#[test]
fn logs() {
    let logs = schema("session-log");
    let whole = Draft::whole().value();
    assert!(logs.is_valid(&whole), "{:?}", logs.validate(&whole).err().map(|fault| fault.to_string()));
    let mut further = whole.clone();
    for place in ["", "/session", "/chain", "/keys"] {
        further.pointer_mut(place).unwrap()["x-further"] = json!({"a": 1});
    }
    assert!(logs.is_valid(&further));
    for (pointer, value) in [
        ("/events/2", json!({"seq": 3})),
        ("/protocol", json!("ANP/0.2")),
        ("/session/id", json!("a\nb")),
        ("/session/event_count", json!(-1)),
        ("/chain/head", json!("F".repeat(64))),
        ("/keys/buyer/public_key", json!("x")),
        ("/events/2/signature", json!("x")),
        ("/events/2/signer", json!(null)),
        ("/events/2/comment", json!(1)),
    ] {
        let mut log = whole.clone();
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        match log.pointer_mut(parent).unwrap() {
            Value::Array(items) => items[key.parse::<usize>().unwrap()] = value,
            object => object[key] = value,
        }
        assert!(!logs.is_valid(&log), "{pointer}");
        assert_ne!(
            judge(log.to_string().as_bytes(), &Trust::default()).verdict.outcome,
            Outcome::Green,
            "{pointer}"
        );
    }
}

#[test]
fn green_logs_of_the_vectors_keep_the_schema() {
    let Some(folder) = vectors::folder("anp") else { return };
    let logs = schema("session-log");
    let mut green = 0;
    for file in std::fs::read_dir(folder.join("logs")).unwrap().map(|entry| entry.unwrap().path()) {
        let bytes = vectors::bytes(&file);
        if judge(&bytes, &Trust::default()).verdict.outcome == Outcome::Green {
            let log: Value = serde_json::from_slice(&bytes).unwrap();
            let fault = logs.validate(&log).err().map(|fault| fault.to_string());
            assert_eq!(fault, None, "{}", file.display());
            green += 1;
        }
    }
    let published = vectors::bytes(&folder.join("published/session-log.example.json"));
    assert!(logs.is_valid(&serde_json::from_slice(&published).unwrap()));
    assert!(green >= 2);
}

/// Where our reader and the schema's format differ: a leap second. RFC 3339 knows it,
/// and no clock here can hold it apart from the second after.
fn is_leap_second(text: &str) -> bool {
    text.get(17..19) == Some("60")
}

#[test]
fn times() {
    let format = jsonschema::options()
        .should_validate_formats(true)
        .build(&json!({"type": "string", "format": "date-time", "maxLength": 64}))
        .unwrap();
    let agree = |text: &str| {
        let (ours, theirs) = (Moment::parse(text).is_ok(), format.is_valid(&json!(text)));
        (ours == theirs || (theirs && is_leap_second(text)), ours)
    };
    let piece = |good: &'static [&'static str], odd: &'static [&'static str]| prop_oneof![4 => prop::sample::select(good), 1 => prop::sample::select(odd)];
    let time = (
        piece(
            &["2026", "2024", "1900", "2000"],
            &["0000", "0001", "9999", "26", "12026", "-026", "\u{ff12}026"],
        ),
        piece(&["-01", "-02", "-12"], &["-13", "-00", "-1", "/07"]),
        piece(&["-01", "-28", "-29"], &["-30", "-31", "-32", "-00", "-1"]),
        piece(&["T"], &["t", " ", "", "_"]),
        piece(&["00:00", "23:59"], &["24:00", "12:60", "9:00", "12"]),
        piece(&[":00", ":59"], &[":60", ":61", ":0", ""]),
        piece(&["", ".0", ".123", ".123456789"], &[".1234567890123456789012345678", ".", ",5", ".5x"]),
        piece(
            &["Z", "+00:00", "-00:00", "+14:00"],
            &["z", "+23:59", "+24:00", "-12:60", "+0200", "+02", "", "ZZ", "Z "],
        ),
    )
        .prop_map(|(y, m, d, t, hm, s, f, z)| format!("{y}{m}{d}{t}{hm}{s}{f}{z}"));
    let mut runner =
        TestRunner::new(Config { cases: 20_000, failure_persistence: None, ..Config::default() });
    let accepted = std::cell::Cell::new(0);
    runner
        .run(&time, |text| {
            let (agreed, ours) = agree(&text);
            prop_assert!(agreed, "{text}: ours {ours}");
            accepted.set(accepted.get() + u32::from(ours));
            Ok(())
        })
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert!(accepted.get() > 1000, "{}", accepted.get());
    for text in ["2026-12-31T23:59:60Z", "2026-07-11T09:00:60Z"] {
        assert!(Moment::parse(text).is_err());
    }
}
