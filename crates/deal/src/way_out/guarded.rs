//! An answer that was held against the mandate.

use super::judged::Judged;
use super::leaving::{HeadPoint, Leaving, shows_leaving};
use super::screened::Screened;
use super::seal::Refused;
use crate::Violation;
use crate::screen::{Facts, Field, Screen, ScreenDown, ScreenVerdict};

/// An answer with the guardrail's findings. It keeps the mandate that it was judged by, so that the
/// screen cannot be given another.
#[derive(Debug)]
pub struct Guarded {
    leaving: Leaving,
    judged: Judged,
    violations: Vec<Violation>,
    fields: Vec<Field>,
    facts: Facts,
}

/// Why an answer goes no further.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScreenRefusal {
    /// True where a finding of the guardrail forbids it.
    pub guard_blocks: bool,
    /// What the screen said.
    pub outcome: Result<ScreenVerdict, ScreenDown>,
}

impl Guarded {
    pub(super) fn new(leaving: Leaving, judged: Judged, fields: Vec<Field>, facts: Facts) -> Self {
        let violations = judged.violations(judged.history.now_unix_ms);
        Self { leaving, judged, violations, fields, facts }
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

    /// Has every field of every payload screened. `facts` are the deal's (the vendor's quantities and
    /// terms); the answer's own are added. The screen runs where the guardrail blocks too, so that the
    /// person sees both words.
    ///
    /// # Errors
    /// [`Refused`] with this state and a [`ScreenRefusal`] where the guardrail blocks, the screen blocks,
    /// or the screen cannot run.
    pub fn screen(
        self,
        screen: &dyn Screen,
        facts: &Facts,
    ) -> Result<Screened, Box<Refused<Self, ScreenRefusal>>> {
        let mut all = self.facts.clone();
        all.quantities.extend_from_slice(&facts.quantities);
        all.terms_months.extend_from_slice(&facts.terms_months);
        let outcome = screen.screen(&self.fields, &all, self.judged.mandate.as_ref());
        let guard_blocks = self.violations.iter().any(|violation| violation.blocks);
        if guard_blocks || outcome != Ok(ScreenVerdict::Passed) {
            return Err(Refused::boxed(self, ScreenRefusal { guard_blocks, outcome }));
        }
        Ok(Screened::new(self.leaving, self.judged, self.violations))
    }
}
