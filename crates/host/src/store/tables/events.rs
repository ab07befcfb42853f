//! Table `events`: every event as it stands in its session's log.

use anp::event::{Actor, Event, Kind, SessionId};
use anp::log::event_json;

use super::super::{StoreFault, Stored};

/// An event as it is kept. The payload is the largest part by far and is stored once:
/// its hash is over exactly this text.
pub struct Row<'a> {
    /// Its number.
    pub seq: i64,
    /// The text in the log before the payload.
    pub head_text: String,
    /// Canonical JSON.
    pub payload: &'a str,
    /// The text in the log after the payload.
    pub tail_text: String,
}

impl<'a> Row<'a> {
    /// The row of an event.
    pub fn of(session: &SessionId, event: &'a Event) -> Stored<Self> {
        let payload = event.stated.canonical();
        let json = event_json(event);
        let (head, tail) = around(&json, payload).ok_or_else(|| StoreFault::Damaged {
            table: "events",
            what: format!("an event of {session} without its payload"),
        })?;
        Ok(Self {
            seq: i64::try_from(event.seq).unwrap_or(i64::MAX),
            head_text: head.to_owned(),
            payload,
            tail_text: tail.to_owned(),
        })
    }
}

/// What stands before and after the payload. Before it stands no text from outside, so
/// its first mark is its place.
fn around<'a>(json: &'a str, payload: &str) -> Option<(&'a str, &'a str)> {
    const MARK: &str = "\"payload\":";
    let (head, tail) = json.split_at_checked(json.find(MARK)? + MARK.len())?;
    Some((head, tail.strip_prefix(payload)?))
}

/// The table.
pub trait Events {
    /// Writes an event at its place; a second one there is refused by the key.
    fn insert_event(&self, session: &SessionId, event: &Event) -> Stored<()>;
    /// The texts of a session's events behind `after`, in order.
    fn event_texts(&self, session: &SessionId, after: u64) -> Stored<Vec<String>>;
    /// The payload of a party's last event of a kind.
    fn last_payload(&self, session: &SessionId, actor: Actor, kind: Kind) -> Stored<Option<String>>;
}
