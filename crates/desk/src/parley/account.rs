//! The account at `AgentPub`: its address is a setting, its key rests in the keychain; and the
//! turns that the desk takes with it as long as it runs.

use std::time::Duration;

use parley::session::Phase;
use store::keychain::SecretPlace;
use store::tables::{parleys, settings};
use zeroize::Zeroizing;

use super::agentpub::AgentPub;
use super::keep::take_up;
use super::round::Joined;
use crate::changed::Topic;
use crate::keys::{blocking, told};
use crate::state::Desk;
use crate::trouble::defect;
use crate::view::{AgentPubState, AgentPubView, Problem, Unfit};
use crate::wire_form::invalid;

/// The setting that holds the address before `/messages`.
const BASE: &str = "agentpub_base";

/// The key's name in the keychain.
const ACCOUNT: &str = "agentpub";

/// Between two turns while a negotiation is open.
const BUSY: Duration = Duration::from_secs(2);

/// Between two turns otherwise: somebody may begin a thread.
const QUIET: Duration = Duration::from_secs(15);

impl Desk {
    /// The account, and how the channel does.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn agentpub_view(&self) -> Result<AgentPubView, Problem> {
        let base = self.read(|db| Ok(settings::get(db, BASE)?))?.filter(|base| !base.is_empty());
        let state = self.now().agentpub;
        Ok(AgentPubView { base, state })
    }

    /// Joins `AgentPub`: `base` is all before `/messages`. The key goes into the keychain.
    ///
    /// # Errors
    /// Where the address cannot be used, or the keychain does not take the key.
    pub async fn set_agentpub(&self, base: &str, key: String) -> Result<AgentPubView, Problem> {
        let key = Zeroizing::new(key.trim().to_owned());
        if key.is_empty() {
            return Err(invalid("key", Unfit::AccountKey));
        }
        self.join_agentpub(base, key.to_string()).await?;
        let place = self.agentpub_place()?;
        blocking(move || place.write(&key)).await?.map_err(|trouble| told(&trouble))?;
        self.write(|db| Ok(settings::set(db, BASE, base.trim())?))?;
        self.0.hurry.notify_waiters();
        self.agentpub_view()
    }

    /// Leaves it: the key is removed. Negotiations stay as they are and go on feeling the time.
    ///
    /// # Errors
    /// Where the keychain cannot be used.
    pub async fn leave_agentpub(&self) -> Result<AgentPubView, Problem> {
        *self.0.negotiating.lock().await = None;
        self.write(|db| Ok(settings::set(db, BASE, "")?))?;
        self.now().agentpub = AgentPubState::Apart;
        let place = self.agentpub_place()?;
        blocking(move || place.forget()).await?.map_err(|trouble| told(&trouble))?;
        self.agentpub_view()
    }

    /// Joins `AgentPub` with a key that stays in memory.
    ///
    /// # Errors
    /// Where the address cannot be used.
    pub async fn join_agentpub(&self, base: &str, key: String) -> Result<(), Problem> {
        let (base, key) = (base.trim(), Zeroizing::new(key));
        if !(base.starts_with("https://") || base.starts_with("http://")) {
            return Err(invalid("base", Unfit::WebAddress));
        }
        let channel = AgentPub::new(base, key).map_err(|_| defect("http client"))?;
        *self.0.negotiating.lock().await = Some(Joined::of(Box::new(channel)));
        self.now().agentpub = AgentPubState::Joined;
        Ok(())
    }

    fn agentpub_place(&self) -> Result<SecretPlace, Problem> {
        self.secret_place(ACCOUNT)
    }

    /// Takes turns with the channel until the program ends.
    pub(crate) async fn haggle_forever(&self) {
        loop {
            let woken = self.0.hurry.notified();
            if self.now().signer.is_none() {
                woken.await;
                continue;
            }
            if let Err(problem) = self.rejoin().await {
                tracing::warn!(code = ?problem.code, "the negotiation channel cannot be joined");
                self.now().agentpub = AgentPubState::KeyMissing;
            }
            let turn = self.haggle_once().await;
            if let Err(problem) = &turn {
                tracing::warn!(code = ?problem.code, "a turn of the negotiations failed");
            }
            let pause = if turn.is_ok() && self.any_open().unwrap_or(false) { BUSY } else { QUIET };
            // A pause, not a wait for an event: the inbox does not say when something comes.
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = woken => {}
            }
        }
    }

    /// Joins again after a start, with the key from the keychain.
    async fn rejoin(&self) -> Result<(), Problem> {
        if self.0.negotiating.lock().await.is_some() {
            return Ok(());
        }
        let Some(base) = self.agentpub_view()?.base else { return Ok(()) };
        let place = self.agentpub_place()?;
        let key = blocking(move || place.read()).await?.map_err(|trouble| told(&trouble))?;
        self.join_agentpub(&base, key.to_string()).await
    }

    /// Notes how the channel does, and tells the window where that is new.
    pub(super) fn note_channel(&self, state: AgentPubState) {
        let before = std::mem::replace(&mut self.now().agentpub, state);
        if before != state {
            self.tell(Topic::App, None);
        }
    }

    fn any_open(&self) -> Result<bool, Problem> {
        let keys = self.approver();
        self.read(|db| {
            // What is owed after an end is still sent.
            if !parleys::due(db, i64::MAX)?.is_empty() {
                return Ok(true);
            }
            for row in parleys::all(db)? {
                let session = take_up(db, &row.session, &keys)?.session;
                if !matches!(session.phase(), Phase::Ended(_)) {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }
}
