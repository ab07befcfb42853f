//! What a draft does to the media buy: makes one, amends it, cancels it. An amendment amends.

use super::drafts::Draft;
use super::pairing::Pair;
use super::{Asked, Findings};
use crate::digest::TermsDigest;
use crate::fault::Rule;
use crate::request::refine::ChangeKind;
use crate::sources::text;

const NEW: &str = "new_media_buy";
const UPDATE: &str = "media_buy_update";
const CANCELLATION: &str = "media_buy_cancellation";

/// Judges kind, media buy and opportunity, and that an amendment changes something.
pub fn check(asked: &Asked<'_>, pair: &Pair<'_>, draft: &Draft<'_>, findings: &mut Findings) {
    let kind = text(draft.proposal, "proposal_kind");
    let source = pair.source().and_then(|id| asked.circumstances.sources.get(id));
    if let Some(revision) = pair.revision() {
        let cancels = revision.change_kind == Some(ChangeKind::Cancellation);
        let expected = match source {
            _ if cancels => Some(CANCELLATION),
            Some(source) if text(source, "proposal_status") == Some("accepted") => Some(UPDATE),
            // A committed one may have been accepted since.
            Some(source) if text(source, "proposal_status") == Some("committed") => None,
            Some(source) => text(source, "proposal_kind"),
            None => None,
        };
        let wrong = match expected {
            Some(expected) => kind != Some(expected),
            None => {
                kind == Some(CANCELLATION) && source.is_some_and(|one| text(one, "proposal_kind") != kind)
            }
        };
        if wrong {
            let expected = expected.unwrap_or(if kind == Some(CANCELLATION) { UPDATE } else { NEW });
            let detail = format!("the source and the request lead to {expected}");
            findings.fault(Rule::ProposalKind, &draft.at.key("proposal_kind"), detail);
        }
    }
    if let Some(source) = source {
        for key in ["media_buy_id", "opportunity_id"] {
            if let (Some(known), Some(here)) = (text(source, key), text(draft.proposal, key))
                && known != here
            {
                findings.fault(Rule::MediaBuy, &draft.at.key(key), format!("not the source's {key}"));
            }
        }
    }
    // A hold on something else than an amendment is told as that.
    let held_as = |source| pair.revision().is_some() || text(source, "proposal_kind") == kind;
    if kind == Some(UPDATE) && source.is_none_or(held_as) {
        amended(asked, pair, draft, findings);
    }
}

fn amended(asked: &Asked<'_>, pair: &Pair<'_>, draft: &Draft<'_>, findings: &mut Findings) {
    let at = draft.at.key("commercial_terms");
    let accepted = pair.source().and_then(|id| asked.circumstances.sources.amended(id));
    match accepted.and_then(|accepted| accepted.get("commercial_terms")) {
        None => {
            let detail = "the accepted proposal is not known here, so whether this changes it cannot be seen";
            findings.unchecked(Rule::AmendmentUnchanged, &at, detail);
        }
        Some(terms) if Some(TermsDigest::of(terms)) == draft.digest => {
            let detail = "an amendment with the very terms that are accepted";
            findings.fault(Rule::AmendmentUnchanged, &at, detail);
        }
        Some(_) => {}
    }
}
