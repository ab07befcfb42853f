//! Refinements: their form, their rules as a batch, and the dimensions that are supported.

use serde_json::{Value, json};

use super::shape::Shape;
use crate::capabilities;
use crate::fault::Fault;
use crate::profile::Profile;

/// What a refinement may ask to change.
const CHANGES: [&str; 6] =
    ["constraints", "product_changes", "alternatives", "ask", "criteria", "remove_media_buy_frequency_cap"];

/// Checks the form of all refinements and the rules of the batch.
pub fn check(shape: &mut Shape, arguments: &Value, profile: Profile) {
    let refinements = shape.list(arguments, "refinements", 25);
    let action = |refinement: &Value| refinement.get("action").and_then(Value::as_str).map(str::to_owned);
    let finalizes = refinements.iter().filter(|one| action(one).as_deref() == Some("finalize")).count();
    let mixed = finalizes > 0 && finalizes < refinements.len();
    shape.insist(!mixed, "/refinements", "contains", "finalize stands among finalize alone");
    for (place, refinement) in refinements.iter().enumerate() {
        let at = format!("/refinements/{place}");
        let id = refinement.get("proposal_id");
        let again = refinements.iter().take(place).any(|earlier| earlier.get("proposal_id") == id);
        shape.insist(!again, &format!("{at}/proposal_id"), "uniqueItems", "each source once");
        one(shape, refinement, &at, profile);
    }
}

fn one(shape: &mut Shape, refinement: &Value, at: &str, profile: Profile) {
    let own = ["proposal_id", "action", "change_kind"];
    let known: Vec<&str> = own.into_iter().chain(CHANGES).collect();
    shape.members(refinement, at, &known);
    shape.required(refinement, at, &["proposal_id", "action"]);
    shape.text(refinement, at, "proposal_id", 255);
    shape.text(refinement, at, "ask", usize::MAX);
    let changes = CHANGES.iter().filter(|change| refinement.get(**change).is_some()).count();
    let kind = refinement.get("change_kind").map(|kind| kind.as_str().unwrap_or_default());
    match refinement.get("action").and_then(Value::as_str) {
        Some("finalize") => {
            let bare = changes == 0 && kind.is_none();
            shape.insist(bare, &format!("{at}/action"), "not", "finalize carries nothing else");
        }
        Some("revise") => {
            let asks = changes > 0 || kind == Some("cancellation");
            shape.insist(asks, at, "anyOf", "a revision asks for a change");
        }
        _ => shape.insist(false, &format!("{at}/action"), "enum", "revise or finalize"),
    }
    let named = kind.is_none_or(|kind| matches!(kind, "amendment" | "cancellation"));
    shape.insist(named, &format!("{at}/change_kind"), "enum", "amendment or cancellation");
    if let Some(constraints) = refinement.get("constraints") {
        bounds(shape, constraints, &format!("{at}/constraints"));
    }
    if let Some(changes) = refinement.get("product_changes") {
        let good = changes.as_object().is_some_and(|changes| {
            let action = |action: &Value| matches!(action.as_str(), Some("include" | "omit"));
            !changes.is_empty() && changes.values().all(action) && !changes.contains_key("")
        });
        shape.insist(good, &format!("{at}/product_changes"), "enum", "include or omit, by product");
    }
    if let Some(alternatives) = refinement.get("alternatives") {
        shape.members(alternatives, &format!("{at}/alternatives"), &["count"]);
        let most = capabilities::most_alternatives(profile);
        let good = alternatives.get("count").and_then(Value::as_u64);
        let said = format!("2 to {most}");
        let good = good.is_some_and(|count| (2..=most).contains(&count));
        shape.insist(good, &format!("{at}/alternatives/count"), "maximum", &said);
    }
    if let Some(asked) = refinement.get("criteria") {
        criteria(shape, asked, &format!("{at}/criteria"));
    }
}

fn bounds(shape: &mut Shape, constraints: &Value, at: &str) {
    shape.members(constraints, at, &["total_budget", "cpm", "impressions", "flight"]);
    shape.insist(
        constraints.as_object().is_some_and(|all| !all.is_empty()),
        at,
        "minProperties",
        "at least one",
    );
    if let Some(budget) = constraints.get("total_budget") {
        let at = format!("{at}/total_budget");
        shape.members(budget, &at, &["min", "max", "currency"]);
        shape.number(budget, &at, "min", false);
        shape.number(budget, &at, "max", false);
        shape.currency(budget, &at);
        let bound = |name: &str| budget.get(name).and_then(Value::as_f64);
        shape.insist(bound("min").is_some() || bound("max").is_some(), &at, "anyOf", "min or max");
        let crossed = bound("min").zip(bound("max")).is_some_and(|(min, max)| min > max);
        shape.insist(!crossed, &at, "maximum", "min is not above max");
    }
    if let Some(cpm) = constraints.get("cpm") {
        let at = format!("{at}/cpm");
        shape.members(cpm, &at, &["max", "currency"]);
        shape.required(cpm, &at, &["max"]);
        shape.number(cpm, &at, "max", true);
        shape.currency(cpm, &at);
    }
    if let Some(impressions) = constraints.get("impressions") {
        let at = format!("{at}/impressions");
        shape.members(impressions, &at, &["min"]);
        shape.required(impressions, &at, &["min"]);
        shape.number(impressions, &at, "min", true);
    }
    if let Some(flight) = constraints.get("flight") {
        let at = format!("{at}/flight");
        let known = ["start_no_later_than", "end_no_earlier_than"];
        shape.members(flight, &at, &known);
        let any = known.iter().any(|name| flight.get(name).is_some());
        shape.insist(any, &at, "anyOf", "a latest start or an earliest end");
        for name in known {
            shape.time(flight, &at, name);
        }
    }
}

/// What AdCP's discovery criteria may hold.
const CRITERIA: [&str; 11] = [
    "product_ids",
    "targeting_overlay",
    "offer_filters",
    "media_buy_frequency_cap",
    "required_overlay_support",
    "required_media_buy_support",
    "outcome_target",
    "acceptance_context",
    "catalog",
    "policy_ids",
    "ext",
];

/// Checks the form of discovery criteria.
pub fn criteria(shape: &mut Shape, criteria: &Value, at: &str) {
    shape.members(criteria, at, &CRITERIA);
    shape.insist(
        criteria.as_object().is_some_and(|all| !all.is_empty()),
        at,
        "minProperties",
        "at least one",
    );
    let texts = |list: &Value| {
        list.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(Value::is_string))
    };
    if let Some(ids) = criteria.get("product_ids") {
        shape.insist(texts(ids), &format!("{at}/product_ids"), "type", "a list of ids");
    }
    let overlay = criteria.get("targeting_overlay");
    if let Some(countries) = overlay.and_then(|overlay| overlay.get("geo_countries")) {
        let at = format!("{at}/targeting_overlay/geo_countries");
        shape.insist(texts(countries), &at, "type", "a list of codes");
    }
}

/// Refuses criteria that AdCP knows and this seller cannot evaluate: passing over one would
/// be an answer to another question.
pub fn evaluated(criteria: Option<&Value>, at: &str) -> Result<(), Fault> {
    let members = |value: Option<&Value>| -> Vec<String> {
        value.and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name.clone()).collect()
    };
    let overlay = criteria.and_then(|criteria| criteria.get("targeting_overlay"));
    let own = members(criteria)
        .into_iter()
        .filter(|name| !["product_ids", "targeting_overlay"].contains(&name.as_str()));
    let under = members(overlay).into_iter().filter(|name| name != "geo_countries");
    let mut beyond = own.chain(under.map(|name| format!("targeting_overlay.{name}")));
    let Some(name) = beyond.next() else { return Ok(()) };
    let said = format!("StreamHaus cannot evaluate the criterion {name}.");
    Err(Fault::correctable("UNSUPPORTED_FEATURE", said).at(format!("{at}.{name}")))
}

/// Refuses the first dimension that the seller says it does not support.
pub fn supported(arguments: &Value, profile: Profile) -> Result<(), Fault> {
    let all = ["total_budget", "cpm", "impressions", "flight", "product_changes", "alternatives", "criteria"];
    let declared = capabilities::dimensions(profile).unwrap_or(&all);
    let refinements = arguments.get("refinements").and_then(Value::as_array).into_iter().flatten();
    for (place, refinement) in refinements.enumerate() {
        let constraints = refinement.get("constraints").and_then(Value::as_object);
        let bounded = constraints.into_iter().flatten().map(|(name, _)| (name.as_str(), "constraints."));
        let own = ["product_changes", "alternatives", "criteria"];
        let asked = own.into_iter().filter(|name| refinement.get(*name).is_some()).map(|name| (name, ""));
        for (dimension, under) in bounded.chain(asked) {
            if !declared.contains(&dimension) {
                let said = format!("StreamHaus does not support refinement by {dimension}.");
                let details = json!({ "unsupported_dimension": dimension, "supported_dimensions": declared });
                return Err(Fault::correctable("UNSUPPORTED_FEATURE", said)
                    .at(format!("refinements[{place}].{under}{dimension}"))
                    .with("details", details));
            }
        }
        evaluated(refinement.get("criteria"), &format!("refinements[{place}].criteria"))?;
    }
    Ok(())
}
