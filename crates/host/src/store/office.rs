//! What the organisation's ledgers say about people and deals: read from the entries
//! themselves, so that there is one record.

use anp::digest::{Fingerprint, PayloadHash};
use anp::json::{self, Value};
use anp::ledger::{Entry, LedgerId};
use anp::time::Moment;

use super::tables::ledgers::bound_hash;
use super::{Org, Stored, Tables};

/// Kinds of statements that the host itself acts upon.
pub mod kind {
    /// The organisation's first: who owns it.
    pub const FOUNDED: &str = "founded";
    /// Somebody is asked to join.
    pub const INVITED: &str = "invited";
    /// An invitation is taken back.
    pub const WITHDRAWN: &str = "withdrawn";
    /// Somebody joins by an invitation.
    pub const JOINED: &str = "joined";
    /// A person's roles change.
    pub const ROLES: &str = "roles";
    /// A person's key ends.
    pub const LEFT: &str = "left";
    /// A person goes on with another key.
    pub const ROTATED: &str = "rotated";
    /// A deal's owner names who stands in, until when.
    pub const DELEGATED: &str = "delegated";
    /// Whether who drafts a counter may approve it.
    pub const FOUR_EYES: &str = "four_eyes";
    /// A deal's first: its title, vendor and owner.
    pub const DEAL: &str = "deal";
    /// A deal has another owner.
    pub const OWNER: &str = "owner";
    /// A session belongs to the deal.
    pub const ASSIGNED: &str = "assigned";
    /// A deal's mandate has a new version.
    pub const MANDATE: &str = "mandate";
    /// Somebody proposes the exact payload of a counter.
    pub const DRAFT: &str = "draft";
}

/// The organisation's own ledger: its name holds the platform key's fingerprint, so that
/// what was signed for one organisation stands in no other.
pub fn org_ledger(org: &Org) -> Option<LedgerId> {
    anp::join::org_ledger(&org.platform)
}

/// A statement's payload.
pub struct Said(Value);

impl Said {
    /// Of an entry.
    pub fn of(payload: &str) -> Self {
        // A statement's payload is an object by its type; nothing else is lost here.
        Self(json::parse_flawless(payload.as_bytes()).unwrap_or(Value::Null))
    }

    /// A member that is a text.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.as_text()
    }

    /// A member that is a key's fingerprint.
    pub fn fingerprint(&self, key: &str) -> Option<Fingerprint> {
        Fingerprint::parse(self.text(key)?).ok()
    }

    /// A member that is a time.
    pub fn moment(&self, key: &str) -> Option<Moment> {
        Moment::parse(self.text(key)?).ok()
    }

    /// A member that is true or false.
    pub fn flag(&self, key: &str) -> Option<bool> {
        self.0.get(key)?.as_bool()
    }

    /// A member that is a list of texts.
    pub fn texts(&self, key: &str) -> Option<Vec<&str>> {
        self.0.get(key)?.as_array()?.iter().map(Value::as_text).collect()
    }
}

impl From<&Entry> for Said {
    fn from(entry: &Entry) -> Self {
        Self::of(entry.statement.wording().payload())
    }
}

/// Who owns a deal; none where no such deal was stated.
pub fn owner(tables: &dyn Tables, deal: &LedgerId) -> Stored<Option<Fingerprint>> {
    if let Some(last) = tables.entries_of(deal, kind::OWNER)?.last() {
        return Ok(Said::from(last).fingerprint("owner"));
    }
    Ok(tables.entries_of(deal, kind::DEAL)?.first().and_then(|first| Said::from(first).fingerprint("owner")))
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
    if owner == person {
        return Ok(true);
    }
    let Some(ledger) = org_ledger(org) else { return Ok(false) };
    // The owner's latest word about this person and this deal stands.
    let latest = tables.entries_of(&ledger, kind::DELEGATED)?.into_iter().rev().find(|entry| {
        let said = Said::from(entry);
        let of_deal = said.texts("deals").is_none_or(|deals| deals.contains(&deal.as_str()));
        entry.statement.signer().fingerprint() == owner && said.fingerprint("to") == Some(person) && of_deal
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
