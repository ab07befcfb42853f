//! What the desk's agent has answered by itself, so that caps hold and no event is answered twice.

use rusqlite::{Connection, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE agent_answers (
    session  TEXT    NOT NULL REFERENCES sessions (id),
    seq      INTEGER NOT NULL,
    deal     TEXT    NOT NULL REFERENCES deals (id),
    decision TEXT    NOT NULL,
    at_ms    INTEGER NOT NULL,
    PRIMARY KEY (session, seq)
) STRICT;
CREATE INDEX agent_answers_by_deal ON agent_answers (deal);
";

/// An answer of the agent's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentAnswer {
    /// The session.
    pub session: String,
    /// The vendor's event that is answered.
    pub seq: u64,
    /// The deal.
    pub deal: String,
    /// The decision, by its id.
    pub decision: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

/// Notes an answer, before it leaves.
///
/// # Errors
/// Where the event was answered before, or the database cannot be written.
pub fn add(db: &Connection, answer: &AgentAnswer) -> Rows<()> {
    db.execute(
        "INSERT INTO agent_answers (session, seq, deal, decision, at_ms) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![answer.session, answer.seq, answer.deal, answer.decision, answer.at_ms],
    )?;
    Ok(())
}

/// Whether an event was answered.
///
/// # Errors
/// Where the database cannot be read.
pub fn answered(db: &Connection, session: &str, seq: u64) -> Rows<bool> {
    let count: i64 = db.query_row(
        "SELECT count(*) FROM agent_answers WHERE session = ?1 AND seq = ?2",
        params![session, seq],
        |row| row.get(0),
    )?;
    Ok(count > 0)
}

/// How often the agent answered in a session, and in a deal since a moment.
///
/// # Errors
/// Where the database cannot be read.
pub fn counts(db: &Connection, session: &str, deal: &str, since_ms: i64) -> Rows<(u32, u32)> {
    let of_session =
        db.query_row("SELECT count(*) FROM agent_answers WHERE session = ?1", params![session], |row| {
            row.get(0)
        })?;
    let of_deal = db.query_row(
        "SELECT count(*) FROM agent_answers WHERE deal = ?1 AND at_ms >= ?2",
        params![deal, since_ms],
        |row| row.get(0),
    )?;
    Ok((of_session, of_deal))
}

/// Whether a decision is the agent's.
///
/// # Errors
/// Where the database cannot be read.
pub fn is_agents(db: &Connection, decision: &str) -> Rows<bool> {
    let count: i64 =
        db.query_row("SELECT count(*) FROM agent_answers WHERE decision = ?1", params![decision], |row| {
            row.get(0)
        })?;
    Ok(count > 0)
}
