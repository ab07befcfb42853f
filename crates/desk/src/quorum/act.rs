//! Votes on acts in a typed negotiation.

use super::evidence::Evidence;
use crate::parley::matter_of;
use crate::state::Desk;
use crate::trouble::gone;
use crate::view::{Missing, ParleyAct, ParleyDone, Problem};
use parley::mandate::Act;

impl Desk {
    /// Asks for a vote on an offer or an acceptance in a negotiation, and gives the
    /// proposal's id.
    ///
    /// # Errors
    /// Where the act binds nobody, does not fit, or no vote is demanded on it.
    pub async fn ask_vote_on_act(&self, session: &str, act: &ParleyAct) -> Result<String, Problem> {
        let signer = self.signer()?;
        let (deal, known) = self.negotiation(session)?;
        let matter = matter_of(&known, act)?.ok_or_else(|| gone(Missing::Votable))?;
        let note = if let ParleyAct::Offer { note, .. } = act { note } else { "" };
        self.propose_act(&deal, &matter, note, &signer).await
    }

    /// Does what a vote passed on.
    ///
    /// # Errors
    /// As [`Desk::parley_act`]; where the negotiation has gone on since, the act is another.
    pub fn do_voted(&self, deal: &str, proposal: &str) -> Result<ParleyDone, Problem> {
        let held = self.vote(deal, proposal)?;
        let Evidence::Act { session, act, terms, expires_at, note, .. } = held.evidence else {
            return Err(gone(Missing::VotedAct));
        };
        let act = match act {
            Act::Offer => ParleyAct::Offer { terms, expires_at, note },
            Act::Accept => {
                let terms = parley::terms::Terms::parse(&terms).map_err(|_| gone(Missing::VotedTerms))?;
                ParleyAct::Accept { terms_hash: terms.hash().to_string() }
            }
        };
        self.parley_act_unheld(&session, &act)
    }
}
