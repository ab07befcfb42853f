//! Typed negotiations: what was fixed, each side's log, what came and what is to be sent.

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE parleys (
    session  TEXT NOT NULL PRIMARY KEY,
    deal     TEXT NOT NULL REFERENCES deals (id),
    peer     TEXT NOT NULL,
    setup    TEXT NOT NULL,
    begun_at TEXT NOT NULL
) STRICT;
CREATE TABLE parley_log (
    session TEXT    NOT NULL REFERENCES parleys (session),
    seq     INTEGER NOT NULL,
    entry   TEXT    NOT NULL,
    PRIMARY KEY (session, seq)
) STRICT;
CREATE TABLE parley_heard (
    id      TEXT NOT NULL PRIMARY KEY,
    session TEXT NOT NULL,
    sender  TEXT NOT NULL,
    message TEXT NOT NULL,
    came_at TEXT NOT NULL,
    outcome TEXT NOT NULL
) STRICT;
CREATE TABLE parley_out (
    session TEXT    NOT NULL REFERENCES parleys (session),
    digest  TEXT    NOT NULL,
    message TEXT    NOT NULL,
    sends   INTEGER NOT NULL,
    due_ms  INTEGER,
    PRIMARY KEY (session, digest)
) STRICT;
";

/// A negotiation as it was begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parley {
    /// Session and thread.
    pub session: String,
    /// The deal that it belongs to.
    pub deal: String,
    /// The other side's address on its channel.
    pub peer: String,
    /// What was fixed, as canonical JSON.
    pub setup: String,
    /// When it was begun.
    pub begun_at: String,
}

/// A message that is to be sent, or was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// Its session.
    pub session: String,
    /// SHA-256 of its substance, hex: the name by which a channel may know it again.
    pub digest: String,
    /// The message as canonical JSON.
    pub message: String,
    /// How often the channel took it.
    pub sends: u32,
}

/// A message as it came, whatever became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// The channel's id of the message.
    pub id: String,
    /// The thread that it came on.
    pub session: String,
    /// Its sender's address, by the channel's word.
    pub sender: String,
    /// As it came.
    pub message: String,
    /// When.
    pub came_at: String,
    /// What became of it: a code.
    pub outcome: String,
}

fn parley(row: &Row<'_>) -> rusqlite::Result<Parley> {
    Ok(Parley {
        session: row.get(0)?,
        deal: row.get(1)?,
        peer: row.get(2)?,
        setup: row.get(3)?,
        begun_at: row.get(4)?,
    })
}

/// Writes down a negotiation that begins.
///
/// # Errors
/// Where the session is there already or the database cannot be written.
pub fn begin(db: &Connection, parley: &Parley) -> Rows<()> {
    db.execute(
        "INSERT INTO parleys (session, deal, peer, setup, begun_at) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![parley.session, parley.deal, parley.peer, parley.setup, parley.begun_at],
    )?;
    Ok(())
}

/// One negotiation.
///
/// # Errors
/// Where the database cannot be read.
pub fn get(db: &Connection, session: &str) -> Rows<Option<Parley>> {
    let sql = "SELECT session, deal, peer, setup, begun_at FROM parleys WHERE session = ?1";
    Ok(db.query_row(sql, [session], parley).optional()?)
}

/// All negotiations, the oldest first.
///
/// # Errors
/// Where the database cannot be read.
pub fn all(db: &Connection) -> Rows<Vec<Parley>> {
    let mut asked =
        db.prepare("SELECT session, deal, peer, setup, begun_at FROM parleys ORDER BY begun_at, session")?;
    let rows = asked.query_map([], parley)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The log of a negotiation, in order.
///
/// # Errors
/// Where the database cannot be read.
pub fn log(db: &Connection, session: &str) -> Rows<Vec<String>> {
    let mut asked = db.prepare("SELECT entry FROM parley_log WHERE session = ?1 ORDER BY seq")?;
    let rows = asked.query_map([session], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Appends to a log behind the entries that the writer knew.
///
/// # Errors
/// Where another entry stands there already, or the database cannot be written.
pub fn append(db: &Connection, session: &str, known: usize, entry: &str) -> Rows<()> {
    let seq = i64::try_from(known).unwrap_or(i64::MAX).saturating_add(1);
    db.execute(
        "INSERT INTO parley_log (session, seq, entry) VALUES (?1, ?2, ?3)",
        params![session, seq, entry],
    )?;
    Ok(())
}

/// Keeps a message as it came; one that was kept before stays as it was.
///
/// # Errors
/// Where the database cannot be written.
pub fn keep(db: &Connection, heard: &Heard) -> Rows<()> {
    db.execute(
        "INSERT INTO parley_heard (id, session, sender, message, came_at, outcome)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (id) DO NOTHING",
        params![heard.id, heard.session, heard.sender, heard.message, heard.came_at, heard.outcome],
    )?;
    Ok(())
}

/// Messages of a session as they came.
///
/// # Errors
/// Where the database cannot be read.
pub fn heard(db: &Connection, session: &str) -> Rows<Vec<Heard>> {
    let mut asked = db.prepare(
        "SELECT id, session, sender, message, came_at, outcome FROM parley_heard
         WHERE session = ?1 ORDER BY rowid",
    )?;
    let rows = asked.query_map([session], |row| {
        Ok(Heard {
            id: row.get(0)?,
            session: row.get(1)?,
            sender: row.get(2)?,
            message: row.get(3)?,
            came_at: row.get(4)?,
            outcome: row.get(5)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Has a message sent at a time (milliseconds since 1970), for the first time or again.
///
/// # Errors
/// Where the database cannot be written.
pub fn post(db: &Connection, session: &str, digest: &str, message: &str, due_ms: i64) -> Rows<()> {
    db.execute(
        "INSERT INTO parley_out (session, digest, message, sends, due_ms) VALUES (?1, ?2, ?3, 0, ?4)
         ON CONFLICT (session, digest) DO UPDATE SET due_ms = excluded.due_ms",
        params![session, digest, message, due_ms],
    )?;
    Ok(())
}

/// Every message of this side's in a negotiation, in the order in which it was first posted.
///
/// # Errors
/// Where the database cannot be read.
pub fn sent(db: &Connection, session: &str) -> Rows<Vec<String>> {
    let mut asked = db.prepare("SELECT message FROM parley_out WHERE session = ?1 ORDER BY rowid")?;
    let rows = asked.query_map([session], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// What is due at a time, in the order in which it was first posted.
///
/// # Errors
/// Where the database cannot be read.
pub fn due(db: &Connection, now_ms: i64) -> Rows<Vec<Outgoing>> {
    let mut asked = db.prepare(
        "SELECT session, digest, message, sends FROM parley_out WHERE due_ms <= ?1 ORDER BY rowid",
    )?;
    let rows = asked.query_map([now_ms], |row| {
        Ok(Outgoing { session: row.get(0)?, digest: row.get(1)?, message: row.get(2)?, sends: row.get(3)? })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The channel took a message; it is sent again at `again_ms`, or not at all.
///
/// # Errors
/// Where the database cannot be written.
pub fn taken(db: &Connection, session: &str, digest: &str, again_ms: Option<i64>) -> Rows<()> {
    db.execute(
        "UPDATE parley_out SET sends = sends + 1, due_ms = ?3 WHERE session = ?1 AND digest = ?2",
        params![session, digest, again_ms],
    )?;
    Ok(())
}
