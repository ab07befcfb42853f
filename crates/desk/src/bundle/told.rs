//! Ledgers as a bundle tells them: all of each stands by its hashes, and what is told is told in full.

use std::collections::BTreeSet;

use ::evidence::{Entry, HowTrusted, Key, Ledger, Waiting, members, tells_people};
use anp::digest::{EventHash, Fingerprint, PayloadHash};
use anp::event::Actor;
use anp::json;
use anp::keys::{PublicKey, Signature};
use anp::office::kind;
use store::Connection;
use store::tables::{ledger, ledger_pending, settings};

use super::Disclose;
use crate::ledger::org_ledger;
use crate::trouble::defect;
use crate::view::Problem;

/// Statements about dealings beside a session, which are told wherever decisions are.
const BESIDE: [&str; 5] =
    [kind::ADCP_ANSWER, kind::ADCP_DEPARTURES, kind::ADCP_GIVEN_UP, kind::QUOTE, kind::LAPSED];

/// Statements of votes.
const OF_VOTES: [&str; 4] = [kind::PROPOSAL, kind::BALLOT, kind::ADVICE, kind::REMINDER];

/// The deal's ledger, or the session's own where it belongs to no deal.
pub(super) fn ledger(
    db: &Connection,
    (deal, session): (Option<&str>, Option<&str>),
    disclose: Disclose,
) -> Result<Ledger, Problem> {
    let id = deal.or(session).unwrap_or_default();
    let told = |kind: &str, payload: &str| {
        let decided = || {
            let about = decided_in(payload);
            let beside = deal.map(|deal| [format!("adcp:{deal}"), format!("mail:{deal}")]);
            let beside = beside.into_iter().flatten().any(|one| about.as_deref() == Some(one.as_str()));
            beside || (session.is_some() && about.as_deref() == session)
        };
        match disclose {
            Disclose::Nothing => false,
            Disclose::Votes if OF_VOTES.contains(&kind) => true,
            Disclose::Votes | Disclose::Decisions => {
                BESIDE.contains(&kind) || (kind == deal::DECISION_KIND && decided())
            }
        }
    };
    read(db, id, told)
}

/// A ledger, of which some is told.
fn read(db: &Connection, id: &str, told: impl Fn(&str, &str) -> bool) -> Result<Ledger, Problem> {
    let hash = |text: &str| EventHash::parse(text).map_err(|_| defect("ledger hash"));
    let signature = |text: &str| Signature::parse(text).map_err(|_| defect("ledger signature"));
    let entries = ledger::all(db, id)?.into_iter().map(|entry| {
        let told = told(&entry.kind, &entry.payload);
        Ok(Entry {
            seq: entry.seq,
            kind: entry.kind,
            payload: told.then_some(entry.payload),
            payload_hash: PayloadHash(hash(&entry.payload_hash)?.0),
            counter: entry.counter,
            head_seen: hash(&entry.head_seen)?,
            signer: Fingerprint(hash(&entry.signer)?.0),
            signature: signature(&entry.signature)?,
            prev_hash: hash(&entry.prev_hash)?,
            event_hash: hash(&entry.event_hash)?,
            at: entry.at,
        })
    });
    let waiting = ledger_pending::of_ledger(db, id)?.into_iter().map(|row| {
        let told = told(&row.kind, &row.payload);
        Ok(Waiting {
            payload_hash: PayloadHash::of_canonical(&row.payload),
            kind: row.kind,
            payload: told.then_some(row.payload),
            counter: row.counter,
            head_seen: hash(&row.head_seen)?,
            signer: Fingerprint(hash(&row.signer)?.0),
            signature: signature(&row.signature)?,
            at: row.at,
        })
    });
    Ok(Ledger {
        id: id.to_owned(),
        entries: entries.collect::<Result<_, Problem>>()?,
        waiting: waiting.collect::<Result<_, Problem>>()?,
    })
}

/// What a decision is about: a session, or a deal's dealings beside one.
fn decided_in(statement: &str) -> Option<String> {
    let statement = json::parse_flawless(statement.as_bytes()).ok()?;
    Some(statement.get("head")?.get("session")?.as_text()?.to_owned())
}

/// The organisation's ledger, where somebody signed whom the log does not bring, and where votes are told.
pub(super) fn people(
    db: &Connection,
    deals: &Ledger,
    log_keys: &[Key],
    votes: bool,
) -> Result<Option<Ledger>, Problem> {
    let attested = |signer: &Fingerprint| {
        let mut known = log_keys.iter().filter(|key| key.key.fingerprint() == *signer);
        known.any(|key| matches!(key.trusted, HowTrusted::Attested { .. } | HowTrusted::Platform))
    };
    if !votes && !log_keys.is_empty() && signers(deals).iter().all(attested) {
        return Ok(None);
    }
    let Some(org) = org_ledger(db)? else { return Ok(None) };
    let ledger = read(db, org.as_str(), |kind, _| tells_people(kind))?;
    let founded = ledger.entries.first().is_some_and(|first| first.kind == kind::FOUNDED);
    // What waits there decides nothing yet.
    Ok(founded.then(|| Ledger { waiting: Vec::new(), ..ledger }))
}

fn signers(ledger: &Ledger) -> BTreeSet<Fingerprint> {
    let placed = ledger.entries.iter().map(|entry| entry.signer);
    placed.chain(ledger.waiting.iter().map(|waiting| waiting.signer)).collect()
}

/// The key of the person here, as it was kept when it was made.
pub(super) fn own_key(db: &Connection) -> Result<Option<PublicKey>, Problem> {
    Ok(settings::get(db, "person_key")?.and_then(|text| PublicKey::parse(&text).ok()))
}

/// The log's keys, and those of everybody else who signed on the deal's ledger or signs the bundle.
pub(super) fn with_signers(
    mut keys: Vec<Key>,
    people: Option<&Ledger>,
    deals: &Ledger,
    (name, own): (&str, Option<PublicKey>),
) -> Vec<Key> {
    let mut wanted = signers(deals);
    wanted.extend(own.map(|key| key.fingerprint()));
    wanted.retain(|signer| keys.iter().all(|key| key.key.fingerprint() != *signer));
    let members = people.map(members).unwrap_or_default();
    for signer in wanted {
        let member = members.iter().find(|member| member.key.fingerprint() == signer).cloned();
        let desk = || {
            let key = own.filter(|key| key.fingerprint() == signer)?;
            Some(Key { name: name.to_owned(), party: Actor::Buyer, key, trusted: HowTrusted::Desk })
        };
        keys.extend(member.or_else(desk));
    }
    keys
}
