//! What desks are answered, as it stands on the wire.

use axum::response::Response;
use serde::Serialize;
use serde_json::value::RawValue;

use anp::PROTOCOL;
use anp::contact::Code;
use anp::digest::Fingerprint;
use anp::event::Head;

use super::super::answer::{Denial, ok};
use crate::Role;
use crate::operator::Vendor;
use crate::store::feed::Feed;
use crate::store::staff::Overview;
use crate::store::{Org, Person, StoreFault};

/// A success with this body.
pub fn json<T: Serialize>(body: &T) -> Result<Response, Denial> {
    serde_json::to_string(body).map(ok).map_err(|fault| {
        tracing::error!(%fault, "an answer cannot be written");
        Denial::Unavailable
    })
}

fn names(roles: &[Role]) -> Vec<&'static str> {
    roles.iter().map(|role| role.as_str()).collect()
}

#[derive(Serialize)]
struct Key {
    public_key: String,
    fingerprint: String,
}

#[derive(Serialize)]
struct About {
    name: String,
    /// Where vendors reach the host, where its operator has said so.
    public_url: Option<String>,
    /// Whether the host mails codes to vendors' contacts; where it does not desks do.
    mails: bool,
    platform: Key,
}

#[derive(Serialize)]
struct Me {
    id: String,
    name: String,
    fingerprint: String,
    roles: Vec<&'static str>,
}

#[derive(Serialize)]
struct Colleague {
    id: String,
    name: String,
    public_key: String,
    fingerprint: String,
    roles: Vec<&'static str>,
    valid_from: String,
    valid_to: Option<String>,
    attestation: String,
}

impl From<Person> for Colleague {
    fn from(person: Person) -> Self {
        Self {
            id: person.id,
            name: person.name,
            public_key: person.public_key.to_string(),
            fingerprint: person.membership.fingerprint.to_string(),
            roles: names(&person.roles),
            valid_from: person.membership.valid_from,
            valid_to: person.membership.valid_to,
            attestation: person.attestation.to_string(),
        }
    }
}

/// The channel's state.
#[derive(Serialize)]
pub struct Channel {
    enabled: bool,
    handle: Option<String>,
    envelope: Box<RawValue>,
}

impl Channel {
    pub fn of(org: &Org) -> Result<Self, Denial> {
        let envelope = RawValue::from_string(org.envelope.clone()).map_err(|_| {
            Denial::from(StoreFault::Damaged { table: "org", what: "no envelope".to_owned() })
        })?;
        Ok(Self { enabled: org.handle.is_some(), handle: org.handle.clone(), envelope })
    }
}

/// The channel's state as an answer of its own.
#[derive(Serialize)]
pub struct ChannelAnswer {
    protocol: &'static str,
    #[serde(flatten)]
    channel: Channel,
}

impl ChannelAnswer {
    pub fn of(org: &Org) -> Result<Self, Denial> {
        Ok(Self { protocol: PROTOCOL, channel: Channel::of(org)? })
    }
}

/// What a desk sees of its organisation.
#[derive(Serialize)]
pub struct OrgAnswer {
    protocol: &'static str,
    org: About,
    me: Me,
    people: Vec<Colleague>,
    channel: Channel,
    cursor: String,
}

impl OrgAnswer {
    pub fn of(
        seen: Overview,
        platform: String,
        fingerprint: Fingerprint,
        (public_url, mails): (Option<String>, bool),
        me: Person,
    ) -> Result<Self, Denial> {
        Ok(Self {
            protocol: PROTOCOL,
            channel: Channel::of(&seen.org)?,
            org: About {
                name: seen.org.name,
                public_url,
                mails,
                platform: Key { public_key: platform, fingerprint: fingerprint.to_string() },
            },
            me: Me {
                fingerprint: me.membership.fingerprint.to_string(),
                id: me.id,
                name: me.name,
                roles: names(&me.roles),
            },
            people: seen.people.into_iter().map(Colleague::from).collect(),
            cursor: seen.cursor.to_string(),
        })
    }
}

#[derive(Serialize)]
struct Change {
    kind: String,
    id: String,
}

/// What lies behind a cursor.
#[derive(Serialize)]
pub struct Changes {
    protocol: &'static str,
    cursor: String,
    #[serde(rename = "changes")]
    things: Vec<Change>,
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    rewound: bool,
}

impl From<Feed> for Changes {
    fn from(feed: Feed) -> Self {
        Self {
            protocol: PROTOCOL,
            cursor: feed.cursor.to_string(),
            things: feed.changes.into_iter().map(|(kind, id)| Change { kind, id }).collect(),
            rewound: feed.rewound,
        }
    }
}

/// All registrations.
#[derive(Serialize)]
pub struct Vendors {
    protocol: &'static str,
    vendors: Vec<Vendor>,
}

impl Vendors {
    pub const fn of(vendors: Vec<Vendor>) -> Self {
        Self { protocol: PROTOCOL, vendors }
    }
}

/// One registration.
#[derive(Serialize)]
pub struct VendorAnswer {
    protocol: &'static str,
    /// Whether what was said is the code that was mailed.
    #[serde(skip_serializing_if = "Option::is_none")]
    fits: Option<bool>,
    /// The code, where a desk is to mail it.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
    #[serde(flatten)]
    vendor: Vendor,
}

impl VendorAnswer {
    pub const fn of(vendor: Vendor) -> Self {
        Self { protocol: PROTOCOL, fits: None, secret: None, vendor }
    }

    /// To an answer with a code.
    pub const fn judged(fits: bool, vendor: Vendor) -> Self {
        Self { protocol: PROTOCOL, fits: Some(fits), secret: None, vendor }
    }

    /// With the code itself, for the desk that asked to mail it.
    pub fn to_mail(code: &Code, vendor: Vendor) -> Self {
        let secret = Some(code.expose_text().as_str().to_owned());
        Self { protocol: PROTOCOL, fits: None, secret, vendor }
    }
}

/// The end of a chain.
#[derive(Serialize)]
pub(super) struct HeadShape {
    seq: u64,
    hash: String,
}

impl From<Head> for HeadShape {
    fn from(head: Head) -> Self {
        Self { seq: head.seq, hash: head.hash.to_string() }
    }
}
