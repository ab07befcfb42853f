//! Desks' own agents at the door: let in by a person's statement, answering for that person alone, and no
//! longer than the person signs for the organisation.

use anp::digest::Fingerprint;
use anp::ledger::{Entry, LedgerId};
use anp::members::Membership;
use anp::office::agents::proven;
use anp::time::Moment;

use super::effects::{Act, Effect, name, named_id, taken};
use super::office::{self, Said, kind};
use super::{Hold, Org, Person, Stored, Tables};
use crate::{Act as Deed, Role, may};

/// Lets the agent of the author's desk in.
pub fn enrol(tables: &dyn Tables, act: &Act<'_>, said: &Said, author: &Person) -> Stored<Effect> {
    let ledger = act.statement.wording().ledger.as_str();
    if said.text("public_key").is_none() {
        return enrolled_before(tables, said, author);
    }
    let Some((key, _)) = proven(said, ledger, &author.membership.fingerprint) else {
        return Ok(Effect::Bad("public_key, proof: the agent's key must sign for whose desk it answers"));
    };
    let Some(name) = name(said, "name") else {
        return Ok(Effect::Bad("name: must have 1 to 120 characters"));
    };
    if said.fingerprint("fingerprint") != Some(key.fingerprint()) {
        return Ok(Effect::Bad("fingerprint: must be the key's"));
    }
    if taken(tables, act.org, &key)? {
        return Ok(Effect::Conflict("This key stands for somebody already."));
    }
    // The desk names the id, as whoever rotates does: should the answer be lost it knows it all the same.
    let id = named_id(said).unwrap_or_else(|| act.fresh.to_owned());
    if tables.person(&id, Hold::Look)?.is_some() {
        return Ok(Effect::Conflict("There is a person of this id."));
    }
    let membership =
        Membership { fingerprint: key.fingerprint(), valid_from: act.at.to_text(), valid_to: None };
    let attestation = membership.attest(act.platform);
    let agent = Person { id, name, public_key: key, roles: vec![Role::Agent], membership, attestation };
    tables.insert_person(&agent)?;
    Ok(Effect::People(agent.id))
}

/// What desks stated whose agent the operator of their own host had let in.
fn enrolled_before(tables: &dyn Tables, said: &Said, author: &Person) -> Stored<Effect> {
    let told = said.fingerprint("fingerprint");
    let known = tables
        .people()?
        .into_iter()
        .any(|person| person.roles.contains(&Role::Agent) && Some(person.membership.fingerprint) == told);
    Ok(if known {
        Effect::Words(author.id.clone())
    } else {
        Effect::Bad("public_key, proof: the agent's key must sign for whose desk it answers")
    })
}

fn agents(tables: &dyn Tables, ledger: &LedgerId) -> Stored<Vec<(Entry, Fingerprint)>> {
    let told = |entry: Entry| Said::from(&entry).fingerprint("fingerprint").map(|key| (entry, key));
    Ok(tables.entries_of(ledger, kind::AGENT)?.into_iter().filter_map(told).collect())
}

/// The agents of a person's desks answer nothing from here on.
pub fn end(tables: &dyn Tables, act: &Act<'_>, person: &Person) -> Stored<()> {
    for (entry, key) in agents(tables, &act.statement.wording().ledger)? {
        let of = entry.statement.signer().fingerprint();
        if !office::same(tables, act.org, of, person.membership.fingerprint)? {
            continue;
        }
        let known = tables.people()?.into_iter();
        for mut agent in known.filter(|agent| agent.membership.fingerprint == key) {
            if agent.membership.covers(act.at) {
                agent.membership.valid_to = Some(act.at.to_text());
                agent.attestation = agent.membership.attest(act.platform);
                tables.write_person(&agent)?;
            }
        }
    }
    Ok(())
}

/// Whether an agent may answer in a deal: whose desk it is at decides on that deal now.
pub fn may_answer(
    tables: &dyn Tables,
    org: &Org,
    deal: Option<&LedgerId>,
    agent: &Person,
    now: Moment,
) -> Stored<bool> {
    let (Some(deal), Some(ledger)) = (deal, office::org_ledger(org)) else { return Ok(false) };
    let all = agents(tables, &ledger)?;
    let Some((told, _)) = all.into_iter().find(|(_, key)| *key == agent.membership.fingerprint) else {
        return Ok(false);
    };
    let of = told.statement.signer().fingerprint();
    for person in tables.people()? {
        let key = person.membership.fingerprint;
        if person.membership.covers(now)
            && may(&person.roles, Deed::Decide)
            && office::same(tables, org, of, key)?
        {
            return office::decides(tables, org, deal, key, now);
        }
    }
    Ok(false)
}
