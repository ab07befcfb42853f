//! The frame of the window: who is here, which host, what needs attention.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Problem, VerdictOutcome};

/// Where the application stands on its way to being usable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The keychain has not answered yet (it may be showing its own dialog).
    AskingKeychain,
    /// No person's key is known here: choose where to make one, or repair.
    KeyNeeded,
    /// A passphrase key file exists and wants its passphrase.
    PassphraseNeeded,
    /// Everything works.
    Ready,
}

/// The frame around every screen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct AppView {
    /// Where the application stands.
    pub stage: Stage,
    /// The person at this desk, once the key is known.
    pub person: Option<PersonView>,
    /// The organisation, once the host has told it.
    pub org: Option<OrgView>,
    /// The host this desk talks to.
    pub host: HostView,
    /// Set while the demo workspace is open.
    pub guide: Option<GuideView>,
    /// Standing trouble, most urgent first (host away, clock wrong, key trouble …).
    pub problems: Vec<Problem>,
    /// Counts for the navigation: holds that wait for this person.
    pub needs_you: u32,
    /// Sessions that belong to no known deal.
    pub unsorted: u32,
    /// Vendors that wait for verification.
    pub vendors_waiting: u32,
}

/// A person and the key that signs for them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct PersonView {
    /// Name as it stands in records.
    pub name: String,
    /// Fingerprint of the person's key, 64 lower-case hex digits.
    pub fingerprint: String,
    /// `keychain` or `passphrase_file`.
    pub kept_in: KeyPlace,
    /// Roles of this person in the organisation.
    pub roles: Vec<RoleView>,
}

/// Where a person's key rests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum KeyPlace {
    /// The operating system's keychain.
    Keychain,
    /// A file encrypted with a passphrase, chosen by the person.
    PassphraseFile,
}

/// A role in the organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RoleView {
    /// Reads offers and drafts answers.
    Procurement,
    /// Decides what leaves.
    DealOwner,
    /// Takes out and checks evidence.
    Legal,
    /// Opens the channel, verifies vendors, gives roles.
    OrgOwner,
}

/// The organisation and its channel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct OrgView {
    /// Name of the organisation (the `party` of its envelope).
    pub name: String,
    /// Fingerprint of the platform key.
    pub platform_fingerprint: String,
    /// The channel switch.
    pub channel: ChannelView,
}

/// The org's door.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ChannelView {
    /// Whether vendors can reach the organisation.
    pub enabled: bool,
    /// The living handle (`anp_org_…`), only while enabled.
    pub handle: Option<String>,
    /// The org's own mandate envelope that every new session shows.
    pub envelope: EnvelopeView,
}

/// A mandate envelope, as declared by either side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct EnvelopeView {
    /// Who negotiates.
    pub party: String,
    /// The agent's name.
    pub agent_name: String,
    /// Topics.
    pub may_discuss: Vec<String>,
    /// What may be told.
    pub may_disclose: Vec<String>,
    /// What is never told.
    pub will_not_disclose: Vec<String>,
    /// `none`, `propose_only` or `bind_with_human_approval`.
    pub offer_authority: String,
    /// A person to turn to.
    pub human_contact: Option<String>,
}

/// The host as this desk sees it now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct HostView {
    /// Base address.
    pub url: String,
    /// True for the host inside this application.
    pub embedded: bool,
    /// Where vendors reach it, where its operator has said so.
    pub public_url: Option<String>,
    /// True where only this machine can reach it.
    pub loopback: bool,
    /// Whether the last exchange worked.
    pub reachable: bool,
    /// Time of the last exchange that worked.
    pub last_contact: Option<String>,
}

/// The demo's guide: one button a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct GuideView {
    /// All steps in order.
    pub steps: Vec<GuideStep>,
    /// Index of the step that is to be done now; `steps.len()` when all are done.
    pub current: u32,
}

/// One step of the demo.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct GuideStep {
    /// Stable id, also the key of its words in the catalog
    /// (`channel`, `invite`, `verify`, `offer`, `counter`, `accept`, `save`, `check`).
    pub id: String,
    /// Whether the step is done.
    pub state: GuideState,
    /// What came of it, where it is worth telling (for `check`: the two verdicts).
    pub outcome: Option<GuideOutcome>,
}

/// What the demo's last step found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct GuideOutcome {
    /// The verdict on the saved log.
    pub saved: VerdictOutcome,
    /// The verdict on its copy with one digit changed.
    pub altered: VerdictOutcome,
    /// The event at which the copy fails.
    pub altered_at: Option<u32>,
}

/// State of a step of the demo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum GuideState {
    /// Not reached.
    Ahead,
    /// Its button does the step.
    Now,
    /// Working, or waiting for the vendor's agent.
    Waiting,
    /// Done.
    Done,
}

/// State of the person's key, asked before anything else.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct KeyView {
    /// State of the operating system's keychain.
    pub keychain: KeychainState,
    /// A passphrase file exists.
    pub passphrase_file: bool,
    /// A key was made here before (its fingerprint is on record) but cannot be found now.
    pub lost_fingerprint: Option<String>,
}

/// What an invitation says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct InvitationView {
    /// The team's host.
    pub host: String,
    /// Fingerprint of its platform key.
    pub platform_fingerprint: String,
    /// Whether who takes it founds the organisation.
    pub founds: bool,
}

/// What the keychain said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum KeychainState {
    /// It answers.
    Ready,
    /// It is there, and locked.
    Locked,
    /// There is none on this machine.
    Absent,
}
