//! Do both sides hold the same record? Two logs compared event by event, by what their
//! hashes cover, and the first difference as a person reads it.

use crate::digest::PayloadHash;
use crate::json::{self, SyntaxFault, Value};

/// What came of comparing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// The same session and the same events, signatures included.
    None {
        /// How many events.
        events: u64,
    },
    /// Other sessions.
    Session {
        /// Id in the first.
        first: String,
        /// Id in the second.
        second: String,
    },
    /// The first event that differs.
    Event {
        /// Its place from 1.
        seq: u64,
        /// Members that differ, with their texts in both.
        members: Vec<Member>,
    },
    /// One goes on where the other ends; up to there they are the same.
    Longer {
        /// How many events both have.
        common: u64,
        /// Whether the first is the longer.
        first: bool,
        /// How many more events it has.
        more: u64,
    },
}

/// A member that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Its path, `payload.line_items[0].unit_price`.
    pub path: String,
    /// Its canonical text in the first; none where it lacks.
    pub first: Option<String>,
    /// In the second.
    pub second: Option<String>,
}

/// Which of the two is no log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotALog {
    /// The first.
    #[error("the first is no session log: {0}")]
    First(Why),
    /// The second.
    #[error("the second is no session log: {0}")]
    Second(Why),
}

/// Why a text is no log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// Not JSON.
    #[error(transparent)]
    Syntax(#[from] SyntaxFault),
    /// JSON, and no object with a list of events.
    #[error("it has no list of events")]
    NoEvents,
    /// It does not say of which session it is.
    #[error("it does not say of which session it is")]
    NoSession,
    /// Something in the list is no event.
    #[error("what stands as event {0} is no event")]
    NoEvent(u64),
    /// It can be read in two ways, so that a comparison would be of one reading only.
    #[error("it can be read in two ways {0}")]
    TwoReadings(String),
}

/// Most members of one event that are listed.
const LISTED: usize = 50;

/// Compares two logs. Neither is verified here.
///
/// # Errors
/// [`NotALog`] naming the side.
pub fn diff(first: &[u8], second: &[u8]) -> Result<Difference, NotALog> {
    let first = read(first).map_err(NotALog::First)?;
    let second = read(second).map_err(NotALog::Second)?;
    let (one, other) = (session(&first), session(&second));
    if one != other {
        return Ok(Difference::Session { first: one, second: other });
    }
    let (ours, theirs) = (events(&first), events(&second));
    for ((seq, a), b) in (1_u64..).zip(ours).zip(theirs) {
        let members = differing(a, b);
        if !members.is_empty() {
            return Ok(Difference::Event { seq, members });
        }
    }
    let common = ours.len().min(theirs.len()) as u64;
    let more = ours.len().abs_diff(theirs.len()) as u64;
    Ok(if more == 0 {
        Difference::None { events: common }
    } else {
        Difference::Longer { common, first: ours.len() > theirs.len(), more }
    })
}

/// What differs outside of the events: keys, words of the host. No hash covers it, so
/// that it makes no other record of the two; who signed what is judged by the keys.
///
/// # Errors
/// [`NotALog`] naming the side.
pub fn beside(first: &[u8], second: &[u8]) -> Result<Vec<Member>, NotALog> {
    let around = |mut log: Value| {
        if let Value::Object(members) = &mut log {
            members.retain(|(name, _)| name != "events");
        }
        log
    };
    let first = around(read(first).map_err(NotALog::First)?);
    let second = around(read(second).map_err(NotALog::Second)?);
    let mut members = Vec::new();
    walk(String::new(), Some(&first), Some(&second), &mut members);
    Ok(members)
}

fn read(bytes: &[u8]) -> Result<Value, Why> {
    let parsed = json::parse(bytes)?;
    if let Some(flaw) = parsed.flaws.first() {
        return Err(Why::TwoReadings(flaw.to_string()));
    }
    let events = parsed.value.get("events").and_then(Value::as_array).ok_or(Why::NoEvents)?;
    if let Some((seq, _)) = (1..).zip(events).find(|(_, event)| event.as_object().is_none()) {
        return Err(Why::NoEvent(seq));
    }
    if session(&parsed.value).is_empty() {
        return Err(Why::NoSession);
    }
    Ok(parsed.value)
}

fn session(log: &Value) -> String {
    let id = log.get("session").and_then(|session| session.get("id")).and_then(Value::as_text);
    id.unwrap_or_default().to_owned()
}

fn events(log: &Value) -> &[Value] {
    log.get("events").and_then(Value::as_array).unwrap_or_default()
}

fn differing(first: &Value, second: &Value) -> Vec<Member> {
    // A signature that is null says what an absent one says, and so does a signer.
    if hash_of(first) == hash_of(second) {
        return Vec::new();
    }
    let mut members = Vec::new();
    walk(String::new(), Some(first), Some(second), &mut members);
    members
}

fn hash_of(event: &Value) -> PayloadHash {
    let plain = match event {
        Value::Object(members) => {
            let says = |(name, value): &&(String, Value)| {
                *value != Value::Null || !matches!(name.as_str(), "signature" | "signer")
            };
            Value::Object(members.iter().filter(says).cloned().collect())
        }
        other => other.clone(),
    };
    PayloadHash::of_canonical(&json::canonical(&plain))
}

fn walk(path: String, first: Option<&Value>, second: Option<&Value>, members: &mut Vec<Member>) {
    if members.len() >= LISTED || first == second {
        return;
    }
    match (first, second) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let mut names: Vec<&str> = a.iter().chain(b).map(|(name, _)| name.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            for name in names {
                let inner = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
                let value = |object: &Value| object.get(name).cloned();
                let (a, b) = (first.and_then(value), second.and_then(value));
                walk(inner, a.as_ref(), b.as_ref(), members);
            }
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => {
            for index in 0..a.len().max(b.len()) {
                walk(format!("{path}[{index}]"), a.get(index), b.get(index), members);
            }
        }
        _ => {
            let text = |value: Option<&Value>| value.map(json::canonical);
            members.push(Member { path, first: text(first), second: text(second) });
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    fn log(price: &str, events: usize) -> Vec<u8> {
        let event = format!(r#"{{"seq":1,"payload":{{"line_items":[{{"unit_price":{price}}}]}}}}"#);
        let events = vec![event; events].join(",");
        format!(r#"{{"session":{{"id":"s"}},"events":[{events}]}}"#).into_bytes()
    }

    #[test]
    fn the_first_difference_is_named_as_people_read_it() {
        let Ok(Difference::Event { seq: 1, members }) = diff(&log("1140", 2), &log("1141", 2)) else {
            panic!("an altered price is a difference at event 1");
        };
        let expected = Member {
            path: "payload.line_items[0].unit_price".to_owned(),
            first: Some("1140".to_owned()),
            second: Some("1141".to_owned()),
        };
        assert_eq!(members, [expected]);
    }

    #[test]
    fn spelling_is_no_difference_and_length_is() {
        assert_eq!(diff(&log("1140", 2), &log("1140.0", 2)), Ok(Difference::None { events: 2 }));
        let longer = Difference::Longer { common: 1, first: false, more: 2 };
        assert_eq!(diff(&log("1140", 1), &log("1140", 3)), Ok(longer));
    }

    #[test]
    fn what_no_hash_covers_is_told_apart() {
        let text = |keys: &str, extra: &str| {
            format!(r#"{{"session":{{"id":"s"}},"keys":{keys},"events":[{{"seq":1{extra}}}]}}"#).into_bytes()
        };
        let (one, other) = (text(r#"{"buyer":1}"#, ""), text(r#"{"buyer":2}"#, r#","signer":null"#));
        assert_eq!(diff(&one, &other), Ok(Difference::None { events: 1 }));
        let paths: Vec<String> =
            beside(&one, &other).unwrap().into_iter().map(|member| member.path).collect();
        assert_eq!(paths, ["keys.buyer"]);
        let more = text(r#"{"buyer":1}"#, r#","extra":null"#);
        assert!(matches!(diff(&one, &more), Ok(Difference::Event { seq: 1, .. })), "it is another text");
    }

    #[test]
    fn two_texts_that_are_no_records_are_not_the_same_record() {
        let nowhere = br#"{"events":[]}"#;
        assert_eq!(diff(nowhere, nowhere), Err(NotALog::First(Why::NoSession)));
        let numbers = br#"{"session":{"id":"s"},"events":[1,2]}"#;
        assert_eq!(diff(numbers, numbers), Err(NotALog::First(Why::NoEvent(1))));
    }

    #[test]
    fn what_reads_in_two_ways_is_not_compared() {
        let twice = br#"{"session":{"id":"s"},"events":[{"seq":1,"seq":2}]}"#;
        assert!(matches!(diff(twice, &log("1", 1)), Err(NotALog::First(Why::TwoReadings(_)))));
        assert!(matches!(diff(&log("1", 1), b"7"), Err(NotALog::Second(Why::NoEvents))));
    }
}
