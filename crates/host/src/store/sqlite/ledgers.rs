//! Tables `ledgers`, `entries` and `assignments`.

use anp::digest::EventHash;
use anp::event::Head;
use anp::keys::PublicKey;
use anp::ledger::{Entry, LedgerId};
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::super::tables::Hold;
use super::super::tables::ledgers::{EntryRow, Ledgers, Tail, TailRow};
use super::super::{StoreFault, Stored};

pub(super) const SQL: &str = "
CREATE TABLE ledgers (
    ledger TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL,
    last_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE entries (
    ledger TEXT NOT NULL,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    -- Canonical JSON.
    payload TEXT NOT NULL,
    counter INTEGER NOT NULL,
    head_seen TEXT NOT NULL,
    -- The signer's public key.
    signer TEXT NOT NULL,
    signature TEXT NOT NULL,
    prev TEXT NOT NULL,
    hash TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (ledger, seq),
    UNIQUE (ledger, signer, counter)
) STRICT, WITHOUT ROWID;
CREATE TABLE assignments (
    session TEXT PRIMARY KEY,
    deal TEXT NOT NULL
) STRICT, WITHOUT ROWID;
";

const COLUMNS: &str = "ledger, seq, kind, payload, counter, head_seen, signer, signature, prev, hash, at";

fn row(row: &Row<'_>) -> rusqlite::Result<EntryRow> {
    Ok(EntryRow {
        ledger: row.get("ledger")?,
        seq: row.get("seq")?,
        kind: row.get("kind")?,
        payload: row.get("payload")?,
        counter: row.get("counter")?,
        head_seen: row.get("head_seen")?,
        signer: row.get("signer")?,
        signature: row.get("signature")?,
        prev: row.get("prev")?,
        hash: row.get("hash")?,
        at: row.get("at")?,
    })
}

fn number(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

impl Ledgers for Connection {
    fn tail(&self, ledger: &LedgerId, _: Hold) -> Stored<Option<Tail>> {
        self.prepare_cached("SELECT seq, hash, last_at FROM ledgers WHERE ledger = ?")?
            .query_row([ledger.as_str()], |row| {
                Ok(TailRow { seq: row.get("seq")?, hash: row.get("hash")?, last_at: row.get("last_at")? })
            })
            .optional()?
            .map(TailRow::tail)
            .transpose()
    }

    fn entry_by(&self, ledger: &LedgerId, signer: &PublicKey, counter: u64) -> Stored<Option<Entry>> {
        self.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM entries WHERE ledger = ? AND signer = ? AND counter = ?"
        ))?
        .query_row(params![ledger.as_str(), signer.to_string(), number(counter)], row)
        .optional()?
        .map(EntryRow::entry)
        .transpose()
    }

    fn counter(&self, ledger: &LedgerId, signer: &PublicKey) -> Stored<u64> {
        let last: i64 = self
            .prepare_cached("SELECT coalesce(max(counter), 0) FROM entries WHERE ledger = ? AND signer = ?")?
            .query_row([ledger.as_str(), &signer.to_string()], |row| row.get(0))?;
        u64::try_from(last)
            .map_err(|_| StoreFault::Damaged { table: "entries", what: "a counter below zero".to_owned() })
    }

    fn entries_behind(&self, ledger: &LedgerId, after: u64, most: i64) -> Stored<Vec<Entry>> {
        let sql = format!("SELECT {COLUMNS} FROM entries WHERE ledger = ? AND seq > ? ORDER BY seq LIMIT ?");
        let mut statement = self.prepare_cached(&sql)?;
        let rows = statement.query_map(params![ledger.as_str(), number(after), most], row)?;
        rows.map(|row| row.map_err(StoreFault::from).and_then(EntryRow::entry)).collect()
    }

    fn entries_of(&self, ledger: &LedgerId, kind: &str) -> Stored<Vec<Entry>> {
        let sql = format!("SELECT {COLUMNS} FROM entries WHERE ledger = ? AND kind = ? ORDER BY seq");
        let mut statement = self.prepare_cached(&sql)?;
        let rows = statement.query_map([ledger.as_str(), kind], row)?;
        rows.map(|row| row.map_err(StoreFault::from).and_then(EntryRow::entry)).collect()
    }

    fn had_head(&self, ledger: &LedgerId, head: EventHash) -> Stored<bool> {
        let mut asked = self.prepare_cached("SELECT 1 FROM entries WHERE ledger = ? AND hash = ?")?;
        Ok(asked.exists([ledger.as_str(), &head.to_string()])?)
    }

    fn ledgers(&self) -> Stored<Vec<(String, Head)>> {
        let mut statement =
            self.prepare_cached("SELECT ledger, seq, hash, last_at FROM ledgers ORDER BY ledger")?;
        let rows = statement.query_map([], |row| {
            let tail = TailRow { seq: row.get("seq")?, hash: row.get("hash")?, last_at: row.get("last_at")? };
            Ok((row.get("ledger")?, tail))
        })?;
        rows.map(|row| row.map_err(StoreFault::from).and_then(|(name, row)| Ok((name, row.tail()?.head))))
            .collect()
    }

    fn insert_entry(&self, entry: &Entry) -> Stored<()> {
        let row = EntryRow::from(entry);
        self.prepare_cached(
            "INSERT INTO ledgers (ledger, seq, hash, last_at) VALUES (?, ?, ?, ?) \
             ON CONFLICT (ledger) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, \
             last_at = excluded.last_at",
        )?
        .execute(params![row.ledger, row.seq, row.hash, row.at])?;
        self.prepare_cached(&format!(
            "INSERT INTO entries ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        ))?
        .execute(params![
            row.ledger,
            row.seq,
            row.kind,
            row.payload,
            row.counter,
            row.head_seen,
            row.signer,
            row.signature,
            row.prev,
            row.hash,
            row.at
        ])?;
        Ok(())
    }

    fn deal_of(&self, session: &str) -> Stored<Option<LedgerId>> {
        let found: Option<String> = self
            .prepare_cached("SELECT deal FROM assignments WHERE session = ?")?
            .query_row([session], |row| row.get(0))
            .optional()?;
        Ok(found.as_deref().and_then(LedgerId::parse))
    }

    fn assign(&self, session: &str, deal: &LedgerId) -> Stored<()> {
        self.prepare_cached(
            "INSERT INTO assignments (session, deal) VALUES (?, ?) \
             ON CONFLICT (session) DO UPDATE SET deal = excluded.deal",
        )?
        .execute([session, deal.as_str()])?;
        Ok(())
    }
}
