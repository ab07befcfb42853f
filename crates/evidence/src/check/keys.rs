//! The keys that a bundle lists against those that its log brings.

use anp::event::Actor;

use super::Found;
use crate::contents::{Contents, HowTrusted, Key};
use crate::record::{LogKey, Record};
use crate::signers::Signers;
use crate::verdict::Check;

pub(super) fn check(contents: &Contents, record: Option<&Record>, signers: &Signers<'_>, found: &mut Found) {
    let brought = record.map_or(&[][..], |record| record.keys.as_slice());
    for key in &contents.keys {
        of_log(key, brought, signers, found);
        let fingerprint = key.key.fingerprint();
        if !may_be_so_trusted(contents, key) {
            found.fault(
                Check::Keys,
                format!("keys.json says of {fingerprint} that it is trusted in a way in which it cannot be"),
            );
        }
        match key.trusted {
            HowTrusted::Nobody => found.note(None, format!("nobody vouches for the key {fingerprint}")),
            HowTrusted::Desk => found.note(
                None,
                format!("the key {fingerprint} is the exporter's by the exporter's own word: the log does not bring it"),
            ),
            _ => {}
        }
    }
    for entry in brought.iter().filter(|entry| entry.attested || Actor::parse(&entry.name).is_some()) {
        let listed = contents.keys.iter().any(|key| key.key.to_string() == entry.public_key);
        if !listed {
            found.fault(Check::Keys, format!("keys.json lacks the log's key {:.60}", entry.name));
        }
    }
}

/// How a key came to be trusted is the exporter's claim. What it claims to have pinned, it
/// has told among its pins, and pins are for the two parties' keys alone.
fn may_be_so_trusted(contents: &Contents, key: &Key) -> bool {
    let fingerprint = key.key.fingerprint();
    let pinned = |party: Actor| {
        key.party == party
            && key.name == party.as_str()
            && contents.pins.iter().any(|pin| pin.party == party && pin.fingerprint == fingerprint)
    };
    match key.trusted {
        HowTrusted::Pinned { .. } => pinned(Actor::VendorAgent),
        HowTrusted::Platform => pinned(Actor::Buyer),
        HowTrusted::Attested { .. } | HowTrusted::Member { .. } | HowTrusted::Desk => {
            key.party == Actor::Buyer && Actor::parse(&key.name).is_none()
        }
        HowTrusted::Nobody => true,
    }
}

/// A key that is listed as the log's is the log's, with the validity that stands there and
/// an attestation that holds.
fn of_log(key: &Key, brought: &[LogKey], signers: &Signers<'_>, found: &mut Found) {
    if matches!(key.trusted, HowTrusted::Desk | HowTrusted::Member { .. }) {
        return;
    }
    let text = key.key.to_string();
    let named = |entry: &&LogKey| entry.name == key.name && entry.public_key == text;
    let Some(entry) = brought.iter().find(named) else {
        return found.fault(
            Check::Keys,
            format!("keys.json lists {} as {:.60}; the log has no such key", key.key.fingerprint(), key.name),
        );
    };
    let party = Actor::parse(&entry.name).unwrap_or(Actor::Buyer);
    if party != key.party {
        found.fault(Check::Keys, format!("keys.json gives {} to the other party", key.key.fingerprint()));
    }
    if let HowTrusted::Attested { valid_from, valid_to } = &key.trusted
        && (!entry.attested
            || entry.membership.as_ref().is_none_or(|membership| {
                membership.valid_from != *valid_from || membership.valid_to != *valid_to
            }))
    {
        found.fault(
            Check::Keys,
            format!("keys.json gives {} another validity than the log", key.key.fingerprint()),
        );
    } else if matches!(key.trusted, HowTrusted::Attested { .. }) && !signers.attests(entry) {
        found.fault(
            Check::Keys,
            format!("the log's platform key does not attest {}, as keys.json says", key.key.fingerprint()),
        );
    }
}
