//! Typed requirements, evaluated again on the terms of a draft.

use anp::json::Value;
use money::Amount;

use crate::instant::Instant;
use crate::number;
use crate::request::refine::{Constraints, CpmCeiling, Dimension, Membership};
use crate::sources::text;

/// One requirement beside what was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evaluated {
    /// Which.
    pub dimension: Dimension,
    /// Whether the terms meet it.
    pub met: bool,
    /// What stands in the terms, for people.
    pub found: String,
}

/// The purchases of these terms.
pub(crate) fn purchases(terms: &Value) -> &[Value] {
    terms.get("purchases").and_then(Value::as_array).unwrap_or_default()
}

/// Every constraint that is asked for, on these terms.
pub fn evaluate(constraints: &Constraints, terms: &Value) -> Vec<Evaluated> {
    let mut all = Vec::new();
    let mut put = |dimension, (met, found): (bool, String)| all.push(Evaluated { dimension, met, found });
    if constraints.total_budget.is_some() {
        put(Dimension::TotalBudget, total_budget(constraints, terms));
    }
    if let Some(ceiling) = &constraints.cpm {
        put(Dimension::Cpm, cpm(ceiling, terms));
    }
    if let Some(least) = &constraints.impressions {
        put(Dimension::Impressions, impressions(least, terms));
    }
    if constraints.flight.is_some() {
        put(Dimension::Flight, flight(constraints, terms));
    }
    all
}

fn total_budget(constraints: &Constraints, terms: &Value) -> (bool, String) {
    let Some(bounds) = &constraints.total_budget else { return (true, String::new()) };
    let Some(budget) = terms.get("total_budget").and_then(number::money) else {
        return (false, "no total budget stands in the terms".to_owned());
    };
    let above = bounds.min.as_ref().is_none_or(|min| budget.amount >= *min);
    let below = bounds.max.as_ref().is_none_or(|max| budget.amount <= *max);
    (budget.currency == bounds.currency && above && below, format!("the total budget is {budget}"))
}

/// Every purchase has to be a fixed price of a thousand; an auction can end anywhere.
fn cpm(ceiling: &CpmCeiling, terms: &Value) -> (bool, String) {
    let mut highest: Option<Amount> = None;
    for (place, purchase) in purchases(terms).iter().enumerate() {
        let pricing = purchase.get("pricing").unwrap_or(&Value::Null);
        let thousand = matches!(text(pricing, "pricing_model"), Some("cpm" | "vcpm"));
        let price = number::member(pricing, "fixed_price");
        let Some(price) = price.filter(|_| thousand && pricing.get("floor_price").is_none()) else {
            return (false, format!("purchase {place} has no fixed price of a thousand impressions"));
        };
        if number::currency(pricing) != Some(ceiling.currency) {
            return (false, format!("purchase {place} is not priced in {}", ceiling.currency));
        }
        highest = highest.max(Some(price));
    }
    match highest {
        None => (false, "there is no purchase".to_owned()),
        Some(price) => {
            let found = format!("the highest price of a thousand is {} {price}", ceiling.currency);
            (price <= ceiling.max, found)
        }
    }
}

fn impressions(least: &Amount, terms: &Value) -> (bool, String) {
    let mut sum = Amount::zero();
    for (place, purchase) in purchases(terms).iter().enumerate() {
        match number::member(purchase, "impressions") {
            // A negative count would let one purchase speak for more than it has.
            Some(count) if !count.is_negative() => sum += count,
            _ => return (false, format!("purchase {place} states no impressions")),
        }
    }
    if purchases(terms).is_empty() {
        return (false, "there is no purchase".to_owned());
    }
    (sum >= *least, format!("the purchases have {sum} impressions together"))
}

fn flight(constraints: &Constraints, terms: &Value) -> (bool, String) {
    let Some(bounds) = &constraints.flight else { return (true, String::new()) };
    let at = |text: &Option<String>| text.as_deref().and_then(Instant::parse);
    let stated = |key: &str| text(terms, key).and_then(Instant::parse);
    let (start, end) = (stated("start_time"), stated("end_time"));
    // `asap` is no time: it never meets a bound.
    let starts =
        at(&bounds.start_no_later_than).is_none_or(|bound| start.is_some_and(|start| start <= bound));
    let ends = at(&bounds.end_no_earlier_than).is_none_or(|bound| end.is_some_and(|end| end >= bound));
    let shown = |key: &str| text(terms, key).unwrap_or("unsaid").chars().take(40).collect::<String>();
    (starts && ends, format!("the flight is from {} to {}", shown("start_time"), shown("end_time")))
}

/// Whether the purchases meet a change: there is one of the product, or none.
pub fn meets_change(product: &str, change: Membership, terms: &Value) -> bool {
    let there = purchases(terms).iter().any(|purchase| text(purchase, "product_id") == Some(product));
    match change {
        Membership::Include => there,
        Membership::Omit => !there,
    }
}
