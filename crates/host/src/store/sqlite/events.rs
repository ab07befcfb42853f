//! Table `events`.

use anp::event::{Actor, Event, Kind, SessionId};
use rusqlite::{Connection, OptionalExtension as _, params};

use super::super::Stored;
use super::super::tables::events::{Events, Row};

pub(super) const SQL: &str = "
CREATE TABLE events (
    session TEXT NOT NULL REFERENCES sessions (id),
    seq INTEGER NOT NULL,
    actor TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- Canonical JSON of the payload: its hash is over exactly this text.
    payload TEXT NOT NULL,
    -- The event's text in the log, before and after the payload.
    head_text TEXT NOT NULL,
    tail_text TEXT NOT NULL,
    PRIMARY KEY (session, seq)
) STRICT;
CREATE INDEX events_by_author ON events (session, actor, kind, seq);
";

impl Events for Connection {
    fn insert_event(&self, session: &SessionId, event: &Event) -> Stored<()> {
        let row = Row::of(session, event)?;
        self.prepare_cached(
            "INSERT INTO events (session, seq, actor, kind, payload, head_text, tail_text) VALUES (?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            session.as_str(),
            row.seq,
            event.actor.as_str(),
            event.stated.kind().as_str(),
            row.payload,
            row.head_text,
            row.tail_text
        ])?;
        Ok(())
    }

    fn event_texts(&self, session: &SessionId, after: u64) -> Stored<Vec<String>> {
        let mut statement = self.prepare_cached(
            "SELECT head_text || payload || tail_text FROM events WHERE session = ? AND seq > ? ORDER BY seq",
        )?;
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        let rows = statement.query_map(params![session.as_str(), after], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    fn last_payload(&self, session: &SessionId, actor: Actor, kind: Kind) -> Stored<Option<String>> {
        Ok(self
            .prepare_cached(
                "SELECT payload FROM events WHERE session = ? AND actor = ? AND kind = ? \
                 ORDER BY seq DESC LIMIT 1",
            )?
            .query_row(params![session.as_str(), actor.as_str(), kind.as_str()], |row| row.get(0))
            .optional()?)
    }
}
