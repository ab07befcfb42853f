//! What people state: taken once, put in order, and given its effect at the door in the
//! same transaction.

use std::sync::Arc;

use anp::digest::EventHash;
use anp::event::Head;
use anp::keys::SecretKey;
use anp::ledger::{EMPTY, Entry, LedgerId, Statement};
use anp::time::Moment;

use super::effects::{self, Effect};
use super::{Hold, Store, Stored, Subject, Tables, Who};
use crate::chain::BEHIND_TOLERATED_MILLIS;

/// Most entries in one answer; a desk that is further behind asks again.
const MOST: i64 = 500;

/// Something to be taken.
#[derive(Debug)]
pub struct Stating {
    /// What is stated.
    pub statement: Statement,
    /// Attests keys.
    pub platform: Arc<SecretKey>,
    /// An id, should a person come into being.
    pub fresh: String,
    /// Now.
    pub now: Moment,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Took {
    /// It stands, now or since an earlier sending.
    Done(Box<Entry>),
    /// Whoever asks is told nothing: no member, no living invitation.
    Refused,
    /// The author may not state this.
    Forbidden(&'static str),
    /// Something else stands there already.
    Conflict(&'static str),
    /// The payload does not say what this kind must say.
    Bad(&'static str),
    /// The clock is behind, by milliseconds.
    ClockBehind(i64),
}

fn state(tables: &dyn Tables, stating: &Stating) -> Stored<Took> {
    let (statement, now) = (&stating.statement, stating.now);
    let (wording, signer) = (statement.wording(), statement.signer());
    // In the order of every append: the organisation first, then what is appended to.
    let org = tables.org(Hold::Change)?;
    let tail = tables.tail(&wording.ledger, Hold::Change)?;
    if let Some(standing) = tables.entry_by(&wording.ledger, signer, wording.counter)? {
        let same = standing.statement == *statement;
        return Ok(if same {
            Took::Done(Box::new(standing))
        } else {
            Took::Conflict("You have stated something else under this number already.")
        });
    }
    let last = tail.as_ref().and_then(|tail| Moment::parse(&tail.last_at).ok());
    let at = match last {
        Some(last) if last.since(now) > BEHIND_TOLERATED_MILLIS => {
            return Ok(Took::ClockBehind(last.since(now)));
        }
        Some(last) => last.max(now),
        None => now,
    };
    if wording.counter != tables.counter(&wording.ledger, signer)?.saturating_add(1) {
        return Ok(Took::Conflict("An earlier statement of yours on this ledger is missing here."));
    }
    // Desks hold entries against this too: one that claims another head would stop them.
    if wording.head_seen != EventHash::ZERO && !tables.had_head(&wording.ledger, wording.head_seen)? {
        return Ok(Took::Bad("head_seen: must be a head that this ledger had"));
    }
    let (fresh, platform) = (stating.fresh.as_str(), stating.platform.as_ref());
    let first = tail.is_none();
    let act = effects::Act { org: &org, statement, first, at, fresh, platform };
    let (who, people) = match effects::of(tables, &act)? {
        Effect::Refused => return Ok(Took::Refused),
        Effect::Forbidden(why) => return Ok(Took::Forbidden(why)),
        Effect::Conflict(why) => return Ok(Took::Conflict(why)),
        Effect::Bad(why) => return Ok(Took::Bad(why)),
        Effect::Words(who) => (who, None),
        Effect::People(who) => (who.clone(), Some(who)),
    };
    let head = tail.map_or(EMPTY, |tail| tail.head);
    let entry = Entry::append(statement.clone(), head, &at.to_text());
    tables.insert_entry(&entry)?;
    tables.note_change(Subject::Ledger, wording.ledger.as_str())?;
    if let Some(person) = people {
        tables.record_act(at, &Who::Person(who), &wording.kind, &person)?;
        tables.note_change(Subject::People, &person)?;
    }
    Ok(Took::Done(Box::new(entry)))
}

/// A part of a ledger.
#[derive(Debug)]
pub struct Part {
    /// Entries in order.
    pub entries: Vec<Entry>,
    /// The ledger's head; zero before its first entry.
    pub head: Head,
}

impl Store {
    /// Takes a statement.
    pub async fn state(&self, stating: Stating) -> Stored<Took> {
        self.write(move |act| state(act, &stating)).await
    }

    /// What stands on a ledger behind a number.
    pub async fn ledger(&self, ledger: LedgerId, after: u64) -> Stored<Part> {
        self.read(move |look| {
            let head = look.tail(&ledger, Hold::Look)?.map_or(EMPTY, |tail| tail.head);
            Ok(Part { entries: look.entries_behind(&ledger, after, MOST)?, head })
        })
        .await
    }

    /// All ledgers' names, and where each ends.
    pub async fn ledgers(&self) -> Stored<Vec<(String, Head)>> {
        self.read(|look| look.ledgers()).await
    }
}
