//! Table `invitations`: who was asked to join, in which roles, until when. An invitation
//! is a key that serves once; its public half stands here, the secret half is in the text
//! that the invited person was given.

use anp::keys::PublicKey;
use anp::time::Moment;

use super::super::{StoreFault, Stored};
use super::Hold;
use crate::Role;

/// What became of an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Nobody has taken it yet.
    Open,
    /// Somebody has joined by it.
    Used,
    /// It was taken back.
    Withdrawn,
}

impl Standing {
    /// As it is kept.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Used => "used",
            Self::Withdrawn => "withdrawn",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::Open, Self::Used, Self::Withdrawn].into_iter().find(|known| known.as_str() == text)
    }
}

/// An invitation.
#[derive(Debug, Clone)]
pub struct Invitation {
    /// A UUID.
    pub id: String,
    /// Whom it is meant for, in the words of who invited.
    pub name: String,
    /// The key that serves once.
    pub public_key: PublicKey,
    /// What the person may do.
    pub roles: Vec<Role>,
    /// Until when it serves, RFC 3339.
    pub expires_at: String,
    /// What became of it.
    pub standing: Standing,
}

impl Invitation {
    /// Whether somebody may join by it at this moment.
    pub fn serves(&self, now: Moment) -> bool {
        self.standing == Standing::Open && Moment::parse(&self.expires_at).is_ok_and(|end| now < end)
    }
}

/// A row as it is kept.
pub struct Row {
    pub id: String,
    pub name: String,
    pub public_key: String,
    /// By their names, separated by spaces.
    pub roles: String,
    pub expires_at: String,
    pub standing: String,
}

impl Row {
    /// The invitation that it says.
    pub fn invitation(self) -> Stored<Invitation> {
        let id = self.id.clone();
        let damaged =
            |what: &str| StoreFault::Damaged { table: "invitations", what: format!("no {what} of {id}") };
        let roles = self.roles.split_whitespace().map(Role::parse).collect::<Option<_>>();
        Ok(Invitation {
            public_key: PublicKey::parse(&self.public_key).map_err(|_| damaged("key"))?,
            roles: roles.ok_or_else(|| damaged("known role"))?,
            standing: Standing::parse(&self.standing).ok_or_else(|| damaged("known standing"))?,
            id: self.id,
            name: self.name,
            expires_at: self.expires_at,
        })
    }
}

impl From<&Invitation> for Row {
    fn from(invitation: &Invitation) -> Self {
        let roles: Vec<_> = invitation.roles.iter().map(|role| role.as_str()).collect();
        Self {
            id: invitation.id.clone(),
            name: invitation.name.clone(),
            public_key: invitation.public_key.to_string(),
            roles: roles.join(" "),
            expires_at: invitation.expires_at.clone(),
            standing: invitation.standing.as_str().to_owned(),
        }
    }
}

/// The table.
pub trait Invitations {
    /// An invitation by id.
    fn invitation(&self, id: &str, hold: Hold) -> Stored<Option<Invitation>>;
    /// A new one, or what became of one.
    fn write_invitation(&self, invitation: &Invitation) -> Stored<()>;
}
