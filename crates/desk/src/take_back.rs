//! An approved answer is taken back by who approved it, as long as no byte of it can have reached
//! the host. Its decision was signed and may stand on the deal's ledger by then: there it is said
//! that nothing came of it, and why.

use anp::office::kind;
use store::tables::outbox;

use crate::changed::Topic;
use crate::ledger;
use crate::outbox as parts;
use crate::state::Desk;
use crate::trouble::gone;
use crate::view::{Missing, Problem};

impl Desk {
    /// Takes an approved answer back that waits to leave.
    ///
    /// # Errors
    /// Where it does not wait any more, or may have reached the host: then only the record tells what
    /// became of it.
    pub async fn take_back(&self, decision: &str) -> Result<(), Problem> {
        let signer = self.signer()?;
        // An attempt that is under way comes to its end first.
        let _alone = self.0.sending.lock().await;
        let answer = self.read(|db| Ok(outbox::get(db, decision)?))?;
        let waits =
            |answer: &outbox::Answer| matches!(answer.state, outbox::State::Sending | outbox::State::Unknown);
        let answer = answer.filter(waits).ok_or_else(|| gone(Missing::WaitingAnswer))?;
        if !answer.untried {
            return Err(gone(Missing::UntriedAnswer));
        }
        // Who takes it back is who decided it: its signature is this person's.
        parts::resume(&answer.parts, &signer)?;
        let at = self.stamp();
        self.write(|db| {
            if !outbox::take_back(db, decision)? {
                return Err(gone(Missing::UntriedAnswer));
            }
            let said = ledger::taken_back(decision);
            ledger::state(db, &answer.deal, (kind::LAPSED, &said), &signer, &at)
        })?;
        self.shared();
        self.tell(Topic::Deal, Some(&answer.deal));
        self.tell(Topic::Today, None);
        self.tell(Topic::App, None);
        Ok(())
    }
}
