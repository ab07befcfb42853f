//! Targeting: what was asked for, what a seller discloses as different, and what it does not.

use anp::json::{Value, canonical};

use super::drafts::Draft;
use super::pairing::Pair;
use super::{Asked, Findings};
use crate::constraint::purchases;
use crate::fault::Rule;
use crate::pointer::At;
use crate::sources::text;

const RESOLUTION: &str = "targeting_resolution";

impl Asked<'_> {
    /// A product that came along, with its place.
    pub(super) fn product(&self, id: &str) -> Option<(usize, &Value)> {
        let products = self.answer.get("products").and_then(Value::as_array)?;
        products.iter().enumerate().find(|(_, product)| text(product, "product_id") == Some(id))
    }
}

/// How the seller has understood the words: only a person can hold that against them. Its own terms can
/// be held against it here.
pub fn interpreted(asked: &Asked<'_>, pair: &Pair<'_>, drafts: &[Draft<'_>], findings: &mut Findings) {
    let Some(resolution) = pair.result.get(RESOLUTION) else { return };
    if let Some(brief) = resolution.get("brief_targeting") {
        for draft in drafts {
            let Some(terms) = draft.terms else { continue };
            overlay(asked, brief, terms, &draft.at.key("commercial_terms"), findings);
        }
    }
    let asks = pair.revision().is_some_and(crate::request::refine::Revision::asks);
    let detail = if asks {
        "the seller has read this targeting out of what was asked for in words: does it fit them?"
    } else {
        "the seller has read targeting out of words, and this request has none"
    };
    findings.departure(Rule::Targeting, &pair.at.key(RESOLUTION).key("brief_targeting"), detail);
}

/// What the products' own targeting departs from: each departure is for a person to accept.
pub fn products(asked: &Asked<'_>, findings: &mut Findings) {
    let products = asked.answer.get("products").and_then(Value::as_array).unwrap_or_default();
    for (place, product) in products.iter().enumerate() {
        let at = At::root().key("products").item(place).key(RESOLUTION).key("modifications");
        let mut touched: Vec<(&str, bool)> = Vec::new();
        for (number, modification) in modifications(product).iter().enumerate() {
            let at = at.item(number);
            let path = text(modification, "path").unwrap_or_default();
            findings.departure(
                Rule::Targeting,
                &at,
                format!("this product's targeting departs from what was asked for at {path:.80?}"),
            );
            let replaces = text(modification, "operation") == Some("replace");
            if touched.iter().any(|(other, replaced)| *other == path && (replaces || *replaced)) {
                findings.fault(
                    Rule::Targeting,
                    &at.key("path"),
                    "a second change of what was replaced already",
                );
            }
            touched.push((path, replaces));
        }
    }
}

fn modifications(product: &Value) -> &[Value] {
    let resolution = product.get(RESOLUTION);
    resolution
        .and_then(|resolution| resolution.get("modifications"))
        .and_then(Value::as_array)
        .unwrap_or_default()
}

/// Whether no purchase has other targeting than was asked for, but for what its product discloses.
///
/// Targeting that is accepted exactly need not be repeated, so that silence is no fault; a person is
/// told of it. Targeting that does stand there is all there is, and what it leaves out was dropped.
pub fn overlay(asked: &Asked<'_>, wanted: &Value, terms: &Value, at: &At, findings: &mut Findings) {
    for (place, purchase) in purchases(terms).iter().enumerate() {
        let at = at.key("purchases").item(place).key("targeting_overlay");
        let product = text(purchase, "product_id").and_then(|id| asked.product(id));
        let changes = product.map(|(_, product)| modifications(product)).unwrap_or_default();
        let here = purchase.get("targeting_overlay");
        for (name, value) in wanted.as_object().unwrap_or_default() {
            let Some(expected) = applied(name, value, changes) else { continue };
            let there = here.and_then(|here| here.get(name));
            match there {
                None if here.is_some() && expected.as_array().is_none_or(|left| !left.is_empty()) => {
                    let detail = "asked for, and left out of the targeting that stands here";
                    findings.fault(Rule::Targeting, &at.key(name), detail);
                }
                None => {
                    let detail = "asked for and not repeated in the terms: taken as accepted exactly";
                    findings.unchecked(Rule::Targeting, &at.key(name), detail);
                }
                // Terms that keep what was asked for promise more than a disclosed departure leaves.
                Some(there) if !alike(&expected, there) && !alike(value, there) => {
                    let detail = "not what was asked for, and not disclosed as a departure";
                    findings.fault(Rule::Targeting, &at.key(name), detail);
                }
                Some(_) => {}
            }
        }
    }
}

/// A dimension after the disclosed changes; none where a change reaches into it in a way that cannot be
/// followed, which a person then sees as a departure.
fn applied(name: &str, value: &Value, changes: &[Value]) -> Option<Value> {
    let mut value = value.clone();
    for change in changes {
        let path = text(change, "path").unwrap_or_default();
        let mut steps = path.split('/').skip(1);
        if steps.next() != Some(name) {
            continue;
        }
        match (steps.next(), text(change, "operation"), change.get("applied"), &value) {
            (None, Some("replace"), Some(replaced), _) => value = replaced.clone(),
            (None, Some("remove_values"), _, Value::Array(items)) if change.get("selector").is_none() => {
                let gone = change.get("values").and_then(Value::as_array).unwrap_or_default();
                let left = items.iter().filter(|item| !gone.contains(item));
                value = Value::Array(left.cloned().collect());
            }
            _ => return None,
        }
    }
    Some(value)
}

/// The same, lists in any order: they are sets here.
fn alike(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            let sorted = |items: &[Value]| {
                let mut texts: Vec<String> = items.iter().map(canonical).collect();
                texts.sort();
                texts
            };
            sorted(one) == sorted(other)
        }
        _ => canonical(one) == canonical(other),
    }
}
