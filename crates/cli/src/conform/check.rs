//! A check as data, and what comes of it.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;

use super::seat::Seat;
use super::wire::{Answer, Due, Wire};

/// A check that is being put to the test.
type Running = Pin<Box<dyn Future<Output = Found> + Send>>;

/// What a check does.
#[derive(Clone, Copy)]
pub enum Run {
    /// A story of its own.
    Story(fn(Arc<Seat>) -> Running),
    /// Values of one member, those within its bounds and those beyond.
    Bound(Bound),
}

/// Values of one member of a payload, as JSON text.
#[derive(Clone, Copy)]
pub struct Bound {
    /// Where the member stands.
    pub place: Place,
    /// Its key.
    pub key: &'static str,
    /// Values that a host takes.
    pub taken: fn() -> Vec<String>,
    /// Values that a host refuses.
    pub refused: fn() -> Vec<String>,
}

/// Where a member stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In an offer.
    Offer,
    /// In an offer's only line.
    Line,
    /// In a message.
    Message,
    /// In an opening's envelope.
    Envelope,
    /// In the `agent` of an opening's envelope.
    EnvelopeAgent,
}

/// A check.
#[derive(Clone, Copy)]
pub struct Check {
    /// Its name for scripts.
    pub id: &'static str,
    /// The section of the protocol's page.
    pub section: &'static str,
    /// What it holds the host to.
    pub title: &'static str,
    /// Who demands it.
    pub rule: Rule,
    /// What it does.
    pub run: Run,
}

/// Who demands a check, and so when it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// The protocol, of every host.
    Protocol,
    /// This project, where the protocol leaves room: with `--strict` alone.
    Ours,
    /// The protocol; needs a living handle.
    Handle,
    /// The protocol; needs a living handle and an agent verified there.
    Verified,
}

/// What was sent and what came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// What was sent.
    pub sent: String,
    /// What came.
    pub came: String,
}

/// Why a check does not pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// The host does not keep the rule.
    Fail(Evidence),
    /// The rule could not be put to the test, and why.
    NotRun(String),
}

/// What comes of a check.
pub type Found = Result<Evidence, Finding>;

impl Finding {
    /// A failure.
    pub fn fail(sent: impl Into<String>, came: impl Into<String>) -> Self {
        Self::Fail(Evidence { sent: sent.into(), came: came.into() })
    }
}

/// Longest piece of outside text that a report repeats, in characters.
const SHOWN: usize = 160;

/// Text from outside, shortened.
pub fn shown(text: &str) -> String {
    let mut out: String = text.chars().take(SHOWN).collect();
    if text.chars().nth(SHOWN).is_some() {
        out.push('…');
    }
    out
}

/// One check's sendings, each with what was due.
pub struct Trial<'a> {
    wire: &'a Wire,
    sent: Vec<String>,
    came: BTreeMap<String, usize>,
}

impl<'a> Trial<'a> {
    /// A trial without sendings.
    pub const fn new(wire: &'a Wire) -> Self {
        Self { wire, sent: Vec::new(), came: BTreeMap::new() }
    }

    /// The host must take this.
    pub fn taken(&mut self, sent: impl Into<String>, answer: &Answer) -> Result<(), Finding> {
        self.answered(sent.into(), answer, Due::Success)
    }

    /// The host must refuse this as it refuses whoever is not admitted.
    pub fn refused(&mut self, sent: impl Into<String>, answer: &Answer) -> Result<(), Finding> {
        self.answered(sent.into(), answer, Due::Refusal)
    }

    /// The host must refuse this as malformed.
    pub fn invalid(&mut self, sent: impl Into<String>, answer: &Answer) -> Result<(), Finding> {
        self.answered(sent.into(), answer, Due::BadRequest)
    }

    fn answered(&mut self, sent: String, answer: &Answer, due: Due) -> Result<(), Finding> {
        self.wire.due(&sent, answer, due);
        let (holds, wanted) = match due {
            Due::Success => (answer.is_success(), "it is to be taken"),
            Due::Refusal | Due::BadRequest => (answer.is_refusal(), "it is to be refused"),
        };
        self.that(sent, answer.words(), holds, wanted)
    }

    /// Something else must hold; `wanted` says what.
    pub fn that(
        &mut self,
        sent: impl Into<String>,
        came: impl Into<String>,
        holds: bool,
        wanted: &str,
    ) -> Result<(), Finding> {
        let (sent, came) = (sent.into(), came.into());
        if !holds {
            return Err(Finding::fail(sent, format!("{came}, where {wanted}")));
        }
        self.sent.push(sent);
        *self.came.entry(came).or_default() += 1;
        Ok(())
    }

    /// All held.
    #[allow(clippy::unnecessary_wraps, reason = "ends every check")]
    pub fn done(self) -> Found {
        let came = self.came.into_iter().map(|(came, times)| match times {
            1 => came,
            times => format!("{came} ×{times}"),
        });
        Ok(Evidence { sent: self.sent.join("; "), came: came.collect::<Vec<_>>().join("; ") })
    }
}
