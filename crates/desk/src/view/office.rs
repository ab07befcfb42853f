//! The organisation's people, and what they say to each other.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{AnswerForm, RoleView};

/// Everything that the section *People* shows.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type)]
pub struct PeopleView {
    /// Everybody, a key each, in the order in which they came; those who left too.
    pub members: Vec<MemberCard>,
    /// All invitations.
    pub invitations: Vec<InvitedView>,
    /// Who stands in for whom now.
    pub stand_ins: Vec<StandInView>,
    /// Who may do what: the table that the host enforces.
    pub table: Vec<RoleRow>,
    /// Whether a counter is approved by somebody else than who drafted it.
    pub four_eyes: bool,
    /// Whether the person here decides on people and rules.
    pub i_govern: bool,
    /// Whether the person here may name who stands in.
    pub i_decide: bool,
}

/// A person's key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct MemberCard {
    /// The person's name, inert.
    pub name: String,
    /// The key's fingerprint.
    pub fingerprint: String,
    /// Roles now, or when the key ended.
    pub roles: Vec<RoleView>,
    /// From when on the key signs.
    pub since: String,
    /// Until when; none while it does.
    pub until: Option<String>,
    /// Who let the person in; none for the founder.
    pub let_in_by: Option<String>,
    /// Whether it is the person at this desk.
    pub me: bool,
    /// Whether the person may decide, and so stand in.
    pub decides: bool,
}

/// An invitation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct InvitedView {
    /// Its id.
    pub id: String,
    /// For whom it is meant, inert.
    pub name: String,
    /// In which roles.
    pub roles: Vec<RoleView>,
    /// Until when it serves.
    pub until: String,
    /// Who made it.
    pub by: String,
    /// What became of it.
    pub state: InvitedState,
}

/// What became of an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum InvitedState {
    /// Nobody has taken it.
    Open,
    /// Somebody joined by it.
    Used,
    /// It was taken back.
    Withdrawn,
    /// Its time is over.
    Expired,
}

/// An invitation that was just made. The text is a secret, and shown once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct MadeInvitation {
    /// For whom.
    pub name: String,
    /// What the invited person's desk takes.
    pub text: String,
    /// Until when it serves.
    pub until: String,
}

/// Who stands in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct StandInView {
    /// For whom.
    pub owner: String,
    /// Who.
    pub to: String,
    /// Their key.
    pub to_fingerprint: String,
    /// Titles of the deals; none for all of the owner's.
    pub deals: Vec<String>,
    /// Until when.
    pub until: String,
    /// Whether it is the person here who is stood in for.
    pub mine: bool,
}

/// A row of the table of roles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct RoleRow {
    /// What is done: a name of the catalog.
    pub act: String,
    /// The roles of which one is needed; none for nobody.
    pub roles: Vec<RoleView>,
}

/// What a colleague proposes to send.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct DraftView {
    /// Names it on its deal.
    pub id: String,
    /// The session.
    pub session: String,
    /// Who drafted it, inert.
    pub by: String,
    /// Whether that is the person here.
    pub mine: bool,
    /// When.
    pub at: String,
    /// The form, where it is sealed to the person here.
    pub form: Option<AnswerForm>,
}

/// A word to colleagues.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct CommentView {
    /// Who said it, inert.
    pub by: String,
    /// Whether that is the person here.
    pub mine: bool,
    /// When.
    pub at: String,
    /// What, inert.
    pub text: String,
    /// Whether it waits for the host.
    pub waits: bool,
}
