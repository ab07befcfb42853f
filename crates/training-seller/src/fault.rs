//! Errors of a task: nothing was changed, and the request is to be mended. Honest answers
//! to one proposal are no errors and never stand here.

use serde_json::{Map, Value, json};

/// A task error.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    code: &'static str,
    message: String,
    recovery: &'static str,
    more: Map<String, Value>,
}

impl Fault {
    /// One that a changed request mends.
    pub fn correctable(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), recovery: "correctable", more: Map::new() }
    }

    /// One that goes by, after so many seconds.
    pub fn transient(code: &'static str, message: impl Into<String>, seconds: u64) -> Self {
        Self { code, message: message.into(), recovery: "transient", more: Map::new() }
            .with("retry_after", seconds.into())
    }

    /// With the place in the request, as `refinements[0].criteria`.
    #[must_use]
    pub fn at(self, field: impl Into<String>) -> Self {
        self.with("field", field.into().into())
    }

    /// With another member.
    #[must_use]
    pub fn with(mut self, member: &str, value: Value) -> Self {
        self.more.insert(member.to_owned(), value);
        self
    }

    /// The code.
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// For people.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// As AdCP's error object.
    pub fn json(&self) -> Value {
        let mut error = json!({
            "code": self.code,
            "message": self.message,
            "recovery": self.recovery,
        });
        if let Some(members) = error.as_object_mut() {
            members.extend(self.more.clone());
        }
        error
    }
}
