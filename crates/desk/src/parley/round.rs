//! One turn with a channel: what came, what time did, what is due.

use std::collections::BTreeSet;

use anp::digest::Fingerprint;
use anp::json;
use anp::keys::PublicKey;
use anp::time::Moment;
use parley::envelope::{Envelope, Substance};
use parley::session::{Event, Notice, Phase};
use store::Connection;
use store::tables::{parleys, settings};

use super::channel::{Channel, ChannelTrouble, Letter, Parcel};
use super::gate::{self, Turn};
use super::keep::{apply, digest_text, take_up};
use super::screen::Look;
use super::wire;
use crate::changed::Topic;
use crate::state::Desk;
use crate::trouble::gone;
use crate::view::{AgentPubState, Missing, Problem};

/// How often a message is sent that the other side does not react to.
const MOST_SENDS: u32 = 8;

/// The wait before a message is sent again, in milliseconds; it doubles each time.
const FIRST_PAUSE_MS: i64 = 2_000;

/// Most pages of an inbox that are read in one turn.
const MOST_PAGES: u32 = 50;

/// The setting that holds the cursor.
const CURSOR: &str = "parley_cursor";

/// A channel that this desk takes part in.
pub(crate) struct Joined {
    channel: Box<dyn Channel>,
    quiet_until: Moment,
    /// Deals in which an act is kept back.
    kept_back: BTreeSet<String>,
}

impl Joined {
    pub(crate) fn of(channel: Box<dyn Channel>) -> Self {
        Self { channel, quiet_until: Moment::from_millis(i64::MIN), kept_back: BTreeSet::new() }
    }
}

impl Desk {
    /// One turn: reads what came, lets time do its part, sends what is due. Trouble with
    /// the channel is not an error: the next turn goes on where this one stopped.
    ///
    /// # Errors
    /// Where the database cannot be used.
    pub async fn haggle_once(&self) -> Result<(), Problem> {
        let mut joined = self.0.negotiating.lock().await;
        let Some(joined) = joined.as_mut() else { return self.pass_time() };
        let read = self.read_inbox(joined).await?;
        self.pass_time()?;
        let sent =
            if read.is_ok() && self.not_halted().is_ok() { self.send_due(joined).await? } else { read };
        self.note_channel(match sent {
            Ok(()) => AgentPubState::Joined,
            Err(ChannelTrouble::Refused) => AgentPubState::Refused,
            Err(ChannelTrouble::Confused) => AgentPubState::Confused,
            Err(ChannelTrouble::Down | ChannelTrouble::Busy(_)) => AgentPubState::Away,
        });
        if let Err(trouble) = sent {
            tracing::warn!(?trouble, "the negotiation channel's answer is no good");
            if let ChannelTrouble::Busy(wait) = trouble {
                joined.quiet_until = self.0.sources.now().plus_millis(wait);
            }
        }
        Ok(())
    }

    async fn read_inbox(&self, joined: &Joined) -> Result<Result<(), ChannelTrouble>, Problem> {
        if self.0.sources.now() < joined.quiet_until {
            return Ok(Ok(()));
        }
        for _ in 0..MOST_PAGES {
            let cursor = self.read(|db| Ok(settings::get(db, CURSOR)?))?.unwrap_or_default();
            let post = match joined.channel.read(&cursor).await {
                Ok(post) => post,
                Err(trouble) => return Ok(Err(trouble)),
            };
            if post.letters.is_empty() && post.cursor == cursor {
                break;
            }
            let (keys, now, at) = (self.approver(), self.0.sources.now(), self.stamp());
            let deals = self.write(|db| {
                let mut deals = Vec::new();
                for letter in &post.letters {
                    deals.extend(hear(db, letter, &keys, now, &at)?);
                }
                settings::set(db, CURSOR, &post.cursor)?;
                Ok(deals)
            })?;
            for deal in deals {
                self.tell(Topic::Deal, Some(&deal));
            }
        }
        Ok(Ok(()))
    }

    /// Lets every running negotiation feel the time.
    fn pass_time(&self) -> Result<(), Problem> {
        let (keys, now) = (self.approver(), self.0.sources.now());
        let deals = self.write(|db| {
            let mut deals = Vec::new();
            for row in parleys::all(db)? {
                let mut kept = take_up(db, &row.session, &keys)?;
                let running = !matches!(kept.session.phase(), Phase::Ended(_));
                if running && apply(db, &mut kept, Event::Tick, "", now)?.changed {
                    deals.push(row.deal);
                }
            }
            Ok(deals)
        })?;
        for deal in deals {
            self.tell(Topic::Deal, Some(&deal));
        }
        Ok(())
    }

    /// Sends what is due. A message is sent again, ever more seldom, as long as it is among
    /// this side's last words; what it answers may have been lost on its way.
    async fn send_due(&self, joined: &mut Joined) -> Result<Result<(), ChannelTrouble>, Problem> {
        let now = self.0.sources.now();
        if now < joined.quiet_until {
            return Ok(Ok(()));
        }
        let keys = self.approver();
        let due = self.read(|db| gate::due(db, now.millis(), &keys))?;
        let Ok(signer) = self.signer() else { return Ok(Ok(())) };
        let mut done = Vec::new();
        let mut trouble = Ok(());
        let mut kept_back = BTreeSet::new();
        let mut told = BTreeSet::new();
        for waiting in due {
            let turn = self.turn_of(&waiting, &signer).await;
            let gate::Waiting { out, peer, deal, .. } = waiting;
            match turn {
                Turn::Goes => {}
                Turn::Past => {
                    done.push((out, None));
                    continue;
                }
                Turn::KeptBack => {
                    kept_back.insert(deal);
                    continue;
                }
            }
            // No message leaves but by the word of the screen, at this very attempt.
            let (_, session) = self.negotiation(&out.session)?;
            let look = self.look_at_parley((&deal, &session), &out.message, &signer)?;
            self.note_look(&deal, &out.message, &look, &signer);
            match look {
                Look::Goes => {}
                Look::Stays(_) => {
                    tracing::warn!("the screen keeps a message of a negotiation");
                    kept_back.insert(deal);
                    continue;
                }
                Look::Down(why) => {
                    tracing::warn!(why = why.code(), "the screen does not run; no negotiation is answered");
                    kept_back.insert(deal);
                    break;
                }
            }
            let parcel = Parcel { to: &peer, name: &out.digest, message: &out.message };
            match joined.channel.send(parcel).await {
                Ok(()) => {}
                // One message that is refused for good does not keep the others back.
                Err(ChannelTrouble::Refused) => {
                    tracing::warn!("the negotiation channel refuses a message");
                }
                Err(why) => {
                    trouble = Err(why);
                    break;
                }
            }
            if out.sends == 0 {
                told.insert(deal);
            }
            let pause = FIRST_PAUSE_MS.saturating_mul(1 << out.sends.min(10));
            let again = out.sends.saturating_add(1) < MOST_SENDS;
            done.push((out, again.then(|| now.plus_millis(pause).millis())));
        }
        self.write(|db| {
            for (out, again) in &done {
                parleys::taken(db, &out.session, &out.digest, *again)?;
            }
            Ok(())
        })?;
        // What has left, or is kept back anew, is told once.
        told.extend(kept_back.symmetric_difference(&joined.kept_back).cloned());
        joined.kept_back = kept_back;
        for deal in told {
            self.tell(Topic::Deal, Some(&deal));
        }
        Ok(trouble)
    }

    /// Sends everything that this side said in a negotiation once more: whoever has missed
    /// something hears it, and whoever has not answers as before. Gives whether the channel took
    /// all of it.
    ///
    /// # Errors
    /// Where the person does not own the deal, or the negotiation is not here.
    pub async fn say_again(&self, session: &str) -> Result<bool, Problem> {
        self.not_halted()?;
        let signer = self.signer()?;
        let (deal, known) = self.negotiation(session)?;
        self.owned(&deal, &signer)?;
        let (peer, first) = self.read(|db| {
            let row = parleys::get(db, session)?.ok_or_else(|| gone(Missing::Parley))?;
            let waiting = parleys::due(db, i64::MAX)?;
            let first = waiting.iter().any(|out| out.session == session && out.sends == 0);
            Ok((row.peer, first))
        })?;
        // What has never left is looked at before it leaves, and goes by itself.
        if first {
            return Ok(false);
        }
        let joined = self.0.negotiating.lock().await;
        let Some(joined) = joined.as_ref() else { return Ok(false) };
        for message in known.reconcile() {
            let (name, text) = (digest_text(message.digest()), Envelope::of(message).to_json());
            let parcel = Parcel { to: &peer, name: &name, message: &text };
            if joined.channel.send(parcel).await.is_err() {
                return Ok(false);
            }
        }
        self.0.hurry.notify_waiters();
        Ok(true)
    }
}

/// Takes a letter in: kept as it came, with what became of it. Gives the deal where it
/// changed something.
fn hear(
    db: &Connection,
    letter: &Letter,
    keys: &dyn Fn(&Fingerprint) -> Option<PublicKey>,
    now: Moment,
    at: &str,
) -> Result<Option<String>, Problem> {
    let (outcome, deal) = match parleys::get(db, &letter.thread)? {
        None => ("no_session", None),
        // The channel's word for who wrote is all there is; another's letter changes nothing.
        Some(row) if row.peer != letter.from => ("other_sender", None),
        Some(_) => match &letter.says {
            Err(_) => ("malformed", None),
            Ok(envelope) => take(db, &letter.thread, envelope.substance(), keys, now)?,
        },
    };
    parleys::keep(
        db,
        &parleys::Heard {
            id: letter.id.clone(),
            session: letter.thread.clone(),
            sender: letter.from.clone(),
            message: letter.text.clone(),
            came_at: at.to_owned(),
            outcome: outcome.to_owned(),
        },
    )?;
    Ok(deal)
}

fn take(
    db: &Connection,
    session: &str,
    message: &Substance,
    keys: &dyn Fn(&Fingerprint) -> Option<PublicKey>,
    now: Moment,
) -> Result<(&'static str, Option<String>), Problem> {
    let mut kept = take_up(db, session, keys)?;
    let step = apply(db, &mut kept, Event::Heard(message.clone()), "", now)?;
    let outcome = match step.notice {
        Notice::Done | Notice::CapHit(_) => "taken",
        Notice::Known | Notice::Refused(_) => "known",
        Notice::Fault(_) => "protocol_fault",
    };
    Ok((outcome, step.changed.then_some(kept.row.deal)))
}

/// What came on a thread before its negotiation was begun here is heard now.
pub(super) fn hear_kept(
    db: &Connection,
    session: &str,
    keys: &dyn Fn(&Fingerprint) -> Option<PublicKey>,
    now: Moment,
) -> Result<(), Problem> {
    let peer = parleys::get(db, session)?.map(|row| row.peer);
    for heard in parleys::heard(db, session)? {
        if peer.as_deref() != Some(&heard.sender) {
            continue;
        }
        let letter =
            json::parse_flawless(heard.message.as_bytes()).ok().and_then(|value| wire::incoming(&value));
        let envelope = letter.and_then(|letter| letter.says.ok()).map(Envelope::into_substance);
        if let Some(message) = envelope {
            take(db, session, &message, keys, now)?;
        }
    }
    Ok(())
}
