//! The session log document, as a host writes it.

use core::fmt::Write as _;

use crate::PROTOCOL;
use crate::digest::Fingerprint;
use crate::event::{Event, Head, SessionId};
use crate::json::quote;
use crate::keys::{PublicKey, Signature};
use crate::members::Membership;

/// What a host says of a session beside its events. None of it is bound by a hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionWord {
    /// Id.
    pub id: SessionId,
    /// Whether it runs against the sandbox.
    pub sandbox: bool,
    /// Whether it is closed.
    pub closed_at: Option<String>,
    /// Time of the first event.
    pub opened_at: String,
    /// The head of the chain.
    pub head: Head,
}

impl SessionWord {
    /// The `session` member.
    pub fn to_json(&self) -> String {
        let closed = self.closed_at.as_deref().map_or_else(|| "null".to_owned(), quote);
        let status = if self.closed_at.is_some() { "closed" } else { "open" };
        format!(
            r#"{{"id":{},"sandbox":{},"status":"{status}","opened_at":{},"closed_at":{closed},"event_count":{},"chain_head":"{}"}}"#,
            quote(self.id.as_str()),
            self.sandbox,
            quote(&self.opened_at),
            self.head.seq,
            self.head.hash,
        )
    }
}

/// A key as it stands in a log's `keys`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyEntry {
    /// Name of the entry: `vendor_agent`, `buyer`, or a member's.
    pub name: String,
    /// The key.
    pub public_key: PublicKey,
    /// A member's membership, its attestation and the roles the host tells of.
    pub member: Option<(Membership, Signature, Vec<String>)>,
}

impl KeyEntry {
    /// The vendor agent's key.
    pub fn vendor_agent(public_key: PublicKey) -> Self {
        Self { name: "vendor_agent".to_owned(), public_key, member: None }
    }

    /// The platform's key.
    pub fn platform(public_key: PublicKey) -> Self {
        Self { name: "buyer".to_owned(), public_key, member: None }
    }

    /// Its fingerprint.
    pub fn fingerprint(&self) -> Fingerprint {
        self.public_key.fingerprint()
    }

    fn to_json(&self) -> String {
        let mut out = format!(
            r#"{}:{{"public_key":"{}","fingerprint":"{}""#,
            quote(&self.name),
            self.public_key,
            self.fingerprint()
        );
        if let Some((membership, attestation, roles)) = &self.member {
            let to = membership.valid_to.as_deref().map_or_else(|| "null".to_owned(), quote);
            let roles: Vec<_> = roles.iter().map(|role| quote(role)).collect();
            let _ = write!(
                out,
                r#","roles":[{}],"valid_from":{},"valid_to":{to},"attestation":"{attestation}""#,
                roles.join(","),
                quote(&membership.valid_from),
            );
        }
        out.push('}');
        out
    }
}

/// An event as it stands in a log. The payload is written in its canonical form, so
/// that verifying it needs no canonicalisation.
pub fn event_json(event: &Event) -> String {
    let (signature, signer) = match &event.authorship {
        Some((signature, signer)) => (format!("\"{signature}\""), format!("\"{signer}\"")),
        None => ("null".to_owned(), "null".to_owned()),
    };
    format!(
        r#"{{"seq":{},"actor":"{}","kind":"{}","payload":{},"payload_hash":"{}","prev_hash":"{}","event_hash":"{}","signature":{signature},"signer":{signer},"at":{}}}"#,
        event.seq,
        event.actor,
        event.stated.kind(),
        event.stated.canonical(),
        event.stated.hash(),
        event.prev,
        event.hash,
        quote(&event.at),
    )
}

/// The `keys` member.
pub fn keys_json(keys: &[KeyEntry]) -> String {
    let keys: Vec<_> = keys.iter().map(KeyEntry::to_json).collect();
    format!("{{{}}}", keys.join(","))
}

/// The whole document; `events` are texts made by [`event_json`].
pub fn document<T: AsRef<str>>(
    session: &SessionWord,
    keys: &[KeyEntry],
    events: impl IntoIterator<Item = T>,
) -> String {
    document_of(session, &keys_json(keys), events)
}

/// The whole document around a `keys` member that is JSON text already.
pub fn document_of<T: AsRef<str>>(
    session: &SessionWord,
    keys_json: &str,
    events: impl IntoIterator<Item = T>,
) -> String {
    let mut out = format!(
        r#"{{"protocol":"{PROTOCOL}","session":{},"chain":{{"verified":true,"head":"{}"}},"keys":{keys_json},"events":["#,
        session.to_json(),
        session.head.hash,
    );
    for (place, event) in events.into_iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        out.push_str(event.as_ref());
    }
    out.push_str("]}");
    out
}
