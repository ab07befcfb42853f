//! Rules of the terms themselves that no schema of this draft can say and the official kits skip.

use anp::json::Value;
use money::Amount;

use super::Findings;
use super::drafts::Draft;
use crate::constraint::purchases;
use crate::fault::Rule;
use crate::instant::Instant;
use crate::number;
use crate::pointer::At;
use crate::sources::text;

/// Judges a proposal's terms and its claim of their digest.
pub fn check(draft: &Draft<'_>, findings: &mut Findings) {
    let at = draft.at.key("commercial_terms");
    let (Some(terms), Some(digest)) = (draft.terms, draft.digest) else {
        return findings.fault(Rule::TermsDigest, &at, "no terms that a digest could be computed of");
    };
    let claimed = text(draft.proposal, "terms_digest");
    if claimed != Some(digest.to_string().as_str()) {
        let detail = format!("the digest of the terms is {digest}");
        findings.fault(Rule::TermsDigest, &draft.at.key("terms_digest"), detail);
    }
    within(terms, &at, findings);
}

/// One currency, one price, rights that do not contradict themselves.
pub fn within(terms: &Value, at: &At, findings: &mut Findings) {
    let currency = currency(terms, at, findings);
    for (place, purchase) in purchases(terms).iter().enumerate() {
        let Some(pricing) = purchase.get("pricing") else { continue };
        if text(purchase, "pricing_option_id") != text(pricing, "pricing_option_id") {
            let at = at.key("purchases").item(place).key("pricing_option_id");
            findings.fault(Rule::PricingOption, &at, "not the option that the price beside it is of");
        }
    }
    let rights = terms.get("change_terms").and_then(Value::as_array).unwrap_or_default();
    let at = at.key("change_terms");
    for (place, right) in rights.iter().enumerate() {
        let at = at.item(place);
        let action = text(right, "action");
        if action.is_some() && rights.iter().take(place).any(|other| text(other, "action") == action) {
            findings.fault(Rule::ChangeTerms, &at.key("action"), "a second right to the same change");
        }
        if let Some(bounds) = right.get("constraints") {
            bounded(action, bounds, currency, &at.key("constraints"), findings);
        }
    }
}

/// The currency of the purchases, where they have one.
fn currency<'a>(terms: &'a Value, at: &At, findings: &mut Findings) -> Option<&'a str> {
    let mut first = None;
    for (place, purchase) in purchases(terms).iter().enumerate() {
        let Some(here) = purchase.get("pricing").and_then(|pricing| text(pricing, "currency")) else {
            continue;
        };
        if first.is_some_and(|first| first != here) {
            let at = at.key("purchases").item(place).key("pricing").key("currency");
            findings.fault(Rule::Currency, &at, "not the currency of the purchases before");
        }
        first = first.or(Some(here));
    }
    let total = terms.get("total_budget").and_then(|budget| text(budget, "currency"));
    if let (Some(first), Some(total)) = (first, total)
        && first != total
    {
        let at = at.key("total_budget").key("currency");
        findings.fault(Rule::Currency, &at, "not the currency of the purchases");
    }
    first
}

/// Which kind of bounds a right to a change may have.
fn kind_of(action: &str) -> Option<&'static str> {
    Some(match action {
        "increase_budget"
        | "decrease_budget"
        | "reallocate_budget"
        | "update_budget_allocation"
        | "update_spend_target" => "budget",
        "extend_flight" | "shorten_flight" | "update_flight_dates" => "flight",
        "add_packages" | "remove_packages" => "package_count",
        "pause" | "resume" | "cancel" => "effective_timing",
        _ => return None,
    })
}

fn bounded(action: Option<&str>, bounds: &Value, currency: Option<&str>, at: &At, findings: &mut Findings) {
    let kind = text(bounds, "kind");
    if kind.is_some() && action.and_then(kind_of) != kind {
        findings.fault(Rule::ChangeTerms, &at.key("kind"), "no bounds that a right to this change can have");
    }
    for key in ["max_delta_amount", "min_result_amount", "max_result_amount"] {
        let here = bounds.get(key).and_then(|money| text(money, "currency"));
        if let (Some(here), Some(currency)) = (here, currency)
            && here != currency
        {
            let at = at.key(key).key("currency");
            findings.fault(Rule::Currency, &at, "not the currency of the purchases");
        }
    }
    let amount = |key: &str| -> Option<Amount> { number::member(bounds.get(key)?, "amount") };
    if let (Some(least), Some(most)) = (amount("min_result_amount"), amount("max_result_amount"))
        && least > most
    {
        findings.fault(Rule::ChangeTerms, at, "the least result is above the greatest");
    }
    let moment = |key: &str| text(bounds, key).and_then(Instant::parse);
    for (first, last) in
        [("earliest_result", "latest_result"), ("earliest_effective_at", "latest_effective_at")]
    {
        if let (Some(first), Some(last)) = (moment(first), moment(last))
            && first > last
        {
            findings.fault(Rule::ChangeTerms, at, "the earliest time is after the latest");
        }
    }
}
