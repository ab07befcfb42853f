//! What passed between a deal and its seller of media, on the timeline. The seller's own words are inert.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{AdcpAct, AdcpState};

/// A request to a seller of media, or a message that came to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct MediaEntry {
    /// Name of the request.
    pub key: String,
    /// Its number within the deal.
    pub number: u32,
    /// What it was for.
    pub act: AdcpAct,
    /// SHA-256 of the bytes that left or came, hex; empty where there are none.
    pub sha256: String,
    /// What is said.
    pub said: MediaSaid,
}

/// What an entry about media says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MediaSaid {
    /// The request, as it was decided.
    Asked {
        /// Where it stands.
        state: AdcpState,
        /// How often it was sent.
        sends: u32,
    },
    /// An answer, judged by computation.
    Answered {
        /// Whether nothing is wrong with it.
        holds: bool,
        /// Names of the rules that it breaks, each once.
        rules: Vec<String>,
        /// Proposals in it.
        proposals: u32,
        /// The media buy that it names, where something was bought, inert.
        media_buy: Option<String>,
        /// When the first of its proposals ends.
        expires_at: Option<String>,
    },
    /// The answer once more, to the same bytes.
    Again,
    /// The seller works on it.
    Pending,
    /// The seller waits for something that the protocol cannot give.
    NeedsInput,
    /// A task error: nothing was done.
    Refused {
        /// The code, inert; none where plain words came.
        code: Option<String>,
        /// What it says, inert.
        message: String,
    },
    /// Nothing that could be read: what became of the request is open.
    Unreadable,
    /// A person gave up finding out what became of it.
    GivenUp,
}
