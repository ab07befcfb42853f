//! The matcher says yes only where the readers that build values agree, and does not
//! look closer than it must.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod ledger;

use std::fmt::Write as _;

use anp::event::Kind;
use anp::json;
use anp::payload::{Payload, canonical_text, is_canonical};
use proptest::prelude::*;
use serde_json::{Value, json};

/// What the readers say: canonical text that keeps the schema.
fn is_sound(kind: Kind, text: &str) -> bool {
    json::parse_flawless(text.as_bytes())
        .is_ok_and(|value| json::canonical(&value) == text && Payload::read(kind, &value).is_ok())
}

/// What the readers make of a payload that keeps the schema.
fn rewritten(kind: Kind, text: &str) -> Option<String> {
    let value = json::parse_flawless(text.as_bytes()).ok()?;
    Payload::read(kind, &value).is_ok().then(|| json::canonical(&value))
}

fn canonical(value: &Value) -> String {
    json::canonical(&json::parse(value.to_string().as_bytes()).unwrap().value)
}

fn fullest() -> Vec<(Kind, Value)> {
    let envelope = json!({
        "party": "Contoso \u{1f600}", "agent": {"name": "a\"b\\c\n\u{1}\u{7f}", "declared_ai": true},
        "may_discuss": ["pricing", "term"], "may_disclose": [], "will_not_disclose": ["é"],
        "offer_authority": "bind_with_human_approval", "human_contact": "olivia@northwind.example",
    });
    let offer = json!({
        "currency": "USD", "term_months": 36, "expires_at": "2026-07-20T00:00:00Z", "total_annual": 1.5e300,
        "conditions": ["Net 30 days", "東京"], "notes": "",
        "line_items": [
            {"sku": "", "description": "CRM Enterprise seats", "quantity": 500, "unit": "seat/year",
             "unit_price": 1140.125, "currency": "USD", "term_months": 12},
            {"description": "x", "quantity": 1e-7, "unit": "u", "unit_price": 0, "currency": "EUR"},
        ],
    });
    let open = json!({
        "protocol": "ANP/0.1", "envelope": envelope,
        "agent": {"id": "5e0e1f0a", "name": "Seller", "fingerprint": "ab".repeat(32)},
    });
    vec![
        (Kind::SessionOpen, open),
        (Kind::Envelope, envelope),
        (Kind::Offer, offer.clone()),
        (Kind::CounterOffer, offer),
        (Kind::Message, json!({"body": "b", "subject": "s"})),
        (Kind::Decline, json!({"reason": "too dear"})),
        (Kind::SessionClose, json!({})),
    ]
}

#[test]
fn sound_payloads_need_no_closer_look() {
    for (kind, value) in fullest() {
        let text = canonical(&value);
        assert!(is_sound(kind, &text) && is_canonical(kind, &text), "{kind}: {text}");
        assert!(!is_canonical(kind, &format!("{text} ")) && !is_canonical(kind, &format!(" {text}")));
    }
}

/// Every value of every payload replaced by each of these, every key lacking or renamed.
#[test]
fn at_every_leaf_and_key() {
    let others = [
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(-1),
        json!(1),
        json!(0.5),
        json!(120),
        json!(121),
        json!(1e7),
        json!(10_000_000.000_001),
        json!(1e9),
        json!(1_000_000_000.000_001),
        json!(1e21),
        json!(1e-300),
        json!(""),
        json!("x"),
        json!("x".repeat(80)),
        json!("x".repeat(81)),
        json!("é".repeat(120)),
        json!("é".repeat(121)),
        json!("x".repeat(160)),
        json!("x".repeat(161)),
        json!("x".repeat(300)),
        json!("x".repeat(301)),
        json!("x".repeat(320)),
        json!("x".repeat(321)),
        json!("x".repeat(500)),
        json!("x".repeat(501)),
        json!("x".repeat(4001)),
        json!("\u{1f600}".repeat(20_000)),
        json!("x".repeat(20_001)),
        json!([]),
        json!({}),
        json!(["x"]),
        json!("usd"),
        json!("USD"),
        json!("none"),
        json!("2026-02-30T00:00:00Z"),
        json!("2026-07-20t00:00:00+02:00"),
        json!("AB".repeat(32)),
        json!(vec!["x"; 20]),
        json!(vec!["x"; 21]),
        json!(vec![""; 2]),
    ];
    let (mut yes, mut no) = (0, 0);
    for (kind, value) in fullest() {
        let mut texts = Vec::new();
        for pointer in pointers(&value, String::new()) {
            for other in &others {
                let mut changed = value.clone();
                *changed.pointer_mut(&pointer).unwrap() = other.clone();
                texts.push(canonical(&changed));
            }
            let (parent, key) = pointer.rsplit_once('/').unwrap_or_default();
            let mut changed = value.clone();
            match changed.pointer_mut(parent).unwrap() {
                Value::Object(members) => {
                    let removed = members.remove(key);
                    texts.push(canonical(&changed));
                    if let Some(removed) = removed {
                        changed.pointer_mut(parent).unwrap()[format!("{key}s")] = removed;
                        texts.push(canonical(&changed));
                    }
                }
                Value::Array(items) => {
                    items.extend(vec![items[0].clone(); 200]);
                    texts.push(canonical(&changed));
                }
                _ => {}
            }
        }
        for text in texts {
            let sound = is_sound(kind, &text);
            assert_eq!(is_canonical(kind, &text), sound, "{kind}: {text:.400}");
            let other = respelt(&text);
            assert_eq!(canonical_text(kind, &other), rewritten(kind, &other), "{kind}: {other:.400}");
            assert_eq!(canonical_text(kind, &other).is_some(), sound);
            *(if sound { &mut yes } else { &mut no }) += 1;
        }
    }
    assert!(yes > 200 && no > 1000, "{yes} {no}");
}

/// The same in another spelling: members in another order, white space, escapes that need
/// not be, numbers with more digits.
fn respelt(text: &str) -> String {
    fn write(value: &json::Value, out: &mut String) {
        match value {
            json::Value::Object(members) => {
                out.push_str("{ ");
                for (place, (name, value)) in members.iter().rev().enumerate() {
                    out.push_str(if place == 0 { "" } else { " ,\n" });
                    write!(out, "\"{name}\"\t:\r\n").unwrap();
                    write(value, out);
                }
                out.push_str(" }");
            }
            json::Value::Array(items) => {
                out.push_str("[ ");
                for (place, value) in items.iter().enumerate() {
                    out.push_str(if place == 0 { "" } else { ", " });
                    write(value, out);
                }
                out.push(']');
            }
            json::Value::Number(number) => write!(out, "{number:e}").unwrap(),
            // Words, times and currencies are spelt in one way; longer texts in many.
            json::Value::Text(text)
                if text.len() > 3 && text.contains([' ', '\u{1f600}', '東', 'x', 'é']) =>
            {
                out.push('"');
                for unit in text.encode_utf16() {
                    write!(out, "\\u{unit:04X}").unwrap();
                }
                out.push('"');
            }
            other => out.push_str(&json::canonical(other)),
        }
    }
    let mut out = String::new();
    write(&json::parse(text.as_bytes()).unwrap().value, &mut out);
    out
}

fn pointers(value: &Value, at: String) -> Vec<String> {
    let below: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(at, value)| (at.to_string(), value)).collect(),
        _ => Vec::new(),
    };
    let mut all = Vec::new();
    for (step, value) in below {
        all.extend(pointers(value, format!("{at}/{step}")));
    }
    all.push(at);
    all
}

/// Pieces of text that JSON readers stumble over.
const PIECES: [&str; 30] = [
    "\"",
    "\\",
    "\\/",
    "\\u0041",
    "\\u001f",
    "\\u001F",
    "\\n",
    "\\u000a",
    "\\u0008",
    "\\ud800",
    "\n",
    " ",
    ",",
    ":",
    "{",
    "}",
    "[",
    "]",
    "0",
    "1.0",
    "-0",
    "1e3",
    "1e+21",
    "9007199254740993",
    "0.30000000000000004",
    "null",
    "é",
    "\u{1f600}",
    "\u{0}",
    "\"notes\":\"\",",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]
    #[test]
    fn yes_is_never_wrong(which in 0_usize..7, changes in proptest::collection::vec((any::<prop::sample::Index>(), 0_usize..8, 0_usize..30), 1..3)) {
        let (kind, value) = fullest()[which].clone();
        let mut text: Vec<char> = canonical(&value).chars().collect();
        for (at, removed, piece) in changes {
            let at = at.index(text.len() + 1);
            text.splice(at..(at + removed).min(text.len()), PIECES[piece].chars());
        }
        let text: String = text.into_iter().collect();
        if is_canonical(kind, &text) {
            prop_assert!(is_sound(kind, &text), "{kind}: {text}");
        }
        if let Some(written) = canonical_text(kind, &text) {
            prop_assert_eq!(Some(written), rewritten(kind, &text), "{}: {}", kind, text);
        }
    }

    #[test]
    fn numbers(number in any::<f64>(), digits in 0_u64..10_000_000_000_000_000, point in 0_usize..22) {
        let mut decimal = format!("{digits:0>22}");
        decimal.insert(22 - point, '.');
        for text in [number.to_string(), decimal.trim_start_matches('0').to_owned(), format!("0{decimal}"), digits.to_string(), serde_json::to_string(&number).unwrap(), decimal.trim_matches('0').replacen('.', "0.", 1)] {
            let text = format!(r#"{{"currency":"USD","expires_at":"2026-07-20T00:00:00Z","line_items":[{{"currency":"USD","description":"x","quantity":1,"unit":"u","unit_price":1}}],"term_months":1,"total_annual":{text}}}"#);
            prop_assert_eq!(is_canonical(Kind::Offer, &text), is_sound(Kind::Offer, &text), "{}", text);
            prop_assert_eq!(canonical_text(Kind::Offer, &text), rewritten(Kind::Offer, &text), "{}", text);
        }
    }
}
