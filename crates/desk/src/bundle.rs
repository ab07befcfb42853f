//! What goes into a session's evidence bundle, gathered from the desk's database.

use ::evidence::{
    About, Contents, Entry, Fault, HowTrusted, Key, Ledger, LogSource, Mail, Verdict, Version,
    VersionStanding,
};
use anp::digest::{EventHash, Fingerprint, PayloadHash};
use anp::event::{Actor, Head, SessionId};
use anp::json::{self, Value};
use anp::keys::{PublicKey, Signature};
use anp::members::Membership;
use anp::time::Moment;
use anp::verify::judge;
use store::Connection;
use store::tables::{deals, disputes, events, ledger, mails, pins, sessions, settings};

use crate::intake::left;
use crate::own_record;
use crate::replica::{KnownKeys, document, place};
use crate::trouble::{defect, gone};
use crate::view::{Missing, Problem};

/// What of a deal's ledger is told beyond its hashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disclose {
    /// The session's decisions.
    Decisions,
    /// Nothing.
    Nothing,
}

/// What the exporter brings to what lies in the database.
pub(crate) struct Export {
    /// The log as the host gives it; none takes the desk's own copy.
    pub(crate) log: Option<Vec<u8>>,
    pub(crate) checkpoints: Vec<String>,
    pub(crate) at: Moment,
    /// The person's key, where the list of files is to be signed.
    pub(crate) signs: Option<PublicKey>,
    pub(crate) disclose: Disclose,
}

/// Gathers a session's evidence.
pub(crate) fn contents(db: &Connection, session: &str, export: Export) -> Result<Contents, Problem> {
    let row = sessions::get(db, session)?.ok_or_else(|| gone(Missing::Session))?;
    let (id, head) = place(&row)?;
    let known = KnownKeys::read(db, Some(&row.agent_id))?;
    let replica = document(&row, &events::all(db, session)?)?;
    let refused = disputes::all(db, session)?;
    let seen = if refused.is_empty() { vec![head] } else { heads(&replica) };
    let deal = row.deal.as_deref().map(|deal| deals::get(db, deal)).transpose()?.flatten();
    let log_from = if export.log.is_some() { LogSource::Host } else { LogSource::Replica };
    let log = export.log.unwrap_or_else(|| replica.clone().into_bytes());
    let name = settings::get(db, "person_name")?.unwrap_or_default();
    let mut keys = keys(db, &row, &known, &log)?;
    if let Some(own) = export.signs.filter(|own| !keys.iter().any(|key| key.key == *own)) {
        keys.push(Key { name: name.clone(), party: Actor::Buyer, key: own, trusted: HowTrusted::Desk });
    }
    let mut contents = Contents {
        about: About {
            session: id.clone(),
            title: deal.as_ref().map_or_else(|| row.agent_name.clone(), |deal| deal.title.clone()),
            vendor: deal.as_ref().map_or_else(|| row.party.clone(), |deal| deal.vendor.clone()),
            organisation: organisation(&log),
            exported_at: export.at.to_text(),
            exported_by: name,
            signed_by: export.signs.map(|key| key.fingerprint()),
            log_from,
        },
        pins: known.trust(&id).pins,
        seen,
        verdict: Verdict::unreadable(""),
        checkpoints: export.checkpoints,
        ledger: deal_ledger(db, &row, export.disclose)?,
        mails: match &row.deal {
            Some(deal) => {
                mails::of_deal(db, deal)?.into_iter().map(|row| Mail { at: row.at, raw: row.raw }).collect()
            }
            None => Vec::new(),
        },
        versions: versions(&row, replica, refused),
        keys,
        log,
    };
    contents.verdict = verdict(db, &id, &contents, export.signs)?;
    Ok(contents)
}

/// The verdict of the exporter: the log's own, and what the desk's record of its answers says.
fn verdict(
    db: &Connection,
    session: &SessionId,
    contents: &Contents,
    own: Option<PublicKey>,
) -> Result<Verdict, Problem> {
    let judged = judge(&contents.log, &contents.exporters_trust());
    let mut verdict = Verdict::from(&judged.verdict);
    if let Some(log) = &judged.log {
        let mut left = left(db, session.as_str())?;
        // A ledger that is not to be believed speaks for nobody.
        left.extend(crate::ledger::colleagues(db, session.as_str(), own).unwrap_or_default());
        let agent = settings::get(db, "agent_fingerprint")?;
        let unknown = own_record::unknown(log.events(), &left, agent.as_deref());
        for fault in &unknown {
            verdict.faults.push(Fault {
                seq: fault.seq,
                check: fault.check.as_str().to_owned(),
                detail: fault.detail(),
            });
        }
        if let Some(first) = unknown.iter().filter_map(|fault| fault.seq).min() {
            verdict.outcome = anp::verify::Outcome::Red;
            verdict.verified_prefix = first.saturating_sub(1);
        }
    }
    Ok(verdict)
}

/// The heads of every event that was verified here.
fn heads(replica: &str) -> Vec<Head> {
    let Ok(parsed) = json::parse(replica.as_bytes()) else { return Vec::new() };
    let events = parsed.value.get("events").and_then(Value::as_array).unwrap_or_default();
    let head = |(seq, event): (u64, &Value)| {
        let hash = event.get("event_hash").and_then(Value::as_text)?;
        Some(Head { seq, hash: EventHash::parse(hash).ok()? })
    };
    (1..).zip(events).filter_map(head).collect()
}

/// The log's keys, and how each came to be trusted here.
fn keys(
    db: &Connection,
    row: &sessions::Session,
    known: &KnownKeys,
    log: &[u8],
) -> Result<Vec<Key>, Problem> {
    let pin = pins::get(db, &row.agent_id)?;
    let parsed = json::parse(log).map_or(Value::Null, |parsed| parsed.value);
    let entries = parsed.get("keys").and_then(Value::as_object).unwrap_or_default();
    let key_of = |entry: &Value| {
        entry.get("public_key").and_then(Value::as_text).and_then(|text| PublicKey::parse(text).ok())
    };
    let platform = entries.iter().find(|(name, _)| name == "buyer").and_then(|(_, entry)| key_of(entry));
    let mut keys = Vec::new();
    for (name, entry) in entries {
        let Some(key) = key_of(entry) else { continue };
        let fingerprint = key.fingerprint();
        let trusted = match name.as_str() {
            "vendor_agent" => match &pin {
                Some(pin) if pin.fingerprint == fingerprint.to_string() => {
                    HowTrusted::Pinned { by: pin.verified_by.clone(), at: pin.verified_at.clone() }
                }
                _ => HowTrusted::Nobody,
            },
            "buyer" if known.platform == Some(fingerprint) => HowTrusted::Platform,
            "buyer" => HowTrusted::Nobody,
            _ if entry.get("attestation").is_none() => continue,
            _ => attested(entry, fingerprint, platform.as_ref()),
        };
        let party = Actor::parse(name).unwrap_or(Actor::Buyer);
        keys.push(Key { name: name.clone(), party, key, trusted });
    }
    Ok(keys)
}

fn attested(entry: &Value, fingerprint: Fingerprint, platform: Option<&PublicKey>) -> HowTrusted {
    let text = |key: &str| entry.get(key).and_then(Value::as_text);
    let membership = Membership {
        fingerprint,
        valid_from: text("valid_from").unwrap_or_default().to_owned(),
        valid_to: text("valid_to").map(str::to_owned),
    };
    let attestation = text("attestation").and_then(|text| Signature::parse(text).ok());
    let holds = platform
        .zip(attestation)
        .is_some_and(|(platform, attestation)| membership.check(platform, &attestation).is_ok());
    if holds {
        HowTrusted::Attested { valid_from: membership.valid_from, valid_to: membership.valid_to }
    } else {
        HowTrusted::Nobody
    }
}

/// The party that the buyer's mandate names in the log.
fn organisation(log: &[u8]) -> String {
    let parsed = json::parse(log).map_or(Value::Null, |parsed| parsed.value);
    let events = parsed.get("events").and_then(Value::as_array).unwrap_or_default();
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_text).map(str::to_owned);
    events
        .iter()
        .filter(|event| text(event, "kind").as_deref() == Some("envelope"))
        .filter(|event| text(event, "actor").as_deref() == Some(Actor::Buyer.as_str()))
        .find_map(|event| text(event.get("payload")?, "party"))
        .unwrap_or_else(|| "The buyer".to_owned())
}

/// The deal's ledger. All of it stands by its hashes; this session's decisions are told
/// where the exporter tells them.
fn deal_ledger(db: &Connection, row: &sessions::Session, disclose: Disclose) -> Result<Ledger, Problem> {
    let id = row.deal.clone().unwrap_or_else(|| row.id.clone());
    let entries = ledger::all(db, &id)?.into_iter().map(|entry| {
        let told = disclose == Disclose::Decisions
            && entry.kind == deal::DECISION_KIND
            && decided_in(&entry.payload).as_deref() == Some(row.id.as_str());
        let hash = |text: &str| EventHash::parse(text).map_err(|_| defect("ledger hash"));
        Ok(Entry {
            seq: entry.seq,
            kind: entry.kind,
            payload: told.then_some(entry.payload),
            payload_hash: PayloadHash(hash(&entry.payload_hash)?.0),
            counter: entry.counter,
            head_seen: hash(&entry.head_seen)?,
            signer: Fingerprint(hash(&entry.signer)?.0),
            signature: Signature::parse(&entry.signature).map_err(|_| defect("ledger signature"))?,
            prev_hash: hash(&entry.prev_hash)?,
            event_hash: hash(&entry.event_hash)?,
            at: entry.at,
        })
    });
    let entries = entries.collect::<Result<Vec<_>, Problem>>()?;
    Ok(Ledger { id, entries })
}

/// The session that a decision is about.
fn decided_in(statement: &str) -> Option<String> {
    let statement = json::parse_flawless(statement.as_bytes()).ok()?;
    Some(statement.get("head")?.get("session")?.as_text()?.to_owned())
}

/// Both sides of a dispute; nothing where there never was one.
fn versions(row: &sessions::Session, replica: String, refused: Vec<disputes::Dispute>) -> Vec<Version> {
    if refused.is_empty() {
        return Vec::new();
    }
    let verified = Version {
        at: row.judged_at.clone(),
        standing: VersionStanding::Verified,
        document: replica.into_bytes(),
    };
    let refused = refused.into_iter().map(|dispute| Version {
        at: dispute.found_at,
        standing: VersionStanding::Refused,
        document: dispute.document,
    });
    std::iter::once(verified).chain(refused).collect()
}
