//! What the organisation's ledgers say about people and deals: read from the entries
//! themselves, so that there is one record.

use anp::digest::{Fingerprint, PayloadHash};
use anp::keys::PublicKey;
use anp::ledger::{Entry, LedgerId};
use anp::time::Moment;

use super::tables::ledgers::bound_hash;
use super::{Org, Stored, Tables};

pub use anp::office::{Said, kind};

/// The organisation's own ledger: its name holds the platform key's fingerprint, so that
/// what was signed for one organisation stands in no other.
pub fn org_ledger(org: &Org) -> Option<LedgerId> {
    anp::join::org_ledger(&org.platform)
}

/// Who owns a deal; none where no such deal was stated.
pub fn owner(tables: &dyn Tables, deal: &LedgerId) -> Stored<Option<Fingerprint>> {
    if let Some(last) = tables.entries_of(deal, kind::OWNER)?.last() {
        return Ok(Said::from(last).fingerprint("owner"));
    }
    Ok(tables.entries_of(deal, kind::DEAL)?.first().and_then(|first| Said::from(first).fingerprint("owner")))
}

/// Whether somebody owns a deal, by this key or by one that it follows.
pub fn owns(tables: &dyn Tables, org: &Org, deal: &LedgerId, person: Fingerprint) -> Stored<bool> {
    let Some(owner) = owner(tables, deal)? else { return Ok(false) };
    same(tables, org, owner, person)
}

/// Whether two keys are one person's.
pub fn same(tables: &dyn Tables, org: &Org, one: Fingerprint, other: Fingerprint) -> Stored<bool> {
    if one == other {
        return Ok(true);
    }
    let Some(ledger) = org_ledger(org) else { return Ok(false) };
    Ok(Rotations::of(tables, &ledger)?.same(one, other))
}

/// Which key follows which.
struct Rotations(Vec<(Fingerprint, Fingerprint)>);

impl Rotations {
    fn of(tables: &dyn Tables, org: &LedgerId) -> Stored<Self> {
        let follows = |entry: &Entry| {
            let key = PublicKey::parse(Said::from(entry).text("public_key")?).ok()?;
            Some((entry.statement.signer().fingerprint(), key.fingerprint()))
        };
        Ok(Self(tables.entries_of(org, kind::ROTATED)?.iter().filter_map(follows).collect()))
    }

    /// Whether two keys are one person's.
    fn same(&self, one: Fingerprint, other: Fingerprint) -> bool {
        let latest = |key| self.0.iter().fold(key, |key, (old, new)| if key == *old { *new } else { key });
        latest(one) == latest(other)
    }
}

/// Whether somebody owns a deal or stands in for its owner at this moment.
pub fn decides(
    tables: &dyn Tables,
    org: &Org,
    deal: &LedgerId,
    person: Fingerprint,
    now: Moment,
) -> Stored<bool> {
    let Some(owner) = owner(tables, deal)? else { return Ok(false) };
    let Some(ledger) = org_ledger(org) else { return Ok(false) };
    let keys = Rotations::of(tables, &ledger)?;
    if keys.same(owner, person) {
        return Ok(true);
    }
    // The owner's latest word about this person and this deal stands.
    let latest = tables.entries_of(&ledger, kind::DELEGATED)?.into_iter().rev().find(|entry| {
        let said = Said::from(entry);
        let of_deal = said.texts("deals").is_none_or(|deals| deals.contains(&deal.as_str()));
        let to = said.fingerprint("to").is_some_and(|to| keys.same(to, person));
        keys.same(entry.statement.signer().fingerprint(), owner) && to && of_deal
    });
    Ok(latest.is_some_and(|entry| Said::from(&entry).moment("until").is_some_and(|until| now < until)))
}

/// Whether the organisation demands that a counter is approved by another person than
/// the one who drafted it.
pub fn four_eyes(tables: &dyn Tables, org: &Org) -> Stored<bool> {
    let Some(ledger) = org_ledger(org) else { return Ok(false) };
    let entries = tables.entries_of(&ledger, kind::FOUR_EYES)?;
    Ok(entries.last().is_some_and(|entry| Said::from(entry).flag("on") == Some(true)))
}

/// Whether somebody else has drafted this very payload on the deal.
pub fn drafted_by_another(
    tables: &dyn Tables,
    deal: &LedgerId,
    payload: PayloadHash,
    person: Fingerprint,
) -> Stored<bool> {
    let drafts = tables.entries_of(deal, kind::DRAFT)?;
    Ok(drafts
        .iter()
        .any(|entry| bound_hash(entry) == Some(payload) && entry.statement.signer().fingerprint() != person))
}
