//! Typed requirements, held against every draft and against what the seller says of them.

use std::collections::BTreeSet;

use super::Findings;
use super::drafts::Draft;
use super::outcome::listed;
use super::pairing::Pair;
use crate::constraint::{evaluate, meets_change};
use crate::fault::Rule;
use crate::request::refine::{Constraints, Dimension, Revision};

const CONSTRAINTS: &str = "unsatisfied_constraints";
const CHANGES: &str = "unsatisfied_product_changes";

/// Each draft keeps all that is not listed as unsatisfied; what is listed was asked for and is not kept
/// by all; and the reason says so exactly where something is listed.
pub fn check(pair: &Pair<'_>, drafts: &[Draft<'_>], findings: &mut Findings) {
    let none = Revision { constraints: Constraints::default(), ..Revision::default() };
    if pair.refinement.is_none() {
        return;
    }
    let revision = pair.revision().unwrap_or(&none);
    constraints(pair, revision, drafts, findings);
    changes(pair, revision, drafts, findings);
    said(pair, findings);
}

fn constraints(pair: &Pair<'_>, revision: &Revision, drafts: &[Draft<'_>], findings: &mut Findings) {
    let listed: Option<Vec<&str>> =
        listed(pair, CONSTRAINTS).map(|listed| listed.into_iter().map(|(name, _)| name).collect());
    let mut failed = BTreeSet::new();
    for draft in drafts {
        let Some(terms) = draft.terms else { continue };
        for evaluated in evaluate(&revision.constraints, terms).into_iter().filter(|one| !one.met) {
            let name = evaluated.dimension.as_str();
            failed.insert(name);
            if !listed.as_ref().is_some_and(|listed| listed.contains(&name)) {
                let detail =
                    format!("{name} is not met, and the seller does not say so: {}", evaluated.found);
                findings.fault(Rule::Constraint, &draft.at.key("commercial_terms"), detail);
            }
        }
    }
    let asked: Vec<&str> = revision.dimensions().into_iter().map(Dimension::as_str).collect();
    let at = pair.at.key(CONSTRAINTS);
    for (place, name) in listed.unwrap_or_default().into_iter().enumerate() {
        let constraint = !matches!(name, "product_changes" | "alternatives" | "criteria");
        if !constraint || !asked.contains(&name) {
            findings.fault(Rule::Constraint, &at.item(place), "no constraint of this request");
        } else if !drafts.is_empty() && !failed.contains(name) {
            let detail = format!("{name} is met by every draft, and the seller says that it is not");
            findings.fault(Rule::Constraint, &at.item(place), detail);
        }
    }
}

fn changes(pair: &Pair<'_>, revision: &Revision, drafts: &[Draft<'_>], findings: &mut Findings) {
    let listed = listed(pair, CHANGES).unwrap_or_default();
    let mut failed = BTreeSet::new();
    for draft in drafts {
        let Some(terms) = draft.terms else { continue };
        for (product, change) in &revision.product_changes {
            if meets_change(product, *change, terms) {
                continue;
            }
            failed.insert(product.as_str());
            if !listed.iter().any(|(name, _)| name == product) {
                let detail =
                    format!("{} {product:.60?} is not met, and the seller does not say so", change.as_str());
                let at = draft.at.key("commercial_terms").key("purchases");
                findings.fault(Rule::ProductChange, &at, detail);
            }
        }
    }
    let at = pair.at.key(CHANGES);
    for (name, said) in listed {
        let asked = revision.product_changes.iter().find(|(product, _)| product == name);
        let said = said.and_then(|said| said.as_text());
        if asked.is_none_or(|(_, change)| Some(change.as_str()) != said) {
            findings.fault(Rule::ProductChange, &at.key(name), "no change of this request");
        } else if !drafts.is_empty() && !failed.contains(name) {
            let detail = "this change is met by every draft, and the seller says that it is not";
            findings.fault(Rule::ProductChange, &at.key(name), detail);
        }
    }
}

/// Whether outcome and reason say what the lists say.
fn said(pair: &Pair<'_>, findings: &mut Findings) {
    let lists = [CONSTRAINTS, CHANGES].map(|key| (key, listed(pair, key)));
    for (key, list) in &lists {
        if list.as_ref().is_some_and(Vec::is_empty) {
            let rule = if *key == CHANGES { Rule::ProductChange } else { Rule::Constraint };
            findings.fault(rule, &pair.at.key(key), "a list of what is not met, with nothing in it");
        }
    }
    let any = lists.iter().any(|(_, list)| list.as_ref().is_some_and(|list| !list.is_empty()));
    if any && !matches!(pair.outcome(), Some("partial" | "unable")) {
        let detail = "something is listed as not met, so this can be no more than a part";
        findings.fault(Rule::UnsatisfiedOutcome, &pair.at.key("outcome"), detail);
    }
    let at = pair.at.key("reason_code");
    match (any, pair.reason() == Some("constraint_unsatisfiable")) {
        (true, false) => findings.fault(
            Rule::ConstraintPrecedence,
            &at,
            "something is listed as not met, so the reason is constraint_unsatisfiable",
        ),
        (false, true) => findings.fault(
            Rule::ConstraintPrecedence,
            &at,
            "the reason is constraint_unsatisfiable, and nothing is listed as not met",
        ),
        _ => {}
    }
}
