//! MCP over streamable HTTP, by hand: a liar needs every byte of its answers in hand (text
//! that no tree can hold, a connection dropped in place of an answer, errors in six
//! shapes), which a server library rightly keeps from those who use it.

mod http;
mod rpc;
mod sessions;

use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use anp::time::Moment;
use tokio::net::TcpListener;

use crate::seller::Seller;
use sessions::Sessions;

/// How an answer is framed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    /// One JSON document.
    Json,
    /// One server-sent event.
    Sse,
}

/// What the seller takes for the time.
#[derive(Debug, Clone, Copy)]
pub enum Clock {
    /// The system's.
    System,
    /// Always this moment.
    Still(Moment),
}

impl Clock {
    fn now(self) -> Moment {
        match self {
            Self::Still(moment) => moment,
            Self::System => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                Moment::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
            }
        }
    }
}

/// How the door behaves.
#[derive(Debug, Clone, Copy)]
pub struct Manners {
    /// How answers are framed.
    pub framing: Framing,
    /// Whether `initialize` gives a session id, which is then wanted with every request.
    pub sessions: bool,
    /// What the time is.
    pub clock: Clock,
}

/// What all requests share.
struct Door {
    seller: Mutex<Seller>,
    sessions: Mutex<Sessions>,
    manners: Manners,
}

/// Serves the seller at `/mcp` until the task is dropped; `/effects` counts what was done.
///
/// # Errors
/// When the listener fails.
pub async fn serve(listener: TcpListener, seller: Seller, manners: Manners) -> std::io::Result<()> {
    let sessions = Mutex::new(Sessions::new(manners.sessions, seller.profile()));
    let door = Arc::new(Door { seller: Mutex::new(seller), sessions, manners });
    axum::serve(listener, http::router(door)).await
}
