//! The screen on every way out, and what it says in the window's terms.

mod outside;
mod process;
mod settings;
mod view;

use std::sync::{Mutex, MutexGuard};

use deal::{Field, Guarded, Passage, Refused, Scenario, Screen, ScreenDown, ScreenFinding, ScreenRefusal};
use zeroize::Zeroizing;

use crate::state::{Desk, locked};
use crate::stops::Spoken;
use crate::view::{Problem, ScreenView};
use outside::Outside;
use process::OwnProcess;

pub(crate) use view::{blocked, down, held, passed, refused, stopped};

/// What came of screening: what may go on, and what the window says.
pub(crate) struct Seen {
    /// None where nothing may go on.
    pub(crate) passage: Option<Passage>,
    pub(crate) screen: ScreenView,
    /// Why it cannot be approved as it stands.
    pub(crate) obstacle: Option<Problem>,
    /// What keeps it, for the deal's ledger.
    pub(crate) spoken: Spoken,
}

/// The screen's program, and what it would cost to ask for again.
pub(crate) struct Screening(Mutex<Kept>);

struct Kept {
    own: OwnProcess,
    token: Option<Zeroizing<String>>,
}

impl Default for Screening {
    fn default() -> Self {
        Self(Mutex::new(Kept { own: OwnProcess::beside_this_program(), token: None }))
    }
}

fn locked_screening(desk: &Desk) -> MutexGuard<'_, Kept> {
    locked(&desk.0.screening.0)
}

/// The screen of this desk: its own process, and the additional scanner where there is one.
pub(crate) struct Both {
    own: OwnProcess,
    outside: Option<Outside>,
}

impl Screen for Both {
    fn screen(&self, fields: &[Field], scenario: &Scenario) -> Result<Vec<ScreenFinding>, ScreenDown> {
        let mut found = self.own.screen(fields, scenario)?;
        // What is blocked already leaves this machine by no way, the scanner's included.
        if let Some(outside) = &self.outside
            && !found.iter().any(|finding| finding.kind.blocks())
        {
            found.extend(outside.stops(fields)?);
        }
        Ok(found)
    }
}

impl Desk {
    /// The screen of this desk.
    pub(crate) fn screen(&self) -> Result<Both, Problem> {
        Ok(Both { own: self.own_screen(), outside: self.outside()? })
    }

    fn own_screen(&self) -> OwnProcess {
        locked_screening(self).own.clone()
    }

    /// Puts another program in the place of the screen's own, for tests of one that fails.
    #[cfg(feature = "fault-injection")]
    pub fn screen_by(&self, program: std::path::PathBuf, time: std::time::Duration) {
        locked_screening(self).own = OwnProcess::at(program, time);
    }

    /// Screens a guarded answer of a deal. Blocks while the screen reads.
    pub(crate) fn screened(
        &self,
        guarded: Guarded,
        deal: &str,
        mandate: Option<&deal::Mandate>,
    ) -> Result<Seen, Problem> {
        let scenario = self.scenario(deal, mandate)?;
        Ok(seen(guarded.screen(&self.screen()?, &scenario)))
    }
}

fn seen(screened: Result<Passage, Box<Refused<Guarded, ScreenRefusal>>>) -> Seen {
    match screened {
        Ok(passage) => {
            let mut spoken = Spoken::default();
            let (screen, obstacle) = match &passage {
                Passage::Clear(_) => (passed(), None),
                Passage::Held(held_back) => {
                    spoken.found(held_back.held());
                    let (screen, problem) = held(held_back.held());
                    (screen, Some(problem))
                }
            };
            Seen { passage: Some(passage), screen, obstacle, spoken }
        }
        Err(stopped) => {
            let mut spoken = Spoken::default();
            spoken.guard(stopped.state.violations());
            match &stopped.why.outcome {
                Ok(found) => spoken.found(found),
                Err(why) => spoken.down(*why),
            }
            let (screen, problem) = refused(&stopped.why);
            Seen { passage: None, screen, obstacle: Some(problem), spoken }
        }
    }
}

/// An answer of which exactly the named places are released.
///
/// # Errors
/// The passage as it was, where something else is held than was named.
pub(crate) fn released(passage: Passage, named: &[u32]) -> Result<deal::Screened, Box<Passage>> {
    let named: Vec<usize> =
        named.iter().map(|number| usize::try_from(*number).unwrap_or(usize::MAX)).collect();
    match passage {
        Passage::Clear(screened) if named.is_empty() => Ok(screened),
        Passage::Clear(_) => Err(Box::new(passage)),
        Passage::Held(held) => held.release(&named).map_err(|refused| Box::new(Passage::Held(refused.state))),
    }
}
