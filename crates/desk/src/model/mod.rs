//! The seam for a model that reads along: an OpenAI-compatible endpoint, off until somebody sets it.
//!
//! It sees inbound text and nothing else. Its answer is data of a fixed shape: families that exist, with
//! words that stand in the text; everything else in it is dropped. Nothing waits for it, nothing follows from
//! it but a line that says whose it is, and its outage is told where it is set and nowhere else.

mod ask;
mod shape;

use std::time::Duration;

use store::tables::{readings, settings};
use tokio::sync::broadcast::error::RecvError;

use crate::changed::Topic;
use crate::people::is_loopback;
use crate::state::Desk;
use crate::view::{ModelForm, ModelView, Problem, Unfit};
use crate::wire_form::invalid;

/// Where Ollama listens by itself.
pub(crate) const PRESET: &str = "http://127.0.0.1:11434/v1";
/// Entries that are asked about in one turn.
const PIECE: u32 = 4;
/// The pause after an outage.
const PAUSE: Duration = Duration::from_mins(1);

/// What became of the last question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    Well,
    Away,
    Slow,
    Confused,
}

impl Fate {
    fn code(self) -> &'static str {
        match self {
            Self::Well => "well",
            Self::Away => "away",
            Self::Slow => "slow",
            Self::Confused => "confused",
        }
    }
}

impl Desk {
    /// What is set about the model.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn model_view(&self) -> Result<ModelView, Problem> {
        let form = self.model_form()?;
        let (last, at) = self.now().model.clone().unwrap_or_default();
        Ok(ModelView { form, last, at })
    }

    /// Sets it. Only texts that come in from then on are shown to a model.
    ///
    /// # Errors
    /// Where the address is neither on this machine nor behind TLS.
    pub fn set_model(&self, form: &ModelForm) -> Result<ModelView, Problem> {
        self.signer()?;
        let url = form.url.trim().trim_end_matches('/').to_owned();
        if form.on && !is_allowed(&url) {
            return Err(invalid("url", Unfit::EncryptedAddress));
        }
        if form.on && form.model.trim().is_empty() {
            return Err(invalid("model", Unfit::Required));
        }
        let was = self.model_form()?;
        let since = self.stamp();
        self.write(|db| {
            settings::set(db, "model_on", if form.on { "1" } else { "0" })?;
            settings::set(db, "model_url", &url)?;
            settings::set(db, "model_name", form.model.trim())?;
            if form.on && !was.on {
                settings::set(db, "model_since", &since)?;
            }
            Ok::<_, Problem>(())
        })?;
        self.now().model = None;
        self.0.model_set.send_modify(|times| *times += 1);
        self.tell(Topic::App, None);
        self.model_view()
    }

    fn model_form(&self) -> Result<ModelForm, Problem> {
        self.read(|db| {
            Ok(ModelForm {
                on: settings::get(db, "model_on")?.as_deref() == Some("1"),
                url: settings::get(db, "model_url")?.unwrap_or_else(|| PRESET.to_owned()),
                model: settings::get(db, "model_name")?.unwrap_or_default(),
            })
        })
    }

    /// Asks the model about what was read, until the program ends.
    pub(crate) async fn model_on(&self) {
        let mut changes = self.changes();
        let mut set = self.0.model_set.subscribe();
        loop {
            match self.ask_some().await {
                Ok(Some(true)) => {}
                // A pause, not a wait for an event: an endpoint does not say when it is back. Another one
                // that is set meanwhile is asked at once.
                Ok(Some(false)) => {
                    tokio::select! {
                        () = tokio::time::sleep(PAUSE) => {}
                        _ = set.changed() => {}
                    }
                }
                _ => {
                    if matches!(changes.recv().await, Err(RecvError::Closed)) {
                        return;
                    }
                }
            }
        }
    }

    /// Asks about some; none where there is nothing to ask, false where the model does not answer well.
    async fn ask_some(&self) -> Result<Option<bool>, Problem> {
        let form = self.model_form()?;
        if !form.on {
            return Ok(None);
        }
        let since = self.read(|db| Ok(settings::get(db, "model_since")?))?.unwrap_or_default();
        let open = self.read(|db| Ok(readings::without_model(db, &since, PIECE)?))?;
        if open.is_empty() {
            return Ok(None);
        }
        for reading in open {
            let Some(entry) = self.entry_of(&reading.entry)? else { continue };
            let (fate, found) = ask::ask(&form, &entry).await;
            let stamp = self.stamp();
            let before = self.now().model.replace((fate.code().to_owned(), stamp));
            if before.is_none_or(|(last, _)| last != fate.code()) {
                self.tell(Topic::App, None);
            }
            // What it cannot read well it is not asked about again; while it is away nothing is noted.
            if matches!(fate, Fate::Well | Fate::Confused) {
                let text = serde_json::to_string(&found).unwrap_or_else(|_| "[]".to_owned());
                self.write(|db| Ok(readings::put_model(db, (&reading.entry, &reading.subject), &text)?))?;
                self.tell(Topic::Deal, Some(&reading.deal));
            }
            if matches!(fate, Fate::Away | Fate::Slow) {
                return Ok(Some(false));
            }
        }
        Ok(Some(true))
    }
}

/// TLS, or an address of this machine.
fn is_allowed(text: &str) -> bool {
    let Ok(url) = reqwest::Url::parse(text) else { return false };
    match url.scheme() {
        "https" => url.host_str().is_some_and(|host| !host.is_empty()),
        "http" => is_loopback(text),
        _ => false,
    }
}
