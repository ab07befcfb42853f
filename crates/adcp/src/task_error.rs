//! A task error: nothing was answered and nothing has changed. Never an outcome.

use anp::json::{Value, parse};

use crate::sources::text;

/// What the buyer can do about it; the names are the wire's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recovery {
    /// Wait and try again.
    Transient,
    /// Mend the request.
    Correctable,
    /// Nothing.
    Terminal,
}

/// Whether the same request may go again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Again {
    /// The same bytes under the same key, after so many seconds.
    SameKey(u32),
    /// Only as another request, under a new key.
    NewRequest,
    /// Not at all.
    Never,
}

/// An error as it came. Message and suggestion are prose: shown inert, never read.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskError {
    /// The code; none where the seller wrote plain text alone.
    pub code: Option<String>,
    /// What it says.
    pub message: String,
    /// What the seller says can be done.
    pub recovery: Option<Recovery>,
    /// Which member of the request, as the seller names it.
    pub field: Option<String>,
    /// Seconds to wait, from 1 to 3600.
    pub retry_after: Option<u32>,
    /// Everything that stands there, unknown members included.
    pub whole: Value,
}

/// Longest wait that is kept to, in seconds.
const LONGEST_WAIT: f64 = 3600.0;

/// What is waited where the seller names no time, in seconds.
const PATIENCE: u32 = 5;

impl TaskError {
    /// Reads an object that has a code or a message.
    pub fn read(value: &Value) -> Option<Self> {
        value.as_object()?;
        let code = text(value, "code").filter(|code| !code.is_empty());
        let message = text(value, "message");
        if code.is_none() && message.is_none() {
            return None;
        }
        Some(Self {
            code: code.map(str::to_owned),
            message: message.unwrap_or_default().to_owned(),
            recovery: match text(value, "recovery") {
                Some("transient") => Some(Recovery::Transient),
                Some("correctable") => Some(Recovery::Correctable),
                Some("terminal") => Some(Recovery::Terminal),
                _ => None,
            },
            field: text(value, "field").map(str::to_owned),
            retry_after: value.get("retry_after").and_then(Value::as_number).map(clamped),
            whole: value.clone(),
        })
    }

    /// Plain text without a code.
    pub fn plain(message: &str) -> Self {
        Self {
            code: None,
            message: message.to_owned(),
            recovery: None,
            field: None,
            retry_after: None,
            whole: Value::from(message),
        }
    }

    /// Whether and how the same request may go again.
    pub fn again(&self) -> Again {
        let wait = self.retry_after.unwrap_or(PATIENCE);
        match (self.code.as_deref(), self.recovery) {
            (Some("IDEMPOTENCY_CONFLICT" | "IDEMPOTENCY_EXPIRED"), _) => Again::NewRequest,
            (Some("IDEMPOTENCY_IN_FLIGHT" | "RATE_LIMITED" | "SERVICE_UNAVAILABLE"), _)
            | (_, Some(Recovery::Transient)) => Again::SameKey(wait),
            (_, Some(Recovery::Terminal)) => Again::Never,
            _ => Again::NewRequest,
        }
    }

    /// What the seller supports, where it says that it does not support what was asked for.
    pub fn supported_dimensions(&self) -> Option<Vec<String>> {
        if self.code.as_deref() != Some("UNSUPPORTED_FEATURE") {
            return None;
        }
        let listed = self.whole.get("details")?.get("supported_dimensions")?.as_array()?;
        Some(listed.iter().filter_map(Value::as_text).map(str::to_owned).collect())
    }
}

/// From 1 to 3600 seconds, a part of a second counted whole.
fn clamped(seconds: f64) -> u32 {
    let seconds = seconds.ceil().clamp(1.0, LONGEST_WAIT);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 3600")]
    let whole = seconds as u32;
    whole
}

/// The error in an object that came: `adcp_error`, or the first of `errors` of what failed.
pub(crate) fn within(value: &Value) -> Option<TaskError> {
    if let Some(error) = value.get("adcp_error").and_then(TaskError::read) {
        return Some(error);
    }
    let ended = matches!(text(value, "status"), Some("failed" | "rejected" | "canceled"));
    let first = |value: &Value| {
        let errors = value.get("errors").and_then(Value::as_array);
        errors.and_then(|errors| errors.first()).and_then(TaskError::read)
    };
    if ended {
        // A failed task's status tells it in its result, or in short.
        let told = first(value).or_else(|| value.get("result").and_then(first));
        let told = told.or_else(|| value.get("error").and_then(TaskError::read));
        return Some(told.unwrap_or_else(|| TaskError::plain(text(value, "message").unwrap_or_default())));
    }
    None
}

/// The error in a text: JSON with one, or the text itself.
pub(crate) fn of_text(content: &str) -> TaskError {
    let parsed = parse(content.as_bytes()).ok().map(|parsed| parsed.value);
    let read = parsed.as_ref().and_then(|value| within(value).or_else(|| TaskError::read(value)));
    read.unwrap_or_else(|| TaskError::plain(content))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_kept_within_an_hour() {
        for (said, kept) in [(0.0, 1), (-7.0, 1), (1.5, 2), (30.0, 30), (3600.0, 3600), (1e300, 3600)] {
            let error =
                Value::object([("code", "RATE_LIMITED".into()), ("retry_after", Value::Number(said))]);
            assert_eq!(TaskError::read(&error).and_then(|error| error.retry_after), Some(kept), "{said}");
        }
    }

    #[test]
    fn what_may_go_again() {
        let again = |text: &str| of_text(text).again();
        assert_eq!(again(r#"{"code":"IDEMPOTENCY_CONFLICT","message":"m"}"#), Again::NewRequest);
        assert_eq!(again(r#"{"code":"IDEMPOTENCY_IN_FLIGHT","message":"m"}"#), Again::SameKey(PATIENCE));
        assert_eq!(
            again(r#"{"code":"X","message":"m","recovery":"transient","retry_after":9}"#),
            Again::SameKey(9)
        );
        assert_eq!(again(r#"{"code":"X","message":"m","recovery":"terminal"}"#), Again::Never);
        assert_eq!(again("the database is on fire"), Again::NewRequest);
    }
}
