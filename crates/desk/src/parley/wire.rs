//! Messages in `AgentPub`'s form: a thread is a session; the metadata carries type, round
//! and expiry; the body carries the terms, as JSON text.

use anp::json::{self, Value};
use parley::envelope::{Envelope, Fault};
use parley::terms::Terms;

use super::channel::Letter;

/// What the body may say beside the terms.
const IN_THE_BODY: [&str; 6] = ["terms", "terms_hash", "transcript", "cause", "final_offer", "note"];

/// A message as it is posted.
pub(crate) fn outgoing(to: &str, message: &str) -> Option<String> {
    let value = json::parse_flawless(message.as_bytes()).ok()?;
    let member = |name: &str| value.get(name).cloned();
    let mut metadata = vec![("type".to_owned(), member("type")?), ("round".to_owned(), member("round")?)];
    metadata.extend(member("expires_at").map(|at| ("expires_at".to_owned(), at)));
    let body = IN_THE_BODY.iter().filter_map(|name| Some(((*name).to_owned(), member(name)?)));
    let body = json::canonical(&Value::Object(body.collect()));
    Some(json::canonical(&Value::object([
        ("body", Value::from(body)),
        ("metadata", Value::Object(metadata)),
        ("thread_id", member("session_id")?),
        ("to", Value::from(to)),
    ])))
}

/// Reads a message of the inbox. None where it has no id, sender or thread: such a thing
/// is no message.
pub(crate) fn incoming(value: &Value) -> Option<Letter> {
    let text = |name: &str| value.get(name).and_then(Value::as_text).map(str::to_owned);
    Some(Letter {
        id: text("id")?,
        from: text("from")?,
        thread: text("thread_id")?,
        text: json::canonical(value),
        says: envelope(value),
    })
}

fn envelope(value: &Value) -> Result<Envelope, Fault> {
    let metadata = value.get("metadata").filter(|metadata| metadata.as_object().is_some());
    let metadata = metadata.ok_or(Fault::Malformed("metadata"))?;
    let mut members = vec![("session_id".to_owned(), value.get("thread_id").cloned().unwrap_or(Value::Null))];
    for name in ["type", "round", "expires_at"] {
        members.extend(metadata.get(name).map(|member| (name.to_owned(), member.clone())));
    }
    let kind = metadata.get("type").and_then(Value::as_text).unwrap_or_default();
    members.extend(body(value.get("body").and_then(Value::as_text).unwrap_or_default(), kind)?);
    Envelope::of_value(&Value::Object(members))
}

/// The body's part of the envelope. The guide shows the terms inside `terms`; a body that
/// is the terms themselves is read too, for an offer. What is no JSON object carries no
/// terms and is kept as a note.
fn body(text: &str, kind: &str) -> Result<Vec<(String, Value)>, Fault> {
    let note = |text: &str| -> Vec<(String, Value)> {
        let text: String = text.chars().take(parley::envelope::MAX_NOTE).collect();
        if text.is_empty() { Vec::new() } else { vec![("note".to_owned(), Value::from(text))] }
    };
    let value = match json::parse_flawless(text.as_bytes()) {
        Ok(value @ Value::Object(_)) => value,
        _ if kind == "offer" => return Err(Fault::Malformed("terms")),
        _ => return Ok(note(text)),
    };
    let members = value.as_object().unwrap_or_default();
    if kind == "offer" && value.get("terms").is_none() {
        return Ok(vec![("terms".to_owned(), value)]);
    }
    let mut out = members.to_vec();
    if kind == "accept" {
        // One who repeats the terms while accepting accepts those and no others.
        if let Some(place) = out.iter().position(|(name, _)| name == "terms") {
            let (_, terms) = out.swap_remove(place);
            let hash = Terms::of(&terms).map_err(|_| Fault::Malformed("terms"))?.hash();
            if out.iter().all(|(name, _)| name != "terms_hash") {
                out.push(("terms_hash".to_owned(), Value::from(hash.to_string())));
            }
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn came(metadata: &str, body: &str) -> Result<Envelope, Fault> {
        let body = json::quote(body);
        let text = format!(
            r#"{{"id":"m1","from":"scheduler@theirs","thread_id":"neg_01J8K3ZQ","metadata":{metadata},"body":{body}}}"#
        );
        incoming(&json::parse_flawless(text.as_bytes()).unwrap()).unwrap().says
    }

    #[test]
    fn what_goes_out_comes_in_the_same() {
        for message in [
            r#"{"expires_at":"2025-06-01T15:30:00Z","note":"n","round":2,"session_id":"s","terms":{"p":1},"type":"offer"}"#,
            r#"{"round":2,"session_id":"s","type":"accept"}"#,
            r#"{"cause":"deadline_passed","final_offer":{"p":2},"round":2,"session_id":"s","type":"reject"}"#,
            r#"{"cause":"withdrawn","round":0,"session_id":"s","type":"withdraw"}"#,
            r#"{"cause":"expired_at 2025-06-01T15:30:00Z","round":2,"session_id":"s","type":"nack"}"#,
        ] {
            let out = outgoing("them", message).unwrap();
            let mut value = json::parse_flawless(out.as_bytes()).unwrap();
            if let Value::Object(members) = &mut value {
                members.extend([("id".to_owned(), "m".into()), ("from".to_owned(), "us".into())]);
            }
            let letter = incoming(&value).unwrap();
            assert_eq!(letter.says.unwrap(), Envelope::read(message.as_bytes()).unwrap(), "{message}");
        }
    }

    #[test]
    fn the_guides_own_example_and_its_plainer_form_are_the_same_offer() {
        let metadata = r#"{"type":"offer","round":2,"expires_at":"2025-06-01T15:30:00Z"}"#;
        let wrapped = came(metadata, r#"{"terms":{"price_cents":4200}}"#).unwrap();
        let plain = came(metadata, r#"{"price_cents":4200}"#).unwrap();
        assert_eq!(wrapped.substance(), plain.substance());
        assert_eq!(came(metadata, "4200, final"), Err(Fault::Malformed("terms")));
        assert_eq!(came(r#"{"type":"offer","round":2}"#, r#"{"terms":{"p":1}}"#), Err(Fault::NoExpiry));
        assert_eq!(came(r#""offer""#, "{}"), Err(Fault::Malformed("metadata")));
    }

    #[test]
    fn prose_in_an_accept_is_a_note_and_repeated_terms_bind_it() {
        let accept = r#"{"type":"accept","round":2}"#;
        let plain = came(accept, "").unwrap();
        let prose = came(accept, "We accept, provided you pay 9000.").unwrap();
        assert_eq!(plain.substance(), prose.substance());
        assert_eq!(prose.note(), Some("We accept, provided you pay 9000."));
        let bound = came(accept, r#"{"terms":{"price_cents":4200}}"#).unwrap();
        assert_ne!(plain.substance(), bound.substance());
    }
}
