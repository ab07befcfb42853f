//! JSON: one reading, one canonical text, and others' readers as witnesses.

use anp::json::{Refused, Value, canonical, parse, parse_flawless};

/// Canonical text reads as itself, and what is read here is what others read.
pub fn reads_one_way(bytes: &[u8]) {
    if let Ok(parsed) = parse(bytes) {
        let text = canonical(&parsed.value);
        let again = parse(text.as_bytes()).expect("canonical text is JSON");
        assert_eq!(canonical(&again.value), text);
        // Of a flawed text the reading may itself be flawed: integers beyond 2^53 are
        // written by their shortest digits, and pass in that form.
        assert!(again.flaws.is_empty(), "{:?} in {text}", again.flaws);
    }
    let theirs: Result<serde_json::Value, _> = serde_json::from_slice(bytes);
    match (parse_flawless(bytes), theirs) {
        (Ok(ours), Ok(theirs)) => {
            assert!(same(&ours, &theirs), "{ours:?} is not {theirs:?}");
            let their_text = serde_json_canonicalizer::to_string(&theirs).expect("it is canonicable");
            assert_eq!(canonical(&ours), their_text);
        }
        (Ok(ours), Err(fault)) => panic!("read as {ours:?}, refused by another reader: {fault}"),
        (Err(Refused::Syntax(fault)), Ok(theirs)) => panic!("{fault}; read by another as {theirs}"),
        (Err(_), _) => {}
    }
}

fn same(ours: &Value, theirs: &serde_json::Value) -> bool {
    match (ours, theirs) {
        (Value::Null, serde_json::Value::Null) => true,
        (Value::Bool(a), serde_json::Value::Bool(b)) => a == b,
        (Value::Number(a), serde_json::Value::Number(b)) => b.as_f64() == Some(*a),
        (Value::Text(a), serde_json::Value::String(b)) => a == b,
        (Value::Array(a), serde_json::Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), serde_json::Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, value)| b.get(name).is_some_and(|b| same(value, b)))
        }
        _ => false,
    }
}
