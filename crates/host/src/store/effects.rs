//! What a statement does at the door, and who may make it. Kinds that the host does not
//! know are kept for the desks, which judge them.

use anp::join::{join_proof, rotate_proof};
use anp::keys::{PublicKey, SecretKey, Signature};
use anp::ledger::Statement;
use anp::members::Membership;
use anp::office::needs::{self, Needs};
use anp::time::Moment;

use super::desk_agents;
use super::office::{self, Said, kind};
use super::rights::{Asked, lacks, who};
use super::tables::invitations::Standing;
use super::{Hold, Invitation, Org, Person, Stored, Tables};
use crate::{Act as Deed, Role, may};

/// Longest time for which an invitation may serve, in milliseconds: 30 days.
const LONGEST_INVITATION: i64 = 30 * 24 * 60 * 60 * 1000;

/// What is asked.
pub struct Act<'a> {
    pub org: &'a Org,
    pub statement: &'a Statement,
    /// Whether the ledger is empty so far.
    pub first: bool,
    /// When it will have been taken.
    pub at: Moment,
    /// An id, should a person come into being.
    pub fresh: &'a str,
    /// Attests keys.
    pub platform: &'a SecretKey,
}

/// What comes of it.
pub enum Effect {
    /// It is taken; by the person with this id.
    Words(String),
    /// It is taken, and the people changed: who is concerned.
    People(String),
    /// The uniform refusal.
    Refused,
    /// Not for this author.
    Forbidden(&'static str),
    /// Against what stands.
    Conflict(&'static str),
    /// Not what this kind must say.
    Bad(&'static str),
}

/// Judges a statement and does what follows from it.
pub fn of(tables: &dyn Tables, act: &Act<'_>) -> Stored<Effect> {
    let wording = act.statement.wording();
    let said = Said::of(wording.payload());
    let author = member(tables, act.statement.signer(), act.at)?;
    let on_org = office::org_ledger(act.org).is_some_and(|ledger| ledger == wording.ledger);
    let Some(author) = author else {
        let joins = on_org && [kind::JOINED, kind::FOUNDED].contains(&wording.kind.as_str());
        return if joins { join(tables, act, &said) } else { Ok(Effect::Refused) };
    };
    // A desk's agent is nobody of whom the organisation's ledger tells: what it stated there no desk would
    // believe, nor anything behind it.
    if author.roles.contains(&Role::Agent) {
        return Ok(Effect::Forbidden("People state what stands on ledgers; a desk's agent states nothing."));
    }
    if on_org { org(tables, act, &said, &author) } else { deal(tables, act, &said, &author) }
}

/// The person whose key this is, if it signs for the organisation at this moment.
fn member(tables: &dyn Tables, key: &PublicKey, at: Moment) -> Stored<Option<Person>> {
    let people = tables.people()?;
    Ok(people.into_iter().find(|person| person.public_key == *key && person.membership.covers(at)))
}

fn by_fingerprint(tables: &dyn Tables, said: &Said, key: &str, at: Moment) -> Stored<Option<Person>> {
    let Some(wanted) = said.fingerprint(key) else { return Ok(None) };
    let people = tables.people()?;
    Ok(people
        .into_iter()
        .find(|person| person.membership.fingerprint == wanted && person.membership.covers(at)))
}

fn org(tables: &dyn Tables, act: &Act<'_>, said: &Said, author: &Person) -> Stored<Effect> {
    let name = act.statement.wording().kind.as_str();
    let words = || Ok(Effect::Words(author.id.clone()));
    if act.first != (name == kind::FOUNDED) {
        return Ok(Effect::Conflict("The organisation's ledger begins with its founding, once."));
    }
    if let Needs::Role(deed) = needs::of_org(name).unwrap_or(Needs::Role(Deed::Govern))
        && !may(&author.roles, deed)
    {
        return Ok(Effect::Forbidden(who(deed)));
    }
    match name {
        kind::FOUNDED if said.text("public_key") != Some(&author.public_key.to_string()) => {
            Ok(Effect::Bad("public_key: must be the founder's own"))
        }
        kind::INVITED => invite(tables, act, said, author),
        kind::WITHDRAWN => {
            let known = tables.invitation(said.text("invitation").unwrap_or_default(), Hold::Change)?;
            let Some(mut known) = known.filter(|known| known.standing == Standing::Open) else {
                return Ok(Effect::Conflict("There is no open invitation of this name."));
            };
            known.standing = Standing::Withdrawn;
            tables.write_invitation(&known)?;
            words()
        }
        kind::ROLES => give_roles(tables, act, said),
        kind::LEFT => end(tables, act, said, author),
        kind::AGENT => desk_agents::enrol(tables, act, said, author),
        kind::ROTATED => rotate(tables, act, said, author),
        kind::DELEGATED => {
            if said.moment("until").is_none() {
                return Ok(Effect::Bad("until: must be a time"));
            }
            let stands_in = by_fingerprint(tables, said, "to", act.at)?;
            if !stands_in.is_some_and(|person| may(&person.roles, Deed::Decide)) {
                return Ok(Effect::Bad("to: must be the key of a colleague who may decide"));
            }
            words()
        }
        kind::JOINED => Ok(Effect::Conflict("Your key signs for the organisation already.")),
        _ => words(),
    }
}

fn roles(said: &Said) -> Option<Vec<Role>> {
    let roles: Vec<Role> = said.texts("roles")?.into_iter().map(Role::parse).collect::<Option<_>>()?;
    let roles: Vec<Role> = Role::ALL.into_iter().filter(|role| roles.contains(role)).collect();
    (!roles.is_empty()).then_some(roles)
}

pub(super) fn name(said: &Said, key: &str) -> Option<String> {
    let name = said.text(key)?;
    let fits = (1..=120).contains(&name.chars().count()) && !name.chars().any(char::is_control);
    (fits && name.trim() == name).then(|| name.to_owned())
}

fn invite(tables: &dyn Tables, act: &Act<'_>, said: &Said, author: &Person) -> Stored<Effect> {
    let read = || {
        let expires = said.moment("expires_at")?;
        let lasts = expires.since(act.at);
        let public_key = PublicKey::parse(said.text("public_key")?).ok().filter(|key| !key.is_weak())?;
        (lasts > 0 && lasts <= LONGEST_INVITATION).then_some(())?;
        Some(Invitation {
            id: uuid::Uuid::try_parse(said.text("invitation")?).ok()?.to_string(),
            name: name(said, "name")?,
            public_key,
            roles: roles(said)?,
            expires_at: expires.to_text(),
            standing: Standing::Open,
        })
    };
    let Some(invitation) = read() else {
        return Ok(Effect::Bad("an invitation names id, key, name, roles and an end within 30 days"));
    };
    if tables.invitation(&invitation.id, Hold::Change)?.is_some() {
        return Ok(Effect::Conflict("There is an invitation of this id."));
    }
    tables.write_invitation(&invitation)?;
    Ok(Effect::Words(author.id.clone()))
}

fn join(tables: &dyn Tables, act: &Act<'_>, said: &Said) -> Stored<Effect> {
    let wording = act.statement.wording();
    // Whoever founds does so on an empty ledger, everybody else on one that was founded.
    if act.first != (wording.kind == kind::FOUNDED) {
        return Ok(Effect::Refused);
    }
    let id = said.text("invitation").unwrap_or_default();
    let known = tables.invitation(id, Hold::Change)?;
    let Some(mut invitation) = known.filter(|known| known.serves(act.at)) else {
        return Ok(Effect::Refused);
    };
    let key = act.statement.signer();
    let proof = said.text("proof").and_then(|proof| Signature::parse(proof).ok());
    let message = join_proof(wording.ledger.as_str(), id, key);
    let proven = proof.is_some_and(|proof| invitation.public_key.verify(message.as_bytes(), &proof).is_ok());
    if !proven || key.is_weak() || said.text("public_key") != Some(&key.to_string()) {
        return Ok(Effect::Refused);
    }
    let Some(name) = name(said, "name") else {
        return Ok(Effect::Bad("name: must have 1 to 120 characters"));
    };
    if taken(tables, act.org, key)? {
        return Ok(Effect::Refused);
    }
    tables.insert_person(&person(act, name, *key, invitation.roles.clone()))?;
    invitation.standing = Standing::Used;
    tables.write_invitation(&invitation)?;
    Ok(Effect::People(act.fresh.to_owned()))
}

/// Whether a key stands for somebody already.
pub(super) fn taken(tables: &dyn Tables, org: &Org, key: &PublicKey) -> Stored<bool> {
    Ok(tables.is_persons_key(key)?
        || tables.agent_with_key(key, Hold::Look)?.is_some()
        || org.platform == key.fingerprint())
}

fn person(act: &Act<'_>, name: String, public_key: PublicKey, roles: Vec<Role>) -> Person {
    let membership =
        Membership { fingerprint: public_key.fingerprint(), valid_from: act.at.to_text(), valid_to: None };
    let attestation = membership.attest(act.platform);
    Person { id: act.fresh.to_owned(), name, public_key, roles, membership, attestation }
}

/// Whether the organisation still has an owner when this person has these roles.
fn owned_still(tables: &dyn Tables, person: &Person, roles: &[Role], at: Moment) -> Stored<bool> {
    let others = tables.people()?.into_iter().any(|other| {
        other.id != person.id && other.membership.covers(at) && other.roles.contains(&Role::OrgOwner)
    });
    Ok(others || roles.contains(&Role::OrgOwner))
}

const LAST_OWNER: Effect = Effect::Conflict("The organisation needs an owner; make somebody else one first.");

fn give_roles(tables: &dyn Tables, act: &Act<'_>, said: &Said) -> Stored<Effect> {
    let Some(mut person) = by_fingerprint(tables, said, "person", act.at)? else {
        return Ok(Effect::Bad("person: must be the key of a colleague"));
    };
    let Some(roles) = roles(said) else { return Ok(Effect::Bad("roles: must name one or more of the four")) };
    if !owned_still(tables, &person, &roles, act.at)? {
        return Ok(LAST_OWNER);
    }
    person.roles = roles;
    tables.write_person(&person)?;
    Ok(Effect::People(person.id))
}

fn end(tables: &dyn Tables, act: &Act<'_>, said: &Said, author: &Person) -> Stored<Effect> {
    let Some(mut person) = by_fingerprint(tables, said, "person", act.at)? else {
        return Ok(Effect::Bad("person: must be the key of a colleague"));
    };
    if person.id != author.id && !may(&author.roles, Deed::Govern) {
        return Ok(Effect::Forbidden("The org owner lets others go."));
    }
    if !owned_still(tables, &person, &[], act.at)? {
        return Ok(LAST_OWNER);
    }
    person.membership.valid_to = Some(act.at.to_text());
    person.attestation = person.membership.attest(act.platform);
    tables.write_person(&person)?;
    desk_agents::end(tables, act, &person)?;
    Ok(Effect::People(person.id))
}

/// The id that a desk names for who comes into being.
pub(super) fn named_id(said: &Said) -> Option<String> {
    said.text("person").and_then(|id| uuid::Uuid::try_parse(id).ok()).map(|id| id.to_string())
}

fn rotate(tables: &dyn Tables, act: &Act<'_>, said: &Said, author: &Person) -> Stored<Effect> {
    let read = || {
        let key = PublicKey::parse(said.text("public_key")?).ok().filter(|key| !key.is_weak())?;
        let proof = Signature::parse(said.text("proof")?).ok()?;
        let ledger = act.statement.wording().ledger.as_str();
        key.verify(rotate_proof(ledger, &author.public_key, &key).as_bytes(), &proof).ok()?;
        Some(key)
    };
    let Some(key) = read() else {
        return Ok(Effect::Bad("public_key, proof: the new key must sign its place"));
    };
    if taken(tables, act.org, &key)? {
        return Ok(Effect::Conflict("This key stands for somebody already."));
    }
    // The desk names the id: should the answer be lost, it knows as whom to ask again.
    let id = match named_id(said) {
        Some(id) if tables.person(&id, Hold::Look)?.is_some() => {
            return Ok(Effect::Conflict("There is a person of this id."));
        }
        named => named.unwrap_or_else(|| act.fresh.to_owned()),
    };
    let mut old = author.clone();
    old.membership.valid_to = Some(act.at.to_text());
    old.attestation = old.membership.attest(act.platform);
    tables.write_person(&old)?;
    let next = Person { id, ..person(act, author.name.clone(), key, author.roles.clone()) };
    tables.insert_person(&next)?;
    Ok(Effect::People(next.id))
}

fn deal(tables: &dyn Tables, act: &Act<'_>, said: &Said, author: &Person) -> Stored<Effect> {
    let wording = act.statement.wording();
    let (name, ledger) = (wording.kind.as_str(), &wording.ledger);
    let words = Ok(Effect::Words(author.id.clone()));
    let begun = !act.first && !tables.entries_of(ledger, kind::DEAL)?.is_empty();
    let asked = Asked { org: act.org, deal: ledger, said, author, at: act.at };
    let needs = needs::of_deal(name, said);
    // A session that belongs to no deal has a ledger of its own name, for words alone.
    if !begun && name != kind::DEAL && tables.session(ledger.as_str(), Hold::Look)?.is_some() {
        let of_deal = !matches!(needs, Needs::Anybody | Needs::Role(_));
        let lacks =
            if of_deal { Some("This session belongs to no deal.") } else { lacks(tables, needs, &asked)? };
        return lacks.map_or(words, |why| Ok(Effect::Forbidden(why)));
    }
    if begun == (name == kind::DEAL) {
        return Ok(Effect::Conflict("A deal begins with its own statement, once."));
    }
    if let Some(why) = lacks(tables, needs, &asked)? {
        return Ok(Effect::Forbidden(why));
    }
    match name {
        kind::DEAL | kind::OWNER => {
            let owner = by_fingerprint(tables, said, "owner", act.at)?;
            if !owner.is_some_and(|owner| may(&owner.roles, Deed::Decide)) {
                return Ok(Effect::Bad("owner: must be the key of a colleague who may decide"));
            }
            words
        }
        kind::ASSIGNED => {
            let session = said.text("session").unwrap_or_default();
            let live = tables.session(session, Hold::Look)?.is_some_and(|session| !session.sandbox());
            if !live {
                return Ok(Effect::Bad("session: must be a live session of this host"));
            }
            tables.assign(session, ledger)?;
            words
        }
        _ => words,
    }
}
