//! Who may do what. The one table.

use serde::Serialize;

use anp::event::Kind;

/// A person's role in the organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Reads offers, drafts, writes messages.
    Procurement,
    /// Decides: signs what is formal.
    DealOwner,
    /// Takes out and checks records.
    Legal,
    /// Holds the door: channel, handle, vendors.
    OrgOwner,
}

impl Role {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Procurement, Self::DealOwner, Self::Legal, Self::OrgOwner];

    /// Text on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Procurement => "procurement",
            Self::DealOwner => "deal_owner",
            Self::Legal => "legal",
            Self::OrgOwner => "org_owner",
        }
    }

    /// Reads the text on the wire.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == text)
    }
}

/// Something that not everybody may do. Reading is every person's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Append an event of this kind for the buyer.
    Append(Kind),
    /// Switch the channel, set the org's envelope.
    SwitchChannel,
    /// Verify or revoke a vendor.
    DecideVendor,
}

/// Whether a person with these roles may.
pub fn may(roles: &[Role], act: Act) -> bool {
    let any = |allowed: &[Role]| roles.iter().any(|role| allowed.contains(role));
    match act {
        Act::Append(Kind::Message) => any(&[Role::Procurement, Role::DealOwner]),
        Act::Append(Kind::SessionOpen) => false,
        Act::Append(
            Kind::Envelope | Kind::Offer | Kind::CounterOffer | Kind::Decline | Kind::SessionClose,
        ) => any(&[Role::DealOwner]),
        Act::SwitchChannel | Act::DecideVendor => any(&[Role::OrgOwner]),
    }
}
