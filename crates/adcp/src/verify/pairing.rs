//! Which result answers which refinement.

use anp::json::Value;

use super::Findings;
use crate::fault::Rule;
use crate::pointer::At;
use crate::request::refine::{Refinement, Revision, Wish};
use crate::sources::text;

/// A result with what it answers; none where it answers nothing that was asked.
pub struct Pair<'a> {
    pub refinement: Option<&'a Refinement>,
    pub result: &'a Value,
    pub at: At,
}

impl<'a> Pair<'a> {
    pub fn outcome(&self) -> Option<&'a str> {
        text(self.result, "outcome")
    }

    pub fn reason(&self) -> Option<&'a str> {
        text(self.result, "reason_code")
    }

    pub fn revision(&self) -> Option<&'a Revision> {
        match &self.refinement?.wish {
            Wish::Revise(revision) => Some(revision),
            Wish::Finalize => None,
        }
    }

    /// The source: the one asked for, or, for a result that nobody asked for, the one it names.
    pub fn source(&self) -> Option<&'a str> {
        match self.refinement {
            Some(refinement) => Some(&refinement.proposal_id),
            None => text(self.result, "source_proposal_id"),
        }
    }
}

/// Pairs by the source that a result names, so that a result out of place is judged by what was asked
/// of its own source; where it names none that was asked for, by its place.
pub fn pair<'a>(
    refinements: &'a [Refinement],
    results: &'a [Value],
    at: &At,
    findings: &mut Findings,
) -> Vec<Pair<'a>> {
    if refinements.len() != results.len() {
        let detail = format!("results here: {}; refinements asked for: {}", results.len(), refinements.len());
        findings.fault(Rule::Cardinality, at, detail);
    }
    let mut named: Vec<&str> = Vec::new();
    let mut pairs = Vec::new();
    for (place, result) in results.iter().enumerate() {
        let at = at.item(place);
        let id = text(result, "source_proposal_id");
        let here = refinements.get(place);
        if id.is_none() || here.is_none_or(|here| Some(here.proposal_id.as_str()) != id) {
            let detail = match here {
                Some(here) => format!("the source asked for at this place is {:?}", here.proposal_id),
                None => "nothing was asked for at this place".to_owned(),
            };
            findings.fault(Rule::ResultOrder, &at.key("source_proposal_id"), detail);
        }
        let meant = refinements.iter().find(|refinement| Some(refinement.proposal_id.as_str()) == id);
        if let Some(id) = id {
            if named.contains(&id) && meant.is_some() {
                let detail = "a second result for this source";
                findings.fault(Rule::ResultOrder, &at.key("source_proposal_id"), detail);
            }
            named.push(id);
        }
        pairs.push(Pair { refinement: meant.or(here), result, at });
    }
    for refinement in
        refinements.iter().filter(|refinement| !named.contains(&refinement.proposal_id.as_str()))
    {
        let detail = format!("there is no result for {:?}", refinement.proposal_id);
        findings.fault(Rule::Cardinality, at, detail);
    }
    pairs
}
