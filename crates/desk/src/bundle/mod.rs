//! What goes into an evidence bundle, gathered from the desk's database: a session's, or a deal's that was
//! negotiated without one.

mod negotiated;
mod told;

use ::evidence::{
    About, Contents, Fault, HowTrusted, Key, LogSource, Mail, Verdict, Version, VersionStanding,
};
use anp::digest::{EventHash, Fingerprint};
use anp::event::{Actor, Head, SessionId};
use anp::json::{self, Value};
use anp::keys::{PublicKey, Signature};
use anp::members::Membership;
use anp::time::Moment;
use anp::verify::judge;
use store::Connection;
use store::tables::{deals, disputes, events, mails, pins, sessions, settings};

use crate::intake::left;
use crate::own_record;
use crate::replica::{KnownKeys, document, place};
use crate::trouble::gone;
use crate::view::{Missing, Problem};

/// What of a deal's ledger is told beyond its hashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disclose {
    /// The decisions of the session and of the deal's other dealings.
    Decisions,
    /// The same, and the deal's votes with every ballot and its reason.
    Votes,
    /// Nothing.
    Nothing,
}

/// Of what a bundle is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of<'a> {
    /// A session, with everything else of its deal.
    Session(&'a str),
    /// A deal without a session.
    Deal(&'a str),
}

/// What the exporter brings to what lies in the database.
pub(crate) struct Export {
    /// The log as the host gives it; none takes the desk's own copy, where there is a session.
    pub(crate) log: Option<Vec<u8>>,
    pub(crate) checkpoints: Vec<String>,
    pub(crate) at: Moment,
    /// The person's key, where the list of files is to be signed.
    pub(crate) signs: Option<PublicKey>,
    pub(crate) disclose: Disclose,
}

/// What a session brings.
struct Chain {
    row: sessions::Session,
    id: SessionId,
    log: Vec<u8>,
    log_from: LogSource,
    seen: Vec<Head>,
    versions: Vec<Version>,
}

fn chain(db: &Connection, session: &str, log: Option<Vec<u8>>) -> Result<Chain, Problem> {
    let row = sessions::get(db, session)?.ok_or_else(|| gone(Missing::Session))?;
    let (id, head) = place(&row)?;
    let replica = document(&row, &events::all(db, session)?)?;
    let refused = disputes::all(db, session)?;
    let seen = if refused.is_empty() { vec![head] } else { heads(&replica) };
    let log_from = if log.is_some() { LogSource::Host } else { LogSource::Replica };
    let log = log.unwrap_or_else(|| replica.clone().into_bytes());
    let versions = versions(&row, replica, refused);
    Ok(Chain { row, id, log, log_from, seen, versions })
}

/// Gathers evidence.
pub(crate) fn contents(db: &Connection, of: Of<'_>, export: Export) -> Result<Contents, Problem> {
    let (chain, deal) = match of {
        Of::Session(session) => {
            let chain = chain(db, session, export.log)?;
            let deal = chain.row.deal.as_deref().map(|deal| deals::get(db, deal)).transpose()?.flatten();
            (Some(chain), deal)
        }
        Of::Deal(deal) => (None, Some(deals::get(db, deal)?.ok_or_else(|| gone(Missing::Deal))?)),
    };
    let (deal_id, deal) = (deal.as_ref().map(|deal| deal.id.clone()), deal);
    let session = chain.as_ref().map(|chain| chain.row.id.as_str());
    let own_name = settings::get(db, "person_name")?.unwrap_or_default();
    let ledger = told::ledger(db, (deal_id.as_deref(), session), export.disclose)?;
    let mut log_keys = Vec::new();
    let mut pins = Vec::new();
    if let Some(chain) = &chain {
        let known = KnownKeys::read(db, Some(&chain.row.agent_id))?;
        log_keys = keys(db, &chain.row, &known, &chain.log)?;
        pins = known.trust(&chain.id).pins;
    }
    let signs = export.signs.map_or_else(|| told::own_key(db), |key| Ok(Some(key)))?;
    let votes = export.disclose == Disclose::Votes;
    let people = told::people(db, &ledger, &log_keys, votes)?;
    let keys = told::with_signers(log_keys, people.as_ref(), &ledger, (own_name.as_str(), signs));
    let of_deal = |id: &Option<String>| id.clone().unwrap_or_default();
    let mails = match &deal_id {
        Some(deal) => {
            mails::of_deal(db, deal)?.into_iter().map(|row| Mail { at: row.at, raw: row.raw }).collect()
        }
        None => Vec::new(),
    };
    let row = chain.as_ref().map(|chain| &chain.row);
    let title = |row: &sessions::Session| row.agent_name.clone();
    let vendor = |row: &sessions::Session| row.party.clone();
    let mut contents = Contents {
        about: About {
            session: chain.as_ref().map(|chain| chain.id.clone()),
            title: deal
                .as_ref()
                .map(|deal| deal.title.clone())
                .or_else(|| row.map(title))
                .unwrap_or_default(),
            vendor: deal
                .as_ref()
                .map(|deal| deal.vendor.clone())
                .or_else(|| row.map(vendor))
                .unwrap_or_default(),
            organisation: chain
                .as_ref()
                .map_or_else(|| "The buyer".to_owned(), |chain| organisation(&chain.log)),
            exported_at: export.at.to_text(),
            exported_by: own_name,
            signed_by: export.signs.map(|key| key.fingerprint()),
            log_from: chain.as_ref().map_or(LogSource::None, |chain| chain.log_from),
            deal: deal_id.clone(),
        },
        pins,
        seen: chain.as_ref().map(|chain| chain.seen.clone()).unwrap_or_default(),
        verdict: Verdict::of_nothing(),
        checkpoints: export.checkpoints,
        people,
        ledger,
        media: negotiated::media(db, &of_deal(&deal_id))?,
        quotes: negotiated::quotes(db, &of_deal(&deal_id))?,
        letters: negotiated::letters(db, &of_deal(&deal_id))?,
        mails,
        keys,
        log: None,
        versions: Vec::new(),
    };
    if let Some(chain) = chain {
        (contents.log, contents.versions) = (Some(chain.log), chain.versions);
        contents.verdict = verdict(db, &chain.id, &contents, export.signs)?;
    }
    Ok(contents)
}

/// The verdict of the exporter: the log's own, and what the desk's record of its answers says.
fn verdict(
    db: &Connection,
    session: &SessionId,
    contents: &Contents,
    own: Option<PublicKey>,
) -> Result<Verdict, Problem> {
    let judged = judge(contents.log.as_deref().unwrap_or_default(), &contents.exporters_trust());
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
