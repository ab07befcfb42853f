//! Table `nonces`.

use anp::time::Moment;
use rusqlite::{Connection, params};

use super::super::Stored;
use super::super::tables::nonces::{FORGOTTEN_AT_ONCE, KEPT_LONGER_MILLIS, Nonces};

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

impl Nonces for Connection {
    fn is_spent(&self, agent: &str, nonce: &str) -> Stored<bool> {
        Ok(self
            .prepare_cached("SELECT 1 FROM nonces WHERE agent = ? AND nonce = ?")?
            .exists(params![agent, nonce])?)
    }

    fn spend_nonce(&self, agent: &str, nonce: &str, replayable_until: Moment, now: Moment) -> Stored<bool> {
        let rows = self
            .prepare_cached(
                "INSERT INTO nonces (agent, nonce, replayable_until) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            )?
            .execute(params![agent, nonce, replayable_until.millis()])?;
        self.prepare_cached(
            "DELETE FROM nonces WHERE (agent, nonce) IN \
             (SELECT agent, nonce FROM nonces WHERE replayable_until < ? ORDER BY replayable_until LIMIT ?)",
        )?
        .execute(params![now.millis().saturating_sub(KEPT_LONGER_MILLIS), FORGOTTEN_AT_ONCE])?;
        Ok(rows > 0)
    }
}
