//! What follows at this desk from an entry that a ledger's host has given its place.
//! Where two state the same thing, each kind says which of them stands.

use anp::digest::Fingerprint;
use anp::keys::PublicKey;
use anp::ledger::Entry;
use anp::office::{Office, Said, kind};
use anp::time::Moment;
use store::Connection;
use store::sealed::NONCE;
use store::tables::{deals, pins, sealed_mandates, sessions};

use super::known::{Known, deal_owner};
use crate::mandate;
use crate::state::Signer;
use crate::view::Problem;

/// Does what follows from an entry.
pub(super) fn of(
    db: &Connection,
    entry: &Entry,
    known: &Known,
    office: Option<&Office>,
    (signer, nonce): (&Signer, &[u8; NONCE]),
) -> Result<(), Problem> {
    let said = Said::from(entry);
    let deal = known.chain.ledger().as_str();
    let name = |key: Fingerprint| {
        let member = office.and_then(|office| office.by_key(key));
        member.map_or_else(|| key.to_string(), |member| member.name.clone())
    };
    let latest = |key: Fingerprint| office.map_or(key, |office| office.latest(key));
    match entry.statement.wording().kind.as_str() {
        // The latest stands: a new key is pinned again by a person.
        kind::PINNED if known.office.is_some() => {
            let (Some(agent), Some(key)) = (said.text("agent"), said.fingerprint("fingerprint")) else {
                return Ok(());
            };
            let pin = pins::Pinned {
                fingerprint: key.to_string(),
                verified_by: known
                    .office
                    .as_ref()
                    .and_then(|office| office.by_key(entry.statement.signer().fingerprint()))
                    .map_or_else(String::new, |member| member.name.clone()),
                verified_at: entry.at.clone(),
            };
            Ok(pins::set(db, agent, &pin)?)
        }
        // Whoever goes on with another key owns what the old one owned.
        kind::ROTATED if known.office.is_some() => {
            let key = said.text("public_key").and_then(|text| PublicKey::parse(text).ok());
            let Some(key) = key else { return Ok(()) };
            let (old, new) = (entry.statement.signer().fingerprint(), key.fingerprint());
            Ok(deals::follow_owner(db, &old.to_string(), &new.to_string())?)
        }
        // The first stands: the host takes no second.
        kind::DEAL => {
            let Some(owner) = said.fingerprint("owner").map(latest) else { return Ok(()) };
            let row = deals::Deal {
                id: deal.to_owned(),
                title: said.text("title").unwrap_or_default().to_owned(),
                vendor: said.text("vendor").unwrap_or_default().to_owned(),
                owner_name: name(owner),
                owner_fingerprint: owner.to_string(),
                made_at: entry.at.clone(),
            };
            let domains = said.texts("domains").unwrap_or_default();
            let domains: Vec<String> = domains.into_iter().map(str::to_owned).collect();
            deals::put(db, &row, &domains)?;
            crate::mailbox::adopt(db)
        }
        // The latest stands.
        kind::OWNER if hands_over(entry, known, office) => {
            let Some(owner) = said.fingerprint("owner").map(latest) else { return Ok(()) };
            Ok(deals::set_owner(db, deal, &name(owner), &owner.to_string())?)
        }
        // The latest stands, over all deals; and whoever's desk did not know the session
        // yet finds the word when it comes.
        kind::ASSIGNED => {
            let Some(session) = said.text("session") else { return Ok(()) };
            let Some(row) = sessions::get(db, session)? else { return Ok(()) };
            if assigned_to(db, session)?.is_none_or(|latest| latest == deal) {
                sessions::assign(db, session, deal)?;
                deals::link_agent(db, deal, &row.agent_id)?;
            }
            Ok(())
        }
        // Of two versions of one number the first stands.
        kind::MANDATE if sets_mandate(entry, known, office) => {
            let version = mandate::version_of(&said);
            let first = known.of_kind(kind::MANDATE).find(|other| {
                sets_mandate(other, known, office) && mandate::version_of(&Said::from(*other)) == version
            });
            if first.is_none_or(|first| first.seq == entry.seq) && deals::get(db, deal)?.is_some() {
                mandate::arrived(db, deal, (&said, &entry.at), signer, nonce)?;
            }
            Ok(())
        }
        kind::RESEALED if sets_mandate(entry, known, office) => {
            let Some(version) = mandate::version_of(&said) else { return Ok(()) };
            let standing = sealed_mandates::get(db, deal, version)?;
            let same = standing.is_some_and(|row| Some(row.commitment.as_str()) == said.text("commitment"));
            if same { mandate::arrived(db, deal, (&said, &entry.at), signer, nonce) } else { Ok(()) }
        }
        _ => Ok(()),
    }
}

/// The deal that the latest word on a session names.
pub(crate) fn assigned_to(db: &Connection, session: &str) -> Result<Option<String>, Problem> {
    Ok(store::tables::ledger::assigned(db, session)?)
}

fn hands_over(entry: &Entry, known: &Known, office: Option<&Office>) -> bool {
    let by = entry.statement.signer().fingerprint();
    let Some(office) = office else { return true };
    let owner = deal_owner(known, entry.seq);
    let governs = Moment::parse(&entry.at).is_ok_and(|at| {
        office.member_at(by, at).is_some_and(|member| member.may(anp::roles::Act::Govern, at))
    });
    governs || owner.is_some_and(|owner| office.same(owner, by))
}

/// Whether an entry's author owned the deal or stood in for its owner then. What its
/// author kept alone, before the deal began here, was the author's own deal.
fn sets_mandate(entry: &Entry, known: &Known, office: Option<&Office>) -> bool {
    let by = entry.statement.signer().fingerprint();
    let Some(office) = office else { return true };
    match deal_owner(known, entry.seq) {
        None => true,
        Some(owner) => Moment::parse(&entry.at)
            .is_ok_and(|at| office.decides(known.chain.ledger().as_str(), owner, by, at)),
    }
}
