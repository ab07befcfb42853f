//! Members of request bodies, each fault with its path. Members that a route does not
//! know are let be: they are nobody's payload, and nothing here is signed again.

use core::fmt::Display;
use core::ops::RangeInclusive;

use anp::event::{Kind, Stated};
use anp::json::{self, Value};
use anp::keys::Signature;
use anp::payload::{Envelope, PayloadFault};

use super::answer::Denial;

/// A malformed member.
pub fn bad(path: &str, why: impl Display) -> Denial {
    Denial::BadRequest(format!("{path}: {why}"))
}

/// A body that is one JSON object.
pub fn object(body: &[u8]) -> Result<Value, Denial> {
    let value = json::parse_flawless(body).map_err(|refused| Denial::BadRequest(refused.to_string()))?;
    match value {
        Value::Object(_) => Ok(value),
        other => Err(Denial::BadRequest(format!("the body must be an object, not {}", other.kind()))),
    }
}

/// A member that must be there.
pub fn required<'a>(value: &'a Value, at: &str, key: &str) -> Result<&'a Value, Denial> {
    value.get(key).ok_or_else(|| bad(&join(at, key), "is required and missing"))
}

/// A text.
pub fn text<'a>(value: &'a Value, at: &str, key: &str) -> Result<&'a str, Denial> {
    let member = required(value, at, key)?;
    let kind = || bad(&join(at, key), format_args!("must be a text, not {}", member.kind()));
    member.as_text().ok_or_else(kind)
}

/// A text of so many characters, none of them a control: people will read it.
pub fn line<'a>(value: &'a Value, key: &str, length: RangeInclusive<usize>) -> Result<&'a str, Denial> {
    let text = text(value, "", key)?;
    let found = text.chars().count();
    if !length.contains(&found) {
        let (least, most) = (length.start(), length.end());
        return Err(bad(key, format_args!("must have {least} to {most} characters, has {found}")));
    }
    if text.chars().any(char::is_control) || text.trim().is_empty() {
        return Err(bad(key, "must be words without control characters"));
    }
    Ok(text)
}

/// A contact address: something before one `@` and something behind it, no white space.
pub fn email(value: &Value, key: &str) -> Result<String, Denial> {
    let text = line(value, key, 3..=320)?;
    let plausible = text.split_once('@').is_some_and(|(local, domain)| {
        let ends = domain.starts_with(['.', '-']) || domain.ends_with(['.', '-']);
        !local.is_empty() && !domain.is_empty() && !domain.contains('@') && !domain.contains("..") && !ends
    });
    if !plausible || text.chars().any(char::is_whitespace) {
        return Err(bad(key, "must be an e-mail address"));
    }
    Ok(text.to_owned())
}

/// An envelope.
pub fn envelope(value: &Value, at: &str) -> Result<Envelope, Denial> {
    Envelope::read(value).map_err(|fault| within(at, fault))
}

/// An event as it is sent: kind, payload and the author's signature.
pub fn event(value: &Value, at: &str) -> Result<(Stated, Signature), Denial> {
    let kind = text(value, at, "kind")?;
    let kind = Kind::parse(kind)
        .filter(|kind| *kind != Kind::SessionOpen)
        .ok_or_else(|| bad(&join(at, "kind"), "must be one of the kinds that a party may send"))?;
    let payload = required(value, at, "payload")?;
    let stated = Stated::read(kind, payload).map_err(|fault| within(&join(at, "payload"), fault))?;
    let signature = Signature::parse(text(value, at, "signature")?)
        .map_err(|_| bad(&join(at, "signature"), "must be 64 bytes in base64url without padding"))?;
    Ok((stated, signature))
}

/// A member's path.
pub fn join(at: &str, key: &str) -> String {
    if at.is_empty() { key.to_owned() } else { format!("{at}.{key}") }
}

fn within(at: &str, fault: PayloadFault) -> Denial {
    let path = fault.path.to_string();
    let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
    bad(&format!("{at}{dot}{path}"), fault.problem)
}
