//! Commercial terms and their digest.

use anp::base64url;
use anp::digest::sha256;
use anp::json::{canonical, parse};
use serde_json::{Map, Value, json};

use crate::cents::{CURRENCY, Cents};
use crate::plan::{Line, Plan, seconds};

/// AdCP's commercial terms of a plan. Bare ones name neither impressions nor budgets of
/// single purchases, as the protocol's guide prints them.
pub fn of(plan: &Plan, bare: bool) -> Value {
    let purchases: Vec<Value> = plan.lines.iter().map(|line| purchase(plan, line, bare)).collect();
    let mut terms = json!({
        "brand": plan.brand,
        "purchases": purchases,
        "start_time": seconds(plan.start),
        "end_time": seconds(plan.end),
        "total_budget": money(plan.total()),
    });
    if let (Some(ending), Some(members)) = (&plan.ending, terms.as_object_mut()) {
        let ending = json!({ "effective_at": seconds(ending.at), "fee": money(ending.fee) });
        members.insert("cancellation_terms".to_owned(), ending);
    }
    terms
}

fn purchase(plan: &Plan, line: &Line, bare: bool) -> Value {
    let mut members = Map::new();
    let mut put = |member: &str, value: Value| members.insert(member.to_owned(), value);
    put("product_id", line.product.id.into());
    put("pricing_option_id", line.product.option.into());
    put(
        "pricing",
        json!({
            "pricing_option_id": line.product.option,
            "pricing_model": "cpm",
            "currency": CURRENCY,
            "fixed_price": line.price.json(),
        }),
    );
    put("start_time", seconds(plan.start).into());
    put("end_time", seconds(plan.end).into());
    if !bare {
        put("budget", line.budget.json());
        put("impressions", line.impressions().into());
        if let Some(targeting) = &plan.targeting {
            put("targeting_overlay", targeting.clone());
        }
    }
    Value::Object(members)
}

fn money(amount: Cents) -> Value {
    json!({ "amount": amount.json(), "currency": CURRENCY })
}

/// AdCP's digest: `sha256:` and base64url of SHA-256 over the canonical JSON.
pub fn digest(terms: &Value) -> String {
    format!("sha256:{}", base64url::encode(&sha256(canonical_text(terms).as_bytes())))
}

/// The canonical JSON (RFC 8785).
pub fn canonical_text(value: &Value) -> String {
    let text = value.to_string();
    parse(text.as_bytes()).map_or(text, |parsed| canonical(&parsed.value))
}
