//! Whether the mandate leaves room for another move at all. Where it does not, the negotiation is to be
//! ended by a word: silence is never an answer.

use crate::{History, Mandate};

/// A cap of the mandate that is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cap {
    /// As many counters were made as it allows.
    Rounds,
    /// Its deadline has come: nothing binding leaves any more.
    Deadline,
}

impl Cap {
    /// Its name in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rounds => "rounds",
            Self::Deadline => "deadline",
        }
    }
}

/// The cap that is reached by then, if one is; the deadline before the rounds, for it forbids more.
pub fn cap_hit(mandate: &Mandate, history: &History) -> Option<Cap> {
    let limits = mandate.limits();
    if limits.deadline_unix_ms.is_some_and(|deadline| history.now_unix_ms >= deadline) {
        return Some(Cap::Deadline);
    }
    limits.most_rounds.is_some_and(|most| history.our_counters >= most).then_some(Cap::Rounds)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::samples::mandate;

    #[test]
    fn the_last_round_and_the_hour_itself_are_reached() {
        let limits = Limits { most_rounds: Some(3), deadline_unix_ms: Some(1000), ..Limits::default() };
        let with_caps = Mandate::new(1, mandate().currency(), limits).unwrap();
        let hit = |our_counters, now_unix_ms| {
            cap_hit(&with_caps, &History { our_counters, now_unix_ms, ..History::default() })
        };
        assert_eq!(hit(2, 999), None);
        assert_eq!(hit(3, 999), Some(Cap::Rounds));
        assert_eq!(hit(0, 1000), Some(Cap::Deadline));
        assert_eq!(hit(4, 1001), Some(Cap::Deadline));
        let without = Mandate::new(1, mandate().currency(), Limits::default()).unwrap();
        let late = History { our_counters: 99, now_unix_ms: i64::MAX, ..History::default() };
        assert_eq!(cap_hit(&without, &late), None);
    }
}
