//! Canonical JSON against another implementation of RFC 8785, and against itself.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use anp::base64url;
use anp::json::{self, Value as Ours};
use proptest::prelude::*;
use serde_json::{Map, Number, Value};

/// Doubles of all kinds: any bits, prices, whole numbers, borders of the notations.
fn double() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |number| number.is_finite()),
        (0_u32..2_000_000_000).prop_map(|cents| f64::from(cents) / 100.0),
        (1_u32..1_000_000, 1_u32..400).prop_map(|(price, days)| f64::from(price) * f64::from(days) / 365.0),
        any::<i32>().prop_map(f64::from),
        (-330_i32..309).prop_map(|exponent| format!("1e{exponent}").parse().unwrap()),
        prop::sample::select(vec![
            0.0,
            -0.0,
            1e21,
            999_999_999_999_999_900_000.0,
            1e-6,
            1e-7,
            1e-6_f64.next_down(),
            f64::MAX,
            f64::MIN_POSITIVE,
            5e-324,
            9_007_199_254_740_991.0,
            9_007_199_254_740_992.0,
            1_152_921_504_606_846_976.0,
        ]),
    ]
}

/// Keys whose order differs between UTF-16 units, code points and bytes; and others.
fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "\u{fb33}",
            "\u{1f600}",
            "\u{e000}",
            "\u{ffff}",
            "\u{10ffff}",
            "",
            "a",
            "A",
            "10",
            "9",
            "é",
            "e\u{301}",
            "\r",
            "\u{80}",
            "\u{20ac}",
            "<script>"
        ])
        .prop_map(str::to_owned),
        any::<String>(),
        "[\\x00-\\x20\"\\\\/a-c\u{d7ff}\u{e000}\u{fb33}\u{1f600}]{0,6}",
    ]
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        double().prop_map(|number| Value::Number(Number::from_f64(number).unwrap())),
        key().prop_map(Value::String),
    ];
    leaf.prop_recursive(5, 60, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::Array),
            prop::collection::vec((key(), inner), 0..8)
                .prop_map(|members| Value::Object(Map::from_iter(members))),
        ]
    })
}

fn canonical(text: &str) -> String {
    json::canonical(&json::parse_flawless(text.as_bytes()).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn as_the_other_implementation_has_it(value in json()) {
        // What is too small for a double never comes: every number here is one.
        let text = value.to_string();
        let theirs = serde_json_canonicalizer::to_string(&value).unwrap();
        prop_assert_eq!(canonical(&text), theirs);
    }

    #[test]
    fn canonical_text_is_its_own_canonical_text(value in json()) {
        let once = canonical(&value.to_string());
        prop_assert_eq!(&canonical(&once), &once);
        let pretty = serde_json::to_string_pretty(&value).unwrap();
        prop_assert_eq!(&canonical(&pretty), &once);
        let escaped: String = once.chars().flat_map(|c| escape(c).chars().collect::<Vec<_>>()).collect();
        prop_assert_eq!(&canonical(&escaped), &once);
    }

    #[test]
    fn doubles_come_back_bit_for_bit(number in double()) {
        let text = json::es_text(number);
        let back = json::parse_flawless(text.as_bytes()).unwrap().as_number().unwrap();
        prop_assert_eq!(back.to_bits(), if number == 0.0 { 0 } else { number.to_bits() }, "{}", text);
        // Another writer's digits of the same double are read as the same double.
        let long = format!("{number:e}");
        let again = json::parse(long.as_bytes()).unwrap().value.as_number().unwrap();
        prop_assert_eq!(json::es_text(again), text);
    }

    #[test]
    fn whole_numbers_pass_if_a_double_holds_them(number in any::<i64>()) {
        #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "the question itself")]
        let exact = i128::from(number) == (number as f64) as i128;
        let text = number.to_string();
        let read = json::parse_flawless(text.as_bytes());
        #[allow(clippy::cast_precision_loss, reason = "the question itself")]
        let as_peers_write = json::es_text(number as f64) == text;
        prop_assert_eq!(read.is_ok(), exact || as_peers_write, "{}", text);
    }

    #[test]
    fn no_bytes_make_the_reader_fall(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = json::parse(&bytes);
    }

    #[test]
    fn no_near_json_makes_the_reader_fall(text in "[\\[\\]{}:,\"\\\\u0-9dD8eE+\\-. a-fntrls]{0,60}") {
        if let Ok(parsed) = json::parse(text.as_bytes()) {
            // Whatever is read without a flaw, another strict reader reads alike.
            let theirs = serde_json::from_str::<Value>(&text);
            if parsed.flaws.is_empty() {
                let theirs = serde_json_canonicalizer::to_string(&theirs.unwrap()).unwrap();
                prop_assert_eq!(json::canonical(&parsed.value), theirs);
            }
        } else {
            prop_assert!(serde_json::from_str::<Value>(&text).is_err(), "{}", text);
        }
    }

    #[test]
    fn base64url_has_one_text(bytes in any::<[u8; 32]>(), at in 0_usize..43, other in any::<char>()) {
        let text = base64url::encode(&bytes);
        prop_assert_eq!(text.len(), 43);
        prop_assert_eq!(base64url::decode::<32>(&text), Ok(bytes));
        prop_assert!(base64url::decode::<31>(&text).is_err() && base64url::decode::<33>(&text).is_err());
        let changed: String = text.chars().enumerate().map(|(place, c)| if place == at { other } else { c }).collect();
        if let Ok(read) = base64url::decode::<32>(&changed) {
            prop_assert_eq!(base64url::encode(&read), changed);
        }
        let padded = text + "=";
        prop_assert!(base64url::decode::<32>(&padded).is_err());
    }
}

/// The same character inside a string, escaped where JSON lets it be.
fn escape(c: char) -> String {
    if c.is_ascii() {
        return c.to_string();
    }
    let mut units = [0; 2];
    let escapes: Vec<_> = c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04X}")).collect();
    escapes.concat()
}

#[test]
fn keys_stand_by_utf_16_units() {
    let text = "{\"\u{fb33}\":1,\"\u{1f600}\":2,\"\u{80}\":3,\"a\":4,\"\":5}";
    assert_eq!(canonical(text), "{\"\":5,\"a\":4,\"\u{80}\":3,\"\u{1f600}\":2,\"\u{fb33}\":1}");
    let Ours::Object(members) = json::parse_flawless(text.as_bytes()).unwrap() else { unreachable!() };
    assert_eq!(members[0].0, "\u{fb33}", "received members keep their order");
}
