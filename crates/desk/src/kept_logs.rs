//! The proven logs that are kept in memory: the ones used last, up to a bound.

use std::collections::HashMap;
use std::sync::Arc;

use anp::verify::VerifiedLog;

/// Logs that are kept. What a person has open and what comes in anew is far fewer; any other
/// is proven again in a moment.
const MOST: usize = 24;

/// The logs used last.
#[derive(Default)]
pub(crate) struct KeptLogs {
    logs: HashMap<String, (u64, Arc<VerifiedLog>)>,
    uses: u64,
}

impl KeptLogs {
    /// The log of a session, if it is kept and reaches up to this head.
    pub(crate) fn get(&mut self, session: &str, head_seq: u64) -> Option<Arc<VerifiedLog>> {
        self.uses += 1;
        let (used, log) = self.logs.get_mut(session)?;
        *used = self.uses;
        (log.head().seq == head_seq).then(|| Arc::clone(log))
    }

    /// Keeps a log, and drops the one that was not used for the longest where there are too many.
    pub(crate) fn put(&mut self, session: String, log: Arc<VerifiedLog>) {
        self.uses += 1;
        self.logs.insert(session, (self.uses, log));
        if self.logs.len() > MOST {
            let oldest = self.logs.iter().min_by_key(|(_, (used, _))| *used).map(|(id, _)| id.clone());
            if let Some(oldest) = oldest {
                self.logs.remove(&oldest);
            }
        }
    }

    /// Drops all of them.
    pub(crate) fn clear(&mut self) {
        self.logs.clear();
    }
}
