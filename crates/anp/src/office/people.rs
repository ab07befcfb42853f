//! Members, invitations and stand-ins, as values.

use super::said::Said;
use crate::digest::Fingerprint;
use crate::keys::PublicKey;
use crate::roles::{Act, Role, may};
use crate::time::Moment;

/// A person's key with its time and roles.
#[derive(Debug, Clone)]
pub struct Member {
    /// The key.
    pub key: PublicKey,
    /// The person's name, in the person's own words.
    pub name: String,
    /// To which secrets are sealed for this person; none where the key never said.
    pub recipient: Option<String>,
    /// From when on the key signs.
    pub from: Moment,
    /// Until when; none while it does.
    pub until: Option<Moment>,
    /// Who let the person in; none for the founder.
    pub let_in_by: Option<Fingerprint>,
    /// The key that this one follows.
    pub follows: Option<Fingerprint>,
    /// Since when which roles.
    roles: Vec<(Moment, Vec<Role>)>,
}

impl Member {
    pub(super) fn new(
        key: PublicKey,
        said: &Said,
        (roles, let_in_by): (Vec<Role>, Option<Fingerprint>),
        at: Moment,
    ) -> Self {
        Self {
            key,
            name: said.text("name").unwrap_or_default().to_owned(),
            recipient: said.text("recipient").map(str::to_owned),
            from: at,
            until: None,
            let_in_by,
            follows: None,
            roles: vec![(at, roles)],
        }
    }

    /// The key's fingerprint.
    pub fn fingerprint(&self) -> Fingerprint {
        self.key.fingerprint()
    }

    /// Whether the key signs for the organisation at this moment. The end is included:
    /// what the host took in the same millisecond stands before the leaving.
    pub fn covers(&self, at: Moment) -> bool {
        self.from <= at && self.until.is_none_or(|until| at <= until)
    }

    /// Since when which roles, the earliest first.
    pub fn roles_since(&self) -> impl Iterator<Item = (Moment, &[Role])> {
        self.roles.iter().map(|(since, roles)| (*since, roles.as_slice()))
    }

    /// The roles at a moment.
    pub fn roles_at(&self, at: Moment) -> &[Role] {
        let known = self.roles.iter().rev().find(|(since, _)| *since <= at);
        known.map_or(&[], |(_, roles)| roles)
    }

    /// Whether the person may at a moment.
    pub fn may(&self, act: Act, at: Moment) -> bool {
        may(self.roles_at(at), act)
    }

    pub(super) fn give(&mut self, roles: Vec<Role>, at: Moment) {
        self.roles.push((at, roles));
    }
}

/// What became of an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stands {
    /// Nobody has taken it.
    Open,
    /// Somebody joined by it.
    Used,
    /// It was taken back.
    Withdrawn,
}

/// An invitation.
#[derive(Debug, Clone)]
pub struct Invited {
    /// Its id.
    pub id: String,
    /// Whom it is meant for, in the words of who invited.
    pub name: String,
    /// The key that serves once.
    pub key: PublicKey,
    /// What the person may do.
    pub roles: Vec<Role>,
    /// Until when it serves.
    pub until: Moment,
    /// Who invited.
    pub by: Fingerprint,
    /// What became of it.
    pub stands: Stands,
}

impl Invited {
    pub(super) fn read(said: &Said, by: Fingerprint) -> Option<Self> {
        Some(Self {
            id: said.text("invitation")?.to_owned(),
            name: said.text("name")?.to_owned(),
            key: PublicKey::parse(said.text("public_key")?).ok()?,
            roles: roles(said)?,
            until: said.moment("expires_at")?,
            by,
            stands: Stands::Open,
        })
    }

    /// Whether somebody may join by it at this moment.
    pub fn serves(&self, at: Moment) -> bool {
        self.stands == Stands::Open && at < self.until
    }
}

/// A deal owner's word on who stands in.
#[derive(Debug, Clone)]
pub struct StandIn {
    /// The owner's key.
    pub owner: Fingerprint,
    /// The key of who stands in.
    pub to: Fingerprint,
    /// The deals; none for all of the owner's.
    pub deals: Option<Vec<String>>,
    /// From when on.
    pub since: Moment,
    /// Until when.
    pub until: Moment,
}

impl StandIn {
    pub(super) fn read(said: &Said, owner: Fingerprint, since: Moment) -> Option<Self> {
        let deals = said.texts("deals");
        Some(Self {
            owner,
            to: said.fingerprint("to")?,
            deals: deals.map(|deals| deals.into_iter().map(str::to_owned).collect()),
            since,
            until: said.moment("until")?,
        })
    }

    /// Whether it is about this deal.
    pub fn covers(&self, deal: &str) -> bool {
        self.deals.as_ref().is_none_or(|deals| deals.iter().any(|known| known == deal))
    }
}

pub(super) fn roles(said: &Said) -> Option<Vec<Role>> {
    let roles: Vec<Role> = said.texts("roles")?.into_iter().map(Role::parse).collect::<Option<_>>()?;
    (!roles.is_empty()).then_some(roles)
}
