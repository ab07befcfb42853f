//! The replica of each session: its head as this desk has verified it.

use rusqlite::{Connection, OptionalExtension as _, Row};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE sessions (
    id          TEXT    NOT NULL PRIMARY KEY,
    deal        TEXT    REFERENCES deals (id),
    agent_id    TEXT    NOT NULL,
    agent_name  TEXT    NOT NULL,
    party       TEXT    NOT NULL,
    fingerprint TEXT    NOT NULL,
    opened_at   TEXT    NOT NULL,
    keys        TEXT    NOT NULL,
    head_seq    INTEGER NOT NULL,
    head_hash   TEXT    NOT NULL,
    last_at     TEXT    NOT NULL,
    closed      INTEGER NOT NULL,
    judged_at   TEXT    NOT NULL
) STRICT;
CREATE INDEX sessions_by_deal ON sessions (deal);
";

/// A session's replica.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Id.
    pub id: String,
    /// The deal it belongs to.
    pub deal: Option<String>,
    /// The vendor's registration, as event 1 names it.
    pub agent_id: String,
    /// Name in event 1.
    pub agent_name: String,
    /// Party in event 1.
    pub party: String,
    /// The vendor's key, hex.
    pub fingerprint: String,
    /// Time of event 1.
    pub opened_at: String,
    /// The log's `keys` member, canonical JSON.
    pub keys: String,
    /// Number of the last verified event.
    pub head_seq: u64,
    /// Its hash, hex.
    pub head_hash: String,
    /// Its time.
    pub last_at: String,
    /// Whether it closed the session.
    pub closed: bool,
    /// When the chain was last judged here.
    pub judged_at: String,
}

const COLUMNS: &str = "id, deal, agent_id, agent_name, party, fingerprint, opened_at, keys,
    head_seq, head_hash, last_at, closed, judged_at";

fn read(row: &Row<'_>) -> rusqlite::Result<Session> {
    Ok(Session {
        id: row.get(0)?,
        deal: row.get(1)?,
        agent_id: row.get(2)?,
        agent_name: row.get(3)?,
        party: row.get(4)?,
        fingerprint: row.get(5)?,
        opened_at: row.get(6)?,
        keys: row.get(7)?,
        head_seq: row.get(8)?,
        head_hash: row.get(9)?,
        last_at: row.get(10)?,
        closed: row.get(11)?,
        judged_at: row.get(12)?,
    })
}

/// A session.
///
/// # Errors
/// Where the database cannot be read.
pub fn get(db: &Connection, id: &str) -> Rows<Option<Session>> {
    Ok(db.query_row(&format!("SELECT {COLUMNS} FROM sessions WHERE id = ?1"), [id], read).optional()?)
}

/// All sessions, the oldest first.
///
/// # Errors
/// Where the database cannot be read.
pub fn all(db: &Connection) -> Rows<Vec<Session>> {
    let mut query = db.prepare_cached(&format!("SELECT {COLUMNS} FROM sessions"))?;
    let mut all = query.query_map([], read)?.collect::<Result<Vec<_>, _>>()?;
    // The database would sort thousands of whole rows through a file of its own.
    all.sort_unstable_by(|one, other| (&one.opened_at, &one.id).cmp(&(&other.opened_at, &other.id)));
    Ok(all)
}

/// A deal's sessions, the oldest first.
///
/// # Errors
/// Where the database cannot be read.
pub fn of_deal(db: &Connection, deal: &str) -> Rows<Vec<Session>> {
    let sql = format!("SELECT {COLUMNS} FROM sessions WHERE deal = ?1 ORDER BY opened_at, id");
    let mut query = db.prepare_cached(&sql)?;
    let rows = query.query_map([deal], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Sessions that belong to no deal, the oldest first.
///
/// # Errors
/// Where the database cannot be read.
pub fn without_deal(db: &Connection) -> Rows<Vec<Session>> {
    let sql = format!("SELECT {COLUMNS} FROM sessions WHERE deal IS NULL ORDER BY opened_at, id");
    let mut query = db.prepare_cached(&sql)?;
    let rows = query.query_map([], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Adds a session that was verified for the first time.
///
/// # Errors
/// Where it stands already or the database cannot be written.
pub fn add(db: &Connection, session: &Session) -> Rows<()> {
    db.execute(
        &format!(
            "INSERT INTO sessions ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
        ),
        rusqlite::params![
            session.id,
            session.deal,
            session.agent_id,
            session.agent_name,
            session.party,
            session.fingerprint,
            session.opened_at,
            session.keys,
            session.head_seq,
            session.head_hash,
            session.last_at,
            session.closed,
            session.judged_at
        ],
    )?;
    Ok(())
}

/// Advances the head by compare and set: false where it is not `from` any more.
///
/// # Errors
/// Where the database cannot be written.
pub fn advance(db: &Connection, from: (u64, &str), to: &Session) -> Rows<bool> {
    let changed = db.execute(
        "UPDATE sessions SET head_seq = ?4, head_hash = ?5, last_at = ?6, closed = ?7, keys = ?8, judged_at = ?9
         WHERE id = ?1 AND head_seq = ?2 AND head_hash = ?3",
        rusqlite::params![
            to.id,
            from.0,
            from.1,
            to.head_seq,
            to.head_hash,
            to.last_at,
            to.closed,
            to.keys,
            to.judged_at
        ],
    )?;
    Ok(changed == 1)
}

/// Takes a session out of its deal.
///
/// # Errors
/// Where the database cannot be written.
pub fn unassign(db: &Connection, session: &str) -> Rows<()> {
    db.execute("UPDATE sessions SET deal = NULL WHERE id = ?1", [session])?;
    Ok(())
}

/// Assigns a session to a deal.
///
/// # Errors
/// Where the database cannot be written.
pub fn assign(db: &Connection, session: &str, deal: &str) -> Rows<()> {
    db.execute("UPDATE sessions SET deal = ?2 WHERE id = ?1", [session, deal])?;
    Ok(())
}
