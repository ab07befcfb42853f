//! The whole request, before anything is done: what it may hold, and what this seller
//! declares. One fault refuses all of it.

mod refinements;
mod shape;

use serde_json::Value;

use crate::fault::Fault;
use crate::profile::Profile;
use crate::tools::Tool;
use shape::Shape;

/// Checks a request's arguments.
///
/// # Errors
/// `VALIDATION_ERROR` with every place where the request is not of its form,
/// `UNSUPPORTED_FEATURE` for a dimension that the seller says it does not support.
pub fn check(tool: Tool, arguments: &Value, profile: Profile) -> Result<(), Fault> {
    let mut shape = Shape::default();
    shape.members(arguments, "", tool.members());
    shape.required(arguments, "", tool.required());
    if tool.changes() {
        key(&mut shape, arguments.get("idempotency_key"));
    }
    match tool {
        Tool::Request => request(&mut shape, arguments),
        Tool::Refine => refinements::check(&mut shape, arguments, profile),
        Tool::Decline => declines(&mut shape, arguments),
        Tool::Accept => accept(&mut shape, arguments),
        Tool::Status => shape.text(arguments, "", "task_id", 255),
        Tool::Capabilities | Tool::Accounts => {}
    }
    shape.verdict()?;
    match tool {
        Tool::Refine => refinements::supported(arguments, profile),
        Tool::Request => refinements::evaluated(arguments.get("criteria"), "criteria"),
        _ => Ok(()),
    }
}

fn key(shape: &mut Shape, key: Option<&Value>) {
    let Some(key) = key else { return };
    let sign = |c: u8| c.is_ascii_alphanumeric() || b"_.:-".contains(&c);
    let good = key.as_str().is_some_and(|key| (16..=255).contains(&key.len()) && key.bytes().all(sign));
    shape.insist(good, "/idempotency_key", "pattern", "16 to 255 of A-Z a-z 0-9 _ . : -");
}

fn request(shape: &mut Shape, arguments: &Value) {
    shape.text(arguments, "", "brief", usize::MAX);
    let account = arguments.get("account");
    let by_brand = account.is_some_and(|account| account.get("brand").is_some());
    let brand = arguments.get("brand").is_some();
    shape.insist(brand != by_brand, "/brand", "anyOf", "exactly one source of the brand");
    if let Some(account) = account {
        account_ref(shape, account);
    }
    let named = arguments.get("brand").or_else(|| account.and_then(|account| account.get("brand")));
    if let Some(named) = named {
        let domain = named.get("domain").and_then(Value::as_str);
        shape.insist(domain.is_some_and(is_domain), "/brand/domain", "pattern", "a domain");
    }
    if let Some(criteria) = arguments.get("criteria") {
        refinements::criteria(shape, criteria, "/criteria");
    }
}

fn is_domain(text: &str) -> bool {
    let label = |label: &str| {
        let inner = label.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-');
        inner && !label.is_empty() && !label.starts_with('-') && !label.ends_with('-')
    };
    text.split('.').all(label)
}

fn account_ref(shape: &mut Shape, account: &Value) {
    let by_id = account.get("account_id").is_some();
    let members: &[&str] = if by_id {
        &["account_id"]
    } else {
        &["brand", "operator", "operator_unit", "currency", "timezone", "sandbox"]
    };
    shape.members(account, "/account", members);
    shape.required(account, "/account", if by_id { &["account_id"] } else { &["brand", "operator"] });
}

fn declines(shape: &mut Shape, arguments: &Value) {
    const REASONS: [&str; 10] = [
        "price",
        "inventory_fit",
        "audience_fit",
        "creative_unsupported",
        "measurement_unsupported",
        "policy",
        "timing",
        "budget_changed",
        "selected_alternative",
        "other",
    ];
    for (place, decline) in shape.list(arguments, "declines", 25).iter().enumerate() {
        let at = format!("/declines/{place}");
        shape.members(decline, &at, &["proposal_id", "reason", "detail"]);
        shape.required(decline, &at, &["proposal_id", "reason"]);
        shape.text(decline, &at, "proposal_id", 255);
        shape.text(decline, &at, "detail", 500);
        let reason = decline.get("reason").and_then(Value::as_str).unwrap_or_default();
        shape.insist(REASONS.contains(&reason), &format!("{at}/reason"), "enum", "one of the reasons");
        let told = reason != "other" || decline.get("detail").is_some();
        shape.insist(told, &format!("{at}/detail"), "required", "another reason needs its detail");
    }
}

fn accept(shape: &mut Shape, arguments: &Value) {
    shape.text(arguments, "", "proposal_id", 255);
    if let Some(account) = arguments.get("account") {
        account_ref(shape, account);
    }
    let digest = arguments.get("proposal_terms_digest").and_then(Value::as_str);
    let sign = |c: u8| c.is_ascii_alphanumeric() || b"_-".contains(&c);
    let good = |digest: &str| {
        digest.strip_prefix("sha256:").is_some_and(|rest| rest.len() == 43 && rest.bytes().all(sign))
    };
    shape.insist(
        digest.is_some_and(good),
        "/proposal_terms_digest",
        "pattern",
        "sha256: and 43 signs of base64url",
    );
    if let Some(order) = arguments.get("io_acceptance") {
        shape.members(order, "/io_acceptance", &["io_id", "accepted_at", "signatory", "signature_id"]);
        shape.required(order, "/io_acceptance", &["io_id", "accepted_at", "signatory"]);
        shape.time(order, "/io_acceptance", "accepted_at");
        shape.text(order, "/io_acceptance", "signatory", 250);
    }
}
