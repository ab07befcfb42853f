//! Types and schemas accept and refuse the same documents.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ledger;
mod shapes;

use anp::event::{Actor, Kind};
use anp::json::{self, FlawKind};
use anp::payload::Payload;
use anp::verify::{Outcome, Trust, judge};
use jsonschema::Validator;
use ledger::{Draft, envelope_value, message, offer_value, rehash};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use shapes::schema;

fn payload_schema(kind: Kind) -> Validator {
    schema(match kind {
        Kind::SessionOpen => "event#/$defs/session_open",
        Kind::Envelope => "envelope",
        Kind::Offer | Kind::CounterOffer => "offer",
        Kind::Message => "event#/$defs/message",
        Kind::Decline | Kind::SessionClose => "event#/$defs/reason",
    })
}

/// Where types may refuse what a schema accepts, since a schema never sees the text.
fn only_the_text_is_at_fault(text: &str) -> bool {
    let Ok(parsed) = json::parse(text.as_bytes()) else { return false };
    !parsed.flaws.is_empty()
        && parsed.flaws.iter().all(|flaw| match flaw.kind {
            // The schema's reader has kept one of the two.
            FlawKind::DuplicateKey
            // The schema's reader has taken the nearest double.
            | FlawKind::InexactInteger
            // The schema's reader has taken 1e-400 for zero; what is too large it refuses.
            | FlawKind::OutOfRange => true,
            // These its reader refuses, or no payload can have them.
            FlawKind::LoneSurrogate | FlawKind::TooDeep => false,
        })
}

fn types_accept(kind: Kind, text: &str) -> bool {
    json::parse_flawless(text.as_bytes()).is_ok_and(|value| Payload::read(kind, &value).is_ok())
}

fn schema_accepts(schema: &Validator, text: &str) -> bool {
    serde_json::from_str(text).is_ok_and(|value| schema.is_valid(&value))
}

fn model(kind: Kind) -> Value {
    match kind {
        Kind::SessionOpen => json!({
            "protocol": "ANP/0.1",
            "agent": {"id": "a", "name": "b", "fingerprint": "0".repeat(64)},
            "envelope": model(Kind::Envelope),
        }),
        Kind::Envelope => {
            let mut envelope = envelope_value("Northwind");
            envelope["will_not_disclose"] = json!(["floor"]);
            envelope["human_contact"] = json!("olivia@northwind.example");
            envelope
        }
        Kind::Offer | Kind::CounterOffer => {
            let mut offer = offer_value(1200.5);
            offer["notes"] = json!("n");
            offer["line_items"][0]["term_months"] = json!(12);
            offer
        }
        Kind::Message => json!({"subject": "s", "body": "b"}),
        Kind::Decline | Kind::SessionClose => json!({"reason": "r"}),
    }
}

/// Lengths at and around every bound of the protocol page.
const LENGTHS: [usize; 26] = [
    0, 1, 2, 3, 20, 21, 40, 41, 63, 64, 65, 80, 81, 120, 121, 128, 129, 160, 161, 200, 201, 300, 301, 320,
    500, 501,
];
const LONG: [usize; 5] = [321, 4000, 4001, 20_000, 20_001];

/// Number texts at and around every bound, and spellings.
const NUMBERS: [&str; 34] = [
    "0",
    "-0",
    "-0.0",
    "1",
    "1.0",
    "36.0",
    "36.5",
    "3.6e1",
    "120",
    "120.0",
    "121",
    "120.00000000000001",
    "0.9999999999999999",
    "-1",
    "5e-324",
    "-5e-324",
    "1e-7",
    "10000000",
    "10000000.000000002",
    "10000001",
    "1e7",
    "1000000000",
    "1000000000.0000001",
    "1000000001",
    "1e9",
    "1e21",
    "1.7976931348623157e308",
    "1e400",
    "-1e400",
    "1e-400",
    "9007199254740992",
    "9007199254740993",
    "18446744073709551616",
    "123456789012345678901234567890",
];

const TEXTS: [&str; 18] = [
    "",
    "x",
    "USD",
    "usd",
    "US",
    "USDX",
    "ÜSD",
    "USD\n",
    "none",
    "propose_only",
    "ANP/0.1",
    "ANP/0.2",
    "2026-07-20T00:00:00Z",
    "2026-07-20",
    "2026-02-30T00:00:00Z",
    "2026-07-20T00:00:00.123456789+14:00",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "\u{1f600}",
];

/// A change to one place of a document.
#[derive(Debug, Clone)]
enum Change {
    Replace(Value),
    Number(&'static str),
    Text(&'static str),
    Length(usize, char),
    Remove,
    Add(&'static str, Value),
}

fn changes() -> Vec<Change> {
    let others = [json!(null), json!(true), json!(false), json!([]), json!({}), json!([[]]), json!("36")];
    let keys = ["further", "Currency", "", "currency ", "term_months", "reason", "subject"];
    let mut all = vec![Change::Remove];
    all.extend(others.iter().cloned().map(Change::Replace));
    all.extend(NUMBERS.map(Change::Number));
    all.extend(TEXTS.map(Change::Text));
    for length in LENGTHS.into_iter().chain(LONG) {
        all.extend(['x', '\u{1f600}'].map(|c| Change::Length(length, c)));
    }
    for key in keys {
        all.extend(others.iter().map(|value| Change::Add(key, value.clone())));
    }
    all
}

fn places(value: &Value, at: &str, out: &mut Vec<String>) {
    out.push(at.to_owned());
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                places(member, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), out);
            }
        }
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate().take(3) {
                places(item, &format!("{at}/{place}"), out);
            }
        }
        _ => {}
    }
}

/// A number's text, to be put in place of this text's quotes and mark.
const MARK: &str = "number:";

fn all_places(document: &Value) -> Vec<String> {
    let mut all = Vec::new();
    places(document, "", &mut all);
    all
}

fn apply(document: &mut Value, path: &str, change: &Change) {
    if let Change::Remove = change {
        let Some((parent, key)) = path.rsplit_once('/') else { return };
        match document.pointer_mut(parent).unwrap() {
            Value::Object(members) => drop(members.remove(key)),
            Value::Array(items) => drop(items.remove(key.parse().unwrap())),
            _ => unreachable!(),
        }
        return;
    }
    let place = document.pointer_mut(path).unwrap();
    match change {
        Change::Replace(value) => *place = value.clone(),
        Change::Number(text) => *place = json!(format!("{MARK}{text}")),
        Change::Text(text) => *place = json!(text),
        Change::Length(length, c) => match place {
            Value::Array(items) => {
                let item = items.first().cloned().unwrap_or_else(|| json!("x"));
                *items = vec![item; (*length).min(201)];
            }
            other => *other = json!(c.to_string().repeat(*length)),
        },
        Change::Add(key, value) => {
            if let Some(members) = place.as_object_mut() {
                members.insert((*key).to_owned(), value.clone());
            }
        }
        Change::Remove => {}
    }
}

/// JSON text with number texts as they are to stand, and some keys doubled.
fn text_of(document: &Value, doubled: bool) -> String {
    let mut text = document.to_string();
    while let Some(at) = text.find(&format!("\"{MARK}")) {
        let rest = text.split_off(at);
        let token = rest.trim_start_matches('"').trim_start_matches(MARK);
        let (number, after) = token.split_once('"').unwrap();
        text.push_str(number);
        text.push_str(after);
    }
    if doubled && text.starts_with(r#"{""#) {
        // The last stands for peers and for the schema's reader: it is the same again.
        let first = text.trim_start_matches('{').split_once(':').unwrap().0.to_owned();
        text = text.replacen('{', &format!("{{{first}:null,"), 1);
    }
    text
}

/// A log in which a host, who signs nothing, lets the buyer say this.
fn said_in_a_log(kind: Kind, payload: &str) -> (Outcome, String) {
    let marker = "the payload's place";
    let mut log = Draft::begun().with(Actor::Buyer, message(marker), None).value();
    log["events"][2]["kind"] = json!(kind.as_str());
    log["events"][2]["payload"] = serde_json::from_str(payload).unwrap();
    rehash(&mut log);
    let verdict = judge(log.to_string().as_bytes(), &Trust::default()).verdict;
    (verdict.outcome, log["events"][2].to_string())
}

/// Whether both accept; that they agree is asserted.
#[track_caller]
fn both_accept(kind: Kind, schema: &Validator, text: &str) -> bool {
    let (types, by_schema) = (types_accept(kind, text), schema_accepts(schema, text));
    assert!(
        types == by_schema || (by_schema && only_the_text_is_at_fault(text)),
        "{kind}: types {types}, schema {by_schema}: {text}"
    );
    types
}

#[test]
fn every_change_at_every_place() {
    let (mut accepted, mut refused) = (0, 0);
    for kind in Kind::ALL {
        let schema = payload_schema(kind);
        let model = model(kind);
        assert!(both_accept(kind, &schema, &model.to_string()));
        for path in all_places(&model) {
            for change in changes() {
                let mut document = model.clone();
                apply(&mut document, &path, &change);
                let yes = both_accept(kind, &schema, &text_of(&document, false));
                *(if yes { &mut accepted } else { &mut refused }) += 1;
            }
        }
    }
    assert!(accepted > 1000 && refused > 5000, "{accepted} accepted, {refused} refused");
}

#[test]
fn several_changes_and_a_log_around_them() {
    let events = schema("event");
    for kind in Kind::ALL {
        let schema = payload_schema(kind);
        let one = (any::<prop::sample::Index>(), prop::sample::select(changes()));
        let some = (prop::collection::vec(one, 0..4), prop::bool::weighted(0.05));
        let mut runner =
            TestRunner::new(Config { cases: 300, failure_persistence: None, ..Config::default() });
        let run = runner.run(&some, |(some, doubled)| {
            let mut document = model(kind);
            for (at, change) in &some {
                let path = at.get(&all_places(&document)).clone();
                apply(&mut document, &path, change);
            }
            let text = text_of(&document, doubled);
            let types = both_accept(kind, &schema, &text);
            // A verdict and the event's schema see the payload as both do.
            let readable = serde_json::from_str::<Value>(&text).is_ok() && !only_the_text_is_at_fault(&text);
            if kind != Kind::SessionOpen && readable {
                let (outcome, event) = said_in_a_log(kind, &text);
                prop_assert_eq!(outcome == Outcome::Green, types, "{}", &event);
                prop_assert_eq!(schema_accepts(&events, &event), types, "{}", &event);
            }
            Ok(())
        });
        run.unwrap_or_else(|fault| panic!("{fault}"));
    }
}

#[test]
fn each_bound_by_itself() {
    let offers = payload_schema(Kind::Offer);
    let both = |text: &str| {
        let types = types_accept(Kind::Offer, text);
        assert_eq!(types, schema_accepts(&offers, text), "{text}");
        types
    };
    let with = |pointer: &str, token: &str| {
        let mut offer = model(Kind::Offer);
        *offer.pointer_mut(pointer).unwrap() = json!(format!("{MARK}{token}"));
        text_of(&offer, false)
    };
    for (pointer, in_bounds, out_of_bounds) in [
        ("/term_months", vec!["1", "120", "36.0", "3.6e1"], vec!["0", "121", "36.5", "-1", "1e400"]),
        ("/line_items/0/term_months", vec!["1", "120"], vec!["0", "121"]),
        (
            "/line_items/0/quantity",
            vec!["5e-324", "1e7", "0.5"],
            vec!["0", "-0.0", "10000000.000000002", "-1"],
        ),
        (
            "/line_items/0/unit_price",
            vec!["0", "-0.0", "1e9", "5e-324"],
            vec!["1000000000.0000002", "-5e-324", "1e400"],
        ),
        ("/total_annual", vec!["0", "1.7976931348623157e308"], vec!["-5e-324", "1e400"]),
    ] {
        for token in in_bounds {
            assert!(both(&with(pointer, token)), "{pointer} {token}");
        }
        for token in out_of_bounds {
            assert!(!both(&with(pointer, token)), "{pointer} {token}");
        }
    }
}
