//! What the local operator does on the host's machine. Each act works on the data
//! folder, also while a host serves it, and is recorded as the local operator's.

use std::os::unix::fs::DirBuilderExt as _;

use anp::digest::Fingerprint;
use anp::join::Ticket;
use anp::json;
use anp::keys::{PublicKey, SecretKey};
use anp::members::Membership;
use anp::payload::{Authority, Envelope};
use anp::time::Moment;
use serde::Serialize;

pub use crate::registrations::{Conflict, ContactCode, Vendor};
use crate::store::vendors::{self, Decided, Decision};
use crate::store::{Base, Invitation, Org, Person, Standing, Who, channel as door, found, staff};
use crate::{HostError, Place, Role, keys, random};

/// A host that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Founded {
    /// Fingerprint of its platform key.
    pub platform: Fingerprint,
}

/// The channel's state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChannelState {
    /// Whether it is on.
    pub enabled: bool,
    /// The living handle; none while it is off.
    pub handle: Option<String>,
}

/// What to do with the channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switch {
    /// Switch it on; mints a handle if it was off.
    On,
    /// Switch it off; kills the handle for good.
    Off,
}

impl From<&Org> for ChannelState {
    fn from(org: &Org) -> Self {
        Self { enabled: org.handle.is_some(), handle: org.handle.clone() }
    }
}

/// Whether the folder holds a host.
///
/// # Errors
/// [`HostError`] where its database is another's or a newer version's.
pub fn is_initialised(place: impl Into<Place>) -> Result<bool, HostError> {
    match Base::open(&place.into()) {
        Ok(mut base) => Ok(base.transact(found::standing)?.is_some()),
        Err(HostError::NotInitialised { .. } | HostError::DatabaseEmpty { .. }) => Ok(false),
        Err(fault) => Err(fault),
    }
}

/// Makes the org's host: the folder, the platform key and the database, with the
/// channel off. `name` has 1–120 characters.
///
/// # Errors
/// [`HostError::AlreadyInitialised`] where there is one; it is left as it is.
pub fn init(place: impl Into<Place>, name: &str, now: Moment) -> Result<Founded, HostError> {
    let place = place.into();
    let data = place.data.as_path();
    let envelope = first_envelope(name)?;
    std::fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(data)
        .map_err(|source| HostError::File { path: data.to_owned(), source })?;
    if is_initialised(&place)? {
        return Err(HostError::AlreadyInitialised { folder: data.to_owned() });
    }
    // The key comes first: a database that knows a key without its file is an error,
    // a key that no database knows yet is what an interrupted init leaves.
    let key = match keys::read(data)? {
        Some(key) => key,
        None => keys::create(data)?,
    };
    let org = Org {
        name: name.to_owned(),
        founded_at: now.to_text(),
        platform: key.fingerprint(),
        envelope: json::canonical(&envelope.to_value()),
        handle: None,
        opening: 0,
    };
    if Base::open_or_create(&place)?.transact(|act| found::found(act, &org, now))? {
        Ok(Founded { platform: org.platform })
    } else {
        Err(HostError::AlreadyInitialised { folder: data.to_owned() })
    }
}

/// The envelope that stands until somebody sets another.
fn first_envelope(name: &str) -> Result<Envelope, HostError> {
    checked_name("the organisation's name", name)?;
    Ok(Envelope {
        party: name.to_owned(),
        agent_name: format!("{name} Procurement"),
        may_discuss: vec!["prices".to_owned(), "term".to_owned(), "payment terms".to_owned()],
        may_disclose: Vec::new(),
        will_not_disclose: None,
        offer_authority: Authority::BindWithHumanApproval,
        human_contact: None,
    })
}

fn checked_name(what: &'static str, name: &str) -> Result<(), HostError> {
    let length = name.chars().count();
    if (1..=120).contains(&length) && !name.chars().any(char::is_control) && name.trim() == name {
        return Ok(());
    }
    let why = "must have 1 to 120 characters, none of them a control, and no space at its ends".to_owned();
    Err(HostError::Input { what, why })
}

/// An initialised folder's database and organisation.
fn opened(place: &Place) -> Result<(Base, Org), HostError> {
    let mut database = Base::open(place)?;
    let org = database.transact(found::standing)?;
    let org = org.ok_or_else(|| HostError::NotInitialised { folder: place.data.clone() })?;
    Ok((database, org))
}

/// The channel's state.
///
/// # Errors
/// [`HostError`] where the folder holds no host or cannot be read.
pub fn channel_status(place: impl Into<Place>) -> Result<ChannelState, HostError> {
    opened(&place.into()).map(|(_, org)| ChannelState::from(&org))
}

/// Switches the channel.
///
/// # Errors
/// [`HostError`] where the folder holds no host or cannot be written.
pub fn channel(place: impl Into<Place>, switch: Switch, now: Moment) -> Result<ChannelState, HostError> {
    let wish = door::Switch {
        on: switch == Switch::On,
        envelope: None,
        fresh: random::handle()?,
        who: Who::LocalOperator,
        now,
    };
    let (mut database, _) = opened(&place.into())?;
    database.transact(|act| door::switch(act, &wish)).map(|org| ChannelState::from(&org))
}

/// All registrations.
///
/// # Errors
/// [`HostError`] where the folder holds no host or cannot be read.
pub fn vendors(place: impl Into<Place>) -> Result<Vec<Vendor>, HostError> {
    let (mut database, _) = opened(&place.into())?;
    Ok(database.transact(vendors::list)?.into_iter().map(Vendor::from).collect())
}

fn decide(
    place: impl Into<Place>,
    agent: &str,
    decision: Decision,
    now: Moment,
) -> Result<Vendor, HostError> {
    let (mut database, _) = opened(&place.into())?;
    match database.transact(|act| vendors::decide(act, agent, decision, &Who::LocalOperator, now))? {
        Decided::Done(vendor) => Ok(Vendor::from(*vendor)),
        Decided::Unknown => Err(HostError::NoSuchVendor { id: agent.to_owned() }),
        Decided::Revoked | Decided::OtherKey => Err(HostError::VendorRevoked { id: agent.to_owned() }),
    }
}

/// Confirms that a registration speaks for its vendor.
///
/// # Errors
/// [`HostError::NoSuchVendor`], [`HostError::VendorRevoked`], or the folder's.
pub fn verify(place: impl Into<Place>, agent: &str, now: Moment) -> Result<Vendor, HostError> {
    decide(place, agent, Decision::Verify(None), now)
}

/// Refuses a registration everywhere, for good.
///
/// # Errors
/// [`HostError::NoSuchVendor`], or the folder's.
pub fn revoke(place: impl Into<Place>, agent: &str, now: Moment) -> Result<Vendor, HostError> {
    decide(place, agent, Decision::Revoke, now)
}

/// The id of the person for whom a key stands: after a stop between making a key and
/// writing down its person, enrolling goes on where it was.
///
/// # Errors
/// [`HostError`] where the folder holds no host or cannot be read.
pub fn person_of(place: impl Into<Place>, key: &PublicKey) -> Result<Option<String>, HostError> {
    let (mut database, _) = opened(&place.into())?;
    database.transact(|act| staff::person_of(act, key))
}

/// Makes a person one of the organisation's, whose key the platform key attests from
/// now on. Gives the person's id.
///
/// # Errors
/// [`HostError::Input`] for a name or key that cannot be taken; the platform key's and
/// the folder's.
pub fn enrol(
    place: impl Into<Place>,
    name: &str,
    public_key: &PublicKey,
    roles: &[Role],
    now: Moment,
) -> Result<String, HostError> {
    checked_name("the person's name", name)?;
    let refused = |why: &str| HostError::Input { what: "the person's key", why: why.to_owned() };
    if public_key.is_weak() {
        return Err(refused("is degenerate; make another"));
    }
    let place = place.into();
    let (mut database, org) = opened(&place)?;
    let platform = keys::read_known(&place.data, org.platform)?;
    let membership =
        Membership { fingerprint: public_key.fingerprint(), valid_from: now.to_text(), valid_to: None };
    let person = Person {
        id: random::id()?,
        name: name.to_owned(),
        public_key: *public_key,
        roles: Role::ALL.into_iter().chain([Role::Agent]).filter(|role| roles.contains(role)).collect(),
        attestation: membership.attest(&platform),
        membership,
    };
    match database.transact(|act| staff::enrol(act, &person, &Who::LocalOperator, now))? {
        staff::Enrolled::Done => Ok(person.id),
        staff::Enrolled::KeyTaken => Err(refused("stands for somebody already")),
    }
}

/// Invites the first person, who founds the organisation's ledger by joining; from then on
/// people invite people. The ticket serves for seven days. `host` is where desks reach it.
///
/// # Errors
/// [`HostError::Input`] where the organisation has people already, or for a name that
/// cannot be taken.
pub fn invite_first(
    place: impl Into<Place>,
    host: &str,
    name: &str,
    roles: &[Role],
    now: Moment,
) -> Result<Ticket, HostError> {
    checked_name("the person's name", name)?;
    let (mut database, org) = opened(&place.into())?;
    let seed = zeroize::Zeroizing::new(random::bytes::<32>()?);
    let invitation = Invitation {
        id: random::id()?,
        name: name.to_owned(),
        public_key: SecretKey::from_seed(&seed).public(),
        roles: Role::ALL.into_iter().filter(|role| roles.contains(role)).collect(),
        expires_at: now.plus_millis(7 * 24 * 60 * 60 * 1000).to_text(),
        standing: Standing::Open,
    };
    if !database.transact(|act| staff::invite_first(act, &invitation, now))? {
        return Err(HostError::Input {
            what: "the invitation",
            why: "is for a new organisation; in this one an org owner invites from the window".to_owned(),
        });
    }
    Ok(Ticket {
        host: host.to_owned(),
        platform: org.platform,
        founder: None,
        invitation: invitation.id,
        seed,
    })
}
