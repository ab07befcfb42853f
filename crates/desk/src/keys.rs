//! The person's key: found, made once, unlocked. A key is never silently made anew.

use std::sync::Arc;

use anp::keys::{PublicKey, SecretKey};
use store::keychain::{self, KeyFile, KeyTrouble, Passphrase};
use store::tables::settings;
use zeroize::Zeroizing;

use crate::changed::Topic;
use crate::host_client::HostClient;
use crate::state::{Desk, Signer};
use crate::trouble;
use crate::view::{
    AppView, Broken, KeyPlace, KeyView, KeychainState, Missing, Problem, ProblemCode, Stage, Unfit,
};
use crate::wire_form::invalid;

/// Lets a person's key sign for the organisation. For the embedded host this is an act
/// of the local operator; a team's host takes an invitation.
pub trait Enrolment: Send + Sync {
    /// Enrols a key and gives the person's id. Blocks. The same key again gives the
    /// same id.
    ///
    /// # Errors
    /// Where the host does not take it.
    fn enrol(&self, name: &str, key: &PublicKey) -> Result<String, Problem>;
}

/// What stands between the person and the key.
#[derive(Debug, Default)]
pub(crate) enum KeyState {
    /// Not asked yet, or the keychain is showing its dialog.
    #[default]
    Asking,
    /// No key was ever made here.
    Needed,
    /// A key file wants its passphrase.
    Passphrase,
    /// The key was made here and cannot be had.
    Trouble(Problem),
    /// The key signs.
    Ready,
}

impl KeyState {
    pub(crate) fn stage(&self) -> Stage {
        match self {
            Self::Asking => Stage::AskingKeychain,
            Self::Needed | Self::Trouble(_) => Stage::KeyNeeded,
            Self::Passphrase => Stage::PassphraseNeeded,
            Self::Ready => Stage::Ready,
        }
    }

    pub(crate) fn problem(&self) -> Problem {
        match self {
            Self::Trouble(problem) => problem.clone(),
            _ => Problem::new(ProblemCode::KeyMissing),
        }
    }
}

impl Desk {
    /// Looks for the key where it was put. Called at start, and again when a person
    /// has unlocked or installed a keychain.
    ///
    /// # Errors
    /// Where the database cannot be read; trouble with the key shows in the view.
    pub async fn open_key(&self) -> Result<AppView, Problem> {
        self.look_for_key().await?;
        self.app_view()
    }

    /// The same, for whoever shows nothing of it.
    ///
    /// # Errors
    /// As [`Desk::open_key`].
    pub async fn look_for_key(&self) -> Result<(), Problem> {
        let (fingerprint, place) =
            self.read(|db| Ok((settings::get(db, "person_fingerprint")?, settings::get(db, "key_place")?)))?;
        let Some(fingerprint) = fingerprint else {
            self.key_state(KeyState::Needed);
            return Ok(());
        };
        if place.as_deref() == Some("passphrase_file") {
            self.key_state(KeyState::Passphrase);
            return Ok(());
        }
        self.key_state(KeyState::Asking);
        let entry = self.keychain_place(&fingerprint)?;
        let found = blocking(move || entry.read()).await?;
        self.take_key(found, &fingerprint, KeyPlace::Keychain).await
    }

    /// Opens the key file.
    ///
    /// # Errors
    /// Where the passphrase is not the one, or the file is no key file.
    pub async fn unlock(&self, passphrase: String) -> Result<AppView, Problem> {
        let passphrase = Zeroizing::new(passphrase);
        let fingerprint = self
            .read(|db| Ok(settings::get(db, "person_fingerprint")?))?
            .ok_or_else(|| trouble::gone(Missing::KeyFile))?;
        let file = self.key_file()?;
        let typed = passphrase.clone();
        let found = blocking(move || {
            let passphrase = Passphrase::new(typed)?;
            file.read(&passphrase)
        })
        .await?;
        // A wrong passphrase leaves the file's question standing.
        // One that is too short to have made the file is simply not the one.
        let key = found.map_err(|trouble| match trouble {
            KeyTrouble::ShortPassphrase { .. } => Problem::new(ProblemCode::PassphraseWrong),
            trouble => told(&trouble),
        })?;
        self.open_next_file(&passphrase).await?;
        self.take_key(Ok(key), &fingerprint, KeyPlace::PassphraseFile).await?;
        self.app_view()
    }

    /// Makes the person's key, once.
    ///
    /// # Errors
    /// Where a key was made here before, where its place refuses, or where the host
    /// does not take it.
    pub async fn make_key(
        &self,
        name: String,
        place: KeyPlace,
        passphrase: Option<String>,
    ) -> Result<AppView, Problem> {
        self.make_key_with(name, (place, passphrase), |_, _| Ok(())).await
    }

    /// The same; what `beside` writes stands with the key or not at all.
    pub(crate) async fn make_key_with(
        &self,
        name: String,
        (place, passphrase): (KeyPlace, Option<String>),
        beside: impl FnOnce(&store::Connection, &SecretKey) -> Result<(), Problem>,
    ) -> Result<AppView, Problem> {
        let passphrase = Zeroizing::new(passphrase.unwrap_or_default());
        let name = name.trim().to_owned();
        if name.is_empty() || name.chars().count() > 120 {
            return Err(invalid("name", Unfit::Length).with("least", 1).with("most", 120));
        }
        if let Some(known) = self.read(|db| Ok(settings::get(db, "person_fingerprint")?))? {
            return Err(Problem::new(ProblemCode::KeyMissing).with("fingerprint", known));
        }
        let seed = Zeroizing::new(self.0.sources.bytes::<32>());
        let fingerprint = SecretKey::from_seed(&seed).fingerprint().to_string();
        let (entry, file) = (self.keychain_place(&fingerprint)?, self.key_file()?);
        let made = blocking(move || match place {
            KeyPlace::Keychain => entry.create(&seed),
            KeyPlace::PassphraseFile => file.create(&Passphrase::new(passphrase)?, &seed),
        })
        .await?
        .map_err(|trouble| told(&trouble))?;
        let kept = if place == KeyPlace::Keychain { "keychain" } else { "passphrase_file" };
        self.write(|db| {
            settings::set(db, "person_name", &name)?;
            settings::set(db, "person_fingerprint", &fingerprint)?;
            settings::set(db, "key_place", kept)?;
            beside(db, &made)
        })?;
        self.take_key(Ok(made), &fingerprint, place).await?;
        self.app_view()
    }

    /// What the first screen needs to know of keys.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn key_view(&self) -> Result<KeyView, Problem> {
        let known = self.read(|db| Ok(settings::get(db, "person_fingerprint")?))?;
        let probe = self.keychain_place(known.as_deref().unwrap_or("probe"))?;
        let keychain = match blocking(move || probe.read()).await? {
            Err(KeyTrouble::Absent { .. }) => KeychainState::Absent,
            Err(KeyTrouble::Locked { .. }) => KeychainState::Locked,
            _ => KeychainState::Ready,
        };
        // A key that is at hand and that no host has taken yet is not lost.
        let lost = known.filter(|_| {
            let now = self.now();
            matches!(now.keys, KeyState::Trouble(_)) && now.joining.is_none()
        });
        Ok(KeyView { keychain, passphrase_file: self.key_file()?.path().exists(), lost_fingerprint: lost })
    }

    /// Takes a key that the caller holds, for tests: no keychain, no passphrase.
    ///
    /// # Errors
    /// Where the host does not take the key.
    #[cfg(feature = "fault-injection")]
    pub async fn hold_key(&self, name: &str, key: SecretKey) -> Result<AppView, Problem> {
        let fingerprint = key.fingerprint().to_string();
        self.write(|db| {
            settings::set(db, "person_name", name)?;
            Ok(settings::set(db, "person_fingerprint", &fingerprint)?)
        })?;
        self.take_key(Ok(key), &fingerprint, KeyPlace::PassphraseFile).await?;
        self.app_view()
    }

    pub(crate) async fn take_key(
        &self,
        found: Result<SecretKey, KeyTrouble>,
        fingerprint: &str,
        place: KeyPlace,
    ) -> Result<(), Problem> {
        let key = match found {
            Ok(key) => Arc::new(key),
            Err(trouble) => {
                let problem = told(&trouble).with("fingerprint", fingerprint);
                self.key_state(KeyState::Trouble(problem));
                return Ok(());
            }
        };
        let found = key.fingerprint().to_string();
        if found != fingerprint {
            let problem =
                Problem::new(ProblemCode::KeyDiffers).with("expected", fingerprint).with("found", found);
            self.key_state(KeyState::Trouble(problem));
            return Ok(());
        }
        // Evidence that is taken out without the key brings its public half.
        let public = key.public().to_string();
        if self.read(|db| Ok(settings::get(db, "person_key")?))?.as_deref() != Some(public.as_str()) {
            self.write(|db| Ok(settings::set(db, "person_key", &public)?))?;
        }
        let name = self.read(|db| Ok(settings::get(db, "person_name")?))?.unwrap_or_default();
        let person = match self.enrolled(&name, &key).await {
            Ok(person) => person,
            Err(problem) => {
                self.key_state(KeyState::Trouble(problem.clone()));
                return Err(problem);
            }
        };
        let client = HostClient::new(&self.host().url, &person, Arc::clone(&key), self.0.sources.clone())?;
        let signer = Arc::new(Signer { person, name, key, place, client });
        self.seal_plain_mandates(&signer)?;
        self.open_agent(&signer).await?;
        self.now().signer = Some(signer);
        self.prepare_demo()?;
        self.0.hurry.notify_waiters();
        self.key_state(KeyState::Ready);
        Ok(())
    }

    /// The person's id at the host. Asked for again after a stop between making the
    /// key and enrolling it.
    async fn enrolled(&self, name: &str, key: &Arc<SecretKey>) -> Result<String, Problem> {
        if let Some(person) = self.read(|db| Ok(settings::get(db, "person_id")?))? {
            return Ok(person);
        }
        if self.read(|db| Ok(settings::get(db, "ticket")?))?.is_some() {
            return self.join_by_ticket(name, key).await;
        }
        let (enrolment, name, public) = (Arc::clone(&self.0.enrolment), name.to_owned(), key.public());
        let person = tokio::task::spawn_blocking(move || enrolment.enrol(&name, &public))
            .await
            .map_err(|_| trouble::defect("enrolment"))??;
        self.write(|db| Ok(settings::set(db, "person_id", &person)?))?;
        Ok(person)
    }

    fn key_state(&self, state: KeyState) {
        self.now().keys = state;
        self.tell(Topic::App, None);
        // Whose votes and ends wait is known with the key.
        self.tell(Topic::Today, None);
    }

    pub(crate) fn keychain_place(&self, fingerprint: &str) -> Result<keychain::KeyPlace, Problem> {
        let workspace = self.read(|db| Ok(settings::get(db, "workspace")?))?.unwrap_or_default();
        keychain::KeyPlace::new(&workspace, fingerprint).map_err(|trouble| told(&trouble))
    }

    fn key_file(&self) -> Result<KeyFile, Problem> {
        Ok(KeyFile::at(self.key_path()?))
    }
}

pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|_| trouble::defect("keychain"))
}

/// A key's trouble in the window's terms.
pub(crate) fn told(trouble: &KeyTrouble) -> Problem {
    match trouble {
        KeyTrouble::Absent { .. } => Problem::new(ProblemCode::KeychainAbsent),
        KeyTrouble::Locked { .. } => Problem::new(ProblemCode::KeychainLocked),
        KeyTrouble::Missing { .. } | KeyTrouble::NoFile { .. } => Problem::new(ProblemCode::KeyMissing),
        KeyTrouble::WrongPassphrase { .. } => Problem::new(ProblemCode::PassphraseWrong),
        KeyTrouble::ShortPassphrase { least, .. } => {
            Problem::new(ProblemCode::PassphraseShort).with("least", least)
        }
        KeyTrouble::FileThere { path } => key_file(Broken::ThereAlready, path),
        KeyTrouble::OpenToOthers { path, .. } => key_file(Broken::OpenToOthers, path),
        KeyTrouble::FileDamaged { path, .. } => key_file(Broken::KeyDamaged, path),
        KeyTrouble::FileRefused { path, .. } => {
            // What the system says of it goes to the log, in the system's words.
            tracing::error!(%trouble, "a key file");
            key_file(Broken::Disk, path)
        }
        KeyTrouble::AlreadyThere { .. }
        | KeyTrouble::Several { .. }
        | KeyTrouble::NotASeed { .. }
        | KeyTrouble::Failed { .. }
        | KeyTrouble::Unnameable { .. } => {
            tracing::error!(%trouble, "the keychain");
            Problem::broken(ProblemCode::FileTrouble, Broken::Keychain).with("path", "")
        }
    }
}

fn key_file(why: Broken, path: &std::path::Path) -> Problem {
    Problem::broken(ProblemCode::FileTrouble, why).with("path", path.display())
}
