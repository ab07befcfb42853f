//! The screen before anything of a negotiation leaves: where it is decided, and at every attempt to send.

use std::fmt::Write as _;

use anp::digest::PayloadHash;
use anp::keys::Signature;
use deal::{Field, Nature, Screen, ScreenDown, ScreenFinding};
use money::Amount;
use parley::mandate::Limit;
use parley::session::Session;
use parley::terms::Round;
use store::tables::parley_released;

use crate::mandate;
use crate::screening::{blocked, down, held};
use crate::state::{Desk, Signer};
use crate::stops::{Leaves, Spoken};
use crate::view::{Problem, ScreenView, StopChannel, StopWhen};

/// Begins what is signed for a release, so that the signature stands nowhere else.
const RELEASE: &str = "COUNTERSIGN/1 parley release";

/// A message that stays: what the window shows of it.
pub(super) struct Stopped {
    pub(super) screen: ScreenView,
    pub(super) problem: Problem,
}

/// What the screen says of a message that was decided.
pub(super) enum Look {
    /// It may be sent.
    Goes,
    /// It stays: all that is found in it, what was released once included.
    Stays(Vec<ScreenFinding>),
    /// The screen does not run.
    Down(ScreenDown),
}

/// Messages in their canonical form that may leave, with what their person released of each.
pub(super) type Passed = Vec<(String, Vec<ScreenFinding>)>;

impl Desk {
    /// Asks the screen about messages that are about to be decided, or that were and wait. `released` names
    /// everything that is held, by its number over all of them. What the screen says is noted. Blocks while
    /// the screen reads.
    pub(super) fn pass_parley(
        &self,
        (deal, session): (&str, &Session),
        messages: &[String],
        (released, when): (&[u32], StopWhen),
        signer: &Signer,
    ) -> Result<Result<Passed, Stopped>, Problem> {
        let payloads = messages.iter().map(String::as_str).collect();
        let leaves = Leaves { deal, channel: StopChannel::Negotiation, payloads };
        let mut spoken = Spoken::default();
        let mut passed = Vec::new();
        for message in messages {
            match self.screen_parley(deal, session, message, signer)? {
                Ok(found) => passed.push((message.clone(), found)),
                Err(why) => {
                    spoken.down(why);
                    self.note_stop(&leaves, when, &spoken, signer);
                    return Err(down(why));
                }
            }
        }
        let found: Vec<ScreenFinding> = passed.iter().flat_map(|(_, found)| found.iter().cloned()).collect();
        spoken.found(&found);
        let mut named = released.to_vec();
        named.sort_unstable();
        named.dedup();
        let all = u32::try_from(found.len()).unwrap_or(u32::MAX);
        let blocks = found.iter().any(|finding| finding.kind.blocks());
        // Exactly what is held was named: no less, and nothing else.
        if blocks || named.len() != released.len() || !named.iter().copied().eq(0..all) {
            self.note_stop(&leaves, when, &spoken, signer);
            let (screen, problem) = if blocks { blocked(&found) } else { held(&found) };
            return Ok(Err(Stopped { screen, problem }));
        }
        Ok(Ok(passed))
    }

    /// What the screen says of a stored message that waits to be sent: what it finds under the mandate as it is
    /// now must have been released by this desk's person.
    pub(super) fn look_at_parley(
        &self,
        (deal, session): (&str, &Session),
        message: &str,
        signer: &Signer,
    ) -> Result<Look, Problem> {
        let found = match self.screen_parley(deal, session, message, signer)? {
            Ok(found) if found.is_empty() => return Ok(Look::Goes),
            Ok(found) => found,
            Err(why) => return Ok(Look::Down(why)),
        };
        let hash = PayloadHash::of_canonical(message).to_string();
        let kept = self.read(|db| Ok(parley_released::get(db, &hash)?))?;
        let released = kept.is_some_and(|(released, signature)| {
            let authentic = Signature::parse(&signature).is_ok_and(|signature| {
                signer.key.public().verify(worded(&hash, &released).as_bytes(), &signature).is_ok()
            });
            let lines: Vec<&str> = released.lines().collect();
            authentic && text_of(&found).lines().all(|line| lines.contains(&line))
        });
        let blocks = found.iter().any(|finding| finding.kind.blocks());
        Ok(if released && !blocks { Look::Goes } else { Look::Stays(found) })
    }

    /// Notes what the screen says of a message at its sending, where it does not go.
    pub(super) fn note_look(&self, deal: &str, message: &str, look: &Look, signer: &Signer) {
        let mut spoken = Spoken::default();
        match look {
            Look::Goes => {}
            Look::Stays(found) => spoken.found(found),
            Look::Down(why) => spoken.down(*why),
        }
        let leaves = Leaves { deal, channel: StopChannel::Negotiation, payloads: vec![message] };
        self.note_stop(&leaves, StopWhen::Sending, &spoken, signer);
    }

    fn screen_parley(
        &self,
        deal: &str,
        session: &Session,
        message: &str,
        signer: &Signer,
    ) -> Result<Result<Vec<ScreenFinding>, ScreenDown>, Problem> {
        let Some(fields) = deal::negotiation_fields(message) else { return Ok(Err(ScreenDown::Unreadable)) };
        let mandate = self.read(|db| mandate::current(db, deal, signer))?;
        let mut scenario = self.scenario(deal, mandate.as_ref())?;
        // What the owner fixed for this negotiation is as secret as a mandate's figures.
        for bound in &session.setup().caps.mandate.bounds {
            if let Limit::AtMost(limit) | Limit::AtLeast(limit) = &bound.limit {
                scenario.secret.other.push(limit.clone());
            }
        }
        // Both sides know the offers that were made; the one that is about to leave is none of them yet.
        let told = (1..=session.live().0).filter(|round| Some(*round) != own_round(&fields));
        for (_, terms) in told.filter_map(|round| session.offer(Round(round))) {
            let offer = format!(r#"{{"terms":{},"type":"offer"}}"#, terms.canonical());
            for field in deal::negotiation_fields(&offer).into_iter().flatten() {
                match field.nature {
                    Nature::Price => scenario.deal.told_other.extend(Amount::parse(&field.text)),
                    _ => scenario.hear(&field.text),
                }
            }
        }
        Ok(self.screen()?.screen(&fields, &scenario))
    }
}

/// Keeps what a person released of messages, signed by that person.
pub(super) fn keep_released(db: &store::Connection, passed: &Passed, signer: &Signer) -> Result<(), Problem> {
    for (message, found) in passed.iter().filter(|(_, found)| !found.is_empty()) {
        let hash = PayloadHash::of_canonical(message).to_string();
        let released = text_of(found);
        let signature = signer.key.sign(worded(&hash, &released).as_bytes());
        parley_released::put(db, &hash, &released, &signature.to_string())?;
    }
    Ok(())
}

fn worded(hash: &str, released: &str) -> String {
    format!("{RELEASE}\n{hash}\n{released}")
}

/// Places and reasons, never words.
fn text_of(found: &[ScreenFinding]) -> String {
    let mut text = String::new();
    for ScreenFinding { place, kind, start, end, decoded } in found {
        let _ = writeln!(text, "{} {start} {end} {decoded} {}", kind.code(), anp::json::quote(place));
    }
    text
}

/// The round of a message that is an offer.
fn own_round(fields: &[Field]) -> Option<u32> {
    let text = |place: &str| fields.iter().find(|field| field.place == place && field.text != place);
    text("type").filter(|kind| kind.text == "offer")?;
    text("round")?.text.parse().ok()
}
