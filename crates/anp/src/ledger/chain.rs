//! A ledger as far as it is known: what its next entry must fit to.

use std::collections::{BTreeMap, BTreeSet};

use super::{ChainFault, EMPTY, Entry, LedgerId, Link, Place, Statement};
use crate::digest::{EventHash, Fingerprint, PayloadHash};
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
        let wording = entry.statement.wording();
        let own = (wording.counter, wording.head_seen);
        self.goes_on(entry.statement.signer().fingerprint(), own, stated)?;
        Ok(entry)
    }

    /// Passes over an entry whose payload is not told: signer, kind and payload hash, the signer's counter
    /// and the head seen. That the signature holds over these is the caller's to see.
    ///
    /// # Errors
    /// [`ChainFault`] where it does not continue what is known; nothing has changed then.
    pub fn pass(
        &mut self,
        (signer, kind, payload): (Fingerprint, &str, PayloadHash),
        own: (u64, EventHash),
        stated: &Place,
    ) -> Result<(), ChainFault> {
        let seq = self.head.seq.saturating_add(1);
        if stated.seq != seq {
            return Err(ChainFault::Gap { expected: seq, found: stated.seq });
        }
        let (ledger, prev, at) = (self.ledger.as_str(), self.head.hash, stated.at.as_str());
        if (Link { ledger, seq, signer, kind, payload, prev, at }).hash() != stated.hash {
            return Err(ChainFault::Hash { seq });
        }
        self.goes_on(signer, own, stated)
    }

    /// Counter, head seen and time fit, and the entry is the head from now on.
    fn goes_on(
        &mut self,
        signer: Fingerprint,
        (counter, head_seen): (u64, EventHash),
        stated: &Place,
    ) -> Result<(), ChainFault> {
        let seq = stated.seq;
        if counter != self.counter(signer).saturating_add(1) {
            return Err(ChainFault::Counter { seq });
        }
        if !self.heads.contains(&head_seen) {
            return Err(ChainFault::HeadSeen { seq });
        }
        let at = Moment::parse(&stated.at).map_err(|_| ChainFault::Time { seq })?;
        if self.last_at.is_some_and(|last| at < last) {
            return Err(ChainFault::Time { seq });
        }
        self.counters.insert(signer, counter);
        self.heads.insert(stated.hash);
        self.head = Head { seq, hash: stated.hash };
        self.last_at = Some(at);
        Ok(())
    }
}
