//! Table `events`: every event as it stands in its session's log.

use anp::event::{Actor, Event, Kind, SessionId};
use anp::log::event_json;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::{StoreFault, Stored};

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

/// Writes an event at its place; a second one there is refused by the key.
pub(super) fn insert(connection: &Connection, session: &SessionId, event: &Event) -> Stored<()> {
    let payload = event.stated.canonical();
    let json = event_json(event);
    let (head_text, tail_text) = around(&json, payload).ok_or_else(|| StoreFault::Damaged {
        table: "events",
        what: format!("an event of {session} without its payload"),
    })?;
    connection
        .prepare_cached(
            "INSERT INTO events (session, seq, actor, kind, payload, head_text, tail_text) VALUES (?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            session.as_str(),
            i64::try_from(event.seq).unwrap_or(i64::MAX),
            event.actor.as_str(),
            event.stated.kind().as_str(),
            payload,
            head_text,
            tail_text
        ])?;
    Ok(())
}

/// What stands before and after the payload, which is the largest part by far and is
/// stored once. Before it stands no text from outside, so its first mark is its place.
fn around<'a>(json: &'a str, payload: &str) -> Option<(&'a str, &'a str)> {
    const MARK: &str = "\"payload\":";
    let (head, tail) = json.split_at_checked(json.find(MARK)? + MARK.len())?;
    Some((head, tail.strip_prefix(payload)?))
}

/// The texts of a session's events behind `after`, in order.
pub(super) fn texts(connection: &Connection, session: &SessionId, after: u64) -> Stored<Vec<String>> {
    let mut statement = connection.prepare_cached(
        "SELECT head_text || payload || tail_text FROM events WHERE session = ? AND seq > ? ORDER BY seq",
    )?;
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    let rows = statement.query_map(params![session.as_str(), after], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The payload of a party's last event of a kind.
pub(super) fn last_payload(
    connection: &Connection,
    session: &SessionId,
    actor: Actor,
    kind: Kind,
) -> Stored<Option<String>> {
    Ok(connection
        .prepare_cached(
            "SELECT payload FROM events WHERE session = ? AND actor = ? AND kind = ? ORDER BY seq DESC LIMIT 1",
        )?
        .query_row(params![session.as_str(), actor.as_str(), kind.as_str()], |row| row.get(0))
        .optional()?)
}
