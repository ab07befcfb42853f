//! A message that was decided, and that the screen has held since, leaves by its person's word.

use anp::digest::PayloadHash;
use anp::json::{self, Value};
use anp::office::kind;
use parley::session::Session;
use store::tables::parleys;

use super::act::released_of;
use super::screen::{Passed, keep_released};
use crate::changed::Topic;
use crate::ledger;
use crate::state::Desk;
use crate::trouble::gone;
use crate::view::{Missing, ParleyDone, Problem, StopWhen};

impl Desk {
    /// Releases what the screen holds of a message of a negotiation that has not left: `message` is the id
    /// under which it was shown, `released` names everything that is held by its number among the marks. It
    /// is the right of who may decide on it, and stands on the deal's ledger as every act does. What blocks
    /// nobody releases.
    ///
    /// # Errors
    /// Where the person does not own the deal, nothing of this id waits, or the screen does not run.
    pub fn release_parley(
        &self,
        session: &str,
        message: &str,
        released: &[u32],
    ) -> Result<ParleyDone, Problem> {
        self.not_halted()?;
        let signer = self.signer()?;
        let at = self.stamp();
        let (deal, known) = self.negotiation(session)?;
        self.owned(&deal, &signer)?;
        let due = self.read(|db| Ok(parleys::due(db, i64::MAX)?))?;
        let mut unsent = due.into_iter().filter(|out| out.session == session && out.sends == 0);
        let shown = unsent.find(|out| PayloadHash::of_canonical(&out.message).to_string() == message);
        let text = shown.ok_or_else(|| gone(Missing::KeptMessage))?.message;
        let of = (deal.as_str(), &known);
        match self.pass_parley(of, std::slice::from_ref(&text), (released, StopWhen::Sending), &signer)? {
            Err(stopped) => return Ok(ParleyDone::Stopped { screen: stopped.screen, message: text }),
            // What was held is told by now: it leaves by itself.
            Ok(passed) if released_of(&passed).is_empty() => {}
            Ok(passed) => self.write(|db| {
                keep_released(db, &passed, &signer)?;
                let statement = statement(&known, message, &passed);
                ledger::state(db, &deal, (kind::PARLEY_ACT, &statement), &signer, &at)
            })?,
        }
        self.shared();
        self.tell(Topic::Deal, Some(&deal));
        Ok(ParleyDone::Done)
    }
}

/// What the ledger says of it: which message by its hash, and places and reasons, never words.
fn statement(session: &Session, message: &str, passed: &Passed) -> String {
    json::canonical(&Value::object([
        ("act", Value::from("release")),
        ("message", Value::from(message)),
        ("released", Value::Array(released_of(passed))),
        ("round", Value::from(session.live().0)),
        ("screen", Value::from(deal::SCREEN_RULES)),
        ("session_id", Value::from(session.setup().session.as_str())),
    ]))
}
