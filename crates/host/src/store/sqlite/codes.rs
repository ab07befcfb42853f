//! Table `codes`.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::super::Stored;
use super::super::tables::Hold;
use super::super::tables::codes::{Codes, MailedCode, Row};

pub(super) const SQL: &str = "
CREATE TABLE codes (
    agent TEXT PRIMARY KEY REFERENCES agents (id),
    salt TEXT NOT NULL,
    -- Of the code, bound to the registration; the code itself stands nowhere.
    hash TEXT NOT NULL,
    asked_by TEXT NOT NULL,
    asked_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    -- sending, sent, not_sent or unknown.
    delivery TEXT NOT NULL,
    -- Wrong tries.
    wrong INTEGER NOT NULL,
    -- Who answered with it, and when; empty while nobody has.
    answered_by TEXT NOT NULL,
    answered_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
";

const COLUMNS: &str = "agent, salt, hash, asked_by, asked_at, expires_at, delivery, wrong, answered_by, \
     answered_at";

fn row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    Ok(Row {
        agent: row.get("agent")?,
        salt: row.get("salt")?,
        hash: row.get("hash")?,
        asked_by: row.get("asked_by")?,
        asked_at: row.get("asked_at")?,
        expires_at: row.get("expires_at")?,
        delivery: row.get("delivery")?,
        wrong: row.get("wrong")?,
        answered_by: row.get("answered_by")?,
        answered_at: row.get("answered_at")?,
    })
}

impl Codes for Connection {
    fn code_of(&self, agent: &str, _: Hold) -> Stored<Option<MailedCode>> {
        self.prepare_cached(&format!("SELECT {COLUMNS} FROM codes WHERE agent = ?"))?
            .query_row([agent], row)
            .optional()?
            .map(Row::code)
            .transpose()
    }

    fn write_code(&self, code: &MailedCode) -> Stored<()> {
        let row = Row::from(code);
        self.prepare_cached(&format!(
            "INSERT OR REPLACE INTO codes ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        ))?
        .execute(params![
            row.agent,
            row.salt,
            row.hash,
            row.asked_by,
            row.asked_at,
            row.expires_at,
            row.delivery,
            row.wrong,
            row.answered_by,
            row.answered_at
        ])?;
        Ok(())
    }

    fn count_wrong(&self, agent: &str) -> Stored<()> {
        self.prepare_cached("UPDATE codes SET wrong = wrong + 1 WHERE agent = ?")?.execute([agent])?;
        Ok(())
    }
}
