//! The keys of a log with their tables, by the fingerprints that events name.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::keyring::Keyring;
use crate::digest::Fingerprint;
use crate::keys::{PublicKey, Table};

/// How many keys get tables, about 20 KiB each. A log of more is still verified, the
/// events of the others one by one.
const WITH_TABLES: usize = 128;

/// A key that may have signed events.
pub(super) struct Signer {
    pub(super) fingerprint: Fingerprint,
    key: PublicKey,
    table: OnceLock<Table>,
}

impl Signer {
    /// The key's table, made when it is first asked for.
    pub(super) fn table(&self) -> &Table {
        self.table.get_or_init(|| Table::of(&self.key))
    }
}

/// The signers of a log, by the text of their fingerprints.
pub(super) struct Signers(HashMap<String, Signer>);

impl Signers {
    pub(super) fn of(ring: &Keyring) -> Self {
        let parties = [ring.vendor, ring.platform].into_iter().flatten();
        let parties = parties.map(|known| (known.fingerprint, known.key));
        let members = ring.members.iter().map(|member| (member.membership.fingerprint, member.key));
        let mut signers = HashMap::new();
        for (fingerprint, key) in parties.chain(members) {
            if signers.len() < WITH_TABLES {
                let signer = Signer { fingerprint, key, table: OnceLock::new() };
                signers.entry(fingerprint.to_string()).or_insert(signer);
            }
        }
        Self(signers)
    }

    pub(super) fn get(&self, fingerprint: &str) -> Option<&Signer> {
        self.0.get(fingerprint)
    }
}
