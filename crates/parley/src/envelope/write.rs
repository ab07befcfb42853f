//! Messages as JSON.

use anp::json::{self, Value};

use super::{Body, Envelope};
use crate::terms::SessionId;

pub(super) fn substance(session: &SessionId, body: &Body) -> Value {
    let text = |value: String| Value::Text(value);
    let mut members = vec![
        ("type", Value::from(body.kind().name())),
        ("session_id", Value::from(session.as_str())),
        ("round", Value::from(body.round().0)),
    ];
    match body {
        Body::Offer { expires_at, terms, .. } => {
            members.push(("expires_at", Value::from(expires_at.text())));
            members.push(("terms", terms.value()));
        }
        Body::Accept { terms_hash, transcript, .. } => {
            members.extend(terms_hash.map(|hash| ("terms_hash", text(hash.to_string()))));
            members.extend(transcript.map(|link| ("transcript", text(link.to_string()))));
        }
        Body::Reject { cause, final_offer, .. } => {
            members.extend(cause.as_ref().map(|cause| ("cause", text(cause.to_string()))));
            members.extend(final_offer.as_ref().map(|terms| ("final_offer", terms.value())));
        }
        Body::Withdraw { cause, .. } => {
            members.extend(cause.as_ref().map(|cause| ("cause", text(cause.to_string()))));
        }
        Body::Confirm { terms, transcript, .. } => {
            members.push(("terms", terms.value()));
            members.push(("transcript", text(transcript.to_string())));
        }
        Body::Nack { cause, .. } => members.push(("cause", text(cause.to_string()))),
    }
    Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

impl Envelope {
    /// As a tree.
    pub fn to_value(&self) -> Value {
        let mut value = substance(self.substance.session(), self.substance.body());
        if let (Value::Object(members), Some(note)) = (&mut value, self.note()) {
            members.push(("note".to_owned(), Value::from(note)));
        }
        value
    }

    /// As canonical JSON.
    pub fn to_json(&self) -> String {
        json::canonical(&self.to_value())
    }
}
