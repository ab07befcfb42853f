//! People and rule as the host has them now, right before something leaves: somebody may have
//! left the organisation since, or another vote may be demanded.

use parley::vote::VoteMatter;

use crate::ledger::org_ledger;
use crate::state::{Desk, Signer};
use crate::view::Problem;

impl Desk {
    /// Brings the organisation's ledger in step before something leaves that may need a vote.
    ///
    /// # Errors
    /// Where the host has no word of it and a vote is demanded by what is known here: people and
    /// rule may be others by now, and nothing leaves by what was.
    pub(crate) async fn demands_anew(&self, signer: &Signer, matter: &VoteMatter) -> Result<(), Problem> {
        if !matter.binds() {
            return Ok(());
        }
        let Some(org) = self.read(org_ledger)? else { return Ok(()) };
        let Err(problem) = self.sync_ledger(signer, org.as_str()).await else { return Ok(()) };
        // One that is not to be believed keeps back whatever asks for it.
        if self.demands()?.demands.on(matter).is_some() { Err(problem) } else { Ok(()) }
    }
}
