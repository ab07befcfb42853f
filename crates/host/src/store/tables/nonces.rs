//! Table `nonces`: what was spent, for as long as it could be tried again.

use anp::time::Moment;

use super::super::Stored;

/// How much longer a nonce is kept than the time window needs, in milliseconds: a clock
/// that runs ahead and is set back by up to this lets nothing pass again.
pub const KEPT_LONGER_MILLIS: i64 = 3_600_000;

/// Most nonces that one act forgets, so that none has to clear up after a busy day.
pub const FORGOTTEN_AT_ONCE: i64 = 64;

/// The table.
pub trait Nonces {
    /// Whether it is spent.
    fn is_spent(&self, agent: &str, nonce: &str) -> Stored<bool>;
    /// Spends it; false where it was spent before. `replayable_until` is from when on
    /// the time window refuses a copy by itself.
    fn spend_nonce(&self, agent: &str, nonce: &str, replayable_until: Moment, now: Moment) -> Stored<bool>;
}
