//! Answers that were decided and signed: persisted before the first byte leaves, so
//! that a desk that died knows what it may have sent.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE outbox (
    decision   TEXT    NOT NULL PRIMARY KEY,
    deal       TEXT    NOT NULL REFERENCES deals (id),
    session    TEXT    NOT NULL REFERENCES sessions (id),
    what       TEXT    NOT NULL,
    state      TEXT    NOT NULL CHECK (state IN ('sending', 'unknown', 'sent', 'stale', 'refused')),
    parts      TEXT    NOT NULL,
    decided_at TEXT    NOT NULL,
    answers    INTEGER,
    first_seq  INTEGER,
    last_seq   INTEGER
) STRICT;
CREATE INDEX outbox_by_session ON outbox (session);
CREATE INDEX outbox_by_state ON outbox (state);
CREATE TABLE sent_payloads (
    decision     TEXT    NOT NULL REFERENCES outbox (decision),
    place        INTEGER NOT NULL,
    kind         TEXT    NOT NULL,
    payload_hash TEXT    NOT NULL,
    PRIMARY KEY (decision, place)
) STRICT;
";

/// Answers of which no byte was handed to the host yet, and those that were taken back in time.
/// An answer that an older program decided stands in neither: nothing is known of its attempts.
pub(super) const UNTRIED: &str = "
CREATE TABLE outbox_untried (
    decision TEXT NOT NULL PRIMARY KEY REFERENCES outbox (decision)
) STRICT;
CREATE TABLE outbox_taken_back (
    decision TEXT NOT NULL PRIMARY KEY REFERENCES outbox (decision)
) STRICT;
";

/// Where an answer stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// On its way.
    Sending,
    /// Sent, and no answer came.
    Unknown,
    /// On the ledger.
    Sent,
    /// Not sent: something came in between.
    Stale,
    /// Not sent: the host refused.
    Refused,
    /// Not sent: who decided it took it back before any byte of it had left.
    TakenBack,
}

impl State {
    /// As they stand in the column; one that was taken back is refused there, and has a row of its own.
    const ALL: [(Self, &'static str); 6] = [
        (Self::Sending, "sending"),
        (Self::Unknown, "unknown"),
        (Self::Sent, "sent"),
        (Self::Stale, "stale"),
        (Self::Refused, "refused"),
        (Self::TakenBack, "refused"),
    ];

    fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(state, _)| *state == self).map_or("", |(_, text)| text)
    }

    fn parse(text: &str) -> Self {
        Self::ALL.iter().find(|(_, other)| *other == text).map_or(Self::Unknown, |(state, _)| *state)
    }
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Id of the decision.
    pub decision: String,
    /// Its deal.
    pub deal: String,
    /// Its session.
    pub session: String,
    /// Kind of answer.
    pub what: String,
    /// Where it stands.
    pub state: State,
    /// Everything that sending it again needs, JSON.
    pub parts: String,
    /// When it was decided.
    pub decided_at: String,
    /// The event it answers.
    pub answers: Option<u64>,
    /// Its first and last place on the chain, once sent.
    pub places: Option<(u64, u64)>,
    /// Whether it is certain that no byte of it was handed to the host.
    pub untried: bool,
}

const COLUMNS: &str = "decision, deal, session, what, state, parts, decided_at, answers, first_seq, last_seq,
    EXISTS (SELECT 1 FROM outbox_untried AS u WHERE u.decision = outbox.decision),
    EXISTS (SELECT 1 FROM outbox_taken_back AS t WHERE t.decision = outbox.decision)";

fn read(row: &Row<'_>) -> rusqlite::Result<Answer> {
    let (first, last): (Option<u64>, Option<u64>) = (row.get(8)?, row.get(9)?);
    let state = State::parse(&row.get::<_, String>(4)?);
    Ok(Answer {
        decision: row.get(0)?,
        deal: row.get(1)?,
        session: row.get(2)?,
        what: row.get(3)?,
        state: if row.get(11)? { State::TakenBack } else { state },
        parts: row.get(5)?,
        decided_at: row.get(6)?,
        answers: row.get(7)?,
        places: first.zip(last),
        untried: row.get(10)?,
    })
}

/// Adds a decided answer with the payloads it will leave on the chain.
///
/// # Errors
/// Where the decision stands already or the database cannot be written.
pub fn add(db: &Connection, answer: &Answer, payloads: &[(String, String)]) -> Rows<()> {
    db.execute(
        "INSERT INTO outbox (decision, deal, session, what, state, parts, decided_at, answers)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            answer.decision,
            answer.deal,
            answer.session,
            answer.what,
            answer.state.as_str(),
            answer.parts,
            answer.decided_at,
            answer.answers
        ],
    )?;
    if answer.untried {
        db.execute("INSERT INTO outbox_untried (decision) VALUES (?1)", [&answer.decision])?;
    }
    for (place, (kind, hash)) in payloads.iter().enumerate() {
        db.execute(
            "INSERT INTO sent_payloads (decision, place, kind, payload_hash) VALUES (?1, ?2, ?3, ?4)",
            params![answer.decision, place, kind, hash],
        )?;
    }
    Ok(())
}

/// Sets where an answer stands, and its places once it is sent.
///
/// # Errors
/// Where the database cannot be written.
pub fn settle(db: &Connection, decision: &str, state: State, places: Option<(u64, u64)>) -> Rows<()> {
    db.execute(
        "UPDATE outbox SET state = ?2, first_seq = ?3, last_seq = ?4 WHERE decision = ?1",
        params![decision, state.as_str(), places.map(|place| place.0), places.map(|place| place.1)],
    )?;
    Ok(())
}

/// Notes that an answer is about to be handed to the host.
///
/// # Errors
/// Where the database cannot be written.
pub fn tried(db: &Connection, decision: &str) -> Rows<()> {
    db.execute("DELETE FROM outbox_untried WHERE decision = ?1", [decision])?;
    Ok(())
}

/// Takes an answer back. False, and nothing is done, where it may have been handed to the host or
/// has come to an end.
///
/// # Errors
/// Where the database cannot be written.
pub fn take_back(db: &Connection, decision: &str) -> Rows<bool> {
    let taken = db.execute(
        "UPDATE outbox SET state = ?2
         WHERE decision = ?1 AND state IN ('sending', 'unknown')
           AND decision IN (SELECT decision FROM outbox_untried)",
        [decision, State::TakenBack.as_str()],
    )?;
    if taken == 0 {
        return Ok(false);
    }
    db.execute("INSERT INTO outbox_taken_back (decision) VALUES (?1)", [decision])?;
    tried(db, decision)?;
    Ok(true)
}

/// Replaces what sending again needs (a decision that was bound to a newer head).
///
/// # Errors
/// Where the database cannot be written.
pub fn rebind(db: &Connection, decision: &str, parts: &str) -> Rows<()> {
    db.execute("UPDATE outbox SET parts = ?2 WHERE decision = ?1", [decision, parts])?;
    Ok(())
}

/// An answer.
///
/// # Errors
/// Where the database cannot be read.
pub fn get(db: &Connection, decision: &str) -> Rows<Option<Answer>> {
    Ok(db
        .query_row(&format!("SELECT {COLUMNS} FROM outbox WHERE decision = ?1"), [decision], read)
        .optional()?)
}

/// Answers of a session, in the order in which they were decided.
///
/// # Errors
/// Where the database cannot be read.
pub fn of_session(db: &Connection, session: &str) -> Rows<Vec<Answer>> {
    let sql = format!("SELECT {COLUMNS} FROM outbox WHERE session = ?1 ORDER BY rowid");
    let mut query = db.prepare_cached(&sql)?;
    let rows = query.query_map([session], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Answers that may or may not have arrived.
///
/// # Errors
/// Where the database cannot be read.
pub fn unsettled(db: &Connection) -> Rows<Vec<Answer>> {
    let sql = format!("SELECT {COLUMNS} FROM outbox WHERE state IN ('sending', 'unknown') ORDER BY rowid");
    let mut query = db.prepare_cached(&sql)?;
    let rows = query.query_map([], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// What is not settled of a session's answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Unsettled {
    /// One was tried: it may or may not have arrived.
    pub tried: bool,
    /// One waits to leave.
    pub waits: bool,
    /// One that waits is more than a message: what it answers is decided.
    pub decided: bool,
}

impl Unsettled {
    /// Of these answers.
    pub fn of<'a>(answers: impl IntoIterator<Item = &'a Answer>) -> Self {
        let open = |answer: &&Answer| matches!(answer.state, State::Sending | State::Unknown);
        answers.into_iter().filter(open).fold(Self::default(), |all, answer| Self {
            tried: all.tried || !answer.untried,
            waits: all.waits || answer.untried,
            decided: all.decided || (answer.untried && answer.what != "message"),
        })
    }
}

/// Sessions with answers that are not settled.
///
/// # Errors
/// Where the database cannot be read.
pub fn unsettled_sessions(db: &Connection) -> Rows<HashMap<String, Unsettled>> {
    let mut answers: HashMap<String, Vec<Answer>> = HashMap::new();
    for answer in unsettled(db)? {
        answers.entry(answer.session.clone()).or_default().push(answer);
    }
    Ok(answers.into_iter().map(|(session, answers)| (session, Unsettled::of(&answers))).collect())
}

/// Payloads of ours that may stand on a session's chain: kind and hash, with the place
/// where one is known.
///
/// # Errors
/// Where the database cannot be read.
pub fn payloads(db: &Connection, session: &str) -> Rows<Vec<(String, String, Option<u64>)>> {
    let mut query = db.prepare_cached(
        "SELECT p.kind, p.payload_hash, o.first_seq + p.place
         FROM sent_payloads p JOIN outbox o ON o.decision = p.decision
         WHERE o.session = ?1 AND o.state IN ('sending', 'unknown', 'sent')",
    )?;
    let rows = query.query_map([session], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
