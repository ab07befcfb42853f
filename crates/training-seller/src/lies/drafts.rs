//! Lies about the drafts of one revision.

use serde_json::{Value, json};

use super::{put, raise_total, remove, reseal, text};
use crate::profile::Profile;
use crate::seller::{Call, Seller};

/// Tells a lie about the drafts of one result.
pub fn tell(seller: &Seller, call: Call<'_>, refinement: &Value, result: &mut Value) {
    if text(result, "outcome") == "unable" || text(refinement, "action") == "finalize" {
        return;
    }
    let source = text(refinement, "proposal_id").to_owned();
    whole(seller.profile, refinement, result);
    let Some(drafts) = result.get_mut("proposals").and_then(Value::as_array_mut) else { return };
    match seller.profile {
        Profile::IdTwice => {
            let id = drafts.first().map(|first| text(first, "proposal_id").to_owned()).unwrap_or_default();
            for draft in drafts.iter_mut() {
                put(draft, "proposal_id", id.clone());
            }
        }
        Profile::IdUsedAgain => {
            let told: Vec<String> =
                drafts.iter().map(|draft| text(draft, "proposal_id").to_owned()).collect();
            let earlier = seller.book.of(call.buyer).map(|proposal| &proposal.id);
            let earlier = earlier.filter(|id| **id != source && !told.contains(id)).min().cloned();
            if let (Some(id), Some(draft)) = (earlier, drafts.first_mut()) {
                put(draft, "proposal_id", id);
            }
        }
        Profile::SameTerms | Profile::SameTermsRespelt => {
            let terms = drafts.first().and_then(|first| first.get("commercial_terms")).cloned();
            for draft in drafts.iter_mut().skip(1) {
                put(draft, "commercial_terms", terms.clone());
                reseal(draft);
            }
        }
        Profile::TooFew => drop(drafts.pop()),
        Profile::TooMany => {
            if let Some(mut more) = drafts.last().cloned() {
                let id = format!("{}x", text(&more, "proposal_id"));
                put(&mut more, "proposal_id", id);
                raise_total(&mut more, -1);
                reseal(&mut more);
                drafts.push(more);
            }
        }
        _ => drafts.iter_mut().for_each(|draft| one(seller.profile, refinement, &source, draft)),
    }
}

/// Lies about the outcome itself.
fn whole(profile: Profile, refinement: &Value, result: &mut Value) {
    let asked = |name: &str| refinement.pointer(&format!("/constraints/{name}")).is_some();
    let first = ["total_budget", "cpm", "impressions"].into_iter().find(|name| asked(name));
    let listed = match profile {
        Profile::PartialInvents => first,
        Profile::PartialHides if asked("cpm") => Some("total_budget").filter(|name| asked(name)),
        Profile::PartialUnasked => ["flight", "impressions", "cpm"].into_iter().find(|name| !asked(name)),
        _ => None,
    };
    if let Some(listed) = listed {
        put(result, "outcome", "partial");
        put(result, "reason_code", "constraint_unsatisfiable");
        put(result, "reason", "This is the nearest that StreamHaus can offer.");
        put(result, "unsatisfied_constraints", json!([listed]));
    }
    let refusal = match profile {
        Profile::DeclinesTyped if refinement.get("ask").is_none() => "commercially_declined",
        Profile::DeniesDeclared => "unsupported_dimension",
        Profile::UnableWithDraft => "source_unavailable",
        _ => return,
    };
    put(result, "outcome", "unable");
    put(result, "reason_code", refusal);
    put(result, "reason", "StreamHaus does not offer that.");
    remove(result, "unsatisfied_constraints");
    remove(result, "unsatisfied_product_changes");
    if profile != Profile::UnableWithDraft {
        remove(result, "proposals");
    }
}

/// Lies about one draft.
fn one(profile: Profile, refinement: &Value, source: &str, draft: &mut Value) {
    match profile {
        Profile::WrongDigest | Profile::SubmittedLies => {
            put(draft, "terms_digest", format!("sha256:{}", "A".repeat(43)));
        }
        Profile::WrongParent => put(draft, "parent_proposal_id", "proposal_of_somebody_else"),
        Profile::NoParent => remove(draft, "parent_proposal_id"),
        Profile::IdOfSource => put(draft, "proposal_id", source),
        Profile::BareCancellation => {
            if let Some(terms) = draft.get_mut("commercial_terms") {
                remove(terms, "cancellation_terms");
            }
            reseal(draft);
        }
        _ => {
            if bounds(profile, refinement, draft) || purchases(profile, refinement, draft) {
                reseal(draft);
            }
        }
    }
}

/// Breaks a bound of the whole; says whether it did.
fn bounds(profile: Profile, refinement: &Value, draft: &mut Value) -> bool {
    let most = refinement.pointer("/constraints/total_budget/max").and_then(Value::as_f64);
    match (profile, most) {
        (Profile::OverBudget | Profile::PartialHides, Some(most)) => {
            if let Some(budget) = draft.pointer_mut("/commercial_terms/total_budget") {
                put(budget, "amount", most + 1000.0);
            }
            profile == Profile::OverBudget || purchases(profile, refinement, draft)
        }
        (Profile::LateFlight, _) => {
            if let Some(terms) = draft.get_mut("commercial_terms") {
                put(terms, "start_time", "2099-01-01T00:00:00Z");
                put(terms, "end_time", "2099-02-01T00:00:00Z");
            }
            true
        }
        _ => false,
    }
}

/// Changes purchases; says whether it did.
fn purchases(profile: Profile, refinement: &Value, draft: &mut Value) -> bool {
    let Some(bought) = draft.pointer_mut("/commercial_terms/purchases").and_then(Value::as_array_mut) else {
        return false;
    };
    let cpm = refinement.pointer("/constraints/cpm/max").and_then(Value::as_f64);
    let floor = refinement.pointer("/constraints/impressions").is_some();
    let Some(last) = bought.last_mut() else { return false };
    match profile {
        Profile::OverCpm | Profile::PartialHides => {
            let Some(cpm) = cpm else { return false };
            pricing(last, |pricing| put(pricing, "fixed_price", cpm + 0.5));
        }
        Profile::AuctionPrice if cpm.is_some() => pricing(last, |pricing| {
            let price = pricing.get("fixed_price").cloned();
            remove(pricing, "fixed_price");
            put(pricing, "floor_price", price);
        }),
        Profile::FewImpressions if floor => bought.iter_mut().for_each(|line| put(line, "impressions", 1)),
        Profile::NoImpressions if floor => remove(last, "impressions"),
        Profile::MixedCurrency => pricing(last, |pricing| put(pricing, "currency", "EUR")),
        Profile::PricingMismatch => {
            pricing(last, |pricing| put(pricing, "pricing_option_id", "another_option"));
        }
        Profile::CriteriaIgnored if refinement.pointer("/criteria/product_ids").is_some() => {
            put(last, "product_id", "house_remnant_q4");
        }
        Profile::KeepsOmitted => {
            let Some(omitted) = changed(refinement, "omit") else { return false };
            let mut more = last.clone();
            put(&mut more, "product_id", omitted);
            bought.push(more);
        }
        Profile::LacksIncluded => {
            let Some(included) = changed(refinement, "include") else { return false };
            for line in bought.iter_mut().filter(|line| text(line, "product_id") == included) {
                put(line, "product_id", "house_remnant_q4");
            }
        }
        _ => return false,
    }
    true
}

fn pricing(purchase: &mut Value, change: impl FnOnce(&mut Value)) {
    if let Some(pricing) = purchase.get_mut("pricing") {
        change(pricing);
    }
}

/// The first product for which this was asked.
fn changed(refinement: &Value, action: &str) -> Option<String> {
    let changes = refinement.get("product_changes").and_then(Value::as_object)?;
    changes.iter().find(|(_, asked)| *asked == action).map(|(id, _)| id.clone())
}

/// An amendment with the terms of its source.
pub fn idle(result: &mut Value, source: Option<&Value>) {
    let drafts = result.get_mut("proposals").and_then(Value::as_array_mut).into_iter().flatten();
    for draft in drafts.filter(|draft| text(draft, "proposal_kind") == "media_buy_update") {
        if let Some(terms) = source {
            put(draft, "commercial_terms", terms.clone());
            reseal(draft);
        }
    }
}
