//! The desk's own agent: how much it does in a deal, its key, its answers, and the organisation's switch.

mod answer;
mod key;
mod mode;
mod switch;

pub(crate) use key::{Agent, seal_anew};
pub(crate) use switch::halt_here;

use anp::digest::{EventHash, Fingerprint, PayloadHash};
use anp::keys::{PublicKey, Signature};
use deal::LedgerPlace;
use store::Connection;
use store::tables::ledger::{self, LedgerEntry};
use store::tables::ledger_pending::{self, Pending};
use store::tables::settings;

use crate::view::Problem;

/// The organisation's own ledger at this desk.
fn org_ledger(db: &Connection) -> Result<String, Problem> {
    let platform = settings::get(db, "platform_fingerprint")?;
    let named = platform
        .and_then(|text| Fingerprint::parse(&text).ok())
        .and_then(|platform| anp::join::org_ledger(&platform));
    Ok(named.map_or_else(|| "org".to_owned(), |ledger| ledger.as_str().to_owned()))
}

/// A statement as far as it is read here, whether it has its place yet or waits for the host.
struct Word {
    kind: String,
    payload: String,
    counter: u64,
    head_seen: String,
    signature: String,
    at: String,
}

/// The last statement of these kinds: what waits to be placed was said last.
fn last_of(db: &Connection, ledger_id: &str, kinds: &[&str]) -> Result<Option<Word>, Problem> {
    let waiting = ledger_pending::of_ledger(db, ledger_id)?;
    if let Some(word) = waiting.into_iter().rev().find(|word| kinds.contains(&word.kind.as_str())) {
        let Pending { kind, payload, counter, head_seen, signature, at, .. } = word;
        return Ok(Some(Word { kind, payload, counter, head_seen, signature, at }));
    }
    let placed = ledger::all(db, ledger_id)?;
    let last = placed.into_iter().rev().find(|entry| kinds.contains(&entry.kind.as_str()));
    Ok(last.map(|entry| {
        let LedgerEntry { kind, payload, counter, head_seen, signature, at, .. } = entry;
        Word { kind, payload, counter, head_seen, signature, at }
    }))
}

/// Whether a statement was signed with this key, at its place, over what stands there.
fn is_by(entry: &Word, ledger_id: &str, key: &PublicKey) -> bool {
    let hash = PayloadHash::of_canonical(&entry.payload);
    let (Ok(seen), Ok(signature)) = (EventHash::parse(&entry.head_seen), Signature::parse(&entry.signature))
    else {
        return false;
    };
    let place =
        LedgerPlace { ledger_id: ledger_id.to_owned(), own_counter: entry.counter, head_seen: *seen.bytes() };
    let message = deal::ledger_message(&place, &entry.kind, hash.bytes());
    key.verify(message.as_bytes(), &signature).is_ok()
}
