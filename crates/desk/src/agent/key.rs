//! The agent's key: made once by a person's act, kept where the person's own is kept, told on the
//! organisation's ledger, and attested by the platform's key under a role that writes messages and nothing
//! else.

use std::sync::Arc;

use anp::base64url;
use anp::digest::sha256;
use anp::join::agent_proof;
use anp::json::{self, Value};
use anp::keys::SecretKey;
use anp::office::{Said, kind};
use anp::roles::Act;
use deal::{AgentSeal, Hash, SealRefusal};
use store::keychain;
use store::sealed::RestKey;
use store::tables::{ledger as rows, ledger_pending, settings};
use zeroize::Zeroizing;

use super::org_ledger;
use crate::changed::Topic;
use crate::host_client::HostClient;
use crate::keys::{blocking, told};
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
    /// Makes the agent's key, once, and has the host let it in by the person's own statement on the
    /// organisation's ledger.
    ///
    /// # Errors
    /// Where the person may not, a key was made before, its place refuses, or the host does not answer or does
    /// not take it. Of a key whose statement was lost on the way the same is stated again.
    pub async fn make_agent(&self) -> Result<AgentView, Problem> {
        let signer = self.signer()?;
        self.may(Act::EnrolAgent)?;
        let made = self
            .read(|db| Ok(settings::get(db, "agent_fingerprint")?.zip(settings::get(db, "agent_person")?)))?;
        let (key, person) = match made {
            Some((known, _)) if self.agent_is_told(&known)? => return Err(gone(Missing::AgentWithoutKey)),
            Some((known, person)) => {
                let key = self.agent_key(&known, &signer).await?;
                (key.ok_or_else(|| gone(Missing::AgentKey))?, person)
            }
            None => self.new_agent(&signer).await?,
        };
        let org = self.read(org_ledger)?;
        let proof = agent_proof(&org, &signer.key.fingerprint(), &key.public());
        let payload = json::canonical(&Value::object([
            ("fingerprint", key.fingerprint().to_string().into()),
            ("name", NAME.into()),
            ("person", person.as_str().into()),
            ("proof", key.sign(proof.as_bytes()).to_string().into()),
            ("public_key", key.public().to_string().into()),
            ("v", Value::Number(1.0)),
        ]));
        self.state_on_org(&signer, kind::AGENT, &payload).await?;
        self.open_agent(&signer).await?;
        self.tell(Topic::App, None);
        self.agent_view()
    }

    /// Whether the organisation's ledger tells of this agent, or is about to.
    fn agent_is_told(&self, fingerprint: &str) -> Result<bool, Problem> {
        let tells = |name: &str, payload: &str| {
            name == kind::AGENT && Said::of(payload).text("fingerprint") == Some(fingerprint)
        };
        self.read(|db| {
            let org = org_ledger(db)?;
            let stands = rows::all(db, &org)?.iter().any(|row| tells(&row.kind, &row.payload));
            let waits = ledger_pending::of_ledger(db, &org)?.iter().any(|row| tells(&row.kind, &row.payload));
            Ok(stands || waits)
        })
    }

    /// A key for the agent, kept where the person's own is kept, and the id under which it will ask.
    async fn new_agent(&self, signer: &Signer) -> Result<(SecretKey, String), Problem> {
        let seed = Zeroizing::new(self.0.sources.bytes::<32>());
        let key = SecretKey::from_seed(&seed);
        let sealed = if signer.place == KeyPlace::Keychain {
            let place = self.agent_place()?;
            let kept = blocking(move || place.create(&seed)).await?;
            kept.map_err(|trouble| told(&trouble))?;
            None
        } else {
            let nonce = self.0.sources.bytes();
            let sealed = RestKey::of(&signer.key).seal(PLACE, &nonce, seed.as_slice());
            Some(base64url::encode(&sealed.map_err(|_| defect("agent key"))?))
        };
        let (fingerprint, person) = (key.fingerprint().to_string(), self.0.sources.id());
        self.write(|db| {
            if let Some(sealed) = &sealed {
                settings::set(db, "agent_key_sealed", sealed)?;
            }
            settings::set(db, "agent_fingerprint", &fingerprint)?;
            Ok(settings::set(db, "agent_person", &person)?)
        })?;
        Ok((key, person))
    }

    /// Whether there is an agent, and its key's fingerprint.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn agent_view(&self) -> Result<AgentView, Problem> {
        let fingerprint = self.read(|db| Ok(settings::get(db, "agent_fingerprint")?))?;
        let ready = self.now().agent.is_some();
        Ok(AgentView { fingerprint, ready, may_make: self.may(Act::EnrolAgent).is_ok() })
    }

    /// Takes the agent's key up, where there is one. Without it the desk does nothing by itself.
    pub(crate) async fn open_agent(&self, signer: &Signer) -> Result<(), Problem> {
        let known = self
            .read(|db| Ok(settings::get(db, "agent_fingerprint")?.zip(settings::get(db, "agent_person")?)))?;
        let Some((known, id)) = known else { return Ok(()) };
        // A key that nobody was told of yet answers nothing.
        if !self.agent_is_told(&known)? {
            return Ok(());
        }
        let Some(key) = self.agent_key(&known, signer).await? else {
            tracing::warn!("the agent's key cannot be had; the desk does nothing by itself");
            return Ok(());
        };
        let key = Arc::new(key);
        let client = HostClient::new(&self.host().url, &id, Arc::clone(&key), self.0.sources.clone())?;
        self.now().agent = Some(Arc::new(Agent { id, key, client }));
        Ok(())
    }

    /// The agent's key from where it rests; none where it cannot be had.
    async fn agent_key(&self, known: &str, signer: &Signer) -> Result<Option<SecretKey>, Problem> {
        let key = if let Some(sealed) = self.read(|db| Ok(settings::get(db, "agent_key_sealed")?))? {
            unsealed(&sealed, signer)
        } else {
            let place = self.agent_place()?;
            blocking(move || place.read()).await?.ok()
        };
        Ok(key.filter(|key| key.fingerprint().to_string() == known))
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
