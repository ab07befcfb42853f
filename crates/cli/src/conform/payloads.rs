//! Payloads as text, member by member, so that a check can spell them as it likes.

use anp::PROTOCOL;
use anp::json::quote;
use anp::keys::SecretKey;
use anp::register;

/// An object's members, each value as JSON text, in this order.
#[derive(Debug, Clone, Default)]
pub struct Members(Vec<(String, String)>);

impl Members {
    fn of<const N: usize>(members: [(&str, &str); N]) -> Self {
        Self(members.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec())
    }

    /// With another value, or another member.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<String>) -> Self {
        match self.0.iter_mut().find(|(name, _)| name == key) {
            Some((_, member)) => *member = value.into(),
            None => self.0.push((key.to_owned(), value.into())),
        }
        self
    }

    /// Without a member.
    #[must_use]
    pub fn without(mut self, key: &str) -> Self {
        self.0.retain(|(name, _)| name != key);
        self
    }

    /// The names.
    pub fn keys(&self) -> Vec<String> {
        self.0.iter().map(|(key, _)| key.clone()).collect()
    }

    /// The text.
    pub fn text(&self) -> String {
        let members: Vec<_> = self.0.iter().map(|(key, value)| format!("{}:{value}", quote(key))).collect();
        format!("{{{}}}", members.join(","))
    }
}

/// A line; the optional members are absent.
pub fn line() -> Members {
    Members::of([
        ("description", "\"Seats\""),
        ("quantity", "10"),
        ("unit", "\"seat/year\""),
        ("unit_price", "100"),
        ("currency", "\"USD\""),
    ])
}

/// An offer of one line; the optional members are absent.
pub fn offer() -> Members {
    Members::of([
        ("currency", "\"USD\""),
        ("term_months", "12"),
        ("expires_at", "\"2099-01-01T00:00:00Z\""),
        ("line_items", ""),
    ])
    .with("line_items", lines(&[line()]))
}

/// A list of lines.
pub fn lines(lines: &[Members]) -> String {
    let lines: Vec<_> = lines.iter().map(Members::text).collect();
    format!("[{}]", lines.join(","))
}

/// A message.
pub fn message(body: &str) -> String {
    Members::of([("body", quote(body).as_str())]).text()
}

/// The `agent` of an envelope.
pub fn envelope_agent() -> Members {
    Members::of([("name", "\"Conformance check\""), ("declared_ai", "true")])
}

/// An envelope; the optional members are absent.
pub fn envelope() -> Members {
    Members::of([
        ("party", "\"Conformance check\""),
        ("agent", envelope_agent().text().as_str()),
        ("may_discuss", "[\"prices\"]"),
        ("may_disclose", "[]"),
        ("offer_authority", "\"propose_only\""),
    ])
}

/// The body that opens a session with the sandbox.
pub fn opening(envelope: &str) -> String {
    format!(r#"{{"target":{{"sandbox":true}},"envelope":{envelope}}}"#)
}

/// The body that opens a session on a handle.
pub fn opening_on(handle: &str) -> String {
    format!(r#"{{"target":{{"org_handle":{}}},"envelope":{}}}"#, quote(handle), envelope().text())
}

/// The body of a registration. The contact is of a domain that nobody can own.
pub fn registration(key: &SecretKey, name: &str) -> Members {
    Members::of([
        ("agent_name", quote(name).as_str()),
        ("vendor_name", "\"Conformance check\""),
        ("contact_email", "\"conformance@example.invalid\""),
        ("public_key", quote(&key.public().to_string()).as_str()),
        ("proof", quote(&register::prove(key).to_string()).as_str()),
    ])
}

/// The payload of a `session_open`, as a vendor would forge it.
pub fn session_open(agent: &str, key: &SecretKey) -> String {
    let agent = Members::of([
        ("id", quote(agent).as_str()),
        ("name", "\"Conformance check\""),
        ("fingerprint", quote(&key.fingerprint().to_string()).as_str()),
    ]);
    Members::of([
        ("protocol", quote(PROTOCOL).as_str()),
        ("agent", agent.text().as_str()),
        ("envelope", envelope().text().as_str()),
    ])
    .text()
}

/// So many copies of a character, as a JSON text.
pub fn long(character: char, times: usize) -> String {
    quote(&character.to_string().repeat(times))
}

/// A list of so many copies of an item.
pub fn list(item: &str, times: usize) -> String {
    format!("[{}]", vec![item; times].join(","))
}
