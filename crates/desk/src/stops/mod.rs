//! What a guard said of something that was about to leave, on the deal's ledger: blocked, held, or that the
//! screen could not run.
//!
//! It is noted where a person asks to have something leave, decides on it, and where it is sent; what is
//! judged while somebody types is not. The same word on the same draft is stated once. It names rules, their
//! version and places, never a value or a word: a draft that was blocked may hold a secret. For the same
//! reason it names the draft by no hash that others could try guesses against, but by a commitment under the
//! key of the person here, which this desk alone makes again.

mod said;
mod show;

use anp::json::{self, Value};
use anp::office::kind;
use anp::roles::Act;
use deal::{ClearError, DecideError, ExactEvent, Refused, Screened};
use store::sealed::RestKey;
use store::tables::stops;

use crate::approve::undecided;
use crate::aside::changed;
use crate::changed::Topic;
use crate::ledger;
use crate::state::{Desk, Signer};
use crate::view::{Problem, StopChannel, StopWhen};

pub(crate) use said::Spoken;

/// Words that are stated at once.
const PIECE: u32 = 40;

/// Members that are drawn anew whenever the same draft is reviewed.
const DRAWN: [&str; 2] = [deal::MIME_SHA256, "idempotency_key"];

/// What was about to leave.
pub(crate) struct Leaves<'a> {
    pub(crate) deal: &'a str,
    pub(crate) channel: StopChannel,
    /// Its payloads, in order.
    pub(crate) payloads: Vec<&'a str>,
}

impl<'a> Leaves<'a> {
    pub(crate) fn of(deal: &'a str, channel: StopChannel, events: &'a [ExactEvent]) -> Self {
        Self { deal, channel, payloads: events.iter().map(|event| event.payload.as_str()).collect() }
    }

    /// The draft, which is the same one when it is reviewed again.
    fn draft(&self) -> String {
        let own = |payload: &&str| match json::parse_flawless(payload.as_bytes()) {
            Ok(Value::Object(mut members)) => {
                members.retain(|(name, _)| !DRAWN.contains(&name.as_str()));
                json::canonical(&Value::Object(members))
            }
            _ => (*payload).to_owned(),
        };
        self.payloads.iter().map(own).collect::<Vec<_>>().join("\n")
    }
}

impl Desk {
    /// Notes what a guard said, where it said something. Trouble with noting changes nothing of what was
    /// said: it does not leave.
    pub(crate) fn note_stop(&self, leaves: &Leaves<'_>, when: StopWhen, spoken: &Spoken, signer: &Signer) {
        // Who may not even draft sends nothing: there is nothing of theirs to tell.
        if spoken.is_silent() || self.may(Act::Prepare).is_err() {
            return;
        }
        let name = format!("stopped\n{}", leaves.deal);
        let draft = RestKey::of(&signer.key).commitment(&name, leaves.draft().as_bytes());
        let said = spoken.statement(leaves.channel, when, &draft);
        match self.write(|db| Ok(stops::note(db, leaves.deal, &said)?)) {
            Ok(true) => self.tell(Topic::Deal, Some(leaves.deal)),
            Ok(false) => {}
            Err(problem) => tracing::warn!(code = ?problem.code, "what a guard said was not noted"),
        }
    }

    /// Notes what keeps an answer at its sending, where a guard does.
    pub(crate) fn note_unclear(&self, leaves: &Leaves<'_>, why: &ClearError, signer: &Signer) {
        let mut spoken = Spoken::default();
        match why {
            ClearError::Outside(found) => spoken.guard(found),
            ClearError::Stopped(found) => spoken.found(found),
            ClearError::ScreenDown(why) => spoken.down(*why),
            ClearError::Expired | ClearError::TermsDiffer | ClearError::Quorum => {}
        }
        self.note_stop(leaves, StopWhen::Sending, &spoken, signer);
    }

    /// Why nothing was decided; where the guardrail forbids it by now, that is noted.
    pub(crate) fn refused_decision(
        &self,
        (deal, channel): (&str, StopChannel),
        refused: &Refused<Screened, DecideError>,
        at_unix_ms: i64,
        signer: &Signer,
    ) -> Problem {
        let problem = undecided(refused.why);
        if refused.why != DecideError::Outside {
            return problem;
        }
        let found = refused.state.violations_at(at_unix_ms);
        let mut spoken = Spoken::default();
        spoken.guard(&found);
        let leaves = Leaves::of(deal, channel, refused.state.exact_events());
        self.note_stop(&leaves, StopWhen::Deciding, &spoken, signer);
        let first = found.iter().find(|violation| violation.blocks);
        problem.with("rule", first.map_or("", |violation| violation.rule.id()))
    }

    /// States what was noted until the program ends: at the start, and whenever something changed.
    pub(crate) async fn state_stops_on(&self) {
        let mut changes = self.changes();
        loop {
            if let Err(problem) = self.state_stops().await {
                tracing::warn!(code = ?problem.code, "what a guard said was not stated");
            }
            if !changed(&mut changes).await {
                return;
            }
        }
    }

    async fn state_stops(&self) -> Result<(), Problem> {
        let Some(signer) = self.now().signer.clone() else { return Ok(()) };
        while !self.read(|db| Ok(stops::unstated(db, 1)?))?.is_empty() {
            // Whoever decides has looked up a place on the ledger; nothing may come in between.
            let _alone = self.0.sending.lock().await;
            let at = self.stamp();
            let deals = self.write(|db| {
                let waiting = stops::unstated(db, PIECE)?;
                for (deal, said) in &waiting {
                    ledger::state(db, deal, (kind::STOPPED, said), &signer, &at)?;
                    stops::state(db, deal, said)?;
                }
                Ok(waiting.into_iter().map(|(deal, _)| deal).collect::<Vec<_>>())
            })?;
            self.shared();
            for deal in deals {
                self.tell(Topic::Deal, Some(&deal));
            }
        }
        Ok(())
    }
}
