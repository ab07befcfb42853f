//! A verdict as it is recorded, told to scripts, and given on a whole bundle.

use anp::json::Value;
use anp::verify::{self, Note, Outcome, VerifiedLog};

use crate::fields::{Fields, Misread, count};
use crate::seal::Sealed;

macro_rules! checks {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// The checks of a bundle beyond those of its log.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Check { $($(#[$doc])* $name,)* }

        impl Check {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Its name, as scripts see it.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

checks! {
    /// The container, its list of files, and files that have no check of their own.
    Bundle = "bundle",
    /// The signature over the list of files.
    Seal = "seal",
    /// The keys that the bundle lists.
    Keys = "keys",
    /// A checkpoint.
    Checkpoint = "checkpoint",
    /// The ledger of decisions.
    Decision = "decision",
    /// The organisation's ledger of its people.
    People = "people",
    /// A vote.
    Vote = "vote",
    /// Dealings with a seller of media as a whole.
    Media = "media",
    /// The bytes of a request to a seller of media.
    MediaRequest = "media_request",
    /// The bytes of a seller's answer.
    MediaAnswer = "media_answer",
    /// The recorded verdict on a seller's answer.
    MediaVerdict = "media_verdict",
    /// An offer out of a file that came by mail.
    Quote = "quote",
    /// A mail of ours that was decided.
    Letter = "letter",
    /// A mail.
    Mail = "mail",
    /// Another version of the record.
    Version = "version",
    /// The recorded verdict.
    Verdict = "verdict",
    /// The report for people.
    Report = "report",
}

/// A fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The log's event, where it belongs to one.
    pub seq: Option<u64>,
    /// Name of the check that failed: one of [`Check`] or of [`verify::Check`].
    pub check: String,
    /// What is wrong, in a sentence.
    pub detail: String,
}

impl Fault {
    pub(crate) fn of(check: Check, detail: impl Into<String>) -> Self {
        Self { seq: None, check: check.as_str().to_owned(), detail: detail.into() }
    }
}

/// A verdict: the log's, or the whole bundle's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The outcome.
    pub outcome: Outcome,
    /// Whether a pin, a seen head or a checkpoint vouches for a green.
    pub anchored: bool,
    /// Number of the log's events.
    pub event_count: u64,
    /// Leading events without a fault.
    pub verified_prefix: u64,
    /// All faults.
    pub faults: Vec<Fault>,
    /// What is claimed and not proven, or worth knowing.
    pub notes: Vec<Note>,
}

/// A bundle's verdict, and the log it proves where the log is green.
#[derive(Debug)]
pub struct Judged {
    /// The verdict on the whole bundle.
    pub verdict: Verdict,
    /// The verdict on its log alone; none where there is none.
    pub log_verdict: Option<Verdict>,
    /// The proven log.
    pub log: Option<VerifiedLog>,
    /// Who sealed it; none where nobody did, or where there is a doubt about it, which is a
    /// fault then.
    pub sealed: Option<Sealed>,
}

impl From<&verify::Verdict> for Verdict {
    fn from(verdict: &verify::Verdict) -> Self {
        Self {
            outcome: verdict.outcome,
            anchored: verdict.anchored,
            event_count: verdict.event_count,
            verified_prefix: verdict.verified_prefix,
            faults: verdict
                .faults
                .iter()
                .map(|fault| Fault {
                    seq: fault.seq,
                    check: fault.check.as_str().to_owned(),
                    detail: fault.detail(),
                })
                .collect(),
            notes: verdict.notes.clone(),
        }
    }
}

impl Verdict {
    /// What there is to say of a file that is no bundle.
    pub fn unreadable(why: &str) -> Self {
        Self {
            outcome: Outcome::Unreadable,
            anchored: false,
            event_count: 0,
            verified_prefix: 0,
            faults: vec![Fault::of(Check::Bundle, why)],
            notes: Vec::new(),
        }
    }

    /// What there is to say of a log that is not there, since the deal has no session.
    pub const fn of_nothing() -> Self {
        Self {
            outcome: Outcome::Green,
            anchored: false,
            event_count: 0,
            verified_prefix: 0,
            faults: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Whether the event at a place has no fault.
    pub(crate) fn sound(&self, place: u64) -> bool {
        self.faults.iter().all(|fault| fault.seq != Some(place))
    }

    /// The one object that scripts read.
    pub fn to_value(&self) -> Value {
        let seq = |seq: Option<u64>| seq.map_or(Value::Null, count);
        let fault = |fault: &Fault| {
            Value::object([
                ("seq", seq(fault.seq)),
                ("check", Value::from(fault.check.as_str())),
                ("detail", Value::from(fault.detail.as_str())),
            ])
        };
        let note = |note: &Note| {
            Value::object([("seq", seq(note.seq)), ("detail", Value::from(note.detail.as_str()))])
        };
        Value::object([
            ("verdict", Value::from(self.outcome.as_str())),
            ("anchored", Value::from(self.anchored)),
            ("event_count", count(self.event_count)),
            ("verified_prefix", count(self.verified_prefix)),
            ("faults", Value::Array(self.faults.iter().map(fault).collect())),
            ("notes", Value::Array(self.notes.iter().map(note).collect())),
        ])
    }

    pub(crate) fn read(fields: &Fields<'_>) -> Result<Self, Misread> {
        let outcomes = [Outcome::Green, Outcome::Red, Outcome::Unreadable];
        let outcome = fields.text("verdict")?;
        let faults = fields.list("faults", |fault| {
            Ok(Fault {
                seq: fault.count_or_null("seq")?,
                check: fault.text("check")?.to_owned(),
                detail: fault.text("detail")?.to_owned(),
            })
        })?;
        let notes = fields.list("notes", |note| {
            Ok(Note { seq: note.count_or_null("seq")?, detail: note.text("detail")?.to_owned() })
        })?;
        Ok(Self {
            outcome: outcomes
                .into_iter()
                .find(|known| known.as_str() == outcome)
                .ok_or_else(|| fields.wrong("verdict", "green, red or unreadable"))?,
            anchored: fields.truth("anchored")?,
            event_count: fields.count("event_count")?,
            verified_prefix: fields.count("verified_prefix")?,
            faults,
            notes,
        })
    }

    /// Whether two verdicts decide alike: outcome, counts, and every fault's place and
    /// check. Sentences may be put in better words by another version.
    pub(crate) fn decides_like(&self, other: &Self) -> bool {
        let faults = |verdict: &Self| -> Vec<(Option<u64>, String)> {
            verdict.faults.iter().map(|fault| (fault.seq, fault.check.clone())).collect()
        };
        self.outcome == other.outcome
            && self.anchored == other.anchored
            && self.event_count == other.event_count
            && self.verified_prefix == other.verified_prefix
            && faults(self) == faults(other)
    }
}
