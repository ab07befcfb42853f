//! Criteria that a revision replaces, evaluated again on what came back.

use anp::json::{Value, canonical};

use super::drafts::Draft;
use super::pairing::Pair;
use super::targeting;
use super::{Asked, Findings};
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
            offers(asked, filters, terms, &at, &mut found);
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

/// Filters, as far as what came back says what they are about.
fn offers(asked: &Asked<'_>, filters: &Value, terms: &Value, at: &At, findings: &mut Findings) {
    for (place, purchase) in purchases(terms).iter().enumerate() {
        let at = at.key("purchases").item(place);
        let pricing = purchase.get("pricing").unwrap_or(&Value::Null);
        let currencies = filters.get("pricing_currencies").and_then(Value::as_array);
        if let (Some(currencies), Some(currency)) = (currencies, pricing.get("currency"))
            && !currencies.contains(currency)
        {
            let detail = "none of the currencies that were asked for";
            findings.fault(Rule::Criteria, &at.key("pricing").key("currency"), detail);
        }
        let fixed = pricing.get("fixed_price").is_some();
        let auction = pricing.get("floor_price").is_some();
        if filters
            .get("is_fixed_price")
            .and_then(Value::as_bool)
            .is_some_and(|wanted| if wanted { auction } else { fixed })
        {
            findings.fault(Rule::Criteria, &at.key("pricing"), "fixed or auctioned, other than asked for");
        }
        let product = text(purchase, "product_id").and_then(|id| asked.product(id));
        let Some((number, product)) = product else { continue };
        let at = At::root().key("products").item(number);
        for key in ["delivery_type", "exclusivity"] {
            if let (Some(wanted), Some(here)) = (filters.get(key), product.get(key))
                && wanted != here
            {
                findings.fault(Rule::Criteria, &at.key(key), format!("another {key} than asked for"));
            }
        }
        let several = |value: &Value| value.get("channels").and_then(Value::as_array).map(<[Value]>::to_vec);
        if let (Some(wanted), Some(here)) = (several(filters), several(product))
            && !here.iter().any(|channel| wanted.contains(channel))
        {
            findings.fault(Rule::Criteria, &at.key("channels"), "none of the channels that were asked for");
        }
    }
}
