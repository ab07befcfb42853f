//! JSON that two readers could read differently, and what is no JSON. Each body is
//! signed as the lenient readers would understand it, so that nothing but the text
//! itself can be the reason of a refusal.

use std::sync::Arc;

use anp::PROTOCOL;
use anp::digest::PayloadHash;

use super::super::check::{Check, Finding, Found, Trial};
use super::super::payloads::{message, offer};
use super::super::seat::{Agent, Seat, event_body};
use super::{ours, protocol, story};

const SECTION: &str = "Canonical JSON";

/// Deep enough to end any stack that is used for it.
const DEEP: usize = 100_000;

pub const CHECKS: &[Check] = &[
    protocol("json.not_json", SECTION, "what is no JSON is refused", story!(not_json)),
    protocol("json.not_an_object", SECTION, "a body that is no object is refused", story!(not_an_object)),
    protocol("json.utf8", SECTION, "bytes that are no UTF-8 are refused", story!(utf8)),
    protocol("json.lone_surrogate", SECTION, "half a surrogate pair is refused", story!(lone_surrogate)),
    protocol("json.out_of_range", SECTION, "numbers beyond the doubles are refused", story!(out_of_range)),
    protocol("json.nesting", SECTION, "nesting without end is refused in order", story!(nesting)),
    ours("json.duplicate_keys", SECTION, "the same key twice is refused", story!(duplicate_keys)),
    ours(
        "json.inexact_integer",
        SECTION,
        "an integer that no double holds is refused",
        story!(inexact_integer),
    ),
];

/// The signature over this canonical text.
fn over(agent: &Agent, kind: &str, canonical: &str) -> String {
    let hash = PayloadHash::of_canonical(canonical);
    agent.key.sign(format!("{PROTOCOL}\n{kind}\n{hash}").as_bytes()).to_string()
}

/// Sends bodies that are all to be refused.
async fn all_refused(seat: &Seat, bodies: &[(&str, Vec<u8>)]) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = &seat.session().await?.id;
    for (what, body) in bodies {
        trial.invalid(*what, &seat.append(session, body).await?)?;
    }
    trial.done()
}

async fn not_json(seat: Arc<Seat>) -> Found {
    let event = seat.agent().await?.event("message", &message("hello"));
    let open = event.trim_end_matches('}');
    let with = |more: &str| format!("{open}{more}").into_bytes();
    let bodies = [
        ("nothing", Vec::new()),
        ("words", b"no JSON".to_vec()),
        ("a comma at the end", with(",}")),
        ("NaN", with(r#","x":NaN}"#)),
        ("Infinity", with(r#","x":Infinity}"#)),
        ("+1", with(r#","x":+1}"#)),
        ("01", with(r#","x":01}"#)),
        (".5", with(r#","x":.5}"#)),
        ("1.", with(r#","x":1.}"#)),
        ("0x10", with(r#","x":0x10}"#)),
        ("single quotes", with(",'x':1}")),
        ("a comment", with("/* x */}")),
        ("something behind it", format!("{event} x").into_bytes()),
        ("two objects", format!("{event}{event}").into_bytes()),
        ("no end", open.as_bytes().to_vec()),
    ];
    all_refused(&seat, &bodies).await
}

async fn not_an_object(seat: Arc<Seat>) -> Found {
    let bodies = ["[]", "null", "7", "true", "\"text\"", "{}"];
    all_refused(&seat, &bodies.map(|body| (body, body.as_bytes().to_vec()))).await
}

async fn utf8(seat: Arc<Seat>) -> Found {
    let agent = seat.agent().await?;
    // Signed as a reader understands it that puts U+FFFD for what it cannot read.
    let signature = agent.author("message", &message("a\u{fffd}b"));
    let body = |bytes: &[u8]| {
        let event = event_body("message", &message("a#b"), &signature).into_bytes();
        let place = event.iter().position(|byte| *byte == b'#').unwrap_or_default();
        let (before, after) = event.split_at(place);
        [before, bytes, after.get(1..).unwrap_or_default()].concat()
    };
    let bodies = [
        ("a byte ff", body(&[0xff])),
        ("half a character", body(&[0xc3])),
        ("a surrogate's bytes", body(&[0xed, 0xa0, 0x80])),
    ];
    all_refused(&seat, &bodies).await
}

async fn lone_surrogate(seat: Arc<Seat>) -> Found {
    let agent = seat.agent().await?;
    let payload = r#"{"body":"a\ud800b"}"#;
    let replaced = over(agent, "message", &message("a\u{fffd}b"));
    let escaped = over(agent, "message", payload);
    let bodies = [
        ("\\ud800, signed as U+FFFD", event_body("message", payload, &replaced).into_bytes()),
        ("\\ud800, signed as it stands", event_body("message", payload, &escaped).into_bytes()),
    ];
    all_refused(&seat, &bodies).await
}

/// An offer whose total is spelt in one way and signed in another.
fn total(agent: &Agent, spelt: &str, signed: &str) -> Result<Vec<u8>, Finding> {
    let with = |total: &str| offer().with("total_annual", total).text();
    let signature = if signed == "null" {
        let canonical = canonical(&with("0"))?.replace(r#""total_annual":0"#, r#""total_annual":null"#);
        over(agent, "offer", &canonical)
    } else {
        agent.author("offer", &with(signed))
    };
    Ok(event_body("offer", &with(spelt), &signature).into_bytes())
}

fn canonical(text: &str) -> Result<String, Finding> {
    let parsed = anp::json::parse(text.as_bytes()).map_err(|fault| Finding::NotRun(fault.to_string()))?;
    Ok(anp::json::canonical(&parsed.value))
}

async fn out_of_range(seat: Arc<Seat>) -> Found {
    let agent = seat.agent().await?;
    let bodies = [
        ("a total of 1e999, signed as null", total(agent, "1e999", "null")?),
        ("a total of 1e999, signed as 0", total(agent, "1e999", "0")?),
        ("a total of 1e999, signed as the largest double", total(agent, "1e999", "1.7976931348623157e308")?),
    ];
    all_refused(&seat, &bodies).await
}

async fn nesting(seat: Arc<Seat>) -> Found {
    let agent = seat.agent().await?;
    let lists = format!("{}{}", "[".repeat(DEEP), "]".repeat(DEEP));
    let objects = format!("{}7{}", r#"{"a":"#.repeat(DEEP), "}".repeat(DEEP));
    let signature = agent.author("message", &message("hello"));
    let within = |nested: &str| event_body("message", &format!(r#"{{"body":{nested}}}"#), &signature);
    let bodies = [
        ("100,000 lists as a message's body", within(&lists).into_bytes()),
        ("100,000 objects as a message's body", within(&objects).into_bytes()),
        ("100,000 lists as the body", lists.into_bytes()),
        ("100,000 lists that never end", "[".repeat(DEEP).into_bytes()),
    ];
    all_refused(&seat, &bodies).await
}

async fn duplicate_keys(seat: Arc<Seat>) -> Found {
    let agent = seat.agent().await?;
    let payload = r#"{"body":"first","body":"last"}"#;
    let signed = |as_read: &str| {
        event_body("message", payload, &agent.author("message", &message(as_read))).into_bytes()
    };
    let event = agent.event("message", &message("hello"));
    let twice = event.replacen('{', r#"{"kind":"offer","#, 1).into_bytes();
    let bodies = [
        ("a message's body twice, signed as the last", signed("last")),
        ("a message's body twice, signed as the first", signed("first")),
        ("the kind twice", twice),
    ];
    all_refused(&seat, &bodies).await
}

async fn inexact_integer(seat: Arc<Seat>) -> Found {
    let agent = seat.agent().await?;
    let body = total(agent, "9007199254740993", "9007199254740992")?;
    all_refused(&seat, &[("a total of 9007199254740993, signed as the nearest double", body)]).await
}
