//! What the guards said about a deal.

use serde::{Deserialize, Serialize};
use specta::Type;

/// A guard's word on something that was about to leave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct StopView {
    /// When it was stated.
    pub at: String,
    /// At whose desk, inert.
    pub by: String,
    /// True for the person at this desk.
    pub mine: bool,
    /// Which way it was to go.
    pub channel: StopChannel,
    /// Where on that way.
    pub when: StopWhen,
    /// What was said.
    pub verdict: StopVerdict,
    /// The rules that spoke, 40 at most.
    pub rules: Vec<StopRule>,
    /// True while it has no place on the deal's ledger.
    pub waits: bool,
}

/// A rule that spoke, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct StopRule {
    /// Its name (`guard/walk_away`, `screen/secret_figure`), inert.
    pub rule: String,
    /// The version that judged, inert; none of an additional scanner's.
    pub version: Option<String>,
    /// The field (`conditions[1]`), by names that nobody chose.
    pub place: Option<String>,
    /// Number of the offer's line, from 1.
    pub line: Option<u32>,
}

macro_rules! codes {
    ($name:ident { $($variant:ident = $code:literal),+ }) => {
        impl $name {
            /// Its code on the ledger.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }

            /// Reads [`Self::code`].
            pub fn of_code(code: &str) -> Option<Self> {
                [$(Self::$variant),+].into_iter().find(|one| one.code() == code)
            }
        }
    };
}

/// Which way something was to leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum StopChannel {
    /// A session of the protocol.
    Session,
    /// A mail.
    Mail,
    /// A request to a seller of media.
    Media,
    /// A typed negotiation.
    Negotiation,
}

codes!(StopChannel { Session = "session", Mail = "mail", Media = "media", Negotiation = "negotiation" });

/// Where on its way out it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum StopWhen {
    /// A person was about to decide on it.
    Deciding,
    /// It was decided and about to be sent.
    Sending,
}

codes!(StopWhen { Deciding = "deciding", Sending = "sending" });

/// What was said. Of several words the last in this order counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum StopVerdict {
    /// Held: the deal's owner may release what was found.
    Held,
    /// The screen could not run.
    Down,
    /// Blocked: nobody releases it.
    Blocked,
}

codes!(StopVerdict { Held = "held", Down = "down", Blocked = "blocked" });
