//! How much the desk does by itself in a deal: on the deal's ledger, signed by its owner.

use anp::json::{self, Value};
use anp::office::kind::MODE;
use deal::{Caps, Mode};
use store::tables::agent_answers;

use super::{is_by, last_of};
use crate::changed::Topic;
use crate::ledger;
use crate::state::{Desk, Signer};
use crate::trouble::gone;
use crate::view::{Missing, ModeForm, ModeView, Problem, Unfit};
use crate::wire_form::invalid;

/// A day in milliseconds.
pub(super) const DAY: i64 = 86_400_000;

impl Desk {
    /// Sets a deal's mode. Only its owner may; automatic answers need the agent's key.
    ///
    /// # Errors
    /// Where the person does not own the deal, the caps are too wide, or there is no key.
    pub async fn set_mode(&self, deal: &str, form: &ModeForm) -> Result<(), Problem> {
        let signer = self.signer()?;
        self.owned(deal, &signer)?;
        let mode = Mode::of_code(&form.mode).ok_or_else(|| invalid("mode", Unfit::Unknown))?;
        let caps = Caps::new(form.per_day, form.per_session).ok_or_else(|| invalid("caps", Unfit::Caps))?;
        if mode == Mode::Auto && self.now().agent.is_none() {
            return Err(gone(Missing::AgentKey));
        }
        let payload = json::canonical(&Value::object([
            ("mode", mode.code().into()),
            ("per_day", Value::Number(f64::from(caps.per_day()))),
            ("per_session", Value::Number(f64::from(caps.per_session()))),
            ("v", Value::Number(1.0)),
        ]));
        let _alone = self.0.sending.lock().await;
        let at = self.stamp();
        self.write(|db| ledger::state(db, deal, (MODE, &payload), &signer, &at))?;
        self.tell(Topic::Deal, Some(deal));
        Ok(())
    }

    /// A deal's mode as its owner last stated it. An entry that the owner did not sign counts for nothing.
    pub(crate) fn mode_of(&self, deal: &str, owner: &Signer) -> Result<(Mode, Caps), Problem> {
        let entry = self.read(|db| last_of(db, deal, &[MODE]))?;
        let Some(entry) = entry.filter(|entry| is_by(entry, deal, &owner.key.public())) else {
            return Ok((Mode::default(), Caps::default()));
        };
        let said: serde_json::Value = serde_json::from_str(&entry.payload).unwrap_or_default();
        let number = |key: &str| said.get(key).and_then(serde_json::Value::as_u64);
        let caps = number("per_day")
            .zip(number("per_session"))
            .and_then(|(day, session)| Caps::new(u32::try_from(day).ok()?, u32::try_from(session).ok()?));
        let mode = said.get("mode").and_then(serde_json::Value::as_str).and_then(Mode::of_code);
        Ok((mode.unwrap_or_default(), caps.unwrap_or_default()))
    }

    /// The same for the window, with what the agent has done and would say; none for who is not the owner.
    pub(crate) fn mode_view(&self, deal: &str) -> Result<Option<ModeView>, Problem> {
        let Some(signer) = self.now().signer.clone() else { return Ok(None) };
        if self.owned(deal, &signer).is_err() {
            return Ok(None);
        }
        let (mode, caps) = self.mode_of(deal, &signer)?;
        let since = self.0.sources.now().millis().saturating_sub(DAY);
        let (_, today) = self.read(|db| Ok(agent_answers::counts(db, "", deal, since)?))?;
        let agent_ready = self.now().agent.is_some();
        let suggestions = if mode == Mode::Manual { Vec::new() } else { self.suggestions(deal)? };
        Ok(Some(ModeView {
            mode: mode.code().to_owned(),
            per_day: caps.per_day(),
            per_session: caps.per_session(),
            answered_today: today,
            agent_ready,
            suggestions,
        }))
    }
}
