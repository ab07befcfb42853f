//! Criteria that a revision replaces, evaluated again on what came back.

use anp::json::{Value, canonical};

use super::drafts::Draft;
use super::pairing::Pair;
use super::{Asked, Findings, cost_per, offers, targeting};
use crate::constraint::purchases;
use crate::fault::Rule;
use crate::pointer::At;
use crate::request::refine::{Dimension, Membership, Revision};
use crate::sources::text;

/// Judges a draft by the criteria of its revision.
pub fn check(asked: &Asked<'_>, pair: &Pair<'_>, draft: &Draft<'_>, findings: &mut Findings) {
    let (Some(revision), Some(terms)) = (pair.revision(), draft.terms) else { return };
    let at = draft.at.key("commercial_terms");
    let mut found = Findings::default();
    cap(asked, pair, revision, terms, &at, &mut found);
    if let Some(criteria) = &revision.criteria {
        chosen(asked, revision, criteria, terms, &at, &mut found);
        if let Some(filters) = criteria.get("offer_filters") {
            offers::check(asked, filters, terms, &at, &mut found);
        }
        if let Some(cost) = criteria.get("outcome_target").and_then(|target| target.get("cost_per")) {
            cost_per::check(cost, criteria.get("offer_filters"), terms, &at, &mut found);
        }
        if let Some(overlay) = criteria.get("targeting_overlay") {
            targeting::overlay(asked, overlay, terms, &at, &mut found);
        }
    }
    findings.unchecked.append(&mut found.unchecked);
    let found = found.faults.listed();
    if excused(asked, pair) {
        for fault in found {
            let remark = super::Remark { rule: fault.rule, path: fault.path, detail: fault.detail };
            findings.departures.push(remark);
        }
    } else {
        findings.faults.extend(found);
    }
}

/// Criteria that are judged, as far as what came back says what they are about. `ext` is nobody's.
const JUDGED: [&str; 5] =
    ["product_ids", "media_buy_frequency_cap", "targeting_overlay", "offer_filters", "ext"];

/// Says of which criteria nothing that comes back can tell whether they are met.
pub fn silent(pair: &Pair<'_>, findings: &mut Findings) {
    let criteria = pair.revision().and_then(|revision| revision.criteria.as_ref());
    if pair.outcome() == Some("unable") {
        return;
    }
    let members = criteria.and_then(Value::as_object).unwrap_or_default();
    let mut say = |name: &str| {
        let detail = format!("{name} was asked for, and whether it is met cannot be computed");
        findings.unchecked(Rule::Criteria, &pair.at.key("proposals"), detail);
    };
    for (name, value) in members.iter().filter(|(name, _)| !JUDGED.contains(&name.as_str())) {
        match (name.as_str(), value.get("volume"), value.get("cost_per")) {
            ("outcome_target", None, Some(_)) => {}
            ("outcome_target", ..) => say("outcome_target.volume"),
            _ => say(name),
        }
    }
    let within = |outer: &str| criteria.and_then(|criteria| criteria.get(outer));
    let costs = within("outcome_target").is_some_and(|target| target.get("cost_per").is_some());
    for (name, _) in within("offer_filters").and_then(Value::as_object).unwrap_or_default() {
        let judged = offers::JUDGED.contains(&name.as_str()) || (costs && name == "budget_range");
        if !judged {
            say(&format!("offer_filters.{name}"));
        }
    }
}

/// A part may leave out criteria that the seller cannot evaluate. They have no place in the lists of what
/// is not met, and another reason takes precedence over this one, so it need not be said.
fn excused(asked: &Asked<'_>, pair: &Pair<'_>) -> bool {
    let declared = asked.circumstances.support.and_then(|support| support.supports(Dimension::Criteria));
    pair.outcome() == Some("partial")
        && matches!(pair.reason(), Some("unsupported_dimension" | "constraint_unsatisfiable"))
        && declared != Some(true)
}

/// The frequency cap: replaced, removed, or inherited.
fn cap(
    asked: &Asked<'_>,
    pair: &Pair<'_>,
    revision: &Revision,
    terms: &Value,
    at: &At,
    findings: &mut Findings,
) {
    let at = at.key("frequency_cap");
    let here = terms.get("frequency_cap").map(canonical);
    let replaced = revision.criteria.as_ref().and_then(|criteria| criteria.get("media_buy_frequency_cap"));
    if revision.remove_frequency_cap {
        if here.is_some() {
            findings.fault(Rule::Criteria, &at, "a frequency cap, which was to go");
        }
    } else if let Some(replaced) = replaced {
        if here != Some(canonical(replaced)) {
            findings.fault(Rule::Criteria, &at, "not the frequency cap that was asked for");
        }
    } else {
        let source = pair.source().and_then(|id| asked.circumstances.sources.get(id));
        let before = source.and_then(|source| source.get("commercial_terms")?.get("frequency_cap"));
        if before.is_some() && here.is_none() {
            let detail = "the source's frequency cap is gone, and nobody asked for that";
            findings.fault(Rule::Criteria, &at, detail);
        }
    }
}

/// Products beyond those that may be chosen. One that the seller has configured for this request has an
/// id of its own.
fn chosen(
    asked: &Asked<'_>,
    revision: &Revision,
    criteria: &Value,
    terms: &Value,
    at: &At,
    findings: &mut Findings,
) {
    let Some(candidates) = criteria.get("product_ids").and_then(Value::as_array) else { return };
    for (place, purchase) in purchases(terms).iter().enumerate() {
        let Some(id) = text(purchase, "product_id") else { continue };
        let candidate = candidates.iter().any(|candidate| candidate.as_text() == Some(id));
        let included = revision.product_changes.contains(&(id.to_owned(), Membership::Include));
        let configured = asked.product(id).is_some_and(|(_, product)| product.get("expires_at").is_some());
        if !candidate && !included && !configured {
            let at = at.key("purchases").item(place).key("product_id");
            findings.fault(Rule::Criteria, &at, "none of the products that were to be chosen from");
        }
    }
}
