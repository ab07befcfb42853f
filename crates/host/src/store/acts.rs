//! Table `acts`: who switched, verified, revoked or enrolled.

use anp::time::Moment;
use rusqlite::{Connection, params};

use super::Stored;

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

/// Who acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Who {
    /// A person, by id.
    Person(String),
    /// Whoever holds the host's machine.
    LocalOperator,
}

impl Who {
    /// As it is recorded.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Person(id) => id,
            Self::LocalOperator => "local operator",
        }
    }
}

/// Records an act.
pub(super) fn record(connection: &Connection, at: Moment, who: &Who, act: &str, subject: &str) -> Stored<()> {
    connection
        .prepare_cached("INSERT INTO acts (at, who, act, subject) VALUES (?, ?, ?, ?)")?
        .execute(params![at.to_text(), who.as_str(), act, subject])?;
    Ok(())
}
