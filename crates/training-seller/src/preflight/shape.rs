//! Gathers what is wrong with a request's form.

use std::fmt::Write as _;

use anp::time::Moment;
use serde_json::{Value, json};

use crate::fault::Fault;

/// More issues than these are not listed.
const MOST: usize = 20;

/// What was found so far.
#[derive(Debug, Default)]
pub struct Shape {
    issues: Vec<(String, &'static str, String)>,
}

impl Shape {
    /// An issue unless this holds.
    pub fn insist(&mut self, holds: bool, pointer: &str, keyword: &'static str, message: &str) {
        if !holds {
            self.issues.push((pointer.to_owned(), keyword, message.to_owned()));
        }
    }

    /// An object of no other members than these.
    pub fn members(&mut self, value: &Value, at: &str, known: &[&str]) {
        let Some(members) = value.as_object() else {
            return self.insist(false, at, "type", "an object");
        };
        for name in members.keys().filter(|name| !known.contains(&name.as_str())) {
            let pointer = format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
            self.insist(false, &pointer, "additionalProperties", "not a member here");
        }
    }

    /// An object with all of these members.
    pub fn required(&mut self, value: &Value, at: &str, names: &[&str]) {
        for name in names.iter().filter(|name| value.get(**name).is_none()) {
            self.insist(false, &format!("{at}/{name}"), "required", "missing");
        }
    }

    /// A text of 1 to so many characters, where it stands.
    pub fn text(&mut self, value: &Value, at: &str, name: &str, most: usize) {
        let Some(text) = value.get(name) else { return };
        let good = text.as_str().is_some_and(|text| !text.is_empty() && text.chars().count() <= most);
        self.insist(good, &format!("{at}/{name}"), "type", "a text that is not empty or too long");
    }

    /// An RFC 3339 time, where it stands.
    pub fn time(&mut self, value: &Value, at: &str, name: &str) {
        let Some(time) = value.get(name) else { return };
        let good = time.as_str().is_some_and(|time| Moment::parse(time).is_ok());
        self.insist(good, &format!("{at}/{name}"), "format", "an RFC 3339 time");
    }

    /// A number of at least nothing, or above it, where it stands.
    pub fn number(&mut self, value: &Value, at: &str, name: &str, above: bool) {
        let Some(number) = value.get(name) else { return };
        let good = number.as_f64().is_some_and(|number| number > 0.0 || (!above && number == 0.0));
        self.insist(good, &format!("{at}/{name}"), "minimum", "a number that is not too small");
    }

    /// A currency's three capitals.
    pub fn currency(&mut self, value: &Value, at: &str) {
        let code = value.get("currency").and_then(Value::as_str).unwrap_or_default();
        let good = code.len() == 3 && code.bytes().all(|c| c.is_ascii_uppercase());
        self.insist(good, &format!("{at}/currency"), "pattern", "three capitals");
    }

    /// The items of a list of 1 to so many different ones.
    pub fn list<'a>(&mut self, arguments: &'a Value, name: &str, most: usize) -> &'a [Value] {
        let items = arguments.get(name).and_then(Value::as_array).map_or(&[] as &[Value], Vec::as_slice);
        let at = format!("/{name}");
        self.insist((1..=most).contains(&items.len()), &at, "maxItems", &format!("a list of 1 to {most}"));
        let repeated =
            items.iter().enumerate().any(|(place, item)| items.iter().take(place).any(|i| i == item));
        self.insist(!repeated, &at, "uniqueItems", "each item once");
        items
    }

    /// All of it as one error.
    ///
    /// # Errors
    /// `VALIDATION_ERROR` where anything was found.
    pub fn verdict(self) -> Result<(), Fault> {
        let Some((first, _, message)) = self.issues.first() else { return Ok(()) };
        let field = field(first);
        let said = format!("The request is not of its form: {field}: {message}.");
        let listed = self.issues.iter().take(MOST).map(|(pointer, keyword, message)| {
            json!({ "pointer": pointer, "keyword": keyword, "message": message })
        });
        let issues = Value::Array(listed.collect());
        Err(Fault::correctable("VALIDATION_ERROR", said).at(field).with("issues", issues))
    }
}

/// A pointer as a field path: `/refinements/0/ask` is `refinements[0].ask`.
pub fn field(pointer: &str) -> String {
    let mut path = String::new();
    for step in pointer.split('/').skip(1) {
        if !step.is_empty() && step.bytes().all(|c| c.is_ascii_digit()) {
            let _ = write!(path, "[{step}]");
        } else {
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(step);
        }
    }
    path
}
