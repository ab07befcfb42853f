//! Tables `ledgers`, `entries` and `assignments`: what the organisation's people state,
//! in the order in which the host took it.

use anp::digest::{EventHash, PayloadHash};
use anp::event::Head;
use anp::keys::{PublicKey, Signature};
use anp::ledger::{Entry, LedgerId, Place, Wording};

use super::super::{StoreFault, Stored};
use super::Hold;

/// A ledger's end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tail {
    /// Number and hash of the last entry.
    pub head: Head,
    /// When the host took it.
    pub last_at: String,
}

/// A row of `ledgers` as it is kept.
pub struct TailRow {
    pub seq: i64,
    pub hash: String,
    pub last_at: String,
}

impl TailRow {
    /// The end that it says.
    pub fn tail(self) -> Stored<Tail> {
        let damaged = || StoreFault::Damaged { table: "ledgers", what: "no head".to_owned() };
        Ok(Tail {
            head: Head {
                seq: u64::try_from(self.seq).map_err(|_| damaged())?,
                hash: EventHash::parse(&self.hash).map_err(|_| damaged())?,
            },
            last_at: self.last_at,
        })
    }
}

/// A row of `entries` as it is kept.
pub struct EntryRow {
    pub ledger: String,
    pub seq: i64,
    pub kind: String,
    pub payload: String,
    pub counter: i64,
    pub head_seen: String,
    pub signer: String,
    pub signature: String,
    pub prev: String,
    pub hash: String,
    pub at: String,
}

impl EntryRow {
    /// The entry, proven again: the database is not believed either.
    pub fn entry(self) -> Stored<Entry> {
        let (ledger, seq) = (self.ledger.clone(), self.seq);
        let damaged =
            || StoreFault::Damaged { table: "entries", what: format!("no entry {seq} of {ledger}") };
        let read = || {
            let wording = Wording::new(
                LedgerId::parse(&self.ledger)?,
                &self.kind,
                self.payload.as_bytes(),
                u64::try_from(self.counter).ok()?,
                EventHash::parse(&self.head_seen).ok()?,
            )
            .ok()?;
            let signer = PublicKey::parse(&self.signer).ok()?;
            let statement = wording.signed(signer, Signature::parse(&self.signature).ok()?).ok()?;
            let seq = u64::try_from(self.seq).ok()?;
            let before = Head { seq: seq.checked_sub(1)?, hash: EventHash::parse(&self.prev).ok()? };
            let place = Place { seq, hash: EventHash::parse(&self.hash).ok()?, at: self.at };
            Entry::next(statement, before, &place).ok()
        };
        read().ok_or_else(damaged)
    }
}

impl From<&Entry> for EntryRow {
    fn from(entry: &Entry) -> Self {
        let wording = entry.statement.wording();
        Self {
            ledger: wording.ledger.to_string(),
            seq: i64::try_from(entry.seq).unwrap_or(i64::MAX),
            kind: wording.kind.clone(),
            payload: wording.payload().to_owned(),
            counter: i64::try_from(wording.counter).unwrap_or(i64::MAX),
            head_seen: wording.head_seen.to_string(),
            signer: entry.statement.signer().to_string(),
            signature: entry.statement.signature().to_string(),
            prev: entry.prev.to_string(),
            hash: entry.hash.to_string(),
            at: entry.at.clone(),
        }
    }
}

/// The tables.
pub trait Ledgers {
    /// A ledger's end; none before its first entry.
    fn tail(&self, ledger: &LedgerId, hold: Hold) -> Stored<Option<Tail>>;
    /// The entry under a signer's counter.
    fn entry_by(&self, ledger: &LedgerId, signer: &PublicKey, counter: u64) -> Stored<Option<Entry>>;
    /// A signer's last counter on a ledger; 0 where there is none.
    fn counter(&self, ledger: &LedgerId, signer: &PublicKey) -> Stored<u64>;
    /// Up to `most` entries behind a number, in order.
    fn entries_behind(&self, ledger: &LedgerId, after: u64, most: i64) -> Stored<Vec<Entry>>;
    /// All entries of a kind, in order.
    fn entries_of(&self, ledger: &LedgerId, kind: &str) -> Stored<Vec<Entry>>;
    /// Whether an entry of this hash stands on a ledger.
    fn had_head(&self, ledger: &LedgerId, head: EventHash) -> Stored<bool>;
    /// All ledgers' names.
    fn ledgers(&self) -> Stored<Vec<(String, Head)>>;
    /// A new entry, which is the ledger's end from now on.
    fn insert_entry(&self, entry: &Entry) -> Stored<()>;
    /// The deal to which a session belongs.
    fn deal_of(&self, session: &str) -> Stored<Option<LedgerId>>;
    /// Gives a session to a deal.
    fn assign(&self, session: &str, deal: &LedgerId) -> Stored<()>;
}

/// The payload hash that a statement binds, for drafts: the member `payload_hash`.
pub fn bound_hash(entry: &Entry) -> Option<PayloadHash> {
    let value = anp::json::parse_flawless(entry.statement.wording().payload().as_bytes()).ok()?;
    PayloadHash::parse(value.get("payload_hash")?.as_text()?).ok()
}
