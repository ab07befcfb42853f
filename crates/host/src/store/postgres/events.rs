//! Table `events`.

use anp::event::{Actor, Event, Kind, SessionId};

use super::super::Stored;
use super::super::tables::events::{Events, Row};
use super::work::Work;

pub(super) const SQL: &str = "
CREATE TABLE events (
    session TEXT NOT NULL REFERENCES sessions (id),
    seq BIGINT NOT NULL,
    actor TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- Canonical JSON of the payload: its hash is over exactly this text.
    payload TEXT NOT NULL,
    -- The event's text in the log, before and after the payload.
    head_text TEXT NOT NULL,
    tail_text TEXT NOT NULL,
    PRIMARY KEY (session, seq)
);
CREATE INDEX events_by_author ON events (session, actor, kind, seq);
";

impl Events for Work<'_> {
    fn insert_event(&self, session: &SessionId, event: &Event) -> Stored<()> {
        let row = Row::of(session, event)?;
        self.execute(
            "INSERT INTO events (session, seq, actor, kind, payload, head_text, tail_text) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            &[
                &session.as_str(),
                &row.seq,
                &event.actor.as_str(),
                &event.stated.kind().as_str(),
                &row.payload,
                &row.head_text,
                &row.tail_text,
            ],
        )?;
        Ok(())
    }

    fn event_texts(&self, session: &SessionId, after: u64) -> Stored<Vec<String>> {
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        self.rows(
            "SELECT head_text || payload || tail_text AS text FROM events \
             WHERE session = $1 AND seq > $2 ORDER BY seq",
            &[&session.as_str(), &after],
        )?
        .iter()
        .map(|row| Ok(row.try_get("text")?))
        .collect()
    }

    fn last_payload(&self, session: &SessionId, actor: Actor, kind: Kind) -> Stored<Option<String>> {
        let row = self.row(
            "SELECT payload FROM events WHERE session = $1 AND actor = $2 AND kind = $3 \
             ORDER BY seq DESC LIMIT 1",
            &[&session.as_str(), &actor.as_str(), &kind.as_str()],
        )?;
        row.map(|row| Ok(row.try_get("payload")?)).transpose()
    }
}
