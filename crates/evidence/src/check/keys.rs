//! The keys that a bundle lists against those that its log brings.

use anp::event::Actor;

use super::Found;
use crate::contents::{Contents, HowTrusted, Key};
use crate::record::{LogKey, Record};
use crate::verdict::Check;

/// Whether the log itself knows the key.
pub(crate) const fn vouched(how: &HowTrusted) -> bool {
    !matches!(how, HowTrusted::Desk | HowTrusted::Nobody)
}

pub(super) fn check(contents: &Contents, record: Option<&Record>, found: &mut Found) {
    let brought = record.map_or(&[][..], |record| record.keys.as_slice());
    for key in &contents.keys {
        of_log(key, brought, found);
        if let HowTrusted::Nobody = key.trusted {
            found.note(None, format!("nobody vouches for the key {}", key.key.fingerprint()));
        }
    }
    for entry in brought.iter().filter(|entry| entry.attested || Actor::parse(&entry.name).is_some()) {
        let listed = contents.keys.iter().any(|key| key.key.to_string() == entry.public_key);
        if !listed {
            found.fault(Check::Keys, format!("keys.json lacks the log's key {:.60}", entry.name));
        }
    }
}

/// A key that is listed as the log's is the log's, with the validity that stands there.
/// Whether the attestation holds is the log's own check.
fn of_log(key: &Key, brought: &[LogKey], found: &mut Found) {
    if key.trusted == HowTrusted::Desk {
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
        && (entry.valid_from.as_ref() != Some(valid_from) || entry.valid_to != *valid_to || !entry.attested)
    {
        found.fault(
            Check::Keys,
            format!("keys.json gives {} another validity than the log", key.key.fingerprint()),
        );
    }
}
