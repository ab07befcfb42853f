//! What was read in a deal's inbound texts.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What the rules read in a deal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct DealReading {
    /// Version of the rules.
    pub rules: String,
    /// Inbound entries that are not read yet.
    pub waiting: u32,
    /// What was read, entry by entry; one without tactics and marks was read and shows none.
    pub entries: Vec<EntryReading>,
    /// Tactics that only the thread shows.
    pub thread: Vec<TacticView>,
    /// What people said about those.
    pub thread_corrections: Vec<CorrectionView>,
}

/// What was read in an entry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct EntryReading {
    /// Id of the entry.
    pub entry: String,
    /// Tactics, the surest first.
    pub tactics: Vec<TacticView>,
    /// Places that speak to a machine.
    pub marks: Vec<MarkView>,
    /// What the configured model names beside; a hint without a measured confidence.
    pub model: Vec<TacticView>,
    /// What people said about its tactics.
    pub corrections: Vec<CorrectionView>,
}

/// A named tactic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct TacticView {
    /// Code of its family.
    pub family: String,
    /// Confidence in percent.
    pub percent: u32,
    /// By what it was named.
    pub by: TacticBy,
    /// Words and figures that show it.
    pub shown: Vec<ShownView>,
}

/// By what a tactic was named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum TacticBy {
    /// The rules.
    Rules,
    /// A person's correction.
    Person,
    /// The configured model.
    Model,
}

/// Words or figures that show a tactic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ShownView {
    /// Id of the entry.
    pub entry: String,
    /// Where in it (`text`, `notes`, `conditions[1]`, `expires_at`).
    pub part: String,
    /// First code point of the part's text.
    pub start: u32,
    /// Behind the last; both 0 where figures show it.
    pub end: u32,
    /// The words, inert; cut where they are long.
    pub text: String,
    /// Name of the rule.
    pub rule: String,
    /// Figures that the rule looked at.
    pub figures: Vec<String>,
}

/// A place that speaks to a machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct MarkView {
    /// What it does (`overrides`, `role`, …).
    pub kind: String,
    /// Where it stands.
    pub part: String,
    /// First code point of the part's text.
    pub start: u32,
    /// Behind the last.
    pub end: u32,
    /// The words, inert; cut where they are long.
    pub text: String,
    /// Name of the rule.
    pub rule: String,
}

/// A person's word about a named tactic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct CorrectionView {
    /// The family concerned.
    pub family: String,
    /// True where it is played, false where it is not.
    pub played: bool,
    /// Who said so.
    pub by: String,
    /// When.
    pub at: String,
}

/// A rule behind a judgement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct RuleView {
    /// Its name.
    pub rule: String,
    /// As it is written; none for a rule that is code, and for a person's word.
    pub text: Option<String>,
    /// Version of all rules.
    pub version: String,
}
