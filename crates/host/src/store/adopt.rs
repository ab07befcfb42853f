//! A ledger that its author kept alone, before there was a host for it: taken over as it
//! stands, every number, hash and time, so that nothing that was stated is lost.

use anp::keys::PublicKey;
use anp::ledger::{Chain, Entry, LedgerId, Place, Statement};
use anp::office::kind;
use anp::time::Moment;

use super::{Hold, Store, Stored, Subject, Tables};
use crate::chain::BEHIND_TOLERATED_MILLIS;

/// Most entries of a ledger that is taken over.
const MOST: i64 = 1_000_000;

/// Something to be taken over.
#[derive(Debug)]
pub struct Adopting {
    /// The ledger.
    pub ledger: LedgerId,
    /// Its entries, or the next of them, in order.
    pub stated: Vec<(Statement, Place)>,
    /// Who brings them, and has signed each.
    pub by: PublicKey,
    /// Now.
    pub now: Moment,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Adopted {
    /// They stand.
    Done,
    /// Something else stands there.
    Conflict(&'static str),
    /// They are no ledger of this person's.
    Bad(&'static str),
}

fn adopt(tables: &dyn Tables, adopting: &Adopting) -> Stored<Adopted> {
    tables.org(Hold::Change)?;
    tables.tail(&adopting.ledger, Hold::Change)?;
    let standing = tables.entries_behind(&adopting.ledger, 0, MOST)?;
    let theirs = |entry: &Entry| {
        entry.statement.wording().kind == kind::DEAL || *entry.statement.signer() != adopting.by
    };
    if standing.iter().any(theirs) {
        return Ok(Adopted::Conflict("This ledger has begun here already."));
    }
    let mut chain = Chain::new(adopting.ledger.clone());
    for entry in standing {
        let place = Place { seq: entry.seq, hash: entry.hash, at: entry.at.clone() };
        if chain.take(entry.statement, &place).is_err() {
            return Ok(Adopted::Conflict("What stands here is no ledger."));
        }
    }
    for (statement, place) in &adopting.stated {
        // What was sent before stands already.
        if place.seq <= chain.head().seq {
            continue;
        }
        let Ok(entry) = chain.take(statement.clone(), place) else {
            return Ok(Adopted::Bad("entries: must continue what stands here"));
        };
        let at = Moment::parse(&entry.at).ok();
        if at.is_none_or(|at| at.since(adopting.now) > BEHIND_TOLERATED_MILLIS) {
            return Ok(Adopted::Bad("entries: must not lie ahead"));
        }
        if *entry.statement.signer() != adopting.by || entry.statement.wording().kind == kind::DEAL {
            return Ok(Adopted::Bad("entries: must be the author's own, from before there was a host"));
        }
        tables.insert_entry(&entry)?;
    }
    tables.note_change(Subject::Ledger, adopting.ledger.as_str())?;
    Ok(Adopted::Done)
}

impl Store {
    /// Takes over a ledger that its author kept alone.
    pub async fn adopt(&self, adopting: Adopting) -> Stored<Adopted> {
        self.write(move |act| adopt(act, &adopting)).await
    }
}
