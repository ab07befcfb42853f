//! A session's log as it came, read without belief.

use anp::json::{self, Value};
use anp::verify::{Outcome, Trust, judge};

use super::check::{Finding, shown};
use super::wire::Answer;

/// A log.
#[derive(Debug, Clone)]
pub struct Log {
    /// As it came.
    pub bytes: Vec<u8>,
    value: Value,
}

impl Log {
    /// The answer to a request for a log.
    pub fn read(answer: &Answer) -> Result<Self, Finding> {
        let value = answer.value.clone().filter(|_| answer.is_success());
        let fault =
            || Finding::fail("a request for the log", format!("{}, where the log is due", answer.words()));
        let value = value.ok_or_else(fault)?;
        Ok(Self { bytes: answer.body.clone(), value })
    }

    /// The log within the answer to an opening or an append.
    pub fn within(answer: &Answer) -> Result<Self, Finding> {
        let value = answer.value.as_ref().and_then(|value| value.get("log").cloned());
        let value = value.ok_or_else(|| Finding::fail("an append", "an answer without `log`"))?;
        Ok(Self { bytes: json::canonical(&value).into_bytes(), value })
    }

    /// The document.
    pub const fn value(&self) -> &Value {
        &self.value
    }

    /// The events.
    pub fn events(&self) -> &[Value] {
        self.value.get("events").and_then(Value::as_array).unwrap_or_default()
    }

    /// The event at this place, from 1.
    pub fn event(&self, place: usize) -> Option<&Value> {
        self.events().get(place.checked_sub(1)?)
    }

    /// The vendor's events behind the first.
    pub fn vendors(&self) -> impl Iterator<Item = &Value> {
        self.events().iter().skip(1).filter(|event| text(event, "actor") == "vendor_agent")
    }

    /// Judges it; the first fault in words where it is not green.
    pub fn verdict(&self, trust: &Trust) -> Result<(), String> {
        let verdict = judge(&self.bytes, trust).verdict;
        if verdict.outcome == Outcome::Green {
            return Ok(());
        }
        let first = verdict.faults.first().map(|fault| {
            let place = fault.seq.map_or_else(String::new, |seq| format!("event {seq}: "));
            shown(&format!("{place}{}", fault.detail()))
        });
        Err(format!("{}: {}", verdict.outcome.as_str(), first.unwrap_or_default()))
    }
}

/// A text of a value; empty where there is none.
pub fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_text).unwrap_or_default()
}
