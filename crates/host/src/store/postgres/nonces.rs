//! Table `nonces`.

use anp::time::Moment;

use super::super::Stored;
use super::super::tables::nonces::{KEPT_LONGER_MILLIS, Nonces};
use super::work::Work;

pub(super) const SQL: &str = "
CREATE TABLE nonces (
    agent TEXT NOT NULL,
    nonce TEXT NOT NULL,
    -- Milliseconds since 1970 from when on the time window refuses a copy by itself.
    replayable_until BIGINT NOT NULL,
    PRIMARY KEY (agent, nonce)
);
CREATE INDEX nonces_by_time ON nonces (replayable_until);
";

impl Nonces for Work<'_> {
    fn is_spent(&self, agent: &str, nonce: &str) -> Stored<bool> {
        Ok(self
            .row("SELECT 1 AS one FROM nonces WHERE agent = $1 AND nonce = $2", &[&agent, &nonce])?
            .is_some())
    }

    fn spend_nonce(&self, agent: &str, nonce: &str, replayable_until: Moment, _: Moment) -> Stored<bool> {
        let rows = self.execute(
            "INSERT INTO nonces (agent, nonce, replayable_until) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            &[&agent, &nonce, &replayable_until.millis()],
        )?;
        Ok(rows > 0)
    }
}

/// Forgets up to `most` that nobody can try again; gives how many.
pub(super) fn forget(work: &Work<'_>, now: Moment, most: i64) -> Stored<u64> {
    work.execute(
        "DELETE FROM nonces WHERE (agent, nonce) IN (SELECT agent, nonce FROM nonces \
         WHERE replayable_until < $1 ORDER BY replayable_until LIMIT $2)",
        &[&now.millis().saturating_sub(KEPT_LONGER_MILLIS), &most],
    )
}
