//! The organisation's ledger, and the keys that are said to be its people's.

use super::Found;
use crate::contents::{Contents, HowTrusted};
use crate::people::{People, members};
use crate::signers::Signers;
use crate::verdict::Check;

/// Follows the organisation's ledger. What does not hold vouches for nobody.
pub(super) fn follow(contents: &Contents, found: &mut Found) -> Option<People> {
    match People::of(contents.people.as_ref()?) {
        Ok(people) => Some(people),
        Err((seq, why)) => {
            found.fault(Check::People, format!("entry {seq} of the organisation's ledger: {why}"));
            None
        }
    }
}

/// Checks who is said to be of the organisation. True where a pin of the reader's leads to every signer.
pub(super) fn check(
    contents: &Contents,
    people: Option<&People>,
    signers: &Signers<'_>,
    found: &mut Found,
) -> bool {
    for key in &contents.keys {
        if matches!(key.trusted, HowTrusted::Member { .. }) {
            let as_told = contents.people.as_ref().is_some_and(|people| members(people).contains(key));
            if !as_told {
                let what = format!(
                    "keys.json says of {} what the organisation's ledger does not say",
                    key.key.fingerprint()
                );
                found.fault(Check::Keys, what);
            }
        }
    }
    if let Some(people) = people
        && !signers.founder_pinned()
    {
        let what = format!(
            "no pin vouches for the founder's key, {}, from which the organisation's people follow: compare it \
             and give it as a pin of the buyer's",
            people.founder
        );
        found.note(None, what);
    }
    let ledger = contents.ledger.entries.iter().map(|entry| entry.signer);
    let mut all = ledger.chain(contents.ledger.waiting.iter().map(|waiting| waiting.signer)).peekable();
    all.peek().is_some() && all.all(|signer| signers.pin_leads_to(signer))
}
