//! The change feed, as a long poll.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};

use super::super::Door;
use super::super::admit;
use super::super::answer::Denial;
use super::super::fields::bad;
use super::Answer;
use super::shapes::{Changes, json};
use crate::store::feed::Feed;

/// Longest wait, in seconds.
const LONGEST: u64 = 30;

/// Where the cursor stands in `/api/buyer/v1/changes/{cursor}`.
const CURSOR: usize = 4;

fn cursor(text: &str) -> Result<i64, Denial> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let cursor = digits.then(|| text.parse().ok()).flatten();
    cursor.ok_or_else(|| bad("cursor", "must be a number in decimal digits, below 2^63"))
}

fn wait(query: Option<&str>) -> Result<Duration, Denial> {
    let fields = query.unwrap_or_default().split('&');
    let mut waits = fields.filter_map(|field| field.strip_prefix("wait="));
    let Some(text) = waits.next() else { return Ok(Duration::ZERO) };
    let seconds = text.parse().ok().filter(|seconds| *seconds <= LONGEST);
    seconds.map(Duration::from_secs).ok_or_else(|| bad("wait", "must be 0 to 30 seconds"))
}

/// `GET changes/{cursor}?wait=SECONDS`
pub async fn since(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    let admitted = admit::person(&door, request).await?;
    let cursor = cursor(admitted.segment(CURSOR))?;
    let wait = wait(admitted.query.as_deref())?;
    let _held = match wait {
        Duration::ZERO => None,
        _ => Some((door.polls.hold(&admitted.by.id, door.limits.polls)?, door.measures.poll())),
    };
    json(&Changes::from(feed(&door, cursor, wait).await?))
}

async fn feed(door: &Door, cursor: i64, wait: Duration) -> Result<Feed, Denial> {
    let mut moved = door.store.moved();
    let mut ending = door.ending.clone();
    let patience = tokio::time::sleep(wait);
    tokio::pin!(patience);
    loop {
        // Whatever is committed after this mark wakes the wait below.
        moved.mark_unchanged();
        let feed = door.store.feed(cursor).await?;
        if feed.rewound || !feed.changes.is_empty() {
            return Ok(feed);
        }
        tokio::select! {
            () = &mut patience => return Ok(feed),
            _ = ending.wait_for(|ending| *ending) => return Ok(feed),
            woken = moved.changed() => if woken.is_err() { return Ok(feed) },
        }
    }
}
