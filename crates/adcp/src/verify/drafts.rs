//! The proposals of a result: how many, whose, and whether they differ.

use std::collections::{BTreeMap, BTreeSet};

use anp::json::Value;

use super::pairing::Pair;
use super::{Asked, Findings};
use crate::digest::TermsDigest;
use crate::fault::Rule;
use crate::pointer::At;
use crate::sources::text;

/// One proposal that came.
pub struct Draft<'a> {
    pub proposal: &'a Value,
    /// Its terms, where it has any.
    pub terms: Option<&'a Value>,
    /// Their digest, computed.
    pub digest: Option<TermsDigest>,
    pub at: At,
}

/// The proposals that a result brings.
pub fn of<'a>(pair: &Pair<'a>) -> Vec<Draft<'a>> {
    let at = pair.at.key("proposals");
    let several = pair.result.get("proposals").and_then(Value::as_array).unwrap_or_default();
    let several = several.iter().enumerate().map(|(place, proposal)| (at.item(place), proposal));
    let single = pair.result.get("proposal").map(|proposal| (pair.at.key("proposal"), proposal));
    let all = several.chain(single).filter(|(_, proposal)| proposal.as_object().is_some());
    all.map(|(at, proposal)| {
        let terms = proposal.get("commercial_terms").filter(|terms| terms.as_object().is_some());
        Draft { proposal, terms, digest: terms.map(TermsDigest::of), at }
    })
    .collect()
}

/// As many as were asked for, and of a part at least one.
pub fn counts(pair: &Pair<'_>, there: usize, findings: &mut Findings) {
    let at = pair.at.key("proposals");
    let there = there as u64;
    let asked = pair.revision().map_or(1, |revision| revision.alternatives.unwrap_or(1));
    let expected = match pair.outcome() {
        Some("revised") => asked..=asked,
        Some("partial") => 1..=asked,
        Some("finalized") => 1..=1,
        Some("unable") => 0..=0,
        _ => return,
    };
    if !expected.contains(&there) {
        let (least, most) = (expected.start(), expected.end());
        let bounds = if least == most { most.to_string() } else { format!("from {least} to {most}") };
        let detail = format!("proposals here: {there}; this outcome has {bounds} of them");
        findings.fault(Rule::AlternativeCount, &at, detail);
    }
}

/// Alternatives have different terms, whatever they are called.
pub fn distinct(pair: &Pair<'_>, drafts: &[Draft<'_>], findings: &mut Findings) {
    let mut first: BTreeMap<TermsDigest, usize> = BTreeMap::new();
    for (place, draft) in drafts.iter().enumerate() {
        let Some(digest) = draft.digest else { continue };
        if let Some(earlier) = first.get(&digest) {
            let detail = format!("the terms of proposal {earlier} of this result under another id");
            findings.fault(Rule::DuplicateAlternative, &pair.at.key("proposals").item(place), detail);
        } else {
            first.insert(digest, place);
        }
    }
}

/// A draft comes from its source and from nowhere else.
pub fn lineage(pair: &Pair<'_>, draft: &Draft<'_>, findings: &mut Findings) {
    let parent = text(draft.proposal, "parent_proposal_id");
    if parent.is_none() || parent != pair.source() {
        let detail = format!("the parent is not the source {:?}", pair.source().unwrap_or_default());
        findings.fault(Rule::Lineage, &draft.at.key("parent_proposal_id"), detail);
    }
}

/// Ids that are taken.
pub struct Ids<'a> {
    asked: &'a Asked<'a>,
    replayed: bool,
    here: BTreeSet<&'a str>,
}

impl<'a> Ids<'a> {
    pub fn new(asked: &'a Asked<'a>) -> Self {
        let replayed = asked.answer.get("replayed").and_then(Value::as_bool) == Some(true);
        Self { asked, replayed, here: BTreeSet::new() }
    }

    /// A new proposal has a new id.
    pub fn check(&mut self, draft: &Draft<'a>, findings: &mut Findings) {
        let Some(id) = text(draft.proposal, "proposal_id") else { return };
        let at = draft.at.key("proposal_id");
        if !self.here.insert(id) {
            findings.fault(Rule::DuplicateSuccessorId, &at, "this id stands in this answer already");
        }
        let source = self.asked.request.refinements.iter().any(|refinement| refinement.proposal_id == id);
        let sources = self.asked.circumstances.sources;
        let before = match sources.get(id) {
            // What is replayed was there before: then it is the same, or it is no replay.
            Some(known) => !(self.replayed && same(known, draft)),
            None => !self.replayed && sources.has_parent(id),
        };
        if source || before {
            findings.fault(Rule::SuccessorId, &at, "the id of a proposal that was there before");
        }
    }
}

fn same(known: &Value, draft: &Draft<'_>) -> bool {
    known.get("commercial_terms").map(TermsDigest::of) == draft.digest
        && text(known, "parent_proposal_id") == text(draft.proposal, "parent_proposal_id")
}
