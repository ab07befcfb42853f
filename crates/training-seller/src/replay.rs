//! Keys and what was answered under them: the same key goes with the same bytes alone.

use std::collections::BTreeMap;

use anp::time::Moment;
use serde_json::Value;

use crate::account::Buyer;
use crate::capabilities::REPLAY_SECONDS;
use crate::fault::Fault;

/// What is known of one key.
#[derive(Debug, Clone)]
struct Kept {
    /// SHA-256 of the task and its canonical arguments.
    print: [u8; 32],
    at: Moment,
    answer: Value,
}

/// What a key means for a request.
#[derive(Debug)]
pub enum Known {
    /// Nothing yet.
    New,
    /// This was the answer.
    Answered(Value),
}

/// The keys of all buyers.
#[derive(Debug, Default)]
pub struct Replays {
    kept: BTreeMap<(Buyer, String), Kept>,
    /// How often each key was sent with the same bytes, the first sending included.
    sendings: BTreeMap<(Buyer, String), u32>,
}

impl Replays {
    /// Counts a sending and gives its number, from 1.
    pub fn sending(&mut self, buyer: Buyer, key: &str) -> u32 {
        let count = self.sendings.entry((buyer, key.to_owned())).or_default();
        *count = count.saturating_add(1);
        *count
    }

    /// What is known of a key.
    ///
    /// # Errors
    /// `IDEMPOTENCY_CONFLICT` where it went with other bytes, `IDEMPOTENCY_EXPIRED` where
    /// its answer is no longer kept.
    pub fn known(&self, buyer: Buyer, key: &str, print: [u8; 32], now: Moment) -> Result<Known, Fault> {
        let Some(kept) = self.kept.get(&(buyer, key.to_owned())) else { return Ok(Known::New) };
        if now.since(kept.at) >= i64::from(REPLAY_SECONDS) * 1000 {
            let said = "The answer under this key is no longer kept. See how things stand, then ask anew.";
            return Err(Fault::correctable("IDEMPOTENCY_EXPIRED", said).at("idempotency_key"));
        }
        if kept.print != print {
            return Err(conflict());
        }
        Ok(Known::Answered(kept.answer.clone()))
    }

    /// Keeps an answer for its key.
    pub fn keep(&mut self, buyer: Buyer, key: &str, print: [u8; 32], now: Moment, answer: Value) {
        self.kept.insert((buyer, key.to_owned()), Kept { print, at: now, answer });
    }
}

/// The key went with other bytes.
pub fn conflict() -> Fault {
    let said = "This key was used for another request. A changed request takes a new key.";
    Fault::correctable("IDEMPOTENCY_CONFLICT", said).at("idempotency_key")
}
