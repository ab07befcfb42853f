//! Table `limits`.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::super::Stored;
use super::super::tables::limits::{Limits, Quota, Taken};

pub(super) const SQL: &str = "
CREATE TABLE limits (
    kind TEXT NOT NULL,
    who TEXT NOT NULL,
    -- Microseconds since 1970 at which all that may be taken at once may be again.
    full_at INTEGER NOT NULL,
    PRIMARY KEY (kind, who)
) STRICT, WITHOUT ROWID;
CREATE INDEX limits_by_time ON limits (full_at);
";

/// Microseconds since 1970.
const NOW: &str = "CAST(unixepoch('subsec') * 1000000 AS INTEGER)";

/// Most rows that one act forgets.
const FORGOTTEN_AT_ONCE: i64 = 16;

impl Limits for Connection {
    fn take(&self, quota: Quota, who: &str) -> Stored<Taken> {
        let (step, span) = (quota.step_micros(), quota.span_micros());
        // `excluded.full_at - ?3` is now. A time further ahead than the whole span was
        // written by a clock that has been set back since: it counts for nothing.
        let taken = self
            .prepare_cached(&format!(
                "INSERT INTO limits (kind, who, full_at) VALUES (?1, ?2, {NOW} + ?3) \
                 ON CONFLICT (kind, who) DO UPDATE SET full_at = \
                 CASE WHEN limits.full_at > excluded.full_at - ?3 + ?4 THEN excluded.full_at \
                 ELSE max(limits.full_at, excluded.full_at - ?3) + ?3 END \
                 WHERE max(limits.full_at, excluded.full_at - ?3) + ?3 <= excluded.full_at - ?3 + ?4 \
                 OR limits.full_at > excluded.full_at - ?3 + ?4"
            ))?
            .execute(params![quota.kind(), who, step, span])?;
        if taken > 0 {
            self.prepare_cached(&format!(
                "DELETE FROM limits WHERE (kind, who) IN (SELECT kind, who FROM limits \
                 WHERE full_at < {NOW} ORDER BY full_at LIMIT ?)"
            ))?
            .execute([FORGOTTEN_AT_ONCE])?;
            return Ok(Taken::Granted);
        }
        let wait: Option<i64> = self
            .prepare_cached(&format!("SELECT full_at - {NOW} FROM limits WHERE kind = ? AND who = ?"))?
            .query_row(params![quota.kind(), who], |row| row.get(0))
            .optional()?;
        Ok(quota.wait(wait.unwrap_or(0)))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::super::tables::limits::Limited;
    use super::*;
    use crate::Rate;

    #[test]
    fn a_clock_that_was_set_back_shuts_nobody_out() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(SQL).unwrap();
        let quota = Quota::of(Limited::Requests, Rate::of(2, 1));
        let take = || connection.take(quota, "contoso").unwrap();
        assert_eq!([take(), take()], [Taken::Granted; 2]);
        assert!(matches!(take(), Taken::Wait { seconds: 1..=2 }));
        assert_eq!(connection.take(quota, "tailspin").unwrap(), Taken::Granted);
        // Written an hour ahead of now.
        connection.execute("UPDATE limits SET full_at = full_at + 3600000000", []).unwrap();
        assert_eq!([take(), take()], [Taken::Granted; 2]);
        assert!(matches!(take(), Taken::Wait { .. }));
        // Long after, everything may be taken again, and is forgotten.
        connection.execute("UPDATE limits SET full_at = full_at - 3700000000", []).unwrap();
        assert_eq!([take(), take()], [Taken::Granted; 2]);
        let left: i64 = connection.query_row("SELECT count(*) FROM limits", [], |row| row.get(0)).unwrap();
        assert_eq!(left, 1);
    }
}
