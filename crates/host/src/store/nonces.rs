//! Table `nonces`: what was spent, for as long as it could be tried again.

use anp::time::Moment;
use rusqlite::{Connection, params};

use super::Stored;

pub(super) const SQL: &str = "
CREATE TABLE nonces (
    agent TEXT NOT NULL,
    nonce TEXT NOT NULL,
    -- Milliseconds since 1970 from when on the time window refuses a copy by itself.
    replayable_until INTEGER NOT NULL,
    PRIMARY KEY (agent, nonce)
) STRICT, WITHOUT ROWID;
CREATE INDEX nonces_by_time ON nonces (replayable_until);
";

/// How much longer a nonce is kept than the time window needs, in milliseconds: a clock
/// that runs ahead and is set back by up to this lets nothing pass again.
const KEPT_LONGER_MILLIS: i64 = 3_600_000;

/// Most nonces that one act forgets, so that none has to clear up after a busy day.
const FORGOTTEN_AT_ONCE: i64 = 64;

/// Whether it is spent.
pub(super) fn is_spent(connection: &Connection, agent: &str, nonce: &str) -> Stored<bool> {
    Ok(connection
        .prepare_cached("SELECT 1 FROM nonces WHERE agent = ? AND nonce = ?")?
        .exists(params![agent, nonce])?)
}

/// Spends it; false where it was spent before.
pub(super) fn spend(
    connection: &Connection,
    agent: &str,
    nonce: &str,
    replayable_until: Moment,
    now: Moment,
) -> Stored<bool> {
    let rows = connection
        .prepare_cached(
            "INSERT INTO nonces (agent, nonce, replayable_until) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        )?
        .execute(params![agent, nonce, replayable_until.millis()])?;
    connection
        .prepare_cached(
            "DELETE FROM nonces WHERE (agent, nonce) IN \
             (SELECT agent, nonce FROM nonces WHERE replayable_until < ? ORDER BY replayable_until LIMIT ?)",
        )?
        .execute(params![now.millis().saturating_sub(KEPT_LONGER_MILLIS), FORGOTTEN_AT_ONCE])?;
    Ok(rows > 0)
}
