//! A ledger as far as it is known: what its next entry must fit to.

use std::collections::{BTreeMap, BTreeSet};

use super::{ChainFault, EMPTY, Entry, LedgerId, Place, Statement};
use crate::digest::{EventHash, Fingerprint};
use crate::event::Head;
use crate::time::Moment;

/// A ledger's state behind its last known entry.
#[derive(Debug, Clone)]
pub struct Chain {
    ledger: LedgerId,
    head: Head,
    heads: BTreeSet<EventHash>,
    counters: BTreeMap<Fingerprint, u64>,
    last_at: Option<Moment>,
}

impl Chain {
    /// A ledger before its first entry.
    pub fn new(ledger: LedgerId) -> Self {
        let heads = BTreeSet::from([EventHash::ZERO]);
        Self { ledger, head: EMPTY, heads, counters: BTreeMap::new(), last_at: None }
    }

    /// The ledger's name.
    pub const fn ledger(&self) -> &LedgerId {
        &self.ledger
    }

    /// Number and hash of the last entry.
    pub fn head(&self) -> Head {
        self.head.clone()
    }

    /// A signer's last counter; 0 where there is none.
    pub fn counter(&self, signer: Fingerprint) -> u64 {
        self.counters.get(&signer).copied().unwrap_or(0)
    }

    /// Takes the next entry.
    ///
    /// # Errors
    /// [`ChainFault`] where it does not continue what is known; nothing has changed then.
    pub fn take(&mut self, statement: Statement, stated: &Place) -> Result<Entry, ChainFault> {
        let seq = self.head.seq.saturating_add(1);
        if *statement.wording().ledger.as_str() != *self.ledger.as_str() {
            return Err(ChainFault::Hash { seq });
        }
        let entry = Entry::next(statement, self.head.clone(), stated)?;
        let signer = entry.statement.signer().fingerprint();
        let wording = entry.statement.wording();
        if wording.counter != self.counter(signer).saturating_add(1) {
            return Err(ChainFault::Counter { seq });
        }
        if !self.heads.contains(&wording.head_seen) {
            return Err(ChainFault::HeadSeen { seq });
        }
        let at = Moment::parse(&entry.at).map_err(|_| ChainFault::Time { seq })?;
        if self.last_at.is_some_and(|last| at < last) {
            return Err(ChainFault::Time { seq });
        }
        self.counters.insert(signer, wording.counter);
        self.heads.insert(entry.hash);
        self.head = entry.head();
        self.last_at = Some(at);
        Ok(entry)
    }
}
