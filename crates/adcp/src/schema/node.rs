//! A schema, taken apart once.

use std::collections::HashMap;

use anp::json::Value;
use regex::Regex;

/// A place among the compiled schemas.
pub type Id = usize;

/// What a format says of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    DateTime,
    Date,
}

/// Members beside those that are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Additional {
    #[default]
    Allowed,
    Barred,
    Like(Id),
}

/// Bounds of a count, both inclusive.
#[derive(Debug, Clone, Copy, Default)]
pub struct Count {
    pub least: Option<u64>,
    pub most: Option<u64>,
}

/// What is said of objects.
#[derive(Debug, Default)]
pub struct Members {
    pub named: HashMap<String, Id>,
    pub additional: Additional,
    pub required: Vec<String>,
    pub names: Option<Id>,
    pub dependencies: Vec<(String, Vec<String>)>,
    pub count: Count,
}

/// What is said of arrays.
#[derive(Debug, Default)]
pub struct Items {
    pub each: Option<Id>,
    pub contains: Option<Id>,
    pub unique: bool,
    pub count: Count,
}

/// What is said of numbers.
#[derive(Debug, Default)]
pub struct Range {
    pub minimum: Option<f64>,
    pub maximum: Option<f64>,
    pub above: Option<f64>,
    pub below: Option<f64>,
}

/// `if`, `then`, `else`.
#[derive(Debug, Clone, Copy)]
pub struct Condition {
    pub test: Id,
    pub then: Option<Id>,
    pub otherwise: Option<Id>,
}

/// One schema of draft-07, as far as the published ones use it.
#[derive(Debug, Default)]
pub struct Node {
    /// In this draft nothing beside a reference counts.
    pub reference: Option<Id>,
    pub never: bool,
    pub types: Vec<Kind>,
    pub options: Option<Vec<Value>>,
    pub constant: Option<Value>,
    pub members: Members,
    pub items: Items,
    pub length: Count,
    pub pattern: Option<Regex>,
    pub format: Option<Format>,
    pub range: Range,
    pub all: Vec<Id>,
    pub any: Vec<Id>,
    pub one: Vec<Id>,
    pub not: Option<Id>,
    pub condition: Option<Condition>,
}

/// Types of draft-07.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Null,
    Boolean,
    Number,
    Integer,
    Text,
    Array,
    Object,
}

impl Kind {
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "null" => Self::Null,
            "boolean" => Self::Boolean,
            "number" => Self::Number,
            "integer" => Self::Integer,
            "string" => Self::Text,
            "array" => Self::Array,
            "object" => Self::Object,
            _ => return None,
        })
    }

    pub fn holds(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Integer, Value::Number(number)) => number.fract() == 0.0,
            (Self::Null, Value::Null)
            | (Self::Boolean, Value::Bool(_))
            | (Self::Number, Value::Number(_))
            | (Self::Text, Value::Text(_))
            | (Self::Array, Value::Array(_))
            | (Self::Object, Value::Object(_)) => true,
            _ => false,
        }
    }

    pub const fn words(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "true or false",
            Self::Number => "a number",
            Self::Integer => "a whole number",
            Self::Text => "a text",
            Self::Array => "a list",
            Self::Object => "an object",
        }
    }
}
