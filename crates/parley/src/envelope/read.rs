//! Messages from outside, read strictly: what two readers could read differently, an
//! unknown member, or an offer without an end is refused.

use anp::json::{self, Value};

use super::{Body, Envelope, Expiry, Kind, Substance};
use crate::cause::Cause;
use crate::terms::{MAX_ROUND, Round, SessionId, Terms, TermsHash};
use crate::transcript::Link;

/// Longest message that is read, in bytes.
pub const MAX_ENVELOPE_BYTES: usize = 256 * 1024;

/// Longest note, in characters.
pub const MAX_NOTE: usize = 4000;

/// Why a message is refused. The words are fixed: nothing that came from outside is in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Longer than [`MAX_ENVELOPE_BYTES`].
    #[error("the message is longer than 256 KiB")]
    TooLong,
    /// Not JSON, or JSON that reads in two ways.
    #[error("the message is not JSON that reads in one way")]
    NotJson,
    /// Not an object.
    #[error("the message is no JSON object")]
    NotAnObject,
    /// `type` is none of the six.
    #[error("the message's type is none of offer, accept, reject, withdraw, confirm, nack")]
    UnknownType,
    /// A member that the type does not have.
    #[error("the message has a member that its type does not have")]
    UnknownMember,
    /// An offer without `expires_at`.
    #[error("the offer does not say when it expires")]
    NoExpiry,
    /// A member is missing or of another form; its name.
    #[error("the message's `{0}` is missing or not of its form")]
    Malformed(&'static str),
}

impl Envelope {
    /// Reads a message's text.
    ///
    /// # Errors
    /// [`Fault`] with the first thing that is wrong.
    pub fn read(text: &[u8]) -> Result<Self, Fault> {
        if text.len() > MAX_ENVELOPE_BYTES {
            return Err(Fault::TooLong);
        }
        json::parse_flawless(text).map_err(|_| Fault::NotJson).and_then(|value| Self::of_value(&value))
    }

    /// Reads a message's tree, which must be without flaws.
    ///
    /// # Errors
    /// [`Fault`] with the first thing that is wrong.
    pub fn of_value(value: &Value) -> Result<Self, Fault> {
        let members = value.as_object().ok_or(Fault::NotAnObject)?;
        let kind =
            value.get("type").and_then(Value::as_text).and_then(Kind::parse).ok_or(Fault::UnknownType)?;
        let known = known(kind);
        let always = ["type", "session_id", "round", "note"];
        if members.iter().any(|(name, _)| !always.contains(&name.as_str()) && !known.contains(&name.as_str()))
        {
            return Err(Fault::UnknownMember);
        }
        let session = value
            .get("session_id")
            .and_then(Value::as_text)
            .and_then(SessionId::parse)
            .ok_or(Fault::Malformed("session_id"))?;
        let body = body(kind, value)?;
        let envelope = Self::of(Substance::of(session, body));
        match value.get("note") {
            None | Some(Value::Null) => Ok(envelope),
            Some(Value::Text(note)) if note.chars().count() <= MAX_NOTE => Ok(envelope.with_note(note)),
            Some(_) => Err(Fault::Malformed("note")),
        }
    }
}

const fn known(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Offer => &["expires_at", "terms"],
        Kind::Accept => &["terms_hash", "transcript"],
        Kind::Reject => &["cause", "final_offer"],
        Kind::Withdraw | Kind::Nack => &["cause"],
        Kind::Confirm => &["terms", "transcript"],
    }
}

fn body(kind: Kind, value: &Value) -> Result<Body, Fault> {
    let lowest = u32::from(kind != Kind::Withdraw);
    let round = value
        .get("round")
        .and_then(Value::as_count)
        .and_then(|count| u32::try_from(count).ok())
        .filter(|round| (lowest..=MAX_ROUND).contains(round))
        .map(Round)
        .ok_or(Fault::Malformed("round"))?;
    Ok(match kind {
        Kind::Offer => Body::Offer {
            round,
            expires_at: expiry(value)?,
            terms: terms(value, "terms")?.ok_or(Fault::Malformed("terms"))?,
        },
        Kind::Accept => Body::Accept {
            round,
            terms_hash: text(value, "terms_hash", TermsHash::parse)?,
            transcript: text(value, "transcript", Link::parse)?,
        },
        Kind::Reject => {
            Body::Reject { round, cause: cause(value)?, final_offer: terms(value, "final_offer")? }
        }
        Kind::Withdraw => Body::Withdraw { round, cause: cause(value)? },
        Kind::Confirm => Body::Confirm {
            round,
            terms: terms(value, "terms")?.ok_or(Fault::Malformed("terms"))?,
            transcript: text(value, "transcript", Link::parse)?.ok_or(Fault::Malformed("transcript"))?,
        },
        Kind::Nack => Body::Nack { round, cause: cause(value)?.ok_or(Fault::Malformed("cause"))? },
    })
}

fn expiry(value: &Value) -> Result<Expiry, Fault> {
    match value.get("expires_at") {
        None | Some(Value::Null) => Err(Fault::NoExpiry),
        Some(Value::Text(text)) => Expiry::parse(text).map_err(|_| Fault::Malformed("expires_at")),
        Some(_) => Err(Fault::Malformed("expires_at")),
    }
}

fn cause(value: &Value) -> Result<Option<Cause>, Fault> {
    text(value, "cause", Cause::parse)
}

fn terms(value: &Value, name: &'static str) -> Result<Option<Terms>, Fault> {
    value.get(name).map(|terms| Terms::of(terms).map_err(|_| Fault::Malformed(name))).transpose()
}

fn text<T>(value: &Value, name: &'static str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Fault> {
    match value.get(name) {
        None => Ok(None),
        Some(value) => value.as_text().and_then(read).map(Some).ok_or(Fault::Malformed(name)),
    }
}
