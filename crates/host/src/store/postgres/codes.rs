//! Table `codes`.

use super::super::Stored;
use super::super::tables::Hold;
use super::super::tables::codes::{Codes, MailedCode, Row};
use super::work::{Work, lock};

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
    wrong BIGINT NOT NULL,
    -- Who answered with it, and when; empty while nobody has.
    answered_by TEXT NOT NULL,
    answered_at TEXT NOT NULL
);
";

const COLUMNS: &str = "agent, salt, hash, asked_by, asked_at, expires_at, delivery, wrong, answered_by, \
     answered_at";

impl Codes for Work<'_> {
    fn code_of(&self, agent: &str, hold: Hold) -> Stored<Option<MailedCode>> {
        let sql = format!("SELECT {COLUMNS} FROM codes WHERE agent = $1{}", lock(hold));
        let read = |row: &tokio_postgres::Row| {
            Row {
                agent: row.try_get("agent")?,
                salt: row.try_get("salt")?,
                hash: row.try_get("hash")?,
                asked_by: row.try_get("asked_by")?,
                asked_at: row.try_get("asked_at")?,
                expires_at: row.try_get("expires_at")?,
                delivery: row.try_get("delivery")?,
                wrong: row.try_get("wrong")?,
                answered_by: row.try_get("answered_by")?,
                answered_at: row.try_get("answered_at")?,
            }
            .code()
        };
        self.row(&sql, &[&agent])?.as_ref().map(read).transpose()
    }

    fn write_code(&self, code: &MailedCode) -> Stored<()> {
        let row = Row::from(code);
        self.execute(
            &format!(
                "INSERT INTO codes ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
                 ON CONFLICT (agent) DO UPDATE SET salt = excluded.salt, hash = excluded.hash, \
                 asked_by = excluded.asked_by, asked_at = excluded.asked_at, \
                 expires_at = excluded.expires_at, delivery = excluded.delivery, \
                 wrong = excluded.wrong, answered_by = excluded.answered_by, \
                 answered_at = excluded.answered_at"
            ),
            &[
                &row.agent,
                &row.salt,
                &row.hash,
                &row.asked_by,
                &row.asked_at,
                &row.expires_at,
                &row.delivery,
                &row.wrong,
                &row.answered_by,
                &row.answered_at,
            ],
        )?;
        Ok(())
    }

    fn count_wrong(&self, agent: &str) -> Stored<()> {
        self.execute("UPDATE codes SET wrong = wrong + 1 WHERE agent = $1", &[&agent])?;
        Ok(())
    }
}
