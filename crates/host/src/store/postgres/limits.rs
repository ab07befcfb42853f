//! Table `limits`: shared by all instances, by the database's own clock.

use super::super::Stored;
use super::super::tables::limits::{Limits, Quota, Taken};
use super::work::Work;

pub(super) const SQL: &str = "
CREATE TABLE limits (
    kind TEXT NOT NULL,
    who TEXT NOT NULL,
    -- Microseconds since 1970 at which all that may be taken at once may be again.
    full_at BIGINT NOT NULL,
    PRIMARY KEY (kind, who)
);
CREATE INDEX limits_by_time ON limits (full_at);
";

/// Microseconds since 1970 by the database's clock.
const NOW: &str = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

impl Limits for Work<'_> {
    fn take(&self, quota: Quota, who: &str) -> Stored<Taken> {
        let (step, span) = (quota.step_micros(), quota.span_micros());
        // `excluded.full_at - $3` is now. A time further ahead than the whole span was
        // written by a clock that has been set back since: it counts for nothing.
        let taken = self.execute(
            &format!(
                "INSERT INTO limits (kind, who, full_at) VALUES ($1, $2, {NOW} + $3) \
                 ON CONFLICT (kind, who) DO UPDATE SET full_at = \
                 CASE WHEN limits.full_at > excluded.full_at - $3 + $4 THEN excluded.full_at \
                 ELSE greatest(limits.full_at, excluded.full_at - $3) + $3 END \
                 WHERE greatest(limits.full_at, excluded.full_at - $3) + $3 <= excluded.full_at - $3 + $4 \
                 OR limits.full_at > excluded.full_at - $3 + $4"
            ),
            &[&quota.kind(), &who, &step, &span],
        )?;
        if taken > 0 {
            return Ok(Taken::Granted);
        }
        let row = self.row(
            &format!("SELECT full_at - {NOW} AS wait FROM limits WHERE kind = $1 AND who = $2"),
            &[&quota.kind(), &who],
        )?;
        let wait: i64 = row.map_or(Ok(0), |row| row.try_get("wait"))?;
        Ok(quota.wait(wait))
    }
}

/// Forgets up to `most` that are full again; gives how many.
pub(super) fn forget(work: &Work<'_>, most: i64) -> Stored<u64> {
    work.execute(
        &format!(
            "DELETE FROM limits WHERE (kind, who) IN (SELECT kind, who FROM limits \
             WHERE full_at < {NOW} ORDER BY full_at LIMIT $1)"
        ),
        &[&most],
    )
}
