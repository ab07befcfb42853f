//! Table `acts`.

use anp::time::Moment;
use rusqlite::{Connection, params};

use super::super::Stored;
use super::super::tables::acts::{Acts, Who};

pub(super) const SQL: &str = "
CREATE TABLE acts (
    place INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    -- A person's id, or 'local operator'.
    who TEXT NOT NULL,
    act TEXT NOT NULL,
    -- What it was done to.
    subject TEXT NOT NULL
) STRICT;
";

impl Acts for Connection {
    fn record_act(&self, at: Moment, who: &Who, act: &str, subject: &str) -> Stored<()> {
        self.prepare_cached("INSERT INTO acts (at, who, act, subject) VALUES (?, ?, ?, ?)")?
            .execute(params![at.to_text(), who.as_str(), act, subject])?;
        Ok(())
    }
}
