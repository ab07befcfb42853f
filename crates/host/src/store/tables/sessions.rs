//! Table `sessions`: each session's two parties and the end of its chain.

use anp::digest::EventHash;
use anp::event::{Head, SessionId};
use anp::log::SessionWord;
use anp::time::Moment;

use super::super::{StoreFault, Stored};
use super::Hold;
use crate::chain::Chain;

/// A session.
#[derive(Debug, Clone)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// The vendor's registration.
    pub agent: String,
    /// The opening of the channel that it belongs to; 0 for the sandbox.
    pub opening: i64,
    /// Time of the first event.
    pub opened_at: String,
    /// Time of the close.
    pub closed_at: Option<String>,
    /// The last event.
    pub head: Head,
    /// Its time.
    pub last_at: String,
}

impl Session {
    /// Whether it runs against the sandbox.
    pub const fn sandbox(&self) -> bool {
        self.opening == 0
    }

    /// What the host says of it.
    pub fn word(&self) -> SessionWord {
        SessionWord {
            id: self.id.clone(),
            sandbox: self.sandbox(),
            closed_at: self.closed_at.clone(),
            opened_at: self.opened_at.clone(),
            head: self.head.clone(),
        }
    }

    /// The end of its chain.
    pub fn chain(&self) -> Stored<Chain> {
        let last = Moment::parse(&self.last_at).map_err(|_| damaged(self.id.as_str(), "time"))?;
        Ok(Chain::stored(self.id.clone(), self.head.clone(), last, self.closed_at.is_some()))
    }
}

fn damaged(id: &str, what: &str) -> StoreFault {
    StoreFault::Damaged { table: "sessions", what: format!("no {what} of {id}") }
}

/// A row as it is kept.
pub struct Row {
    pub id: String,
    pub agent: String,
    pub opening: i64,
    pub opened_at: String,
    /// Empty while it is open.
    pub closed_at: String,
    pub event_count: i64,
    pub chain_head: String,
    pub last_at: String,
}

impl Row {
    /// The session that it says.
    pub fn session(self) -> Stored<Session> {
        let (Some(id), Ok(hash), Ok(seq)) =
            (SessionId::parse(&self.id), EventHash::parse(&self.chain_head), u64::try_from(self.event_count))
        else {
            return Err(damaged(&self.id, "head"));
        };
        Ok(Session {
            id,
            agent: self.agent,
            opening: self.opening,
            opened_at: self.opened_at,
            closed_at: (!self.closed_at.is_empty()).then_some(self.closed_at),
            head: Head { seq, hash },
            last_at: self.last_at,
        })
    }
}

/// A session and the end of its chain, as they are kept.
pub fn end((id, event_count, chain_head): (String, i64, String)) -> Stored<(SessionId, Head)> {
    let (Some(session), Ok(hash), Ok(seq)) =
        (SessionId::parse(&id), EventHash::parse(&chain_head), u64::try_from(event_count))
    else {
        return Err(damaged(&id, "head"));
    };
    Ok((session, Head { seq, hash }))
}

impl From<&Session> for Row {
    fn from(session: &Session) -> Self {
        Self {
            id: session.id.as_str().to_owned(),
            agent: session.agent.clone(),
            opening: session.opening,
            opened_at: session.opened_at.clone(),
            closed_at: session.closed_at.clone().unwrap_or_default(),
            event_count: i64::try_from(session.head.seq).unwrap_or(i64::MAX),
            chain_head: session.head.hash.to_string(),
            last_at: session.last_at.clone(),
        }
    }
}

/// The table.
pub trait Sessions {
    /// A session by id.
    fn session(&self, id: &str, hold: Hold) -> Stored<Option<Session>>;
    /// The ids of all, in an order that stays.
    fn session_ids(&self) -> Stored<Vec<String>>;
    /// Where each live one ends; none of the sandbox's.
    fn live_heads(&self) -> Stored<Vec<(SessionId, Head)>>;
    /// Writes a session, new or further than before.
    fn write_session(&self, session: &Session) -> Stored<()>;
}
