//! Vendors: seen waiting, verified, revoked. Verifying pins the key that the person saw.

use anp::digest::Fingerprint;
use anp::office::kind;
use store::tables::pins;

use crate::changed::Topic;
use crate::host_words::VendorWord;
use crate::ledger;
use crate::state::Desk;
use crate::view::{ConflictView, Problem, ProblemCode, VendorStatus, VendorView};

impl Desk {
    /// The vendors that registered with the host.
    pub fn vendors(&self) -> Vec<VendorView> {
        let now = self.now();
        let me = now.signer.as_ref().map(|signer| (signer.person.as_str(), signer.name.as_str()));
        now.vendors.iter().map(|word| view_of(word, me)).collect()
    }

    /// Verifies a vendor. `fingerprint` is the one that the person saw; the host refuses
    /// where the registration has another.
    ///
    /// # Errors
    /// Where the host does not answer or refuses.
    pub async fn verify_vendor(&self, agent_id: &str, fingerprint: &str) -> Result<Vec<VendorView>, Problem> {
        let signer = self.signer()?;
        let seen = Fingerprint::parse(fingerprint).map_err(|_| crate::trouble::gone("the vendor's key"))?;
        let body = format!(r#"{{"fingerprint":"{seen}"}}"#);
        let reply = signer.client.post(&format!("vendors/{}/verify", path_part(agent_id)?), body).await?;
        if reply.status == 409 {
            self.refresh_vendors(&signer).await?;
            return Err(crate::trouble::gone("the vendor's key that was shown"));
        }
        reply.success(&signer.client)?;
        let pin = pins::Pinned {
            fingerprint: seen.to_string(),
            verified_by: signer.name.clone(),
            verified_at: self.stamp(),
        };
        let payload = format!(r#"{{"agent":{},"fingerprint":"{seen}"}}"#, anp::json::quote(agent_id));
        self.write(|db| {
            pins::set(db, agent_id, &pin)?;
            // Colleagues' desks pin the key by this person's signature.
            match ledger::org_ledger(db)? {
                Some(org) => {
                    ledger::state(db, org.as_str(), (kind::PINNED, &payload), &signer, &pin.verified_at)
                }
                None => Ok(()),
            }
        })?;
        self.shared();
        self.judge_again();
        self.refresh_vendors(&signer).await?;
        self.tell(Topic::Today, None);
        Ok(self.vendors())
    }

    /// Revokes a vendor: it is refused everywhere from now on.
    ///
    /// # Errors
    /// Where the host does not answer or refuses.
    pub async fn revoke_vendor(&self, agent_id: &str) -> Result<Vec<VendorView>, Problem> {
        let signer = self.signer()?;
        let path = format!("vendors/{}/revoke", path_part(agent_id)?);
        signer.client.post(&path, "{}".to_owned()).await?.success(&signer.client)?;
        self.refresh_vendors(&signer).await?;
        Ok(self.vendors())
    }
}

/// An id as a part of a path: ids are UUIDs, so that nothing else needs escaping.
pub(crate) fn path_part(id: &str) -> Result<&str, Problem> {
    let plain = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if plain { Ok(id) } else { Err(Problem::new(ProblemCode::Gone).with("what", "the id")) }
}

/// `me` is this desk's person, id and name: the host names whoever decided by id.
fn view_of(word: &VendorWord, me: Option<(&str, &str)>) -> VendorView {
    let named =
        |id: &String| me.filter(|(person, _)| person == id).map_or(id.clone(), |(_, name)| name.to_owned());
    VendorView {
        agent_id: word.agent_id.clone(),
        agent_name: word.agent_name.clone(),
        vendor_name: word.vendor_name.clone(),
        contact: word.contact_email.clone(),
        fingerprint: word.fingerprint.clone(),
        status: match word.status.as_str() {
            "verified" => VendorStatus::Verified,
            "revoked" => VendorStatus::Revoked,
            _ => VendorStatus::Sandbox,
        },
        registered_at: word.registered_at.clone(),
        decided_by: word.decided_by.as_ref().map(named),
        decided_at: word.decided_at.clone(),
        conflicts: word
            .conflicts
            .iter()
            .map(|conflict| ConflictView {
                agent_name: conflict.agent_name.clone(),
                vendor_name: conflict.vendor_name.clone(),
                contact: conflict.contact_email.clone(),
                at: conflict.at.clone(),
            })
            .collect(),
    }
}
