//! Statements of the person here that their ledger's host has not taken yet.

use rusqlite::{Connection, Row, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE ledger_pending (
    ledger    TEXT    NOT NULL,
    signer    TEXT    NOT NULL,
    counter   INTEGER NOT NULL,
    kind      TEXT    NOT NULL,
    payload   TEXT    NOT NULL,
    head_seen TEXT    NOT NULL,
    signature TEXT    NOT NULL,
    at        TEXT    NOT NULL,
    PRIMARY KEY (ledger, signer, counter)
) STRICT;
";

/// A statement that waits. Hashes are hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// The ledger.
    pub ledger: String,
    /// The signer's key.
    pub signer: String,
    /// The signer's own counter on this ledger, from 1.
    pub counter: u64,
    /// What kind of statement.
    pub kind: String,
    /// Canonical JSON.
    pub payload: String,
    /// The ledger's head that the signer had seen.
    pub head_seen: String,
    /// The signature, base64url.
    pub signature: String,
    /// When it was written here.
    pub at: String,
}

const COLUMNS: &str = "ledger, signer, counter, kind, payload, head_seen, signature, at";

fn read(row: &Row<'_>) -> rusqlite::Result<Pending> {
    Ok(Pending {
        ledger: row.get(0)?,
        signer: row.get(1)?,
        counter: row.get(2)?,
        kind: row.get(3)?,
        payload: row.get(4)?,
        head_seen: row.get(5)?,
        signature: row.get(6)?,
        at: row.get(7)?,
    })
}

/// Adds a statement.
///
/// # Errors
/// Where the signer's counter is taken, or the database cannot be written.
pub fn add(db: &Connection, pending: &Pending) -> Rows<()> {
    db.execute(
        &format!("INSERT INTO ledger_pending ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"),
        params![
            pending.ledger,
            pending.signer,
            pending.counter,
            pending.kind,
            pending.payload,
            pending.head_seen,
            pending.signature,
            pending.at
        ],
    )?;
    Ok(())
}

/// Puts other words under a waiting statement's number.
///
/// # Errors
/// Where the database cannot be written.
pub fn replace(db: &Connection, pending: &Pending) -> Rows<()> {
    remove(db, &pending.ledger, &pending.signer, pending.counter)?;
    add(db, pending)
}

/// Takes a statement off, which the host has taken.
///
/// # Errors
/// Where the database cannot be written.
pub fn remove(db: &Connection, ledger: &str, signer: &str, counter: u64) -> Rows<()> {
    db.execute(
        "DELETE FROM ledger_pending WHERE ledger = ?1 AND signer = ?2 AND counter = ?3",
        params![ledger, signer, counter],
    )?;
    Ok(())
}

/// What waits for a ledger, in the order of its numbers.
///
/// # Errors
/// Where the database cannot be read.
pub fn of_ledger(db: &Connection, ledger: &str) -> Rows<Vec<Pending>> {
    let sql = format!("SELECT {COLUMNS} FROM ledger_pending WHERE ledger = ?1 ORDER BY counter");
    let mut query = db.prepare_cached(&sql)?;
    let rows = query.query_map([ledger], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The signer's last counter that waits for a ledger; 0 where none does.
///
/// # Errors
/// Where the database cannot be read.
pub fn counter(db: &Connection, ledger: &str, signer: &str) -> Rows<u64> {
    Ok(db.query_row(
        "SELECT coalesce(max(counter), 0) FROM ledger_pending WHERE ledger = ?1 AND signer = ?2",
        [ledger, signer],
        |row| row.get(0),
    )?)
}

/// Ledgers for which something of a kind waits.
///
/// # Errors
/// Where the database cannot be read.
pub fn with_kind(db: &Connection, kind: &str) -> Rows<Vec<String>> {
    let mut query = db.prepare_cached("SELECT DISTINCT ledger FROM ledger_pending WHERE kind = ?1")?;
    let rows = query.query_map([kind], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Ledgers for which something waits.
///
/// # Errors
/// Where the database cannot be read.
pub fn ledgers(db: &Connection) -> Rows<Vec<String>> {
    let mut query = db.prepare_cached("SELECT DISTINCT ledger FROM ledger_pending ORDER BY ledger")?;
    let rows = query.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
