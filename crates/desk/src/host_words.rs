//! What the host's buyer API says, as values. All of it is the host's word.

use serde::Deserialize;

use crate::host_client::HostClient;
use crate::view::{Broken, Problem};

/// `GET org`.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct OrgAnswer {
    pub(crate) org: OrgWord,
    pub(crate) me: MeWord,
    #[serde(default)]
    pub(crate) people: Vec<PersonWord>,
    pub(crate) channel: ChannelWord,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct OrgWord {
    pub(crate) name: String,
    pub(crate) platform: KeyWord,
    #[serde(default)]
    pub(crate) public_url: Option<String>,
    /// Whether it mails codes to vendors' contacts.
    #[serde(default)]
    pub(crate) mails: bool,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct KeyWord {
    pub(crate) fingerprint: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct PersonWord {
    pub(crate) id: String,
    pub(crate) name: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct MeWord {
    pub(crate) roles: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct ChannelWord {
    pub(crate) enabled: bool,
    pub(crate) handle: Option<String>,
    pub(crate) envelope: serde_json::Value,
}

/// `GET changes/…`.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct ChangesAnswer {
    pub(crate) cursor: String,
    pub(crate) changes: Vec<ChangeWord>,
    #[serde(default)]
    pub(crate) rewound: bool,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct ChangeWord {
    pub(crate) kind: String,
    #[serde(default)]
    pub(crate) id: String,
}

/// `GET sessions`.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct HeadsAnswer {
    pub(crate) sessions: Vec<SessionHead>,
}

/// Where a session ends at the host.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct SessionHead {
    pub(crate) id: String,
    pub(crate) head: HeadWord,
}

/// The end of a chain at the host.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct HeadWord {
    pub(crate) seq: u64,
    pub(crate) hash: String,
}

/// `GET vendors`.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct VendorsAnswer {
    pub(crate) vendors: Vec<VendorWord>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct VendorWord {
    pub(crate) agent_id: String,
    pub(crate) agent_name: String,
    pub(crate) vendor_name: String,
    pub(crate) contact_email: String,
    pub(crate) fingerprint: String,
    pub(crate) status: String,
    pub(crate) registered_at: String,
    pub(crate) decided_by: Option<String>,
    pub(crate) decided_at: Option<String>,
    #[serde(default)]
    pub(crate) conflicts: Vec<ConflictWord>,
    #[serde(default)]
    pub(crate) code: Option<CodeWord>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct CodeWord {
    pub(crate) state: String,
    pub(crate) asked_by: String,
    pub(crate) asked_at: String,
    pub(crate) expires_at: String,
    pub(crate) tries_left: u32,
    pub(crate) answered_by: Option<String>,
    pub(crate) answered_at: Option<String>,
}

/// `POST vendors/…/code` and `…/code/answer`.
#[derive(Deserialize)]
pub(crate) struct CodeAnswer {
    #[serde(default)]
    pub(crate) fits: bool,
    /// The code, where this desk is to mail it.
    #[serde(default)]
    pub(crate) secret: String,
    pub(crate) code: Option<CodeWord>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct ConflictWord {
    pub(crate) agent_name: String,
    pub(crate) vendor_name: String,
    pub(crate) contact_email: String,
    pub(crate) at: String,
}

/// `POST sessions/…/events`, as it succeeds. Where the events stand is learned by a
/// verified log.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct AppendAnswer {
    #[serde(rename = "events")]
    _events: Vec<serde::de::IgnoredAny>,
}

/// Reads an answer.
pub(crate) fn read<'a, T: Deserialize<'a>>(
    host: &HostClient,
    what: &str,
    body: &'a [u8],
) -> Result<T, Problem> {
    serde_json::from_slice(body).map_err(|_| host.confused(Broken::Answer).with("of", what))
}
