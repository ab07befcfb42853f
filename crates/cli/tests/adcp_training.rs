//! `countersign adcp verify` against the training seller: honest sellers hold, and every
//! lie about proposals is caught by its own rule.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod training;

use std::collections::HashSet;

use training::{play, rules};
use training_seller::{PROFILES, Profile};

/// In which exchange a lie is told, and the rule that catches it. Lies that are not in one
/// answer to a refinement have none here: they are the transport's and the acceptance's.
const fn caught(profile: Profile) -> Option<(&'static str, &'static str)> {
    Some(match profile {
        Profile::WrongDigest | Profile::SubmittedLies => ("typed", "terms_digest"),
        Profile::WrongParent | Profile::NoParent => ("typed", "lineage"),
        Profile::IdOfSource | Profile::IdUsedAgain => ("typed", "successor_proposal_id"),
        Profile::IdTwice => ("two", "duplicate_successor_proposal_id"),
        Profile::SameTerms | Profile::SameTermsRespelt => ("typed", "duplicate_alternative"),
        Profile::OverBudget
        | Profile::OverCpm
        | Profile::AuctionPrice
        | Profile::FewImpressions
        | Profile::NoImpressions
        | Profile::LateFlight
        | Profile::PartialHides
        | Profile::PartialInvents
        | Profile::PartialUnasked => ("typed", "constraint_mismatch"),
        Profile::KeepsOmitted | Profile::LacksIncluded => ("typed", "product_change_mismatch"),
        Profile::CriteriaIgnored => ("typed", "criteria"),
        Profile::DeclinesTyped | Profile::DeniesDeclared => ("typed", "reason_mismatch"),
        Profile::TooFew | Profile::TooMany => ("typed", "alternative_count"),
        Profile::ResultMissing | Profile::ResultExtra => ("two", "cardinality"),
        Profile::ResultsSwapped => ("two", "result_order"),
        Profile::UnableWithDraft => ("typed", "schema"),
        Profile::MixedCurrency => ("typed", "currency"),
        Profile::PricingMismatch => ("typed", "pricing_option_id"),
        Profile::ReadsTwoWays => ("typed", "json"),
        Profile::TermsChanged => ("held", "finalize_terms_changed"),
        Profile::TermsChangedQuietly => ("held", "terms_digest"),
        Profile::HoldExpired | Profile::HoldUnread => ("held", "proposal_expired"),
        Profile::HoldShort => ("held", "hold_too_short"),
        Profile::FinalizedDraft => ("held", "proposal_status"),
        Profile::HalfFinalized => ("held", "mixed_finalize_batch"),
        Profile::IdleAmendment => ("amendment", "amendment_unchanged"),
        Profile::BareCancellation => ("cancellation", "schema"),
        _ => return None,
    })
}

/// Honest sellers that answer refinements each in its own way; the others differ on the
/// wire alone.
const HONEST: [Profile; 8] = [
    Profile::Honest,
    Profile::Guide,
    Profile::Constrained,
    Profile::IoRequired,
    Profile::NoHolds,
    Profile::Submitted,
    Profile::Undeclared,
    Profile::Departs,
];

#[test]
fn honest_sellers_hold() {
    let mut seen = HashSet::new();
    for profile in HONEST {
        for case in play(profile).into_iter().filter(|case| seen.insert(case.answer.clone())) {
            let found = rules(&case);
            assert!(found.is_empty(), "{} at {}: {found:?}\n{}", profile.name(), case.name, case.answer);
        }
    }
}

#[test]
fn every_lie_is_caught_by_its_own_rule() {
    let mut free = Vec::new();
    for profile in PROFILES {
        let Some((place, rule)) = caught(profile) else { continue };
        let case = play(profile).into_iter().find(|case| case.name == place);
        let found = case.as_ref().map(rules).unwrap_or_default();
        if !found.iter().any(|one| one == rule) {
            free.push(format!("{} at {place}: {rule} expected, {found:?} found", profile.name()));
        }
    }
    assert!(free.is_empty(), "not caught:\n{}", free.join("\n"));
}
