//! The published schemas without their prose: what `schemas/adcp/3.2.4.json` is made by.
#![allow(missing_docs)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use adcp::schema::Body;
use serde_json::{Map, Value, json};

const ADDRESS: &str = "https://adcontextprotocol.org/schemas/3.2.4/";

/// Keywords that decide nothing.
const PROSE: [&str; 13] = [
    "$comment",
    "$schema",
    "default",
    "deprecated",
    "description",
    "discriminator",
    "enumDescriptions",
    "enumMetadata",
    "examples",
    "notes",
    "title",
    "writeOnly",
    "$id",
];

/// Keywords under which names stand, not keywords.
const NAMES: [&str; 3] = ["properties", "definitions", "dependencies"];

/// Every file that the bodies lead to, reduced.
pub fn reduced(published: &Path) -> BTreeMap<String, Value> {
    let mut files = BTreeMap::new();
    let mut left: Vec<String> = Body::ALL.iter().map(|body| body.file().to_owned()).collect();
    while let Some(name) = left.pop() {
        files.entry(name).or_insert_with_key(|name| {
            let text = std::fs::read_to_string(published.join(name)).unwrap();
            let schema: Value = serde_json::from_str(&text).unwrap();
            schema_of(&schema, &mut left)
        });
    }
    files
}

/// One file a line.
pub fn text(files: &BTreeMap<String, Value>) -> String {
    let mut text = String::from("{");
    for (place, (name, schema)) in files.iter().enumerate() {
        let comma = if place == 0 { "" } else { "," };
        write!(text, "{comma}\n{}:{schema}", Value::from(name.as_str())).unwrap();
    }
    text + "\n}\n"
}

fn schema_of(schema: &Value, left: &mut Vec<String>) -> Value {
    let Value::Object(members) = schema else { return schema.clone() };
    let mut kept = Map::new();
    for (key, value) in members {
        if PROSE.contains(&key.as_str()) || key.starts_with("x-") {
            continue;
        }
        let value = match (key.as_str(), value) {
            ("enum" | "const" | "required" | "type", value) => value.clone(),
            ("$ref", Value::String(to)) => reference(to, left),
            ("format", Value::String(format)) if !matches!(format.as_str(), "date" | "date-time") => continue,
            ("pattern", Value::String(pattern)) => pattern_of(pattern),
            (key, Value::Object(named)) if NAMES.contains(&key) => {
                named.iter().map(|(name, schema)| (name.clone(), schema_of(schema, left))).collect()
            }
            (_, Value::Array(several)) => several.iter().map(|one| schema_of(one, left)).collect(),
            (_, one) => schema_of(one, left),
        };
        kept.insert(key.clone(), value);
    }
    // The one pattern that looks ahead: a period with nothing in it. Said as two patterns.
    if kept.get("pattern").and_then(Value::as_str).is_some_and(|pattern| pattern.starts_with("^P(?!$)")) {
        let pattern = kept["pattern"].as_str().unwrap().replace("(?!$)", "");
        kept.insert("allOf".to_owned(), json!([{ "pattern": "^P." }]));
        kept.insert("pattern".to_owned(), pattern.into());
    }
    Value::Object(kept)
}

fn reference(to: &str, left: &mut Vec<String>) -> Value {
    let Some(below) = to.strip_prefix(ADDRESS) else {
        assert!(to.starts_with('#'), "a reference that leads elsewhere: {to}");
        return to.into();
    };
    left.push(below.split('#').next().unwrap().to_owned());
    below.into()
}

/// A digit is an ASCII digit to ECMAScript.
fn pattern_of(pattern: &str) -> Value {
    pattern.replace("\\d", "[0-9]").into()
}
