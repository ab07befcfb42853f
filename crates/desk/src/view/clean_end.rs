//! How to end a negotiation by a word, drafted.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::AnswerForm;

/// A cap of the mandate is reached, and nothing was said to that yet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct CleanEndView {
    /// Where.
    pub place: CleanEndPlace,
    /// `rounds`, `deadline`.
    pub cap: String,
}

/// Where it is to be ended, with drafts that go the way of every answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CleanEndPlace {
    /// In a session of the protocol.
    Session {
        /// Its id.
        session: String,
        /// The counterparty, inert.
        counterparty: String,
        /// Drafts: with the best final offer, and the withdrawal.
        answers: Vec<AnswerForm>,
    },
    /// By mail.
    Mail {
        /// The mail that is answered.
        mail: String,
        /// The draft's text.
        body: String,
    },
    /// At a seller of media.
    Media {
        /// Its address.
        seller: String,
        /// The proposals that are still on the table.
        proposals: Vec<String>,
        /// What the draft says beside declining them.
        detail: String,
    },
}
