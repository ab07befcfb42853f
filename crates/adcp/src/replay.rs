//! A replay is a picture of what was answered then: to the letter, or it is none.

use anp::json::{Value, canonical};

use crate::fault::{Fault, Rule};
use crate::pointer::At;

/// Members of the envelope that may be others each time.
const PASSING: [&str; 6] = ["replayed", "timestamp", "context_id", "message", "task_id", "adcp_version"];

/// Holds a second answer to the same bytes under the same key against the first.
pub fn same(first: &Value, again: &Value) -> Vec<Fault> {
    let kept = |value: &Value| -> Vec<(String, Value)> {
        let members = value.as_object().unwrap_or_default();
        members.iter().filter(|(name, _)| !PASSING.contains(&name.as_str())).cloned().collect()
    };
    let (first, again) = (kept(first), kept(again));
    let differs = |(name, value): &&(String, Value)| {
        let other = first.iter().find(|(known, _)| known == name);
        other.is_none_or(|(_, other)| canonical(other) != canonical(value))
    };
    let gone = first.iter().filter(|(name, _)| again.iter().all(|(other, _)| other != name));
    let changed = again.iter().filter(differs).chain(gone);
    changed
        .map(|(name, _)| {
            let detail = "not what was answered to these bytes before: a replay changes nothing";
            Fault::new(Rule::Replay, &At::root().key(name), detail)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn only_the_envelope_may_change() {
        let read = |text: &str| anp::json::parse_flawless(text.as_bytes()).unwrap();
        let first = read(r#"{"results":[{"x":1}],"timestamp":"1"}"#);
        assert_eq!(same(&first, &read(r#"{"replayed":true,"results":[{"x":1.0}],"timestamp":"2"}"#)), []);
        let faults = same(&first, &read(r#"{"replayed":true,"results":[{"x":2}]}"#));
        assert_eq!(faults.first().unwrap().path, "/results");
        assert_eq!(same(&first, &read(r#"{"replayed":true}"#)).len(), 1);
    }
}
