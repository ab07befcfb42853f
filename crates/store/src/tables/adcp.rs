//! A deal's seller of media, what was asked of it, and what it answered, byte for byte.
//!
//! Proposals, their family tree and holds are read off the answers whenever they are wanted, and judged
//! again: they stand in no table of their own, so that none can disagree with the bytes.

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE adcp_sellers (
    deal         TEXT NOT NULL PRIMARY KEY REFERENCES deals (id),
    id           TEXT NOT NULL UNIQUE,
    url          TEXT NOT NULL,
    account      TEXT NOT NULL,
    brand        TEXT NOT NULL,
    capabilities BLOB NOT NULL,
    tools        TEXT NOT NULL,
    asked_at     TEXT NOT NULL
) STRICT;
CREATE TABLE adcp_requests (
    key        TEXT    NOT NULL PRIMARY KEY,
    deal       TEXT    NOT NULL REFERENCES deals (id),
    number     INTEGER NOT NULL,
    tool       TEXT    NOT NULL,
    arguments  TEXT    NOT NULL,
    decision   TEXT    NOT NULL UNIQUE,
    parts      TEXT    NOT NULL,
    by_name    TEXT    NOT NULL,
    decided_at TEXT    NOT NULL,
    replay_s   INTEGER NOT NULL,
    state      TEXT    NOT NULL,
    sends      INTEGER NOT NULL,
    task       TEXT    NOT NULL,
    due_ms     INTEGER,
    trouble    TEXT    NOT NULL,
    UNIQUE (deal, number)
) STRICT;
CREATE TABLE adcp_answers (
    key     TEXT    NOT NULL REFERENCES adcp_requests (key),
    place   INTEGER NOT NULL,
    kind    TEXT    NOT NULL,
    came_at TEXT    NOT NULL,
    message BLOB    NOT NULL,
    PRIMARY KEY (key, place)
) STRICT;
";

/// A deal's seller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seller {
    /// The deal.
    pub deal: String,
    /// Id of it here: the name of its secret.
    pub id: String,
    /// Address of its endpoint.
    pub url: String,
    /// The account that buys, as JSON.
    pub account: String,
    /// Domain of the brand.
    pub brand: String,
    /// What it said of itself last, as it came; empty where it never answered.
    pub capabilities: Vec<u8>,
    /// Names of the tools that it serves, as a JSON list.
    pub tools: String,
    /// When it was asked last; empty where it never answered.
    pub asked_at: String,
}

/// Where a request stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Decided, and not sent: nothing can have arrived.
    Due,
    /// It was sent and nothing is known: it may have arrived. A program that died leaves it so.
    Sent,
    /// The seller asks to wait before it is sent again: nothing was done.
    Waiting,
    /// The seller works on it, under a task.
    Pending,
    /// It is answered.
    Answered,
    /// It was refused: nothing was done.
    Refused,
    /// The seller waits for something that cannot be given here.
    NeedsInput,
    /// A person gave up finding out what became of it.
    GivenUp,
}

const NAMES: [(State, &str); 8] = [
    (State::Due, "due"),
    (State::Sent, "sent"),
    (State::Waiting, "waiting"),
    (State::Pending, "pending"),
    (State::Answered, "answered"),
    (State::Refused, "refused"),
    (State::NeedsInput, "needs_input"),
    (State::GivenUp, "given_up"),
];

impl State {
    /// Its name where it rests, and in records.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(state, _)| *state == self).map_or("sent", |(_, name)| name)
    }

    /// What nobody knows the name of may have arrived.
    fn of(name: &str) -> Self {
        NAMES.iter().find(|(_, known)| *known == name).map_or(Self::Sent, |(state, _)| *state)
    }
}

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The idempotency key.
    pub key: String,
    /// The deal.
    pub deal: String,
    /// Number within the deal, from 1.
    pub number: u32,
    /// The task's name.
    pub tool: String,
    /// Its arguments, as they are sent for good.
    pub arguments: String,
    /// Id of the decision.
    pub decision: String,
    /// The signed answer, to be taken up again.
    pub parts: String,
    /// Who decided.
    pub by_name: String,
    /// When.
    pub decided_at: String,
    /// How long the seller knows the key again, in seconds.
    pub replay_s: u32,
    /// Where it stands.
    pub state: State,
    /// How often it was sent.
    pub sends: u32,
    /// The seller's task; empty where there is none.
    pub task: String,
    /// When it is to be sent or asked for again, in milliseconds since 1970.
    pub due_ms: Option<i64>,
    /// The last trouble on the line, as JSON; empty where there was none.
    pub trouble: String,
}

/// A message that came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Its number here, in the order in which messages came of all requests; 0 until it is kept.
    pub number: u64,
    /// Whether it answers the task itself, or a question for where it stands.
    pub kind: Kind,
    /// When.
    pub came_at: String,
    /// Its bytes.
    pub message: Vec<u8>,
}

/// What a message answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The task.
    Call,
    /// The question where the task stands.
    Status,
}

const REQUEST: &str = "key, deal, number, tool, arguments, decision, parts, by_name, decided_at, replay_s, \
                       state, sends, task, due_ms, trouble";

fn request(row: &Row<'_>) -> rusqlite::Result<Request> {
    let state: String = row.get(10)?;
    Ok(Request {
        key: row.get(0)?,
        deal: row.get(1)?,
        number: row.get(2)?,
        tool: row.get(3)?,
        arguments: row.get(4)?,
        decision: row.get(5)?,
        parts: row.get(6)?,
        by_name: row.get(7)?,
        decided_at: row.get(8)?,
        replay_s: row.get(9)?,
        state: State::of(&state),
        sends: row.get(11)?,
        task: row.get(12)?,
        due_ms: row.get(13)?,
        trouble: row.get(14)?,
    })
}

/// Gives a deal its seller, in the place of one that was there.
///
/// # Errors
/// Where the database cannot be written.
pub fn put_seller(db: &Connection, seller: &Seller) -> Rows<()> {
    db.execute(
        "INSERT INTO adcp_sellers (deal, id, url, account, brand, capabilities, tools, asked_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (deal) DO UPDATE SET url = excluded.url, account = excluded.account,
             brand = excluded.brand, capabilities = excluded.capabilities, tools = excluded.tools,
             asked_at = excluded.asked_at",
        params![
            seller.deal,
            seller.id,
            seller.url,
            seller.account,
            seller.brand,
            seller.capabilities,
            seller.tools,
            seller.asked_at,
        ],
    )?;
    Ok(())
}

/// A deal's seller.
///
/// # Errors
/// Where the database cannot be read.
pub fn seller(db: &Connection, deal: &str) -> Rows<Option<Seller>> {
    let sql = "SELECT deal, id, url, account, brand, capabilities, tools, asked_at
               FROM adcp_sellers WHERE deal = ?1";
    let read = |row: &Row<'_>| {
        Ok(Seller {
            deal: row.get(0)?,
            id: row.get(1)?,
            url: row.get(2)?,
            account: row.get(3)?,
            brand: row.get(4)?,
            capabilities: row.get(5)?,
            tools: row.get(6)?,
            asked_at: row.get(7)?,
        })
    };
    Ok(db.query_row(sql, [deal], read).optional()?)
}

/// Adds a request before its first byte leaves.
///
/// # Errors
/// Where the key or the number is taken, or the database cannot be written.
pub fn add(db: &Connection, request: &Request) -> Rows<()> {
    db.execute(
        &format!(
            "INSERT INTO adcp_requests ({REQUEST})
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"
        ),
        params![
            request.key,
            request.deal,
            request.number,
            request.tool,
            request.arguments,
            request.decision,
            request.parts,
            request.by_name,
            request.decided_at,
            request.replay_s,
            request.state.name(),
            request.sends,
            request.task,
            request.due_ms,
            request.trouble,
        ],
    )?;
    Ok(())
}

/// One request.
///
/// # Errors
/// Where the database cannot be read.
pub fn get(db: &Connection, key: &str) -> Rows<Option<Request>> {
    let sql = format!("SELECT {REQUEST} FROM adcp_requests WHERE key = ?1");
    Ok(db.query_row(&sql, [key], request).optional()?)
}

/// A deal's requests, in order.
///
/// # Errors
/// Where the database cannot be read.
pub fn of_deal(db: &Connection, deal: &str) -> Rows<Vec<Request>> {
    let mut asked =
        db.prepare_cached(&format!("SELECT {REQUEST} FROM adcp_requests WHERE deal = ?1 ORDER BY number"))?;
    let rows = asked.query_map([deal], request)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Requests of all deals that are due at a time, the longest due first.
///
/// # Errors
/// Where the database cannot be read.
pub fn due(db: &Connection, now_ms: i64) -> Rows<Vec<Request>> {
    let mut asked = db.prepare_cached(&format!(
        "SELECT {REQUEST} FROM adcp_requests WHERE due_ms <= ?1 ORDER BY due_ms, number"
    ))?;
    let rows = asked.query_map([now_ms], request)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// When the next request is due, in milliseconds since 1970.
///
/// # Errors
/// Where the database cannot be read.
pub fn next_due(db: &Connection) -> Rows<Option<i64>> {
    Ok(db.query_row("SELECT min(due_ms) FROM adcp_requests", [], |row| row.get(0))?)
}

/// Writes down where a request stands.
///
/// # Errors
/// Where the database cannot be written.
pub fn stand(db: &Connection, request: &Request) -> Rows<()> {
    db.execute(
        "UPDATE adcp_requests SET state = ?2, sends = ?3, task = ?4, due_ms = ?5, trouble = ?6
         WHERE key = ?1",
        params![
            request.key,
            request.state.name(),
            request.sends,
            request.task,
            request.due_ms,
            request.trouble,
        ],
    )?;
    Ok(())
}

/// What a program that died left in the midst is looked at at once.
///
/// # Errors
/// Where the database cannot be written.
pub fn after_a_stop(db: &Connection) -> Rows<()> {
    db.execute(
        "UPDATE adcp_requests SET due_ms = 0
         WHERE state IN ('due', 'sent') AND due_ms IS NULL AND trouble = ''",
        [],
    )?;
    Ok(())
}

/// Keeps a message as it came, behind those that came before. Gives its place among them, from 1.
///
/// # Errors
/// Where the database cannot be written.
pub fn keep(db: &Connection, key: &str, answer: &Answer) -> Rows<u64> {
    let kind = if answer.kind == Kind::Status { "status" } else { "call" };
    db.execute(
        "INSERT INTO adcp_answers (key, place, kind, came_at, message)
         SELECT ?1, coalesce(max(place), 0) + 1, ?2, ?3, ?4 FROM adcp_answers WHERE key = ?1",
        params![key, kind, answer.came_at, answer.message],
    )?;
    Ok(db.query_row("SELECT max(place) FROM adcp_answers WHERE key = ?1", [key], |row| row.get(0))?)
}

/// The messages that came to a request, in order.
///
/// # Errors
/// Where the database cannot be read.
pub fn answers(db: &Connection, key: &str) -> Rows<Vec<Answer>> {
    let mut asked = db.prepare_cached(
        "SELECT kind, came_at, message, rowid FROM adcp_answers WHERE key = ?1 ORDER BY place",
    )?;
    let rows = asked.query_map([key], |row| {
        let kind: String = row.get(0)?;
        let kind = if kind == "status" { Kind::Status } else { Kind::Call };
        Ok(Answer { kind, came_at: row.get(1)?, message: row.get(2)?, number: row.get(3)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Every deal that asked a seller for something, with a text that is another one as soon as anything of its
/// requests, their answers or the seller's capabilities changes.
///
/// # Errors
/// Where the database cannot be read.
pub fn marks(db: &Connection) -> Rows<Vec<(String, String)>> {
    let mut asked = db.prepare_cached(
        "SELECT deal, group_concat(mark, ' ') FROM (
             SELECT r.deal AS deal, r.number || r.state || r.sends || ':' || coalesce(max(a.rowid), 0)
                    || coalesce(s.asked_at, '') AS mark
             FROM adcp_requests r LEFT JOIN adcp_answers a ON a.key = r.key
             LEFT JOIN adcp_sellers s ON s.deal = r.deal
             GROUP BY r.key ORDER BY r.deal, r.number
         ) GROUP BY deal",
    )?;
    let rows = asked.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
