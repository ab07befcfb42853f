//! A ledger as it is known here, proven again when it is read: no database is believed.

use std::collections::HashMap;
use std::sync::Arc;

use anp::digest::{EventHash, Fingerprint};
use anp::keys::{PublicKey, Signature};
use anp::ledger::{Chain, Entry, LedgerId, Place, Statement, Wording};
use anp::office::{Office, Said, kind};
use store::Connection;
use store::tables::ledger::{self, LedgerEntry};
use store::tables::settings;

use crate::state::{Desk, locked};
use crate::trouble::defect;
use crate::view::{Problem, ProblemCode};

/// A ledger whose every entry was verified.
#[derive(Debug, Clone)]
pub(crate) struct Known {
    pub(crate) chain: Chain,
    pub(crate) entries: Vec<Entry>,
    /// Who is of the organisation, if it is the organisation's ledger.
    pub(crate) office: Option<Office>,
}

/// A ledger that is not to be believed: which, at which entry, and why.
pub(crate) fn red(ledger: &str, seq: u64, why: &str) -> Problem {
    Problem::new(ProblemCode::LedgerRed).with("ledger", ledger).with("seq", seq).with("why", why)
}

/// The organisation's ledger, once the platform key is known.
pub(crate) fn org_ledger(db: &Connection) -> Result<Option<LedgerId>, Problem> {
    let platform = settings::get(db, "platform_fingerprint")?;
    let platform = platform.and_then(|text| Fingerprint::parse(&text).ok());
    Ok(platform.and_then(|platform| anp::join::org_ledger(&platform)))
}

/// The key from which the organisation's people follow.
pub(crate) fn founder(db: &Connection) -> Result<Option<Fingerprint>, Problem> {
    Ok(settings::get(db, "founder")?.and_then(|text| Fingerprint::parse(&text).ok()))
}

impl Known {
    /// A ledger before its first entry.
    pub(super) fn empty(db: &Connection, ledger: &LedgerId) -> Result<Self, Problem> {
        let org = org_ledger(db)?.filter(|org| org == ledger);
        let office = match (org, founder(db)?) {
            (Some(org), Some(founder)) => Some(Office::new(org, founder)),
            _ => None,
        };
        Ok(Self { chain: Chain::new(ledger.clone()), entries: Vec::new(), office })
    }

    /// Takes the next entry. `office` judges who may speak where this is a deal's ledger.
    pub(super) fn take(
        &mut self,
        statement: Statement,
        place: &Place,
        office: Option<&Office>,
    ) -> Result<(), Problem> {
        let name = self.chain.ledger().to_string();
        let entry = self.chain.take(statement, place).map_err(|_| red(&name, place.seq, "chain"))?;
        let stranger = || red(&name, entry.seq, "stranger");
        if let Some(own) = &mut self.office {
            own.take(&entry).map_err(|_| stranger())?;
        } else if let Some(office) = office {
            let signer = entry.statement.signer().fingerprint();
            let at = anp::time::Moment::parse(&entry.at).map_err(|_| stranger())?;
            // What stands before the deal began was kept by its author alone.
            let begun = self.begun() || entry.statement.wording().kind == kind::DEAL;
            let member = office.by_key(signer).ok_or_else(stranger)?;
            if begun && !member.covers(at) {
                return Err(stranger());
            }
        }
        self.entries.push(entry);
        Ok(())
    }

    /// Whether the deal's own statement stands.
    pub(crate) fn begun(&self) -> bool {
        self.of_kind(kind::DEAL).next().is_some()
    }

    /// Entries of a kind, in order.
    pub(crate) fn of_kind(&self, name: &'static str) -> impl DoubleEndedIterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.statement.wording().kind == name)
    }
}

/// Who owned a deal before an entry; none before the deal began.
pub(crate) fn deal_owner(known: &Known, before: u64) -> Option<Fingerprint> {
    let says = |entry: &&Entry| {
        let name = entry.statement.wording().kind.as_str();
        entry.seq < before && (name == kind::DEAL || name == kind::OWNER)
    };
    known.entries.iter().rev().find(says).and_then(|entry| Said::from(entry).fingerprint("owner"))
}

/// Keys by their fingerprints: those that the organisation's ledger names, and the
/// person's own. A key is held by its hash, so that naming it wrongly helps nobody.
fn keys(db: &Connection, own: Option<PublicKey>) -> Result<HashMap<Fingerprint, PublicKey>, Problem> {
    let mut keys = HashMap::new();
    // Asked for every deal's ledger, of which there are thousands: nothing but this one is read.
    let org = org_ledger(db)?.map_or_else(|| Ok(Vec::new()), |org| ledger::all(db, org.as_str()))?;
    for row in org.iter().filter(|row| [kind::FOUNDED, kind::JOINED, kind::ROTATED].contains(&&*row.kind)) {
        let key = Said::of(&row.payload).text("public_key").and_then(|text| PublicKey::parse(text).ok());
        keys.extend(key.map(|key| (key.fingerprint(), key)));
    }
    keys.extend(own.map(|key| (key.fingerprint(), key)));
    Ok(keys)
}

fn stated(ledger: &LedgerId, row: &LedgerEntry, key: PublicKey) -> Option<(Statement, Place)> {
    let head_seen = EventHash::parse(&row.head_seen).ok()?;
    let wording = Wording::new(ledger.clone(), &row.kind, row.payload.as_bytes(), row.counter, head_seen);
    let wording = wording.ok().filter(|wording| wording.payload() == row.payload)?;
    let statement = wording.signed(key, Signature::parse(&row.signature).ok()?).ok()?;
    let hash = EventHash::parse(&row.event_hash).ok()?;
    Some((statement, Place { seq: row.seq, hash, at: row.at.clone() }))
}

/// Reads a ledger and proves it.
pub(crate) fn read(
    db: &Connection,
    ledger: &LedgerId,
    own: Option<PublicKey>,
    office: Option<&Office>,
) -> Result<Known, Problem> {
    let keys = keys(db, own)?;
    let mut known = Known::empty(db, ledger)?;
    for row in ledger::all(db, ledger.as_str())? {
        let signer = Fingerprint::parse(&row.signer).map_err(|_| defect("ledger signer"))?;
        let key = keys.get(&signer).ok_or_else(|| red(ledger.as_str(), row.seq, "stranger"))?;
        let read = stated(ledger, &row, *key);
        let (statement, place) = read.ok_or_else(|| red(ledger.as_str(), row.seq, "signature"))?;
        known.take(statement, &place, office)?;
    }
    Ok(known)
}

impl Desk {
    /// A ledger, verified; its proof is kept as long as its head stays.
    pub(crate) fn proven_ledger(&self, ledger: &LedgerId) -> Result<Arc<Known>, Problem> {
        let head = self.read(|db| Ok(ledger::last(db, ledger.as_str())?))?;
        let head = head.map_or((0, String::new()), |last| (last.seq, last.event_hash));
        if let Some(known) = locked(&self.0.ledgers).get(ledger.as_str())
            && known.chain.head().seq == head.0
            && (head.0 == 0 || known.chain.head().hash.to_string() == head.1)
        {
            return Ok(Arc::clone(known));
        }
        let known = Arc::new(self.known_ledger(ledger)?);
        locked(&self.0.ledgers).insert(ledger.to_string(), Arc::clone(&known));
        Ok(known)
    }

    /// A ledger, verified anew.
    pub(super) fn known_ledger(&self, ledger: &LedgerId) -> Result<Known, Problem> {
        let own = self.now().signer.as_ref().map(|signer| signer.key.public());
        let of_org = self.read(org_ledger)?.is_some_and(|org| org == *ledger);
        let office = if of_org { None } else { self.office()? };
        let office = office.as_ref().and_then(|office| office.office.as_ref());
        self.read(|db| read(db, ledger, own, office))
    }

    /// The organisation's ledger with its people; none until it was founded.
    pub(crate) fn office(&self) -> Result<Option<Arc<Known>>, Problem> {
        let Some(org) = self.read(org_ledger)? else { return Ok(None) };
        let known = self.proven_ledger(&org)?;
        Ok(known.office.as_ref().is_some_and(|office| !office.members().is_empty()).then_some(known))
    }

    /// A deal's ledger.
    pub(crate) fn deal_ledger(&self, deal: &str) -> Result<Arc<Known>, Problem> {
        self.proven_ledger(&LedgerId::parse(deal).ok_or_else(|| defect("ledger id"))?)
    }

    /// Forgets proofs: what they followed from has changed.
    pub(crate) fn forget_ledgers(&self) {
        locked(&self.0.ledgers).clear();
    }
}
