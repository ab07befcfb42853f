//! The agent's key: made once by an org owner's act, kept where the person's own is kept, attested by the
//! platform's key under a role that writes messages and nothing else.

use std::sync::Arc;

use anp::base64url;
use anp::digest::sha256;
use anp::json::{self, Value};
use anp::keys::SecretKey;
use deal::{AgentSeal, Hash, SealRefusal};
use store::keychain;
use store::sealed::RestKey;
use store::tables::settings;
use zeroize::Zeroizing;

use super::org_ledger;
use crate::changed::Topic;
use crate::host_client::HostClient;
use crate::keys::{blocking, told};
use crate::ledger;
use crate::state::{Desk, Signer};
use crate::trouble::{defect, gone};
use crate::view::{AgentView, KeyPlace, Missing, Problem};

/// What the agent is called in records.
const NAME: &str = "Desk agent";
/// The place for which the key is sealed where a passphrase file holds the person's.
const PLACE: &str = "agent-key";

/// The agent with its key. It is no [`deal::Seal`]: what decides and signs for people does not take it.
pub(crate) struct Agent {
    pub(crate) id: String,
    pub(crate) key: Arc<SecretKey>,
    pub(crate) client: HostClient,
}

impl AgentSeal for Agent {
    fn agent_fingerprint(&self) -> Hash {
        *self.key.fingerprint().bytes()
    }

    fn agent_sha256(&self, bytes: &[u8]) -> Hash {
        sha256(bytes)
    }

    fn agent_sign(&self, message: &[u8]) -> Result<[u8; 64], SealRefusal> {
        Ok(self.key.sign(message).0)
    }
}

impl Agent {
    pub(crate) const fn name() -> &'static str {
        NAME
    }

    pub(crate) fn fingerprint_text(&self) -> String {
        self.key.fingerprint().to_string()
    }
}

impl Desk {
    /// Makes the agent's key, once. Only an org owner may.
    ///
    /// # Errors
    /// Where the person is no org owner, a key was made before, its place refuses, or the host does not
    /// take it.
    pub async fn make_agent(&self) -> Result<AgentView, Problem> {
        let signer = self.signer()?;
        self.only_org_owner()?;
        if self.read(|db| Ok(settings::get(db, "agent_fingerprint")?))?.is_some() {
            return Err(gone(Missing::AgentWithoutKey));
        }
        let seed = Zeroizing::new(self.0.sources.bytes::<32>());
        let key = SecretKey::from_seed(&seed);
        let fingerprint = key.fingerprint().to_string();
        if signer.place == KeyPlace::Keychain {
            let place = self.agent_place()?;
            let kept = blocking(move || place.create(&seed)).await?;
            kept.map_err(|trouble| told(&trouble))?;
        } else {
            let nonce = self.0.sources.bytes();
            let sealed = RestKey::of(&signer.key).seal(PLACE, &nonce, seed.as_slice());
            let sealed = base64url::encode(&sealed.map_err(|_| defect("agent key"))?);
            self.write(|db| Ok(settings::set(db, "agent_key_sealed", &sealed)?))?;
        }
        let (enrolment, public) = (Arc::clone(&self.0.enrolment), key.public());
        let id = tokio::task::spawn_blocking(move || enrolment.enrol_agent(NAME, &public))
            .await
            .map_err(|_| defect("enrolment"))??;
        let payload = json::canonical(&Value::object([
            ("fingerprint", fingerprint.as_str().into()),
            ("name", NAME.into()),
            ("person", id.as_str().into()),
            ("v", Value::Number(1.0)),
        ]));
        let at = self.stamp();
        self.write(|db| {
            settings::set(db, "agent_fingerprint", &fingerprint)?;
            settings::set(db, "agent_person", &id)?;
            ledger::state(db, &org_ledger(db)?, ("agent", &payload), &signer, &at)
        })?;
        self.open_agent(&signer).await?;
        self.tell(Topic::App, None);
        self.agent_view()
    }

    /// Whether there is an agent, and its key's fingerprint.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn agent_view(&self) -> Result<AgentView, Problem> {
        let fingerprint = self.read(|db| Ok(settings::get(db, "agent_fingerprint")?))?;
        let ready = self.now().agent.is_some();
        Ok(AgentView { fingerprint, ready, may_make: self.only_org_owner().is_ok() })
    }

    /// Takes the agent's key up, where there is one. Without it the desk does nothing by itself.
    pub(crate) async fn open_agent(&self, signer: &Signer) -> Result<(), Problem> {
        let (known, id, sealed) = self.read(|db| {
            Ok((
                settings::get(db, "agent_fingerprint")?,
                settings::get(db, "agent_person")?,
                settings::get(db, "agent_key_sealed")?,
            ))
        })?;
        let Some((known, id)) = known.zip(id) else { return Ok(()) };
        let key = if let Some(sealed) = sealed {
            unsealed(&sealed, signer)
        } else {
            let place = self.agent_place()?;
            blocking(move || place.read()).await?.ok()
        };
        let Some(key) = key.filter(|key| key.fingerprint().to_string() == known) else {
            tracing::warn!("the agent's key cannot be had; the desk does nothing by itself");
            return Ok(());
        };
        let key = Arc::new(key);
        let client = HostClient::new(&self.host().url, &id, Arc::clone(&key), self.0.sources.clone())?;
        self.now().agent = Some(Arc::new(Agent { id, key, client }));
        Ok(())
    }

    fn agent_place(&self) -> Result<keychain::KeyPlace, Problem> {
        let workspace = self.read(|db| Ok(settings::get(db, "workspace")?))?.unwrap_or_default();
        keychain::KeyPlace::new(&workspace, "desk-agent").map_err(|trouble| told(&trouble))
    }
}

/// Seals the agent's key anew where it rests under the person's: the key that follows opens it.
pub(crate) fn seal_anew(
    db: &store::Connection,
    old: &Signer,
    next: &Signer,
    nonce: &[u8; store::sealed::NONCE],
) -> Result<(), Problem> {
    let Some(sealed) = settings::get(db, "agent_key_sealed")? else { return Ok(()) };
    let Some(key) = unsealed(&sealed, old) else { return Ok(()) };
    let sealed = RestKey::of(&next.key).seal(PLACE, nonce, key.expose_seed().as_slice());
    let sealed = base64url::encode(&sealed.map_err(|_| defect("agent key"))?);
    Ok(settings::set(db, "agent_key_sealed", &sealed)?)
}

fn unsealed(sealed: &str, signer: &Signer) -> Option<SecretKey> {
    let bytes = base64url::decode_any(sealed).ok()?;
    let opened = RestKey::of(&signer.key).open(PLACE, &bytes).ok()?;
    let seed: Zeroizing<[u8; 32]> = Zeroizing::new(opened.as_slice().try_into().ok()?);
    Some(SecretKey::from_seed(&seed))
}
