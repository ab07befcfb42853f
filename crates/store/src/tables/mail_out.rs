//! Mails that were decided to be sent, and what became of them.

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE mail_out (
    decision   TEXT    NOT NULL PRIMARY KEY,
    deal       TEXT    NOT NULL REFERENCES deals (id),
    account    TEXT    NOT NULL,
    message_id TEXT    NOT NULL UNIQUE,
    subject    TEXT    NOT NULL,
    recipients TEXT    NOT NULL,
    raw        BLOB    NOT NULL,
    state      TEXT    NOT NULL,
    cause      TEXT    NOT NULL,
    by_name    TEXT    NOT NULL,
    decided_at TEXT    NOT NULL,
    filed      INTEGER NOT NULL
) STRICT;
CREATE INDEX mail_out_by_deal ON mail_out (deal);
";

/// What became of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It was begun; a program that died may have left it so: it may have arrived.
    Sending,
    /// The server took it.
    Sent,
    /// The answer to its text was lost: it may have arrived.
    Unknown,
    /// It was surely not sent.
    NotSent,
    /// A person found out that it arrived.
    FoundSent,
    /// A person found out that it did not.
    FoundNotSent,
}

const NAMES: [(Fate, &str); 6] = [
    (Fate::Sending, "sending"),
    (Fate::Sent, "sent"),
    (Fate::Unknown, "unknown"),
    (Fate::NotSent, "not_sent"),
    (Fate::FoundSent, "found_sent"),
    (Fate::FoundNotSent, "found_not_sent"),
];

impl Fate {
    /// Its name where it rests, and in records.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(fate, _)| *fate == self).map_or("unknown", |(_, name)| name)
    }

    /// What nobody knows the name of may have arrived.
    fn of(name: &str) -> Self {
        NAMES.iter().find(|(_, known)| *known == name).map_or(Self::Unknown, |(fate, _)| *fate)
    }
}

/// A mail on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaving {
    /// Id of the decision.
    pub decision: String,
    /// The deal.
    pub deal: String,
    /// The account that it leaves through.
    pub account: String,
    /// Its identifier.
    pub message_id: String,
    /// Its subject.
    pub subject: String,
    /// To whom, as a JSON list.
    pub recipients: String,
    /// Its bytes.
    pub raw: Vec<u8>,
    /// What became of it.
    pub fate: Fate,
    /// Why, as a name that the window has words for; empty where there is nothing to say.
    pub cause: String,
    /// Who decided.
    pub by_name: String,
    /// When.
    pub decided_at: String,
    /// Whether a copy lies in the folder of what was sent.
    pub filed: bool,
}

const COLUMNS: &str =
    "decision, deal, account, message_id, subject, recipients, raw, state, cause, by_name, decided_at, filed";

fn read(row: &Row<'_>) -> rusqlite::Result<Leaving> {
    let state: String = row.get(7)?;
    Ok(Leaving {
        decision: row.get(0)?,
        deal: row.get(1)?,
        account: row.get(2)?,
        message_id: row.get(3)?,
        subject: row.get(4)?,
        recipients: row.get(5)?,
        raw: row.get(6)?,
        fate: Fate::of(&state),
        cause: row.get(8)?,
        by_name: row.get(9)?,
        decided_at: row.get(10)?,
        filed: row.get(11)?,
    })
}

/// Adds a mail before its first byte leaves. One of the same bytes that surely was not sent makes room:
/// its identifier is told apart by the decision. One that may have arrived does not.
///
/// # Errors
/// Where the database cannot be written, or a mail of this identifier may have arrived.
pub fn add(db: &Connection, mail: &Leaving) -> Rows<()> {
    db.execute(
        "UPDATE mail_out SET message_id = message_id || ' ' || decision
         WHERE message_id = ?1 AND state IN ('not_sent', 'found_not_sent')",
        [&mail.message_id],
    )?;
    db.execute(
        &format!(
            "INSERT INTO mail_out ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
        ),
        params![
            mail.decision,
            mail.deal,
            mail.account,
            mail.message_id,
            mail.subject,
            mail.recipients,
            mail.raw,
            mail.fate.name(),
            mail.cause,
            mail.by_name,
            mail.decided_at,
            mail.filed,
        ],
    )?;
    Ok(())
}

/// Takes down what became of a mail, if it is still what it was thought to be. True where
/// it was.
///
/// # Errors
/// Where the database cannot be written.
pub fn settle(db: &Connection, decision: &str, from: Fate, to: Fate, cause: &str) -> Rows<bool> {
    let changed = db.execute(
        "UPDATE mail_out SET state = ?3, cause = ?4 WHERE decision = ?1 AND state = ?2",
        params![decision, from.name(), to.name(), cause],
    )?;
    Ok(changed == 1)
}

/// Takes down that a copy was filed.
///
/// # Errors
/// Where the database cannot be written.
pub fn filed(db: &Connection, decision: &str) -> Rows<()> {
    db.execute("UPDATE mail_out SET filed = 1 WHERE decision = ?1", [decision])?;
    Ok(())
}

/// What a program that died left in the midst may have arrived.
///
/// # Errors
/// Where the database cannot be written.
pub fn after_a_stop(db: &Connection) -> Rows<()> {
    db.execute("UPDATE mail_out SET state = 'unknown', cause = 'closed' WHERE state = 'sending'", [])?;
    Ok(())
}

/// A mail.
///
/// # Errors
/// Where the database cannot be read.
pub fn get(db: &Connection, decision: &str) -> Rows<Option<Leaving>> {
    let sql = format!("SELECT {COLUMNS} FROM mail_out WHERE decision = ?1");
    Ok(db.query_row(&sql, [decision], read).optional()?)
}

/// The mail with this identifier.
///
/// # Errors
/// Where the database cannot be read.
pub fn by_message_id(db: &Connection, message_id: &str) -> Rows<Option<Leaving>> {
    let sql = format!("SELECT {COLUMNS} FROM mail_out WHERE message_id = ?1");
    Ok(db.query_row(&sql, [message_id], read).optional()?)
}

/// A deal's mails, the oldest first.
///
/// # Errors
/// Where the database cannot be read.
pub fn of_deal(db: &Connection, deal: &str) -> Rows<Vec<Leaving>> {
    let mut query =
        db.prepare_cached(&format!("SELECT {COLUMNS} FROM mail_out WHERE deal = ?1 ORDER BY decided_at"))?;
    let rows = query.query_map([deal], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// An account's sent mails without a copy in the folder of what was sent.
///
/// # Errors
/// Where the database cannot be read.
pub fn unfiled(db: &Connection, account: &str) -> Rows<Vec<Leaving>> {
    let mut query = db.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM mail_out
         WHERE account = ?1 AND filed = 0 AND state IN ('sent', 'found_sent') ORDER BY decided_at"
    ))?;
    let rows = query.query_map([account], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}
