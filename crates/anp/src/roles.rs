//! Who may do what in an organisation. The one table: the host enforces it, desks judge
//! ledgers by it, the window shows it.

use crate::event::Kind;

/// A person's role in the organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Reads offers, drafts, writes messages.
    Procurement,
    /// Decides: signs what is formal.
    DealOwner,
    /// Takes out and checks records.
    Legal,
    /// Holds the door: channel, handle, vendors.
    OrgOwner,
    /// No person: a desk's own agent, which writes messages and nothing else.
    Agent,
}

impl Role {
    /// The four that people have.
    pub const ALL: [Self; 4] = [Self::Procurement, Self::DealOwner, Self::Legal, Self::OrgOwner];

    /// Text on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Procurement => "procurement",
            Self::DealOwner => "deal_owner",
            Self::Legal => "legal",
            Self::OrgOwner => "org_owner",
            Self::Agent => "agent",
        }
    }

    /// Reads the text on the wire.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().chain([Self::Agent]).find(|role| role.as_str() == text)
    }
}

/// Something that not everybody may do. Reading is every person's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Append an event of this kind for the buyer.
    Append(Kind),
    /// Open a deal, sort sessions into it, draft.
    Prepare,
    /// Own a deal: decide, set its mandate, name who stands in.
    Decide,
    /// Invite, give roles, let go, set rules.
    Govern,
    /// Switch the channel, set the org's envelope.
    SwitchChannel,
    /// Verify or revoke a vendor.
    DecideVendor,
    /// Say that both versions of a record in dispute were looked at.
    SettleDispute,
    /// Let the own desk's agent answer, by its own key.
    EnrolAgent,
}

impl Act {
    /// All that the table speaks of.
    pub const ALL: [Self; 14] = [
        Self::Append(Kind::Message),
        Self::Append(Kind::Envelope),
        Self::Append(Kind::Offer),
        Self::Append(Kind::CounterOffer),
        Self::Append(Kind::Decline),
        Self::Append(Kind::SessionClose),
        Self::Append(Kind::SessionOpen),
        Self::Prepare,
        Self::Decide,
        Self::Govern,
        Self::SwitchChannel,
        Self::DecideVendor,
        Self::SettleDispute,
        Self::EnrolAgent,
    ];

    /// Its name in catalogs of words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Append(kind) => kind.as_str(),
            Self::Prepare => "prepare",
            Self::Decide => "decide",
            Self::Govern => "govern",
            Self::SwitchChannel => "switch_channel",
            Self::DecideVendor => "decide_vendor",
            Self::SettleDispute => "settle_dispute",
            Self::EnrolAgent => "enrol_agent",
        }
    }

    /// The roles of which one is needed.
    pub const fn allowed(self) -> &'static [Role] {
        match self {
            Self::Append(Kind::SessionOpen) => &[],
            Self::Append(Kind::Message) => &[Role::Procurement, Role::DealOwner, Role::Agent],
            Self::Prepare => &[Role::Procurement, Role::DealOwner],
            Self::Append(
                Kind::Envelope | Kind::Offer | Kind::CounterOffer | Kind::Decline | Kind::SessionClose,
            )
            | Self::Decide => &[Role::DealOwner],
            Self::Govern | Self::SwitchChannel | Self::DecideVendor => &[Role::OrgOwner],
            Self::SettleDispute => &[Role::Legal],
            // It says nothing that who owns deals may not say.
            Self::EnrolAgent => &[Role::DealOwner, Role::OrgOwner],
        }
    }
}

/// Whether a person with these roles may.
pub fn may(roles: &[Role], act: Act) -> bool {
    roles.iter().any(|role| act.allowed().contains(role))
}
