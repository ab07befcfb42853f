//! A hold: the same terms as the draft, for long enough.

use super::drafts::Draft;
use super::pairing::Pair;
use super::{Asked, Findings};
use crate::digest::TermsDigest;
use crate::fault::Rule;
use crate::instant::Instant;
use crate::sources::text;

/// Judges what a finalize brought.
pub fn check(asked: &Asked<'_>, pair: &Pair<'_>, draft: &Draft<'_>, findings: &mut Findings) {
    let finalized = pair.outcome() == Some("finalized");
    let status = text(draft.proposal, "proposal_status");
    let (expected, said) = if finalized { ("committed", "finalized") } else { ("draft", "a revision") };
    if status != Some(expected) {
        let detail = format!("{said} brings a proposal that is {expected}");
        findings.fault(Rule::ProposalStatus, &draft.at.key("proposal_status"), detail);
    }
    if finalized {
        hold(asked, draft, findings);
        unchanged(asked, pair, draft, findings);
    }
}

fn hold(asked: &Asked<'_>, draft: &Draft<'_>, findings: &mut Findings) {
    let at = draft.at.key("expires_at");
    let end = text(draft.proposal, "expires_at").and_then(Instant::parse);
    let Some(end) = end else {
        return findings.fault(Rule::Expired, &at, "no time at which the hold ends");
    };
    let left = end.moment().since(asked.circumstances.now);
    if left <= 0 {
        findings.fault(Rule::Expired, &at, "the hold has ended");
    } else if left < asked.circumstances.lead_millis {
        let detail = format!(
            "the hold ends in {} s; {} s at least are needed to decide",
            left / 1000,
            asked.circumstances.lead_millis / 1000
        );
        findings.fault(Rule::HoldTooShort, &at, detail);
    }
}

fn unchanged(asked: &Asked<'_>, pair: &Pair<'_>, draft: &Draft<'_>, findings: &mut Findings) {
    let at = draft.at.key("commercial_terms");
    let source = pair.source().and_then(|id| asked.circumstances.sources.get(id));
    let Some(source) = source else {
        let detail = "the draft is not known here, so whether its terms were kept cannot be seen";
        return findings.unchecked(Rule::FinalizeTerms, &at, detail);
    };
    if text(source, "proposal_status") != Some("draft") {
        findings.fault(Rule::SourceState, &draft.at, "what was finalized is known as no draft");
    }
    let known = source.get("commercial_terms").map(TermsDigest::of);
    let claimed = text(source, "terms_digest");
    if let (Some(known), Some(claimed)) = (known, claimed)
        && known.to_string() != claimed
    {
        findings.fault(Rule::SourceDigest, &at, "the draft's own digest is not that of its terms");
    }
    // A draft known by its digest alone is held against that.
    let known = known.map(|digest| digest.to_string()).or_else(|| claimed.map(str::to_owned));
    if known != draft.digest.map(|digest| digest.to_string()) {
        findings.fault(Rule::FinalizeTerms, &at, "not the terms of the draft that was to be held");
    }
    for key in ["proposal_kind", "media_buy_id", "base_media_buy_revision"] {
        if source.get(key) != draft.proposal.get(key) && source.get("proposal_kind").is_some() {
            let detail = format!("the hold is on another {key} than the draft's");
            findings.fault(Rule::FinalizeTerms, &draft.at.key(key), detail);
        }
    }
}
