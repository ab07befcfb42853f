//! The verdict: what failed, at which event, and what is claimed and not proven.

use core::fmt;

/// The outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// No fault.
    Green,
    /// At least one fault.
    Red,
    /// Not a log.
    Unreadable,
}

impl Outcome {
    /// `green`, `red`, `unreadable`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Red => "red",
            Self::Unreadable => "unreadable",
        }
    }
}

/// A verdict on a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The outcome.
    pub outcome: Outcome,
    /// Whether a pin, a seen head or a checkpoint vouches for a green.
    pub anchored: bool,
    /// Number of events in the document, and those before it where it continues a chain.
    pub event_count: u64,
    /// Number of leading events without a fault of their own.
    pub verified_prefix: u64,
    /// All faults: those of events by their place, then those of the document.
    pub faults: Vec<Fault>,
    /// What is claimed and not proven, or worth knowing.
    pub notes: Vec<Note>,
}

macro_rules! checks {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// The checks, by the names that scripts see.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Check { $($(#[$doc])* $name,)* }

        impl Check {
            /// All checks.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Its name.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

checks! {
    /// The text: duplicate keys, surrogates, numbers, nesting.
    Json = "json",
    /// The document's protocol.
    Protocol = "protocol",
    /// The session's id.
    SessionId = "session_id",
    /// The stated number of events.
    EventCount = "event_count",
    /// The stated head.
    ChainHead = "chain_head",
    /// The log's own key entries.
    Keys = "keys",
    /// A pinned key.
    Pin = "pin",
    /// A head that was seen before.
    SeenHead = "seen_head",
    /// A checkpoint.
    Checkpoint = "checkpoint",
    /// An event has exactly its members.
    Members = "members",
    /// Numbers without gaps.
    Seq = "seq",
    /// One of the two parties.
    Actor = "actor",
    /// One of the seven kinds.
    Kind = "kind",
    /// Openings first, nothing after the close.
    Order = "order",
    /// The payload's schema.
    PayloadSchema = "payload_schema",
    /// The payload's hash.
    PayloadHash = "payload_hash",
    /// The link to the event before.
    PrevHash = "prev_hash",
    /// The event's own hash.
    EventHash = "event_hash",
    /// The author's signature.
    Signature = "signature",
    /// Who may sign.
    Signer = "signer",
    /// The event's time.
    At = "at",
    /// The desk's own record of what it sent.
    OwnRecord = "own_record",
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The event's place from 1; none where the fault is the document's.
    pub seq: Option<u64>,
    /// The check that failed.
    pub check: Check,
    /// What was expected.
    pub expected: String,
    /// What stands there.
    pub found: String,
    /// One sentence for people.
    pub sentence: String,
}

/// Longest piece of a log's own text that a fault repeats, in characters.
const SHOWN: usize = 120;

pub(super) fn shown(text: &str) -> String {
    let mut out: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN).is_some() {
        out.push('…');
    }
    out
}

impl Fault {
    /// A fault of the event at this place.
    pub fn event(
        seq: u64,
        check: Check,
        expected: impl fmt::Display,
        found: impl fmt::Display,
        sentence: &str,
    ) -> Self {
        Self { seq: Some(seq), ..Self::document(check, expected, found, sentence) }
    }

    /// A fault of the document.
    pub fn document(
        check: Check,
        expected: impl fmt::Display,
        found: impl fmt::Display,
        sentence: &str,
    ) -> Self {
        Self {
            seq: None,
            check,
            expected: shown(&expected.to_string()),
            found: shown(&found.to_string()),
            sentence: sentence.to_owned(),
        }
    }

    /// The sentence with what was expected and what stands there.
    pub fn detail(&self) -> String {
        format!("{}: expected {}, found {}", self.sentence, self.expected, self.found)
    }
}

/// Most faults that a verdict lists: a log of a few bytes an event must not cost a
/// hundred times its length to judge.
pub const MAX_FAULTS: usize = 10_000;

/// Faults as they are found, in the order of events; those beyond [`MAX_FAULTS`] are counted.
#[derive(Debug, Default)]
pub(super) struct Faults {
    listed: Vec<Fault>,
    found: usize,
}

impl Faults {
    pub(super) fn push(&mut self, fault: Fault) {
        self.found = self.found.saturating_add(1);
        if self.listed.len() < MAX_FAULTS {
            self.listed.push(fault);
        }
    }

    /// How many were found so far.
    pub(super) const fn found(&self) -> usize {
        self.found
    }

    /// All that are listed; where there are more, the last says how many.
    pub(super) fn listed(mut self) -> Vec<Fault> {
        let more = self.found.saturating_sub(self.listed.len());
        if more > 0 {
            self.listed.push(Fault::document(
                Check::Json,
                format!("at most {MAX_FAULTS} faults of events"),
                format!("{more} more"),
                "More is wrong with this log's events than is listed here",
            ));
        }
        self.listed
    }
}

/// A note: something claimed and not proven, or worth knowing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The event's place from 1; none where it is about the document.
    pub seq: Option<u64>,
    /// One sentence.
    pub detail: String,
}
