//! Who asks for bounds again and again without ever holding anything is feeling for a
//! price: it hears less, and in the end has to wait.

use std::collections::BTreeMap;

use anp::time::Moment;

use crate::account::Buyer;
use crate::fault::Fault;

/// For how long a probe counts, in milliseconds.
const WINDOW: i64 = 3_600_000;

/// From so many probes on, reasons are coarse and no best effort is shown.
const COARSE: usize = 5;

/// From so many on, no more are answered.
const MOST: usize = 20;

/// The probes of all buyers.
#[derive(Debug, Default)]
pub struct Probes(BTreeMap<Buyer, Vec<Moment>>);

impl Probes {
    fn counted(&self, buyer: Buyer, now: Moment) -> usize {
        let probes = self.0.get(&buyer).map_or(&[] as &[Moment], Vec::as_slice);
        probes.iter().filter(|at| now.since(**at) < WINDOW).count()
    }

    /// Whether this buyer hears less.
    pub fn coarse(&self, buyer: Buyer, now: Moment) -> bool {
        self.counted(buyer, now) >= COARSE
    }

    /// Whether it is still answered.
    ///
    /// # Errors
    /// `RATE_LIMITED` where it has to wait.
    pub fn admit(&self, buyer: Buyer, now: Moment) -> Result<(), Fault> {
        if self.counted(buyer, now) < MOST {
            return Ok(());
        }
        Err(Fault::transient("RATE_LIMITED", "Too many revisions that led to no hold.", 600))
    }

    /// Counts one that could not be met.
    pub fn count(&mut self, buyer: Buyer, now: Moment) {
        let probes = self.0.entry(buyer).or_default();
        probes.retain(|at| now.since(*at) < WINDOW);
        probes.push(now);
    }

    /// Something was held: the buyer means it.
    pub fn forgive(&mut self, buyer: Buyer) {
        self.0.remove(&buyer);
    }
}
