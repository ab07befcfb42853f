//! Ledger cards and verdicts.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{EnvelopeView, Problem};

/// The card beside the timeline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct LedgerCard {
    /// Id of the session.
    pub session: String,
    /// The host's word about it: `open` or `closed`.
    pub status: String,
    /// The counterparty's name, inert.
    pub counterparty: String,
    /// Id of the vendor's registration.
    pub agent_id: String,
    /// The vendor key's fingerprint.
    pub fingerprint: String,
    /// Who verified the vendor, and when.
    pub verified_by: Option<String>,
    /// When.
    pub verified_at: Option<String>,
    /// The vendor's mandate.
    pub theirs: Option<EnvelopeView>,
    /// Ours.
    pub ours: Option<EnvelopeView>,
    /// The chain head that this desk has verified.
    pub head: String,
    /// The verdict.
    pub verdict: VerdictView,
    /// When it was last judged.
    pub judged_at: String,
}

/// A verdict for people.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct VerdictView {
    /// Green, consistent (green that nothing anchors), red or unreadable.
    pub outcome: VerdictOutcome,
    /// Number of events.
    pub events: u32,
    /// Leading events without a fault.
    pub verified_prefix: u32,
    /// All faults.
    pub faults: Vec<FaultView>,
    /// What is claimed and not proven.
    pub notes: Vec<NoteView>,
}

/// The outcome of a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum VerdictOutcome {
    /// Green and anchored: the tick.
    Green,
    /// Consistent in itself; nobody vouches for the keys: no tick.
    Consistent,
    /// At least one fault.
    Red,
    /// Not a log.
    Unreadable,
}

/// A fault of a log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct FaultView {
    /// The event, where it belongs to one.
    pub seq: Option<u32>,
    /// The check that failed: one of [`checks`].
    pub check: String,
    /// One sentence with what was expected and what stands there.
    pub detail: String,
}

/// Every name that a fault's check can have, each once: the page has words for all of them.
pub fn checks() -> Vec<&'static str> {
    let of_logs = anp::verify::Check::ALL.iter().map(|check| check.as_str());
    let of_bundles = evidence::Check::ALL.iter().map(|check| check.as_str());
    let all: std::collections::BTreeSet<_> = of_logs.chain(of_bundles).collect();
    all.into_iter().collect()
}

/// A note on a log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct NoteView {
    /// The event, where it belongs to one.
    pub seq: Option<u32>,
    /// One sentence.
    pub detail: String,
}

/// A file that was judged at somebody's wish.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct FileVerdict {
    /// The file's name.
    pub file: String,
    /// Id of the session it claims to be.
    pub session: Option<String>,
    /// Whether this desk knows the session and used its pins and head.
    pub known_session: bool,
    /// The verdict.
    pub verdict: VerdictView,
}

/// A saved log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Saved {
    /// Where.
    pub path: String,
    /// Size in bytes.
    pub bytes: u32,
    /// The verdict over the very bytes that were written.
    pub verdict: VerdictView,
    /// Anything the person should know.
    pub problem: Option<Problem>,
}

/// The record held here against a file of the other side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct RecordDiff {
    /// The file's name.
    pub file: String,
    /// Whether both hold the same record.
    pub same: bool,
    /// How many leading events are the same.
    pub common: u32,
    /// The first difference; none where there is none.
    pub difference: Option<DifferenceView>,
}

/// The first difference between two records.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DifferenceView {
    /// They are of two sessions.
    Session {
        /// Id of ours.
        ours: String,
        /// Id of theirs, inert.
        theirs: String,
    },
    /// An event differs.
    Event {
        /// Its place from 1.
        seq: u32,
        /// What differs in it.
        members: Vec<MemberView>,
    },
    /// One goes on where the other ends.
    Length {
        /// Whether ours is the longer.
        ours_goes_on: bool,
        /// By how many events.
        more: u32,
    },
}

/// A part of an event that differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct MemberView {
    /// Its path, inert.
    pub path: String,
    /// Its text in ours; none where it lacks.
    pub ours: Option<String>,
    /// In theirs, inert.
    pub theirs: Option<String>,
}
