//! Offer filters: hard, and judged as far as prices and products that come back say what they are about.

use anp::json::Value;

use super::{Asked, Findings};
use crate::constraint::purchases;
use crate::fault::Rule;
use crate::pointer::At;
use crate::sources::text;

/// Filters that are judged here. `ext` is nobody's.
pub const JUDGED: [&str; 7] = [
    "pricing_currencies",
    "pricing_structures",
    "is_fixed_price",
    "delivery_type",
    "exclusivity",
    "channels",
    "ext",
];

/// Judges the purchases of these terms and their products by the filters.
pub fn check(asked: &Asked<'_>, filters: &Value, terms: &Value, at: &At, findings: &mut Findings) {
    for (place, purchase) in purchases(terms).iter().enumerate() {
        let at = at.key("purchases").item(place);
        let pricing = purchase.get("pricing").unwrap_or(&Value::Null);
        priced(filters, pricing, &at.key("pricing"), findings);
        let product = text(purchase, "product_id").and_then(|id| asked.product(id));
        offered(filters, product, &at.key("product_id"), findings);
    }
}

/// How a price comes about, in the protocol's words: as stated, by bids, or from what came of it.
fn structure(pricing: &Value) -> &'static str {
    if pricing.get("fixed_price").is_some() {
        "fixed"
    } else if text(pricing, "pricing_model") == Some("revenue_share") {
        "contingent"
    } else {
        "auction"
    }
}

fn priced(filters: &Value, pricing: &Value, at: &At, findings: &mut Findings) {
    let among = |key: &str, here: &str| {
        let wanted = filters.get(key).and_then(Value::as_array);
        wanted.is_none_or(|wanted| wanted.iter().any(|one| one.as_text() == Some(here)))
    };
    if text(pricing, "currency").is_some_and(|currency| !among("pricing_currencies", currency)) {
        let detail = "none of the currencies that were asked for";
        findings.fault(Rule::Criteria, &at.key("currency"), detail);
    }
    let structure = structure(pricing);
    let fixed = filters.get("is_fixed_price").and_then(Value::as_bool);
    // A price that hangs on results is neither fixed nor auctioned.
    let wanted = fixed.is_none_or(|fixed| structure == if fixed { "fixed" } else { "auction" });
    if !wanted || !among("pricing_structures", structure) {
        let detail = format!("this price is {structure}, other than asked for");
        findings.fault(Rule::Criteria, at, detail);
    }
}

/// What a product says of itself; many say little.
fn offered(filters: &Value, product: Option<(usize, &Value)>, purchase: &At, findings: &mut Findings) {
    let at = product.map(|(number, _)| At::root().key("products").item(number));
    for key in ["delivery_type", "exclusivity", "channels"] {
        let Some(wanted) = filters.get(key) else { continue };
        let (Some(at), Some(here)) = (&at, product.and_then(|(_, product)| product.get(key))) else {
            let detail = format!("the product does not say its {key}, which was asked for");
            findings.unchecked(Rule::Criteria, at.as_ref().unwrap_or(purchase), detail);
            continue;
        };
        match (wanted, here) {
            (Value::Array(wanted), Value::Array(here)) if here.iter().any(|one| wanted.contains(one)) => {}
            (Value::Array(_), _) => {
                let detail = format!("none of the {key} that were asked for");
                findings.fault(Rule::Criteria, &at.key(key), detail);
            }
            (wanted, here) if wanted != here => {
                findings.fault(Rule::Criteria, &at.key(key), format!("another {key} than asked for"));
            }
            _ => {}
        }
    }
}
