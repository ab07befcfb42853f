//! A decided mail once more before the guard and the screen.

use deal::{ClearError, History, Signed};

use crate::mandate;
use crate::screening::{down, stopped};
use crate::state::{Desk, Signer};
use crate::stops::Leaves;
use crate::trouble::defect;
use crate::view::{Problem, ProblemCode, StopChannel};

impl Desk {
    /// Screens a mail once more: between review and word the screen may have died.
    pub(super) fn clear_mail(&self, deal: &str, leaving: &Signed, signer: &Signer) -> Result<(), Problem> {
        let mandate = self.read(|db| mandate::current(db, deal, signer))?;
        let scenario = self.scenario(deal, mandate.as_ref())?;
        let history = History { now_unix_ms: self.0.sources.now().millis(), ..History::default() };
        let quorum = self.quorum(deal, &leaving.to_vote_on(None))?;
        let screen = (&self.screen()? as &dyn deal::Screen, &scenario);
        let cleared = leaving.clear(None, mandate.as_ref(), &history, screen, &quorum);
        if let Err(why) = &cleared {
            let leaves = Leaves::of(deal, StopChannel::Mail, leaving.exact_events());
            self.note_unclear(&leaves, why, signer);
        }
        cleared.map(|_| ()).map_err(|why| match why {
            ClearError::Stopped(found) => stopped(&found),
            ClearError::ScreenDown(why) => down(why),
            ClearError::Quorum => Problem::new(ProblemCode::QuorumNeeded).with("state", "open"),
            ClearError::Outside(_) | ClearError::Expired | ClearError::TermsDiffer => defect("a signed mail"),
        })
    }
}
