//! Going on with another key: the new one is made where the old one rests, the old one signs
//! that it follows, and what rests sealed under the old one is sealed anew. What the old key
//! signed stays valid; it signs nothing more.

use std::path::PathBuf;
use std::sync::Arc;

use anp::join::rotate_proof;
use anp::keys::SecretKey;
use anp::office::kind;
use store::Connection;
use store::keychain::{KeyFile, Passphrase};
use store::tables::{ledger_pending, outbox, settings};
use zeroize::Zeroizing;

use crate::changed::Topic;
use crate::host_client::HostClient;
use crate::keys::{blocking, told};
use crate::ledger::{introduction, org_ledger};
use crate::state::{Desk, Signer};
use crate::trouble::defect;
use crate::view::{AppView, KeyPlace, Problem, ProblemCode};
use crate::{agent, mandate};

/// The key that is to follow, and its person's id, until it is known that it does.
const NEXT: &str = "next_fingerprint";
const NEXT_PERSON: &str = "next_person";

/// Under which name a key file lies that is not the first.
const FILE: &str = "key_file";

fn file_name(fingerprint: &str) -> String {
    format!("person.key.{}.age", fingerprint.get(..16).unwrap_or(fingerprint))
}

impl Desk {
    /// The file in which the key of the person here rests, where it rests in one.
    pub(crate) fn key_path(&self) -> Result<PathBuf, Problem> {
        let name = self.read(|db| Ok(settings::get(db, FILE)?))?;
        Ok(self.0.root.join(name.as_deref().unwrap_or("person.key.age")))
    }

    /// Makes a new key and goes on with it. A passphrase is asked for where the key rests in
    /// a file.
    ///
    /// # Errors
    /// [`ProblemCode::KeyBusy`] where something that the old key signed is still under way,
    /// and where the key's place or the host refuses. Where the host's answer is lost, it is
    /// found out later which of the two keys signs; until then the old one is tried.
    pub async fn rotate_key(&self, passphrase: Option<String>) -> Result<AppView, Problem> {
        let signer = self.signer()?;
        let seed = Zeroizing::new(self.0.sources.bytes::<32>());
        let fingerprint = SecretKey::from_seed(&seed).fingerprint().to_string();
        let made = match signer.place {
            KeyPlace::Keychain => {
                let entry = self.keychain_place(&fingerprint)?;
                blocking(move || entry.create(&seed)).await?
            }
            KeyPlace::PassphraseFile => {
                let passphrase = Zeroizing::new(passphrase.unwrap_or_default());
                let old = KeyFile::at(self.key_path()?);
                let new = KeyFile::at(self.0.root.join(file_name(&fingerprint)));
                blocking(move || {
                    let passphrase = Passphrase::new(passphrase)?;
                    // The passphrase that a person knows, and no other by a slip.
                    old.read(&passphrase)?;
                    new.create(&passphrase, &seed)
                })
                .await?
            }
        };
        self.go_on_with(&signer, made.map_err(|trouble| told(&trouble))?).await
    }

    /// The same with a key that the caller holds, for tests: no keychain, no passphrase.
    ///
    /// # Errors
    /// As [`Desk::rotate_key`].
    #[cfg(feature = "fault-injection")]
    pub async fn rotate_with(&self, key: SecretKey) -> Result<AppView, Problem> {
        let signer = self.signer()?;
        self.go_on_with(&signer, key).await
    }

    async fn go_on_with(&self, signer: &Signer, key: SecretKey) -> Result<AppView, Problem> {
        let _sending = self.0.sending.lock().await;
        let busy = || Problem::new(ProblemCode::KeyBusy);
        self.state_what_waits(signer).await?;
        let waits = self
            .read(|db| Ok(!ledger_pending::ledgers(db)?.is_empty() || !outbox::unsettled(db)?.is_empty()))?;
        if waits {
            return Err(busy());
        }
        let org = self.read(org_ledger)?.ok_or_else(|| defect("org ledger"))?;
        let (key, person) = (Arc::new(key), self.0.sources.id());
        let proof = rotate_proof(org.as_str(), &signer.key.public(), &key.public());
        let more = [("person", person.clone()), ("proof", key.sign(proof.as_bytes()).to_string())];
        let payload = introduction(&signer.name, &key, &more)?;
        self.write(|db| {
            settings::set(db, NEXT, &key.fingerprint().to_string())?;
            Ok(settings::set(db, NEXT_PERSON, &person)?)
        })?;
        self.now().next_key = Some(Arc::clone(&key));
        match self.state_last(signer, org.as_str(), (kind::ROTATED, &payload)).await {
            Ok(()) => self.settle_rotation(signer, key, person)?,
            Err(problem) if problem.code.is_silence() => {
                // It may stand all the same: whichever key the host takes says so.
                if !self.resume_rotation(signer).await? {
                    return Err(problem);
                }
            }
            Err(problem) => {
                self.forget_rotation()?;
                return Err(problem);
            }
        }
        self.app_view()
    }

    /// Finds out whether a rotation whose answer was lost stands. True where it does.
    pub(crate) async fn resume_rotation(&self, signer: &Signer) -> Result<bool, Problem> {
        let known = self.read(|db| Ok(settings::get(db, NEXT)?.zip(settings::get(db, NEXT_PERSON)?)))?;
        let Some((fingerprint, person)) = known else { return Ok(false) };
        let held = self.now().next_key.clone();
        let key = match held {
            Some(key) => key,
            None if signer.place == KeyPlace::Keychain => {
                let entry = self.keychain_place(&fingerprint)?;
                Arc::new(blocking(move || entry.read()).await?.map_err(|trouble| told(&trouble))?)
            }
            // A file opens with the passphrase, when it is asked for.
            None => return Ok(false),
        };
        let client = HostClient::new(&self.host().url, &person, Arc::clone(&key), self.0.sources.clone())?;
        let reply = client.get("org").await?;
        if reply.status == 200 {
            self.settle_rotation(signer, key, person)?;
            return Ok(true);
        }
        if reply.status == 401 && reply.clock_problem().is_none() {
            self.forget_rotation()?;
        }
        Ok(false)
    }

    /// Opens the file of the key that is to follow, while its passphrase is at hand.
    pub(crate) async fn open_next_file(&self, passphrase: &Zeroizing<String>) -> Result<(), Problem> {
        let Some(fingerprint) = self.read(|db| Ok(settings::get(db, NEXT)?))? else { return Ok(()) };
        let file = KeyFile::at(self.0.root.join(file_name(&fingerprint)));
        let passphrase = passphrase.clone();
        let read = blocking(move || file.read(&Passphrase::new(passphrase)?)).await?;
        self.now().next_key = read.ok().map(Arc::new);
        Ok(())
    }

    fn forget_rotation(&self) -> Result<(), Problem> {
        self.now().next_key = None;
        self.write(forget)
    }

    /// The new key signs from now on: what rests sealed is sealed anew in the transaction
    /// that names it.
    fn settle_rotation(&self, old: &Signer, key: Arc<SecretKey>, person: String) -> Result<(), Problem> {
        let client = HostClient::new(&self.host().url, &person, Arc::clone(&key), self.0.sources.clone())?;
        let fingerprint = key.fingerprint().to_string();
        let next = Arc::new(Signer { person, name: old.name.clone(), key, place: old.place, client });
        self.write(|db| {
            mandate::seal_anew(db, old, &next, || self.0.sources.bytes())?;
            agent::seal_anew(db, old, &next, &self.0.sources.bytes())?;
            settings::set(db, "person_fingerprint", &fingerprint)?;
            settings::set(db, "person_id", &next.person)?;
            if next.place == KeyPlace::PassphraseFile {
                settings::set(db, FILE, &file_name(&fingerprint))?;
            }
            forget(db)
        })?;
        {
            let mut now = self.now();
            now.next_key = None;
            now.signer = Some(next);
            // Who is met again is met as who signs now.
            now.org = None;
        }
        self.forget_ledgers();
        self.tell(Topic::App, None);
        self.0.hurry.notify_waiters();
        Ok(())
    }
}

fn forget(db: &Connection) -> Result<(), Problem> {
    settings::remove(db, NEXT)?;
    Ok(settings::remove(db, NEXT_PERSON)?)
}
