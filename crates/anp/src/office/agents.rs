//! Desks' own agents: each answers for the person whose desk it is, by a key of its own.

use super::said::Said;
use crate::digest::Fingerprint;
use crate::join::agent_proof;
use crate::keys::{PublicKey, Signature};
use crate::time::Moment;

/// A desk's agent. It is no member: it states nothing, and it signs messages alone.
#[derive(Debug, Clone)]
pub struct DeskAgent {
    /// Its key.
    pub key: Fingerprint,
    /// What it is called.
    pub name: String,
    /// Whose desk it is at.
    pub of: Fingerprint,
    /// From when on it answers.
    pub from: Moment,
}

impl DeskAgent {
    /// A key that is told with the agent has to sign that it answers for this person; by its fingerprint alone
    /// it was told by hosts for one person, before statements let agents in.
    pub(super) fn read(said: &Said, ledger: &str, of: Fingerprint, from: Moment) -> Option<Self> {
        let (key, name) = (said.fingerprint("fingerprint")?, said.text("name")?.to_owned());
        if said.member("public_key").is_some() {
            let (told, _) = proven(said, ledger, &of)?;
            (told.fingerprint() == key).then_some(())?;
        }
        Some(Self { key, name, of, from })
    }
}

/// The key that a statement tells, and its name, where that key signed that it answers for this person.
pub fn proven(said: &Said, ledger: &str, person: &Fingerprint) -> Option<(PublicKey, String)> {
    let key = PublicKey::parse(said.text("public_key")?).ok().filter(|key| !key.is_weak())?;
    let proof = Signature::parse(said.text("proof")?).ok()?;
    key.verify(agent_proof(ledger, person, &key).as_bytes(), &proof).ok()?;
    Some((key, said.text("name")?.to_owned()))
}
