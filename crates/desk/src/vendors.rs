//! Vendors: seen waiting, verified, revoked. Verifying pins the key that the person saw.

use anp::digest::Fingerprint;
use anp::office::kind;
use deal::{KnownNames, Likeness, mixes_scripts};
use store::tables::{deals, pins};

use crate::changed::Topic;
use crate::host_words::{PersonWord, VendorWord};
use crate::ledger;
use crate::state::Desk;
use crate::trouble::gone;
use crate::vendor_codes::code_view;
use crate::view::{
    CodeState, CodeWay, ConflictView, Missing, Problem, VendorStatus, VendorView, VendorWarning,
    VendorWarningKind,
};

impl Desk {
    /// The vendors that registered with the host.
    pub fn vendors(&self) -> Vec<VendorView> {
        // A database that cannot be read warns of nothing; the frame says that it cannot be read.
        let deals = self.read(|db| Ok((deals::all(db)?, deals::domains(db)?))).unwrap_or_default();
        let (way, at) = (self.code_way(), self.0.sources.now());
        let now = self.now();
        let known = Familiar::of(&now.vendors, &deals);
        let people = now.org.as_ref().map(|org| org.people.as_slice()).unwrap_or_default();
        now.vendors
            .iter()
            .map(|word| VendorView {
                code: word.code.as_ref().map(|code| code_view(code, word, people, at)),
                code_way: way.clone(),
                ..view_of(word, people, known.warnings(word))
            })
            .collect()
    }

    /// Verifies a vendor. `fingerprint` is the one that the person saw; the host refuses
    /// where the registration has another.
    ///
    /// # Errors
    /// Where the host does not answer or refuses.
    pub async fn verify_vendor(&self, agent_id: &str, fingerprint: &str) -> Result<Vec<VendorView>, Problem> {
        let signer = self.signer()?;
        let seen = Fingerprint::parse(fingerprint).map_err(|_| crate::trouble::gone(Missing::VendorKey))?;
        let body = format!(r#"{{"fingerprint":"{seen}"}}"#);
        let reply = signer.client.post(&format!("vendors/{}/verify", path_part(agent_id)?), body).await?;
        if reply.status == 409 {
            self.refresh_vendors(&signer).await?;
            return Err(crate::trouble::gone(Missing::ShownKey));
        }
        reply.success(&signer.client)?;
        let pin = pins::Pinned {
            fingerprint: seen.to_string(),
            verified_by: signer.name.clone(),
            verified_at: self.stamp(),
        };
        // Whether the contact had confirmed it is part of what was decided on.
        let confirmed = self.vendors().into_iter().any(|vendor| {
            vendor.agent_id == agent_id && vendor.code.is_some_and(|code| code.state == CodeState::Answered)
        });
        let agent = anp::json::quote(agent_id);
        let payload =
            format!(r#"{{"agent":{agent},"contact_confirmed":{confirmed},"fingerprint":"{seen}"}}"#);
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
    if plain { Ok(id) } else { Err(gone(Missing::Id)) }
}

/// Names and domains of vendors that are known here: of deals, and of verified agents.
struct Familiar<'a> {
    names: KnownNames<&'a str>,
    domains: KnownNames<&'a str>,
    verified: Vec<&'a VendorWord>,
}

fn domain(address: &str) -> &str {
    address.rsplit_once('@').map_or(address, |(_, domain)| domain)
}

impl<'a> Familiar<'a> {
    fn of(vendors: &'a [VendorWord], (all, domains): &'a (Vec<deals::Deal>, Vec<String>)) -> Self {
        Self {
            names: KnownNames::of(all.iter().map(|deal| deal.vendor.as_str())),
            domains: KnownNames::of(domains.iter().map(|known| domain(known))),
            verified: vendors.iter().filter(|word| word.status == "verified").collect(),
        }
    }

    fn warnings(&self, word: &VendorWord) -> Vec<VendorWarning> {
        let others = || self.verified.iter().filter(|other| other.agent_id != word.agent_id);
        let verified_names = KnownNames::of(others().map(|other| other.vendor_name.as_str()));
        let verified_domains = KnownNames::of(others().map(|other| domain(&other.contact_email)));
        let contact = domain(&word.contact_email);
        let name = imitated([&self.names, &verified_names], &word.vendor_name);
        let domain = imitated([&self.domains, &verified_domains], contact);
        let mixed = [word.vendor_name.as_str(), &word.agent_name, contact].into_iter().any(mixes_scripts);
        let warning = |kind, like| VendorWarning { kind, like };
        let name = name.map(|like| warning(VendorWarningKind::Name, like));
        let domain = domain.map(|like| warning(VendorWarningKind::Domain, like));
        let scripts = mixed.then(|| warning(VendorWarningKind::Scripts, String::new()));
        [name, domain, scripts].into_iter().flatten().collect()
    }
}

/// The known name that a text could be taken for. What is known by this very name imitates nobody.
fn imitated(known: [&KnownNames<&str>; 2], seen: &str) -> Option<String> {
    let near: Vec<_> = known.into_iter().filter_map(|names| names.nearest(seen)).collect();
    let same = near.iter().any(|(_, like)| *like == Likeness::Same);
    near.first().filter(|_| !same).map(|(name, _)| (**name).to_owned())
}

/// The host names whoever decided by id.
fn view_of(word: &VendorWord, people: &[PersonWord], warnings: Vec<VendorWarning>) -> VendorView {
    let named = |id: &String| {
        people.iter().find(|person| person.id == *id).map_or_else(|| id.clone(), |person| person.name.clone())
    };
    VendorView {
        agent_id: word.agent_id.clone(),
        agent_name: word.agent_name.clone(),
        vendor_name: word.vendor_name.clone(),
        contact: word.contact_email.clone(),
        domain: domain(&word.contact_email).to_owned(),
        fingerprint: word.fingerprint.clone(),
        status: match word.status.as_str() {
            "verified" => VendorStatus::Verified,
            "revoked" => VendorStatus::Revoked,
            _ => VendorStatus::Sandbox,
        },
        registered_at: word.registered_at.clone(),
        decided_by: word.decided_by.as_ref().map(named),
        decided_at: word.decided_at.clone(),
        warnings,
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
        code: None,
        code_way: CodeWay::Nobody,
    }
}
