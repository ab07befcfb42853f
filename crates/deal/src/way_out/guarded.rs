//! An answer that was held against the mandate.

use parley::vote::VoteMatter;

use super::held::Held;
use super::judged::Judged;
use super::leaving::{AnswerKind, EventPoint, ExactEvent, HeadPoint, Leaving, shows_leaving};
use super::screened::Screened;
use super::seal::Refused;
use crate::Violation;
use crate::screen::{Field, Scenario, Screen, ScreenDown, ScreenFinding};

/// An answer with the guardrail's findings. It keeps the mandate that it was judged by.
#[derive(Debug)]
pub struct Guarded {
    leaving: Leaving,
    judged: Judged,
    violations: Vec<Violation>,
    fields: Vec<Field>,
}

/// Where the screen lets an answer go.
#[derive(Debug)]
pub enum Passage {
    /// Nothing was found: it may be decided.
    Clear(Screened),
    /// A person has to look, and may release what is held.
    Held(Held),
}

/// What a person sees of an answer before it is decided, whether something of it is held or not.
macro_rules! of_either {
    ($passage:ident, $state:ident => $what:expr) => {
        match $passage {
            Passage::Clear($state) => $what,
            Passage::Held($state) => $what,
        }
    };
}

impl Passage {
    /// Which kind of answer it is.
    pub fn kind(&self) -> AnswerKind {
        of_either!(self, state => state.kind())
    }

    /// The events exactly as they will be signed, in order.
    pub fn exact_events(&self) -> &[ExactEvent] {
        of_either!(self, state => state.exact_events())
    }

    /// The vendor's event that is answered.
    pub fn answers(&self) -> Option<EventPoint> {
        of_either!(self, state => state.answers())
    }

    /// What a vote on this answer is about.
    pub fn to_vote_on(&self) -> VoteMatter {
        of_either!(self, state => state.to_vote_on())
    }

    /// When the terms that would bind run out, in milliseconds since 1970.
    pub fn expires_unix_ms(&self) -> Option<i64> {
        of_either!(self, state => state.expires_unix_ms())
    }
}

/// Why an answer goes no further.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScreenRefusal {
    /// True where a finding of the guardrail forbids it.
    pub guard_blocks: bool,
    /// What the screen found, or that it could not look.
    pub outcome: Result<Vec<ScreenFinding>, ScreenDown>,
}

impl Guarded {
    pub(super) fn new(leaving: Leaving, judged: Judged, fields: Vec<Field>) -> Self {
        let violations = judged.violations(judged.history.now_unix_ms);
        Self { leaving, judged, violations, fields }
    }

    shows_leaving!();

    /// The head that the person saw.
    pub fn head(&self) -> &HeadPoint {
        &self.leaving.head
    }

    /// The guardrail's findings.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// Has every field of every payload screened. `scenario` says what the deal keeps secret and what may
    /// be told; the answer's own terms may be, since they are what will be decided. The screen runs where
    /// the guardrail blocks too, so that the person sees both words.
    ///
    /// # Errors
    /// [`Refused`] with this state and a [`ScreenRefusal`] where the guardrail blocks, the screen blocks,
    /// or the screen cannot run.
    pub fn screen(
        self,
        screen: &dyn Screen,
        scenario: &Scenario,
    ) -> Result<Passage, Box<Refused<Self, ScreenRefusal>>> {
        let outcome = screen.screen(&self.fields, &self.judged.with_own(scenario));
        let guard_blocks = self.violations.iter().any(|violation| violation.blocks);
        match outcome {
            Ok(found) if !guard_blocks && !found.iter().any(|finding| finding.kind.blocks()) => {
                Ok(if found.is_empty() {
                    Passage::Clear(Screened::new(self.leaving, self.judged, self.violations))
                } else {
                    Passage::Held(Held::new(self.leaving, self.judged, self.violations, found))
                })
            }
            outcome => Err(Refused::boxed(self, ScreenRefusal { guard_blocks, outcome })),
        }
    }
}

impl Passage {
    /// The answer, where nothing holds it.
    pub fn clear(self) -> Option<Screened> {
        match self {
            Self::Clear(screened) => Some(screened),
            Self::Held(_) => None,
        }
    }
}
