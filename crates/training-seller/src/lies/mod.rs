//! What the liars change of an honest answer. The books stay honest: a lie is in what the
//! buyer is told.

mod accepted;
mod batches;
mod drafts;
mod held;
mod spelling;

use serde_json::Value;

use crate::profile::Profile;
use crate::seller::{Call, Seller};
use crate::terms::digest;
use crate::tools::Tool;

pub use spelling::spell;

/// Tells the profile's lie, where the answer gives occasion.
pub fn tell(seller: &Seller, call: Call<'_>, tool: Tool, arguments: &Value, answer: &mut Value) {
    match tool {
        Tool::Refine => {
            let none = Vec::new();
            let refinements = arguments.get("refinements").and_then(Value::as_array).unwrap_or(&none);
            if let Some(results) = answer.get_mut("results").and_then(Value::as_array_mut) {
                for (refinement, result) in refinements.iter().zip(results.iter_mut()) {
                    let source = text(refinement, "proposal_id");
                    drafts::tell(seller, call, refinement, result);
                    held::tell(seller.profile, call.now, result);
                    if seller.profile == Profile::IdleAmendment {
                        let source = seller.book.proposal(call.buyer, source);
                        drafts::idle(result, source.map(|source| &source.terms));
                    }
                }
                batches::tell(seller.profile, results);
            }
        }
        Tool::Accept => accepted::tell(seller.profile, answer),
        _ => {}
    }
}

/// A replay whose proposals are others and end later.
pub fn moved(answer: &mut Value) {
    match answer {
        Value::Object(members) => {
            for (name, value) in members {
                match (name.as_str(), &mut *value) {
                    ("proposal_id" | "media_buy_id", Value::String(id)) => id.push('m'),
                    ("expires_at", Value::String(time)) => *time = time.replace("T1", "T2"),
                    _ => moved(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(moved),
        _ => {}
    }
}

fn text<'a>(value: &'a Value, member: &str) -> &'a str {
    value.get(member).and_then(Value::as_str).unwrap_or_default()
}

fn put(value: &mut Value, member: &str, new: impl Into<Value>) {
    if let Some(members) = value.as_object_mut() {
        members.insert(member.to_owned(), new.into());
    }
}

fn remove(value: &mut Value, member: &str) {
    if let Some(members) = value.as_object_mut() {
        members.remove(member);
    }
}

/// The digest that the changed terms really have.
fn reseal(proposal: &mut Value) {
    if let Some(terms) = proposal.get("commercial_terms") {
        let sealed = digest(terms);
        put(proposal, "terms_digest", sealed);
    }
}

/// Adds so many dollars to the total.
fn raise_total(proposal: &mut Value, dollars: i64) {
    let Some(budget) = proposal.pointer_mut("/commercial_terms/total_budget") else { return };
    let whole = budget.get("amount").and_then(Value::as_f64).map(f64::floor).unwrap_or_default();
    // A training total is far below what 32 bits hold.
    let raised = whole + f64::from(i32::try_from(dollars).unwrap_or_default());
    put(budget, "amount", raised);
}
