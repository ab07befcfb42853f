//! Desk ledgers as they were verified here: what people stated, chained and signed, one
//! ledger for the organisation and one a deal.

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE ledger (
    ledger       TEXT    NOT NULL,
    seq          INTEGER NOT NULL,
    kind         TEXT    NOT NULL,
    payload      TEXT    NOT NULL,
    payload_hash TEXT    NOT NULL,
    counter      INTEGER NOT NULL,
    head_seen    TEXT    NOT NULL,
    signer       TEXT    NOT NULL,
    signature    TEXT    NOT NULL,
    prev_hash    TEXT    NOT NULL,
    event_hash   TEXT    NOT NULL,
    at           TEXT    NOT NULL,
    PRIMARY KEY (ledger, seq),
    UNIQUE (ledger, signer, counter)
) STRICT;
";

/// What is asked of thousands of ledgers at once: which hold a kind, and which deal a session was
/// said to belong to.
pub(super) const BY_KIND: &str = "
CREATE INDEX ledger_by_kind ON ledger (kind);
CREATE INDEX ledger_by_session ON ledger (json_extract(payload, '$.session')) WHERE kind = 'assigned';
";

/// An entry of a desk ledger. Hashes are hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerEntry {
    /// Number from 1.
    pub seq: u64,
    /// `decision`, `mandate`.
    pub kind: String,
    /// Canonical JSON.
    pub payload: String,
    /// SHA-256 of the payload.
    pub payload_hash: String,
    /// The signer's own counter on this ledger, from 1.
    pub counter: u64,
    /// The head the signer had seen.
    pub head_seen: String,
    /// The signer's key.
    pub signer: String,
    /// The signature, base64url.
    pub signature: String,
    /// Hash of the entry before.
    pub prev_hash: String,
    /// Hash of this entry.
    pub event_hash: String,
    /// When.
    pub at: String,
}

const COLUMNS: &str =
    "seq, kind, payload, payload_hash, counter, head_seen, signer, signature, prev_hash, event_hash, at";

fn read(row: &Row<'_>) -> rusqlite::Result<LedgerEntry> {
    Ok(LedgerEntry {
        seq: row.get(0)?,
        kind: row.get(1)?,
        payload: row.get(2)?,
        payload_hash: row.get(3)?,
        counter: row.get(4)?,
        head_seen: row.get(5)?,
        signer: row.get(6)?,
        signature: row.get(7)?,
        prev_hash: row.get(8)?,
        event_hash: row.get(9)?,
        at: row.get(10)?,
    })
}

/// The last entry of a ledger.
///
/// # Errors
/// Where the database cannot be read.
pub fn last(db: &Connection, ledger: &str) -> Rows<Option<LedgerEntry>> {
    let sql = format!("SELECT {COLUMNS} FROM ledger WHERE ledger = ?1 ORDER BY seq DESC LIMIT 1");
    Ok(db.query_row(&sql, [ledger], read).optional()?)
}

/// The signer's last counter on a ledger; 0 where there is none.
///
/// # Errors
/// Where the database cannot be read.
pub fn counter(db: &Connection, ledger: &str, signer: &str) -> Rows<u64> {
    Ok(db.query_row(
        "SELECT coalesce(max(counter), 0) FROM ledger WHERE ledger = ?1 AND signer = ?2",
        [ledger, signer],
        |row| row.get(0),
    )?)
}

/// All entries in order.
///
/// # Errors
/// Where the database cannot be read.
pub fn all(db: &Connection, ledger: &str) -> Rows<Vec<LedgerEntry>> {
    let mut query =
        db.prepare_cached(&format!("SELECT {COLUMNS} FROM ledger WHERE ledger = ?1 ORDER BY seq"))?;
    let rows = query.query_map([ledger], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// All entries of a kind, over all ledgers, in order, with their ledgers.
///
/// # Errors
/// Where the database cannot be read.
pub fn of_kind(db: &Connection, kind: &str) -> Rows<Vec<(String, LedgerEntry)>> {
    let sql = format!("SELECT {COLUMNS}, ledger FROM ledger WHERE kind = ?1 ORDER BY at, ledger, seq");
    let mut query = db.prepare_cached(&sql)?;
    let rows = query.query_map([kind], |row| Ok((row.get(11)?, read(row)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The ledger that said last, of all of them, that a session belongs to it.
///
/// # Errors
/// Where the database cannot be read.
pub fn assigned(db: &Connection, session: &str) -> Rows<Option<String>> {
    let mut query = db.prepare_cached(
        "SELECT ledger FROM ledger WHERE kind = 'assigned' AND json_extract(payload, '$.session') = ?1
         ORDER BY at DESC, ledger DESC, seq DESC LIMIT 1",
    )?;
    Ok(query.query_row([session], |row| row.get(0)).optional()?)
}

/// How far every ledger reaches: its name, and its last entry's number and hash.
///
/// # Errors
/// Where the database cannot be read.
pub fn heads(db: &Connection) -> Rows<Vec<(String, u64, String)>> {
    let mut query = db.prepare_cached(
        "SELECT ledger, seq, event_hash FROM ledger AS entry
         WHERE seq = (SELECT max(seq) FROM ledger WHERE ledger = entry.ledger)",
    )?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The names of the ledgers that hold an entry of a kind.
///
/// # Errors
/// Where the database cannot be read.
pub fn with_kind(db: &Connection, kind: &str) -> Rows<Vec<String>> {
    let mut query =
        db.prepare_cached("SELECT DISTINCT ledger FROM ledger WHERE kind = ?1 ORDER BY ledger")?;
    let rows = query.query_map([kind], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The names of all ledgers.
///
/// # Errors
/// Where the database cannot be read.
pub fn names(db: &Connection) -> Rows<Vec<String>> {
    let mut query = db.prepare_cached("SELECT DISTINCT ledger FROM ledger ORDER BY ledger")?;
    let rows = query.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Appends an entry.
///
/// # Errors
/// Where its place or the signer's counter is taken, or the database cannot be written.
pub fn append(db: &Connection, ledger: &str, entry: &LedgerEntry) -> Rows<()> {
    db.execute(
        &format!(
            "INSERT INTO ledger (ledger, {COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
        ),
        params![
            ledger,
            entry.seq,
            entry.kind,
            entry.payload,
            entry.payload_hash,
            entry.counter,
            entry.head_seen,
            entry.signer,
            entry.signature,
            entry.prev_hash,
            entry.event_hash,
            entry.at
        ],
    )?;
    Ok(())
}
