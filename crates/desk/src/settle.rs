//! What became of answers whose arrival is unclear.

use std::sync::Arc;

use anp::time::Moment;
use deal::Signed;
use store::tables::{agent_answers, outbox};

use crate::changed::Topic;
use crate::outbox as parts;
use crate::send::{Before, terms_in};
use crate::state::{Desk, Signer};
use crate::view::{Approved, Problem};

impl Desk {
    /// Finds out what became of answers whose arrival is unclear: the log knows those
    /// that arrived; the others are sent again, to the same head and under the same
    /// decision, so that the host takes them at most once. True where some stay unclear
    /// and are to be asked after soon.
    pub(crate) async fn settle_outbox(&self, signer: &Arc<Signer>) -> Result<bool, Problem> {
        let Ok(_alone) = self.0.sending.try_lock() else { return Ok(true) };
        let unsettled = self.read(|db| Ok(outbox::unsettled(db)?))?;
        let mut open = false;
        for answer in unsettled {
            match self.settle_one(&answer, signer).await {
                Ok(settled) => open |= !settled,
                // A host that does not answer does not answer for the next either.
                Err(problem) if problem.code.is_host_trouble() => return Err(problem),
                Err(problem) => {
                    tracing::warn!(code = ?problem.code, "what became of an answer stays unclear");
                }
            }
        }
        Ok(open)
    }

    /// Whether nothing is left to ask the host about an answer.
    async fn settle_one(&self, answer: &outbox::Answer, signer: &Arc<Signer>) -> Result<bool, Problem> {
        if self.red(&answer.session)?.is_some() {
            return Ok(true);
        }
        self.take_in(signer, &answer.session).await?;
        let now = self.read(|db| Ok(outbox::get(db, &answer.decision)?))?;
        let unclear =
            now.is_some_and(|now| matches!(now.state, outbox::State::Sending | outbox::State::Unknown));
        // What the agent said is not said again: whoever asks once more is answered anew.
        if unclear && self.read(|db| Ok(agent_answers::is_agents(db, &answer.decision)?))? {
            self.settle(&answer.decision, outbox::State::Stale)?;
            self.tell(Topic::Deal, Some(&answer.deal));
            return Ok(true);
        }
        // While everything is stopped it waits; what arrived before is known by the log.
        if unclear && self.not_halted().is_err() {
            return Ok(true);
        }
        let mut settled = true;
        if unclear && self.red(&answer.session)?.is_none() {
            let leaving = parts::resume(&answer.parts, signer)?;
            if runs_out(&leaving).is_some_and(|expiry| expiry <= self.0.sources.now()) {
                // Neither an acceptance nor a counter is sent again once its terms have run out.
                self.settle(&answer.decision, outbox::State::Refused)?;
            } else {
                let before = Before::Perhaps;
                match self.send(leaving, before, &answer.decision, &answer.session, signer).await {
                    Ok(outcome) => settled = !matches!(outcome, Approved::Unknown | Approved::Waiting { .. }),
                    Err(problem) => tracing::warn!(code = ?problem.code, "an answer was refused"),
                }
            }
        }
        self.tell(Topic::Deal, Some(&answer.deal));
        self.tell(Topic::Today, None);
        self.tell(Topic::App, None);
        Ok(settled)
    }
}

/// When the terms that an answer binds run out: a counter's own, an acceptance's too.
fn runs_out(leaving: &Signed) -> Option<Moment> {
    let terms = leaving.exact_events().first().and_then(|event| terms_in(&event.payload))?;
    Some(Moment::from_millis(terms.expires_at_unix_ms))
}
