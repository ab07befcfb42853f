//! Tables `ledgers`, `entries` and `assignments`.

use anp::digest::EventHash;
use anp::event::Head;
use anp::keys::PublicKey;
use anp::ledger::{Entry, LedgerId};

use super::super::tables::Hold;
use super::super::tables::ledgers::{EntryRow, Ledgers, Tail, TailRow};
use super::super::{StoreFault, Stored};
use super::work::{Work, lock};

pub(super) const SQL: &str = "
CREATE TABLE ledgers (
    ledger TEXT PRIMARY KEY,
    seq BIGINT NOT NULL,
    hash TEXT NOT NULL,
    last_at TEXT NOT NULL
);
CREATE TABLE entries (
    ledger TEXT NOT NULL,
    seq BIGINT NOT NULL,
    kind TEXT NOT NULL,
    -- Canonical JSON.
    payload TEXT NOT NULL,
    counter BIGINT NOT NULL,
    head_seen TEXT NOT NULL,
    -- The signer's public key.
    signer TEXT NOT NULL,
    signature TEXT NOT NULL,
    prev TEXT NOT NULL,
    hash TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (ledger, seq),
    UNIQUE (ledger, signer, counter)
);
CREATE TABLE assignments (
    session TEXT PRIMARY KEY,
    deal TEXT NOT NULL
);
";

const COLUMNS: &str = "ledger, seq, kind, payload, counter, head_seen, signer, signature, prev, hash, at";

fn entry(row: &tokio_postgres::Row) -> Stored<Entry> {
    EntryRow {
        ledger: row.try_get("ledger")?,
        seq: row.try_get("seq")?,
        kind: row.try_get("kind")?,
        payload: row.try_get("payload")?,
        counter: row.try_get("counter")?,
        head_seen: row.try_get("head_seen")?,
        signer: row.try_get("signer")?,
        signature: row.try_get("signature")?,
        prev: row.try_get("prev")?,
        hash: row.try_get("hash")?,
        at: row.try_get("at")?,
    }
    .entry()
}

fn tail(row: &tokio_postgres::Row) -> Stored<Tail> {
    TailRow { seq: row.try_get("seq")?, hash: row.try_get("hash")?, last_at: row.try_get("last_at")? }.tail()
}

fn number(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

impl Ledgers for Work<'_> {
    fn tail(&self, ledger: &LedgerId, hold: Hold) -> Stored<Option<Tail>> {
        let sql = format!("SELECT seq, hash, last_at FROM ledgers WHERE ledger = $1{}", lock(hold));
        self.row(&sql, &[&ledger.as_str()])?.as_ref().map(tail).transpose()
    }

    fn entry_by(&self, ledger: &LedgerId, signer: &PublicKey, counter: u64) -> Stored<Option<Entry>> {
        let sql = format!("SELECT {COLUMNS} FROM entries WHERE ledger = $1 AND signer = $2 AND counter = $3");
        let given: (&str, String, i64) = (ledger.as_str(), signer.to_string(), number(counter));
        self.row(&sql, &[&given.0, &given.1, &given.2])?.as_ref().map(entry).transpose()
    }

    fn counter(&self, ledger: &LedgerId, signer: &PublicKey) -> Stored<u64> {
        let row = self.row(
            "SELECT coalesce(max(counter), 0) AS last FROM entries WHERE ledger = $1 AND signer = $2",
            &[&ledger.as_str(), &signer.to_string()],
        )?;
        let last: i64 = row.map_or(Ok(0), |row| row.try_get("last"))?;
        u64::try_from(last)
            .map_err(|_| StoreFault::Damaged { table: "entries", what: "a counter below zero".to_owned() })
    }

    fn entries_behind(&self, ledger: &LedgerId, after: u64, most: i64) -> Stored<Vec<Entry>> {
        let sql =
            format!("SELECT {COLUMNS} FROM entries WHERE ledger = $1 AND seq > $2 ORDER BY seq LIMIT $3");
        self.rows(&sql, &[&ledger.as_str(), &number(after), &most])?.iter().map(entry).collect()
    }

    fn entries_of(&self, ledger: &LedgerId, kind: &str) -> Stored<Vec<Entry>> {
        let sql = format!("SELECT {COLUMNS} FROM entries WHERE ledger = $1 AND kind = $2 ORDER BY seq");
        self.rows(&sql, &[&ledger.as_str(), &kind])?.iter().map(entry).collect()
    }

    fn had_head(&self, ledger: &LedgerId, head: EventHash) -> Stored<bool> {
        let sql = "SELECT 1 FROM entries WHERE ledger = $1 AND hash = $2";
        Ok(self.row(sql, &[&ledger.as_str(), &head.to_string()])?.is_some())
    }

    fn ledgers(&self) -> Stored<Vec<(String, Head)>> {
        let rows = self.rows("SELECT ledger, seq, hash, last_at FROM ledgers ORDER BY ledger", &[])?;
        rows.iter().map(|row| Ok((row.try_get("ledger")?, tail(row)?.head))).collect()
    }

    fn insert_entry(&self, entry: &Entry) -> Stored<()> {
        let row = EntryRow::from(entry);
        self.execute(
            "INSERT INTO ledgers (ledger, seq, hash, last_at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (ledger) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, \
             last_at = excluded.last_at",
            &[&row.ledger, &row.seq, &row.hash, &row.at],
        )?;
        self.execute(
            &format!("INSERT INTO entries ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"),
            &[
                &row.ledger,
                &row.seq,
                &row.kind,
                &row.payload,
                &row.counter,
                &row.head_seen,
                &row.signer,
                &row.signature,
                &row.prev,
                &row.hash,
                &row.at,
            ],
        )?;
        Ok(())
    }

    fn deal_of(&self, session: &str) -> Stored<Option<LedgerId>> {
        let row = self.row("SELECT deal FROM assignments WHERE session = $1", &[&session])?;
        let deal: Option<String> = row.map(|row| row.try_get("deal")).transpose()?;
        Ok(deal.as_deref().and_then(LedgerId::parse))
    }

    fn assign(&self, session: &str, deal: &LedgerId) -> Stored<()> {
        self.execute(
            "INSERT INTO assignments (session, deal) VALUES ($1, $2) \
             ON CONFLICT (session) DO UPDATE SET deal = excluded.deal",
            &[&session, &deal.as_str()],
        )?;
        Ok(())
    }
}
