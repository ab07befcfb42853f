//! Outcomes and reasons: which may follow which request.

use anp::json::Value;

use super::Findings;
use super::drafts;
use super::pairing::Pair;
use crate::capability::RefinementSupport;
use crate::fault::Rule;
use crate::pointer::At;
use crate::request::refine::{Revision, Wish};

/// What holds of all results together: in a finalize batch all are held, or none.
pub fn batch(pairs: &[Pair<'_>], at: &At, findings: &mut Findings) {
    let finalized = |pair: &Pair<'_>| pair.outcome() == Some("finalized");
    if pairs.iter().any(finalized) && !pairs.iter().all(finalized) {
        findings.fault(
            Rule::MixedFinalize,
            at,
            "some are finalized and others are not: a batch holds all of them or none",
        );
    }
    let because = |reason: &str| pairs.iter().any(|pair| pair.reason() == Some(reason));
    let cause = pairs.iter().any(|pair| {
        pair.outcome() == Some("unable") && pair.reason().is_some_and(|reason| reason != "batch_aborted")
    });
    if because("batch_aborted") && !cause {
        let detail = "every entry says that another one failed, and none says that it did";
        findings.fault(Rule::Reason, at, detail);
    }
}

/// What holds of one result.
pub fn one(pair: &Pair<'_>, support: Option<&RefinementSupport>, findings: &mut Findings) {
    let Some(refinement) = pair.refinement else { return };
    if let Some(outcome) = pair.outcome() {
        let (action, fits) = match refinement.wish {
            Wish::Revise(_) => ("revise", matches!(outcome, "revised" | "partial" | "unable")),
            Wish::Finalize => ("finalize", matches!(outcome, "finalized" | "unable")),
        };
        if !fits {
            let detail = format!("no outcome of {action}");
            findings.fault(Rule::ActionOutcome, &pair.at.key("outcome"), detail);
        }
    }
    let Some(reason) = pair.reason() else { return };
    let why = match &refinement.wish {
        Wish::Finalize => finalize_reason(reason),
        Wish::Revise(revision) => revise_reason(pair, revision, support, reason),
    };
    if let Some(why) = why {
        findings.fault(Rule::Reason, &pair.at.key("reason_code"), why);
    }
}

/// A finalize asks for nothing but a hold, so there is little that can stand in its way.
fn finalize_reason(reason: &str) -> Option<String> {
    match reason {
        "hold_unavailable" | "batch_aborted" | "source_unavailable" => None,
        _ => Some(format!("a finalize gives no ground for {reason:.40?}")),
    }
}

fn revise_reason(
    pair: &Pair<'_>,
    revision: &Revision,
    support: Option<&RefinementSupport>,
    reason: &str,
) -> Option<String> {
    let partial = pair.outcome() == Some("partial");
    match reason {
        "commercially_declined" | "uninterpreted" if !revision.asks() => {
            Some(format!("{reason} answers words, and nothing was asked for in words"))
        }
        "hold_unavailable" | "batch_aborted" => Some(format!("{reason} answers a finalize alone")),
        "source_unavailable" if partial => {
            Some("drafts of a source that is said not to be available".to_owned())
        }
        "unsupported_dimension" => unsupported(revision, support),
        "alternatives_unavailable" => match revision.alternatives {
            None => Some("no alternatives were asked for".to_owned()),
            Some(asked) if drafts::of(pair).len() as u64 >= asked => {
                Some("as many alternatives as were asked for are here".to_owned())
            }
            Some(_) => None,
        },
        _ => None,
    }
}

/// Only what is typed can be unsupported, and not what the seller says it supports.
fn unsupported(revision: &Revision, support: Option<&RefinementSupport>) -> Option<String> {
    let dimensions = revision.dimensions();
    // Removing the cap is typed too, and no declaration speaks of it.
    if revision.remove_frequency_cap {
        return None;
    }
    if dimensions.is_empty() {
        return Some("nothing typed was asked for".to_owned());
    }
    let declared = |support: &RefinementSupport| {
        dimensions.iter().all(|dimension| support.supports(*dimension) == Some(true))
    };
    support.is_some_and(declared).then(|| "the seller declares every dimension that was used".to_owned())
}

/// A list of what was not met, or an object with its names.
pub fn listed<'a>(pair: &Pair<'a>, key: &str) -> Option<Vec<(&'a str, Option<&'a Value>)>> {
    match pair.result.get(key)? {
        Value::Array(names) => {
            Some(names.iter().filter_map(Value::as_text).map(|name| (name, None)).collect())
        }
        Value::Object(members) => {
            Some(members.iter().map(|(name, value)| (name.as_str(), Some(value))).collect())
        }
        _ => Some(Vec::new()),
    }
}
