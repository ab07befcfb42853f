//! The screen on every way out, and what it says in the window's terms.

mod view;

use deal::{Guarded, Passage, Refused, Screen, ScreenRefusal};

use crate::state::Desk;
use crate::view::{Problem, ScreenView};

pub(crate) use view::{down, held, passed, refused, stopped};

/// What came of screening: what may go on, and what the window says.
pub(crate) struct Seen {
    /// None where nothing may go on.
    pub(crate) passage: Option<Passage>,
    pub(crate) screen: ScreenView,
    /// Why it cannot be approved as it stands.
    pub(crate) obstacle: Option<Problem>,
}

impl Desk {
    /// The screen of this desk.
    pub(crate) fn screen(&self) -> impl Screen + use<> {
        deal::InThisProcess
    }

    /// Screens a guarded answer of a deal. Blocks while the screen reads.
    pub(crate) fn screened(
        &self,
        guarded: Guarded,
        deal: &str,
        mandate: Option<&deal::Mandate>,
    ) -> Result<Seen, Problem> {
        let scenario = self.scenario(deal, mandate)?;
        Ok(seen(guarded.screen(&self.screen(), &scenario)))
    }
}

fn seen(screened: Result<Passage, Box<Refused<Guarded, ScreenRefusal>>>) -> Seen {
    match screened {
        Ok(passage) => {
            let (screen, obstacle) = match &passage {
                Passage::Clear(_) => (passed(), None),
                Passage::Held(held_back) => {
                    let (screen, problem) = held(held_back.held());
                    (screen, Some(problem))
                }
            };
            Seen { passage: Some(passage), screen, obstacle }
        }
        Err(stopped) => {
            let (screen, problem) = refused(&stopped.why);
            Seen { passage: None, screen, obstacle: Some(problem) }
        }
    }
}

/// An answer of which exactly the named places are released.
///
/// # Errors
/// The passage as it was, where something else is held than was named.
pub(crate) fn released(passage: Passage, named: &[u32]) -> Result<deal::Screened, Passage> {
    let named: Vec<usize> =
        named.iter().map(|number| usize::try_from(*number).unwrap_or(usize::MAX)).collect();
    match passage {
        Passage::Clear(screened) if named.is_empty() => Ok(screened),
        Passage::Clear(_) => Err(passage),
        Passage::Held(held) => held.release(&named).map_err(|refused| Passage::Held(refused.state)),
    }
}
