//! The desk's agent, the organisation's switch, and the model that may read along.

use serde::{Deserialize, Serialize};
use specta::Type;

/// Whether everything that leaves is stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct HaltView {
    /// True while nothing leaves.
    pub halted: bool,
    /// Who pressed the switch.
    pub by: String,
    /// When.
    pub at: String,
    /// Whether it holds at this desk alone, since who pressed is no org owner.
    pub here_only: bool,
    /// Whether the person here may lift it.
    pub may_lift: bool,
}

/// The agent and its key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AgentView {
    /// The key's fingerprint, once one was made.
    pub fingerprint: Option<String>,
    /// Whether the key can be had.
    pub ready: bool,
    /// Whether the person here may make it.
    pub may_make: bool,
}

/// How much the desk does by itself in a deal, as its owner sets it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ModeForm {
    /// `manual`, `assist`, `auto`.
    pub mode: String,
    /// Answers in 24 hours, at most 50.
    pub per_day: u32,
    /// Answers in one session, at most 10.
    pub per_session: u32,
}

/// The same as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ModeView {
    /// `manual`, `assist`, `auto`.
    pub mode: String,
    /// Answers in 24 hours.
    pub per_day: u32,
    /// Answers in one session.
    pub per_session: u32,
    /// Answers of the agent in the last 24 hours.
    pub answered_today: u32,
    /// Whether the agent's key can be had.
    pub agent_ready: bool,
    /// Answers to routine messages that wait for a person.
    pub suggestions: Vec<Suggestion>,
}

/// An answer that is suggested.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Suggestion {
    /// The session.
    pub session: String,
    /// The entry that it answers.
    pub entry: String,
    /// Its words, from a template.
    pub text: String,
}

/// The model that may read inbound texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ModelForm {
    /// Whether it is asked.
    pub on: bool,
    /// Address of an OpenAI-compatible interface, up to and without `/chat/completions`.
    pub url: String,
    /// Name of the model there.
    pub model: String,
}

/// The same with what became of the last question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ModelView {
    /// What is set.
    pub form: ModelForm,
    /// `well`, `away`, `slow`, `confused`; empty while none was asked.
    pub last: String,
    /// When.
    pub at: String,
}
